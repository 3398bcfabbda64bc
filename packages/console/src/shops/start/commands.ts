/** What a person types to run a connector, and the scopes of its key. Pure. */
import type { Scope } from '../../developers/keys/scopes.ts'
import type { Connection } from '../queries.ts'

/** What a connector does with the hub, by the role of its shops. */
export const CONNECTOR_SCOPES = {
  merchant: [
    'connections:read',
    'connections:write',
    'settings:read',
    'products:read',
    'products:write',
    'orders:read',
    'orders:write',
    'fulfilment:read',
    'fulfilment:write',
  ],
  channel: [
    'connections:read',
    'connections:write',
    'products:sync',
    'offers:sync',
    'orders:create',
    'orders:read',
    'orders:cancel',
    'fulfilment:read',
    'returns:create',
  ],
} as const satisfies Readonly<Record<Connection['Role'], readonly Scope[]>>

/** What stands for a key that is not known. */
const SOME_KEY = '...'

/**
 * The commands that start a connector.
 *
 * @param hub the address of the hub
 * @param key left out if it is not known
 */
export function startCommands(hub: string, key = SOME_KEY): string {
  return `export ENTREPOT_HUB=${hub}\nexport ENTREPOT_KEY=${key}\nnpx @entrepot/connectors run`
}

/**
 * The environment variable from which a connector reads a secret of a connection.
 *
 * @example environmentName(7, 'apiKey') // 'ENTREPOT_CONNECTION_7_API_KEY'
 */
export function environmentName(connectionId: number, secret: string): string {
  const name = secret.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
  return `ENTREPOT_CONNECTION_${connectionId}_${name}`
}

/** The commands that give the secrets of a connection by the environment, each with a place for its value. */
export function secretCommands(
  connectionId: number,
  secrets: readonly { readonly Name: string }[],
): string {
  return secrets.map(({ Name }) => `export ${environmentName(connectionId, Name)}=...`).join('\n')
}

/** The command that asks for the secrets of a connection, and stores them in the sealed file of the connector. */
export function initCommand(connectionId: number): string {
  return `npx @entrepot/connectors init --connection ${connectionId}`
}

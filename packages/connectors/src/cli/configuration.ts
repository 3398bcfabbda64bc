/** Where the command finds the hub, its keys and the secrets: in the environment, and in the sealed file. */
import type { Adapter } from '../adapter/adapter.ts'
import type { Connection } from '../core/records/report.ts'
import { type ConnectionSecrets, variableOf } from '../core/run/open-shop.ts'
import { readSealed, type Stored } from './sealed-file.ts'
import { CommandFailure, type Terminal } from './terminal.ts'

/** The file of secrets, unless ENTREPOT_CONNECT_FILE names another one. */
const FILE = 'entrepot-connect.sealed'

export interface Configuration {
  readonly hub: string
  readonly keys: readonly string[]
  secretsOf(connection: Pick<Connection, 'Id' | 'Shop'>): ConnectionSecrets
}

export const filePathOf = ({ env }: Pick<Terminal, 'env'>): string =>
  env.ENTREPOT_CONNECT_FILE || FILE

/** What the file contains. */
export async function readStored(terminal: Pick<Terminal, 'env'>): Promise<Stored> {
  return await readSealed(filePathOf(terminal), terminal.env.ENTREPOT_CONNECT_SECRET || undefined)
}

/**
 * The configuration. Variables come before the file.
 *
 * @throws CommandFailure if the hub or a key is missing
 */
export async function readConfiguration(
  terminal: Pick<Terminal, 'env'>,
  adapters: readonly Adapter[],
): Promise<Configuration> {
  const { env } = terminal
  const stored = await readStored(terminal)
  const hub = env.ENTREPOT_HUB || stored.hub
  const keys = splitKeys(env.ENTREPOT_KEY)
  const all = keys.length > 0 ? keys : stored.keys
  if (hub === undefined || all.length === 0) {
    throw new CommandFailure(
      'The connector does not know its hub and key. Run "entrepot-connect init", or set ENTREPOT_HUB and ENTREPOT_KEY.',
    )
  }
  return {
    hub,
    keys: all,
    secretsOf: ({ Id, Shop }) => {
      const description = adapters.find((one) => one.description.shop === Shop)?.description
      const fromEnvironment = (description?.secrets ?? []).flatMap(({ name }) => {
        const value = env[variableOf(Id, name)]
        return value ? [[name, value]] : []
      })
      return { ...stored.secrets[String(Id)], ...Object.fromEntries(fromEnvironment) }
    },
  }
}

/** Several keys are separated by commas or spaces. */
export const splitKeys = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/[\s,]+/).filter((key) => key !== '')

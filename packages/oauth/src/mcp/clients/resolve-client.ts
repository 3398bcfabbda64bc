/** Clients without a person that the application names at run time, by the hook `onResolveMCPClient`. */
import type { FastifyBaseLogger } from 'fastify'
import type { Hooks, ResolvedMCPClient } from '../../hooks.ts'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { isVerificationKey, problemOfKeys } from '../key-rules.ts'

/** Resolves a client; undefined for an id that the application does not know, a refusal if it could not say. */
export type ResolveClient = (clientId: string) => Promise<Client | Refusal | undefined>

/**
 * Makes the function that asks the hook.
 *
 * @param findHook gives the hook, if one is registered by now
 */
export function createResolveClient(
  { clientCredentials }: Pick<McpConfig, 'clientCredentials'>,
  findHook: () => Hooks['onResolveMCPClient'] | undefined,
  logger: FastifyBaseLogger,
): ResolveClient {
  return async (clientId) => {
    if (clientCredentials?.resolveClients !== true) return undefined
    try {
      const resolved = await findHook()?.(clientId, logger)
      return resolved ? toClient(clientId, resolved) : undefined
    } catch (error) {
      logger.error({ client_id: clientId, cause: explain(error) }, 'onResolveMCPClient failed')
      return new Refusal('temporarily_unavailable', 'Try again in a moment.', { retryAfter: 5 })
    }
  }
}

function toClient(clientId: string, { name, jwks, scope }: ResolvedMCPClient): Client {
  const { keys } = jwks
  const areKnown = keys.length > 0 && keys.every((key) => isVerificationKey({ ...key }))
  const problem = areKnown
    ? problemOfKeys(keys.map((key) => ({ ...key })))
    : 'must hold keys of Ed25519, P-256 or RSA'
  if (problem !== undefined) throw new Error(`the jwks of the client ${problem}`)
  return {
    ...{ clientId, kind: 'resolved', name, jwks, scope },
    ...{ redirectUris: [], grantTypes: ['client_credentials'], authMethod: 'private_key_jwt' },
    ...{ trusted: false, introspect: false },
  }
}

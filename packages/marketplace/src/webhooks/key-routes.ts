/** The public keys of webhooks that are signed with `v1a`, for receivers. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { handleError } from '../http/errors.ts'
import { sendProblem } from '../http/problem.ts'
import { identifyRequests } from '../http/request-id.ts'
import { limitAddresses } from '../limits/hooks.ts'
import type { Limit } from '../limits/policies.ts'
import { refuse } from '../shared/errors.ts'
import { findPublicKey } from './store.ts'

/** Where the keys of a webhook are, after the prefix of the API. */
export function publicKeyPath(customerId: string, webhookId: string): string {
  return `/webhook-keys/${customerId}/${webhookId}`
}

/**
 * Adds the call without credentials: public keys are no secret, and a receiver often has no key of the API. Each address may call it as
 * often as it may send refused requests. The answer is a JSON Web Key Set (RFC 7517 section 5) with a key of RFC 8037.
 */
export function publicKeyRoutes(scope: FastifyInstance, database: Database, limit: Limit): void {
  scope.setErrorHandler(handleError)
  identifyRequests(scope)
  limitAddresses(scope, { database, name: 'webhook-keys', limit, isCounted: () => true })
  scope.get<{ Params: { customer: string; webhook: string } }>(
    publicKeyPath(':customer', ':webhook'),
    async ({ params: { customer, webhook } }, reply) => {
      const isId = [customer, webhook].every((id) => /^[1-9]\d{0,14}$/.test(id))
      const publicKey = isId ? await findPublicKey(database, customer, webhook) : undefined
      if (publicKey === undefined) {
        const detail = 'No webhook that is signed with v1a has this address of its public key.'
        return sendProblem(reply, refuse('MARKET_NOT_FOUND', detail))
      }
      // The key of a webhook changes only if the signature was switched off meanwhile.
      reply.header('cache-control', 'public, max-age=300')
      reply.type('application/jwk-set+json')
      return JSON.stringify({ keys: [toJwk(webhook, publicKey)] })
    },
  )
}

function toJwk(kid: string, publicKey: string): object {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x }
}

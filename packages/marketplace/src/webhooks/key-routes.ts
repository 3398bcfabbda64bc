/** The public keys of webhooks that are signed with `v1a`, for receivers. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { answerFailures } from '../kit/http/errors.ts'
import { redactLogs } from '../kit/http/redact.ts'
import { identifyRequests } from '../kit/http/request-id.ts'
import { closeQueries, refuseInvalid, refuseOtherMethods } from '../kit/http/route-checks.ts'
import { limitAddresses } from '../kit/limits/hooks.ts'
import type { Limit } from '../kit/limits/policies.ts'
import { refuse } from '../kit/shared/errors.ts'
import { WebhookKeys } from './schema.ts'
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
  answerFailures(scope)
  refuseInvalid(scope)
  identifyRequests(scope)
  redactLogs(scope)
  closeQueries(scope)
  const refuseMethods = refuseOtherMethods(scope)
  limitAddresses(scope, { database, name: 'webhook-keys', limit, isCounted: () => true })
  // The handler makes the text, so that the start loads no other serializer.
  scope.setSerializerCompiler(() => JSON.stringify)
  scope.get<{ Params: { customerId: string; webhookId: string } }>(
    publicKeyPath(':customerId', ':webhookId'),
    {
      config: {
        isPublic: true,
        refusals: ['MARKET_NOT_FOUND'],
        document: { headers: { 'Cache-Control': 'How long receivers may keep the answer.' } },
      },
      schema: {
        operationId: 'getWebhookKeys',
        tags: ['Webhooks'],
        summary: 'Get the public key of a webhook',
        description:
          'The key that checks the signatures `v1a` of a webhook, as a JSON Web Key Set. `PublicKeyPath` of the webhook is the path of this call.',
        response: { 200: { content: { 'application/jwk-set+json': { schema: WebhookKeys } } } },
      },
    },
    async ({ params: { customerId, webhookId } }, reply) => {
      const isId = [customerId, webhookId].every((id) => /^[1-9]\d{0,14}$/.test(id))
      const publicKey = isId ? await findPublicKey(database, customerId, webhookId) : undefined
      if (publicKey === undefined) {
        const detail = 'No webhook that is signed with v1a has this address of its public key.'
        return refuse('MARKET_NOT_FOUND', detail)
      }
      // The key of a webhook changes only if the signature was switched off meanwhile.
      reply.header('cache-control', 'public, max-age=300')
      reply.type('application/jwk-set+json')
      return JSON.stringify({ keys: [toJwk(webhookId, publicKey)] })
    },
  )
  refuseMethods()
}

function toJwk(kid: string, publicKey: string): object {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x }
}

import type { FastifyInstance } from 'fastify'
import type { Proofs } from './proofs.ts'

/**
 * Sends the current nonce with every answer to a request that has a proof (RFC 9449, section 8.2), at the token endpoint and at
 * protected resources, if proofs need nonces.
 */
export function sendNonces(app: FastifyInstance, proofs: Proofs): void {
  if (proofs.nonce() === undefined) return
  app.addHook('onSend', (request, reply, _, done) => {
    if (request.headers.dpop !== undefined) reply.header('dpop-nonce', proofs.nonce())
    done()
  })
}

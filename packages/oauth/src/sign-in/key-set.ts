import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findProvider, type ProviderRoute } from '../find-provider.ts'
import { publicKeys } from '../providers/security/public-keys.ts'

/** Seconds for which a provider may keep the key set: a new key is published for longer than this before it signs. */
const MAX_AGE_SECONDS = 300

/**
 * `GET /oauth/<provider>/jwks`: the public keys of `clientKeys` and `decryptionKeys`, for a provider that fetches them (`jwks_uri` of OpenID
 * Connect Registration 1.0, section 2).
 */
export function keySetRoute(
  app: FastifyInstance,
  context: Pick<Context, 'logger' | 'providers'>,
): void {
  app.get<ProviderRoute>('/oauth/:provider/jwks', async (request, reply) => {
    const provider = await findProvider(context, request, reply)
    if (provider === undefined) return reply
    const keys = await publicKeys(provider.config.security)
    if (keys.length === 0) return reply.code(404).send({ error: 'Not found' })
    return reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`).send({ keys })
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import type { Provider } from './providers/provider.ts'
import { PROVIDER_NAME } from './providers/read-provider.ts'
import { explain } from './shared/explain.ts'

/** A route with the name of a provider in its path. */
export interface ProviderRoute {
  Params: { provider: string }
}

/** Returns the provider of a request, or undefined after it has sent an error. */
export async function findProvider(
  { providers, logger }: Pick<Context, 'logger' | 'providers'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Provider | undefined> {
  const { provider: name } = request.params as ProviderRoute['Params']
  if (providers.isEmpty()) return refuse(reply, 503, 'No OAuth provider is configured')
  if (!PROVIDER_NAME.test(name)) return refuse(reply, 400, 'Invalid provider name format')
  try {
    const provider = await providers.find(name)
    if (provider) return provider
  } catch (error) {
    logger.error({ provider: name, cause: explain(error) }, 'onResolveProvider failed')
    return refuse(reply, 500, 'Failed to resolve OAuth provider')
  }
  return refuse(reply, 404, 'OAuth provider not found')
}

function refuse(reply: FastifyReply, status: number, error: string): undefined {
  void reply.code(status).send({ error })
}

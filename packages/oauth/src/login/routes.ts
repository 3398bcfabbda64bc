import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROVIDER_NAME } from '../config/read-provider.ts'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import { explain } from './failure.ts'
import { failureTarget, finishLogin } from './finish.ts'
import { startLogin } from './start.ts'

interface ProviderRoute {
  Params: { provider: string }
}

/** `GET /oauth/<provider>/login` and `GET /oauth/<provider>/callback`. */
export function loginRoutes(app: FastifyInstance, context: Context): void {
  app.get<ProviderRoute>(
    '/oauth/:provider/login',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      return redirect(reply, await startOrFail(context, provider, request, reply))
    },
  )
  app.get<ProviderRoute>(
    '/oauth/:provider/callback',
    // A HEAD request must not use up the state. The query holds the code, which is no business of the access log.
    { exposeHeadRoute: false, logSerializers: { req: withoutQuery } },
    async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      return redirect(reply, await finishLogin(context, provider, request, reply))
    },
  )
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  // The URL of the callback holds the code: it must not go to where the person lands.
  return reply.header('referrer-policy', 'no-referrer').redirect(target, 302)
}

async function startOrFail(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { name } = provider.config
  try {
    await provider.metadata()
  } catch (error) {
    context.logger.warn({ provider: name, cause: explain(error) }, 'the provider cannot be reached')
    return failureTarget(provider, { error: 'auth_failed', reason: 'provider_unavailable' })
  }
  return await startLogin(context, provider, request, reply)
}

/** The provider of a request, or undefined when the reply has said why there is none (spec B.5). */
export async function findProvider(
  { providers, logger }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Provider | undefined> {
  const { provider: name } = request.params as ProviderRoute['Params']
  const refuse = (status: number, error: string) => void reply.code(status).send({ error })
  if (providers.isEmpty()) return refuse(503, 'No OAuth provider is configured') as undefined
  if (!PROVIDER_NAME.test(name)) return refuse(400, 'Invalid provider name format') as undefined
  try {
    const provider = await providers.find(name)
    if (provider) return provider
  } catch (error) {
    logger.error({ provider: name, cause: explain(error) }, 'onResolveProvider failed')
    return refuse(500, 'Failed to resolve OAuth provider') as undefined
  }
  return refuse(404, 'OAuth provider not found') as undefined
}

function withoutQuery(request: FastifyRequest): Record<string, unknown> {
  const { method, url, host, ip } = request
  return { method, url: url.split('?', 1)[0], host, remoteAddress: ip }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { explain } from '../explain.ts'
import { findProvider, type ProviderRoute } from '../find-provider.ts'
import type { Provider } from '../providers/provider.ts'
import { failureTarget, finishLogin } from './finish.ts'
import { startLogin } from './start.ts'

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
  // A HEAD request must not use up the state. The query holds the code, which is no business of the access log.
  const options = { exposeHeadRoute: false, logSerializers: { req: withoutQuery } }
  // The redirect URI may end in a slash: then the browser comes back with it.
  for (const path of ['/oauth/:provider/callback', '/oauth/:provider/callback/']) {
    app.get<ProviderRoute>(path, options, async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      return redirect(reply, await finishLogin(context, provider, request, reply))
    })
  }
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

function withoutQuery(request: FastifyRequest): Record<string, unknown> {
  const { method, url, host, ip } = request
  return { method, url: url.split('?', 1)[0], host, remoteAddress: ip }
}

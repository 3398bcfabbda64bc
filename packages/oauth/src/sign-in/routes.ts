import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { FailureReason } from '../failure-reasons.ts'
import { findProvider, type ProviderRoute } from '../find-provider.ts'
import { QUIET_LOG } from '../http/quiet-log.ts'
import type { Provider } from '../providers/provider.ts'
import { isProviderDown, PushFailed } from '../providers/tokens/push.ts'
import { detachSession } from '../session/detached-session.ts'
import { OAuthError } from '../shared/errors.ts'
import { explain } from '../shared/explain.ts'
import { setHostCookie } from '../shared/host-cookie.ts'
import { routerOptions } from '../shared/router-options.ts'
import { signInUrl } from '../shared/sign-in-url.ts'
import { isOtherLoopbackName } from '../shared/urls.ts'
import { failureTarget, finishSignIn } from './finish.ts'
import type { SignInFinisher } from './finisher.ts'
import { answerOf, formOf, keepForm, usesForms } from './form-post.ts'
import { keySetRoute } from './key-set.ts'
import { type SignInSettings, sendTooMany } from './limit.ts'
import { type SignInStart, startSignIn } from './start.ts'

/**
 * `GET /oauth/<provider>/login`, `/oauth/<provider>/callback`: GET, and POST for providers that answer with forms, and the keys that the
 * provider needs for them.
 *
 * @param finisher of sign-ins that are not for the application
 */
export function signInRoutes(
  app: FastifyInstance,
  context: Context & { readonly config: SignInSettings },
  finisher: SignInFinisher | undefined,
): void {
  app.get<ProviderRoute>(
    '/oauth/:provider/login',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      const { redirectUri } = provider.config
      if (isOtherLoopbackName(request.host, redirectUri)) {
        return redirect(reply, signInUrl(redirectUri) + searchOf(request))
      }
      const start = await startOrFail(context, provider, request, reply)
      if ('problem' in start) return refuseRequest(reply, start.problem)
      if ('retryAfter' in start) {
        return sendTooMany(context.config.pages, request, reply, start.retryAfter)
      }
      return redirect(reply, start.target)
    },
  )
  keySetRoute(app, context)
  // The redirect URI may end in a slash: then the browser comes back with it.
  for (const slash of routerOptions(app).ignoreTrailingSlash ? [''] : ['', '/']) {
    const path = `/oauth/:provider/callback${slash}`
    app.get<ProviderRoute>(path, QUIET_LOG, async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      const answer = await answerOf(context, provider, request)
      return await finish(context, provider, request, reply, finisher, answer)
    })
    // The session of a form is empty, since its cookie is left out: an answer with a new one would replace the session of the person.
    const detached = { ...QUIET_LOG, onRequest: async (one: FastifyRequest) => detachSession(one) }
    app.post<ProviderRoute>(path, detached, async (request, reply) => {
      const provider = await findProvider(context, request, reply)
      if (provider === undefined) return reply
      return await receiveForm(context, provider, request, reply, finisher)
    })
  }
}

async function finish(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  finisher: SignInFinisher | undefined,
  answer: URLSearchParams,
): Promise<FastifyReply> {
  const next = await finishSignIn(context, provider, request, reply, finisher, answer)
  for (const cookie of next.cookies ?? []) setHostCookie(reply, cookie)
  return redirect(reply, next.target)
}

async function receiveForm(
  context: Context & { readonly config: SignInSettings },
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  finisher: SignInFinisher | undefined,
): Promise<FastifyReply> {
  if (!usesForms(provider)) {
    const message =
      'This provider answers by a redirect. Set responseMode: form_post to take forms.'
    return reply.code(405).header('allow', 'GET').send({ error: 'Method not allowed', message })
  }
  const form = formOf(request)
  if (form === undefined)
    return refuseRequest(reply, 'The answer of a provider must be a form of at most 16 KiB.')
  const kept = await keepForm(context, provider, request, form)
  if (kept === undefined) return await finish(context, provider, request, reply, finisher, form)
  if (typeof kept === 'string') {
    return reply.header('referrer-policy', 'no-referrer').redirect(kept, 303)
  }
  return sendTooMany(context.config.pages, request, reply, kept.retryAfter)
}

function searchOf({ raw }: FastifyRequest): string {
  return new URL(raw.url ?? '/', 'http://localhost').search
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  // The URL of the callback contains the code, which must not reach the next page.
  return reply.header('referrer-policy', 'no-referrer').redirect(target, 302)
}

function refuseRequest(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: 'Bad request', message })
}

async function startOrFail(
  context: Pick<Context, 'store' | 'sealer' | 'logger'> & { readonly config: SignInSettings },
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInStart> {
  const { name } = provider.config
  const fail = (error: unknown, reason: FailureReason, message: string): SignInStart => {
    context.logger.warn({ provider: name, reason, cause: explain(error) }, message)
    return { target: failureTarget(provider, { error: 'auth_failed', reason }) }
  }
  try {
    await provider.metadata()
  } catch (error) {
    return fail(error, 'provider_unavailable', 'the provider cannot be reached')
  }
  try {
    return await startSignIn(context, provider, request, reply)
  } catch (error) {
    if (error instanceof PushFailed && isProviderDown(error)) {
      return fail(error.cause, 'provider_unavailable', error.message)
    }
    const isRefused = OAuthError.is(error) && error.code === 'OAUTH_PROVIDER_REFUSED'
    if (!isRefused && !(error instanceof PushFailed)) throw error
    return fail(error.cause ?? error, 'authorization_request', 'no sign-in can be asked for')
  }
}

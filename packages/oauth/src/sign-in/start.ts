import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sessionOf } from '../host-session.ts'
import { authorizationUrl, createChecks } from '../providers/exchange.ts'
import type { Provider } from '../providers/provider.ts'
import { readHints } from '../providers/sign-in-hints.ts'
import { safeTarget } from '../redirects.ts'
import type { SaveLimit } from '../store/store.ts'
import { bindToBrowser } from './browser-cookie.ts'
import { type SignInSettings, signInLimit } from './limit.ts'
import { type PendingSignIn, savePending } from './pending.ts'

/**
 * How the beginning of a sign-in ended: where at the provider the browser goes, how long the address has to wait, or what is wrong
 * with the request.
 */
export type SignInStart =
  | { readonly target: string }
  | { readonly retryAfter: number }
  | { readonly fault: string }

/**
 * Begins a sign-in: keeps a state for ten minutes, binds it to the browser, and says where at the provider the browser goes.
 *
 * @throws when the provider's discovery document cannot be had
 */
export async function startSignIn(
  context: Pick<Context, 'store' | 'sealer'> & { readonly config: SignInSettings },
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInStart> {
  const hints = readHints(new URL(request.raw.url ?? '/', 'http://localhost').searchParams)
  if (typeof hints === 'string') return { fault: hints }
  leaveSession(request)
  const purpose = {
    target: targetOf(request, provider),
    hints,
    limit: signInLimit(context.config, request),
  }
  return await beginSignIn(context, provider, request, reply, purpose)
}

/** What a sign-in is begun for, and the limit that it counts under. */
interface Purpose extends Pick<PendingSignIn, 'target' | 'forClient' | 'hints'> {
  readonly limit: SaveLimit | undefined
}

/** Begins a sign-in for a purpose; see {@link startSignIn}. */
export async function beginSignIn(
  context: Pick<Context, 'store' | 'sealer'>,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, ...purpose }: Purpose,
): Promise<Exclude<SignInStart, { fault: string }>> {
  const { config } = provider
  const checks = createChecks()
  const url = await authorizationUrl(provider, checks, purpose.hints)
  const isSecure = config.redirectUri.startsWith('https:')
  const { state, ...secrets } = checks
  const pending: PendingSignIn = {
    kind: 'login',
    provider: config.name,
    browserHash: bindToBrowser(request, reply, state, isSecure),
    startedAt: Math.floor(Date.now() / 1_000),
    ...purpose,
    ...secrets,
  }
  const retryAfter = await savePending(context, state, pending, limit)
  return retryAfter > 0 ? { retryAfter } : { target: url.href }
}

/**
 * Keeps the session out of this answer: nothing of it changes here. The answer to a tab that begins may come after that to a
 * tab that has just ended, whose cookie it would replace.
 *
 * @throws OAuthError `OAUTH_NO_SESSION` when there is none: there would be no use in going to the provider
 */
function leaveSession(request: FastifyRequest): void {
  sessionOf(request)
  Object.assign(request, { session: {} })
}

/** The parameter `redirect`, else the page that the person comes from, else as the settings say. */
function targetOf(request: FastifyRequest, { config }: Provider): string {
  const { origin } = new URL(config.redirectUri)
  const { redirect } = request.query as { redirect?: unknown }
  return (
    safeTarget(redirect, origin) ??
    safeTarget(withoutFailure(request.headers.referer), origin) ??
    config.postLoginRedirect
  )
}

/** A page that told of a failed sign-in is not to tell of it again after this one. */
function withoutFailure(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  if (!url.searchParams.has('error')) return referer
  url.searchParams.delete('error')
  url.searchParams.delete('reason')
  return url.href
}

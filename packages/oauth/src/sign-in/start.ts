import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import { authorizationUrl, createChecks } from '../providers/tokens/exchange.ts'
import { readHints } from '../providers/tokens/sign-in-hints.ts'
import type { HostCookie } from '../shared/host-cookie.ts'
import { safeTarget } from '../shared/redirects.ts'
import type { SaveLimit } from '../store/store.ts'
import { bindToBrowser } from './browser-cookie.ts'
import { type SignInSettings, signInLimit } from './limit.ts'
import { type PendingSignIn, savePending } from './pending.ts'

/**
 * The result of starting a sign-in: the URL at the provider with the cookie that binds the sign-in to the browser, the time that the
 * address has to wait, or the problem of the request.
 */
export type SignInStart =
  | { readonly target: string; readonly cookie?: HostCookie }
  | { readonly retryAfter: number }
  | { readonly problem: string }

/**
 * Starts a sign-in: stores a state for ten minutes, binds it to the browser, and returns the URL at the provider.
 *
 * @throws when the provider's discovery document cannot be had; PushFailed when it does not take a pushed request
 */
export async function startSignIn(
  context: Pick<Context, 'store' | 'sealer'> & { readonly config: SignInSettings },
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInStart> {
  const hints = readHints(new URL(request.raw.url ?? '/', 'http://localhost').searchParams)
  if (typeof hints === 'string') return { problem: hints }
  leaveSession(request)
  const purpose = {
    target: targetOf(request, provider),
    hints,
    limit: signInLimit(context.config, request),
  }
  return await beginSignIn(context, provider, request, reply, purpose)
}

/** The purpose of a sign-in, and the limit that applies to it. */
interface Purpose extends Pick<PendingSignIn, 'target' | 'forClient' | 'hints'> {
  readonly limit: SaveLimit | undefined
}

/** Starts a sign-in for a purpose; see {@link startSignIn}. */
export async function beginSignIn(
  context: Pick<Context, 'store' | 'sealer'>,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, ...purpose }: Purpose,
): Promise<Exclude<SignInStart, { problem: string }>> {
  const { config } = provider
  const checks = await createChecks(provider)
  const isSecure = config.redirectUri.startsWith('https:')
  const { state, ...secrets } = checks
  const { browserHash, cookie } = bindToBrowser(request, reply, state, isSecure)
  const pending: PendingSignIn = {
    kind: 'login',
    provider: config.name,
    browserHash,
    startedAt: Math.floor(Date.now() / 1_000),
    ...purpose,
    ...secrets,
  }
  const retryAfter = await savePending(context, state, pending, limit)
  if (retryAfter > 0) return { retryAfter }
  // Only a sign-in within the limit may ask the provider for something.
  const url = await authorizationUrl(provider, checks, purpose.hints)
  return { target: url.href, cookie }
}

/**
 * Keeps the session cookie out of this answer, because the session does not change here. If another tab completes its sign-in at
 * the same time, this answer would replace its new cookie.
 *
 * @throws OAuthError `OAUTH_NO_SESSION` if there is no session, because the sign-in could not be completed
 */
function leaveSession(request: FastifyRequest): void {
  sessionOf(request)
  Object.assign(request, { session: {} })
}

/** The parameter `redirect`, else the page that the person comes from, else the page of the settings. */
function targetOf(request: FastifyRequest, { config }: Provider): string {
  const { origin } = new URL(config.redirectUri)
  const { redirect } = request.query as { redirect?: unknown }
  return (
    safeTarget(redirect, origin) ??
    safeTarget(withoutFailure(request.headers.referer), origin) ??
    config.postLoginRedirect
  )
}

/** The page must not show the error of an earlier sign-in again. */
function withoutFailure(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  if (!url.searchParams.has('error')) return referer
  for (const name of ['error', 'reason', 'reference']) url.searchParams.delete(name)
  return url.href
}

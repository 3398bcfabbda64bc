/**
 * Answers of providers that come as a form: OAuth 2.0 Form Post Response Mode.
 *
 * The provider's page sends the form, so browsers leave out cookies with SameSite=Lax: that of the sign-in and that of the session. The
 * form is therefore kept for a moment, encrypted, and the browser is redirected to the callback with a random handle. The cookies come with that
 * request, and neither code nor name of the person stand in a URL.
 */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import { addressKey } from '../shared/client-address.ts'
import { hashSecret, randomSecret } from '../shared/secrets.ts'
import type { SaveLimit } from '../store/store.ts'
import type { SignInSettings } from './limit.ts'
import { openFormAnswer } from './pending.ts'

/** Seconds for which a form is kept: the browser comes back at once, and perhaps again. */
const KEEP_SECONDS = 120

/** The most characters of a form. Each is a row, and those of providers have a fraction of it. */
const MAX_FORM = 16 * 1024

/** The parameter of the callback that names a kept form. */
const HANDLE = 'form_post'

/** Whether a provider answers with forms. */
export function usesForms({ config }: Provider): boolean {
  return config.settings.responseMode === 'form_post'
}

/** The form of a request; undefined if its body is none, or too long for one. */
export function formOf({ body, headers }: FastifyRequest): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
  const isSound = isForm && typeof body === 'string' && body.length <= MAX_FORM
  return isSound ? new URLSearchParams(body) : undefined
}

/**
 * Keeps a form whose state is that of a sign-in in progress.
 *
 * @returns where the browser goes; undefined for a form without such a state; or the seconds that the address has to wait
 */
export async function keepForm(
  context: Pick<Context, 'store' | 'sealer'> & {
    readonly config: Pick<SignInSettings, 'signInRateLimit'>
  },
  { config }: Provider,
  request: FastifyRequest,
  form: URLSearchParams,
): Promise<string | { readonly retryAfter: number } | undefined> {
  const { store, sealer } = context
  const [state = '', ...others] = form.getAll('state')
  // Anybody can send forms, and each that is kept takes a row.
  const isKnown = others.length === 0 && (await store.csrf.find(hashSecret(state))) !== undefined
  if (!isKnown) return undefined
  const handle = randomSecret()
  const sealed = sealer.seal('form answer', { provider: config.name, form: form.toString() })
  const limit = limitOf(context.config, request)
  const retryAfter = await store.csrf.save(keyOf(handle), sealed, KEEP_SECONDS, limit)
  if (retryAfter > 0) return { retryAfter }
  const { origin, pathname } = new URL(config.redirectUri)
  return `${origin}${pathname}?${HANDLE}=${handle}`
}

/** The answer of a provider at the callback: the query, or the form that it names. */
export async function answerOf(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  provider: Provider,
  request: FastifyRequest,
): Promise<URLSearchParams> {
  const query = new URL(request.raw.url ?? '/', 'http://localhost').searchParams
  const handle = query.get(HANDLE)
  if (handle === null || !usesForms(provider)) return query
  const sealed = await context.store.csrf.find(keyOf(handle))
  const kept = sealed === undefined ? undefined : openFormAnswer(context, sealed)
  // The handle is no state either, so the sign-in begins again.
  return kept?.provider === provider.config.name
    ? new URLSearchParams(kept.form)
    : new URLSearchParams({ state: handle })
}

function keyOf(handle: string): string {
  return hashSecret(`form answer ${handle}`)
}

function limitOf(
  { signInRateLimit: limit }: Pick<SignInSettings, 'signInRateLimit'>,
  { ip }: FastifyRequest,
): SaveLimit | undefined {
  return limit === false
    ? undefined
    : { key: `form answer ${addressKey(ip)}`, limit, windowSeconds: 60 }
}

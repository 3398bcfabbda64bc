/** What the beginning of a sign-in asks of the provider (OpenID Connect Core 1.0, section 3.1.2.1). Pure. */

import type { Metadata } from '../connection/metadata.ts'
import type { Strategy } from '../strategies/strategy.ts'
import { acrValuesOf } from './authentication.ts'
import type { Claims } from './id-token.ts'

/** Values of `prompt` that are known; others are ignored. */
const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const

/** One value of `prompt`. */
export type Prompt = (typeof PROMPTS)[number]

/** The hints, checked. Of what is left out the provider decides. */
export interface SignInHints {
  readonly loginHint?: string
  readonly prompt?: readonly Prompt[]
  /** Seconds since the person authenticated, at most. */
  readonly maxAge?: number
  /** One of these the ID token must name as the way in which the person authenticated. */
  readonly acrValues?: readonly string[]
}

/** The parameters; each may be there once. */
export const HINT_PARAMETERS = ['login_hint', 'prompt', 'max_age', 'acr_values'] as const

/** RFC 5321 allows 320 characters for an address. */
const MAX_LOGIN_HINT = 320

/** Characters of `acr_values`: it is stored with the state of the sign-in. */
const MAX_ACR_VALUES = 512

/** Seconds: longer than any session at a provider, and short enough for arithmetic. */
const MAX_MAX_AGE = 10 * 365 * 24 * 3_600

/** Seconds by which the clocks of a provider and of this machine may differ. */
const TOLERANCE = 60

/**
 * Reads the hints of a query.
 *
 * @returns a text if one of them cannot be used: it must not be ignored, since somebody relies on it
 * @example
 * readHints(new URLSearchParams('max_age=300&prompt=login')) // { maxAge: 300, prompt: ['login'] }
 */
export function readHints(query: URLSearchParams): SignInHints | string {
  const problem = problemOfHints(query)
  if (problem !== undefined) return problem
  const [loginHint, prompts, age, acr] = HINT_PARAMETERS.map((name) => query.get(name) || undefined)
  const prompt = PROMPTS.filter((one) => prompts?.split(' ').includes(one))
  const acrValues = acr?.split(' ').filter(Boolean) ?? []
  return {
    ...(loginHint !== undefined && { loginHint }),
    ...(prompt.length > 0 && { prompt }),
    ...(age !== undefined && { maxAge: Math.min(Number(age), MAX_MAX_AGE) }),
    ...(acrValues.length > 0 && { acrValues }),
  }
}

function problemOfHints(query: URLSearchParams): string | undefined {
  const repeated = HINT_PARAMETERS.find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined) return `${repeated} is there more than once.`
  const [loginHint = '', prompt = '', age = '', acr = ''] = HINT_PARAMETERS.map(
    (name) => query.get(name) ?? '',
  )
  if (!/^\d*$/.test(age)) return 'max_age must be a number of seconds.'
  const prompts = prompt.split(' ').filter(Boolean)
  if (prompts.includes('none') && prompts.length > 1) return 'prompt=none excludes other values.'
  if (loginHint.length > MAX_LOGIN_HINT || /\p{Cc}/u.test(loginHint)) {
    return `login_hint must have at most ${MAX_LOGIN_HINT} printable characters.`
  }
  const isAcrSound = acr.length <= MAX_ACR_VALUES && /^[\x20-\x7E]*$/.test(acr)
  return isAcrSound
    ? undefined
    : `acr_values must have at most ${MAX_ACR_VALUES} printable characters.`
}

/** The parameters of the authorization request at the provider. */
export function hintParameters(
  { loginHint, prompt = [], maxAge, acrValues }: SignInHints,
  strategy: Pick<Strategy, 'hasAccountChooser' | 'authenticationContext'>,
  metadata: Metadata,
): Readonly<Record<string, string>> {
  // Consent to what a client may do is asked for here. The consent of the provider is its own business.
  const asked = prompt.filter((one) => one !== 'consent')
  const canChoose = canChooseAccount(strategy, metadata)
  const known = asked.map((one) => (one === 'select_account' && !canChoose ? 'login' : one))
  return {
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(known.length > 0 && { prompt: [...new Set(known)].join(' ') }),
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    ...(acrValues !== undefined && askForAcr(strategy, acrValues)),
  }
}

/** The parameter that asks for one of the ways. */
export function askForAcr(
  { authenticationContext }: Pick<Strategy, 'authenticationContext'>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return authenticationContext?.parameters(values) ?? { acr_values: values.join(' ') }
}

/** Providers may refuse a value that they do not know: they sign the person in anew, which lets them choose as well. */
function canChooseAccount(
  strategy: Pick<Strategy, 'hasAccountChooser'>,
  { prompt_values_supported: supported }: Metadata,
): boolean {
  if (strategy.hasAccountChooser) return true
  return Array.isArray(supported) && supported.includes('select_account')
}

/** What is wrong with the way in which a person has authenticated. */
export interface AuthenticationProblem {
  /** Whether the provider does not say what was asked for: then no other sign-in of the person can help. */
  readonly isUnstated: boolean
  /** For the log. */
  readonly message: string
}

/**
 * What is wrong with the way in which a person has authenticated; undefined if nothing is. The parameters went through the browser,
 * which may have left them out (OpenID Connect Core 1.0, section 3.1.3.7, steps 12 and 13).
 *
 * @param idToken claims of the verified ID token; undefined for a provider without ID tokens, which can prove nothing
 * @param startedAt seconds since 1970 when the sign-in began
 * @param now seconds since 1970
 */
export function problemOfAuthentication(
  strategy: Pick<Strategy, 'authenticationContext'>,
  { maxAge, acrValues }: SignInHints,
  idToken: Claims | undefined,
  startedAt: number,
  now: number,
): AuthenticationProblem | undefined {
  if (maxAge !== undefined) {
    const authTime = idToken?.auth_time
    // A time in milliseconds would be recent for ever.
    const isTime = typeof authTime === 'number' && authTime <= now + TOLERANCE
    if (!isTime) return unstated('when the person authenticated (auth_time)')
    if (authTime < startedAt - maxAge - TOLERANCE) {
      const ago = startedAt - authTime
      const message = `the person authenticated ${ago} seconds before the sign-in, and max_age is ${maxAge}`
      return { isUnstated: false, message }
    }
  }
  if (acrValues === undefined) return
  const named = acrValuesOf(strategy, idToken)
  if (named.length === 0) {
    const claim = strategy.authenticationContext?.claim ?? 'acr'
    return unstated(`how the person authenticated (${claim})`)
  }
  if (named.some((value) => acrValues.includes(value))) return
  const message = `the person authenticated as ${named.join(' ')}, which is none of ${acrValues.join(' ')} (acr)`
  return { isUnstated: false, message }
}

function unstated(what: string): AuthenticationProblem {
  return { isUnstated: true, message: `the ID token does not say ${what}` }
}

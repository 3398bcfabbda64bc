/** What the beginning of a sign-in asks of the provider (OpenID Connect Core 1.0, section 3.1.2.1). Pure. */

import type { Metadata } from '../connection/metadata.ts'
import type { Strategy } from '../strategies/strategy.ts'
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
  strategy: Pick<Strategy, 'hasAccountChooser'>,
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
    ...(acrValues !== undefined && { acr_values: acrValues.join(' ') }),
  }
}

/** Providers may refuse a value that they do not know: they sign the person in anew, which lets them choose as well. */
function canChooseAccount(
  strategy: Pick<Strategy, 'hasAccountChooser'>,
  { prompt_values_supported: supported }: Metadata,
): boolean {
  if (strategy.hasAccountChooser) return true
  return Array.isArray(supported) && supported.includes('select_account')
}

/**
 * What is wrong with the way in which a person has authenticated; undefined if nothing is. The parameters went through the browser,
 * which may have left them out.
 *
 * @param idToken claims of the verified ID token; undefined for a provider without ID tokens, which can prove nothing
 * @param startedAt seconds since 1970 when the sign-in began
 */
export function problemOfAuthentication(
  { maxAge, acrValues }: SignInHints,
  idToken: Claims | undefined,
  startedAt: number,
): string | undefined {
  if (maxAge !== undefined) {
    const authTime = idToken?.auth_time
    if (typeof authTime !== 'number') return 'the provider does not say when (auth_time)'
    if (authTime < startedAt - maxAge - TOLERANCE) return 'the person authenticated too long ago'
  }
  const acr = idToken?.acr
  if (acrValues === undefined || (typeof acr === 'string' && acrValues.includes(acr))) return
  return 'the person did not authenticate in one of the ways that were asked for (acr)'
}

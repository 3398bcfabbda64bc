/** What the settings of a provider require of how a person authenticates there. Pure. */
import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import type { SignInHints } from './sign-in-hints.ts'

/** The settings. */
type Required = Pick<ProviderSettings, 'requiredAcr' | 'maxAge'>

/** What the settings require, in the form of the hints of a sign-in. */
export function requirementOf({ requiredAcr, maxAge }: Required): SignInHints {
  return {
    ...(requiredAcr !== undefined && { acrValues: requiredAcr }),
    ...(maxAge !== undefined && { maxAge }),
  }
}

/**
 * The hints to send to the provider: what the sign-in asks for and what the settings require. Both are checked afterwards, so the narrower
 * one is sent.
 *
 * @example withRequired({ maxAge: 60 }, { requiredAcr: ['mfa'], maxAge: 3600 }) // { acrValues: ['mfa'], maxAge: 60 }
 */
export function withRequired(hints: SignInHints, settings: Required): SignInHints {
  const { acrValues = settings.requiredAcr, maxAge = settings.maxAge, ...others } = hints
  const both = acrValues?.filter((value) => settings.requiredAcr?.includes(value) ?? true)
  const sent = both?.length === 0 ? acrValues : both
  return {
    ...others,
    ...(sent !== undefined && { acrValues: sent }),
    ...(maxAge !== undefined && { maxAge: Math.min(maxAge, settings.maxAge ?? maxAge) }),
  }
}

/** Values are separated by spaces in `acr_values`, and stand in a quoted string of `WWW-Authenticate` (RFC 9470, section 3). */
const ACR = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** Issues of the settings. */
export function issuesOfRequired(
  { requiredAcr, maxAge, additionalParams = {} }: ProviderSettings,
  provider: { readonly name: string; readonly hasIdTokens: boolean },
): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const given = { requiredAcr, maxAge }
  const sentAs = { requiredAcr: 'acr_values', maxAge: 'max_age' } as const
  for (const path of ['requiredAcr', 'maxAge'] as const) {
    if (given[path] === undefined) continue
    if (!provider.hasIdTokens) {
      const message = `must not be set for ${provider.name}, which has no ID tokens to prove it`
      problems.push({ path, message })
    }
    if (sentAs[path] in additionalParams) {
      const message = `is sent as ${sentAs[path]}: remove that from additionalParams`
      problems.push({ path, message })
    }
  }
  if (requiredAcr?.some((value) => !ACR.test(value))) {
    problems.push({ path: 'requiredAcr', message: 'must have values without spaces and quotes' })
  }
  return problems
}

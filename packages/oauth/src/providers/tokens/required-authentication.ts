/** What the settings of a provider require of how a person authenticates there. Pure. */
import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import type { Strategy } from '../strategies/strategy.ts'
import { ACR_VALUE } from './authentication.ts'
import { askForAcr, type SignInHints } from './sign-in-hints.ts'

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

/** Issues of the settings. */
export function issuesOfRequired(
  { requiredAcr, maxAge, additionalParams = {} }: ProviderSettings,
  strategy: Pick<Strategy, 'name' | 'authenticationContext'>,
  hasIdTokens: boolean,
): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const given = { requiredAcr, maxAge }
  const [acrParameter = ''] = Object.keys(askForAcr(strategy, requiredAcr ?? []))
  const sentAs = { requiredAcr: acrParameter, maxAge: 'max_age' }
  for (const path of ['requiredAcr', 'maxAge'] as const) {
    if (given[path] === undefined) continue
    if (!hasIdTokens) {
      const message = `must not be set for ${strategy.name}, which has no ID tokens to prove it`
      problems.push({ path, message })
    }
    if (sentAs[path] in additionalParams) {
      const message = `is sent as ${sentAs[path]}: remove that from additionalParams`
      problems.push({ path, message })
    }
  }
  if (requiredAcr?.some((value) => !ACR_VALUE.test(value))) {
    problems.push({ path: 'requiredAcr', message: 'must have values without spaces and quotes' })
  }
  return problems
}

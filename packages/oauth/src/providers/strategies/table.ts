/** The providers. To add one: CONTRIBUTING.md, "Add a provider". */
import { auth0 } from './auth0.ts'
import { azure } from './azure.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { oidc } from './oidc.ts'
import { okta } from './okta.ts'
import type { Strategy } from './strategy.ts'

/** Every provider, in the order in which messages name them. */
export const STRATEGIES: readonly Strategy[] = [github, google, azure, auth0, okta, oidc]

/** Finds a provider by name or alias, in any case. */
export function findStrategy(name: string): Strategy | undefined {
  const lower = name.toLowerCase()
  return STRATEGIES.find((one) => one.name === lower || one.alias === lower)
}

/**
 * The name of a provider as people read it: that of the company where the provider is named after its template.
 *
 * @example providerTitle('github') // 'GitHub'
 */
export function providerTitle(name: string): string {
  return findStrategy(name)?.title ?? name
}

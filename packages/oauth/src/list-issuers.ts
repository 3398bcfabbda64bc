/** The issuers of the accounts of each provider, as far as the configuration determines them. */

import type { CodeOptions } from './config/options.ts'
import { readConfig } from './config/read-config.ts'
import type { FileOptions } from './config/schema.ts'
import type { ProviderConfig } from './providers/provider-config.ts'
import { expectedIssuer } from './providers/tokens/issuer.ts'
import { OAuthError } from './shared/errors.ts'

/** The issuers of a provider. */
export interface ProviderIssuers {
  /** Name of the provider. */
  readonly provider: string
  /**
   * The possible values of `iss` in its ID tokens, for people to read: that of a shared authority of Entra ID contains
   * `<tenant>`. Empty for a provider without ID tokens, such as GitHub.
   */
  readonly issuers: readonly string[]
  /** Whether an account of this issuer can sign in with this provider. The issuer of a provider without ID tokens is empty. */
  accepts(issuer: string): boolean
}

/**
 * The active providers with their issuers. Providers that a hook resolves are not among them.
 *
 * @throws OAuthError `OAUTH_CONFIG` with every problem of the options
 * @example
 * listIssuers(options).some(({ provider, accepts }) => provider === 'google' && accepts('https://accounts.google.com'))
 */
export function listIssuers({
  substitute,
  ...file
}: FileOptions & Pick<CodeOptions, 'substitute'>): readonly ProviderIssuers[] {
  const { providers } = readConfig(file, process.env, { substitute })
  return Array.from(providers.values(), (config) => ({
    provider: config.name,
    issuers: config.tenants ? [config.tenants.issuer] : (config.issuers ?? []),
    accepts: (issuer) => doesAccept(config, issuer),
  }))
}

function doesAccept(config: ProviderConfig, issuer: string): boolean {
  if (config.issuers === undefined) return issuer === ''
  try {
    return issuer !== '' && expectedIssuer(config, config.issuers[0] ?? '', issuer) === issuer
  } catch (error) {
    // No tenant of the shared authority has this issuer.
    if (OAuthError.is(error)) return false
    throw error
  }
}

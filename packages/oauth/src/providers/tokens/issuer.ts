/** Which issuer to expect. Pure. */

import { OAuthError } from '../../shared/errors.ts'
import type { ProviderConfig } from '../provider-config.ts'

/**
 * The issuer that a token or an answer is to carry, given the one that it claims. What it claims is only taken if the
 * settings know it; otherwise this is another one, and the comparison that follows fails.
 *
 * A shared authority has an issuer for each tenant.
 *
 * @param known issuer of the metadata, for providers that are discovered
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` for an issuer that no tenant of a shared authority has
 */
export function expectedIssuer(
  config: ProviderConfig,
  known: string,
  claimed: string | undefined,
): string {
  if (claimed === undefined) return known
  if (config.tenants !== undefined) {
    const issuer = config.tenants.acceptsIssuer(claimed)
    if (issuer !== undefined) return issuer
    const message = `The issuer (iss) is not a tenant of ${config.tenants.authority}.`
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
  }
  if (config.discoveryIssuer !== undefined) return known
  return config.issuers?.find((issuer) => issuer === claimed) ?? known
}

/** Which issuer to expect. Pure. */

import { OAuthError } from '../errors.ts'
import type { ProviderConfig } from './provider-config.ts'
import { isSharedAzure } from './read-provider.ts'
import { azureIssuer, azureTenantOf } from './templates.ts'

/** The tenant of personal Microsoft accounts: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * The issuer that a token or an answer is to carry, given the one that it claims. What it claims is only taken if the
 * settings know it; otherwise this is another one, and the comparison that follows fails.
 *
 * A shared authority of Entra ID has an issuer for each tenant: any tenant for `common`, any but the one of personal
 * accounts for `organizations`, only that for `consumers`.
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
  if (isSharedAzure(config)) return tenantIssuer(config, claimed)
  if (config.discoveryIssuer !== undefined) return known
  return config.issuers?.find((issuer) => issuer === claimed) ?? known
}

function tenantIssuer({ settings }: ProviderConfig, claimed: string): string {
  const alias = (settings.tenantId ?? 'common').toLowerCase()
  const tenant = azureTenantOf(claimed)
  const isAllowed =
    tenant !== undefined &&
    (alias === 'common' || (tenant === CONSUMERS) === (alias === 'consumers'))
  if (isAllowed) return azureIssuer(tenant)
  throw new OAuthError('OAUTH_PROVIDER_REFUSED', `The issuer (iss) is not a tenant of ${alias}.`)
}

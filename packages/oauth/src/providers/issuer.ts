/** Which issuer to expect. Pure. */
import type { ProviderConfig } from '../config/config.ts'
import { isSharedAzure } from '../config/read-provider.ts'
import { azureIssuer, azureTenantOf } from './templates.ts'

/** The tenant of personal Microsoft accounts: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * The issuer that a token or an answer is to carry, given the one that it claims. What it claims is only taken if the
 * settings know it; otherwise the answer is one that it does not carry, so that the comparison which follows fails.
 *
 * A shared authority of Entra ID has an issuer for each tenant: any tenant for `common`, any but the one of personal
 * accounts for `organizations`, only that for `consumers`.
 *
 * @param known issuer of the metadata, for providers that are discovered
 */
export function expectedIssuer(
  config: ProviderConfig,
  known: string,
  claimed: string | undefined,
): string {
  if (isSharedAzure(config)) return expectedAzureIssuer(config, claimed)
  if (config.discoveryIssuer !== undefined) return known
  const issuers = config.issuers ?? []
  return issuers.find((issuer) => issuer === claimed) ?? issuers[0] ?? known
}

function expectedAzureIssuer({ settings }: ProviderConfig, claimed: string | undefined): string {
  const alias = (settings.tenantId ?? 'common').toLowerCase()
  const tenant = azureTenantOf(claimed ?? '')
  const isAllowed =
    tenant !== undefined &&
    (alias === 'common' || (tenant === CONSUMERS) === (alias === 'consumers'))
  return azureIssuer(isAllowed ? tenant : alias)
}

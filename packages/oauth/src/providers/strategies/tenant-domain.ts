import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'

/** A domain of a hosted provider: below one of its suffixes, so never an address or a host of one's own network. */
export function tenantDomain(
  { domain }: ProviderSettings,
  suffixes: readonly string[],
  problems: ConfigProblem[],
): string {
  const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
  const isDomain = new RegExp(`^${label}(\\.${label})+$`).test(domain?.toLowerCase() ?? '')
  if (!isDomain || !suffixes.some((suffix) => domain?.toLowerCase().endsWith(suffix))) {
    const wanted = `give a domain that ends in ${suffixes.join(', ')}; for a domain of your own use provider: oidc`
    problems.push({
      path: 'domain',
      message:
        domain === undefined ? `is required: ${wanted}` : `is ${JSON.stringify(domain)}: ${wanted}`,
    })
    return 'invalid'
  }
  return domain?.toLowerCase() ?? 'invalid'
}

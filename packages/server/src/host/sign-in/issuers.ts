/** The accounts that the configured providers can have, by provider and issuer. */

import { ConfigError } from '../../config/problems.ts'
import { OAUTH_PACKAGE } from '../../config/provider-rules.ts'
import type { Config } from '../../config/types.ts'
import { type HubRefusal, refuse } from '../../people/refusal.ts'
import type { Identity } from '../../people/users/rules.ts'
import { problemsOf } from '../plugins/problems.ts'
import { presumedEntries } from './providers.ts'

/**
 * Refuses an account that cannot sign in, because its provider is not configured or does not have this issuer.
 *
 * Refusals: `SERVER_UNKNOWN_ISSUER`, with the possible issuers.
 *
 * @throws ConfigError when the options of the sign-in plugin are invalid
 * @example
 * const refusal = await refuseUnknownIssuer(config, { provider: 'google', issuer: 'https://accounts.google.com', subject: '1' })
 */
export async function refuseUnknownIssuer(
  config: Config,
  { provider, issuer }: Pick<Identity, 'provider' | 'issuer'>,
): Promise<HubRefusal | undefined> {
  const known = await knownIssuers(config)
  if (known.some((one) => one.provider === provider && one.accepts(issuer))) return undefined
  const asked = issuer === '' ? `${provider} without an issuer` : `${provider} with ${issuer}`
  const list = known.map(describe).join('; ') || 'none'
  const message = `An account of ${asked} cannot sign in. The providers of this configuration and their issuers: ${list}. For a provider that is not in the configuration, because a hook resolves it or because it is added later, use --unlisted.`
  return refuse('SERVER_UNKNOWN_ISSUER', message)
}

async function knownIssuers(config: Config) {
  // Loaded only for this command, because the plugin is large.
  const { listIssuers } = await import('@entrepot/oauth')
  const entry = presumedEntries(config).find((one) => one.package === OAUTH_PACKAGE)
  if (entry === undefined) return []
  try {
    return listIssuers(entry.options)
  } catch (error) {
    throw new ConfigError(problemsOf(entry, error), { cause: error })
  }
}

function describe({ provider, issuers }: Awaited<ReturnType<typeof knownIssuers>>[number]): string {
  return issuers.length === 0 ? `${provider} (no --issuer)` : `${provider} (${issuers.join(', ')})`
}

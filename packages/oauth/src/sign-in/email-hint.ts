/** Help for the operator when somebody was refused whose address is not authenticated. Pure. */

import type { ProviderConfig } from '../providers/provider-config.ts'
import type { AuthEvidence } from '../providers/user/oauth-user.ts'

/** Returns what the operator can set; undefined if the address is authenticated, or if the setting does not apply to the provider. */
export function emailHint(
  { strategy, issuers, settings }: Pick<ProviderConfig, 'strategy' | 'issuers' | 'settings'>,
  { emailAuthenticated }: Pick<AuthEvidence, 'emailAuthenticated'>,
): string | undefined {
  if (emailAuthenticated || !issuers?.length) return undefined
  const isSet = settings.emailFrom === 'userinfo' || settings.getUserInfo !== undefined
  const fromUserInfo =
    'if the provider has it in userinfo, set emailFrom: userinfo for this provider'
  const byDomain =
    'if only your company gives addresses of its domains to people there, set trustEmail for this provider'
  const ways = [
    ...(isSet || !strategy.hasUserInfo ? [] : [fromUserInfo]),
    ...(settings.trustEmail ? [] : [byDomain]),
  ]
  return ways.length === 0
    ? undefined
    : `the ID token contains no verified email address: ${ways.join('; ')}`
}

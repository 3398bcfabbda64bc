/** Help for the operator when somebody was refused whose address is not authenticated. Pure. */

import type { ProviderConfig } from '../providers/provider-config.ts'
import type { AuthEvidence } from '../providers/user/oauth-user.ts'

/** Returns what the operator can set; undefined if the address is authenticated, or if the setting does not apply to the provider. */
export function emailHint(
  { strategy, issuers, settings }: Pick<ProviderConfig, 'strategy' | 'issuers' | 'settings'>,
  { emailAuthenticated }: Pick<AuthEvidence, 'emailAuthenticated'>,
): string | undefined {
  const isSet = settings.emailFrom === 'userinfo' || settings.getUserInfo !== undefined
  if (emailAuthenticated || isSet || !strategy.hasUserInfo || !issuers?.length) return undefined
  return 'the ID token contains no verified email address: if the provider has it in userinfo, set emailFrom: userinfo for this provider'
}

/** Help for the operator when somebody was refused whose address is not authenticated. Pure. */
import type { AuthEvidence } from '../providers/oauth-user.ts'
import type { ProviderConfig } from '../providers/provider-config.ts'

/** Returns what the operator can set; undefined if the address is authenticated, or if the setting does not apply to the provider. */
export function emailHint(
  { type, issuers, settings }: Pick<ProviderConfig, 'type' | 'issuers' | 'settings'>,
  { emailAuthenticated }: Pick<AuthEvidence, 'emailAuthenticated'>,
): string | undefined {
  const isSet = settings.emailFrom === 'userinfo' || settings.getUserInfo !== undefined
  if (emailAuthenticated || isSet || type === 'azure' || !issuers?.length) return undefined
  return 'the ID token contains no verified email address: if the provider has it in userinfo, set emailFrom: userinfo for this provider'
}

/** How and when the person of a session has authenticated. Pure. */
import type { PersonAuthentication } from '@entrepot/oauth'
import { PASSKEY_ACR } from '../../config/step-up.ts'

/** What a session says about the sign-in. */
export interface SignInFacts {
  /** The sign-in with a provider. */
  readonly oauthUser?: { readonly authentication?: PersonAuthentication } | undefined
  /** The sign-in with a passkey, in seconds since 1970. */
  readonly passkey?: { readonly at: number } | undefined
}

/** As far as the session says it: for a provider the claims of its ID token, for a passkey {@link PASSKEY_ACR} and the time. */
export function authenticationOf({
  oauthUser,
  passkey,
}: SignInFacts): PersonAuthentication | undefined {
  if (oauthUser !== undefined) return oauthUser.authentication
  return passkey && { acr: PASSKEY_ACR, auth_time: Math.floor(passkey.at) }
}

/** The adoption gate determines who a person is if no hook does (`docs/states.md`). Pure, except for random numbers. */
import { randomBytes } from 'node:crypto'
import type { OAuthUser } from '../providers/user/oauth-user.ts'

/** The result of the search for the account of a claim. */
export type Lookup =
  | { readonly found: string }
  | { readonly found: undefined }
  /** The accounts could not be looked up. */
  | { readonly failed: true }

/** What the gate decides. */
export type GateDecision =
  /** Signed in as this user, with the role that the provider's claims give. */
  | { readonly decision: 'signed in'; readonly user: string }
  /** Signed in without an account: without a role, and under a name that no account can have. */
  | { readonly decision: 'quarantined'; readonly user: string }
  | { readonly decision: 'denied' }
  /** It cannot be determined who the person is. */
  | { readonly decision: 'unknown' }

/** Whether a username is an email address that an authenticated source has verified. */
export function isTrusted({ username, authEvidence }: OAuthUser): boolean {
  return authEvidence.emailAuthenticated && authEvidence.email === username
}

/**
 * Decides. A claim is trusted when it is a verified email address from an authenticated source; only such a claim adopts an
 * account. An untrusted claim that matches an account is denied. One that matches no account becomes a quarantined identity,
 * whose name no account can have.
 *
 * | claim | account | decision |
 * |---|---|---|
 * | trusted | found | signed in as that account |
 * | trusted | none | signed in under the address |
 * | trusted | look-up failed | unknown |
 * | untrusted | found | denied |
 * | untrusted | none, or look-up failed | quarantined |
 */
export function decide(
  oauthUser: OAuthUser,
  lookup: Lookup,
  suffix: () => string = randomSuffix,
): GateDecision {
  if (isTrusted(oauthUser)) {
    if ('failed' in lookup) return { decision: 'unknown' }
    return { decision: 'signed in', user: lookup.found ?? oauthUser.username }
  }
  if ('found' in lookup && lookup.found !== undefined) return { decision: 'denied' }
  return { decision: 'quarantined', user: `unverified:${oauthUser.username}#${suffix()}` }
}

/** 64 random bits, so that nobody can predict and register the name of a quarantined identity. */
function randomSuffix(): string {
  return randomBytes(8).toString('hex')
}

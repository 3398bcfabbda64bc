/** The rules of passkeys. Pure. */

/** Why a person may create a passkey: a link that the browser has opened, or a session. */
export const REASONS = ['owner', 'invitation', 'recovery', 'account'] as const
export type Reason = (typeof REASONS)[number]

/** For whom a passkey is being created. */
export interface Registration {
  readonly reason: Reason
  /** The hash of the link, as the session keeps it. */
  readonly link?: string | undefined
  /** The user; undefined for somebody who becomes one by it. */
  readonly userId?: string | undefined
  readonly email: string
  /** Of the person who becomes a user. */
  readonly name?: string | undefined
  /** The random name of the person at authenticators, as base64url. */
  readonly userHandle: string
}

/** The relying party (Web Authentication Level 3, section 4): the host name of the hub, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** The relying party of a hub whose address `allowsPasskeys`. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Passkeys of a person. */
export const MAX_PASSKEYS = 20

/** Characters of a name of a passkey. */
export const MAX_NAME = 60

/** A typed name without control characters and outer spaces, else the default. */
export function passkeyName(typed: string | undefined, fallback: string): string {
  const name = typed
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_NAME)
  return name || fallback
}

/** Seconds after the sign-in in which a person may add a passkey: whoever finds an open session must not stay in for good. */
export const FRESH_SECONDS = 15 * 60

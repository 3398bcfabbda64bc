/** Who is a user, and who may become one. Pure. */

/**
 * The form of an email address by which addresses are compared: its ASCII letters in lower case, nothing else changed.
 * Unicode's case rules would make one address of two: the Kelvin sign becomes `k`, the dotless i `I`.
 */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text is an email address as far as a user needs one: no spaces, no control characters, one @ before a domain. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(text)
}

/** The longest name that is kept; the longest real ones have about 100 characters. */
export const MAX_NAME = 200

/** A name from a provider, without what no name holds; null if nothing is left. */
export function cleanName(name: string | undefined): string | null {
  return (
    name
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_NAME) || null
  )
}

/** People who become users when they sign in with a verified address. */
export interface Allowed {
  readonly emails: readonly string[]
  /** Whole domains; their subdomains do not count. */
  readonly domains: readonly string[]
}

/** Whether the owner of a verified address may become a user. */
export function isAllowed(email: string, { emails, domains }: Allowed): boolean {
  const key = emailKey(email)
  const domain = key.slice(key.lastIndexOf('@') + 1)
  return (
    emails.some((allowed) => emailKey(allowed) === key) ||
    domains.some((allowed) => emailKey(allowed) === domain)
  )
}

/** An account at a provider. */
export interface Identity {
  /** Name of the provider in the configuration. */
  readonly provider: string
  /** Issuer of its ID tokens; empty for a provider without them. */
  readonly issuer: string
  readonly subject: string
}

/** Somebody whom a provider has authenticated. */
export interface Person extends Identity {
  /** The address, if the provider has verified it and can be believed; undefined otherwise. */
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
}

/** Why somebody may not sign in, by the code that the log and the address of the page have. */
export const ADMISSION_FAULTS = {
  not_a_user: 'No user has this verified address, and it is not allowed either.',
  email_not_verified:
    'The account is bound to no user, and has no address that could say whose it is.',
  other_account:
    'The user with this address signs in with another account of this provider: the address changed hands.',
} as const

/** One of {@link ADMISSION_FAULTS}. */
export type AdmissionFault = keyof typeof ADMISSION_FAULTS

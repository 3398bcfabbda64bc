/** Rules about users and about the people who may become users. Pure. */

/**
 * The form of an email address that is used for comparing: its ASCII letters are in lower case, and nothing else is changed. The case
 * rules of Unicode would make different addresses equal: the Kelvin sign becomes `k`, and the dotless i becomes `I`.
 */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a text has the form of an email address: no spaces, no control characters, no halves of surrogate pairs, and one @ before a domain. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(text)
}

/** Maximum length of a stored name. The longest real names have about 100 characters. */
export const MAX_NAME = 200

/** A name as it can be stored, without control characters and outer spaces; null if nothing is left. */
export function cleanName(name: string | undefined): string | null {
  return (
    name
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_NAME)
      .toWellFormed() || null
  )
}

/** People who become users when they sign in with a verified address. */
export interface Allowed {
  readonly emails: readonly string[]
  /** Domains, without their subdomains. */
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

/** A person whom a provider has authenticated. */
export interface Person extends Identity {
  /** The address, if a trusted provider has verified it; else undefined. */
  readonly verifiedEmail: string | undefined
  /** The address that the provider gives, verified or not. */
  readonly email?: string | undefined
  /** Whether the provider says that the address is not verified, and does not merely leave that out. */
  readonly isUnverified?: boolean | undefined
  readonly name: string | undefined
}

/** The reasons of a refused sign-in, by the code in the log and in the URL of the page. */
export const ADMISSION_FAULTS = {
  not_a_user: 'No user has this verified address, and it is not allowed either.',
  no_email: 'The account is not bound to a user, and its provider gave no address.',
  email_not_verified:
    'The account is not bound to a user, and its provider says that its address is not verified.',
  email_not_confirmed:
    'The account is not bound to a user, and its provider does not say whether its address is verified.',
  other_account:
    'The user with this address signs in with another account of this provider; the address may have a new owner.',
} as const

/** One of {@link ADMISSION_FAULTS}. */
export type AdmissionIssue = keyof typeof ADMISSION_FAULTS

/** Why an account without a verified address is refused. */
export function unprovenAddress({ email, isUnverified }: Person): AdmissionIssue {
  if (email === undefined) return 'no_email'
  return isUnverified === true ? 'email_not_verified' : 'email_not_confirmed'
}

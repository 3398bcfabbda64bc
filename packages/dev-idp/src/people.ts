/** A person on the sign-in page. */
export interface Person {
  /** Stable identity, the claim `sub`. */
  readonly sub: string
  readonly name: string
  /** Undefined for a person without an email address. */
  readonly email?: string
  /** The claim `email_verified`; undefined leaves the claim out. */
  readonly emailVerified?: boolean
  /** The claim `groups`, which the scope `groups` requests. */
  readonly groups?: readonly string[]
}

/**
 * The default people of the sign-in page. They cover the cases that an application must handle: addresses that are verified, not
 * verified, without `email_verified`, missing, or with capital letters, and names beyond ASCII.
 */
export const SAMPLE_PEOPLE: readonly Person[] = Object.freeze([
  {
    sub: 'ann',
    name: 'Ann Archer',
    email: 'ann@example.com',
    emailVerified: true,
    groups: ['admins', 'staff'],
  },
  {
    sub: 'bo',
    name: 'Bo Sørensen',
    email: 'bo@example.com',
    emailVerified: true,
    groups: ['staff'],
  },
  { sub: 'chidi', name: 'Chidi Okafor', email: 'Chidi.Okafor@example.com', emailVerified: true },
  { sub: 'daiyu', name: '李黛玉', email: 'daiyu@example.org', emailVerified: true },
  { sub: 'eve', name: 'Eve Unverified', email: 'ann@example.com', emailVerified: false },
  { sub: 'finn', name: 'Finn Unverified', email: 'finn@example.com', emailVerified: false },
  { sub: 'gus', name: 'Gus Unsaid', email: 'gus@example.com' },
  { sub: 'hana', name: 'Hana No-Email' },
])

/** The claims of a person, by their names in OpenID Connect Core 1.0, section 5.1. */
export function claimsOf(person: Person): { sub: string; [claim: string]: unknown } {
  return {
    sub: person.sub,
    name: person.name,
    preferred_username: person.sub,
    ...(person.email !== undefined && { email: person.email }),
    ...(person.emailVerified !== undefined && { email_verified: person.emailVerified }),
    ...(person.groups && { groups: [...person.groups] }),
  }
}

/** Which user an assertion of an identity provider is about (`mcp.identityAssertions` of the sign-in plugin). */
import type { Database } from '@entrepot/database'
import type { IdentityAssertion, IdentityDecision } from '@entrepot/oauth'
import { readPerson } from '../../people/members/people.ts'
import { findByAssertion } from '../../people/users/asserted.ts'

/**
 * The user to whom the account at the provider is bound, or the one with its trusted address, to whom it is bound then. It makes no users
 * and no members: invitations and the operator do.
 */
export async function findAsserted(
  database: Database,
  { issuer, subject, email }: Pick<IdentityAssertion, 'issuer' | 'subject' | 'email'>,
): Promise<IdentityDecision> {
  const user = await findByAssertion(database, { issuer, subject }, email)
  if (user === undefined) return { status: 'denied', error: NO_USER }
  const person = await readPerson(database, user)
  if (!person?.memberships.length) return { status: 'denied', error: NO_MEMBER }
  return { user }
}

const NO_USER = 'The person is not a user of this hub, or uses it with another account.'
const NO_MEMBER = 'The person is not a member of any customer of this hub.'

/**
 * Stores the sign-ins of grants, if the settings end grants together with sign-ins. A logout token contains ids of the provider,
 * and a person who only uses clients has no session with these ids.
 */
import { randomSecret } from '../../shared/secrets.ts'
import type { Person } from '../../sign-in/finisher.ts'
import type { McpContext } from '../mcp-context.ts'
import { wasRevokedSince } from '../token/revoked-since.ts'

/** Seconds that a person has until the code is issued: for the consent page, and some more. */
const UNTIL_CODE = 1_200

/** Seconds for which a sign-in is kept after the code was issued, beyond the lives of tokens. */
const MARGIN = 3_600

/** Stores the sign-in of a person, and sets its id. */
export async function keepSignIn(
  { mcp, store }: Pick<McpContext, 'mcp' | 'store'>,
  person: Person,
): Promise<Person> {
  if (!mcp.revokeGrantsWithSignIns || person.isQuarantined) return person
  const signInId = randomSecret()
  const { user, origin } = person
  await store.signIns.create({ ...origin, signInId, user, session: '' }, UNTIL_CODE)
  return { ...person, signInId }
}

/**
 * Whether the access of a person, or their sign-in, has ended since they signed in. If not, the sign-in is kept as long as the tokens that are
 * issued on it.
 *
 * @param offline whether a refresh token is among them
 */
export async function hasEnded(
  context: Pick<McpContext, 'mcp' | 'store' | 'mcpStore'>,
  person: Person,
  offline: boolean,
): Promise<boolean> {
  const [revoked, signedOut] = await Promise.all([
    wasRevokedSince(context.mcpStore, person.user, person.signedInAt),
    hasSignedOut(context, person, offline),
  ])
  return revoked || signedOut
}

async function hasSignedOut(
  { mcp, store }: Pick<McpContext, 'mcp' | 'store'>,
  { signInId, user }: Person,
  offline: boolean,
): Promise<boolean> {
  if (signInId === undefined) return false
  const ttl = offline ? mcp.refreshTokenTtl + mcp.accessTokenTtl : mcp.accessTokenTtl
  return !(await store.signIns.touch({ signInId, user, session: '' }, ttl + MARGIN))
}

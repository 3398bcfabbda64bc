/** Users whom an assertion of an identity provider names. */
import { type Database, transaction } from '@entrepot/database'
import { isEmail } from './rules.ts'
import { bindIdentity, findByEmail, isByLink, selectAccounts } from './store.ts'

/** Stands for the name of a provider in the accounts that assertions have bound. */
const BY_ASSERTION = 'identity-assertion'

/**
 * The user of an account at an issuer: the one to whom it is bound, by a sign-in or an earlier assertion. Otherwise the user with the
 * address, to whom it is bound then, so that a later owner of the address is not this user.
 *
 * @param email an address for whose domain the operator trusts the issuer
 * @returns undefined if there is no such user, or if the user has another account at the issuer
 */
export async function findByAssertion(
  database: Database,
  account: { readonly issuer: string; readonly subject: string },
  email: string | undefined,
): Promise<string | undefined> {
  const { issuer, subject } = account
  return await transaction(database, async (tx) => {
    const bound = await selectAccounts(tx, { issuer, subject })
    const [first, ...others] = new Set(bound.map(({ userId }) => userId))
    if (first !== undefined) return others.length === 0 ? first : undefined
    if (email === undefined || !isEmail(email)) return undefined
    const user = await findByEmail(tx, email)
    // Who came by the link of an invitation may not be the owner of the address.
    if (user === undefined || (await isByLink(tx, user.userId))) return undefined
    const accounts = await selectAccounts(tx, { issuer, userId: user.userId })
    if (accounts.length > 0) return undefined
    const identity = { provider: BY_ASSERTION, issuer, subject }
    if (await bindIdentity(tx, identity, user.userId)) return user.userId
    // Another assertion may have bound the account at the same time.
    const again = await selectAccounts(tx, { issuer, subject })
    return again.find(({ userId }) => userId === user.userId)?.userId
  })
}

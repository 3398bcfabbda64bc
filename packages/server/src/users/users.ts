/** Users of the hub: added by the command, or admitted when they sign in. */
import { type Database, transaction } from '@entrepot/database'
import { postgresStore, revokePerson } from '@entrepot/oauth/postgres'
import {
  type AdmissionRefusal,
  type Allowed,
  cleanName,
  type Identity,
  isAllowed,
  isEmail,
  MAX_NAME,
  type Person,
} from './rules.ts'
import {
  bindIdentity,
  deleteUser,
  findByEmail,
  insertUser,
  type ListedUser,
  selectUsers,
  signInBound,
  type User,
} from './store.ts'

/** Thrown when `entrepot users` cannot do what it was asked to do. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly code:
    | 'SERVER_INVALID_EMAIL'
    | 'SERVER_USER_EXISTS'
    | 'SERVER_NO_USER'
    | 'SERVER_ACCOUNT_BOUND'
    | 'SERVER_UNKNOWN_ISSUER'
    | 'SERVER_INVALID_ACCOUNT'
    | 'SERVER_INVALID_NAME'

  constructor(code: UserError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Adds a user: the person who signs in with this address, which the provider must have verified.
 *
 * @throws UserError `SERVER_INVALID_EMAIL`, `SERVER_INVALID_NAME`, `SERVER_USER_EXISTS`
 * @example
 * const user = await addUser(database, { email: 'ann@shop.example', name: 'Ann' })
 */
export async function addUser(
  database: Database,
  { email, name }: { readonly email: string; readonly name?: string | undefined },
): Promise<User> {
  requireEmail(email)
  if (name !== undefined && cleanName(name) !== name) {
    const message = `A name must have 1 to ${MAX_NAME} characters, without control characters, and without spaces at its ends. Use another name, or leave it out.`
    throw new UserError('SERVER_INVALID_NAME', message)
  }
  const user = await insertUser(database, { email, name: name ?? null })
  if (user) return user
  throw new UserError('SERVER_USER_EXISTS', `A user with the address ${email} already exists.`)
}

/** Every user, by address. */
export async function listUsers(database: Database): Promise<readonly ListedUser[]> {
  return await selectUsers(database)
}

/**
 * Binds an account at a provider to a user. This is for providers that do not say whether an address is verified, such as
 * Microsoft. The log line of a refused sign-in contains the account. Does not check whether the provider is configured; use
 * `requireKnownIssuer` for that.
 *
 * @throws UserError `SERVER_INVALID_EMAIL`, `SERVER_INVALID_ACCOUNT`, `SERVER_NO_USER`, `SERVER_ACCOUNT_BOUND`
 * @example
 * await bindUser(database, 'ann@shop.example', { provider: 'azure', issuer: 'https://login...', subject: 'AAAA...' })
 */
export async function bindUser(
  database: Database,
  email: string,
  identity: Identity,
): Promise<User> {
  requireEmail(email)
  if (identity.provider === '' || identity.subject === '') {
    const message =
      'The provider or the subject is missing. Take both from the log line of the refused sign-in.'
    throw new UserError('SERVER_INVALID_ACCOUNT', message)
  }
  return await transaction(database, async (tx) => {
    const user = await findByEmail(tx, email)
    if (user === undefined) throw noUser(email)
    if (await bindIdentity(tx, identity, user.userId)) return user
    const message = `The account is already bound, or ${email} already has another account of ${identity.provider}. To bind this one, remove the user who has the account, and add that user again.`
    throw new UserError('SERVER_ACCOUNT_BOUND', message)
  })
}

/**
 * Removes a user with all accounts, sessions, tokens of providers and memberships, and revokes the MCP clients of the user. On every
 * node, sessions end with the next request, MCP clients can no longer refresh their tokens, and their access tokens are refused
 * within three seconds.
 *
 * @throws UserError `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`
 */
export async function removeUser(database: Database, email: string): Promise<User> {
  requireEmail(email)
  await postgresStore(database).prepare()
  const removed = await transaction(database, async (tx) => {
    const user = await deleteUser(tx, email)
    if (user !== undefined) await revokePerson(tx, user.userId)
    return user
  })
  if (removed === undefined) throw noUser(email)
  // Again, for tokens that other nodes have issued in the meantime. After a crash at this point, only those remain.
  await revokePerson(database, removed.userId)
  return removed
}

/** The error for an address without a user. */
export function noUser(email: string): UserError {
  const message = `No user has the address ${email}. See entrepot users list.`
  return new UserError('SERVER_NO_USER', message)
}

/** Checks the form of an address. @throws UserError `SERVER_INVALID_EMAIL` */
export function requireEmail(email: string): void {
  if (isEmail(email)) return
  const message = `${JSON.stringify(email)} is not an email address. Use an address such as ann@shop.example.`
  throw new UserError('SERVER_INVALID_EMAIL', message)
}

/** The result of a sign-in: a user, or the reason of the refusal. */
export type Admission = { readonly userId: string } | { readonly refused: AdmissionRefusal }

/**
 * Finds the user of a person whom a provider has authenticated. A bound account belongs to its user, even if its address has changed.
 * Any other account is bound to the user with its verified address. If the configuration allows the address, the user is added
 * first.
 *
 * If people sign in with the same new address at the same time, on any number of nodes, one sign-in adds the user, and all get it.
 *
 * @example
 * const admission = await admit(database, person, { emails: [], domains: ['shop.example'] })
 * if ('refused' in admission) return { status: 'denied', error: admission.refused }
 */
export async function admit(
  database: Database,
  person: Person,
  allowed: Allowed,
): Promise<Admission> {
  const bound = await signInBound(database, person)
  if (bound !== undefined) return { userId: bound }
  const email = person.verifiedEmail
  if (email === undefined || !isEmail(email)) return { refused: 'email_not_verified' }
  return await transaction(database, async (tx): Promise<Admission> => {
    const mayBeAdded = isAllowed(email, allowed)
    if (mayBeAdded) await insertUser(tx, { email, name: cleanName(person.name) })
    const user = await findByEmail(tx, email)
    if (user === undefined) return { refused: 'not_a_user' }
    // Read again: another sign-in may have bound the account at the same time.
    await bindIdentity(tx, person, user.userId)
    const userId = await signInBound(tx, person)
    return userId === user.userId ? { userId } : { refused: 'other_account' }
  })
}

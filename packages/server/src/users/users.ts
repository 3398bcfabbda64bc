/** Users of the hub: added by hand, or admitted when they sign in. */
import { type Database, transaction } from '@entrepot/database'
import type { Refusal } from '@entrepot/marketplace'
import { postgresStore, revokePerson } from '@entrepot/oauth/postgres'
import { type HubRefusal, refuse } from '../refusal.ts'
import {
  ADMISSION_FAULTS,
  type AdmissionFault,
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

/**
 * Adds a user: the person who signs in with this address, verified by their provider.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_INVALID_NAME`, `SERVER_USER_EXISTS`.
 *
 * @example
 * const user = await addUser(database, { email: 'ann@shop.example', name: 'Ann' })
 */
export async function addUser(
  database: Database,
  { email, name }: { readonly email: string; readonly name?: string | undefined },
): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  if (name !== undefined && cleanName(name) !== name) {
    const message = `A name has 1 to ${MAX_NAME} characters, no control characters, and no spaces around it. Give another one, or leave it out.`
    return refuse('SERVER_INVALID_NAME', message)
  }
  const user = await insertUser(database, { email, name: name ?? null })
  if (user) return user
  return refuse('SERVER_USER_EXISTS', `There is a user with the address ${email} already.`)
}

/** Every user, by address. */
export async function listUsers(database: Database): Promise<readonly ListedUser[]> {
  return await selectUsers(database)
}

/**
 * Binds an account at a provider to a user by hand: for providers that do not say whether an address is verified, such as
 * Microsoft's. The log line of a refused sign-in names the account. Whether the provider is configured is not looked at:
 * `refuseUnknownIssuer` does that.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_INVALID_ACCOUNT`, `SERVER_NO_USER`, `SERVER_ACCOUNT_BOUND`.
 *
 * @example
 * await bindUser(database, 'ann@shop.example', { provider: 'azure', issuer: 'https://login...', subject: 'AAAA...' })
 */
export async function bindUser(
  database: Database,
  email: string,
  identity: Identity,
): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  if (identity.provider === '' || identity.subject === '') {
    const message =
      'An account has a provider and a subject. Give both; the log line of the refused sign-in names them.'
    return refuse('SERVER_INVALID_ACCOUNT', message)
  }
  return await transaction(database, async (tx) => {
    const user = await findByEmail(tx, email)
    if (user === undefined) return noUser(email)
    if (await bindIdentity(tx, identity, user.userId)) return user
    const message = `The account, or another one of ${identity.provider}, is bound already. Remove the user it belongs to and add them again.`
    return refuse('SERVER_ACCOUNT_BOUND', message)
  })
}

/**
 * Removes a user, with their accounts, sessions, tokens of providers and memberships, and ends what acts for them. On every node
 * their sessions end with the next request; MCP clients cannot refresh from then on, and their access tokens are refused within
 * three seconds.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`.
 */
export async function removeUser(database: Database, email: string): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  await postgresStore(database).prepare()
  const removed = await transaction(database, async (tx) => {
    const user = await deleteUser(tx, email)
    if (user !== undefined) await revokePerson(tx, user.userId)
    return user
  })
  if (removed === undefined) return noUser(email)
  // Again, for what other nodes have issued meanwhile. A crash before it leaves at most that.
  await revokePerson(database, removed.userId)
  return removed
}

/** The refusal of an address that no user has. */
export function noUser(email: string): HubRefusal {
  const message = `No user has the address ${email}. See entrepot users list.`
  return refuse('SERVER_NO_USER', message)
}

/** The refusal of what is no address. */
export function noEmail(email: string): HubRefusal {
  const message = `${JSON.stringify(email)} is no email address. Give one such as ann@shop.example.`
  return refuse('SERVER_INVALID_EMAIL', message)
}

/** What becomes of somebody who signs in. */
export type Admission = { readonly userId: string } | Refusal<AdmissionFault>

/**
 * Says which user somebody is whom a provider has authenticated. An account that is bound is its user, whatever its
 * address is by now. Another one is bound to the user with its verified address, who is added first where the
 * configuration allows the address.
 *
 * Of many sign-ins at once with one new address, on any number of nodes, one adds the user and all are that user.
 *
 * @example
 * const admission = await admit(database, person, { emails: [], domains: ['shop.example'] })
 * if (isRefusal(admission)) return { status: 'denied', error: admission.code }
 */
export async function admit(
  database: Database,
  person: Person,
  allowed: Allowed,
): Promise<Admission> {
  const bound = await signInBound(database, person)
  if (bound !== undefined) return { userId: bound }
  const email = person.verifiedEmail
  if (email === undefined || !isEmail(email)) return refuseAdmission('email_not_verified')
  return await transaction(database, async (tx): Promise<Admission> => {
    const mayBeAdded = isAllowed(email, allowed)
    if (mayBeAdded) await insertUser(tx, { email, name: cleanName(person.name) })
    const user = await findByEmail(tx, email)
    if (user === undefined) return refuseAdmission('not_a_user')
    // Twice: the account may have been bound by a sign-in at the same moment.
    await bindIdentity(tx, person, user.userId)
    const userId = await signInBound(tx, person)
    return userId === user.userId ? { userId } : refuseAdmission('other_account')
  })
}

function refuseAdmission(code: AdmissionFault): Refusal<AdmissionFault> {
  return { refused: true, code, detail: ADMISSION_FAULTS[code], errors: [] }
}

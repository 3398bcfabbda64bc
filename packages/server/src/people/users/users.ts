/** Users of the hub: added by the command, or admitted when they sign in. */
import { type Connection, type Database, type Transaction, transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace'
import { revokePerson } from '@entrepot/oauth/postgres'
import { type HubRefusal, refuse } from '../refusal.ts'
import {
  ADMISSION_FAULTS,
  type AdmissionIssue,
  type Allowed,
  cleanName,
  emailKey,
  type Identity,
  isAllowed,
  isEmail,
  MAX_NAME,
  type Person,
  unprovenAddress,
} from './rules.ts'
import {
  bindIdentity,
  confirmAddress,
  deleteUser,
  findByEmail,
  insertUser,
  isByLink,
  isUserId,
  type ListedUser,
  selectUsers,
  signInBound,
  takeUserByLink,
  type User,
} from './store.ts'

/**
 * Adds a user. The person signs in with this address, which the provider must have verified.
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
    const message = `A name must have 1 to ${MAX_NAME} characters, without control characters, and without spaces at its ends. Use another name, or leave it out.`
    return refuse('SERVER_INVALID_NAME', message)
  }
  const user = await insertUser(database, { email, name: name ?? null })
  if (user) return user
  return refuse('SERVER_USER_EXISTS', `A user with the address ${email} already exists.`)
}

/** Every user, by address. */
export async function listUsers(database: Database): Promise<readonly ListedUser[]> {
  return await selectUsers(database)
}

/**
 * Binds an account at a provider to a user. This is for providers that do not say whether an address is verified, such as
 * Microsoft. The log line of a refused sign-in contains the account. Does not check whether the provider is configured; use
 * `refuseUnknownIssuer` for that.
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
  if (identity.provider === '' || identity.subject === '') {
    const message =
      'The provider or the subject is missing. Take both from the log line of the refused sign-in.'
    return refuse('SERVER_INVALID_ACCOUNT', message)
  }
  return await transaction(database, async (tx) => {
    const user = await findUser(tx, email)
    if (isRefusal(user) || (await bindIdentity(tx, identity, user.userId))) return user
    const message = `The account is already bound, or ${email} already has another account of ${identity.provider}. To bind it, remove the user to whom the account is bound, and add that user again.`
    return refuse('SERVER_ACCOUNT_BOUND', message)
  })
}

/**
 * Removes a user with all accounts, sessions, tokens of providers and memberships, and revokes the MCP clients of the user. On every
 * node, sessions end with the next request, MCP clients can no longer refresh their tokens, and their access tokens are refused
 * within three seconds.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, and the refusal of `check`, which runs first in the transaction.
 */
export async function removeUser(
  database: Database,
  email: string,
  check: (tx: Transaction) => Promise<HubRefusal | undefined> = async () => undefined,
): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  const removed = await transaction(database, async (tx) => {
    const refusal = await check(tx)
    if (refusal !== undefined) return refusal
    const user = await deleteUser(tx, email)
    if (user !== undefined) await revokePerson(tx, user.userId)
    return user
  })
  if (removed === undefined) return noUser(email)
  if (isRefusal(removed)) return removed
  // Revokes again, for tokens that other nodes have issued in the meantime. After a crash at this point, only those tokens remain.
  await revokePerson(database, removed.userId)
  return removed
}

/** The user with an address, as `findByEmail` locks it. Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`. */
export async function findUser(connection: Connection, email: string): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  return (await findByEmail(connection, email)) ?? noUser(email)
}

/** Whether a text is the id of a user, as in sessions and access tokens. */
export async function isUser(database: Database, id: string): Promise<boolean> {
  return /^[1-9]\d{0,17}$/.test(id) && (await isUserId(database, id))
}

/** The refusal of an address without a user. */
export function noUser(email: string): HubRefusal {
  const message = `No user has the address ${email}. See entrepot users list.`
  return refuse('SERVER_NO_USER', message)
}

/** The refusal of a text that is not an email address. */
export function noEmail(email: string): HubRefusal {
  const message = `${JSON.stringify(email)} is not an email address. Use an address such as ann@shop.example.`
  return refuse('SERVER_INVALID_EMAIL', message)
}

/** The result of a sign-in: a user, or the reason of the refusal. */
export type Admission = { readonly userId: string } | Refusal<AdmissionIssue>

/** What may admit a person who is not a user. */
export interface Ways {
  /** Whether somebody has invited a verified address. */
  readonly isInvited: (tx: Transaction, verifiedEmail: string) => Promise<boolean>
  /** Whether the person has opened the link of an invitation of this address, which nobody has verified. */
  readonly hasLink: (tx: Transaction, email: string) => Promise<boolean>
  /** The address that a directory has for an account, whether a provider has verified it or not. */
  readonly provisionedAddress: (tx: Transaction, account: Identity) => Promise<string | undefined>
}

const NO_WAYS: Ways = {
  isInvited: async () => false,
  hasLink: async () => false,
  provisionedAddress: async () => undefined,
}

/**
 * Finds the user of a person whom a provider has authenticated. A bound account belongs to its user, even if its address has changed.
 * Any other account is bound to the user with its verified address. If the configuration allows the address, or somebody has invited
 * it, the user is added first. An account whose address is not verified gets a new user if the person has opened the link of an invitation of
 * this address; such a user gets no other account by the address. So does an account that a directory names by its subject.
 *
 * If people sign in with the same new address at the same time, on any number of nodes, one sign-in adds the user, and all sign-ins get this user.
 *
 * @example
 * const admission = await admit(database, person, { emails: [], domains: ['shop.example'] })
 * if (isRefusal(admission)) return { status: 'denied', error: admission.code }
 */
export async function admit(
  database: Database,
  person: Person,
  allowed: Allowed,
  ways: Ways = NO_WAYS,
): Promise<Admission> {
  const { isInvited } = ways
  const { verifiedEmail: email } = person
  const bound = await signInBound(database, person)
  if (bound !== undefined) {
    if (email !== undefined) await confirmAddress(database, bound, email)
    return { userId: bound }
  }
  const provisioned = await admitProvisioned(database, person, ways)
  if (provisioned !== undefined) return provisioned
  if (email === undefined || !isEmail(email))
    return await admitByLink(database, person, ways.hasLink)
  return await transaction(database, async (tx): Promise<Admission> => {
    const mayBeAdded = isAllowed(email, allowed) || (await isInvited(tx, email))
    if (mayBeAdded) await insertUser(tx, { email, name: cleanName(person.name) })
    const user = await findByEmail(tx, email)
    if (user === undefined) return refuseAdmission('not_a_user')
    // Who came by a link may not be the owner of the address.
    if (await isByLink(tx, user.userId)) return refuseAdmission('other_account')
    return await bindTo(tx, person, user)
  })
}

/**
 * Admits the account that a directory names by its subject, unless its verified address is that of the directory. The address of its
 * user is as little proven as one of a link. Undefined if no directory names the account, or if the address has a user already.
 */
async function admitProvisioned(
  database: Database,
  person: Person,
  { provisionedAddress }: Ways,
): Promise<Admission | undefined> {
  return await transaction(database, async (tx): Promise<Admission | undefined> => {
    const email = await provisionedAddress(tx, person)
    if (email === undefined || isSameAddress(email, person.verifiedEmail)) return undefined
    const user = await takeUserByLink(tx, { email, name: cleanName(person.name) })
    if (user !== undefined) return await bindTo(tx, person, user)
    // Another sign-in of this account may have taken the user at the same time.
    const userId = await signInBound(tx, person)
    return userId === undefined ? undefined : { userId }
  })
}

function isSameAddress(email: string, other: string | undefined): boolean {
  return other !== undefined && emailKey(email) === emailKey(other)
}

async function admitByLink(
  database: Database,
  person: Person,
  hasLink: Ways['hasLink'],
): Promise<Admission> {
  const { email } = person
  if (email === undefined || !isEmail(email)) return refuseAdmission(unprovenAddress(person))
  return await transaction(database, async (tx): Promise<Admission> => {
    if (!(await hasLink(tx, email))) return refuseAdmission(unprovenAddress(person))
    const user = await takeUserByLink(tx, { email, name: cleanName(person.name) })
    if (user !== undefined) return await bindTo(tx, person, user)
    // Another sign-in of this account may have taken the user at the same time.
    const userId = await signInBound(tx, person)
    return userId === undefined ? refuseAdmission('other_account') : { userId }
  })
}

async function bindTo(tx: Transaction, person: Person, user: User): Promise<Admission> {
  // Read again: another sign-in may have bound the account at the same time.
  await bindIdentity(tx, person, user.userId)
  const userId = await signInBound(tx, person)
  return userId === user.userId ? { userId } : refuseAdmission('other_account')
}

function refuseAdmission(code: AdmissionIssue): Refusal<AdmissionIssue> {
  return { refused: true, code, detail: ADMISSION_FAULTS[code], errors: [] }
}

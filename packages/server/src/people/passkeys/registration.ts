/** Creating a passkey: by the link of the first owner, of an invitation or of a recovery, or by a person who is signed in. */
import { randomBytes } from 'node:crypto'
import { type Transaction, transaction } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { mayBecomeOwner } from '../first-owner/first-owner.ts'
import { findByLink } from '../invitations/invitations.ts'
import { type HubRefusal, refuse } from '../refusal.ts'
import { deleteSessionsOf, sessionAge } from '../sessions/store.ts'
import { cleanName, isEmail } from '../users/rules.ts'
import { lockUser, selectUser, takeUserByLink } from '../users/store.ts'
import { noEmail } from '../users/users.ts'
import {
  ANSWER_SECONDS,
  askToCreate,
  challengeOf,
  checkCreation,
  hashChallenge,
} from './ceremonies.ts'
import { insertChallenge, takeChallenge } from './challenge-store.ts'
import { recordPasskey } from './record.ts'
import { findRecovery, takeRecovery } from './recovery-store.ts'
import { FRESH_SECONDS, MAX_PASSKEYS, type Reason, type Registration } from './rules.ts'
import type { CeremonyParts } from './sign-in.ts'
import {
  deletePasskeys,
  insertPasskey,
  type NewPasskey,
  type Passkey,
  selectHandles,
  selectPasskeys,
} from './store.ts'

/** What the session of a browser knows of the person. */
export interface Visitor {
  readonly browserHash: Buffer
  /** The user who is signed in. */
  readonly userId: string | undefined
  /** Under which the session is stored. */
  readonly sessionHash: Buffer
  /** Whether the sign-in suffices to change who may do what. */
  readonly isStrong: () => Promise<boolean>
  /** The links that were opened in the session. */
  readonly links: Readonly<Partial<Record<Reason, string | undefined>>>
}

/** What a person types who becomes a user. */
export interface Typed {
  readonly email?: string | undefined
  readonly name?: string | undefined
}

/** Makes a challenge for somebody who may create a passkey. */
export async function beginRegistration(
  { database, relyingParty }: Pick<CeremonyParts, 'database' | 'relyingParty'>,
  visitor: Visitor,
  reason: Reason,
  typed: Typed,
): Promise<PublicKeyCredentialCreationOptionsJSON | HubRefusal> {
  const subject = await findSubject(database, visitor, reason, typed)
  if (isRefusal(subject)) return subject
  const { userId } = subject
  const known = userId === undefined ? [] : await selectHandles(database, userId)
  const [first] = known
  // A later passkey of the person on the same authenticator replaces an earlier one there: it has the same handle.
  const userHandle = (first?.userHandle ?? randomBytes(32)).toString('base64url')
  const registration = { reason, link: visitor.links[reason], ...subject, userHandle }
  // Who has lost a passkey may create another one where the lost one was.
  const excluded = reason === 'recovery' ? [] : known
  const options = await askToCreate(relyingParty, registration, excluded)
  const challengeHash = hashChallenge(options.challenge)
  const { browserHash } = visitor
  await insertChallenge(database, { challengeHash, browserHash, registration }, ANSWER_SECONDS)
  return options
}

type Subject = Pick<Registration, 'userId' | 'email' | 'name'>

/** For whom a visitor may create a passkey. */
async function findSubject(
  database: CeremonyParts['database'],
  visitor: Visitor,
  reason: Reason,
  typed: Typed,
): Promise<Subject | HubRefusal> {
  if (reason === 'account') return await findSignedIn(database, visitor)
  const link = visitor.links[reason]
  const name = cleanName(typed.name) ?? undefined
  if (reason === 'owner') {
    if (!(await mayBecomeOwner(database, link))) return VOID_LINK
    const email = typed.email?.trim() ?? ''
    return isEmail(email) ? { email, name } : noEmail(email)
  }
  if (reason === 'invitation') {
    const invitation = await findByLink(database, link)
    return invitation ? { email: invitation.email, name } : VOID_LINK
  }
  const user = link && (await findRecovery(database, Buffer.from(link, 'base64url')))
  return user || VOID_LINK
}

/** The person who is signed in, since a short time only, and as strongly as for other changes of access. */
async function findSignedIn(
  database: CeremonyParts['database'],
  { userId, sessionHash, isStrong }: Visitor,
): Promise<Subject | HubRefusal> {
  const age = await sessionAge(database, sessionHash)
  if (userId === undefined || age === undefined || age.seconds > FRESH_SECONDS) return OLD_SESSION
  if (!(await isStrong())) return WEAK_SESSION
  const user = await selectUser(database, userId)
  return user ? { ...user, name: user.name ?? undefined } : OLD_SESSION
}

const VOID_LINK = refuse(
  'SERVER_VOID_LINK',
  'The link was used, has expired, or was opened in another browser. Ask for another one.',
)

const OLD_SESSION = refuse(
  'SERVER_OLD_SESSION',
  'You have signed in too long ago to add a passkey. Sign in again, and add it within 15 minutes.',
)

const WEAK_SESSION = refuse(
  'SERVER_WEAK_SESSION',
  'A new passkey needs a stronger or more recent sign-in. Open /step-up?for=access of the hub, sign in, and add it then.',
)

/** What the person chooses besides. */
export interface Choices {
  /** The name of the passkey. */
  readonly name: string
  /** Whether a recovery removes the other passkeys. */
  readonly removeOthers: boolean
}

/** A passkey that was created. */
export interface Created {
  readonly userId: string
  readonly passkey: Passkey
  readonly reason: Reason
}

/**
 * Stores the passkey that an authenticator has made. The challenge is answered once, by the browser that asked for it, and the right to
 * create a passkey is checked again in the transaction that stores it: a session must not have ended, and a link of a recovery is used.
 */
export async function finishRegistration(
  { database, relyingParty, log }: CeremonyParts,
  visitor: Omit<Visitor, 'isStrong'>,
  response: RegistrationResponseJSON,
  choices: Choices,
): Promise<Created | HubRefusal> {
  const refused = (reason: string) => {
    log.warn({ reason }, 'a passkey was not created')
    return NOT_CREATED
  }
  const challenge = challengeOf(response.response.clientDataJSON)
  if (challenge === undefined) return refused('the answer cannot be read')
  const { browserHash } = visitor
  const key = { challengeHash: hashChallenge(challenge), browserHash }
  const taken = await takeChallenge(database, key, 'registration')
  if (!taken?.registration)
    return refused('the challenge was answered, has expired, or is that of another browser')
  const { registration } = taken
  const checked = await checkCreation(relyingParty, response, challenge)
  if ('fault' in checked) return refused(checked.fault)
  const userHandle = Buffer.from(registration.userHandle, 'base64url')
  const created = { ...checked, userHandle, name: choices.name }
  try {
    return await transaction(database, async (tx) =>
      throwRefusal(await store(tx, registration, visitor, created, choices)),
    )
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

const NOT_CREATED = refuse(
  'SERVER_PASSKEY_REFUSED',
  'The passkey was not created. Load the page again, and try it once more.',
)

/** Rolls a transaction back that has stored something before it is refused, such as the new user. */
class Refused extends Error {
  readonly refusal: HubRefusal

  constructor(refusal: HubRefusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

function throwRefusal<T>(result: T | HubRefusal): T {
  if (isRefusal(result)) throw new Refused(result as HubRefusal)
  return result as T
}

async function store(
  tx: Transaction,
  registration: Registration,
  visitor: Pick<Visitor, 'userId' | 'sessionHash'>,
  created: NewPasskey,
  { removeOthers }: Choices,
): Promise<Created | HubRefusal> {
  const { reason } = registration
  const user = await findUser(tx, registration, visitor)
  if (isRefusal(user)) return user
  const { userId, email } = user
  const before = await selectPasskeys(tx, userId)
  if (before.length >= MAX_PASSKEYS && !(reason === 'recovery' && removeOthers)) return TOO_MANY
  const passkey = await insertPasskey(tx, userId, created)
  // The credential of somebody else, or an answer that was sent twice.
  if (passkey === undefined) return NOT_CREATED
  await recordPasskey(tx, { type: 'passkey.added', userId, email, name: passkey.name })
  if (reason === 'recovery') await recover(tx, user, passkey, removeOthers)
  return { userId, passkey, reason }
}

const TOO_MANY = refuse(
  'SERVER_TOO_MANY_PASSKEYS',
  `You have ${MAX_PASSKEYS} passkeys. Remove one of them first.`,
)

const ADDRESS_IN_USE = refuse(
  'SERVER_ADDRESS_IN_USE',
  'Somebody with this address signs in here already. Sign in, or ask the operator of this hub for a link to get back in.',
)

/** The user of a passkey, locked, if the right to create it still stands. */
async function findUser(
  tx: Transaction,
  { reason, link, userId, email, name }: Registration,
  visitor: Pick<Visitor, 'userId' | 'sessionHash'>,
): Promise<{ readonly userId: string; readonly email: string } | HubRefusal> {
  if (reason === 'account') {
    const user = userId === visitor.userId && userId && (await lockUser(tx, userId))
    // A recovery has the same lock while it ends the sessions: nobody who was signed in then stays in by a new passkey.
    return (user && (await sessionAge(tx, visitor.sessionHash)) && user) || OLD_SESSION
  }
  if (reason === 'recovery') {
    const recovered = link && (await takeRecovery(tx, Buffer.from(link, 'base64url')))
    return (recovered && (await lockUser(tx, recovered))) || VOID_LINK
  }
  const stands =
    reason === 'owner'
      ? await mayBecomeOwner(tx, link)
      : (await findByLink(tx, link))?.email === email
  if (!stands) return VOID_LINK
  // Only somebody who can do nothing yet: a link does not open the account of another person.
  return (await takeUserByLink(tx, { email, name: name ?? null })) ?? ADDRESS_IN_USE
}

/** Ends what a finder or a thief of the lost passkeys could use. Agents keep what the person has allowed them. */
async function recover(
  tx: Transaction,
  { userId, email }: { readonly userId: string; readonly email: string },
  passkey: Passkey,
  removeOthers: boolean,
): Promise<void> {
  await recordPasskey(tx, { type: 'passkey.recovered', userId, email, name: passkey.name })
  await deleteSessionsOf(tx, userId)
  if (!removeOthers) return
  for (const { name } of await deletePasskeys(tx, userId, { except: passkey.passkeyId })) {
    await recordPasskey(tx, { type: 'passkey.removed', userId, email, name })
  }
}

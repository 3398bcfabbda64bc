/** Signing in with a passkey. */
import { type Database, transaction } from '@entrepot/database'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import { type HubRefusal, refuse } from '../refusal.ts'
import {
  ANSWER_SECONDS,
  askToSignIn,
  challengeOf,
  checkSignIn,
  hashChallenge,
} from './ceremonies.ts'
import { insertChallenge, takeChallenge } from './challenge-store.ts'
import { recordPasskey } from './record.ts'
import type { RelyingParty } from './rules.ts'
import { type Credential, countSignature, findCredential } from './store.ts'

/** What the ceremonies need. */
export interface CeremonyParts {
  readonly database: Database
  readonly relyingParty: RelyingParty
  readonly log: FastifyBaseLogger
}

/** Makes a challenge for a browser. @returns what the script of the page gives to the browser */
export async function beginSignIn(
  { database, relyingParty }: Pick<CeremonyParts, 'database' | 'relyingParty'>,
  browserHash: Buffer,
): ReturnType<typeof askToSignIn> {
  const options = await askToSignIn(relyingParty)
  const challengeHash = hashChallenge(options.challenge)
  const challenge = { challengeHash, browserHash, registration: undefined }
  await insertChallenge(database, challenge, ANSWER_SECONDS)
  return options
}

/**
 * Finds out who signs in. A challenge is answered once, by the browser that asked for it. Every refusal reads the same, so that it tells
 * nobody which passkeys and people there are; the log has the reason.
 */
export async function finishSignIn(
  parts: CeremonyParts,
  browserHash: Buffer,
  response: AuthenticationResponseJSON,
): Promise<Credential | HubRefusal> {
  const { database, relyingParty, log } = parts
  const refused = (reason: string, known?: Credential) => {
    const { userId, passkeyId } = known ?? {}
    log.warn({ reason, userId, passkeyId }, 'a sign-in with a passkey was refused')
    return PASSKEY_REFUSED
  }
  const challenge = challengeOf(response.response.clientDataJSON)
  if (challenge === undefined) return refused('the answer cannot be read')
  const key = { challengeHash: hashChallenge(challenge), browserHash }
  if (!(await takeChallenge(database, key, 'sign-in')))
    return refused('the challenge was answered, has expired, or is that of another browser')
  const credential = await findCredential(database, Buffer.from(response.id, 'base64url'))
  if (credential === undefined) return refused('nobody has this passkey')
  const checked = await checkSignIn(relyingParty, response, challenge, credential)
  if ('fault' in checked) return refused(checked.fault, credential)
  if (await countOn(database, credential, checked.signCount)) return credential
  return refused('its counter went back: a copy of it may be in use', credential)
}

/** The refusal of each passkey that cannot be used. */
export const PASSKEY_REFUSED = refuse(
  'SERVER_PASSKEY_REFUSED',
  'This passkey cannot be used here. Try again with another one, or ask the operator of this hub for a link to get back in.',
)

/** Counts the signature, and records a counter that does not go on (Web Authentication Level 3, section 6.1.1). */
async function countOn(
  database: Database,
  { passkeyId, userId, email, name }: Credential,
  signCount: number,
): Promise<boolean> {
  return await transaction(database, async (tx) => {
    if (await countSignature(tx, passkeyId, signCount)) return true
    await recordPasskey(tx, { type: 'passkey.refused', userId, email, name })
    return false
  })
}

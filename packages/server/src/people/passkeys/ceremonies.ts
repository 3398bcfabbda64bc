/** What authenticators are asked, and the checks of their answers (Web Authentication Level 3, section 7), by `@simplewebauthn/server`. */
import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { NAME } from '../../site/pages/look.ts'
import type { Registration, RelyingParty } from './rules.ts'
import type { Credential, NewPasskey } from './store.ts'

/** Seconds that a person has to answer. */
export const ANSWER_SECONDS = 300

/** EdDSA, ES256 and RS256. The library would add ML-DSA, at whose implementation in Node a warning is printed. */
const ALGORITHMS = [-8, -7, -257] as const

/** Loaded when somebody uses a passkey: its parsers of certificates need memory. */
const library = async () => await import('@simplewebauthn/server')

/** Asks for a passkey of anybody: the browser lets the person choose, and the hub names none, so that it tells nobody who has one. */
export async function askToSignIn({
  id,
}: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    timeout: ANSWER_SECONDS * 1_000,
  })
}

/** Asks an authenticator to make a passkey, unless it has one of these. */
export async function askToCreate(
  { id }: RelyingParty,
  { email, name, userHandle }: Registration,
  known: readonly { readonly credentialId: Buffer; readonly transports: readonly string[] }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userName: email,
    userDisplayName: name || email,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    timeout: ANSWER_SECONDS * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The challenge that an answer is for; undefined if it names none. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { challenge } = data as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The stored form of a challenge. */
export function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/** The result of a check: what is proven, or why it is not. */
export type Checked<T> = T | { readonly fault: string }

/** Checks the answer to {@link askToSignIn}. The counter is left to the store, where nobody can be faster. */
export async function checkSignIn(
  { id, origin }: RelyingParty,
  response: AuthenticationResponseJSON,
  challenge: string,
  { publicKey, userHandle }: Credential,
): Promise<Checked<{ readonly signCount: number }>> {
  if (response.response.userHandle !== userHandle.toString('base64url'))
    return { fault: 'the passkey is that of another person' }
  const { verifyAuthenticationResponse } = await library()
  const check = verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  })
  return await settle(check, ({ verified, authenticationInfo }) =>
    verified ? { signCount: authenticationInfo.newCounter } : WRONG_SIGNATURE,
  )
}

/** Bytes of a credential id. */
const MAX_CREDENTIAL_ID = 1_023

const WRONG_ID = { fault: 'the credential id is too long, or not the one of the attestation' }

const WRONG_SIGNATURE = { fault: 'the signature is wrong' }

/** Checks the answer to {@link askToCreate}. */
export async function checkCreation(
  { id, origin }: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Checked<Omit<NewPasskey, 'name' | 'userHandle'>>> {
  const { verifyRegistrationResponse } = await library()
  const check = verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  })
  return await settle(check, ({ registrationInfo }) => {
    if (registrationInfo === undefined) return WRONG_SIGNATURE
    const { credential } = registrationInfo
    const credentialId = Buffer.from(credential.id, 'base64url')
    // The library checks neither the length of the id (section 7.1), nor whether the answer has the same one.
    if (credential.id !== response.id || credentialId.length > MAX_CREDENTIAL_ID) return WRONG_ID
    return {
      credentialId,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: transportsOf(response),
    }
  })
}

/** The library throws an error for each rule that an answer breaks. */
async function settle<Given, T>(
  check: Promise<Given>,
  read: (given: Given) => Checked<T>,
): Promise<Checked<T>> {
  let given: Given
  try {
    given = await check
  } catch (error) {
    return { fault: (error as Error).message }
  }
  return read(given)
}

/** Short names: they come from the browser, and are sent back to it as hints. */
function transportsOf({ response }: RegistrationResponseJSON): readonly string[] {
  return (response.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
}

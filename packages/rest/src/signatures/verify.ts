import { SignatureError, type SignatureFault } from '../http/errors/signature-error.ts'
import { signatureBase } from './base.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { canonicalOf, type FieldTypes, identifierOf, parseComponent } from './components.ts'
import { verifyContentDigest } from './digest.ts'
import type { VerificationKey } from './keys.ts'
import { isResponse, type Message } from './message.ts'
import { hasBody, OF_THE_REQUEST } from './sign.ts'

/** What a signature says, once it has been verified. */
export interface VerifiedSignature {
  readonly label: string
  readonly keyid: string | undefined
  /** What is covered, as identifiers: `"@method"`, `"content-digest"`. Trust nothing else of the message. */
  readonly components: readonly string[]
  /** In seconds since 1970. */
  readonly created: number
  /** In seconds since 1970. */
  readonly expires: number | undefined
  readonly nonce: string | undefined
  readonly tag: string | undefined
}

/** Options of {@link verifyMessage}. */
export interface VerifyOptions {
  /** The key with this id, or undefined if it is not known. The algorithm is that of the key. */
  readonly keyOf: (
    keyid: string | undefined,
  ) => VerificationKey | undefined | Promise<VerificationKey | undefined>
  /**
   * Components that the signature must cover, in the notation of `SignOptions.components`.
   * @default `@method` and `@target-uri` of requests; `@status` of responses and, with `;req`, both of their requests
   */
  readonly required?: readonly string[]
  /** Only a signature with this label. @default any */
  readonly label?: string
  /** Only a signature with this tag. @default any */
  readonly tag?: string
  /** Oldest signature in seconds since its `created`, which it must have. @default 300 */
  readonly maxAge?: number
  /** How far the clocks may differ, in seconds. @default 30 */
  readonly clockSkew?: number
  /**
   * Notes that a nonce is used, and returns false if it was used before: one atomic step, such as an insert with a unique key. Each signature then
   * needs a nonce. It is called last, for signatures that are right. Keep nonces until `until`, in seconds since 1970.
   * @default a signature may be used again until it is too old
   */
  readonly claimNonce?: (claim: NonceClaim) => boolean | Promise<boolean>
  /** Types of structured fields, for components with `;sf`. */
  readonly fieldTypes?: FieldTypes
  /** Returns the time in ms since 1970. @default Date.now */
  readonly now?: () => number
}

/** The nonce of a signature that is right. */
export interface NonceClaim {
  readonly nonce: string
  readonly keyid: string | undefined
  readonly until: number
}

/**
 * Verifies a message (RFC 9421, 3.2): it has a signature that is right, young enough, by a known key with the algorithm of that key, and over all
 * required components. If the message has a body, `content-digest` must be covered and is compared with it (RFC 9530). Of several
 * signatures with the label and tag that are asked for, one must pass.
 *
 * @throws SignatureError with the `fault`; of several signatures, that of the last.
 * @example await verifyMessage(request, { keyOf: (id) => keys.get(id ?? ''), claimNonce })
 */
export async function verifyMessage(
  message: Message,
  options: VerifyOptions,
): Promise<VerifiedSignature> {
  const covered = await verifyHeaders(message, options, hasBody(message))
  if (covered.components.includes(CONTENT_DIGEST))
    verifyContentDigest(message.headers, message.body)
  await claim(covered, options)
  return covered
}

const CONTENT_DIGEST = '"content-digest"'

/** Verifies everything but the body and the nonce. */
export async function verifyHeaders(
  message: Message,
  options: VerifyOptions,
  needsDigest: boolean,
): Promise<VerifiedSignature> {
  let failure: unknown
  for (const candidate of candidatesOf(message.headers, options)) {
    try {
      return await verifyCandidate(message, candidate, options, needsDigest)
    } catch (error) {
      if (!SignatureError.is(error)) throw error
      failure = error
    }
  }
  throw failure
}

/** The last step: notes that the nonce is used. @throws SignatureError if it was used before */
export async function claim(
  { label, nonce, keyid, created, expires }: VerifiedSignature,
  { claimNonce, maxAge = 300, clockSkew = 30 }: VerifyOptions,
): Promise<void> {
  if (claimNonce === undefined) return
  const until = Math.min(expires ?? Number.POSITIVE_INFINITY, created + maxAge) + clockSkew
  if (nonce !== undefined && (await claimNonce({ nonce, keyid, until }))) return
  const problem = nonce === undefined ? 'has no nonce' : 'was used before'
  throw new SignatureError(`the signature ${problem}`, { fault: 'nonce', label })
}

async function verifyCandidate(
  message: Message,
  candidate: Candidate,
  options: VerifyOptions,
  needsDigest: boolean,
): Promise<VerifiedSignature> {
  const { label, keyid, expires, nonce, tag } = candidate
  const refuse = (fault: SignatureFault, problem: string) =>
    new SignatureError(`the signature ${problem}`, { fault, label })
  const missing = missingOf(message, candidate, options, needsDigest)
  if (missing !== undefined) throw refuse('component', `does not cover ${missing}`)
  const created = checkTimes(candidate, options, refuse)
  const key = await options.keyOf(keyid)
  if (key === undefined) throw refuse('key', 'is by a key that is not known')
  if (candidate.alg !== undefined && candidate.alg !== key.algorithm) {
    throw refuse('algorithm', 'names another algorithm than its key is for')
  }
  const { components, parameters, signature } = candidate
  const base = signatureBase(message, components, parameters, options.fieldTypes)
  if (!(await key.verify(base, signature))) throw refuse('wrong', 'is not right')
  return { label, keyid, components: components.map(identifierOf), created, expires, nonce, tag }
}

function missingOf(
  message: Message,
  { components }: Candidate,
  { required }: VerifyOptions,
  needsDigest: boolean,
): string | undefined {
  const ofMessage = isResponse(message)
    ? ['@status', ...OF_THE_REQUEST]
    : ['@method', '@target-uri']
  const covered = new Set(components.map(canonicalOf))
  const needed = [...(required ?? ofMessage), ...(needsDigest ? ['content-digest'] : [])]
  return needed.find((name) => !covered.has(canonicalOf(parseComponent(name))))
}

function checkTimes(
  { created, expires }: Candidate,
  { maxAge = 300, clockSkew = 30, now = Date.now }: VerifyOptions,
  refuse: (fault: SignatureFault, problem: string) => SignatureError,
): number {
  const seconds = now() / 1_000
  if (created === undefined) throw refuse('time', 'does not say when it was created')
  if (created > seconds + clockSkew) throw refuse('time', 'was created in the future')
  if (created < seconds - maxAge - clockSkew) throw refuse('time', 'is too old')
  if (expires !== undefined && expires < seconds - clockSkew) throw refuse('time', 'has expired')
  return created
}

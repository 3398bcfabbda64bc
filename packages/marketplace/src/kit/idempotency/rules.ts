/** Rules of the header Idempotency-Key. Pure. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../principals/principal.ts'
import { type Refusal, refuse, refuseIssues } from '../shared/errors.ts'

/** Seconds for which an answer is kept. */
export const KEPT_SECONDS = 24 * 60 * 60

/** Seconds after which a claim without an answer is taken over, because its node has probably ended. */
export const TAKEN_OVER_SECONDS = 60

/** Maximum length of a stored answer, in UTF-16 code units. An answer about 10,000 refused products is shorter. PostgreSQL compresses long texts. */
export const MAX_STORED_LENGTH = 4 * 1024 * 1024

/** 8 to 255 visible characters of ASCII. */
const KEY = /^[\x21-\x7e]{8,255}$/

/** Checks the value of the header. Returns why it is refused. */
export function refuseKey(key: string): Refusal | undefined {
  if (KEY.test(key)) return undefined
  const message = 'must be sent once, with 8 to 255 visible ASCII characters'
  return refuseIssues([{ path: '/Idempotency-Key', message }])
}

/** The hash under which a key of a caller is stored. Keys of different actors of a customer differ. */
export function hashIdempotencyKey({ actor }: Pick<Caller, 'actor'>, key: string): string {
  return sha256(JSON.stringify([actor.kind, actor.id, actor.person?.id ?? null, key]))
}

/** The request header of an acknowledgement that identifies its poll, in lower case as in Node. */
const SYNC_HEADER = 'entrepot-sync'

/** The parts of a request that change what it means, besides its URL and body. */
export interface RequestHead {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** The hash by which two requests are compared. `bodyHash` is empty if there is no body. */
export function hashRequest(
  { method, headers }: RequestHead,
  url: string,
  bodyHash: string,
): string {
  return sha256(JSON.stringify([method, url, bodyHash, headers[SYNC_HEADER]]))
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** A claim as it is stored. Hashes are hexadecimal. */
export interface StoredClaim {
  readonly requestHash: string
  readonly claimId: string
  /** Seconds since the claim, by the clock of the database. */
  readonly age: number
  /** Null while the request is running. */
  readonly status: number | null
  /** Whether the request has taken effect. Its answer may be missing. */
  readonly isSettled: boolean
}

/**
 * What a stored claim means for a request: `free` if the request may take it over, `resume` if its effect is stored and its answer is not.
 */
export type ClaimDecision = 'replay' | 'resume' | 'mismatch' | 'running' | 'free'

/** Decides how to answer a request whose key has a claim. */
export function classifyClaim(stored: StoredClaim, requestHash: string): ClaimDecision {
  if (stored.age >= KEPT_SECONDS) return 'free'
  if (stored.requestHash !== requestHash) return 'mismatch'
  if (stored.status !== null) return 'replay'
  if (stored.isSettled) return 'resume'
  return stored.age >= TAKEN_OVER_SECONDS ? 'free' : 'running'
}

/**
 * Whether an answer is final, so that a repeated request gets the same answer. Answers about the request itself (400, 401, 403, 413, 415,
 * 429) and about the hub (5xx) are not: such a request changed nothing, or may succeed when it is sent again. 404, 409 and 422 are
 * decisions about the state of the customer, which tell the client what its first attempt did.
 */
export function isFinal(status: number): boolean {
  return status < 400 || status === 404 || status === 409 || status === 422
}

/** Refusals of requests whose key is in use. */
export const REFUSED = {
  mismatch: refuse(
    'MARKET_IDEMPOTENCY_MISMATCH',
    'This Idempotency-Key was already sent with another request: method, path, query or body differ. Send each request with a different key.',
  ),
  running: refuse(
    'MARKET_IDEMPOTENCY_RUNNING',
    'The first request with this Idempotency-Key has not been answered yet. Send the same request again in a second.',
  ),
  done: refuse(
    'MARKET_IDEMPOTENCY_DONE',
    'The request with this Idempotency-Key was carried out, but its answer cannot be read again: it was too large, or the secrets of the hub have changed. Read the records that it changed.',
  ),
} as const

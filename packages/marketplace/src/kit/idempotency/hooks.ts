/** The header Idempotency-Key of POST and PUT (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). */
import { createHash, hash } from 'node:crypto'
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import { redactUrl } from '../http/redact.ts'
import { type RunningEffect, startEffect, withEffect } from '../sql/take-effect.ts'
import { forEachYielding } from '../yielding/for-each-yielding.ts'
import { createIdempotency, type Idempotency, type Replay } from './idempotency.ts'
import { createSecretCodec, PLAIN, resultStore } from './results.ts'
import { hashIdempotencyKey, hashRequest, isFinal, REFUSED, refuseKey } from './rules.ts'
import type { Answer, Claim } from './store.ts'

/** The name of the request header in Node. */
const HEADER = 'idempotency-key'

/** The header of an answer that is sent again. */
export const REPLAYED_HEADER = 'Idempotent-Replayed'

/** Headers that are stored with an answer. All others describe the connection or the moment. */
const STORED_HEADERS = ['content-type', 'location', 'link'] as const

/** Bodies are hashed in pieces of this size, each of which takes about a millisecond. */
const PIECE_BYTES = 512 * 1024

/** What is known of a request with a key. */
interface Keyed {
  readonly key: string
  /** Empty until the body has been read. */
  bodyHash: string
  claim?: Claim
  effect?: RunningEffect
  /** Whether an earlier run has taken effect, as far as was known at the beginning. */
  isResumed?: boolean
}

/** What {@link acceptIdempotencyKeys} needs. */
interface KeyParts {
  readonly database: Database
  readonly idempotency: Idempotency
  /** Secrets of the hub. */
  readonly secrets: readonly string[]
}

const KEYED = Symbol('marketplace.idempotency')

type KeyedRequest = FastifyRequest & { [KEYED]?: Keyed }

/**
 * Makes POST and PUT requests with an Idempotency-Key take effect once. Call it after the checks of access.
 *
 * @param secrets encrypt what is stored of answers with a secret, in addition to the Idempotency-Key
 */
export function acceptIdempotencyKeys(
  fastify: FastifyInstance,
  database: Database,
  secrets: readonly string[] = [],
): void {
  const idempotency = createIdempotency(database)
  const parts = { database, idempotency, secrets }

  fastify.addHook('onRequest', (request: KeyedRequest, reply, done) => {
    const key = request.headers[HEADER]
    if (key === undefined || !isCovered(request.method)) return done()
    const refusal = refuseKey(String(key))
    if (refusal) return void sendProblem(reply, refusal)
    request[KEYED] = { key: String(key), bodyHash: '' }
    done()
  })

  // After validation, so that an invalid request claims nothing.
  fastify.addHook('preHandler', (request: KeyedRequest, reply, done) => {
    const keyed = request[KEYED]
    if (keyed === undefined) return done()
    begin(parts, keyed, request, reply).then(
      (effect) => effect === undefined || withEffect(effect, done),
      done,
    )
  })

  fastify.addHook('onSend', (request: KeyedRequest, reply, payload, done) => {
    const keyed = request[KEYED]
    const claim = keyed && claimToFinish(keyed, reply)
    if (claim === undefined) return done(null, payload)
    const finished = isStreamed(request) ? { ...claim, requestHash: requestHashOf(request) } : claim
    idempotency
      .finish(finished, answerOf(request, reply, payload))
      .catch((error: unknown) =>
        // The effect is committed, so the client gets its answer. A repeat gets it from the stored result.
        request.log.warn({ err: error }, 'the answer of an idempotency key could not be stored'),
      )
      .then(() => done(null, payload), done)
  })
}

/** The claim of a request that is answered now. Undefined if its answer is not stored. */
function claimToFinish(keyed: Keyed, reply: FastifyReply): Claim | undefined {
  const { claim, effect, isResumed } = keyed
  if (effect === undefined) return undefined
  effect.isOver = isFinal(reply.statusCode)
  if (effect.state === 'repeated') reply.header(REPLAYED_HEADER, 'true')
  // Refused before it came to its effect: a later repeat may get the answer.
  else if (isResumed) return undefined
  return claim
}

/** The answer as it is stored. */
function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Answer {
  const isSecret = request.routeOptions.config.hasSecret === true && reply.statusCode < 400
  const body = payload ?? ''
  return {
    status: reply.statusCode,
    headers: storedHeaders(reply),
    body: typeof body === 'string' && !isSecret ? body : null,
  }
}

function isCovered(method: string): boolean {
  return method === 'POST' || method === 'PUT'
}

/** Claims the key. Returns the effect of the request, or undefined if it has been answered. */
async function begin(
  { database, idempotency, secrets }: KeyParts,
  keyed: Keyed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RunningEffect | undefined> {
  const principal = principalOf(request)
  const wanted = {
    customerId: principal.customer.customerId,
    keyHash: hashIdempotencyKey(principal, keyed.key),
    requestHash: requestHashOf(request),
  }
  const hashWithBody = async () => {
    for await (const _ of readBody(request)) {
      // Only its hash is needed.
    }
    return requestHashOf(request)
  }
  const beginning = await idempotency.begin(wanted, isStreamed(request) ? hashWithBody : undefined)
  if (beginning.outcome === 'replay') {
    sendAgain(reply, beginning.replay)
    return undefined
  }
  if (beginning.outcome === 'refused') {
    if (beginning.refusal === REFUSED.running) reply.header('retry-after', '1')
    sendProblem(reply, beginning.refusal)
    return undefined
  }
  const { claim, result } = beginning
  const hasSecret = request.routeOptions.config.hasSecret === true
  const owner = `${claim.customerId} ${claim.keyHash}`
  const codec = hasSecret ? createSecretCodec(secrets, keyed.key, owner) : PLAIN
  // A streamed request is compared with the earlier one when it has been read, which is before its effect.
  const earlier = result && !isStreamed(request) ? codec.decode(result) : undefined
  if (result && earlier === undefined && !isStreamed(request)) {
    sendProblem(reply, REFUSED.done)
    return undefined
  }
  Object.assign(keyed, { claim, isResumed: result !== undefined })
  const stored = { claim, requestHash: () => requestHashOf(request), codec }
  keyed.effect = startEffect(resultStore(database, stored, earlier))
  return keyed.effect
}

function isStreamed(request: FastifyRequest): boolean {
  return request.routeOptions.config.streamsBody === true
}

/** The hash of a request with a key, with its body as far as it has been read. */
function requestHashOf(request: KeyedRequest): string {
  return hashRequest(request, redactUrl(request.url), request[KEYED]?.bodyHash ?? '')
}

function sendAgain(reply: FastifyReply, { status, headers, body }: Replay): void {
  reply.code(status).headers(headers).header(REPLAYED_HEADER, 'true')
  reply.serializer((text: string) => text).send(body)
}

function storedHeaders(reply: FastifyReply): Readonly<Record<string, string>> {
  const stored: Record<string, string> = {}
  for (const name of STORED_HEADERS) {
    const value = reply.getHeader(name)
    if (value !== undefined) stored[name] = String(value)
  }
  return stored
}

/**
 * Hashes the body of a request with a key, as it was received. Returns a promise if the body is large.
 *
 * @param bytes the bytes that the parser reads
 */
export function hashBody(request: KeyedRequest, bytes: Buffer): Promise<void> | undefined {
  const keyed = request[KEYED]
  if (keyed === undefined) return undefined
  if (bytes.length > PIECE_BYTES) return hashInPieces(keyed, bytes)
  keyed.bodyHash = hash('sha256', bytes, 'hex')
  return undefined
}

/**
 * The body of a request, for routes with `streamsBody`. The body of a request with a key is hashed while it is read, and compared with that
 * of the first request when a repeat has been read.
 */
export function readBody(request: FastifyRequest): AsyncIterable<Buffer> {
  const keyed = (request as KeyedRequest)[KEYED]
  return keyed === undefined ? request.raw : hashWhileRead(keyed, request.raw)
}

async function* hashWhileRead(keyed: Keyed, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  for await (const part of body) {
    digest.update(part)
    yield part
  }
  keyed.bodyHash = digest.digest('hex')
}

async function hashInPieces(keyed: Keyed, bytes: Buffer): Promise<void> {
  const digest = createHash('sha256')
  const starts = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, n) => n)
  await forEachYielding(starts, (n) => {
    digest.update(bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES))
  })
  keyed.bodyHash = digest.digest('hex')
}

/** The header Idempotency-Key of POST and PUT (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). */
import { createHash, hash } from 'node:crypto'
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import { redactUrl } from '../http/redact.ts'
import { inTurns } from '../shared/in-turns.ts'
import { createIdempotency, type Idempotency, type Replay } from './idempotency.ts'
import { hashIdempotencyKey, hashRequest, REFUSED, refuseKey } from './rules.ts'
import type { Claim } from './store.ts'

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
}

const KEYED = Symbol('marketplace.idempotency')

type KeyedRequest = FastifyRequest & { [KEYED]?: Keyed }

/** Makes POST and PUT requests with an Idempotency-Key take effect once. Call it after the checks of access. */
export function acceptIdempotencyKeys(fastify: FastifyInstance, database: Database): void {
  const idempotency = createIdempotency(database)

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
    begin(idempotency, keyed, request, reply).then((isAnswered) => isAnswered || done(), done)
  })

  fastify.addHook('onSend', (request: KeyedRequest, reply, payload, done) => {
    const claim = request[KEYED]?.claim
    if (claim === undefined) return done(null, payload)
    const body = payload === null || payload === undefined ? '' : payload
    const isSecret = request.routeOptions.config.hasSecret === true && reply.statusCode < 400
    const answer = {
      status: reply.statusCode,
      headers: storedHeaders(reply),
      body: typeof body === 'string' && !isSecret ? body : null,
    }
    const finished = isStreamed(request) ? { ...claim, requestHash: requestHashOf(request) } : claim
    idempotency
      .finish(finished, answer)
      .catch((error: unknown) =>
        // The effect is committed, so the client gets its answer. A repeat is refused, and runs again after the claim has aged.
        request.log.warn({ err: error }, 'the answer of an idempotency key could not be stored'),
      )
      .then(() => done(null, payload), done)
  })
}

function isCovered(method: string): boolean {
  return method === 'POST' || method === 'PUT'
}

/** Claims the key. Returns whether the request has been answered. */
async function begin(
  idempotency: Idempotency,
  keyed: Keyed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
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
  if (beginning.outcome === 'run') {
    keyed.claim = beginning.claim
    return false
  }
  if (beginning.outcome === 'replay') {
    sendAgain(reply, beginning.replay)
    return true
  }
  if (beginning.refusal === REFUSED.running) reply.header('retry-after', '1')
  sendProblem(reply, beginning.refusal)
  return true
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
  await inTurns(starts, (n) => {
    digest.update(bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES))
  })
  keyed.bodyHash = digest.digest('hex')
}

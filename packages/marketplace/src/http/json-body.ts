/** Reads JSON bodies strictly: UTF-8 only, bounded in depth and values, and no body where none is needed. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { setImmediate as afterOthers } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MarketplaceError, refuse } from '../shared/errors.ts'
import { inTurns } from '../shared/in-turns.ts'
import { checkJsonLimits, type List } from './json-limits.ts'

// application/json, text/json and every structured suffix such as application/merge-patch+json (RFC 6839).
const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json(?=\s*(;|$))/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

/** Bytes up to which a body is parsed and checked in one turn of the event loop: 10 ms at the worst. */
const SMALL_BYTES = 64 * 1024

const NO_UTF8 = 'The body is not valid UTF-8.'
const NO_JSON = 'The body is not valid JSON, or has a property __proto__ or constructor.prototype.'

/** Parses a text, or throws. */
type Parse = (text: string) => unknown

/** Makes JSON the only body that the routes of this instance take. */
export function acceptJson(fastify: FastifyInstance): void {
  const parse = strictParser(fastify)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    const fault = headerFault(request) ?? (isUtf8(bytes) ? undefined : unreadable(NO_UTF8))
    // Clients send a content type with bodyless DELETE and GET calls.
    if (fault || bytes.length === 0) return done(fault ?? null, undefined)
    const value = readValue(parse, bytes)
    if (value instanceof Promise) value.then((whole) => done(null, whole), done)
    else done(null, value)
  })
}

/** A promise where the text is large; throws, or rejects, what the client did wrong. */
function readValue(parse: Parse, bytes: Buffer): unknown {
  const lists = checkJsonLimits(bytes)
  return bytes.length > SMALL_BYTES
    ? parseInPieces(parse, bytes, lists)
    : parse(bytes.toString('utf8'))
}

function headerFault({ headers }: FastifyRequest): Error | undefined {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) return unsupported(`The charset is ${charset}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return undefined
  return unsupported(`The body is compressed (${encoding.slice(0, 20)}).`)
}

/** The parser of Fastify, which refuses `__proto__` and `constructor.prototype`, with our errors. */
function strictParser(fastify: FastifyInstance): Parse {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  return (text) => {
    let outcome: { error: Error | null; value?: unknown } = { error: null }
    // It calls back before it returns, and reads nothing of the request.
    void parseJson(undefined as never, text, (error, value) => {
      outcome = { error, value }
    })
    if (outcome.error) throw unreadable(NO_JSON)
    return outcome.value
  }
}

/**
 * Parses a large text and lets other requests run in between: first all but the items of its lists, with a mark for the items
 * of each, then the items. If both are JSON, the whole is: items joined by commas are the items of an array.
 */
async function parseInPieces(
  parse: Parse,
  bytes: Buffer,
  lists: readonly List[],
): Promise<unknown> {
  const mark = randomUUID()
  let frame = ''
  let at = 0
  for (const [index, { start, end }] of lists.entries()) {
    frame += `${bytes.toString('utf8', at, start + 1)}"${mark}${index}"`
    at = end
  }
  const value = parse(frame + bytes.toString('utf8', at))
  await setImmediate()
  if (lists.length === 0) return value
  // What has a list is an array or an object.
  const arrays = Array.isArray(value) ? [value] : Object.values(value as object)
  for (const [index, list] of lists.entries()) {
    // Of a property that is there twice the last one counts, as everywhere: the mark of the first is gone.
    const array = arrays.find((items) => Array.isArray(items) && items[0] === `${mark}${index}`)
    await parseItems(parse, bytes, list, array ?? [])
  }
  return value
}

/** Replaces what is in an array by the items of a list. */
async function parseItems(
  parse: Parse,
  bytes: Buffer,
  { start, cuts, end }: List,
  array: unknown[],
): Promise<void> {
  array.length = 0
  let from = start + 1
  await inTurns([...cuts, end], (cut) => {
    const items = parse(`[${bytes.toString('utf8', from, cut)}]`) as unknown[]
    // A comma too many.
    if (items.length === 0) throw unreadable(NO_JSON)
    for (const item of items) array.push(item)
    from = cut + 1
  })
}

/**
 * Lets other requests run between the check of a large body and the work on it. Only for the calls that take more than the
 * usual megabyte: others are checked in a few milliseconds.
 */
export function pauseAfterCheck(fastify: FastifyInstance): void {
  const usual = fastify.initialConfig.bodyLimit ?? 0
  fastify.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) <= usual) return
    route.preHandler = (_request, _reply, done) => {
      afterOthers(() => done())
    }
  })
}

function unsupported(detail: string): Error {
  const advice = `${detail} Send the body as application/json in UTF-8, not compressed.`
  return new MarketplaceError(refuse('MARKET_UNSUPPORTED_MEDIA_TYPE', advice))
}

function unreadable(detail: string): Error {
  return new MarketplaceError(refuse('MARKET_INVALID_BODY', detail))
}

/** Reads JSON bodies strictly: only UTF-8, with limits for depth and number of values, and only for routes that need a body. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { setImmediate as afterOthers } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MarketplaceError, refuse } from '../shared/errors.ts'
import { forEachYielding } from '../yielding/for-each-yielding.ts'
import { checkJsonLimits, type List } from './json-limits.ts'

// application/json, text/json and every structured suffix such as application/merge-patch+json (RFC 6839).
const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json(?=\s*(;|$))/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

/** Bodies up to this size are parsed and checked in one turn of the event loop, which takes 10 ms at most. */
const SMALL_BYTES = 64 * 1024

const NO_UTF8 = 'The body is not valid UTF-8.'
const NO_JSON = 'The body is not valid JSON, or has a property __proto__ or constructor.prototype.'

/** Parses a text, or throws an error. */
type Parse = (text: string) => unknown

/** Reads the bytes of a body besides the parser. Returns a promise if that takes longer than a turn of the event loop. */
type ReadBytes = (request: FastifyRequest, bytes: Buffer) => Promise<void> | undefined

/** Makes JSON the only body type of the routes of this instance. */
export function acceptJson(fastify: FastifyInstance, readBytes: ReadBytes): void {
  const parse = strictParser(fastify)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    const issue = headerIssue(request) ?? (isUtf8(bytes) ? undefined : unreadable(NO_UTF8))
    // Clients send a content type with DELETE and GET calls without a body.
    if (issue || bytes.length === 0) return done(issue ?? null, undefined)
    const value = readValue(parse, bytes)
    const reading = readBytes(request, bytes)
    if (value instanceof Promise || reading !== undefined)
      Promise.all([value, reading]).then(([whole]) => done(null, whole), done)
    else done(null, value)
  })
}

/** Returns a promise if the text is large. Throws or rejects for issues of the client. */
function readValue(parse: Parse, bytes: Buffer): unknown {
  const lists = checkJsonLimits(bytes)
  return bytes.length > SMALL_BYTES
    ? parseInPieces(parse, bytes, lists)
    : parse(bytes.toString('utf8'))
}

function headerIssue({ headers }: FastifyRequest): Error | undefined {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) return unsupported(`The charset is ${charset}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return undefined
  return unsupported(`The body is compressed (${encoding.slice(0, 20)}).`)
}

/** The parser of Fastify with our errors. It refuses `__proto__` and `constructor.prototype`. */
function strictParser(fastify: FastifyInstance): Parse {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  return (text) => {
    let outcome: { error: Error | null; value?: unknown } = { error: null }
    // The callback is called before this call returns, and the parser does not use the request.
    void parseJson(undefined as never, text, (error, value) => {
      outcome = { error, value }
    })
    if (outcome.error) throw unreadable(NO_JSON)
    return outcome.value
  }
}

/**
 * Parses a large text, and lets other requests run in between. It first parses everything except the items of lists, with a placeholder for
 * the items of each list, and then the items. If both parts are JSON, so is the whole text, because items joined by commas are the items of
 * an array.
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
  // A value with a list is an array or an object.
  const arrays = Array.isArray(value) ? [value] : Object.values(value as object)
  for (const [index, list] of lists.entries()) {
    // For a repeated property, the last value counts, so the placeholder of the first one is missing.
    const array = arrays.find((items) => Array.isArray(items) && items[0] === `${mark}${index}`)
    await parseItems(parse, bytes, list, array ?? [])
  }
  return value
}

/** Replaces the content of an array with the items of a list. */
async function parseItems(
  parse: Parse,
  bytes: Buffer,
  { start, cuts, end }: List,
  array: unknown[],
): Promise<void> {
  array.length = 0
  let from = start + 1
  await forEachYielding([...cuts, end], (cut) => {
    const items = parse(`[${bytes.toString('utf8', from, cut)}]`) as unknown[]
    // There is a comma without an item.
    if (items.length === 0) throw unreadable(NO_JSON)
    for (const item of items) array.push(item)
    from = cut + 1
  })
}

/**
 * Lets other requests run between the check of a large body and its processing. Only for routes with a limit above the usual megabyte:
 * other bodies are checked within a few milliseconds.
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

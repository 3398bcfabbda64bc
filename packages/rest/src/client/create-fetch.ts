import type { Readable } from 'node:stream'
import { isAnyArrayBuffer } from 'node:util/types'
import { AbortedError, InvalidRequestError, RestError } from '../http/errors/errors.ts'
import { REDACTED } from '../http/message/redact.ts'
import { expectErrors } from '../http/request/release-body.ts'
import { parseURL, type StreamRequest } from '../http/request/request.ts'
import { CONNECTION_HEADERS } from '../http/request/request-headers.ts'
import type { StreamResponse } from '../http/response/stream-response.ts'
import type { SendOptions } from '../settings/options.ts'
import type { Client } from './client.ts'

/** A function with the shape of the global `fetch`. */
export type Fetch = (
  input: string | URL | globalThis.Request,
  init?: RequestInit,
) => Promise<globalThis.Response>

/** Statuses for which a `Response` must not have a body (Fetch standard, "null body status"). */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/**
 * Returns a function like the global `fetch`, for libraries that take one. Its requests have the timeouts,
 * guard, retries, proxy, TLS options and redaction of the client. It takes and returns the global `Request` and
 * `Response`. The body of the response is a stream as in {@link Client.stream}: it has a total timeout and a
 * limit only if the client or `options` set them, as a guarded client does.
 *
 * Differences from the global `fetch`: There are no CORS, cookies, cache and `Referer`. `credentials`,
 * `mode`, `cache`, `integrity` and `keepalive` have no effect. `redirect: 'follow'` follows the policy of the
 * client, so most headers are not sent to another origin. `statusText` is empty, and the body has no BYOB
 * reader. A body that is not a stream, and the body of a `Request`, is read into memory before the timeouts
 * start, though the signal applies.
 *
 * @throws TypeError as `fetch` does, with the `RestError` as its cause and with its message; or the reason of
 *   the signal if it was aborted. Unlike `fetch`, also for a body that is an object of no type for bodies, such as a plain object or a
 *   `FormData` of another package: `fetch` would send the text `[object Object]`. Reading the body rejects with the `RestError` or that reason.
 * @example new Client({ fetch: createFetch(createClient({ guard: true })) })
 */
export function createFetch(
  client: Pick<Client, 'stream'>,
  options: Omit<SendOptions, 'signal'> = {},
): Fetch {
  return async (input, init) => {
    expectErrors(init?.body)
    try {
      const request = requestOf(input, init)
      const signal = init?.signal ?? request.signal
      const streamRequest = await toStreamRequest(request, init, signal)
      const { redirect } = request
      const own = redirect === 'follow' ? { signal } : { signal, redirect }
      const response = await client.stream(streamRequest, { ...options, ...own })
      return toWebResponse(response, request)
    } catch (error) {
      throw toFetchError(error)
    }
  }
}

/** Errors of the `Request` constructor quote URLs and header values; ours must not. */
function requestOf(input: Parameters<Fetch>[0], init: RequestInit | undefined): globalThis.Request {
  if (!(input instanceof Request)) parseURL(String(input))
  checkBody(init?.body)
  try {
    return new Request(input, withoutSignal(init))
  } catch (error) {
    throw new TypeError((error as Error).message.replace(/".*"/s, REDACTED))
  }
}

/** What the `Request` constructor would turn into text without use: plain objects, lists, and the classes of other realms and packages. */
function checkBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || isStream(body) || isBytes(body)) return
  if ([Blob, FormData, URLSearchParams, ReadableStream].some((type) => body instanceof type)) return
  const kind = Object.prototype.toString.call(body)
  const isText = typeof body.toString === 'function' && !/^\[object .*\]$/.test(String(body))
  if (isText && !Array.isArray(body)) return
  const message = `body is ${kind}, which fetch would send as text: pass text (JSON.stringify(value)), bytes, a Blob, URLSearchParams, a stream, or a FormData of globalThis.FormData`
  throw new InvalidRequestError(message, { field: 'body' })
}

function isBytes(body: object): boolean {
  return ArrayBuffer.isView(body) || isAnyArrayBuffer(body)
}

/**
 * A `Request` keeps its listener on the signal until it is garbage collected: thousands of listeners if many
 * requests share a signal. The client removes its own. A copy of `init` is not possible, since `init` may be
 * a `Request`, whose fields are getters.
 */
function withoutSignal(init: RequestInit | undefined): RequestInit | undefined {
  if (!init?.signal) return init
  return new Proxy(init, {
    get: (target, name) => (name === 'signal' ? null : Reflect.get(target, name)),
  })
}

async function toStreamRequest(
  request: globalThis.Request,
  init: RequestInit | undefined,
  signal: AbortSignal,
): Promise<StreamRequest> {
  const headers = Object.fromEntries(request.headers)
  // The transport writes these itself. Libraries often set them for other engines.
  for (const name of CONNECTION_HEADERS) delete headers[name]
  if (headers.connection !== 'close') delete headers.connection
  const { method, url, body } = request
  if (body === null) return { method, baseURL: url, headers }
  headers['content-type'] ??= 'application/octet-stream'
  // Read into memory, a body can be sent again by retries and redirects.
  const bytes = isStream(init?.body) ? body : await bytesOf(request, signal)
  return { method, baseURL: url, headers, body: bytes }
}

/** A web stream, a Node stream or another async iterable. */
function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** Reads the body until the signal is aborted: the source may never end. */
function bytesOf(request: globalThis.Request, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    request
      .arrayBuffer()
      .then((buffer) => resolve(new Uint8Array(buffer)), reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function toWebResponse(response: StreamResponse, request: globalThis.Request): globalThis.Response {
  const { statusCode: status, url } = response
  const headers = new Headers()
  for (const [name, lines] of Object.entries(response.headers)) {
    for (const line of lines) headers.append(name, line)
  }
  const bodiless = NULL_BODY_STATUSES.has(status) || request.method === 'HEAD'
  if (bodiless) response.body.destroy()
  const body = bodiless ? null : toWebStream(response.body)
  // The constructor accepts no status above 599, but some servers answer bots with 999.
  const webResponse = new Response(body, { status: Math.min(status, 599), headers })
  const redirected = url !== request.url
  return withFacts(webResponse, { status, url: url.split('#', 1)[0] ?? url, redirected })
}

/** What the `Response` constructor cannot set but libraries read, also from clones. */
interface Facts {
  readonly status: number
  readonly url: string
  readonly redirected: boolean
}

function withFacts(response: globalThis.Response, facts: Facts): globalThis.Response {
  const clone = () => withFacts(Response.prototype.clone.call(response), facts)
  for (const [name, value] of Object.entries({ ...facts, clone })) {
    Object.defineProperty(response, name, { value })
  }
  return response
}

/**
 * `ReadableStream.from` does not fit: its `cancel` waits for a pending read, and does nothing before the first
 * read. In both cases the connection would stay open, for example that of a silent event stream.
 */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(error instanceof AbortedError ? error.reason : error)
        }
      },
      cancel() {
        body.destroy()
      },
    },
    // Nothing is read ahead, so that a slow reader slows the server down.
    { highWaterMark: 0 },
  )
}

function toFetchError(error: unknown): unknown {
  if (error instanceof AbortedError) return error.reason
  if (error instanceof RestError) return new TypeError(error.message, { cause: error })
  return error
}

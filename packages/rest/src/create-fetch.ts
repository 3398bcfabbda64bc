import type { Readable } from 'node:stream'
import type { Client } from './client.ts'
import { AbortedError, RestError } from './errors/errors.ts'
import { connectionHeaders } from './headers.ts'
import type { SendOptions } from './options.ts'
import { redacted } from './redact.ts'
import { parseURL, type StreamRequest } from './request.ts'
import type { StreamResponse } from './stream-response.ts'

/** A function with the shape of the global `fetch`. */
export type Fetch = (
  input: string | URL | globalThis.Request,
  init?: RequestInit,
) => Promise<globalThis.Response>

/** Statuses with which a `Response` must not have a body (Fetch standard, "null body status"). */
const nullBodyStatuses: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/**
 * A `fetch` for libraries that take one, over a client: its clocks, guard, retries, proxy, TLS and
 * redaction hold for the requests of the library too. It takes and gives the global `Request` and
 * `Response`. The body of the response is a stream, under the rules of {@link Client.stream}: a total
 * time and a bound on the body hold if the client or `options` set them, as a guarded client does.
 *
 * Differs from the global `fetch`: no CORS, cookies, cache or `Referer`; `credentials`, `mode`,
 * `cache`, `integrity` and `keepalive` have no effect; `redirect: 'follow'` is the client's policy for
 * redirects, so most headers stay behind on the way to another origin. `statusText` is empty, and the
 * body has no BYOB reader. A body that is no stream, and that of a `Request`, is read into memory before
 * the clocks start; the signal ends that, too.
 *
 * @throws TypeError as `fetch` does, with the `RestError` as its cause and the message of that; or the
 *   reason of the signal when that fired. Reading the body rejects with the `RestError` or that reason.
 * @example new Client({ fetch: createFetch(createClient({ guard: true })) })
 */
export function createFetch(
  client: Pick<Client, 'stream'>,
  options: Omit<SendOptions, 'signal'> = {},
): Fetch {
  return async (input, init) => {
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

/** Errors of the constructor of `Request` quote URLs and values of headers; ours must not. */
function requestOf(input: Parameters<Fetch>[0], init: RequestInit | undefined): globalThis.Request {
  if (!(input instanceof Request)) parseURL(String(input))
  try {
    return new Request(input, withoutSignal(init))
  } catch (error) {
    throw new TypeError((error as Error).message.replace(/".*"/s, redacted))
  }
}

/**
 * A `Request` keeps its listener on the signal until it is collected: thousands, where many share one. The
 * client takes its own back. No copy, since a `Request`, whose fields are not its own, may stand here too.
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
  // The transport writes these itself; libraries often set them for other engines.
  for (const name of connectionHeaders) delete headers[name]
  if (headers.connection !== 'close') delete headers.connection
  const { method, url, body } = request
  if (body === null) return { method, baseURL: url, headers }
  headers['content-type'] ??= 'application/octet-stream'
  // What is not a stream is read into memory, so that retries and redirects can send it again.
  const bytes = isStream(init?.body) ? body : await bytesOf(request, signal)
  return { method, baseURL: url, headers, body: bytes }
}

/** A web stream, a stream of Node or another source of pieces. */
function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** The source of the body may never end, and does not hear of the signal. */
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
  const bodiless = nullBodyStatuses.has(status) || request.method === 'HEAD'
  if (bodiless) response.body.destroy()
  const body = bodiless ? null : toWebStream(response.body)
  // The constructor takes no status above 599; servers that keep bots out send 999.
  const webResponse = new Response(body, { status: Math.min(status, 599), headers })
  const redirected = url !== request.url
  return withFacts(webResponse, { status, url: url.split('#', 1)[0] ?? url, redirected })
}

/** What the constructor of `Response` cannot set, and libraries read, on clones as well. */
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
 * Not `ReadableStream.from`: its `cancel` waits for a read that is under way, and does nothing before
 * the first; either way the connection would stay open (an event stream that is silent, for one).
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
    // Nothing is read ahead: slow readers slow the server down.
    { highWaterMark: 0 },
  )
}

function toFetchError(error: unknown): unknown {
  if (error instanceof AbortedError) return error.reason
  if (error instanceof RestError) return new TypeError(error.message, { cause: error })
  return error
}

import type { Readable } from 'node:stream'
import type { Client } from './client.ts'
import { AbortedError, RestError } from './errors/errors.ts'
import { connectionHeaders } from './headers.ts'
import type { SendOptions } from './options.ts'
import type { StreamRequest } from './request.ts'
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
 * redirects, so most headers stay behind on the way to another origin.
 *
 * @throws TypeError as `fetch` does, with the `RestError` as its cause and the message of that; or the
 *   reason of the signal when that fired. Reading the body rejects with the `RestError` or that reason.
 * @example new Client({ fetch: createFetch(createClient({ guard: true })) })
 */
export function createFetch(client: Pick<Client, 'stream'>, options: SendOptions = {}): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    try {
      const streamRequest = await toStreamRequest(request, init)
      const response = await client.stream(streamRequest, { ...options, ...optionsOf(request) })
      return toWebResponse(response, request)
    } catch (error) {
      throw toFetchError(error)
    }
  }
}

function optionsOf(request: globalThis.Request): SendOptions {
  const { redirect, signal } = request
  return redirect === 'follow' ? { signal } : { signal, redirect }
}

async function toStreamRequest(
  request: globalThis.Request,
  init: RequestInit | undefined,
): Promise<StreamRequest> {
  const headers = Object.fromEntries(request.headers)
  // The transport writes these itself; libraries often set them for other engines.
  for (const name of connectionHeaders) delete headers[name]
  const { method, url, body } = request
  if (body === null) return { method, baseURL: url, headers }
  headers['content-type'] ??= 'application/octet-stream'
  // What is not a stream is read into memory, so that retries and redirects can send it again.
  const isStream = init?.body instanceof ReadableStream
  return { method, baseURL: url, headers, body: isStream ? body : await bytesOf(request) }
}

async function bytesOf(request: globalThis.Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer())
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
  return withFacts(webResponse, { status, url, redirected: url !== request.url })
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

/**
 * The part of this package that runs in a browser: requests as plain values over the `fetch` of the platform, with the same typed errors,
 * retries and pages. Nothing here imports a module of Node.
 */

import { ensureOk } from './client/json.ts'
import { AbortedError, InvalidRequestError } from './http/errors/request-errors.ts'
import { RedirectError, ResponseError } from './http/errors/response-errors.ts'
import { describeRequest, RestError } from './http/errors/rest-error.ts'
import { TimeoutError } from './http/errors/transport-errors.ts'
import type { BuiltRequest } from './http/message/built-request.ts'
import { createResponse, type Response } from './http/message/response.ts'
import { IDEMPOTENT_METHODS } from './http/request/methods.ts'
import { buildRequest, type Request } from './http/request/request.ts'
import { isToken } from './http/request/request-headers.ts'
import {
  createRetryPolicy,
  maySendAgain,
  type Outcome,
  type RetryOptions,
  type RetryPolicy,
  retryDelay,
} from './settings/retry.ts'

export { json } from './client/json.ts'
export { nextByLink, paginate } from './client/paginate.ts'
export { HttpStatusError } from './http/errors/response-errors.ts'
export { RestError } from './http/errors/rest-error.ts'
export { header } from './http/message/headers.ts'
export type { Response } from './http/message/response.ts'
export type { Request } from './http/request/request.ts'

/** Options of a client for browsers. */
export interface BrowserClientOptions {
  /** Milliseconds for a request with all its attempts. @default 30_000 */
  readonly timeout?: number
  /** When requests are sent again. @default never */
  readonly retry?: RetryOptions | false
  /** Whether cookies are sent, as for `fetch`. @default 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include'
}

/** Options of one request of a {@link BrowserClient}. */
export interface BrowserSendOptions {
  /** Ends the request with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined
  /** Sends an `idempotency-key` header, the same in every attempt; `true` generates one. */
  readonly idempotencyKey?: true | string | undefined
}

/** The calls of `Client` that a browser offers. */
export interface BrowserClient {
  /**
   * Resolves for every HTTP status. Redirects are followed for GET and HEAD without headers of their own only.
   *
   * @throws RestError if there is no complete response; RedirectError for a redirect of another request
   */
  send(request: Request, options?: BrowserSendOptions): Promise<Response>
  /** Like `send`. @throws HttpStatusError for a status outside 200 to 299. */
  sendOk(request: Request, options?: BrowserSendOptions): Promise<Response>
}

/**
 * Creates a client over the `fetch` of the platform.
 *
 * @example const { send } = createClient({ retry: { attempts: 3 } })
 */
export function createClient(options: BrowserClientOptions = {}): BrowserClient {
  const { timeout = 30_000, retry = false, credentials = 'same-origin' } = options
  const policy = createRetryPolicy(retry === false ? { attempts: 1 } : retry)
  const send: BrowserClient['send'] = async (request, { signal, idempotencyKey } = {}) => {
    const built = withKey(buildRequest(request), idempotencyKey)
    const total = { at: performance.now() + timeout, limitMs: timeout }
    return await sendRepeatedly({ request: built, policy, credentials, signal, total })
  }
  return Object.freeze<BrowserClient>({
    send,
    sendOk: async (request, sendOptions) => ensureOk(await send(request, sendOptions)),
  })
}

function withKey(request: BuiltRequest, key: true | string | undefined): BuiltRequest {
  if (key === undefined) return request
  const value = key === true ? crypto.randomUUID() : key
  if (!isToken(value)) {
    throw new InvalidRequestError('idempotencyKey must be a token', { field: 'idempotencyKey' })
  }
  return { ...request, headers: { ...request.headers, 'idempotency-key': value } }
}

/** One call of `send`. */
interface Call {
  readonly request: BuiltRequest
  readonly policy: RetryPolicy
  readonly credentials: 'omit' | 'same-origin' | 'include'
  readonly signal: AbortSignal | undefined
  /** When the total timeout passes, as a value of `performance.now()`, and its length in ms. */
  readonly total: { readonly at: number; readonly limitMs: number }
}

async function sendRepeatedly(call: Call): Promise<Response> {
  const { request, policy, total } = call
  policy.budget?.deposit()
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(call, attempt)
    const clock = { now: Date.now(), left: total.at - performance.now(), random: Math.random }
    const delay = retryDelay(policy, request, attempt, outcome, clock)
    if (delay !== undefined) await pause(call, attempt, delay)
    else if (outcome.answer !== undefined) return outcome.answer
    else throw outcome.error
  }
}

async function tryOnce(
  call: Call,
  attempt: number,
): Promise<Outcome & { readonly answer?: Response }> {
  try {
    return { answer: await exchange(call, attempt) }
  } catch (cause) {
    return { error: toRestError(call, attempt, cause) }
  }
}

async function exchange(call: Call, attempt: number): Promise<Response> {
  const { request, credentials, signal, total } = call
  const { url, method, headers, body } = request
  const left = AbortSignal.timeout(Math.max(0, Math.ceil(total.at - performance.now())))
  const answer = await fetch(url, {
    method,
    headers,
    credentials,
    redirect: mayFollow(request) ? 'follow' : 'manual',
    signal: signal === undefined ? left : AbortSignal.any([signal, left]),
    ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
  })
  if (answer.type === 'opaqueredirect' || isRedirect(answer)) {
    const message = `redirect refused, which could take the request to another origin: ${describeRequest(request)}`
    throw new RedirectError(message, { request, attempt, location: '', count: 0 })
  }
  const lists: Record<string, readonly string[]> = Object.create(null)
  for (const [name, value] of answer.headers) lists[name] = [value]
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const answered = { ...request, url: answer.url || url }
  return createResponse({ statusCode: answer.status, headers: lists, bytes, request: answered })
}

/** `fetch` takes the body and the headers of a request to whatever origin a redirect names, except for `Authorization`. */
function mayFollow({ method, headers }: BuiltRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && Object.keys(headers).every((name) => HARMLESS_HEADERS.has(name.toLowerCase()))
}

const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'user-agent'])

/** In a browser the answer is opaque; elsewhere it is that of the server. */
function isRedirect({ status, headers }: globalThis.Response): boolean {
  return status >= 300 && status <= 399 && headers.has('location')
}

/** `fetch` does not say why a connection failed, so the server may have received the request. */
function toRestError(call: Call, attempt: number, cause: unknown): RestError {
  if (cause instanceof RestError) return cause
  const { request, signal, total } = call
  if (signal?.aborted) return aborted(request, signal, attempt)
  if (performance.now() >= total.at || (cause as Error | undefined)?.name === 'TimeoutError') {
    const message = `total timeout after ${total.limitMs} ms: ${describeRequest(request)}`
    return new TimeoutError(message, { request, attempt, phase: 'total', limitMs: total.limitMs })
  }
  const retryable = maySendAgain(request, IDEMPOTENT_METHODS)
  const message = `no complete response to ${describeRequest(request)}`
  return new ResponseError(message, { request, attempt, cause, fault: 'reset', retryable })
}

function pause({ request, signal }: Call, attempt: number, delayMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(aborted(request, signal as AbortSignal, attempt))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function aborted(request: BuiltRequest, signal: AbortSignal, attempt: number): AbortedError {
  const message = `aborted: ${describeRequest(request)}`
  return new AbortedError(message, { request, attempt, reason: signal.reason })
}

import { HttpStatusError, ResponseError } from '../http/errors/response-errors.ts'
import { RestError } from '../http/errors/rest-error.ts'
import { createResponse, type Response } from '../http/message/response.ts'
import { buildRequest } from '../http/request/request.ts'
import type { OpenEventStream, StreamState } from './types.ts'

/** What is read of a refusal, for its error. */
const MAX_REFUSAL_BYTES = 64 * 1024

/** Statuses below 500 after which another attempt may succeed. */
const TRIED_AGAIN: ReadonlySet<number> = new Set([408, 425, 429])

/** Errors of this package that the next attempt would meet, too. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'REST_INVALID_REQUEST',
  'REST_BLOCKED_ADDRESS',
  'REST_REDIRECT',
  'REST_TOO_LARGE',
])

/**
 * Opens a connection. Undefined if the server says with 204 that there is nothing to come.
 *
 * @throws HttpStatusError, ResponseError if the answer is no stream of events; what `fetch` throws if there is none
 */
export async function open(
  opener: OpenEventStream,
  { lastEventId }: StreamState,
  signal: AbortSignal,
): Promise<globalThis.Response | undefined> {
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== '' && { 'last-event-id': toHeaderValue(lastEventId) }),
  }
  const response = await opener({ headers, signal, cache: 'no-store' })
  // An opener that does not know the signal answers too late.
  if (signal.aborted) await response.body?.cancel()
  if (response.status === 204) return undefined
  const isStream = /^text\/event-stream\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
  if (response.status === 200 && isStream && response.body !== null) return response
  throw await refusalOf(response)
}

/** True if another attempt would fail in the same way. */
export function isRefusedForGood(error: unknown): boolean {
  if (HttpStatusError.is(error)) return error.statusCode < 500 && !TRIED_AGAIN.has(error.statusCode)
  if (ResponseError.is(error)) return error.fault === 'protocol' && error.response !== undefined
  // `createFetch` throws the TypeError that fetch would throw, with the cause.
  const cause = RestError.is(error) ? error : (error as Error | undefined)?.cause
  return RestError.is(cause) && FINAL_CODES.has(cause.code)
}

/** The reason of an interruption in which the server has ended the stream. */
export function streamEnded(): ResponseError {
  return new ResponseError('the server has ended the event stream', {
    fault: 'truncated',
    retryable: true,
  })
}

async function refusalOf(answer: globalThis.Response): Promise<RestError> {
  const { status: statusCode } = answer
  const response = await bufferedOf(answer)
  if (statusCode === 200) {
    const message = 'the answer is not an event stream: its type is not text/event-stream'
    return new ResponseError(message, { fault: 'protocol', response })
  }
  return new HttpStatusError(`${statusCode} instead of an event stream`, { response })
}

/** The answer as a value, with the beginning of its body. */
async function bufferedOf({ status, headers, body, url }: globalThis.Response): Promise<Response> {
  const lists: Record<string, readonly string[]> = Object.create(null)
  for (const [name, value] of headers) lists[name] = [value]
  return createResponse({
    statusCode: status,
    headers: lists,
    bytes: body === null ? new Uint8Array() : await beginningOf(body),
    request: buildRequest({ baseURL: url === '' ? 'http://unknown.invalid/' : url }),
  })
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader()
  const bytes = new Uint8Array(MAX_REFUSAL_BYTES)
  let length = 0
  while (length < MAX_REFUSAL_BYTES) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, length)
    const piece = value.subarray(0, MAX_REFUSAL_BYTES - length)
    bytes.set(piece, length)
    length += piece.byteLength
  }
  await reader.cancel()
  return bytes
}

/** Ids may have any characters, and headers have bytes: the id is sent as UTF-8 (HTML standard, 9.2.3). */
function toHeaderValue(id: string): string {
  return Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('')
}

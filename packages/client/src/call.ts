/** One call: from the input of an operation to a request, and from the answer to a value or an error. */

import type { Request } from '@entrepot/rest'
import { parseRetryAfter } from '@entrepot/rest/headers'
import { header, nextByLink } from '#rest'
import { HubError, type ProblemDocument, UnexpectedAnswerError } from './errors.ts'
import { type OperationId, operations } from './generated/operations.ts'
import { pause } from './pause.ts'
import type { Answer, FileBody, Input, Output, RequestOptions } from './types.ts'

/** A response as @entrepot/rest returns it. */
export interface RestResponse {
  readonly statusCode: number
  readonly body: string
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly url: string
}

/** What sends requests: a client of @entrepot/rest. */
export interface Sender {
  send(
    request: Request,
    options?: {
      readonly signal?: AbortSignal | undefined
      readonly idempotencyKey?: true | string | undefined
    },
  ): Promise<RestResponse>
}

/** What all calls of a client share. */
export interface Caller {
  readonly sender: Sender
  /** The address of the hub without a slash at its end. */
  readonly hub: string
  /** The headers that show who calls. */
  credentials(): Promise<Readonly<Record<string, string>>>
}

/** A call that succeeded. */
export interface Called<Id extends OperationId> {
  readonly answer: Answer<Output<Id>>
  /** The request of the next page of a list. */
  readonly nextPage: Request | undefined
}

/** How often a call is sent while the hub still works on an earlier attempt with the same key. */
const MAX_WAITS = 10

/** The request of an operation. */
export async function requestOf<Id extends OperationId>(
  caller: Caller,
  id: Id,
  input: Input<Id> | undefined,
): Promise<Request> {
  const { method, path, inPath, inQuery, inHeaders, body } = operations[id]
  const values = (input ?? {}) as Readonly<Record<string, unknown>>
  const isGiven = (name: string) => values[name] !== undefined && values[name] !== null
  const given = (names: readonly string[]) =>
    names.filter(isGiven).map((name): [string, string] => [name, String(values[name])])
  // A list is sent as one parameter for each of its values.
  const parameters = inQuery.filter(isGiven).map((name): [string, string | string[]] => {
    const value = values[name]
    return [name, Array.isArray(value) ? value.map(String) : String(value)]
  })
  const filled = given(inPath).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => segmentOf(name, value)),
    path as string,
  )
  const headers = { ...(await caller.credentials()), ...Object.fromEntries(given(inHeaders)) }
  const request = { method, baseURL: `${caller.hub}${filled}`, headers }
  const queryParams = Object.fromEntries(parameters)
  if (body === undefined || values.body === undefined) return { ...request, queryParams }
  if (body === 'json') return { ...request, queryParams, json: values.body }
  // The hub recognises the format by the content of a file.
  const ofFile = { ...headers, 'content-type': 'application/octet-stream' }
  return { ...request, queryParams, headers: ofFile, body: values.body as FileBody }
}

/** @throws TypeError for `.` and `..`, which URLs resolve, also if they are encoded: another operation would be called */
function segmentOf(name: string, value: string): string {
  if (value !== '.' && value !== '..') return encodeURIComponent(value)
  throw new TypeError(`${name} must not be "${value}", which cannot be a part of a path`)
}

/**
 * Sends a request. POST and PUT have an idempotency key, so that they can be repeated without a second effect.
 *
 * @throws HubError, UnexpectedAnswerError; RestError if there is no complete answer, or if its link to the next page leads to another host
 */
export async function call<Id extends OperationId>(
  caller: Caller,
  id: Id,
  request: Request,
  { signal, idempotencyKey }: RequestOptions = {},
): Promise<Called<Id>> {
  const isKeyed = request.method === 'POST' || request.method === 'PUT'
  const options = {
    signal,
    ...(isKeyed && { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }),
  }
  for (let attempt = 1; ; attempt += 1) {
    const response = await caller.sender.send(request, options)
    const result = readAnswer<Output<Id>>(id, response)
    if (!(result instanceof Error)) {
      const nextPage = nextByLink(response as never, request)
      return { answer: { ...result, next: cursorOf(nextPage) }, nextPage }
    }
    const isRunning = result instanceof HubError && String(result.code) === RUNNING
    if (!isRunning || attempt === MAX_WAITS) throw result
    await pause(result.retryAfterMs ?? 1_000, signal)
  }
}

/** The cursor in the address of the next page. */
function cursorOf(nextPage: Request | undefined): string | undefined {
  return (nextPage && new URL(nextPage.baseURL).searchParams.get('cursor')) ?? undefined
}

/** The code while the hub works on an earlier attempt with the same key. */
export const RUNNING = 'MARKET_IDEMPOTENCY_RUNNING'

/** Reads the answer to an operation, or makes the error that it stands for. */
export function readAnswer<Body>(
  id: string,
  response: RestResponse,
): Answer<Body> | HubError | UnexpectedAnswerError {
  const { statusCode: status, headers } = response
  const value = parse(response)
  if (status >= 200 && status <= 299) {
    if (value !== undefined) return { status, headers, body: value.json as Body }
    return new UnexpectedAnswerError(id, status, 'but its body is not JSON')
  }
  if (isProblemDocument(value?.json)) {
    const wait = parseRetryAfter(header(response, 'retry-after') ?? '', Date.now())
    return new HubError(id, value.json, header(response, 'request-id'), wait)
  }
  return new UnexpectedAnswerError(id, status, 'without a problem document')
}

function parse({ body }: RestResponse): { readonly json: unknown } | undefined {
  if (body === '') return { json: undefined }
  try {
    return { json: JSON.parse(body) }
  } catch {
    return undefined
  }
}

function isProblemDocument(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null) return false
  const { code, status, title, detail } = value as Record<string, unknown>
  return (
    typeof code === 'string' &&
    typeof status === 'number' &&
    typeof title === 'string' &&
    typeof detail === 'string'
  )
}

import type { Readable } from 'node:stream'
import { ResponseError } from '../errors/response-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import type { BuiltRequest } from '../message/built-request.ts'
import type { HeaderLists } from '../message/headers.ts'
import { createResponse, type Response } from '../message/response.ts'
import { buildRequest } from '../request/request.ts'

/**
 * A response whose body has not been read yet. Read it to its end or dispose of it, since it occupies its
 * connection until then. `await using response = await client.stream(request)` disposes of it.
 */
export interface StreamResponse extends AsyncDisposable {
  readonly statusCode: number
  readonly headers: HeaderLists
  readonly url: string
  /** Decompressed bytes. Reading slowly slows the server down. Its errors are RestErrors. */
  readonly body: Readable
}

class OpenResponse implements StreamResponse {
  readonly statusCode: number
  readonly headers: HeaderLists
  readonly #request: BuiltRequest
  readonly #body: Readable

  constructor(statusCode: number, headers: HeaderLists, request: BuiltRequest, body: Readable) {
    this.statusCode = statusCode
    this.headers = headers
    this.#request = request
    this.#body = body
  }

  get url(): string {
    return this.#request.url
  }

  get body(): Readable {
    return this.#body
  }

  static requestOf(response: StreamResponse): BuiltRequest {
    if (#request in response) return response.#request
    return buildRequest({ baseURL: response.url })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#body.destroy()
  }
}

/** Creates a response whose body is still being received. */
export function createStreamResponse(
  statusCode: number,
  headers: HeaderLists,
  request: BuiltRequest,
  body: Readable,
): StreamResponse {
  return new OpenResponse(statusCode, headers, request, body)
}

/**
 * Reads a streamed response to its end and returns it as a value: the last of the three steps of `send`.
 *
 * @throws ResponseError with the partial response if the body ends early, and any other error that reading
 *   the body throws.
 * @example await buildResponse(await makeRequest(buildRequest(request)))
 */
export async function buildResponse(streamed: StreamResponse): Promise<Response> {
  const { statusCode, headers } = streamed
  const request = OpenResponse.requestOf(streamed)
  const chunks: Uint8Array[] = []
  const response = () =>
    createResponse({ statusCode, headers, bytes: Buffer.concat(chunks), request })
  try {
    for await (const chunk of streamed.body) chunks.push(chunk)
  } catch (error) {
    if (error instanceof RestError && !(error instanceof ResponseError)) throw error
    throw brokenBody(error, request, response())
  }
  return response()
}

function brokenBody(error: unknown, request: BuiltRequest, response: Response): ResponseError {
  const known = error instanceof ResponseError ? error : undefined
  const message = known?.message ?? 'the body of the response ended early'
  const fault = known?.fault ?? 'truncated'
  return new ResponseError(message, {
    request,
    cause: error,
    fault,
    response,
    attempt: known?.attempt,
  })
}

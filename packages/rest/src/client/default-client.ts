import type { Response } from '../http/message/response.ts'
import type { Request, StreamRequest } from '../http/request/request.ts'
import type { Result } from '../http/response/result.ts'
import type { StreamResponse } from '../http/response/stream-response.ts'
import type { SendOptions } from '../settings/options.ts'
import { type Client, createClient } from './client.ts'
import type { StandardSchema } from './json.ts'

let shared: Client | undefined

/** Created on first use, so that importing the package opens nothing. */
export function defaultClient(): Client {
  shared ??= createClient()
  return shared
}

/**
 * Sends a request with the default client and reads the whole response. Resolves for every HTTP status,
 * including 404 and 503.
 *
 * @throws RestError if there is no complete response; see {@link RestErrorCode}.
 * @example const { statusCode, body } = await rest.send({ baseURL: 'https://example.com/' })
 */
export function send(request: Request, options?: SendOptions): Promise<Response> {
  return defaultClient().send(request, options)
}

/**
 * Like {@link send}, but never rejects: resolves with a response or an error.
 *
 * @example const { response, error } = await rest.sendResult(request)
 */
export function sendResult(request: Request, options?: SendOptions): Promise<Result> {
  return defaultClient().sendResult(request, options)
}

/**
 * Like {@link send}, but throws for a status outside 200 to 299.
 *
 * @throws HttpStatusError with the response, and what `send` throws.
 * @example const { body } = await rest.sendOk(request)
 */
export function sendOk(request: Request, options?: SendOptions): Promise<Response> {
  return defaultClient().sendOk(request, options)
}

/**
 * Like {@link sendOk}, and then reads the body as JSON and checks it with a Standard Schema (Zod, Valibot,
 * ArkType, ...).
 *
 * @throws ParseError if the body does not match the schema, and what `sendOk` throws.
 * @example const user = await rest.sendJSON(request, z.object({ name: z.string() }))
 */
export function sendJSON<T>(
  request: Request,
  schema: StandardSchema<T>,
  options?: SendOptions,
): Promise<T> {
  return defaultClient().sendJSON(request, schema, options)
}

/**
 * Sends a request, whose body may be a stream, and resolves as soon as the headers of the response are
 * there; the body of the response is a stream. See {@link Client.stream} for its timeouts and limits.
 *
 * @example await pipeline((await rest.stream(request)).body, createWriteStream('file'))
 */
export function stream(request: StreamRequest, options?: SendOptions): Promise<StreamResponse> {
  return defaultClient().stream(request, options)
}

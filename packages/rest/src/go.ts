import { defaultClient, send } from './client/default-client.ts'
import type { BuiltRequest } from './http/message/built-request.ts'
import type { HeaderLists, WithHeaders } from './http/message/headers.ts'
import type { Response } from './http/message/response.ts'
import type { Request } from './http/request/request.ts'
import type { StreamResponse } from './http/response/stream-response.ts'
import type { SendOptions } from './settings/options.ts'

export type { BodyStream, BuiltRequest } from './http/message/built-request.ts'
export { Delete, Get, Head, Options, Patch, Post, Put } from './http/request/methods.ts'
export { addQueryParameters, encodeQuery } from './http/request/query.ts'
export { buildRequest } from './http/request/request.ts'
export { buildResponse } from './http/response/stream-response.ts'
export { version } from './settings/version.ts'

/**
 * The second of the three steps of `send`: exactly one exchange, without retries or redirects. Uses the
 * default client; `client.makeRequest` does the same with a client of your own.
 *
 * @throws InvalidRequestError for a request that was changed into an invalid one, and what `send` throws.
 * @example await buildResponse(await makeRequest(buildRequest(request)))
 */
export function makeRequest(request: BuiltRequest, options?: SendOptions): Promise<StreamResponse> {
  return defaultClient().makeRequest(request, options)
}

/**
 * Go's old name of {@link send}.
 *
 * @deprecated Use `send`.
 * @throws What `send` throws.
 * @example await api(request)
 */
export function api(request: Request, options?: SendOptions): Promise<Response> {
  return send(request, options)
}

/**
 * The headers of a response under the names that Go gives them: `X-Ratelimit-Limit`, `Etag`. It does not
 * restore the spelling that the server used.
 *
 * @example canonicalHeaders(response)['Content-Type'] // ['application/json']
 */
export function canonicalHeaders(response: WithHeaders): HeaderLists {
  const canonical: Record<string, readonly string[]> = Object.create(null)
  for (const [name, lines] of Object.entries(response.headers)) {
    canonical[name.replace(/(^|-)[a-z]/g, (initial) => initial.toUpperCase())] = lines
  }
  return canonical
}

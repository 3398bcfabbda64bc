import { RedirectError } from '../http/errors/response-errors.ts'
import { headerAll } from '../http/message/headers.ts'
import type { Response } from '../http/message/response.ts'
import { addQueryParameters, type QueryParams } from '../http/request/query.ts'
import { parseURL, type Request } from '../http/request/request.ts'
import { linkTarget } from '../http/response/link-header.ts'
import type { SendOptions } from '../settings/options.ts'
import { safeLocation } from '../settings/redirect.ts'
import type { Client } from './client.ts'

/** Returns the request for the page after a response, or undefined after the last page. */
export type NextPage = (response: Response, request: Request) => Request | undefined

/** Options of {@link paginate}. */
export interface PaginateOptions extends SendOptions {
  /** How the next page is found. @default {@link nextByLink} */
  readonly next?: NextPage
  /** The iteration ends after this many pages, whatever the server says. @default 1_000 */
  readonly maxPages?: number
  /**
   * Query parameters of the first request that every page needs, though links do not repeat them: servers
   * leave keys out of `Link`. Names are compared without regard to case. Only for {@link nextByLink}.
   * @default ['apikey', 'api_key', 'api-key', 'access_token']
   */
  readonly keepQuery?: readonly string[]
}

/** Parameters that carry a credential under the names in common use. */
const CREDENTIAL_PARAMETERS: readonly string[] = ['apikey', 'api_key', 'api-key', 'access_token']

/**
 * Finds the next page by `Link: <...>; rel="next"` (RFC 8288). The headers of the request are sent again,
 * and so are the query parameters named in `keepQuery` unless the link has them; all other parameters
 * come from the link. A link to another origin than that of the request is an error, even if a redirect
 * led there before: following it would hand over the credentials.
 *
 * @throws RedirectError for a link to another origin and for one that is not a URL.
 * @example nextByLink(response, request)?.baseURL // 'https://api.example.com/orders?cursor=x'
 */
export function nextByLink(
  response: Response,
  request: Request,
  keepQuery: readonly string[] = CREDENTIAL_PARAMETERS,
): Request | undefined {
  const target = linkTarget(headerAll(response, 'link'), 'next')
  if (target === undefined) return undefined
  const url = URL.parse(target, response.url)
  if (url?.origin !== parseURL(request.baseURL).origin) {
    const problem = url === null ? 'its link is not a URL' : 'its link leads to another origin'
    const location = safeLocation(target, response.url)
    throw new RedirectError(`next page refused: ${problem}`, { location, count: 0 })
  }
  return { ...request, baseURL: url.href, queryParams: keptParameters(request, url, keepQuery) }
}

/** The parameters of the request that have to be added to the link. */
function keptParameters(request: Request, link: URL, names: readonly string[]): QueryParams {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const kept: Record<string, string[]> = Object.create(null)
  const { searchParams } = new URL(addQueryParameters(request.baseURL, request.queryParams))
  for (const [name, value] of searchParams) {
    if (!wanted.has(name.toLowerCase()) || link.searchParams.has(name)) continue
    kept[name] = [...(kept[name] ?? []), value]
  }
  return kept
}

/**
 * Finds the next page by a cursor in the body: `find` returns the cursor, which is sent as the query
 * parameter `parameter`. Everything else of the request stays as it is.
 *
 * @example paginate(client, request, { next: nextByCursor('cursor', (page) => json<Page>(page).next) })
 */
export function nextByCursor(
  parameter: string,
  find: (response: Response) => string | undefined | null,
): NextPage {
  return (response, request) => {
    const cursor = find(response)
    if (cursor === undefined || cursor === null || cursor === '') return undefined
    const baseURL = withoutParameter(request.baseURL, parameter)
    return { ...request, baseURL, queryParams: { ...request.queryParams, [parameter]: cursor } }
  }
}

/** Servers read the first one of two parameters with the same name. */
function withoutParameter(baseURL: string, parameter: string): string {
  const url = new URL(baseURL)
  if (!url.searchParams.has(parameter)) return baseURL
  url.searchParams.delete(parameter)
  return url.href
}

/**
 * Requests page after page, each only when the loop asks for it. Every page has a status of 200 to 299.
 * A key that the first request carries, in a header or in one of the query parameters of `keepQuery`, is
 * sent with every page.
 *
 * @throws HttpStatusError for a page with any other status, RedirectError for a link that must not be
 *   followed, and what `send` throws.
 * @example for await (const page of paginate(client, { baseURL })) collect(json(page))
 */
export async function* paginate(
  client: Pick<Client, 'sendOk'>,
  first: Request,
  options: PaginateOptions = {},
): AsyncGenerator<Response, void, undefined> {
  const { maxPages = 1_000, keepQuery, next: given, ...sendOptions } = options
  const next = given ?? ((page, request) => nextByLink(page, request, keepQuery))
  let request: Request | undefined = first
  for (let page = 0; request !== undefined && page < maxPages; page++) {
    const response: Response = await client.sendOk(request, sendOptions)
    yield response
    request = next(response, request)
  }
}

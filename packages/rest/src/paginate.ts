import type { Client } from './client.ts'
import { RedirectError } from './errors/response-errors.ts'
import { headerAll } from './headers.ts'
import { linkTarget } from './link-header.ts'
import type { SendOptions } from './options.ts'
import { safeLocation } from './redirect.ts'
import { parseURL, type Request } from './request.ts'
import type { Response } from './response.ts'

/** Finds the request for the page after a response, or undefined after the last page. */
export type NextPage = (response: Response, request: Request) => Request | undefined

/** How {@link paginate} walks. */
export interface PaginateOptions extends SendOptions {
  /** @default {@link nextByLink} */
  readonly next?: NextPage
  /** Pages after which it ends, whatever the server says: servers have bugs. @default 1_000 */
  readonly maxPages?: number
}

/**
 * The next page by `Link: <...>; rel="next"` (RFC 8288). Headers go along only within the origin of the
 * request: a link to another one is refused, since it would take the credentials there, even if a
 * redirect led to that origin before.
 *
 * @throws RedirectError for a link to another origin and for one that is no URL.
 */
export const nextByLink: NextPage = (response, request) => {
  const target = linkTarget(headerAll(response, 'link'), 'next')
  if (target === undefined) return undefined
  const url = URL.parse(target, response.url)
  if (url?.origin !== parseURL(request.baseURL).origin) {
    const problem = url === null ? 'its link is not a URL' : 'its link leads to another origin'
    const location = safeLocation(target, response.url)
    throw new RedirectError(`next page refused: ${problem}`, { location, count: 0 })
  }
  const { queryParams: _inTheLink, ...rest } = request
  return { ...rest, baseURL: url.href }
}

/**
 * The next page by a cursor in the body: `find` gives it, and it goes into the query parameter named.
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
    return { ...request, queryParams: { ...request.queryParams, [parameter]: cursor } }
  }
}

/**
 * Walks through pages, one request at a time, only as far as they are asked for. Every page has a
 * status of 200 to 299.
 *
 * @throws HttpStatusError for a page that fails, and whatever `send` throws.
 * @example for await (const page of paginate(client, { baseURL })) collect(json(page))
 */
export async function* paginate(
  client: Pick<Client, 'sendOk'>,
  first: Request,
  options: PaginateOptions = {},
): AsyncGenerator<Response, void, undefined> {
  const { next = nextByLink, maxPages = 1_000, ...sendOptions } = options
  let request: Request | undefined = first
  for (let page = 0; request !== undefined && page < maxPages; page++) {
    const response: Response = await client.sendOk(request, sendOptions)
    yield response
    request = next(response, request)
  }
}

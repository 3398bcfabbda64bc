/** Whether a page of the hub has sent a request. Pure. */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that a page of the same origin has sent the request: by `Sec-Fetch-Site` (Fetch Metadata), or by `Origin` (RFC
 * 6454) if the browser does not send it. Another port or subdomain is the same site, but another origin. Unlike for pages, a navigation
 * (`none`) does not count: a person does not open an address of the API with a session.
 */
export function isSameOrigin(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site === undefined) return origin === publicUrl
  return site === 'same-origin' && (origin === undefined || origin === publicUrl)
}

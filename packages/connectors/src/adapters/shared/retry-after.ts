import { header, type Response } from '@entrepot/rest'
import { parseRetryAfter } from '@entrepot/rest/headers'

/** How long a shop asks to wait, in seconds, as the options of a `ShopFailure`; empty if it does not say. */
export function retryAfterOf(response: Response): { readonly retryAfter?: number } {
  const pause = parseRetryAfter(header(response, 'retry-after') ?? '', Date.now())
  return pause === undefined ? {} : { retryAfter: Math.ceil(pause / 1000) }
}

/** Calls of the hub by the session of the browser. */

import type { PagedOperationId } from '@entrepot/client'
import { type Client, createClient, type Input, isProblem, type Output } from '@entrepot/client'

const clients = new Map<string, Client>()

/**
 * Returns the client that acts for a customer.
 *
 * @param customer an id, or `*` for the first customer of the person
 * @param timeout in milliseconds, for calls that may take longer than others
 */
export function clientOf(customer: string, timeout = 20_000): Client {
  const key = `${customer} ${timeout}`
  const known = clients.get(key)
  if (known) return known
  // TanStack Query retries queries, and shows meanwhile that it waits.
  const client = createClient({ hub: location.origin, customer, attempts: 1, timeout })
  clients.set(key, client)
  return client
}

/** A page of a list. `next` is the cursor of the next page; undefined on the last one. */
export interface ListPage<Id extends PagedOperationId> {
  readonly rows: Output<Id>
  readonly next: string | undefined
}

/** Reads one page of a list. */
export async function readPage<Id extends PagedOperationId>(
  client: Client,
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<ListPage<Id>> {
  const { body, next } = await client.request(id, input, { signal })
  return { rows: body, next }
}

/** Whether the person has to sign in again: nobody is signed in any more, or the sign-in is too old or too weak. */
export function isSignedOut(error: unknown): boolean {
  return isProblem(error) && error.status === 401
}

/** Whether the sign-in of the person is too old or too weak for this. */
export function needsStepUp(error: unknown): boolean {
  return isProblem(error, 'MARKET_STEP_UP')
}

/** How long the hub asks to wait before the next attempt, in milliseconds. */
export function retryAfterOf(error: unknown): number | undefined {
  return isProblem(error) ? error.retryAfterMs : undefined
}

/** Whether a retry can help: the hub is down, overloaded or not reached. */
export function isTransient(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || error.status === 429
}

/** The answer of one call of the hub as a query. */
import type { Input, OperationId } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from './session.tsx'

/**
 * Reads what one call answers.
 *
 * @param key the subject, by which events refresh it, and what tells the query from others; the customer is added behind the subject
 * @example callQuery(session, ['orders', 'one', id], 'getOrderById', { id })
 */
export function callQuery<Id extends OperationId>(
  { client, customer }: Session,
  [subject, ...rest]: readonly [subject: string, ...unknown[]],
  id: Id,
  input: Input<Id>,
) {
  return queryOptions({
    queryKey: [subject, customer, ...rest],
    queryFn: async ({ signal }) => (await client.request(id, input, { signal })).body,
  })
}

/** The references that the hub gives orders that are acknowledged: by which rule, and which they are. */
import type { Input } from '@entrepot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Session } from '../hub/session.tsx'

/** The rules, with their labels. */
export const NAMINGS = [
  { value: 'channel', label: "The channel's reference" },
  { value: 'prefix', label: "The channel's reference with a prefix" },
  { value: 'id', label: 'The number of the order at the hub' },
] as const satisfies readonly {
  readonly value: Input<'listProposedReferences'>['referenceFrom']
  readonly label: string
}[]

/** How orders are named. */
export interface Naming {
  readonly from: (typeof NAMINGS)[number]['value']
  /** Empty: the name of the channel. */
  readonly prefix: string
}

/** As many orders as one call names. */
const MAX_ORDERS = 100

/** The references that orders get if they are acknowledged now, by their ids. Acknowledged orders have none. */
export function proposalsQuery(
  { client, customer }: Session,
  ids: readonly number[],
  { from, prefix }: Naming = { from: 'channel', prefix: '' },
) {
  const input = {
    orderId: ids.slice(0, MAX_ORDERS),
    referenceFrom: from,
    ...(from === 'prefix' && prefix !== '' && { prefix }),
  }
  return queryOptions({
    queryKey: ['orders', customer, 'proposals', input],
    queryFn: async ({ signal }) => {
      const proposals = await client.listProposedReferences(input as never, { signal })
      return new Map(
        proposals.map(({ OrderId, MerchantOrderReference }) => [OrderId, MerchantOrderReference]),
      )
    },
    placeholderData: keepPreviousData,
  })
}

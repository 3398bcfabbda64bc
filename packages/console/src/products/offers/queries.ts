/** The reads of what channels are offered of a product. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** An override of what a channel is offered. */
export type Override = Output<'listOfferOverrides'>[number]

/** A change of what a channel was to be offered. */
export type OfferChange = Output<'listOfferHistory'>[number]

/** More than a product can sensibly have at a channel. */
const MAX_OVERRIDES = 100

/** The overrides of a product at a channel. */
export function overridesQuery({ client, customer }: Session, id: number, product: string) {
  const input = { id, product, pageSize: MAX_OVERRIDES }
  return queryOptions({
    queryKey: ['offers', customer, 'overrides', input],
    queryFn: async ({ signal }) => await client.listOfferOverrides(input, { signal }),
  })
}

/** Changes that a chart shows. */
const MAX_CHANGES = 500

/** A change of the price of a product. */
export type PriceChange = Output<'listPriceChanges'>[number]

/** How the price of a product has changed, newest first. */
export function priceChangesQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['products', customer, 'prices', reference],
    queryFn: async ({ signal }) =>
      await client.listPriceChanges({ reference, pageSize: MAX_CHANGES }, { signal }),
  })
}

/** Changes are recorded when the channel polls, of which there is no event, so they are polled in this interval of milliseconds. */
const HISTORY_INTERVAL_MS = 15_000

/** How what a channel is offered of a product has changed, newest first. */
export function historyQuery({ client, customer }: Session, product: string, channel: number) {
  const input = { product, channel, pageSize: MAX_CHANGES }
  return queryOptions({
    queryKey: ['offers', customer, 'history', input],
    queryFn: async ({ signal }) => await client.listOfferHistory(input, { signal }),
    refetchInterval: HISTORY_INTERVAL_MS,
  })
}

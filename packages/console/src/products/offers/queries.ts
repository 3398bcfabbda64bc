/** The reads of what channels are offered of a product. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** An override of what a channel is offered. */
export type Override = Output<'listOfferOverrides'>[number]

/** A change of what a channel was to be offered. */
export type OfferChange = Output<'listOfferHistory'>[number]

/** More than a product can sensibly have at a channel. */
const MAX_OVERRIDES = 100

/** The overrides of a product at a channel. */
export function overridesQuery(session: Session, id: number, product: string) {
  const input = { id, product, pageSize: MAX_OVERRIDES }
  return callQuery(session, ['offers', 'overrides', input], 'listOfferOverrides', input)
}

/** Changes that a chart shows. */
const MAX_CHANGES = 500

/** A change of the price of a product. */
export type PriceChange = Output<'listPriceChanges'>[number]

/** How the price of a product has changed, newest first. */
export function priceChangesQuery(session: Session, reference: string) {
  const input = { reference, pageSize: MAX_CHANGES }
  return callQuery(session, ['products', 'prices', reference], 'listPriceChanges', input)
}

/** How what a channel is offered of a product has changed, newest first. */
export function historyQuery(session: Session, product: string, channel: number) {
  const input = { product, channel, pageSize: MAX_CHANGES }
  return callQuery(session, ['offers', 'history', input], 'listOfferHistory', input)
}

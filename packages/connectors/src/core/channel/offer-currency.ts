/** A shop takes a price as a number: offers in another currency than its own are refused. */
import type { ChannelShop, OfferToWrite } from '../../adapter/channel.ts'
import type { Outcome, RecordProblem } from '../../adapter/outcomes.ts'

/** Price and stock of a product, with the currency of the price in ISO 4217. */
export interface PricedOffer extends OfferToWrite {
  readonly currency: string
}

/** @returns one outcome for each offer, in the same order; undefined where the shop has said nothing */
export type WriteOffers = (
  offers: readonly PricedOffer[],
) => Promise<readonly (Outcome<undefined> | undefined)[]>

/** Writes offers to the shop, but for those in another currency. Undefined for a shop that takes no offers. */
export function offerWriter(shop: ChannelShop): WriteOffers | undefined {
  const { writeOffers } = shop
  return writeOffers && (async (offers) => await writeThoseInCurrency(shop, offers))
}

async function writeThoseInCurrency(
  shop: ChannelShop,
  offers: readonly PricedOffer[],
): Promise<readonly (Outcome<undefined> | undefined)[]> {
  const currency = await shop.readCurrency?.()
  const isForShop = (offer: PricedOffer) =>
    currency === undefined || offer.price === null || offer.currency === currency
  const taken = offers.filter(isForShop)
  const outcomes = taken.length > 0 ? await shop.writeOffers?.(taken) : []
  const byOffer = new Map(taken.map((offer, index) => [offer, outcomes?.[index]]))
  return offers.map((offer) =>
    isForShop(offer) ? byOffer.get(offer) : { problem: otherCurrency(offer, currency) },
  )
}

function otherCurrency(
  { merchantProductReference, price, currency }: PricedOffer,
  ofShop = '',
): RecordProblem {
  return {
    code: 'other_currency',
    message: `The hub offers ${merchantProductReference} for ${price} ${currency}, and the prices of the shop are in ${ofShop}. Price and stock stay as they are in the shop.`,
    remedy: `Give the channel a price rule in ${ofShop}, or change the currency of the shop and retry.`,
  }
}

/** What the channels of the sample are offered: each by rules of its own, with a price that waits, a product that is short, and a sale. */
import type { Database } from '@entrepot/database'
import {
  type Actor,
  acknowledgeData,
  acknowledgeOffers,
  type Channel,
  type ChannelIds,
  type Customer,
  changeOffers,
  expectDone,
  getProductListings,
  type OfferChange,
  pollData,
  pollOffers,
  putOfferRules,
  putOverrides,
} from '@entrepot/marketplace'
import { SOLD_PRODUCTS } from './catalogue.ts'
import type { OfferedPrices } from './order-plan.ts'

/** The rules of the two channels: the last units stay for the own shop, and the marketplace keeps a share of each price. */
const RULES: readonly Parameters<typeof putOfferRules>[3][] = [
  {
    Stock: {
      Rules: [{ When: { Field: 'Brand', Is: 'Baken' }, Max: 10 }],
      Default: { Buffer: 2 },
    },
  },
  {
    Price: {
      Rules: [{ When: { Field: 'Price', Below: 5 }, Steps: [{ Commission: 15 }] }],
      Default: { Steps: [{ Commission: 15 }], Round: { Ending: 0.95, Direction: 'up' } },
    },
  },
]

/** More of them are ordered than are there. */
const SHORT: OfferChange = { MerchantProductReference: 'TEE-L', Stock: 1 }

/** By more than 40 % less: the marketplace keeps what it knows until somebody accepts it. */
const CHEAPER: OfferChange = { MerchantProductReference: 'POSTER', Price: 8 }

const ON_SALE = ['LAMP-BRASS', 'LAMP-BLACK']
const SALE_PRICE = 49.9

/** Most items of an answer. There are fewer products. */
const ALL = 1_000

/** Gives the channels their rules, and lets the second one list the products. Can be repeated. */
export async function openSampleOffers(
  database: Database,
  customer: Customer,
  channels: readonly Channel[],
  actor: Actor,
): Promise<void> {
  for (const [index, { channelId }] of channels.entries()) {
    expectDone(await putOfferRules(database, customer, channelId, RULES[index] ?? {}, actor))
  }
  await takeAll(database, idsOf(customer, channels[1]))
}

/** Reads the prices at which a channel is offered products. */
export async function readOfferedPrices(
  database: Database,
  customer: Customer,
  channelId: number,
): Promise<OfferedPrices> {
  const prices = new Map<string, number>()
  for (const { MerchantProductReference: reference } of SOLD_PRODUCTS) {
    const listings = await getProductListings(database, customer, reference, channelId)
    const price = expectDone(listings)[0]?.CurrentOffer?.Price
    if (price != null) prices.set(reference, price)
  }
  return prices
}

/**
 * Counts the stock after the sample orders, of which those of past weeks have just been shipped, changes a price, and enters a sale of next
 * weekend. The second channel then knows all of it. Can be repeated.
 */
export async function changeSampleOffers(
  database: Database,
  customer: Customer,
  channels: readonly Channel[],
  actor: Actor,
): Promise<void> {
  const counts = SOLD_PRODUCTS.map(({ MerchantProductReference, Stock }) => {
    return { MerchantProductReference, Stock: Stock ?? 0 }
  })
  await changeOffers(database, customer, [...counts, SHORT, CHEAPER], actor)
  const window = weekendAfter(new Date())
  const sale = ON_SALE.map((MerchantProductReference) => {
    return { MerchantProductReference, Price: SALE_PRICE, ...window }
  })
  expectDone(await putOverrides(database, idsOf(customer, channels[0]), sale, actor))
  await takeAll(database, idsOf(customer, channels[1]))
}

function idsOf({ customerId }: Customer, channel: Channel | undefined): ChannelIds {
  if (channel === undefined) throw new Error('the sample customer has lost a channel')
  return { customerId, channelId: channel.channelId }
}

/** The next Saturday that has not begun, and the end of its Sunday, in UTC. Pure. */
export function weekendAfter(now: Date): { readonly From: string; readonly Until: string } {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const day = 86_400_000
  const saturday = midnight + (((5 - now.getUTCDay() + 7) % 7) + 1) * day
  return {
    From: new Date(saturday).toISOString(),
    Until: new Date(saturday + 2 * day).toISOString(),
  }
}

/** Polls as a channel and confirms everything, until nothing is left. */
async function takeAll(database: Database, ids: ChannelIds): Promise<void> {
  for (;;) {
    const data = expectDone(await pollData(database, ids, ALL))
    const { ToBeCreated, ToBeUpdated, ToBeRemoved } = data.body
    const referencesOf = (views: typeof ToBeUpdated) =>
      views.map(({ ChannelProductReference }) => ChannelProductReference)
    const processed = {
      Created: ToBeCreated.map(({ MerchantProductReference: reference }) => {
        return { MerchantReference: reference, ChannelReference: `M-${reference}` }
      }),
      Updated: referencesOf(ToBeUpdated),
      Removed: referencesOf(ToBeRemoved),
    }
    expectDone(await acknowledgeData(database, ids, processed, data.token))
    const offers = expectDone(await pollOffers(database, ids, ALL))
    const references = offers.body.map(({ ChannelProductReference: reference }) => reference)
    expectDone(await acknowledgeOffers(database, ids, references, offers.token))
    if (Object.values(processed).flat().length + references.length === 0) return
  }
}

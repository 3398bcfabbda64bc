/** What tests of offers do: a shop with listed products, what its channel is offered, and time that passes. */
import { execute, sql } from '@entrepot/database'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'
import { openShop, type Shop } from './sync-api.ts'

export const rulesOf = (shop: Shop) => `/v2/channels/${shop.channelId}/offer-rules`
export const overridesOf = (shop: Shop) => `/v2/channels/${shop.channelId}/offer-overrides`

/** Price and stock of each offer, by product. */
export const offered = async (shop: Shop) =>
  Object.fromEntries(
    (await shop.offers()).map((offer) => [
      offer.MerchantProductReference,
      [offer.Price, offer.Stock],
    ]),
  )

/** A shop with listed products, of which the channel has confirmed every offer. */
export async function openListed(
  api: TestApi,
  items: readonly Record<string, unknown>[],
  { rules = {}, isGuarded = true }: { rules?: object; isGuarded?: boolean } = {},
) {
  const shop = await openShop(api, {}, { isGuarded })
  const put = await shop.merchant('PUT', rulesOf(shop), rules)
  expect(put.status).toBe(200)
  await shop.put(...items)
  await shop.settle()
  return shop
}

/** What a channel knows of a product. */
export const listingOf = async (shop: Shop, reference: string) =>
  (await shop.merchant('GET', `/v2/products/${reference}/listings`)).body.find(
    ({ ChannelId }: { ChannelId: number }) => ChannelId === shop.channelId,
  )

interface Offered {
  readonly Price: number | null
  readonly Stock: number
  readonly IsOffered: boolean
}

/** The history of a product, newest changes first. */
export const historyOf = async (shop: Shop, reference: string) =>
  (await shop.merchant('GET', `/v2/offers/history?product=${reference}`)).body as {
    Cause: string
    Before: Offered
    After: Offered
    Actor: { Kind: string; Label: string }
  }[]

/** Stores overrides. */
export async function override(shop: Shop, ...items: readonly object[]) {
  const { body } = await shop.merchant('PUT', overridesOf(shop), items)
  expect(body).toMatchObject({ AcceptedCount: items.length })
}

/** Moves begin and end of overrides, and the work that waits for them, into the past. */
export async function letTimePass(api: TestApi, shop: Shop, minutes: number) {
  const span = sql`${minutes} * interval '1 minute'`
  await execute(
    api.database,
    sql`update marketplace.offer_overrides set from_at = from_at - ${span}, until_at = until_at - ${span}
      where customer_id = ${shop.customerId}`,
  )
  await execute(
    api.database,
    sql`update marketplace.stock_marks set due_at = due_at - ${span} where customer_id = ${shop.customerId}`,
  )
}

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

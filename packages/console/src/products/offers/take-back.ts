/** Takes back an override that was just stored. */
import type { Client } from '@entrepot/client'
import { isSameOverride, type OverrideItem } from './override.ts'
import type { Override } from './queries.ts'

/**
 * Removes an override, or stores the one that it has replaced.
 *
 * @param before the overrides before
 * @throws if somebody has changed it meanwhile
 */
export async function takeBack(
  client: Client,
  channelId: number,
  stored: OverrideItem,
  before: readonly Override[],
): Promise<void> {
  const { MerchantProductReference: reference, Price } = stored
  const from = stored.From ?? null
  const isOf = (one: Override) => (one.From === null ? from === null : sameMoment(one.From, from))
  const now = await client.listOfferOverrides({ id: channelId, product: reference, pageSize: 100 })
  const current = now.find(isOf)
  if (!current || !isSameOverride(stored, current)) {
    throw new Error('Somebody else has changed it.')
  }
  const replaced = before.find(isOf)
  if (replaced === undefined) {
    const price = Price == null ? {} : { price: Price }
    await client.deleteOfferOverrides({
      id: channelId,
      reference,
      from: from ?? 'always',
      ...price,
    })
    return
  }
  const { IsActive: _, ...item } = replaced
  await client.storeOfferOverrides({ id: channelId, body: [item as OverrideItem] })
}

const sameMoment = (one: string, other: string | null) =>
  other !== null && Date.parse(one) === Date.parse(other)

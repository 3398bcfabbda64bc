/** All SQL of previews of offers. It takes no locks. */
import { type Connection, query, queryFirst, sql } from '@entrepot/database'
import type { ProductRecord } from '../../../catalogue/products/rules.ts'
import { BYTES, itemColumns, PAGE_BYTES } from '../../copy/item-store.ts'
import type { OfferedItem } from '../../copy/offers/offered.ts'
import type { ChannelIds, SyncState } from '../../copy/store.ts'

/** What decides the offers of a channel. */
export type ChannelState = Pick<SyncState, 'mode' | 'offersInData' | 'selection' | 'offerRules'> & {
  readonly now: Date
  readonly baseCurrency: string
  readonly defaultVatRate: number
}

/** Reads the state of a channel. Undefined if it does not exist. */
export async function readChannelState(
  connection: Connection,
  { customerId, channelId }: ChannelIds,
): Promise<ChannelState | undefined> {
  return await queryFirst<ChannelState>(
    connection,
    sql`
    select ch.mode, s.offers_in_data as "offersInData", s.selection, s.offer_rules as "offerRules", now(),
      c.base_currency as "baseCurrency", c.default_vat_rate::float8 as "defaultVatRate"
    from marketplace.channel_syncs s
    join marketplace.channels ch on ch.customer_id = s.customer_id and ch.channel_id = s.channel_id
    join marketplace.customers c on c.customer_id = s.customer_id
    where s.customer_id = ${customerId} and s.channel_id = ${channelId}`,
  )
}

/** A product, with what its offer depends on, and what the channel knows of its offer. */
export interface OfferRow extends ProductRecord, Omit<OfferedItem, 'record' | 'parent'> {
  readonly isListed: boolean
  /** Price and stock that the channel was served last, as JSON. */
  readonly version: string | null
}

/**
 * Reads products after a reference, as JSON of {@link OfferRow}, until they have several megabytes. As text, because the driver would parse
 * all rows at once.
 *
 * @param limit maximum number of products
 */
export async function readOfferRows(
  connection: Connection,
  { customerId, channelId }: ChannelIds,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await query<{ item: string }>(
    connection,
    sql`
    select to_json(item)::text as item from (
      select ${itemColumns(channelId)}, l.channel_reference is not null as "isListed",
        case when l.channel_reference is not null then l.offer_version end as version
      from (
        select *, sum(${BYTES}) over (order by merchant_product_reference) - (${BYTES}) as before from (
          select * from marketplace.products
          where customer_id = ${customerId} and merchant_product_reference > ${after} collate "C"
          order by merchant_product_reference limit ${limit}
        ) page
      ) p
      left join lateral (
        select channel_reference, offer_version from marketplace.listings
        where customer_id = ${customerId} and channel_id = ${channelId}
          and merchant_product_reference = p.merchant_product_reference offset 0
      ) l on true
      where p.before < ${PAGE_BYTES}
      order by p.merchant_product_reference
    ) item`,
  )
  return rows.map(({ item }) => item)
}

/** The SQL with which orders read products, and the references under which channels list them. */
import { type Connection, query, sql } from '@entrepot/database'
import { HAS_CHILDREN } from '../stock/held-store.ts'

/** A product on a channel. */
export interface SoldProductKey {
  readonly customerId: string
  readonly channelId: number
  /** The merchant's reference of the product. */
  readonly reference: string
}

/** The values that an order line takes from its product. */
export interface SoldProduct extends SoldProductKey {
  /**
   * The reference under which the channel lists the product, or listed it last. Null if the channel has never acknowledged the product; the
   * reference that the merchant suggests is not used here.
   */
  readonly channelProductReference: string | null
  readonly vatRate: number | null
  /** Null: standard. */
  readonly vatClass: string | null
  readonly shippingTime: string | null
  readonly isParent: boolean
  /** The versions of the offer that the channel was served last, has confirmed, and gets next. Null if it does not list the product. */
  readonly offers: readonly (string | null)[] | null
}

/** Reads the products of order lines in one statement, for several customers and channels. */
export async function findSoldProducts(
  connection: Connection,
  wanted: readonly SoldProductKey[],
): Promise<readonly SoldProduct[]> {
  // 'offset 0' keeps the index lookups separate. In a join, the planner would scan a small catalogue instead. The selects hide how long the
  // arrays are. Otherwise PostgreSQL plans each execution again for its number of products, which takes longer than the lookups.
  return await query<SoldProduct>(
    connection,
    sql`
    select p.* from unnest(
      (select ${wanted.map((product) => product.customerId)}::bigint[]),
      (select ${wanted.map((product) => product.channelId)}::bigint[]),
      (select ${wanted.map((product) => product.reference)}::text[])
    ) as w (customer_id, channel_id, reference)
    cross join lateral (
      select p.customer_id::text as "customerId", w.channel_id::float8 as "channelId",
        p.merchant_product_reference as reference, p.vat_rate::float8 as "vatRate",
        p.vat_class as "vatClass", p.shipping_time as "shippingTime", l."channelProductReference", l.offers, ${HAS_CHILDREN} as "isParent"
      from marketplace.products p left join lateral (
        select coalesce(l.channel_reference, l.former_reference) as "channelProductReference",
          case when l.channel_reference is not null then array[l.offer_version, l.offer_confirmed, l.offer_target] end as offers
        from marketplace.listings l
        where l.customer_id = w.customer_id and l.channel_id = w.channel_id
          and l.merchant_product_reference = w.reference collate "C"
        offset 0
      ) l on true
      where p.customer_id = w.customer_id and p.merchant_product_reference = w.reference collate "C"
      offset 0
    ) p`,
  )
}

/** What can be exported. */
import { type Sql, sql } from '@entrepot/database'
import { PRODUCT_COLUMNS } from '../../catalogue/products/columns.ts'
import { type ProductFilter, productMatches } from '../../channels/products/store.ts'
import type { TextSearch } from '../../kit/sql/search-store.ts'
import {
  type FulfilmentFilter,
  fulfilmentMatches,
  type RecordFilter,
} from '../../orders/fulfilment/records/list-store.ts'
import { refundMatches } from '../../orders/fulfilment/refunds/store.ts'
import { type OrderFilter, orderMatches } from '../../orders/list/list-store.ts'
import { ORDER_COLUMNS, ORDER_LINE_COLUMNS } from '../../orders/record/columns.ts'
import type { Kind } from '../../orders/record/state/record-kinds.ts'
import { exportColumns, fulfilmentColumns } from './columns.ts'
import { CUSTOMER_OF_PAGE, keysOfPage, type Rows } from './statement-store.ts'

/** The filter of the lists of shipments, cancellations, backorders and returns. */
type ExportedFilter = Omit<FulfilmentFilter, 'kind' | 'ownChannelId' | 'sort' | 'after'>

/** The keys that a page of an export asks for. */
export interface WantedKeys<Filter> {
  readonly customerId: string
  readonly filter: Filter
  /** The last key of the page before. */
  readonly after: string | undefined
  readonly limit: number
  /** How the database searches the text of the filter. */
  readonly search: TextSearch
}

/** A kind of rows. `Filter` is the filter of the list of the same name. */
export interface ExportKind<Filter> extends Rows {
  /** Whether keys are ids, which are numbers. */
  readonly hasIds: boolean
  /**
   * Selects `key` (text), and the `weight` of the key: about its number of rows or bytes. Sorted, and at most `limit` keys.
   */
  keys(wanted: WantedKeys<Filter>): Sql
  /** Keys of a page; it ends earlier with the key that reaches `maxWeight`. */
  readonly limit: number
  readonly maxWeight: number
}

/**
 * Parents before children, so that an import can create the products in this order. References never change, and a product that becomes a
 * child while it is exported may come twice.
 */
const products: ExportKind<ProductFilter> = {
  hasIds: false,
  columns: exportColumns(PRODUCT_COLUMNS, 'p'),
  from: `marketplace.products p where p.customer_id = ${CUSTOMER_OF_PAGE}
    and p.merchant_product_reference = any (${keysOfPage('text')})`,
  orderBy: 'p.parent_reference is not null, p.merchant_product_reference',
  limit: 5_000,
  maxWeight: 4_000_000,
  keys: (wanted) => sql`
    with tops as materialized (${productKeys(false, wanted, sql`${wanted.limit}`)})
    select key, weight, row_number() over (order by is_child, key) as place from (
      select * from tops union all
      (${productKeys(true, wanted, sql`${wanted.limit} - (select count(*) from tops)`)})
    ) found order by is_child, key`,
}

/** Products without a parent, or children. Each are found in the order of the primary key, so a page reads no other ones. */
function productKeys(
  isChild: boolean,
  { customerId, filter, after = '', search }: WantedKeys<ProductFilter>,
  limit: Sql,
): Sql {
  const isAfterChild = sql`coalesce((
    select last.parent_reference is not null from marketplace.products last
    where last.customer_id = ${customerId} and last.merchant_product_reference = ${after}), false)`
  const isLater = isChild
    ? sql`p.merchant_product_reference > case when ${isAfterChild} then ${after}::text else '' end`
    : sql`not ${isAfterChild} and p.merchant_product_reference > ${after}::text`
  return sql`
    select p.merchant_product_reference as key, 500 + coalesce(octet_length(p.description), 0)
      + coalesce(octet_length(p.details), 0) + coalesce(octet_length(p.extra_data::text), 0) as weight, ${isChild}::boolean as is_child
    from marketplace.products p
    left join marketplace.products parent on parent.customer_id = p.customer_id
      and parent.merchant_product_reference = p.parent_reference
    where ${productMatches(customerId, filter, search)}
      and p.parent_reference is ${isChild ? sql`not null` : sql`null`} and ${isLater}
    order by p.merchant_product_reference limit ${limit}`
}

const orderKeys =
  (weight: Sql): ExportKind<OrderFilter>['keys'] =>
  ({ customerId, filter, after, limit, search }) =>
    sql`
    select o.order_id::text as key, ${weight} as weight, o.order_id as place
    from marketplace.orders o where ${orderMatches(customerId, filter, search)}
      ${after === undefined ? sql`` : sql`and o.order_id > ${after}::bigint`}
    order by o.order_id limit ${limit}`

const ORDERS_OF_PAGE = `o.customer_id = ${CUSTOMER_OF_PAGE} and o.order_id = any (${keysOfPage('bigint')})`

const orders: ExportKind<OrderFilter> = {
  hasIds: true,
  columns: exportColumns(ORDER_COLUMNS, 'o'),
  from: `marketplace.orders o join marketplace.channels ch
    on ch.customer_id = o.customer_id and ch.channel_id = o.channel_id where ${ORDERS_OF_PAGE}`,
  orderBy: 'o.order_id',
  limit: 5_000,
  maxWeight: 4_000_000,
  keys: orderKeys(sql`1000 + coalesce(octet_length(o.extra_data::text), 0)`),
}

const orderLines: ExportKind<OrderFilter> = {
  hasIds: true,
  columns: exportColumns(ORDER_LINE_COLUMNS, 'l'),
  from: `marketplace.orders o join marketplace.order_lines l
    on l.customer_id = o.customer_id and l.order_id = o.order_id where ${ORDERS_OF_PAGE}`,
  orderBy: 'l.order_id, l.line_id',
  limit: 10_000,
  maxWeight: 20_000,
  keys: orderKeys(sql`o.line_count`),
}

/** Records of a kind: a row for each line of a record. */
const fulfilments = (kind: Kind): ExportKind<ExportedFilter> => ({
  hasIds: true,
  columns: fulfilmentColumns(kind),
  from: `marketplace.fulfilments f
    join marketplace.fulfilment_lines fl on fl.customer_id = f.customer_id and fl.fulfilment_id = f.fulfilment_id
    join marketplace.orders o on o.customer_id = f.customer_id and o.order_id = f.order_id
    join marketplace.order_lines l
      on l.customer_id = fl.customer_id and l.order_id = fl.order_id and l.line_id = fl.line_id
    where f.customer_id = ${CUSTOMER_OF_PAGE} and f.fulfilment_id = any (${keysOfPage('bigint')})`,
  orderBy: 'f.fulfilment_id, fl.line_id',
  limit: 10_000,
  maxWeight: 20_000,
  keys: ({ customerId, filter, after, limit }) => sql`
    select f.fulfilment_id::text as key, f.line_count as weight, f.fulfilment_id as place
    from marketplace.fulfilments f where ${fulfilmentMatches(customerId, { ...filter, kind })}
      ${after === undefined ? sql`` : sql`and f.fulfilment_id > ${after}::bigint`}
    order by f.fulfilment_id limit ${limit}`,
})

const REFUND_COLUMNS = exportColumns(
  {
    Id: { column: 'refund_id', type: 'bigint' },
    MerchantReference: { column: 'reference', type: 'text' },
    OrderId: { column: 'order_id', type: 'bigint' },
    ChannelId: { column: 'channel_id', type: 'bigint' },
    MerchantOrderReference: { column: 'merchant_reference', type: 'text', of: 'o' },
    ChannelOrderReference: { column: 'channel_reference', type: 'text', of: 'o' },
    CurrencyCode: { column: 'currency_code', type: 'text', of: 'o' },
    RefundInclVat: { column: 'refund_incl_vat', type: 'numeric' },
    RefundExclVat: { column: 'refund_excl_vat', type: 'numeric' },
    RefundShippingInclVat: { column: 'refund_shipping_incl_vat', type: 'numeric' },
    Reason: { column: 'reason', type: 'text' },
    Lines: { column: 'lines', type: 'jsonb' },
    CreatedAt: { column: 'created_at', type: 'timestamptz' },
  },
  'f',
)

const refunds: ExportKind<Omit<RecordFilter, 'ownChannelId' | 'sort' | 'after'>> = {
  hasIds: true,
  columns: REFUND_COLUMNS,
  from: `marketplace.refunds f join marketplace.orders o on o.customer_id = f.customer_id and o.order_id = f.order_id
    where f.customer_id = ${CUSTOMER_OF_PAGE} and f.refund_id = any (${keysOfPage('bigint')})`,
  orderBy: 'f.refund_id',
  limit: 5_000,
  maxWeight: 4_000_000,
  keys: ({ customerId, filter, after, limit }) => sql`
    select f.refund_id::text as key, 500 + octet_length(f.lines::text) as weight, f.refund_id as place
    from marketplace.refunds f where ${refundMatches(customerId, filter)}
      ${after === undefined ? sql`` : sql`and f.refund_id > ${after}::bigint`}
    order by f.refund_id limit ${limit}`,
}

/** The kinds by the last part of their path. */
export const EXPORT_KINDS = {
  products,
  orders,
  'order-lines': orderLines,
  shipments: fulfilments('shipment'),
  cancellations: fulfilments('cancellation'),
  backorders: fulfilments('backorder'),
  returns: fulfilments('return'),
  refunds,
} as const
export type ExportName = keyof typeof EXPORT_KINDS

/** The filter of a kind. */
export type FilterOf<Name extends ExportName> =
  (typeof EXPORT_KINDS)[Name] extends ExportKind<infer Filter> ? Filter : never

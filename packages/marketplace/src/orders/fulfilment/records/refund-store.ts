/** The SQL that reads what the returns of orders refund. */
import { query, sql, type Transaction } from '@entrepot/database'

/** What returns of an order refund for its lines, in the currency of the order. */
export interface RefundedGoods {
  /** The exact amounts of the lines. */
  readonly exact: number
  /** The amounts of the returns, which are rounded, without shipping costs. */
  readonly rounded: number
}

/** What an order without returns refunds. */
export const NOTHING_REFUNDED: RefundedGoods = Object.freeze({ exact: 0, rounded: 0 })

/**
 * Reads what the returns of orders refund, by the id of the order. Orders without returns are left out. The caller has locked the orders.
 *
 * @param except the id of a return to leave out, because it is decided now
 */
export async function findRefundedGoods(
  tx: Transaction,
  customerId: string,
  orderIds: readonly number[],
  except: number | null = null,
): Promise<ReadonlyMap<number, RefundedGoods>> {
  const rows = await query<RefundedGoods & { readonly orderId: number }>(
    tx,
    sql`
    select f.order_id::float8 as "orderId", sum(lines.amount)::float8 as exact,
      sum(f.refund_incl_vat - f.refund_shipping_incl_vat)::float8 as rounded
    from marketplace.fulfilments f
    cross join lateral (
      select sum(coalesce(manual_refund_incl_vat, refund_incl_vat)) as amount from marketplace.fulfilment_lines
      where customer_id = f.customer_id and fulfilment_id = f.fulfilment_id
    ) lines
    where f.customer_id = ${customerId} and f.order_id = any(${[...orderIds]}::bigint[]) and f.kind = 'return'
      and f.line_count > 0 and f.fulfilment_id is distinct from ${except}::bigint
    group by f.order_id`,
  )
  return new Map(rows.map(({ orderId, ...goods }) => [orderId, goods]))
}

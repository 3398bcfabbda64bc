/** The SQL that reads what is refunded of orders. */
import { query, sql, type Transaction } from '@entrepot/database'
import type { RefundedGoods } from '../rules/payments.ts'

/**
 * Reads what is refunded of orders, by the id of the order. Orders of which nothing is are left out. The caller has locked the orders.
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
    select order_id::float8 as "orderId", sum(exact)::float8 as exact, sum(rounded)::float8 as rounded
    from (
      select f.order_id, lines.amount as exact, f.refund_incl_vat - f.refund_shipping_incl_vat as rounded
      from marketplace.fulfilments f
      cross join lateral (
        select sum(coalesce(manual_refund_incl_vat, refund_incl_vat)) as amount from marketplace.fulfilment_lines
        where customer_id = f.customer_id and fulfilment_id = f.fulfilment_id
      ) lines
      where f.customer_id = ${customerId} and f.order_id = any(${[...orderIds]}::bigint[]) and f.kind = 'return'
        and f.line_count > 0 and f.fulfilment_id is distinct from ${except}::bigint
      union all
      select r.order_id, lines.amount, r.refund_incl_vat - r.refund_shipping_incl_vat
      from marketplace.refunds r
      cross join lateral (
        select coalesce(sum((line ->> 'RefundInclVat')::numeric), 0) as amount from jsonb_array_elements(r.lines) line
      ) lines
      where r.customer_id = ${customerId} and r.order_id = any(${[...orderIds]}::bigint[]) and r.refund_incl_vat > 0
    ) refunded
    group by order_id`,
  )
  return new Map(rows.map(({ orderId, ...goods }) => [orderId, goods]))
}

/** The SQL of corrections: finds orders that wait for products, and writes repriced orders. */
import { execute, query, sql, type Transaction } from '@entrepot/database'
import { updateOf, type WrittenName } from '../../kit/sql/columns.ts'
import { markingStock } from '../stock/mark-store.ts'
import { ORDER_COLUMNS, ORDER_LINE_COLUMNS } from './columns.ts'
import type { OrderLineRow, OrderRow } from './store.ts'

/** The fields of an order and of its lines that a correction writes. */
export interface OrderRevision
  extends Pick<OrderRow, 'Id' | WrittenName<typeof ORDER_COLUMNS, 'again'>> {
  readonly Lines: readonly Pick<
    OrderLineRow,
    'Id' | WrittenName<typeof ORDER_LINE_COLUMNS, 'again'>
  >[]
}

const UPDATE = updateOf(ORDER_COLUMNS, 'r')
const UPDATE_LINE = updateOf(ORDER_LINE_COLUMNS, 'r')

/** Writes revised orders. The caller has locked them. */
export async function reviseOrders(
  tx: Transaction,
  customerId: string,
  revisions: readonly OrderRevision[],
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.orders o set ${UPDATE.set}, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(revisions)}::text::json) as r ("Id" bigint, ${UPDATE.fields})
    where o.customer_id = ${customerId} and o.order_id = r."Id"`,
  )
  const lines = revisions.flatMap((order) =>
    order.Lines.map((line) => ({ ...line, orderId: order.Id })),
  )
  await execute(
    tx,
    sql`
    with changed as (
      update marketplace.order_lines l set ${UPDATE_LINE.set}
      from json_to_recordset(${JSON.stringify(lines)}::text::json) as r (
        "orderId" bigint, "Id" bigint, ${UPDATE_LINE.fields})
      join marketplace.order_lines before
        on before.customer_id = ${customerId} and before.order_id = r."orderId" and before.line_id = r."Id"
      where l.customer_id = ${customerId} and l.order_id = r."orderId" and l.line_id = r."Id"
      returning l.customer_id, array[before.merchant_product_reference, l.merchant_product_reference] as names
    )
    ${markingStock(sql`from changed cross join lateral unnest(changed.names) as named (reference)`)}`,
  )
}

/** Returns the ids of the orders that wait for one of the given products. */
export async function findWaitingOrders(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select distinct order_id::float8 as id from marketplace.order_lines
    where customer_id = ${customerId} and vat_rate is null
      and merchant_product_reference = any(${references as string[]})
    order by 1`,
  )
  return rows.map((row) => row.id)
}

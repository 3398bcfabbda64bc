/** The SQL that turns marks into changes of products. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { HAS_CHILDREN } from '../../orders/record/sold-product-store.ts'
import { HELD } from '../../orders/stock/held-store.ts'

/** A product of a customer. */
export interface ProductKey {
  readonly customerId: string
  readonly reference: string
}

const KEY = sql`customer_id::text as "customerId", merchant_product_reference as reference`

/** Reads the products whose marks are due, oldest first: of one customer, or of all. */
export async function findMarked(
  connection: Connection,
  customerId: string | undefined,
  limit: number,
): Promise<readonly ProductKey[]> {
  return await query<ProductKey>(
    connection,
    sql`
    select distinct ${KEY} from (
      select customer_id, merchant_product_reference from marketplace.stock_marks
      where due_at <= clock_timestamp() ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
      order by due_at limit ${limit}
    ) due`,
  )
}

const readKeys = (keys: readonly ProductKey[]) => sql`
  unnest(${keys.map((key) => key.customerId)}::bigint[], ${keys.map((key) => key.reference)}::text[])
    as r (customer_id, reference)`

/**
 * Locks the products, without those that another transaction has locked, and removes their due marks; also those of products that do not
 * exist. Returns the products whose availability may have changed. Units that have left and are not held back any more count only if no count
 * has settled them before.
 */
export async function takeMarks(
  tx: Transaction,
  keys: readonly ProductKey[],
): Promise<readonly ProductKey[]> {
  const locked = await query<ProductKey>(
    tx,
    sql`
    select p.customer_id::text as "customerId", p.merchant_product_reference as reference
    from ${readKeys(keys)}
    join marketplace.products p on p.customer_id = r.customer_id and p.merchant_product_reference = r.reference collate "C"
    order by p.customer_id, p.merchant_product_reference for no key update of p skip locked`,
  )
  await execute(
    tx,
    sql`
    delete from marketplace.stock_marks m using ${readKeys(keys)}
    where m.customer_id = r.customer_id and m.merchant_product_reference = r.reference collate "C" and m.due_at <= clock_timestamp()
      and not exists (select from marketplace.products p
        where p.customer_id = r.customer_id and p.merchant_product_reference = r.reference collate "C")`,
  )
  return await query<ProductKey>(
    tx,
    sql`
    with taken as (
      delete from marketplace.stock_marks m using ${readKeys(locked)}
      where m.customer_id = r.customer_id and m.merchant_product_reference = r.reference collate "C"
        and m.due_at <= clock_timestamp()
      returning m.customer_id, m.merchant_product_reference, m.cause
    ), marked as (
      select customer_id, merchant_product_reference, min(cause) filter (where cause <> 'lag') as cause from taken group by 1, 2
    ), settled as (
      delete from marketplace.stock_departures d using marked m, marketplace.customers c, marketplace.products p
      where d.customer_id = m.customer_id and d.merchant_product_reference = m.merchant_product_reference
        and c.customer_id = m.customer_id and d.left_at <= clock_timestamp() - c.stock_lag_minutes * interval '1 minute'
        and p.customer_id = m.customer_id and p.merchant_product_reference = m.merchant_product_reference
      returning d.customer_id, d.merchant_product_reference, d.left_at > coalesce(p.stock_counted_at, '-infinity') as was_held
    ), changed as (
      update marketplace.products p set changed = pg_current_xact_id(), changed_cause = coalesce(m.cause, 'lag')
      from marked m
      where p.customer_id = m.customer_id and p.merchant_product_reference = m.merchant_product_reference
        and (m.cause is not null or exists (
          select from settled s where s.customer_id = m.customer_id
            and s.merchant_product_reference = m.merchant_product_reference and s.was_held))
      returning p.customer_id, p.merchant_product_reference
    )
    select ${KEY} from changed`,
  )
}

/** A product of which more units are short than before. */
export interface GrownShortfall extends ProductKey {
  readonly units: number
  /** The ids of open orders with the product, those that wait longest first. */
  readonly orderIds: readonly number[]
}

/** Stores how many units of the products are short now. Returns those of which more are short than before. */
export async function storeShortfalls(
  tx: Transaction,
  keys: readonly ProductKey[],
  maxOrders: number,
): Promise<readonly GrownShortfall[]> {
  return await query<GrownShortfall>(
    tx,
    sql`
    with now as materialized (
      select p.customer_id, p.merchant_product_reference,
        case when ${HAS_CHILDREN} then 0 else ${HELD} - p.stock end as units, s.units as before
      from ${readKeys(keys)}
      join marketplace.products p on p.customer_id = r.customer_id and p.merchant_product_reference = r.reference collate "C"
      left join marketplace.stock_shortfalls s
        on s.customer_id = p.customer_id and s.merchant_product_reference = p.merchant_product_reference
    ), ended as (
      delete from marketplace.stock_shortfalls s using now
      where s.customer_id = now.customer_id and s.merchant_product_reference = now.merchant_product_reference and now.units <= 0
    ), stored as (
      insert into marketplace.stock_shortfalls as s (customer_id, merchant_product_reference, units)
      select customer_id, merchant_product_reference, units from now where units > 0
      on conflict (customer_id, merchant_product_reference) do update set units = excluded.units
    )
    select ${KEY}, units, array(
      select distinct l.order_id::float8 from marketplace.order_lines l
      where l.customer_id = now.customer_id and l.merchant_product_reference = now.merchant_product_reference
        and l.quantity > l.shipped + l.cancelled and not l.is_closed
      order by 1 limit ${maxOrders}) as "orderIds"
    from now where units > coalesce(before, 0) order by 1, 2`,
  )
}

/** Removes units that have left so long ago that no setting holds them back. Returns their number. */
export async function removeOldDepartures(connection: Connection, limit: number): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from marketplace.stock_departures where ctid = any(array(
      select ctid from marketplace.stock_departures where left_at < now() - interval '8 days' order by left_at limit ${limit}))`,
  )
}

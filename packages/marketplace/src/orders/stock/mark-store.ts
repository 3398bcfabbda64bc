/** The SQL of marks: products whose availability may have changed, and of the shortfalls that follow. */
import {
  type Connection,
  execute,
  query,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { isStaying } from '../../kit/sql/moving-store.ts'
import { removalOf } from '../../kit/sql/old-rows-store.ts'
import { HAS_CHILDREN, IS_COUNTED, IS_OPEN, LACKING } from './held-store.ts'

/**
 * The statement that marks products of orders. Writers of order lines make it part of their statement, so that the mark exists if the change
 * does. Nobody waits for it: each writer adds rows of its own.
 *
 * @param from yields `customer_id` and `reference`
 */
export const markingStock = (from: Sql): Sql => sql`
  insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
  select distinct customer_id, reference, 'order' ${from}`

/** Marks counted products of which units are ordered, so that they are examined for shortfalls. */
export async function markCounted(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
    select ${customerId}, p.reference, 'count'
    from unnest(${references as string[]}::text[]) as p (reference)
    where exists (
      select from marketplace.order_lines l
      where l.customer_id = ${customerId} and l.merchant_product_reference = p.reference collate "C" and ${IS_OPEN}
    ) or exists (
      select from marketplace.stock_shortfalls s
      where s.customer_id = ${customerId} and s.merchant_product_reference = p.reference collate "C"
    )`,
  )
}

/** Marks products for a time: null means now. */
export async function markAt(
  tx: Transaction,
  customerId: string,
  marks: readonly {
    readonly reference: string
    readonly dueAt: string | null
    readonly cause: string
  }[],
): Promise<void> {
  if (marks.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
    select ${customerId}, reference, coalesce("dueAt", clock_timestamp()), cause
    from json_to_recordset(${JSON.stringify(marks)}::text::json) as r (reference text, "dueAt" timestamptz, cause text)`,
  )
}

/** Forgets units that were held back for as long as the customer's time was until now: another time does not hold them back again. */
export async function forgetSettled(
  tx: Transaction,
  customerId: string,
  lagMinutes: number,
): Promise<void> {
  await execute(
    tx,
    sql`
    delete from marketplace.stock_departures
    where customer_id = ${customerId} and left_at <= clock_timestamp() - ${lagMinutes} * interval '1 minute'`,
  )
}

/** Marks all products of a customer of which units are ordered, have left or are short. */
export async function markAllOrdered(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
    select ${customerId}, reference, due_at, cause from (
      select distinct l.merchant_product_reference as reference, clock_timestamp() as due_at, 'settings' as cause
      from marketplace.order_lines l where l.customer_id = ${customerId} and ${IS_OPEN}
      union all
      select merchant_product_reference, clock_timestamp(), 'settings' from marketplace.stock_shortfalls where customer_id = ${customerId}
      union all
      select d.merchant_product_reference, max(d.left_at) + c.stock_lag_minutes * interval '1 minute', 'lag'
      from marketplace.stock_departures d join marketplace.customers c using (customer_id)
      where d.customer_id = ${customerId} group by 1, c.stock_lag_minutes
    ) marked`,
  )
}

/** Whether a mark is due. `clock_timestamp()` would not be a condition of an index, which then had to read all that are due later. */
const IS_DUE = sql`due_at <= statement_timestamp()`

/** Returns customers with marks that are due: those of the oldest marks and of the newest, so that a sale of one lets others have their turn. */
export async function findMarkedCustomers(connection: Connection): Promise<readonly string[]> {
  const due = (direction: Sql) => sql`
    (select customer_id from marketplace.stock_marks
      where ${IS_DUE} and ${isStaying(sql`customer_id`)} order by due_at ${direction} limit 500)`
  const rows = await query<{ id: string }>(
    connection,
    sql`select customer_id::text as id from ${due(sql`asc`)} oldest union select customer_id::text from ${due(sql`desc`)} newest`,
  )
  return rows.map(({ id }) => id)
}

/** Products with marks that are due. */
export interface DueMarks {
  readonly references: readonly string[]
  /** Whether there may be more of them. */
  readonly hasMore: boolean
}

/** Returns the products of a customer whose marks are due, the newest of `limit` marks: those of orders come before a sale that began earlier. */
export async function findMarked(
  connection: Connection,
  customerId: string,
  limit: number,
  without: readonly string[] = [],
): Promise<DueMarks> {
  const rows = await query<{ reference: string; marks: number }>(
    connection,
    sql`
    select reference, count(*)::integer as marks from (
      select merchant_product_reference as reference from marketplace.stock_marks
      where customer_id = ${customerId} and ${IS_DUE} and merchant_product_reference <> all(${without as string[]}::text[])
      order by due_at desc limit ${limit}
    ) due
    group by reference`,
  )
  const marks = rows.reduce((sum, row) => sum + row.marks, 0)
  return { references: rows.map(({ reference }) => reference), hasMore: marks === limit }
}

/** A product whose availability may have changed, and why. */
export interface MarkedProduct {
  readonly reference: string
  readonly cause: string
  /** Whether the cause can have changed prices at channels, and not only what is available. */
  readonly isPriced: boolean
  /** The transaction in which somebody has changed an override. Null for other causes. */
  readonly madeBy: string | null
  /** Whether the variants of some product are marked now, because an override of a parent concerns them. */
  readonly isSpread: boolean
}

const IS_PRICED = sql`t.cause in ('override', 'window', 'guard')`

/** The value of the mark that says why the product has changed: the last one, but what can have changed prices comes first. */
const first = (value: Sql) =>
  sql`(array_agg(${value} order by ${IS_PRICED} desc, t.due_at desc) filter (where t.cause <> 'lag'))[1]`

/**
 * Removes the due marks of products, and returns those whose availability may have changed. Units that have left and are not held back any
 * more have changed it only if no count had settled them before. The caller has locked the products; references without a product are
 * forgotten.
 */
export async function takeMarks(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly MarkedProduct[]> {
  return await query<MarkedProduct>(
    tx,
    sql`
    with taken as (
      delete from marketplace.stock_marks
      where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
        and due_at <= clock_timestamp()
      returning merchant_product_reference as reference, due_at, cause, made_by
    ), marked as (
      select p.merchant_product_reference as reference, p.stock_counted_at,
        ${first(sql`t.cause`)} as cause, coalesce(bool_or(${IS_PRICED}), false) as is_priced,
        ${first(sql`case when t.cause = 'override' then t.made_by end`)} as made_by
      from taken t cross join lateral (
        select merchant_product_reference, stock_counted_at from marketplace.products
        where customer_id = ${customerId} and merchant_product_reference = t.reference limit 1
      ) p
      group by 1, 2
    ), settled as (
      delete from marketplace.stock_departures d using marked m, marketplace.customers c
      where d.customer_id = ${customerId} and d.merchant_product_reference = m.reference
        and c.customer_id = d.customer_id and d.left_at <= clock_timestamp() - c.stock_lag_minutes * interval '1 minute'
      returning m.reference, d.left_at > coalesce(m.stock_counted_at, '-infinity') as was_held
    ), spread as (
      insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause, made_by)
      select ${customerId}, v.merchant_product_reference, m.cause, coalesce(m.made_by, pg_current_xact_id())
      from marked m join marketplace.products v
        on v.customer_id = ${customerId} and v.parent_reference = m.reference and m.cause in ('override', 'window')
      returning true
    )
    select m.reference, coalesce(m.cause, 'lag') as cause, m.is_priced as "isPriced", m.made_by::text as "madeBy",
      exists (select from spread) as "isSpread"
    from marked m
    where m.cause is not null or exists (select from settled s where s.reference = m.reference and s.was_held)`,
  )
}

/** A product of which more units are short than before. */
export interface GrownShortfall {
  readonly reference: string
  readonly units: number
  /** The ids of the orders that wait for units of the product, those that wait longest first. */
  readonly orderIds: readonly number[]
}

/** Stores how many units of the products are short now. Returns those of which more are short than before. */
export async function storeShortfalls(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  maxOrders: number,
): Promise<readonly GrownShortfall[]> {
  return await query<GrownShortfall>(
    tx,
    sql`
    with now as materialized (
      select p.merchant_product_reference as reference,
        case when ${HAS_CHILDREN} then 0 else ${LACKING} end as units, s.units as before
      from marketplace.products p
      left join marketplace.stock_shortfalls s
        on s.customer_id = p.customer_id and s.merchant_product_reference = p.merchant_product_reference
      where p.customer_id = ${customerId} and p.merchant_product_reference = any(${references as string[]})
    ), ended as (
      delete from marketplace.stock_shortfalls s using now
      where s.customer_id = ${customerId} and s.merchant_product_reference = now.reference and now.units <= 0
    ), stored as (
      insert into marketplace.stock_shortfalls as s (customer_id, merchant_product_reference, units)
      select ${customerId}, reference, units from now where units > 0
      on conflict (customer_id, merchant_product_reference) do update set units = excluded.units
    )
    select reference, units, array(
      select order_id::float8 from (
        select distinct l.order_id from marketplace.order_lines l
        where l.customer_id = ${customerId} and l.merchant_product_reference = now.reference and ${IS_OPEN} and ${IS_COUNTED}
        order by l.order_id limit ${maxOrders}
      ) oldest order by order_id) as "orderIds"
    from now join marketplace.customers c on c.customer_id = ${customerId}
    where units > coalesce(before, 0) order by reference`,
  )
}

/** Removes units that have left so long ago that no setting holds them back. Returns their number. */
export const removeOldDepartures = removalOf('stock_departures', 'left_at', '8 days')

/** The SQL that records units which leave the stock and come back to it, in the transaction that moves them. */
import { execute, query, type Sql, sql, type Transaction } from '@entrepot/database'
import { removalOf } from '../../kit/sql/old-rows-store.ts'
import { MAX_STOCK, type Movement } from './counts.ts'
import { GONE, IS_OPEN, IS_UNSETTLED, OPEN } from './held-store.ts'

/** Units of a line of an order. */
export interface LineUnits {
  readonly orderId: number
  readonly lineId: number
  readonly units: number
  /** Of a return: whether its units are for sale again. Null: as the customer has set it. @default true */
  readonly restock?: boolean | null
}

/**
 * Reads the lines as `m (reference, order_id, line_id, fulfilment_id, units)`, each by its own index lookup, for the same reason as in
 * `updateLineStates`.
 */
const readLines = (customerId: string, lines: readonly LineUnits[]): Sql => sql`
  select l.merchant_product_reference as reference, r."orderId" as order_id, r."lineId" as line_id, r."fulfilmentId" as fulfilment_id,
    r.units, r.restock
  from json_to_recordset(${JSON.stringify(lines)}::text::json) as r (
    "orderId" bigint, "lineId" bigint, "fulfilmentId" bigint, units integer, restock boolean)
  cross join lateral (
    select merchant_product_reference from marketplace.order_lines
    where customer_id = ${customerId} and order_id = r."orderId" and line_id = r."lineId" limit 1
  ) l`

/**
 * The part of a `with` that reads who keeps the stock, as `c`, and lets nobody change it until the transaction ends: what it moves is then
 * either there for {@link restateStock}, or moved as the new settings say.
 */
const readingKeeper = (customerId: string): Sql => sql`
  c as materialized (
    select stock_keeper, counts_exclude, restock_returns from marketplace.customers where customer_id = ${customerId} for share
  )`

/** Stores that units have left at this moment, and when they are not held back any more. `m` has them, and `c` is the customer. */
const storingDepartures = (customerId: string, from: Sql): Sql => sql`
  departures as (
    insert into marketplace.stock_departures (customer_id, merchant_product_reference, order_id, line_id, fulfilment_id, units)
    select ${customerId}, m.reference, m.order_id, m.line_id, m.fulfilment_id, m.units ${from}
    returning merchant_product_reference
  )
  insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
  select distinct ${customerId}::bigint, d.merchant_product_reference, clock_timestamp() + c.stock_lag_minutes * interval '1 minute',
    'lag'
  from departures d join marketplace.customers c on c.customer_id = ${customerId}`

/** Records that units of shipments have left at this moment, if the merchant keeps the stock: they are held back until it is counted. */
export async function departStock(
  tx: Transaction,
  customerId: string,
  shipped: readonly (LineUnits & { readonly fulfilmentId: number })[],
): Promise<void> {
  if (shipped.length === 0) return
  await execute(
    tx,
    sql`
    with m as materialized (${readLines(customerId, shipped)}), ${storingDepartures(
      customerId,
      sql`from m join marketplace.customers c on c.customer_id = ${customerId}
        and c.stock_keeper = 'merchant' and c.counts_exclude is null`,
    )}`,
  )
}

/**
 * Records that the lines of an order were acknowledged, if that takes their units off the merchant's counts. Marks products of which units are
 * short, because these units do not wait any more.
 */
export async function acknowledgeStock(
  tx: Transaction,
  customerId: string,
  orderId: number,
): Promise<void> {
  await execute(
    tx,
    sql`
    with ${readingKeeper(customerId)}, m as materialized (
      select l.merchant_product_reference as reference, l.order_id, l.line_id, null::bigint as fulfilment_id, null::integer as units
      from c join marketplace.order_lines l on l.customer_id = ${customerId} and l.order_id = ${orderId} and l.quantity > l.cancelled
      where c.stock_keeper = 'merchant' and c.counts_exclude = 'acknowledged'
    ), ${storingDepartures(customerId, sql`from m`)}
    union all
    select s.customer_id, s.merchant_product_reference, clock_timestamp(), 'order' from marketplace.stock_shortfalls s
    where s.customer_id = ${customerId} and s.merchant_product_reference in (select reference from m)`,
  )
}

/** Records that units of a shipment have not left: it was voided. */
export async function undoDeparture(
  tx: Transaction,
  customerId: string,
  fulfilmentId: number,
): Promise<void> {
  await execute(
    tx,
    sql`
    delete from marketplace.stock_departures
    where customer_id = ${customerId} and fulfilment_id = ${fulfilmentId}`,
  )
}

/**
 * Adds units to the stock that the hub keeps, at most to the largest stock, or takes them off it, at most to 0: units that were shipped and
 * not in stock were counted wrongly. Keeps what has moved, for counts of earlier moments. Marks products of which units are short, because
 * that may end. It does nothing for other customers.
 * Products are locked in the order of their references, as by those who write products.
 */
export async function moveStock(
  tx: Transaction,
  customerId: string,
  lines: readonly LineUnits[],
): Promise<void> {
  const moved = lines.filter(({ units }) => units !== 0).map((line) => ({ restock: true, ...line }))
  if (moved.length === 0) return
  await execute(
    tx,
    sql`
    with ${readingKeeper(customerId)}, m as materialized (
      select reference, sum(units) as units from (${readLines(customerId, moved)}) m join c on c.stock_keeper = 'hub'
      where coalesce(m.restock, c.restock_returns) group by reference having sum(units) <> 0
    ), held as materialized (
      select p.merchant_product_reference as reference from marketplace.products p
      where p.customer_id = ${customerId} and p.merchant_product_reference = any(array(select reference from m))
      order by p.merchant_product_reference for no key update of p
    ), moved as (
      update marketplace.products p set stock = least(${MAX_STOCK},
        greatest(p.stock + (select units from m where m.reference = p.merchant_product_reference), 0)),
        updated_at = now(), changed = pg_current_xact_id(), changed_cause = 'stock'
      where p.customer_id = ${customerId} and p.merchant_product_reference = any(array(select reference from held))
      returning p.merchant_product_reference as reference
    ), kept as (
      insert into marketplace.stock_movements (customer_id, merchant_product_reference, units)
      select ${customerId}, m.reference, m.units from moved join m on m.reference = moved.reference
    )
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
    select ${customerId}, reference, 'stock' from moved where exists (
      select from marketplace.stock_shortfalls s
      where s.customer_id = ${customerId} and s.merchant_product_reference = moved.reference)`,
  )
}

/** The settings of a customer that say what a count of its stock contains. */
export interface StockSettings {
  readonly stockKeeper: string
  readonly countsExclude: string | null
  readonly stockLag: number
}

/** Whether the stock does not contain the open units of acknowledged orders. */
const excludesOpen = ({ stockKeeper, countsExclude }: StockSettings) =>
  stockKeeper === 'merchant' && countsExclude !== null

/**
 * Restates the stock when the hub begins to keep it, or ceases to, so that as much is available as before: the hub's stock is without what has
 * left since the count, and with the open units of acknowledged orders. It counts as moved, for counts of earlier moments.
 */
export async function restateStock(
  tx: Transaction,
  customerId: string,
  before: StockSettings,
  after: StockSettings,
): Promise<void> {
  const excluded = Number(excludesOpen(before)) - Number(excludesOpen(after))
  const departures = sql`marketplace.stock_departures d where d.customer_id = ${customerId}`
  const lines = sql`marketplace.order_lines l
    where ${excluded} <> 0 and l.customer_id = ${customerId} and ${IS_OPEN} and l.merchant_reference is not null`
  await execute(
    tx,
    sql`
    select from marketplace.products p
    where p.customer_id = ${customerId} and p.merchant_product_reference in (
      select d.merchant_product_reference from ${departures} union select l.merchant_product_reference from ${lines})
    order by p.merchant_product_reference for no key update of p`,
  )
  await execute(
    tx,
    sql`
    with c as (
      select ${before.stockKeeper}::text as stock_keeper, ${before.countsExclude}::text as counts_exclude,
        ${before.stockLag}::integer as stock_lag_minutes
    ), moves as materialized (
      select p.merchant_product_reference as reference, d.left_at as moved_at, -${GONE} as units
      from c cross join (select * from ${departures}) d
      join marketplace.products p on p.customer_id = d.customer_id and p.merchant_product_reference = d.merchant_product_reference
      where ${IS_UNSETTLED}
      union all
      select l.merchant_product_reference, clock_timestamp(), ${excluded} * sum(${OPEN}) from ${lines} group by 1
    ), kept as (
      insert into marketplace.stock_movements (customer_id, merchant_product_reference, moved_at, units)
      select ${customerId}, reference, moved_at, units from moves where units <> 0
    ), settled as (delete from marketplace.stock_departures where customer_id = ${customerId})
    update marketplace.products p set stock = least(${MAX_STOCK}, greatest(p.stock + moved.units, 0)), updated_at = now(),
      changed = pg_current_xact_id(), changed_cause = 'settings'
    from (select reference, sum(units) as units from moves group by 1) moved
    where p.customer_id = ${customerId} and p.merchant_product_reference = moved.reference and moved.units <> 0`,
  )
}

/** Keeps by how many units the stock of products was changed at a moment, for counts of earlier moments. The caller has locked them. */
export async function insertMovements(
  tx: Transaction,
  customerId: string,
  movements: readonly (Movement & { readonly reference: string })[],
): Promise<void> {
  if (movements.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.stock_movements (customer_id, merchant_product_reference, moved_at, units)
    select ${customerId}, reference, "movedAt", units
    from json_to_recordset(${JSON.stringify(movements)}::text::json) as r (reference text, "movedAt" timestamptz, units bigint)`,
  )
}

/** Reads what has moved since counts of products, by reference, the earliest first. The caller has locked the products. */
export async function findMovements(
  tx: Transaction,
  customerId: string,
  counted: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly Movement[]>> {
  if (counted.size === 0) return new Map()
  const rows = await query<Movement & { readonly reference: string }>(
    tx,
    sql`
    select r.reference, m.units::float8 as units,
      to_char(m.moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "movedAt"
    from unnest(${[...counted.keys()]}::text[], ${[...counted.values()]}::timestamptz[]) as r (reference, counted_at)
    cross join lateral (
      select moved_at, units from marketplace.stock_movements
      where customer_id = ${customerId} and merchant_product_reference = r.reference collate "C" and moved_at > r.counted_at
      order by moved_at
    ) m
    order by m.moved_at`,
  )
  return Map.groupBy(rows, ({ reference }) => reference)
}

/** Removes what has moved so long ago that no count is made of it any more. Returns the number of rows. */
export const removeOldMovements = removalOf('stock_movements', 'moved_at', '30 days')

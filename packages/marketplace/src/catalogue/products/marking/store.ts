/** The SQL that marks products as changed for channels, although their own values have not changed. */
import { execute, query, type Sql, sql, type Transaction } from '@entrepot/database'
import type { MarkedProduct } from '../../../orders/stock/mark-store.ts'

/** Sets why prices of product `p` at channels may have changed, by this transaction, if they may. The cause is null for a write. */
export const pricedBy = (isPriced: Sql, cause: string | null): Sql => sql`
  price_changed = case when ${isPriced} then pg_current_xact_id() else p.price_changed end,
  price_cause = case when ${isPriced} then coalesce(${cause}, 'write') else p.price_cause end`

/**
 * Marks products as changed for channels by a write of their relatives, although their own values have not changed. If `wait` is false,
 * products that another writer has locked are skipped. Returns the number of marked products.
 *
 * @param cause as of `updateProducts`
 */
export async function markChanged(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  { wait, cause }: { readonly wait: boolean; readonly cause: string | null },
): Promise<number> {
  const count = await execute(
    tx,
    sql`
    with held as materialized (
      select merchant_product_reference as reference from marketplace.products
      where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
      order by merchant_product_reference
      for no key update ${wait ? sql`` : sql`skip locked`}
    )
    update marketplace.products p set changed = pg_current_xact_id(), changed_cause = ${cause},
      ${pricedBy(sql`true`, cause)}
    from held
    where p.customer_id = ${customerId} and p.merchant_product_reference = held.reference`,
  )
  return count
}

/**
 * Locks products until the transaction ends, without those that another transaction has locked. Returns those that are locked, and those
 * that do not exist.
 */
export async function lockUnlocked(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<readonly string[]> {
  const rows = await query<{ reference: string }>(
    tx,
    sql`
    with locked as materialized (
      select merchant_product_reference as reference from marketplace.products
      where customer_id = ${customerId} and merchant_product_reference = any(${references as string[]})
      order by merchant_product_reference
      for no key update skip locked
    )
    select reference from locked
    union all
    select r.reference from unnest(${references as string[]}::text[]) as r (reference)
    where (
      select true from marketplace.products p
      where p.customer_id = ${customerId} and p.merchant_product_reference = r.reference collate "C" limit 1
    ) is null`,
  )
  return rows.map(({ reference }) => reference)
}

/** Marks products as changed for channels, each with its cause. The caller has locked them, so that their `ctid` cannot change. */
export async function markCaused(
  tx: Transaction,
  customerId: string,
  changes: readonly MarkedProduct[],
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.products p set changed = pg_current_xact_id(), changed_cause = found.cause,
      price_changed = case when found.is_priced then pg_current_xact_id() else p.price_changed end,
      price_cause = case when found.is_priced then found.cause else p.price_cause end,
      price_made_by = case when found.is_priced then found.made_by else p.price_made_by end
    from (
      select product.ctid, r.cause, r."isPriced" as is_priced, r."madeBy" as made_by
      from json_to_recordset(${JSON.stringify(changes)}::text::json)
        as r (reference text, cause text, "isPriced" boolean, "madeBy" xid8)
      cross join lateral (
        select ctid from marketplace.products
        where customer_id = ${customerId} and merchant_product_reference = r.reference collate "C" limit 1
      ) product
    ) found
    where p.ctid = found.ctid`,
  )
}

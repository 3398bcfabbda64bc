/** The SQL that marks products as changed for channels, although their own values have not changed. */
import { execute, query, sql, type Transaction } from '@entrepot/database'

/**
 * Marks products as changed for channels, although their own values have not changed. If `wait` is false, products that another writer has
 * locked are skipped. Returns the number of marked products.
 */
export async function markChanged(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
  { wait }: { readonly wait: boolean },
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
    update marketplace.products p set changed = pg_current_xact_id(), changed_cause = null from held
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
  changes: readonly { readonly reference: string; readonly cause: string }[],
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.products p set changed = pg_current_xact_id(), changed_cause = found.cause
    from (
      select product.ctid, r.cause
      from unnest(${changes.map(({ reference }) => reference)}::text[], ${changes.map(({ cause }) => cause)}::text[])
        as r (reference, cause)
      cross join lateral (
        select ctid from marketplace.products
        where customer_id = ${customerId} and merchant_product_reference = r.reference collate "C" limit 1
      ) product
    ) found
    where p.ctid = found.ctid`,
  )
}

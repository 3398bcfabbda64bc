/** All SQL of the sources of products: which imports have brought them. */
import {
  type Connection,
  query,
  queryFirst,
  queryOnce,
  sql,
  type Transaction,
} from '@entrepot/database'
import { type ImportKey, named } from './store.ts'

/** Notes that a source has brought products. Products that have it already are only read. */
export async function markBrought(
  tx: Transaction,
  customerId: string,
  source: string,
  references: readonly string[],
): Promise<void> {
  // Planned for its values, because a plan for an empty table would read all of it for each batch.
  await queryOnce(
    tx,
    sql`
    insert into marketplace.product_sources (customer_id, merchant_product_reference, source)
    select ${customerId}, r.reference, ${source} from unnest(${references as string[]}::text[]) as r (reference)
    where not exists (
      select from marketplace.product_sources s
      where s.customer_id = ${customerId} and s.merchant_product_reference = r.reference collate "C" and s.source = ${source})
    order by r.reference collate "C"
    on conflict (customer_id, merchant_product_reference) do update set source = excluded.source`,
  )
}

/** Notes how many active products a source has brought before the import, unless that is known. */
export async function noteKnown(
  connection: Connection,
  key: ImportKey,
  source: string,
): Promise<number> {
  const row = await queryFirst<{ known: number }>(
    connection,
    sql`
    update marketplace.imports set known = coalesce(known, (
      select count(*) from marketplace.product_sources s
      join marketplace.products p using (customer_id, merchant_product_reference)
      where s.customer_id = ${key.customerId} and s.source = ${source} and p.is_active))
    where ${named(key)} returning known::float8 as known`,
  )
  return row?.known ?? 0
}

/** The references of the active products of a source, in their order after one of them. */
export async function findBrought(
  connection: Connection,
  { customerId }: ImportKey,
  source: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await query<{ reference: string }>(
    connection,
    sql`
    select s.merchant_product_reference as reference from marketplace.product_sources s
    join marketplace.products p using (customer_id, merchant_product_reference)
    where s.customer_id = ${customerId} and s.source = ${source} and s.merchant_product_reference > ${after} and p.is_active
    order by s.merchant_product_reference limit ${limit}`,
  )
  return rows.map(({ reference }) => reference)
}

/** The children of products. */
export async function findChildren(
  connection: Connection,
  { customerId }: ImportKey,
  parents: readonly string[],
): Promise<readonly { readonly reference: string; readonly parent: string }[]> {
  return await query<{ reference: string; parent: string }>(
    connection,
    sql`
    select merchant_product_reference as reference, parent_reference as parent from marketplace.products
    where customer_id = ${customerId} and parent_reference = any(${parents as string[]})`,
  )
}

/** Whether a product of a source has stock. */
export async function hasStock(
  connection: Connection,
  { customerId }: ImportKey,
  source: string,
): Promise<boolean> {
  const row = await queryFirst(
    connection,
    sql`
    select from marketplace.product_sources s
    join marketplace.products p using (customer_id, merchant_product_reference)
    where s.customer_id = ${customerId} and s.source = ${source} and p.stock > 0 limit 1`,
  )
  return row !== undefined
}

/** How many rows of an import cannot be read and have no reference. */
export async function countUnnamed(connection: Connection, key: ImportKey): Promise<number> {
  const row = await queryFirst<{ count: number }>(
    connection,
    sql`
    select count(*)::float8 as count from marketplace.import_rows
    where ${named(key)} and kind = 'error' and reference is null`,
  )
  return row?.count ?? 0
}

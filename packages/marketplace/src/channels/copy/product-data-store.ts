/** All SQL for the data that channels were served and have confirmed. */
import { execute, sql, type Transaction } from '@entrepot/database'
import type { DataChanges } from './confirmed.ts'
import type { ChannelIds } from './store.ts'

/** Stores and removes data of products. The caller has locked the state of the channel. */
export async function saveProductData(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  { added, removed }: DataChanges,
): Promise<void> {
  if (removed.length > 0) {
    await execute(
      tx,
      sql`
      delete from marketplace.listing_views v
      using unnest(${removed.map((one) => one.reference)}::text[], ${removed.map((one) => one.version)}::text[])
        as r (reference, version)
      where v.customer_id = ${customerId} and v.channel_id = ${channelId}
        and v.merchant_product_reference = r.reference collate "C" and v.version = r.version collate "C"`,
    )
  }
  if (added.length > 0) {
    await execute(
      tx,
      sql`
      insert into marketplace.listing_views (customer_id, channel_id, merchant_product_reference, version, data)
      select ${customerId}, ${channelId}, reference, version, data::json
      from unnest(${added.map((one) => one.reference)}::text[], ${added.map((one) => one.version)}::text[],
        ${added.map((one) => JSON.stringify(one.data))}::text[]) as r (reference, version, data)
      on conflict do nothing`,
    )
  }
}

/** Why an acknowledgement of a product was rejected. */
export interface Problem {
  readonly reference: string
  readonly code: string
  readonly detail: string
}

/** Stores the last problem of each product. The caller has locked the state of the channel. */
export async function saveProblems(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  problems: readonly Problem[],
): Promise<void> {
  if (problems.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.listing_problems (customer_id, channel_id, merchant_product_reference, code, detail)
    select ${customerId}, ${channelId}, reference, code, detail
    from json_to_recordset(${JSON.stringify(problems)}::text::json) as r (reference text, code text, detail text)
    on conflict (customer_id, channel_id, merchant_product_reference) do update set
      code = excluded.code, detail = excluded.detail, occurred_at = excluded.occurred_at`,
  )
}

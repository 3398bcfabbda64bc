import {
  execute,
  executeScript,
  query,
  queryFirst,
  raw,
  sql,
  transaction,
} from '@entrepot/database'
import type { BedHub } from '../hub.ts'
import { brief, median, printTable, say } from '../measure.ts'
import { type BenchChannel, customerOf, makeChannels, syncData, syncOffers } from './channels.ts'
import { fillCatalogue } from './first-sync.ts'

const CHANGES = 100
const CHANNELS = 10
const SMALL = 1_000

/** A catalogue with ten channels that are in sync with it. */
interface Side {
  readonly hub: BedHub
  readonly channels: readonly BenchChannel[]
  readonly references: readonly string[]
}

/**
 * Compares a poll and an acknowledgement of 100 changes in a large catalogue with the same in a small one. One channel must be in sync with
 * the large catalogue.
 */
export async function runChanges(
  large: BedHub,
  small: BedHub,
  rounds: number,
): Promise<{ ratio: number }> {
  await fillCatalogue(small, SMALL)
  await settle(small, (await makeChannels(small, 1))[0] as BenchChannel)
  const sides = [await prepare(large), await prepare(small)] as const
  const rows: { round: number; large: number; small: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed()
    const times = new Map<Side, number>()
    for (const side of order) times.set(side, await measureRound(side, round))
    const [first, second] = sides.map((side) => times.get(side) ?? 0) as [number, number]
    // The first round is a warm-up for both.
    if (round > 0) rows.push({ round, large: first, small: second })
  }
  printTable(
    rows.map((row) => ({
      round: row.round,
      [`${sides[0].references.length} products, p50 ms`]: brief(row.large),
      [`${SMALL} products, p50 ms`]: brief(row.small),
      ratio: brief(row.large / row.small),
    })),
  )
  return { ratio: brief(median(rows.map((row) => row.large / row.small))) }
}

async function settle(hub: BedHub, channel: BenchChannel): Promise<void> {
  while ((await syncData(hub, channel)).length > 0);
  while ((await syncOffers(hub, channel)).length > 0);
}

async function prepare(hub: BedHub): Promise<Side> {
  const channels = await makeChannels(hub, CHANNELS)
  await copyListings(hub, channels)
  const rows = await query<{ reference: string }>(
    hub.database,
    sql`
    select merchant_product_reference as reference from marketplace.products order by 1`,
  )
  return { hub, channels, references: rows.map((row) => row.reference) }
}

/**
 * Copies the rows of the channel that lists most to others, which are new. To synchronise ten channels with the hub would take minutes.
 */
export async function copyListings(hub: BedHub, channels: readonly BenchChannel[]): Promise<void> {
  const customerId = await customerOf(hub)
  say(`copying the state of one channel to ${channels.length}`)
  await transaction(hub.database, async (tx) => {
    const model = await queryFirst<{ id: string }>(
      tx,
      sql`
      select channel_id::text as id from marketplace.channel_syncs order by listed desc limit 1`,
    )
    const rows = await query<{ name: string }>(
      tx,
      sql`
      select attname::text as name from pg_attribute
      where attrelid = 'marketplace.listings'::regclass and attnum > 0 and not attisdropped and attname <> 'channel_id'`,
    )
    const columns = rows.map((row) => row.name).join(', ')
    const copies = channels.map((channel) => channel.channelId)
    // The hub examines new channels in the background.
    await execute(
      tx,
      sql`select from marketplace.channel_syncs where channel_id = any(${copies}) for update`,
    )
    await execute(tx, sql`delete from marketplace.listings where channel_id = any(${copies})`)
    await execute(
      tx,
      sql`
      insert into marketplace.listings (channel_id, ${raw(columns)})
      select channel.id, ${raw(columns)} from marketplace.listings
      cross join unnest(${copies}::bigint[]) channel (id)
      where customer_id = ${customerId} and channel_id = ${model?.id ?? ''}`,
    )
    await execute(
      tx,
      sql`
      update marketplace.channel_syncs s set change_horizon = m.change_horizon, change_after = m.change_after,
        change_open = m.change_open, catalogue_after = m.catalogue_after, listed = m.listed,
        last_answer = m.last_answer, last_place = m.last_place, written_by = pg_current_xact_id()
      from marketplace.channel_syncs m
      where m.channel_id = ${model?.id ?? ''} and s.channel_id = any(${copies})`,
    )
  })
  await executeScript(hub.database, 'vacuum analyze marketplace.products, marketplace.listings')
}

/** Changes 100 products spread over the catalogue, and lets each channel poll and acknowledge. Returns the median of the times. */
async function measureRound({ hub, channels, references }: Side, round: number): Promise<number> {
  const step = Math.floor(references.length / CHANGES)
  const changed = Array.from({ length: CHANGES }, (_, index) => {
    const reference = references[index * step + ((round * 7) % step)] as string
    return { MerchantProductReference: reference, Color: `round ${round}` }
  })
  const key = hub.hub.merchantKey as string
  await hub.call('POST', '/v2/products', key, 200, JSON.stringify(changed))
  const times: number[] = []
  for (const channel of channels) {
    const started = performance.now()
    const products = await syncData(hub, channel)
    times.push(performance.now() - started)
    if (products.length !== CHANGES)
      throw new Error(`${products.length} of ${CHANGES} changes were sent`)
  }
  return median(times)
}

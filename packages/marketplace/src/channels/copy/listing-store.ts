/** All SQL of listings: the known state of the products of a channel, and the references that the channel has used. */
import { execute, join, query, raw, type Sql, sql, type Transaction } from '@entrepot/database'
import type { Copy } from './copy.ts'
import { type Listing, pendingData, type QueuePlace, reset } from './listing.ts'
import type { Pending } from './pending.ts'
import type { ChannelIds, SyncState } from './store.ts'

/** The last reset of the channel, for the comparison with a listing. */
export type Epoch = Pick<SyncState, 'epoch' | 'resetAnswer'>

/** The condition that one of these is pending of a listing `l`. */
export function isPending(kinds: readonly Pending[]): Sql {
  const conditions = kinds.map((kind) =>
    kind === 'offer'
      ? sql`l.offer_place is not null`
      : sql`l.data_place is not null and l.data_pending = ${kind}`,
  )
  return sql`(${join(conditions, ' or ')})`
}

/** A listing as read by a statement, converted through JSON. */
export interface ListingRow {
  readonly reference: string
  readonly channelReference: string | null
  readonly formerReference: string | null
  readonly epoch: number
  readonly mayBeMissing: boolean
  readonly isWanted: boolean
  readonly dataTarget: string
  readonly dataVersion: string | null
  readonly dataFirst: number
  readonly dataLast: number
  readonly dataOpen: readonly number[]
  readonly dataDoubtedUntil: number
  readonly dataSettled: boolean
  readonly dataPlace: number | null
  readonly dataTimes: number | null
  readonly dataSince: string | null
  readonly offerTarget: string | null
  readonly offerVersion: string | null
  readonly offerFirst: number
  readonly offerLast: number
  readonly offerOpen: readonly number[]
  readonly offerDoubtedUntil: number
  readonly offerSettled: boolean
  readonly offerPlace: number | null
  readonly offerTimes: number | null
  readonly offerSince: string | null
  readonly dataConfirmed: string | null
  readonly dataConfirmedAt: string | null
  readonly offerConfirmed: string | null
  readonly offerConfirmedAt: string | null
}

/** The columns of {@link ListingRow}, of a table `l`. */
export const LISTING_COLUMNS = sql`
  l.merchant_product_reference as reference, l.channel_reference as "channelReference",
  l.former_reference as "formerReference", l.epoch, l.may_be_missing as "mayBeMissing", l.is_wanted as "isWanted",
  l.data_target as "dataTarget", l.data_version as "dataVersion", l.data_first as "dataFirst",
  l.data_last as "dataLast", l.data_open as "dataOpen", l.data_doubted_until as "dataDoubtedUntil",
  l.data_settled as "dataSettled", l.data_place as "dataPlace", l.data_times as "dataTimes",
  l.data_since as "dataSince", l.offer_target as "offerTarget", l.offer_version as "offerVersion",
  l.offer_first as "offerFirst", l.offer_last as "offerLast", l.offer_open as "offerOpen",
  l.offer_doubted_until as "offerDoubtedUntil", l.offer_settled as "offerSettled",
  l.offer_place as "offerPlace", l.offer_times as "offerTimes", l.offer_since as "offerSince",
  l.data_confirmed as "dataConfirmed", l.data_confirmed_at as "dataConfirmedAt",
  l.offer_confirmed as "offerConfirmed", l.offer_confirmed_at as "offerConfirmedAt"`

/** Converts a row. If it is from before the last reset, its statements about the copies of the channel are no longer valid. */
export function toListing(row: ListingRow, { epoch, resetAnswer }: Epoch): Listing {
  const listing: Listing = {
    reference: row.reference,
    channelReference: row.channelReference,
    formerReference: row.formerReference,
    mayBeMissing: row.mayBeMissing,
    target: { isWanted: row.isWanted, data: row.dataTarget, offer: row.offerTarget },
    data: {
      version: row.dataVersion,
      first: row.dataFirst,
      last: row.dataLast,
      open: row.dataOpen,
      doubtedUntil: row.dataDoubtedUntil,
      isSettled: row.dataSettled,
    },
    offer: {
      version: row.offerVersion,
      first: row.offerFirst,
      last: row.offerLast,
      open: row.offerOpen,
      doubtedUntil: row.offerDoubtedUntil,
      isSettled: row.offerSettled,
    },
    confirmed: {
      data: row.dataConfirmed,
      dataAt: row.dataConfirmedAt,
      offer: row.offerConfirmed,
      offerAt: row.offerConfirmedAt,
    },
    dataPlace: toPlace(row.dataPlace, row.dataTimes, row.dataSince),
    offerPlace: toPlace(row.offerPlace, row.offerTimes, row.offerSince),
  }
  return row.epoch === epoch ? listing : reset(listing, resetAnswer)
}

function toPlace(
  place: number | null,
  times: number | null,
  since: string | null,
): QueuePlace | null {
  return place === null ? null : { place, times: times ?? 0, since: since ?? '' }
}

/** Reads the listings of products, and the listings with one of the given references of the channel. */
export async function readListings(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  epoch: Epoch,
  wanted: { readonly products: readonly string[]; readonly channelReferences: readonly string[] },
): Promise<readonly Listing[]> {
  const by = (column: string, references: readonly string[]) =>
    sql`
    select ${LISTING_COLUMNS} from unnest(${references as string[]}::text[]) r (reference)
    cross join lateral (
      select * from marketplace.listings
      where customer_id = ${customerId} and channel_id = ${channelId}
        and ${raw(column)} = r.reference collate "C" offset 0
    ) l`
  const rows = await query<{ listing: ListingRow }>(
    tx,
    sql`
    select to_json(found) as listing from (
      ${by('channel_reference', wanted.channelReferences)}
      union all ${by('merchant_product_reference', wanted.products)}
    ) found`,
  )
  return rows.map((row) => toListing(row.listing, epoch))
}

/** Reads which references products of the channel had before, each with the last answer that was given when it was last mentioned. */
export async function readFormerReferences(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  references: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (references.length === 0) return new Map()
  const rows = await query<{ reference: string; lastUse: number }>(
    tx,
    sql`
    select f.channel_reference as reference, f.last_use::float8 as "lastUse"
    from unnest(${references as string[]}::text[]) r (reference)
    cross join lateral (
      select * from marketplace.former_references
      where customer_id = ${customerId} and channel_id = ${channelId}
        and channel_reference = r.reference collate "C" offset 0
    ) f`,
  )
  return new Map(rows.map((row) => [row.reference, row.lastUse]))
}

/** Records that references without a product were mentioned when `lastUse` was the last answer. */
export async function saveFormerReferences(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  references: readonly string[],
  lastUse: number,
): Promise<void> {
  if (references.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.former_references (customer_id, channel_id, channel_reference, last_use)
    select ${customerId}, ${channelId}, reference, ${lastUse}
    from unnest(${references as string[]}::text[]) r (reference)
    on conflict (customer_id, channel_id, channel_reference) do update set last_use = excluded.last_use`,
  )
}

/** Inserts or replaces listings of a channel. The caller has locked its state. */
export async function saveListings(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  { epoch }: Epoch,
  listings: readonly Listing[],
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.listings (
      customer_id, channel_id, merchant_product_reference, channel_reference, former_reference, epoch,
      may_be_missing, is_wanted, data_target, data_version, data_first, data_last, data_open, data_doubted_until,
      data_settled, data_pending, data_place, data_times, data_since, offer_target, offer_version, offer_first,
      offer_last, offer_open, offer_doubted_until, offer_settled, offer_place, offer_times, offer_since,
      data_confirmed, data_confirmed_at, offer_confirmed, offer_confirmed_at)
    select ${customerId}, ${channelId}, r.reference, r."channelReference", r."formerReference", ${epoch},
      r."mayBeMissing", r."isWanted", r."dataTarget", r."dataVersion", r."dataFirst", r."dataLast", r."dataOpen",
      r."dataDoubtedUntil", r."dataSettled", r."dataPending", r."dataPlace", r."dataTimes", r."dataSince",
      r."offerTarget", r."offerVersion", r."offerFirst", r."offerLast", r."offerOpen", r."offerDoubtedUntil",
      r."offerSettled", r."offerPlace", r."offerTimes", r."offerSince",
      r."dataConfirmed", r."dataConfirmedAt", r."offerConfirmed", r."offerConfirmedAt"
    from json_to_recordset(${JSON.stringify(listings.map(toRow))}::text::json) as r (
      reference text, "channelReference" text, "formerReference" text, "mayBeMissing" boolean,
      "isWanted" boolean, "dataTarget" text, "dataVersion" text, "dataFirst" bigint, "dataLast" bigint,
      "dataOpen" bigint[], "dataDoubtedUntil" bigint, "dataSettled" boolean, "dataPending" text,
      "dataPlace" bigint, "dataTimes" integer, "dataSince" timestamptz, "offerTarget" text, "offerVersion" text,
      "offerFirst" bigint, "offerLast" bigint, "offerOpen" bigint[], "offerDoubtedUntil" bigint,
      "offerSettled" boolean, "offerPlace" bigint, "offerTimes" integer, "offerSince" timestamptz,
      "dataConfirmed" text, "dataConfirmedAt" timestamptz, "offerConfirmed" text, "offerConfirmedAt" timestamptz)
    on conflict (customer_id, channel_id, merchant_product_reference) do update set
      channel_reference = excluded.channel_reference, former_reference = excluded.former_reference,
      epoch = excluded.epoch, may_be_missing = excluded.may_be_missing, is_wanted = excluded.is_wanted,
      data_target = excluded.data_target, data_version = excluded.data_version, data_first = excluded.data_first,
      data_last = excluded.data_last, data_open = excluded.data_open,
      data_doubted_until = excluded.data_doubted_until, data_settled = excluded.data_settled,
      data_pending = excluded.data_pending, data_place = excluded.data_place, data_times = excluded.data_times,
      data_since = excluded.data_since, offer_target = excluded.offer_target,
      offer_version = excluded.offer_version, offer_first = excluded.offer_first, offer_last = excluded.offer_last,
      offer_open = excluded.offer_open, offer_doubted_until = excluded.offer_doubted_until,
      offer_settled = excluded.offer_settled, offer_place = excluded.offer_place,
      offer_times = excluded.offer_times, offer_since = excluded.offer_since,
      data_confirmed = excluded.data_confirmed, data_confirmed_at = excluded.data_confirmed_at,
      offer_confirmed = excluded.offer_confirmed, offer_confirmed_at = excluded.offer_confirmed_at`,
  )
}

function toRow(listing: Listing) {
  const { target, data, offer, confirmed, dataPlace, offerPlace, ...own } = listing
  return {
    ...own,
    isWanted: target.isWanted,
    dataTarget: target.data,
    ...toColumns('data', data, dataPlace),
    dataPending: pendingData(listing),
    offerTarget: target.offer,
    ...toColumns('offer', offer, offerPlace),
    dataConfirmed: confirmed.data,
    dataConfirmedAt: confirmed.dataAt,
    offerConfirmed: confirmed.offer,
    offerConfirmedAt: confirmed.offerAt,
  }
}

function toColumns(prefix: 'data' | 'offer', copy: Copy, place: QueuePlace | null) {
  return {
    [`${prefix}Version`]: copy.version,
    [`${prefix}First`]: copy.first,
    [`${prefix}Last`]: copy.last,
    [`${prefix}Open`]: copy.open,
    [`${prefix}DoubtedUntil`]: copy.doubtedUntil,
    [`${prefix}Settled`]: copy.isSettled,
    [`${prefix}Place`]: place?.place,
    [`${prefix}Times`]: place?.times,
    [`${prefix}Since`]: place?.since,
  }
}

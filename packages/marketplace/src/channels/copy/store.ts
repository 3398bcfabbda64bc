/** All SQL for the synchronisation state of a channel as a whole. listing-store.ts has the SQL of single listings. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  raw,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Channel } from '../../kit/principals/channel.ts'
import { arrayOf } from '../../kit/sql/snapshot.ts'
import type { OfferRules } from '../offer-rules/index.ts'
import type { Cursor } from './cursor.ts'
import type { SelectionRule } from './offers/selection.ts'
import type { ChannelResponse } from './schema.ts'

/** The ids of a channel, which belongs to a customer. */
export interface ChannelIds {
  readonly customerId: string
  readonly channelId: number
}

/** The stored state of a channel as a whole. */
export interface SyncState extends Cursor {
  readonly mode: Channel['mode']
  readonly selection: SelectionRule | null
  readonly offersInData: boolean
  readonly offerRules: OfferRules | null
  /** What the rules looked up when products were last compared, as JSON. */
  readonly offerFacts: string | null
  /** Why the catalogue is compared. Null: it is the first time, or nothing has changed. */
  readonly compareCause: string | null
  /** The transaction that made it so. */
  readonly comparedBy: string | null
  /** The position of the comparison with the whole catalogue. Null when it is complete. */
  readonly catalogueAfter: string | null
  readonly epoch: number
  /** Answers up to this one were given before the last reset. */
  readonly resetAnswer: number
  readonly lastAnswer: number
  readonly lastPlace: number
  readonly listed: number
  readonly toCreate: number
  readonly toUpdate: number
  readonly toRemove: number
  readonly offers: number
  readonly polledAt: Date | null
  readonly acknowledgedAt: Date | null
}

/** The state as read, with values of the database at that moment. */
export interface LockedState extends SyncState {
  readonly now: Date
  /** The id of the transaction that reads. */
  readonly transaction: string
  /** `pg_current_snapshot()`. It is not newer than anything that the transaction reads later. */
  readonly snapshot: string
  /** Whether the row was restored from a dump of another database, in which transaction ids had another meaning. */
  readonly isRestored: boolean
  /** Of the customer. */
  readonly baseCurrency: string
  readonly defaultVatRate: number
}

/** The statement that stores the state of the new channel in `ch`: the whole catalogue is to be sent. */
export const INSERTING_STATE = sql`
  insert into marketplace.channel_syncs (customer_id, channel_id) select customer_id, channel_id from ch`

/**
 * Locks the synchronisation of a channel until the transaction ends, and reads its state. Undefined if the channel does not exist. The
 * state is read by a separate statement, because a statement that has waited for a lock still sees the old state of other tables.
 */
export async function lockState(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
): Promise<LockedState | undefined> {
  await execute(
    tx,
    sql`
      select from marketplace.channel_syncs
      where customer_id = ${customerId} and channel_id = ${channelId} for update`,
  )
  return await queryFirst<LockedState>(
    tx,
    sql`
      select ch.mode, s.selection, s.offers_in_data as "offersInData", s.offer_rules as "offerRules",
        s.offer_facts as "offerFacts", s.compare_cause as "compareCause", s.compared_by::text as "comparedBy",
        s.change_horizon::text as horizon, s.change_after::text as after, s.change_open::text[] as open, s.catalogue_after as "catalogueAfter",
        s.epoch, s.reset_answer::float8 as "resetAnswer", s.last_answer::float8 as "lastAnswer",
        s.last_place::float8 as "lastPlace", s.listed, s.to_create as "toCreate", s.to_update as "toUpdate",
        s.to_remove as "toRemove", s.offers, s.polled_at as "polledAt", s.acknowledged_at as "acknowledgedAt",
        now(), pg_current_xact_id()::text as transaction, pg_current_snapshot()::text as snapshot,
        s.xmin::text::numeric <> s.written_by::text::numeric % 4294967296 as "isRestored",
        c.base_currency as "baseCurrency", c.default_vat_rate::float8 as "defaultVatRate"
      from marketplace.channel_syncs s
      join marketplace.customers c on c.customer_id = s.customer_id
      join marketplace.channels ch on ch.customer_id = s.customer_id and ch.channel_id = s.channel_id
      where s.customer_id = ${customerId} and s.channel_id = ${channelId}`,
  )
}

/** Reads the channels of a customer for the merchant, oldest first. Only one of them if an id is given. */
export async function findSettings(
  connection: Connection,
  customerId: string,
  channelId?: number,
): Promise<readonly ChannelResponse[]> {
  return await query<ChannelResponse>(
    connection,
    sql`
    select ch.channel_id::float8 as "Id", ch.name as "Name", ch.mode as "Mode",
      ch.can_ship_partial_order_lines as "CanShipPartialOrderLines", ch.is_active as "IsActive", s.offers_in_data as "OffersInData",
      s.selection as "Selection"
    from marketplace.channels ch
    join marketplace.channel_syncs s on s.customer_id = ch.customer_id and s.channel_id = ch.channel_id
    where ch.customer_id = ${customerId} ${channelId === undefined ? sql`` : sql`and ch.channel_id = ${channelId}`}
    order by ch.channel_id`,
  )
}

/** Stores the rules of offers and their version. The caller has locked the state. */
export async function saveOfferRules(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  rules: OfferRules,
  version: number,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.channel_syncs set offer_rules = ${JSON.stringify(rules)}::text::jsonb, offer_version = ${version}
    where customer_id = ${customerId} and channel_id = ${channelId}`,
  )
}

/** Lets all channels of a customer compare the whole catalogue again during their next polls. */
export async function compareAgain(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`
    with locked as materialized (
      select channel_id from marketplace.channel_syncs where customer_id = ${customerId} order by channel_id for update
    )
    update marketplace.channel_syncs s set catalogue_after = '', compare_cause = 'settings', compared_by = pg_current_xact_id(),
      written_by = pg_current_xact_id()
    from locked where s.customer_id = ${customerId} and s.channel_id = locked.channel_id`,
  )
}

/** Writes the state. The caller has locked it. */
export async function saveState(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  state: SyncState,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.channel_syncs set
      selection = ${state.selection === null ? null : JSON.stringify(state.selection)}::text::jsonb,
      offers_in_data = ${state.offersInData}, offer_facts = ${state.offerFacts}, compare_cause = ${state.compareCause},
      compared_by = ${state.comparedBy}, change_horizon = ${state.horizon}, change_after = ${state.after},
      change_open = ${arrayOf(state.open)}::xid8[], catalogue_after = ${state.catalogueAfter},
      written_by = pg_current_xact_id(), epoch = ${state.epoch}, reset_answer = ${state.resetAnswer},
      last_answer = ${state.lastAnswer}, last_place = ${state.lastPlace}, listed = ${state.listed},
      to_create = ${state.toCreate}, to_update = ${state.toUpdate}, to_remove = ${state.toRemove},
      offers = ${state.offers}, polled_at = ${state.polledAt}, acknowledged_at = ${state.acknowledgedAt}
    where customer_id = ${customerId} and channel_id = ${channelId}`,
  )
}

/**
 * Lets the transaction end without waiting for the disk. Only for changes that may be lost in a crash, because they would be made again.
 */
export async function skipDurability(tx: Transaction): Promise<void> {
  await execute(tx, sql`set local synchronous_commit = off`)
}

/**
 * Returns since when the longest-waiting item waits; null if there is none. The queue is sorted by the number of times served, then by age,
 * so the oldest item for each number is one index lookup.
 */
export async function findOldestPending(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
): Promise<Date | null> {
  const oldest = (feed: 'data' | 'offer') => {
    const times = raw(`${feed}_times`)
    const place = raw(`${feed}_place`)
    const since = raw(`${feed}_since`)
    const queued = sql`customer_id = ${customerId} and channel_id = ${channelId} and ${place} is not null`
    const order = sql`order by ${times}, ${place} limit 1`
    return sql`
      with recursive oldest as (
        (select ${times} as times, ${since} as since from marketplace.listings where ${queued} ${order})
        union all
        select next.* from oldest cross join lateral (
          select ${times}, ${since} from marketplace.listings where ${queued} and ${times} > oldest.times ${order}
        ) next
      ) select min(since) as since from oldest`
  }
  const rows = await query<{ since: Date | null }>(
    tx,
    sql`
    select min(since) as since from ((${oldest('data')}) union all (${oldest('offer')})) feeds`,
  )
  return rows[0]?.since ?? null
}

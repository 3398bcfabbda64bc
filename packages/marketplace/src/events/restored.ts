/** Continues a log of events that was restored from a dump. */
import {
  type Database,
  execute,
  queryOne,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import type { FastifyInstance } from 'fastify'

/** Ids that are left out after a restore: more than any log has written since its last backup. */
const GAP = 1_000_000_000_000

/**
 * Lets a log that was restored from a dump continue with ids that were never used. A reader may have seen events that are not in the dump;
 * without the gap, new events would get their ids, and the reader would not get these. Call it before events are written. Otherwise it
 * changes nothing.
 *
 * A row tells where it was written, and contains the id of the transaction that wrote it. Loaded from a dump, it was written by another
 * transaction; in a copy of the database or of its files it is in another place.
 */
export async function continueEventLog(tx: Transaction): Promise<void> {
  await execute(tx, sql`select from marketplace.event_log for update`)
  const { isRestored } = await queryOne<{ isRestored: boolean }>(
    tx,
    sql`
    select xmin::text::numeric <> written_by::text::numeric % 4294967296
      or place is distinct from marketplace.event_log_place() as "isRestored" from marketplace.event_log`,
  )
  if (!isRestored) return
  await execute(
    tx,
    sql`select setval('marketplace.event_ids', last_value + ${GAP}::bigint) from marketplace.event_ids`,
  )
  await execute(tx, sql`update marketplace.event_log set place = marketplace.event_log_place()`)
  // In a subtransaction, which has its own id: the row has got it by the statement before.
  await execute(tx, sql`update marketplace.event_log set written_by = xmin::text::xid8`)
}

/** {@link continueEventLog} in a database whose tables may be of an earlier version: these are continued after their migration. */
export async function continueIfRestored(tx: Transaction): Promise<void> {
  const { isCurrent } = await queryOne<{ isCurrent: boolean }>(
    tx,
    sql`select to_regprocedure('marketplace.event_log_place()') is not null as "isCurrent"`,
  )
  if (isCurrent) await continueEventLog(tx)
}

const continued = new WeakMap<Database, Promise<void>>()

/** Calls {@link continueEventLog} once per database and process, or again if it failed. */
export async function continueOnce(database: Database): Promise<void> {
  const found = continued.get(database)
  if (found !== undefined) return await found
  const started = transaction(database, continueEventLog).catch((error: unknown) => {
    continued.delete(database)
    throw error
  })
  continued.set(database, started)
  await started
}

/** Continues the log before the first request that may write an event. Not at the start, because the host may start without a database. */
export function continueBeforeWrites(fastify: FastifyInstance, database: Database): void {
  fastify.addHook('preHandler', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') await continueOnce(database)
  })
}

/** Continues a log of events that was restored from a dump. */
import { execute, queryOne, sql, type Transaction } from '@entrepot/database'

/**
 * Lets a log that was restored from a dump, copied, or promoted with a standby continue with ids that were never used. A reader may have seen
 * events that it does not have; without the gap, new events would get their ids, and the reader would not get these. Otherwise it changes
 * nothing.
 *
 * Each connection to the database does the same before its first event, so only a program that restores tables needs to call it: its
 * connection may have checked the log that was there before.
 */
export async function continueEventLog(tx: Transaction): Promise<void> {
  await execute(tx, sql`select marketplace.continue_event_log()`)
}

/** {@link continueEventLog} in a database whose tables may be of an earlier version: these are continued after their migration. */
export async function continueIfRestored(tx: Transaction): Promise<void> {
  const { isCurrent } = await queryOne<{ isCurrent: boolean }>(
    tx,
    sql`select to_regprocedure('marketplace.continue_event_log()') is not null as "isCurrent"`,
  )
  if (isCurrent) await continueEventLog(tx)
}

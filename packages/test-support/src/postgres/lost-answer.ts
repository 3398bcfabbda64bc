/** Ends a node between the commit of a call and the storing of its answer, as far as the database and the client can tell. */
import { type Database, execute, executeScript, raw, sql } from '@entrepot/database'
import { changedTables, sumRows } from './sum-rows.ts'

const CLAIMS = 'marketplace.idempotency_keys'

/** Written for each call, whether or not it has an effect. Counters may skip numbers, as sequences do. */
const WITHOUT = {
  tables: [
    ...['idempotency_keys', 'idempotency_effects', 'rate_windows'],
    ...['order_counters', 'sync_log'],
  ],
  /** They note when and by which transaction something was last used. */
  columns: ['last_used_at', 'acknowledged_at', 'written_by'],
}

/** What a call and its repeat have answered, and the tables that they have changed. */
export interface LostAnswer<Answer> {
  readonly first: Answer
  readonly repeat: Answer
  readonly changed: { readonly first: readonly string[]; readonly repeat: readonly string[] }
}

/**
 * Makes a call whose answer is neither stored nor received, and repeats it after the lease of its claim. The database refuses to store the
 * answer, which is the state that a node leaves behind when it ends at this point.
 *
 * @param send makes the call with an Idempotency-Key, the same each time
 */
export async function loseAnswer<Answer>(
  database: Database,
  send: () => Promise<Answer>,
): Promise<LostAnswer<Answer>> {
  const before = await sumRows(database, WITHOUT)
  await executeScript(
    database,
    `create function marketplace.lose_answer() returns trigger language plpgsql as $$
      begin raise exception 'the node has ended'; end $$;
    create trigger lose_answer before insert or update on ${CLAIMS} for each row
      when (new.status is not null) execute function marketplace.lose_answer()`,
  )
  let first: Answer
  try {
    first = await send()
  } finally {
    await executeScript(database, 'drop function marketplace.lose_answer() cascade')
  }
  const between = await sumRows(database, WITHOUT)
  await execute(database, sql`update ${raw(CLAIMS)} set claimed_at = claimed_at - interval '61 s'`)
  const repeat = await send()
  const after = await sumRows(database, WITHOUT)
  const changed = { first: changedTables(before, between), repeat: changedTables(between, after) }
  return { first, repeat, changed }
}

/** The SQL that finds the people of a customer in another database, or creates them there. */
import { execute, executeScript, query, sql, type Transaction } from '@entrepot/database'
import { AGENT_KEYS, PEOPLE, settledValue, USER_COLUMNS } from './tables-store.ts'

/** The temporary table that gets the rows of a table first. */
export function stageOf(table: string): string {
  return `pg_temp.move_${table.replace(/\W/g, '_')}`
}

export async function createStage(tx: Transaction, table: string): Promise<void> {
  await executeScript(tx, `create temp table ${stageOf(table)} (like ${table}) on commit drop`)
}

/** People whom the file and the database know by the same address, and by no account: it may not be the same person. */
export async function findDoubtful(tx: Transaction): Promise<readonly string[]> {
  const rows = await query<{ email: string }>(
    tx,
    sql`
    select p.email from move_people p join hub.users u on u.user_id = p.known_id
    where not p.is_same_account and (p.is_by_link or u.is_by_link) order by 1`,
  )
  return rows.map(({ email }) => email)
}

/** Ids that a sequence reaches sooner or later are not used. */
const FAR = '100000000'

/**
 * Finds each person by the account of a provider, or else by the address. Others keep their id, unless it belongs to somebody, or will: then they
 * get another one.
 */
export async function matchPeople(tx: Transaction): Promise<void> {
  await executeScript(
    tx,
    `create temp table move_people on commit drop as
    select u.user_id as old_id, u.email, u.is_by_link, i.user_id is not null as is_same_account,
      coalesce(i.user_id, e.user_id) as known_id, null::bigint as new_id
    from ${stageOf('hub.users')} u
    left join lateral (
      select here.user_id from ${stageOf('hub.identities')} there
      join hub.identities here using (provider, issuer, subject)
      where there.user_id = u.user_id order by here.user_id limit 1
    ) i on true
    left join hub.users e on e.email_key = u.email_key;
    update move_people p set new_id = coalesce(known_id, case
      when exists (select from hub.users u where u.user_id = p.old_id)
        or (select p.old_id > s.last_value and p.old_id < s.last_value + ${FAR} from hub.users_user_id_seq s)
      then nextval('hub.users_user_id_seq') else p.old_id end)`,
  )
}

/** Moves the rows of a stage into their table, with the ids that people have here. */
export async function settleStage(
  tx: Transaction,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const user = USER_COLUMNS[table]
  const isPerson = (PEOPLE as readonly string[]).includes(table)
  // Passkeys are known by their credential, so their numbers may change.
  const kept = columns.filter((column) => column !== 'passkey_id')
  const values = kept.map((column) => settledValue(table, column))
  await executeScript(
    tx,
    `insert into ${table} (${kept.join(', ')}) overriding system value
    select ${values.join(', ')} from ${stageOf(table)} s
    ${user ? `left join move_people p on p.old_id = s.${user}` : ''}
    ${isPerson ? 'where p.known_id is null' : ''}
    ${OVERLAPPING.has(table) ? 'on conflict do nothing' : ''}`,
  )
}

/** Two people of the file may be one here. */
const OVERLAPPING: ReadonlySet<string> = new Set([
  ...['hub.identities', 'hub.members'],
  ...Object.keys(AGENT_KEYS),
])

/** Gives views to the people who had them. Those of people who are unknown by now belong to nobody. */
export async function settleViews(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.views v set owner = coalesce(
      (select 'person:' || p.new_id from move_people p where 'person:' || p.old_id = v.owner), 'gone:' || v.owner)
    where v.customer_id = ${customerId} and v.owner ~ '^person:[0-9]+$'`,
  )
}

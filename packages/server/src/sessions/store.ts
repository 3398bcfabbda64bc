/**
 * All SQL of sessions. Those that live are told by `expires_at - now() > interval '0'`: for `expires_at > now()` PostgreSQL may take
 * the index on `expires_at`, with statistics from when all sessions were over, and read every live one.
 */
import { type Database, execute, query, sql } from '@entrepot/database'

/** How long sessions live, in hours. */
export interface SessionLives {
  readonly idleHours: number
  readonly maxHours: number
}

/** What is stored of a session. */
export interface SessionContent {
  readonly idHash: Buffer
  readonly userId: string | null
  readonly data: string
}

/**
 * The session with an id, if it lives. It lives on from now: its end is moved when a twentieth of the idle time has passed
 * since it was moved last, so that few reads write.
 */
export async function findSession(
  connection: Database,
  idHash: Buffer,
  { idleHours, maxHours }: SessionLives,
): Promise<string | undefined> {
  const [session] = await query<{ data: string }>(
    connection,
    sql`
    with moved as (
      update hub.sessions
      set expires_at = least(now() + ${idleHours} * interval '1 hour',
                             created_at + ${maxHours} * interval '1 hour')
      where id_hash = ${idHash} and expires_at - now() > interval '0'
        and expires_at < least(now() + ${idleHours * 0.95} * interval '1 hour',
                               created_at + ${maxHours} * interval '1 hour')
    )
    select data from hub.sessions
    where id_hash = ${idHash} and expires_at - now() > interval '0'`,
  )
  return session?.data
}

/** Stores a new session. */
export async function insertSession(
  connection: Database,
  { idHash, userId, data }: SessionContent,
  { idleHours, maxHours }: SessionLives,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into hub.sessions (id_hash, user_id, data, expires_at)
    values (${idHash}, ${userId}, ${data}, now() + ${Math.min(idleHours, maxHours)} * interval '1 hour')
    on conflict (id_hash) do update set user_id = excluded.user_id, data = excluded.data`,
  )
}

/** Changes a session, unless it has ended since: a request that was under way does not bring it back. */
export async function updateSession(
  connection: Database,
  { idHash, userId, data }: SessionContent,
): Promise<void> {
  await execute(
    connection,
    sql`
    update hub.sessions set user_id = ${userId}, data = ${data}
    where id_hash = ${idHash} and expires_at - now() > interval '0'`,
  )
}

/** Ends a session. */
export async function deleteSession(connection: Database, idHash: Buffer): Promise<void> {
  await execute(connection, sql`delete from hub.sessions where id_hash = ${idHash}`)
}

/** Deletes up to `limit` sessions that have expired, passing over those that another node is deleting. */
export async function deleteExpired(connection: Database, limit: number): Promise<number> {
  const count = await execute(
    connection,
    sql`
    delete from hub.sessions where id_hash in (
      select id_hash from hub.sessions where expires_at <= now() limit ${limit} for update skip locked)`,
  )
  return count
}

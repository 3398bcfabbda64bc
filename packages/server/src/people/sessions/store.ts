/**
 * All SQL of sessions. Conditions use `expires_at - now() > interval '0'` instead of `expires_at > now()`, so that PostgreSQL never uses
 * the index on `expires_at` for them. With outdated statistics it would read every live session from that index.
 */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
} from '@entrepot/database'
import type { Session } from 'fastify'

/** Lifetimes of sessions, in hours. */
export interface SessionLifetimes {
  readonly idleHours: number
  readonly maxHours: number
}

/** A session as it is stored. */
export interface SessionContent {
  readonly idHash: Buffer
  readonly userId: string | null
  readonly data: string
}

/** A session that has not ended. */
export interface FoundSession {
  readonly idHash: Buffer
  readonly data: string
}

/**
 * Returns the sessions that have not expired, and extends them. The expiry is only written if it moves by more than a twentieth of the idle
 * time, so that few reads write. Rows that another statement extends at this moment are left to it, so that statements do not deadlock.
 */
export async function findSessions(
  connection: Database,
  idHashes: readonly Buffer[],
  { idleHours, maxHours }: SessionLifetimes,
): Promise<readonly FoundSession[]> {
  return await query<FoundSession>(
    connection,
    sql`
    with stale as (
      select id_hash from hub.sessions
      where id_hash = any (${idHashes as Buffer[]}) and expires_at - now() > interval '0'
        and expires_at < least(now() + ${idleHours * 0.95} * interval '1 hour',
                               created_at + ${maxHours} * interval '1 hour')
      for update skip locked
    ), moved as (
      update hub.sessions
      set expires_at = least(now() + ${idleHours} * interval '1 hour',
                             created_at + ${maxHours} * interval '1 hour')
      from stale where sessions.id_hash = stale.id_hash
    )
    select id_hash as "idHash", data from hub.sessions
    where id_hash = any (${idHashes as Buffer[]}) and expires_at - now() > interval '0'`,
  )
}

/** Returns the sessions that have not expired, and leaves them as they are. */
export async function peekSessions(
  connection: Database,
  idHashes: readonly Buffer[],
): Promise<readonly FoundSession[]> {
  return await query<FoundSession>(
    connection,
    sql`
    select id_hash as "idHash", data from hub.sessions
    where id_hash = any (${idHashes as Buffer[]}) and expires_at - now() > interval '0'`,
  )
}

/** Stores a new session. */
export async function insertSession(
  connection: Database,
  { idHash, userId, data }: SessionContent,
  { idleHours, maxHours }: SessionLifetimes,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into hub.sessions (id_hash, user_id, data, expires_at)
    values (${idHash}, ${userId}, ${data}, now() + ${Math.min(idleHours, maxHours)} * interval '1 hour')
    on conflict (id_hash) do update set user_id = excluded.user_id, data = excluded.data`,
  )
}

/** Changes a session, unless it has ended: a request that was running at that time does not restore it. */
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

/** A session of a user, as it is listed. */
export interface ListedSession {
  /** The first 16 digits of the hash under which the session is stored: names it, but does not open it. */
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  /** With which browser the person has signed in, as `userAgentOf` returns it. Undefined if it sent no header, and for older sessions. */
  readonly userAgent: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The sessions of users that have not expired, by address and oldest first: all, or those of the address with this key. */
export async function selectSessions(
  connection: Connection,
  key?: string,
): Promise<readonly ListedSession[]> {
  return await select(connection, key === undefined ? sql`` : sql`and email_key = ${key}`)
}

/** The sessions of a user that have not expired, oldest first. */
export async function selectSessionsOf(
  connection: Connection,
  userId: string,
): Promise<readonly ListedSession[]> {
  return await select(connection, sql`and sessions.user_id = ${userId}`)
}

async function select(connection: Connection, condition: Sql): Promise<readonly ListedSession[]> {
  const rows = await query<Omit<ListedSession, 'userAgent'> & { readonly data: string }>(
    connection,
    sql`
    select left(encode(id_hash, 'hex'), 16) as "sessionId", sessions.user_id as "userId", email,
      sessions.created_at as "createdAt", expires_at as "expiresAt", data
    from hub.sessions join hub.users using (user_id)
    where expires_at - now() > interval '0' ${condition}
    order by email_key, sessions.created_at, id_hash`,
  )
  // Not by SQL: PostgreSQL reads no JSON with an escaped NUL, which a provider may have sent, and one such row would fail the list.
  return rows.map(({ data, ...session }) => ({
    ...session,
    userAgent: (JSON.parse(data) as Session).userAgent,
  }))
}

/** When the session of a person began: its id is new since the sign-in. Undefined for a session that has ended. */
export async function sessionAge(
  connection: Connection,
  idHash: Buffer,
): Promise<{ readonly seconds: number } | undefined> {
  return await queryFirst(
    connection,
    sql`
    select extract(epoch from now() - created_at)::float8 as seconds
    from hub.sessions where id_hash = ${idHash}`,
  )
}

/** Ends the sessions of a user: all, or the one whose id a list shows. Returns their number. */
export async function deleteSessionsOf(
  connection: Connection,
  userId: string,
  sessionId?: string,
): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from hub.sessions where user_id = ${userId}
      ${sessionId === undefined ? sql`` : sql`and left(encode(id_hash, 'hex'), 16) = ${sessionId}`}`,
  )
}

/** Deletes up to `limit` expired sessions, and skips those that another node is deleting. Returns their number. */
export async function deleteExpired(connection: Database, limit: number): Promise<number> {
  const count = await execute(
    connection,
    sql`
    delete from hub.sessions where id_hash in (
      select id_hash from hub.sessions where expires_at <= now() limit ${limit} for update skip locked)`,
  )
  return count
}

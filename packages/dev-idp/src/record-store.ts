/**
 * The data of the provider: signing keys, clients, sessions, grants and tokens, in one SQLite file or in memory. With a file, people
 * stay signed in across restarts.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The open store. */
export interface Records {
  /** The adapter of a model of oidc-provider. */
  adapter(model: string): Adapter
  /** Returns a stored value that belongs to no model. If there is none, `create` creates it. */
  keep<T>(name: string, create: () => Promise<T>): Promise<T>
  /** Replaces a value of {@link keep}. */
  replace(name: string, value: unknown): void
  close(): void
}

/** The model name for values of {@link Records.keep}. oidc-provider has no model of this name. */
const KEPT = 'kept'

const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists records (
    model text not null,
    id text not null,
    payload text not null,
    expires_at integer,
    consumed_at integer,
    grant_id text,
    uid text,
    user_code text,
    primary key (model, id)
  ) without rowid;
  create index if not exists records_expiry on records (expires_at) where expires_at is not null;
  create index if not exists records_grant on records (grant_id) where grant_id is not null;`

/**
 * Opens the store.
 *
 * @param file - its path; only the owner can read the file, because it contains private keys. In memory if undefined.
 */
export function openRecords(file?: string): Records {
  // Creates the file first, because SQLite would create it with the permissions of the umask.
  if (file !== undefined) closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file ?? ':memory:')
  database.exec(SCHEMA)
  const statements = prepareStatements(database)
  const readKept = statements.read(KEPT, 'id')
  return {
    adapter: (model) => createAdapter(model, statements),
    async keep(name, create) {
      const kept = await readKept(name)
      if (kept !== undefined) return (kept as { value: never }).value
      const value = await create()
      this.replace(name, value)
      return value
    },
    replace(name, value) {
      statements.insert.run(KEPT, name, JSON.stringify({ value }), null, null, null, null)
    },
    close: () => database.close(),
  }
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(database: DatabaseSync) {
  const read = (model: string, column: 'id' | 'uid' | 'user_code') => {
    const select = database.prepare(
      `select payload, consumed_at from records
       where model = ? and ${column} = ? and (expires_at is null or expires_at > ?)`,
    )
    return async (value: string) => toPayload(select.get(model, value, now()))
  }
  const insert = database.prepare(
    `insert into records (model, id, payload, expires_at, grant_id, uid, user_code) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at,
       grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code`,
  )
  const removeExpired = database.prepare('delete from records where expires_at <= ?')
  const consume = database.prepare('update records set consumed_at = ? where model = ? and id = ?')
  const remove = database.prepare('delete from records where model = ? and id = ?')
  // Deletes records of one model only: an interaction is not issued from its grant, and outlives the grant when a person switches accounts.
  const revoke = database.prepare('delete from records where model = ? and grant_id = ?')
  return { read, insert, removeExpired, consume, remove, revoke }
}

function createAdapter(
  model: string,
  { read, insert, removeExpired, consume, remove, revoke }: Statements,
): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      removeExpired.run(now())
      const expiresAt = expiresIn === undefined ? null : now() + expiresIn
      const { grantId = null, uid = null, userCode = null } = payload
      insert.run(model, id, JSON.stringify(payload), expiresAt, grantId, uid, userCode)
    },
    find: read(model, 'id'),
    findByUid: read(model, 'uid'),
    findByUserCode: read(model, 'user_code'),
    async consume(id) {
      consume.run(now(), model, id)
    },
    async destroy(id) {
      remove.run(model, id)
    },
    async revokeByGrantId(grantId) {
      revoke.run(model, grantId)
    },
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

function toPayload(row: Record<string, unknown> | undefined): AdapterPayload | undefined {
  if (row === undefined) return undefined
  const payload = JSON.parse(row.payload as string) as AdapterPayload
  return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at }
}

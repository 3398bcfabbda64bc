/**
 * What the provider remembers: signing keys, clients, sessions, grants and tokens, in one SQLite file, or in memory. With a
 * file people stay signed in when the provider is started again.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The open store. */
export interface Records {
  /** The adapter of one of oidc-provider's models. */
  adapter(model: string): Adapter
  /** A value kept beside the models; made by `create` and stored when there is none yet. */
  keep<T>(name: string, create: () => Promise<T>): Promise<T>
  /** Stores a value of {@link keep} anew. */
  replace(name: string, value: unknown): void
  close(): void
}

/** The model name under which values of {@link Records.keep} are stored: none of oidc-provider's. */
const KEPT = 'kept'

/**
 * Opens the store.
 *
 * @param file - its path, created so that only its owner can read it: it holds private keys. Memory when left out.
 */
export function openRecords(file?: string): Records {
  // SQLite would create it with the rights that the umask leaves to others.
  if (file !== undefined) closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file ?? ':memory:')
  database.exec(`
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
    create index if not exists records_grant on records (grant_id) where grant_id is not null;`)
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
  const revoke = database.prepare('delete from records where grant_id = ?')
  const readKept = read(KEPT, 'id')

  return {
    adapter: (model) => ({
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
        revoke.run(grantId)
      },
    }),
    async keep(name, create) {
      const kept = await readKept(name)
      if (kept !== undefined) return (kept as { value: never }).value
      const value = await create()
      this.replace(name, value)
      return value
    },
    replace(name, value) {
      insert.run(KEPT, name, JSON.stringify({ value }), null, null, null, null)
    },
    close: () => database.close(),
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

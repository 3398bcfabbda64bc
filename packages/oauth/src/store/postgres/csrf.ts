import type { Database } from '@entrepot/database'
import type { CsrfStore, SaveLimit } from '../store.ts'
import { isAlive } from './is-alive.ts'
import { countCall, toWait } from './mcp/records.ts'
import { execute, queryFirst, sql } from './statement.ts'

/** States of sign-ins in `oauth.csrf_tokens`. */
export function postgresCsrf(pool: Database): CsrfStore {
  return {
    async save(tokenHash, data, ttlSeconds, limit) {
      const state = { tokenHash, data, ttlSeconds }
      if (limit !== undefined) return await saveCounted(pool, state, limit)
      await execute(
        pool,
        sql`
        insert into oauth.csrf_tokens (token_hash, data, expires_at)
        values (${tokenHash}, ${data}, now() + make_interval(secs => ${ttlSeconds}))`,
      )
      return 0
    },
    async claim(tokenHash) {
      const row = await queryFirst<{ data: string; alive: boolean }>(
        pool,
        sql`
        delete from oauth.csrf_tokens where token_hash = ${tokenHash}
        returning data, expires_at > now() as alive`,
      )
      return row?.alive ? row.data : undefined
    },
    async find(tokenHash) {
      const row = await queryFirst<{ data: string }>(
        pool,
        sql`select data from oauth.csrf_tokens where token_hash = ${tokenHash} and ${isAlive}`,
      )
      return row?.data
    },
    async replace(tokenHash, from, to, ttlSeconds) {
      const count = await execute(
        pool,
        sql`
        update oauth.csrf_tokens set data = ${to}, expires_at = now() + make_interval(secs => ${ttlSeconds})
        where token_hash = ${tokenHash} and data = ${from} and ${isAlive}`,
      )
      return count === 1
    },
  }
}

/** Counts and stores in one statement, so that a sign-in needs no additional round trip. */
async function saveCounted(
  pool: Database,
  { tokenHash, data, ttlSeconds }: { tokenHash: string; data: string; ttlSeconds: number },
  { key, limit, windowSeconds }: SaveLimit,
): Promise<number> {
  const refused = await queryFirst<{ wait: number }>(
    pool,
    sql`
    with counted as (${countCall(key, windowSeconds)}),
    saved as (
      insert into oauth.csrf_tokens (token_hash, data, expires_at)
      select ${tokenHash}, ${data}, now() + make_interval(secs => ${ttlSeconds})
      from counted where count <= ${limit}
    )
    select wait from counted where count > ${limit}`,
  )
  return refused === undefined ? 0 : toWait(refused.wait)
}

import type { Sql } from 'postgres'
import type { CsrfStore } from '../store.ts'

/** States of sign-ins in `oauth.csrf_tokens`. */
export function postgresCsrf(sql: Sql): CsrfStore {
  return {
    async save(tokenHash, data, ttlSeconds) {
      await sql`
        insert into oauth.csrf_tokens (token_hash, data, expires_at)
        values (${tokenHash}, ${data}, now() + make_interval(secs => ${ttlSeconds}))`
    },
    async claim(tokenHash) {
      const [row] = await sql<{ data: string; alive: boolean }[]>`
        delete from oauth.csrf_tokens where token_hash = ${tokenHash}
        returning data, expires_at > now() as alive`
      return row?.alive ? row.data : undefined
    },
  }
}

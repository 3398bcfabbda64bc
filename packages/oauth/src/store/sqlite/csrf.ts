import type { CsrfStore } from '../store.ts'
import type { Statements } from './statements.ts'

/** States of sign-ins in `csrf_tokens`. */
export function sqliteCsrf({ run, all }: Statements): CsrfStore {
  return {
    async save(tokenHash, data, ttlSeconds) {
      run(
        `insert into csrf_tokens (token_hash, data, expires_at)
         values (:tokenHash, :data, :now + :ttlSeconds)`,
        { tokenHash, data, ttlSeconds },
      )
    },
    async claim(tokenHash) {
      const [row] = all<{ data: string; alive: number }>(
        `delete from csrf_tokens where token_hash = :tokenHash
         returning data, expires_at > :now as alive`,
        { tokenHash },
      )
      return row?.alive === 1 ? row.data : undefined
    },
  }
}

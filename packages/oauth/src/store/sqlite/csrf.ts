import type { CsrfStore } from '../store.ts'
import { countCall } from './mcp/records.ts'
import type { Statements } from './statements.ts'

/** States of sign-ins in `csrf_tokens`. */
export function sqliteCsrf(statements: Statements): CsrfStore {
  const { run, all, together } = statements
  const keep = (tokenHash: string, data: string, ttlSeconds: number) =>
    run(
      `insert into csrf_tokens (token_hash, data, expires_at)
       values (:tokenHash, :data, :now + :ttlSeconds)`,
      { tokenHash, data, ttlSeconds },
    )
  return {
    async save(tokenHash, data, ttlSeconds, limit) {
      return together(() => {
        const wait = limit ? countCall(statements, limit.key, limit.limit, limit.windowSeconds) : 0
        if (wait === 0) keep(tokenHash, data, ttlSeconds)
        return wait
      })
    },
    async claim(tokenHash) {
      const [row] = all<{ data: string; alive: number }>(
        `delete from csrf_tokens where token_hash = :tokenHash
         returning data, expires_at > :now as alive`,
        { tokenHash },
      )
      return row?.alive === 1 ? row.data : undefined
    },
    async find(tokenHash) {
      const [row] = all<{ data: string }>(
        'select data from csrf_tokens where token_hash = :tokenHash and expires_at > :now',
        { tokenHash },
      )
      return row?.data
    },
    async replace(tokenHash, from, to, ttlSeconds) {
      const changed = run(
        `update csrf_tokens set data = :to, expires_at = :now + :ttlSeconds
         where token_hash = :tokenHash and data = :from and expires_at > :now`,
        { tokenHash, from, to, ttlSeconds },
      )
      return changed === 1
    },
  }
}

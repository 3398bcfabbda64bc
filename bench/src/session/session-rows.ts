import type { SessionStore } from '@fastify/session'
import type { Pool } from 'pg'

type Callback = (error?: unknown) => void

/** Stores sessions as rows of PostgreSQL: the minimum for a cluster. */
export class SessionRows implements SessionStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  set(id: string, session: object, callback: Callback): void {
    const text = `
      insert into sessions (id, data) values ($1, $2)
      on conflict (id) do update set data = excluded.data`
    const values = [id, JSON.stringify(session)]
    this.#pool.query({ name: 'set_session', text, values }).then(() => callback(), callback)
  }

  get(id: string, callback: (error: unknown, session?: never) => void): void {
    const text = 'select data from sessions where id = $1'
    this.#pool
      .query<{ data: string }>({ name: 'get_session', text, values: [id] })
      .then(({ rows: [row] }) => callback(null, row && (JSON.parse(row.data) as never)), callback)
  }

  destroy(id: string, callback: Callback): void {
    this.#pool.query('delete from sessions where id = $1', [id]).then(() => callback(), callback)
  }
}

import type { SessionStore } from '@fastify/session'
import type { Pool } from 'pg'

/** Sessions in PostgreSQL, as a host would keep them: `test_sessions (id, data)`. */
export class PostgresSessions implements SessionStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  static async create(pool: Pool): Promise<void> {
    await pool.query('create table test_sessions (id text primary key, data jsonb not null)')
  }

  set(id: string, session: object, callback: (error?: unknown) => void): void {
    const statement = `
      insert into test_sessions (id, data) values ($1, $2)
      on conflict (id) do update set data = excluded.data`
    this.#pool.query(statement, [id, JSON.stringify(session)]).then(() => callback(), callback)
  }

  get(id: string, callback: (error: unknown, session?: never) => void): void {
    this.#pool
      .query('select data from test_sessions where id = $1', [id])
      .then(({ rows: [row] }) => callback(null, row?.data as never), callback)
  }

  destroy(id: string, callback: (error?: unknown) => void): void {
    this.#pool
      .query('delete from test_sessions where id = $1', [id])
      .then(() => callback(), callback)
  }
}

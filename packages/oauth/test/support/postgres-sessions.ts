import type { SessionStore } from '@fastify/session'
import type { Sql } from 'postgres'

/** Sessions in PostgreSQL, as a host would keep them: `test_sessions (id, data)`. */
export class PostgresSessions implements SessionStore {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  static async create(sql: Sql): Promise<void> {
    await sql`create table test_sessions (id text primary key, data jsonb not null)`
  }

  set(id: string, session: object, callback: (error?: unknown) => void): void {
    this.#sql`
      insert into test_sessions (id, data) values (${id}, ${this.#sql.json(JSON.parse(JSON.stringify(session)))})
      on conflict (id) do update set data = excluded.data`.then(() => callback(), callback)
  }

  get(id: string, callback: (error: unknown, session?: never) => void): void {
    this.#sql`select data from test_sessions where id = ${id}`.then(
      ([row]) => callback(null, row?.data as never),
      callback,
    )
  }

  destroy(id: string, callback: (error?: unknown) => void): void {
    this.#sql`delete from test_sessions where id = ${id}`.then(() => callback(), callback)
  }
}

import type { SessionStore } from '@fastify/session'
import type { Sql } from 'postgres'

type Callback = (error?: unknown) => void

/** Sessions as rows of PostgreSQL, the least that a cluster needs. */
export class SessionRows implements SessionStore {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  set(id: string, session: object, callback: Callback): void {
    const data = JSON.stringify(session)
    this.#sql`
      insert into sessions (id, data) values (${id}, ${data})
      on conflict (id) do update set data = excluded.data`.then(() => callback(), callback)
  }

  get(id: string, callback: (error: unknown, session?: never) => void): void {
    this.#sql<{ data: string }[]>`select data from sessions where id = ${id}`.then(
      ([row]) => callback(null, row && (JSON.parse(row.data) as never)),
      callback,
    )
  }

  destroy(id: string, callback: Callback): void {
    this.#sql`delete from sessions where id = ${id}`.then(() => callback(), callback)
  }
}

import type { DatabaseSync } from 'node:sqlite'
import { isReplaced, pendingMigrations, readMigrations } from '../migrations.ts'

/**
 * Creates or updates the tables. Processes that share the file may call it at once; one of them does the work.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION`, `OAUTH_STORE_OLD`
 */
export async function migrate(db: DatabaseSync): Promise<void> {
  const migrations = await readMigrations('sqlite')
  db.exec('begin immediate')
  try {
    db.exec('create table if not exists migrations (number integer primary key, name text) strict')
    const row = db
      .prepare(
        'select coalesce(max(number), 0) as newest, max(name) filter (where number = 1) as first from migrations',
      )
      .get()
    const version = { newest: Number(row?.newest), first: row?.first as string | null }
    for (const { number, name, sql } of pendingMigrations(migrations, version)) {
      db.exec(number === 1 && isReplaced(version) ? 'delete from migrations' : sql)
      db.prepare('insert into migrations (number, name) values (?, ?)').run(number, name)
    }
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

import type { DatabaseSync } from 'node:sqlite'
import { pendingMigrations, readMigrations } from '../migrations.ts'

/**
 * Creates or updates the tables. Processes that share the file may call it at once; one of them does the work.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION`
 */
export async function migrate(db: DatabaseSync): Promise<void> {
  const migrations = await readMigrations('sqlite')
  db.exec('begin immediate')
  try {
    db.exec('create table if not exists migrations (number integer primary key, name text) strict')
    const row = db.prepare('select coalesce(max(number), 0) as newest from migrations').get()
    for (const { number, name, sql } of pendingMigrations(migrations, {
      newest: Number(row?.newest),
    })) {
      db.exec(sql)
      db.prepare('insert into migrations (number, name) values (?, ?)').run(number, name)
    }
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

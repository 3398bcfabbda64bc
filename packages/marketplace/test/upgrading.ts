/** A database as an earlier version left it. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { execute, migrate, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { migrations } from '../src/index.ts'

/**
 * Creates a database with the migrations before one, such as '0009', with customer 1 and its channel 1. `migrate` brings it up to date.
 */
export async function createDatabaseBefore(migration: string): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-upgrade-'))
  try {
    const files = await readdir(fileURLToPath(migrations.directory))
    for (const file of files.filter((name) => name < migration)) {
      await cp(new URL(file, migrations.directory), join(directory, file))
    }
    const store = await createTestDatabase()
    const { database } = store
    await migrate(database, { ...migrations, directory: pathToFileURL(`${directory}/`) })
    await execute(
      database,
      sql`insert into marketplace.customers (name, base_currency, default_vat_rate) values ('Old', 'EUR', 21)`,
    )
    await execute(
      database,
      sql`insert into marketplace.channels (customer_id, name) values (1, 'Shop')`,
    )
    return store
  } finally {
    await rm(directory, { recursive: true })
  }
}

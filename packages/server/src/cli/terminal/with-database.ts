import type { Database } from '@entrepot/database'
import { announceEvents } from '@entrepot/marketplace/routes'
import { readDatabaseConfig } from '../../config/config.ts'
import { startCell } from '../../database/cell-store.ts'
import { migrateHub } from '../../database/migrations.ts'
import { useDatabase } from '../../database/use-database.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs a command with the migrated database of the hub, whether the hub runs or not: the external one of DATABASE_URL, else the embedded
 * one of the data directory. Reads no other settings.
 */
export async function withDatabase<T>(
  { env }: Terminal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = await readDatabaseConfig(env)
  return await useDatabase(config, async (database) => {
    await migrateHub(database)
    await startCell(database, config.cell)
    const result = await work(database)
    // The command may have written events.
    await announceEvents(database)
    return result
  })
}

import { closeDatabase, type Database, openDatabase } from '@entrepot/database'
import { connectEmbedded } from '@entrepot/embedded-postgres'
import { type DatabaseConfig, readDatabaseConfig } from '../config/config.ts'
import { migrateHub } from '../migrations.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs a command with the migrated database of the hub, whether the hub runs or not: the external one of DATABASE_URL, else the embedded
 * one of the data directory. Reads no other settings.
 */
export async function withDatabase<T>(
  { env }: Terminal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return await withUnmigrated(await readDatabaseConfig(env), async (database) => {
    await migrateHub(database)
    return await work(database)
  })
}

/** {@link withDatabase} with the tables as they are. */
export async function withUnmigrated<T>(
  config: DatabaseConfig,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded =
    config.databaseUrl === undefined
      ? await connectEmbedded({ directory: config.dataDirectory })
      : undefined
  try {
    const url = embedded?.url ?? (config.databaseUrl as string)
    const database = await openDatabase({ url, maxConnections: 2 })
    try {
      return await work(database)
    } finally {
      await closeDatabase(database, 5_000)
    }
  } finally {
    await embedded?.close()
  }
}

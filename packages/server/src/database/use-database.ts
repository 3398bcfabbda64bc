import {
  closeDatabase,
  type Database,
  type OpenDatabaseOptions,
  openDatabase,
} from '@entrepot/database'
import { connectEmbedded } from '@entrepot/embedded-postgres'
import type { DatabaseConfig } from '../config/config.ts'

/**
 * Opens the database of the configuration for some work, whether a hub runs or not, and leaves its tables as they are.
 *
 * @throws DatabaseError, EmbeddedPostgresError, and what the work throws
 * @example
 * await useDatabase(config, async (database) => await migrateHub(database))
 */
export async function useDatabase<T>(
  config: DatabaseConfig,
  work: (database: Database) => Promise<T>,
  options: Omit<OpenDatabaseOptions, 'url'> = {},
): Promise<T> {
  const embedded =
    config.databaseUrl === undefined
      ? await connectEmbedded({ directory: config.dataDirectory })
      : undefined
  try {
    const url = embedded?.url ?? (config.databaseUrl as string)
    const database = await openDatabase({ url, maxConnections: 2, ...options })
    try {
      return await work(database)
    } finally {
      await closeDatabase(database, 5_000)
    }
  } finally {
    await embedded?.close()
  }
}

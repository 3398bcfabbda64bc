/** The database of the hub: an external one by DATABASE_URL, else the embedded one in the data directory. */
import { closeDatabase, type Database, openDatabase } from '@entrepot/database'
import { startEmbeddedPostgres } from '@entrepot/embedded-postgres'
import type { Config } from './config/types.ts'
import { migrateHub } from './migrations.ts'

/** An open, migrated database. `close` ends the pool, then the embedded server if the hub started one. */
export interface HubDatabase {
  readonly database: Database
  readonly description: string
  close(): Promise<void>
}

/** Callbacks of {@link openHubDatabase}. */
export interface HubDatabaseEvents {
  /** Called with the step that is being done, as a text for people. */
  readonly onProgress: (step: string) => void
  /** Called with events of the embedded server: adopted, died, restarted. */
  readonly onLog: (line: string) => void
  /** Called when another hub has taken the embedded database. This hub must end. */
  readonly onLost: (error: Error) => void
}

/**
 * Opens and migrates the database of a hub. If a step fails, everything that was started before is stopped.
 *
 * @throws DatabaseError when the database cannot be reached or migrated; EmbeddedPostgresError when it cannot be started
 */
export async function openHubDatabase(
  config: Config,
  events: HubDatabaseEvents,
): Promise<HubDatabase> {
  const server = config.databaseUrl === undefined ? await startEmbedded(config, events) : undefined
  try {
    const database = await openDatabase({ url: server?.url ?? (config.databaseUrl as string) })
    try {
      const applied = await migrateHub(database)
      if (applied.length > 0) events.onProgress(`Migrated the database: ${applied.join(', ')}`)
    } catch (error) {
      await closeDatabase(database, 1_000)
      throw error
    }
    return {
      database,
      description: server ? `embedded, in ${config.dataDirectory}` : 'external',
      async close() {
        await closeDatabase(database, 5_000)
        await server?.stop()
      },
    }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

async function startEmbedded(config: Config, { onProgress, ...events }: HubDatabaseEvents) {
  onProgress(`Starting PostgreSQL in ${config.dataDirectory}`)
  return await startEmbeddedPostgres({ directory: config.dataDirectory, ...events })
}

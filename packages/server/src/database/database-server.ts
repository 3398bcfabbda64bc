/** The embedded PostgreSQL of a hub without DATABASE_URL. */
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@entrepot/embedded-postgres'
import type { Config } from '../config/types.ts'

/** Callbacks of {@link startDatabaseServer}. */
export interface DatabaseServerEvents {
  /** Called with the step that is being done, as a text for people. */
  readonly onProgress: (step: string) => void
  /** Called with events of the embedded server: adopted, died, restarted. */
  readonly onLog: (line: string) => void
  /** Called when another hub has taken the embedded database. This hub must end. */
  readonly onLost: (error: Error) => void
}

/**
 * Starts the embedded PostgreSQL in the data directory. Returns undefined if the configuration names an external database.
 *
 * @throws EmbeddedPostgresError when it cannot be started
 */
export async function startDatabaseServer(
  config: Config,
  { onProgress, ...events }: DatabaseServerEvents,
): Promise<EmbeddedPostgres | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  onProgress(`Starting PostgreSQL in ${config.dataDirectory}`)
  return await startEmbeddedPostgres({ directory: config.dataDirectory, ...events })
}

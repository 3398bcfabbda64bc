import { DatabaseSync } from 'node:sqlite'
import { CLEAN_BATCH, type CleanOptions, cleanInTurns, EXPIRING } from '../clean.ts'
import type { Store } from '../store.ts'
import { sqliteCsrf } from './csrf.ts'
import { sqliteMcp } from './mcp/index.ts'
import { migrate } from './migrate.ts'
import { sqliteSignIns } from './sign-ins.ts'
import { createStatements, type Statements } from './statements.ts'

/** Milliseconds for which a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Seconds since 1970; for tests. @default the system's clock */
  readonly clock?: () => number
}

/**
 * A store in a file of SQLite (`node:sqlite`), for one machine without a database server. Processes on that machine may share the
 * file. SQLite has no schemas, and the tables have names such as `csrf_tokens` and `logins`, so use a separate file for the
 * store.
 *
 * @param database a path, `:memory:`, or an open database, which the application closes
 * @example
 * import { sqliteStore } from '@entrepot/oauth/sqlite'
 * await app.register(oauth, { store: sqliteStore('oauth.db'), ...options })
 */
export function sqliteStore(
  database: string | DatabaseSync,
  options: SqliteStoreOptions = {},
): Store {
  const db = typeof database === 'string' ? open(database) : database
  const statements = createStatements(db, options.clock ?? (() => Date.now() / 1000))
  return {
    csrf: sqliteCsrf(statements),
    signIns: sqliteSignIns(statements),
    mcp: sqliteMcp(statements),
    prepare: async () => await migrate(db),
    clean: async (options = {}) => await clean(statements, options),
  }
}

async function clean(statements: Statements, { auditTtl, signal }: CleanOptions): Promise<number> {
  const end = ':now - :age'
  const batchOf = (table: string, time: string, age: number) => {
    // Some tables have no rowid, so a batch contains all rows that expire no later than its last row.
    const last = `select ${time} from ${table} where ${time} <= ${end} order by ${time} limit 1 offset ${CLEAN_BATCH - 1}`
    const batch = `delete from ${table} where ${time} <= coalesce((${last}), ${end})`
    return () => statements.run(batch, { age })
  }
  const tables = Object.entries(EXPIRING).map(([table, age]) => batchOf(table, 'expires_at', age))
  if (auditTtl !== undefined) tables.push(batchOf('mcp_audit', 'at', auditTtl))
  return await cleanInTurns(tables, signal)
}

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  // Readers and the writer do not wait for each other. A power failure may lose the last changes.
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  return db
}

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'
export type { Database } from './client.ts'
export { closeDatabase } from './close-database.ts'
export { parseDatabaseUrl } from './connection-url.ts'
export { copyIn, copyOut } from './copy.ts'
export {
  DatabaseError,
  type DatabaseErrorCode,
  databaseErrorCodes,
  isRetryable,
  isStatementTimeout,
  isUnavailable,
  isUniqueViolation,
} from './errors.ts'
export { type Listening, type ListenOptions, listen } from './listen.ts'
export {
  listMigrations,
  type MigrationStatus,
  migrate,
  migrateTo,
  migrationStatus,
} from './migrate.ts'
export type { MigrationSet } from './migration-files.ts'
export { findIncompatible, type KnownMigrations } from './migration-records.ts'
export { minimumVersion, type OpenDatabaseOptions, openDatabase } from './open-database.ts'
export { refuseStatements } from './pool.ts'
export {
  type Connection,
  execute,
  executeScript,
  executeText,
  query,
  queryOnce,
  queryOne,
} from './query.ts'
export { Transaction, type TransactionOptions, transaction } from './transaction.ts'

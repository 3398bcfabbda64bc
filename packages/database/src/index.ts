export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'
export type { Database } from './connection/client.ts'
export { closeDatabase } from './connection/close-database.ts'
export { parseDatabaseUrl } from './connection/connection-url.ts'
export {
  minimumVersion,
  type OpenDatabaseOptions,
  openDatabase,
} from './connection/open-database.ts'
export { refuseStatements } from './connection/pool.ts'
export {
  DatabaseError,
  type DatabaseErrorCode,
  databaseErrorCodes,
  isRetryable,
  isStatementTimeout,
  isUnavailable,
  isUniqueViolation,
} from './errors.ts'
export {
  listMigrations,
  type MigrationStatus,
  migrate,
  migrateTo,
  migrationStatus,
} from './migrations/migrate.ts'
export type { MigrationSet } from './migrations/migration-files.ts'
export { findIncompatible, type KnownMigrations } from './migrations/migration-records.ts'
export { copyIn, copyOut } from './statements/copy.ts'
export { type Listening, type ListenOptions, listen } from './statements/listen.ts'
export { Transaction } from './statements/open-transaction.ts'
export {
  type Connection,
  execute,
  executeScript,
  executeText,
  query,
  queryFirst,
  queryOnce,
  queryOne,
  type Session,
  type StatementOptions,
} from './statements/query.ts'
export {
  isRehearsing,
  outsideRehearsal,
  type RehearseOptions,
  refuseRehearsal,
  rehearse,
} from './statements/rehearsal.ts'
export { type TransactionOptions, transaction } from './statements/transaction.ts'

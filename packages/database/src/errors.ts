/**
 * Every code a {@link DatabaseError} can carry. The union is closed: a `switch` over it can be exhaustive.
 */
export const databaseErrorCodes = [
  'DATABASE_BAD_URL',
  'DATABASE_UNREACHABLE',
  'DATABASE_TLS',
  'DATABASE_WRONG_PASSWORD',
  'DATABASE_NOT_FOUND',
  'DATABASE_WRONG_VERSION',
  'DATABASE_WRONG_ENCODING',
  'DATABASE_READ_ONLY',
  'DATABASE_MISSING_RIGHT',
  'DATABASE_TOO_MANY_CONNECTIONS',
  'DATABASE_CONNECTION_LOST',
  'DATABASE_IN_USE',
  'DATABASE_START_FAILED',
  'DATABASE_MIGRATION_INVALID',
  'DATABASE_MIGRATION_CHANGED',
  'DATABASE_MIGRATION_UNKNOWN',
  'DATABASE_MIGRATION_FAILED',
] as const

/** One of {@link databaseErrorCodes}. */
export type DatabaseErrorCode = (typeof databaseErrorCodes)[number]

/**
 * What this package throws when the database cannot be used as asked. The message says what happened and what to
 * change; it names host, database and role, never a password.
 *
 * Errors of single statements (a constraint, a syntax error) are not wrapped: they stay the driver's `PostgresError`,
 * to be told apart with {@link isUniqueViolation} and its neighbours.
 *
 * @example
 * try { await openDatabase({ url }) }
 * catch (error) { if (error instanceof DatabaseError && error.code === 'DATABASE_WRONG_PASSWORD') process.exit(78) }
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/**
 * Whether a statement was refused because it would have broken a unique or primary key
 * (SQLSTATE 23505, https://www.postgresql.org/docs/current/errcodes-appendix.html).
 *
 * @param constraint - only this constraint counts, by its name in the database
 * @example
 * if (isUniqueViolation(error, 'api_keys_name_key')) return { outcome: 'name taken' }
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false
  return constraint === undefined || property(error, 'constraint_name') === constraint
}

/**
 * Whether a statement was cancelled because it ran longer than `statementTimeout` (SQLSTATE 57014). The same SQLSTATE
 * also stands for a cancel on request; that one is not a timeout and gives `false`.
 *
 * @example
 * if (isStatementTimeout(error)) reply.code(503)
 */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014' && /statement timeout/.test(messageOf(error))
}

/**
 * Whether PostgreSQL asks for the whole transaction to be run again: a serialisation failure (40001) or a deadlock
 * (40P01). {@link transaction} already does so; the helper is for code that has used up its attempts.
 *
 * @example
 * if (isRetryable(error)) reply.header('retry-after', '1').code(503)
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** Codes that the driver makes up itself: https://github.com/porsager/postgres#error-handling */
const driverLossCodes = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'])

/** SQLSTATEs of a server that is starting, stopping, or full: class 57P0x and 53300. */
const refusalStates = new Set(['57P01', '57P02', '57P03', '53300'])

/** Codes of this package that mean the same. */
const unavailableCodes = new Set<string>([
  'DATABASE_UNREACHABLE',
  'DATABASE_CONNECTION_LOST',
  'DATABASE_TOO_MANY_CONNECTIONS',
] satisfies DatabaseErrorCode[])

/**
 * Whether the database could not be asked, for now: it is away, starting, stopping, full, or the connection broke. The
 * same request may succeed in a moment.
 *
 * Does not say whether anything was changed: a write whose connection broke may have taken effect. Only
 * `DATABASE_UNREACHABLE` from {@link transaction} says that nothing was.
 *
 * @example
 * if (isUnavailable(error)) reply.header('retry-after', '1').code(503)
 */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error) ?? ''
  return isConnectionLoss(error) || refusalStates.has(code) || unavailableCodes.has(code)
}

/**
 * Whether an error means that its session has ended: the connection broke, or the server ended it (severity FATAL, such
 * as on a shutdown or when a transaction sat idle for too long).
 */
export function isSessionEnd(error: unknown): boolean {
  const severity = property(error, 'severity')
  return isConnectionLoss(error) || severity === 'FATAL' || severity === 'PANIC'
}

/**
 * Whether an error comes from the connection, not from the server. Socket errors count only if the driver has put a
 * statement's text on them: the code that failed may also have talked to some other server.
 */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlState(error) ?? ''
  const isSocketError = 'syscall' in error || code === 'ECONNRESET' || code === 'CONNECT_TIMEOUT'
  return driverLossCodes.has(code) || (isSocketError && 'query' in error)
}

/** The `code` of any error: an SQLSTATE, or a code of Node.js or the driver; undefined where there is none. */
export function sqlState(error: unknown): string | undefined {
  const code = property(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

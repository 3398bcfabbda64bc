/**
 * All codes of {@link DatabaseError}. The union is closed, so a `switch` over it can be exhaustive.
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
  'DATABASE_REHEARSAL_ENDED',
  'DATABASE_REHEARSAL_REFUSED',
  'DATABASE_MIGRATION_INVALID',
  'DATABASE_MIGRATION_CHANGED',
  'DATABASE_MIGRATION_UNKNOWN',
  'DATABASE_MIGRATION_OLD',
  'DATABASE_MIGRATION_FAILED',
] as const

/** One of {@link databaseErrorCodes}. */
export type DatabaseErrorCode = (typeof databaseErrorCodes)[number]

const BRAND: unique symbol = Symbol.for('@entrepot/database/error') as never

/**
 * Thrown when the database cannot be used. The message says what happened and what to change. It contains host, database and role,
 * but never a password.
 *
 * Errors of single statements, such as a violated constraint or a syntax error, are not wrapped: they are `pg.DatabaseError` of the
 * driver. Use functions such as {@link isUniqueViolation} to distinguish them.
 *
 * @example
 * try { await openDatabase({ url }) }
 * catch (error) { if (DatabaseError.is(error) && error.code === 'DATABASE_WRONG_PASSWORD') process.exit(78) }
 */
export class DatabaseError extends Error {
  readonly [BRAND] = true
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is DatabaseError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

/**
 * Whether a statement was refused because of a unique constraint or primary key
 * (SQLSTATE 23505, https://www.postgresql.org/docs/current/errcodes-appendix.html).
 *
 * @param constraint - name of a constraint in the database; then returns `false` for violations of other constraints
 * @example
 * if (isUniqueViolation(error, 'api_keys_name_key')) return { outcome: 'name taken' }
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false
  return constraint === undefined || property(error, 'constraint') === constraint
}

/**
 * Whether a statement was cancelled because it ran longer than `statementTimeout` (SQLSTATE 57014). Returns `false` for a cancellation on
 * request, which has the same SQLSTATE.
 *
 * @example
 * if (isStatementTimeout(error)) reply.code(503)
 */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014' && /statement timeout/.test(messageOf(error))
}

/**
 * Whether the whole transaction can be retried: a serialisation failure (40001) or a deadlock (40P01). {@link transaction} already retries.
 * Use this function for the error that it throws after its last attempt.
 *
 * @example
 * if (isRetryable(error)) reply.header('retry-after', '1').code(503)
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/**
 * SQLSTATEs and classes of temporary failures: connection exceptions, insufficient resources (disk, memory, connections), shutdown
 * and start, a standby after a failover, and errors of the operating system of the server.
 */
const UNAVAILABLE_STATES = /^(08(?!P01)|53|58|57P0[1-5]|25006)/

/** SQLSTATEs after which PostgreSQL has closed the session: shutdown, and timeouts of idle sessions and transactions. */
const ENDED_STATES = /^(08(?!P01)|57P0[1-5]|25P0[34])/

/** Messages of the driver for a lost connection, which have no code. */
const LOSS_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Received unexpected|received invalid response)/

/** Codes of Node.js for sockets, TLS and streams that have failed. */
const SOCKET_ERROR_CODE = /^(E[A-Z]+|ERR_(SSL|TLS|STREAM|SOCKET)_\w+)$/

/** Codes of this package for temporary failures. */
const UNAVAILABLE_CODES = new Set<string>([
  'DATABASE_UNREACHABLE',
  'DATABASE_CONNECTION_LOST',
  'DATABASE_TOO_MANY_CONNECTIONS',
  'DATABASE_READ_ONLY',
  'DATABASE_REHEARSAL_ENDED',
  'DATABASE_MIGRATION_UNKNOWN',
] satisfies DatabaseErrorCode[])

/**
 * Whether an error is a temporary failure of the database: it is unreachable, starting, stopping, out of connections or disk space,
 * read-only after a failover, migrated by a newer program, or the connection was lost. The same request may succeed later, or on another node.
 *
 * The result does not say whether anything was changed: a write whose connection was lost may have taken effect. Only
 * `DATABASE_UNREACHABLE` guarantees that nothing was changed.
 *
 * @example
 * if (isUnavailable(error)) reply.header('retry-after', '1').code(503)
 */
export function isUnavailable(error: unknown): boolean {
  if (DatabaseError.is(error)) return UNAVAILABLE_CODES.has(error.code)
  if (isServerError(error)) return UNAVAILABLE_STATES.test(sqlState(error) ?? '')
  return error instanceof Error && LOSS_MESSAGE.test(error.message)
}

/**
 * Whether an error of the driver means that its session has ended or is in an unknown state: the connection was lost, the server
 * closed it, or the answer did not arrive in time.
 */
export function isSessionEnd(error: unknown): boolean {
  if (isServerError(error)) {
    const severity = property(error, 'severity')
    return ENDED_STATES.test(sqlState(error) ?? '') || severity === 'FATAL' || severity === 'PANIC'
  }
  if (!(error instanceof Error)) return false
  return SOCKET_ERROR_CODE.test(sqlState(error) ?? '') || LOSS_MESSAGE.test(error.message)
}

/**
 * Whether PostgreSQL refuses a prepared statement of this connection because a migration has changed a table, or because the statement
 * was deallocated. Nothing was changed, so the statement can be sent again on another connection.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '26000' || property(error, 'routine') === 'RevalidateCachedQuery'
}

/** Converts the loss of a connection during a statement to a {@link DatabaseError}. Returns other errors unchanged. */
export function explainLoss(error: unknown): unknown {
  if (!isSessionEnd(error)) return error
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    `The connection to the database was lost during a statement (${messageOf(error)}). If it was a write, it may or may not have taken effect: check before you try again.`,
    { cause: error },
  )
}

/** Converts a temporary failure to get a connection to a {@link DatabaseError}. Returns permanent errors unchanged. */
export function explainNoConnection(error: unknown): unknown {
  if (DatabaseError.is(error) && error.code === 'DATABASE_MIGRATION_UNKNOWN') return error
  if (isServerError(error) && !isUnavailable(error)) return error
  if (/^timeout exceeded when trying to connect/.test(messageOf(error))) return tooBusy(error)
  return new DatabaseError(
    'DATABASE_UNREACHABLE',
    `The database does not answer (${messageOf(error)}). Nothing was changed. Try again later.`,
    { cause: error },
  )
}

function tooBusy(cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_TOO_MANY_CONNECTIONS',
    'All connections of the pool were busy, and none became free in time. Nothing was changed. Try again in a moment.',
    { cause },
  )
}

/** Whether PostgreSQL has sent the error. */
export function isServerError(error: unknown): boolean {
  return typeof property(error, 'severity') === 'string'
}

/** The `code` of any error: an SQLSTATE, or a code of Node.js or the driver; undefined if there is none. */
export function sqlState(error: unknown): string | undefined {
  const code = property(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  // A connection to a host with several addresses fails with one error per address, and the AggregateError has no message.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/**
 * All codes of {@link EmbeddedPostgresError}. The union is closed, so a `switch` over it can be exhaustive.
 */
export const embeddedPostgresErrorCodes = ['DATABASE_IN_USE', 'DATABASE_START_FAILED'] as const

/** One of {@link embeddedPostgresErrorCodes}. */
export type EmbeddedPostgresErrorCode = (typeof embeddedPostgresErrorCodes)[number]

const BRAND: unique symbol = Symbol.for('@entrepot/embedded-postgres/error') as never

/**
 * Thrown when the server cannot be started or used. The message says what happened and what to change, and never contains the
 * password.
 *
 * @example
 * try { await startEmbeddedPostgres({ directory }) }
 * catch (error) { if (EmbeddedPostgresError.is(error) && error.code === 'DATABASE_IN_USE') process.exit(75) }
 */
export class EmbeddedPostgresError extends Error {
  readonly [BRAND] = true
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is EmbeddedPostgresError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

/** The `code` of any error: an SQLSTATE, or a code of Node.js; undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether the server has answered with a permanent refusal, and is not starting, stopping or out of connections. */
export function isFinalRefusal(error: unknown): boolean {
  const isAnswer = typeof (error as { severity?: unknown } | null)?.severity === 'string'
  return isAnswer && !/^(57P0[1-3]|53300)$/.test(codeOf(error) ?? '')
}

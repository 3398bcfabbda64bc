/** Recognises errors of `pg` that mean that the database cannot be used at the moment. */
import { OAuthError } from '../../shared/errors.ts'

/**
 * SQLSTATE classes of a server that cannot do its work at the moment: connection (08), resources such as disk and connections
 * (53), intervention such as a shutdown or a timeout (57), the machine below it (58); and a standby that takes no writes (25006).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNAVAILABLE = /^(?:08|53|57|58|25006)/

/** A deadlock or another conflict with a statement that ran at the same time, which has rolled everything back. */
const CONFLICT = /^40/

/** A lock that took too long. */
const LOCK_TIMEOUT = '55P03'

/** Whether PostgreSQL has rolled back because of a concurrent statement, so that the same work may succeed at once. */
export function isConflict(error: unknown): boolean {
  return CONFLICT.test(sqlState(error) ?? '')
}

/**
 * Whether PostgreSQL itself has refused a statement. Then nothing has changed, and the connection is still usable. After every
 * other error, both are unknown.
 */
export function isServerRefusal(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !UNAVAILABLE.test(state)
}

/** The error for callers of the store after a failed statement. */
export function toStoreError(error: unknown): unknown {
  if (OAuthError.is(error)) return error
  const isPassing = isConflict(error) || sqlState(error) === LOCK_TIMEOUT
  return isServerRefusal(error) && !isPassing ? error : unavailable(error)
}

/** The error of a store that cannot be used at the moment. */
export function unavailable(error: unknown): OAuthError {
  return new OAuthError(
    'OAUTH_STORE_UNAVAILABLE',
    `The store of @entrepot/oauth cannot be used at the moment: ${messageOf(error)}. Try again when the database is back.`,
    { cause: error },
  )
}

/** The SQLSTATE of an error that the server has sent. `EPIPE` has five characters as well, and no severity. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error)) return undefined
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** If a name has several IP addresses, the error contains one error for each address, and has no message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

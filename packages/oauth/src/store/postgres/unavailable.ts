/** Recognises errors of `@entrepot/database` that mean that the database cannot be used at the moment. */
import { isRetryable, isUnavailable } from '@entrepot/database'
import { OAuthError } from '../../shared/errors.ts'

/**
 * SQLSTATEs that are unavailability for sign-ins, in addition to those of {@link isUnavailable}: the role is refused (28) or its database
 * missing (3D), a lock took too long (55P03), the statement did or somebody has cancelled it (57).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNUSABLE = /^(?:28|3D|55P03|57)/

/**
 * Whether PostgreSQL itself has refused a statement, which may be because of a conflict with another transaction. Then nothing has changed.
 * After every other error, that is unknown.
 */
export function isServerRefusal(error: unknown): boolean {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown }
  return severity !== undefined && !isUnavailable(error) && !UNUSABLE.test(String(code))
}

/** The error for callers of the store after a failed statement. */
export function toStoreError(error: unknown): unknown {
  if (OAuthError.is(error)) return error
  if (isServerRefusal(error) && !isRetryable(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return new OAuthError(
    'OAUTH_STORE_UNAVAILABLE',
    `The store of @entrepot/oauth cannot be used at the moment; try again when the database is back: ${message}`,
    { cause: error },
  )
}

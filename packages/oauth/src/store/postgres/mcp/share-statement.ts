import { createBatcher } from '@entrepot/batch'
import { OAuthError } from '../../../shared/errors.ts'
import { isServerRefusal } from '../unavailable.ts'

/**
 * Calls that arrive together share one statement, which waits for the disk once. Calls that arrive during a statement share the
 * next one, since two statements at once are slower (docs/decisions/0009-mcp-authorization.md). Rows are locked in the order of
 * their keys, so that statements of several nodes do not wait for each other in a circle. If PostgreSQL refuses a statement,
 * nothing has changed. Each call is then tried separately, so that no call fails because of another one.
 *
 * @param run answers the calls in their order
 * @param keyOf the key of the row that a call locks
 */
export function shareStatement<I extends object, O>(
  run: (calls: readonly I[]) => Promise<readonly O[]>,
  keyOf: (call: I) => string,
): (call: I) => Promise<O> {
  return createBatcher(run, { orderBy: keyOf, isNoOpError })
}

/** The answers of a shared statement: its rows at the places, counted from 0, of the calls that they answer. */
export function placed<T>(
  rows: readonly (T & { readonly place: number })[],
  length: number,
): readonly (T | undefined)[] {
  const result = new Array<T | undefined>(length).fill(undefined)
  for (const { place, ...row } of rows) result[place] = row as T
  return result
}

/** Whether PostgreSQL itself has refused the statement, because of one of its calls or of a conflict with another transaction. */
function isNoOpError(error: unknown): boolean {
  return isServerRefusal(OAuthError.is(error) ? error.cause : error)
}

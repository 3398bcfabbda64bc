/** The scopes of a list that are allowed, in its order. */
export function limitScopes(
  scopes: readonly string[],
  allowed: ReadonlySet<string> | undefined,
): readonly string[] {
  return allowed === undefined ? scopes : scopes.filter((scope) => allowed.has(scope))
}

/** Requests a refresh token (OpenID Connect Core 1.0, section 11). It allows nothing at the resource. */
export const OFFLINE_ACCESS = 'offline_access'

/** Whether something of the resource is left of what was wanted, or nothing of it was wanted. */
function isSomethingLeft(wanted: readonly string[], given: readonly string[]): boolean {
  const isOfResource = (scope: string) => scope !== OFFLINE_ACCESS
  return given.some(isOfResource) || !wanted.some(isOfResource)
}

/**
 * The part of the granted scope that a grant gives now; undefined if a scope of the resource was granted and none is left.
 *
 * @param asked scopes of the grant to narrow to; undefined for all
 */
export function givenScope(
  granted: string,
  asked: readonly string[] | undefined,
  allowed: ReadonlySet<string> | undefined,
): string | undefined {
  const wanted = asked ?? granted.split(' ').filter(Boolean)
  const given = limitScopes(wanted, allowed)
  return isSomethingLeft(wanted, given) ? given.join(' ') : undefined
}

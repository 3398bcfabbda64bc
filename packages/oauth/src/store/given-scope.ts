/** The scopes of a list that are allowed, in its order. */
export function limitScopes(
  scopes: readonly string[],
  allowed: ReadonlySet<string> | undefined,
): readonly string[] {
  return allowed === undefined ? scopes : scopes.filter((scope) => allowed.has(scope))
}

/**
 * The part of the granted scope that a grant gives now; undefined if a scope was granted and nothing is left of it.
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
  return given.length === 0 && wanted.length > 0 ? undefined : given.join(' ')
}

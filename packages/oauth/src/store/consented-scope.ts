/** Whether a scope holds one of those that a person has refused. */
export function holdsRefused(scope: string, refused: readonly string[]): boolean {
  return scope.split(' ').some((one) => refused.includes(one))
}

/** What a person has consented to by now: what they allowed before and now, less what they were asked for now and have refused. */
export function consentedScope(
  before: string | undefined,
  allowed: string,
  refused: readonly string[],
): string {
  const scopes = new Set(`${before ?? ''} ${allowed}`.split(' ').filter(Boolean))
  for (const one of refused) scopes.delete(one)
  return [...scopes].sort().join(' ')
}

/** Whether a scope contains one of those that a person has refused. */
export function holdsRefused(scope: string, refused: readonly string[]): boolean {
  return scope.split(' ').some((one) => refused.includes(one))
}

/**
 * The scopes that a person has consented to: those of earlier consents and of this one, without those that were requested and
 * refused now.
 */
export function consentedScope(
  before: string | undefined,
  allowed: string,
  refused: readonly string[],
): string {
  const scopes = new Set(`${before ?? ''} ${allowed}`.split(' ').filter(Boolean))
  for (const one of refused) scopes.delete(one)
  return [...scopes].sort().join(' ')
}

import type { Claims } from '../tokens/id-token.ts'

/**
 * Returns a claim by name. A name with dots also selects nested values: `profile.login`. A claim whose own name has dots, such as
 * `https://acme.example/role`, has priority.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path] ?? undefined
  let value: unknown = claims
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value ?? undefined
}

/** What a principal may give to the keys that it creates, rotates and changes: never more than it has. Pure. */
import type { Principal } from '../../kit/principals/principal.ts'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import { lackingScopes } from './rules.ts'
import type { ApiKey } from './store.ts'

/** Who gives a key: the scopes of the credentials of the request, and when they end. */
export type Granter = Pick<Principal, 'scopes' | 'expiresAt'>

/** Refuses to give a key that has more rights than the principal that gives it. */
export function refuseGrant(
  granter: Granter | undefined,
  { kind, scopes }: Pick<ApiKey, 'kind' | 'scopes'>,
): Refusal | undefined {
  if (granter === undefined) return undefined
  const lacking = lackingScopes(granter.scopes, kind, scopes).join(', ')
  if (lacking === '') return undefined
  const detail =
    kind === 'merchant'
      ? `A key cannot have more scopes than the credentials that create, rotate or prolong it. These lack ${lacking}. Name fewer scopes, or use other credentials.`
      : `The keys of channels can be created, rotated and prolonged with the scope ${lacking} only, which these credentials lack.`
  return refuse('MARKET_FORBIDDEN', detail)
}

/** Refuses an expiry after the end of the credentials that give it. Null is for keys that do not expire. */
export function refuseLifetime(
  granter: Granter | undefined,
  expiresAt: Date | null,
): Refusal | undefined {
  const limit = granter?.expiresAt ?? null
  if (!isLater(expiresAt, limit)) return undefined
  const detail = `A key cannot outlive the key that creates, rotates or prolongs it, which expires at ${limit?.toISOString()}. Give it an ExpiresAt of at most that time, or use other credentials.`
  return refuse('MARKET_FORBIDDEN', detail)
}

/** The expiry of a successor that would have `renewed`: no later than that of the principal that rotates. */
export function successorExpiry(granter: Granter | undefined, renewed: Date | null): Date | null {
  const limit = granter?.expiresAt ?? null
  return isLater(renewed, limit) ? limit : renewed
}

/** Whether a key with one expiry outlives a key with the other. */
export function isLater(expiresAt: Date | null, other: Date | null): boolean {
  return other !== null && (expiresAt === null || expiresAt > other)
}

/**
 * Rules of all stores that decide whether a code or a refresh token is valid for a grant. Pure. SQLite and memory apply them
 * before they write. PostgreSQL claims with one conditional statement, and applies them to determine why nothing could be
 * claimed.
 */

import type {
  AuthorizationCode,
  KeysOfGrant,
  Redemption,
  RedemptionProblem,
  RefreshFamily,
  Rotation,
  RotationOutcome,
} from '../mcp.ts'
import { givenScope } from './given-scope.ts'

/** A code as it is stored. */
export interface FoundCode
  extends Omit<AuthorizationCode, 'codeHash' | 'offline' | 'dpopJkt' | 'account'> {
  readonly dpopJkt: string | null
  readonly expired: boolean
  /** The family that a redemption has created; null for an unused code. */
  readonly familyId: string | null
}

/**
 * Checks a redemption. Only a request with the right verifier and key counts as a replay, so that somebody who has only seen the code
 * cannot revoke the tokens of its client.
 */
export function evaluateRedemption(
  redemption: Redemption,
  code: FoundCode | undefined,
): RedemptionProblem | 'replayed' | 'good' {
  if (code === undefined) return 'unknown'
  if (code.clientId !== redemption.clientId) return 'client'
  if (code.codeChallenge !== redemption.codeChallenge) return 'verifier'
  if (isOtherKey(redemption, code)) return 'key'
  if (code.familyId !== null) return 'replayed'
  if (code.expired) return 'expired'
  const { redirectUri } = redemption
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) return 'redirect_uri'
  if (code.resource !== redemption.resource) return 'resource'
  return givenScope(code.scope, undefined, redemption.allowed) === undefined ? 'limit' : 'good'
}

/** Whether something is bound to another key than the one that a request proves. */
function isOtherKey(
  { jkt }: KeysOfGrant,
  { dpopJkt }: { readonly dpopJkt: string | null },
): boolean {
  return dpopJkt !== null && dpopJkt !== jkt
}

/** Whether a code can still be redeemed. */
export function isUnused(code: FoundCode | undefined): boolean {
  return code !== undefined && code.familyId === null && !code.expired
}

/** A family, as a refresh finds it. */
export interface FoundFamily extends RefreshFamily {
  /** Seconds since the presented token was spent; null for the current token, and for one that was spent too long ago. */
  readonly spentAgo: number | null
  /** The instance that has used the successor of the presented token; null if the successor is the current token. */
  readonly usedBy: string | null
  /** Whether a refresh has bound the family to its key, and not the redemption of the code: earlier tokens are bound to none. */
  readonly boundLate: boolean
}

/**
 * Seconds after the use of the successor in which the same instance may still present a token. Windows of one program that refresh at the
 * same time, from one file of tokens, overtake each other by that much at most.
 */
export const OVERTAKEN_SECONDS = 10

/** The result of a rotation; `good` if the token is the current one of its family, and the request has no problem. */
export function evaluateRotation(
  rotation: Rotation,
  family: FoundFamily | undefined,
):
  | Exclude<RotationOutcome, { outcome: 'rotated' }>
  | { readonly outcome: 'good'; readonly scope: string } {
  if (family === undefined) return { outcome: 'refused', problem: 'unknown' }
  const { sub, scope, authentication, account, currentHash, currentSealed } = family
  if (family.clientId !== rotation.clientId) return { outcome: 'refused', problem: 'client' }
  const isCurrent = currentHash === rotation.tokenHash
  // Whoever has stolen a bound token without the key cannot revoke the family either. A token from before the key may be that of the
  // client, and the key that of a thief.
  if (isOtherKey(rotation, family) && (isCurrent || !family.boundLate)) {
    return { outcome: 'refused', problem: 'key' }
  }
  if (family.revoked) return { outcome: 'refused', problem: 'revoked' }
  if (family.expired || currentHash === null) return { outcome: 'refused', problem: 'expired' }
  if (!isCurrent && !mayRepeat(rotation, family)) return { outcome: 'reused', sub }
  if (family.resource !== rotation.resource) return { outcome: 'refused', problem: 'resource' }
  const granted = new Set(scope.split(' '))
  if (rotation.scopes?.some((one) => !granted.has(one))) {
    return { outcome: 'refused', problem: 'scope' }
  }
  const given = givenScope(scope, rotation.scopes, rotation.allowed)
  if (given === undefined) return { outcome: 'refused', problem: 'limit' }
  return isCurrent
    ? { outcome: 'good', scope: given }
    : {
        outcome: 'repeated',
        sub,
        scope: given,
        authentication,
        account,
        currentHash,
        currentSealed,
      }
}

/** Whether a spent token may be presented again: within the grace, by who has the key, before its successor is used. */
function mayRepeat(rotation: Rotation, family: FoundFamily): boolean {
  const { spentAgo, usedBy } = family
  if (spentAgo === null || spentAgo >= rotation.graceSeconds) return false
  if (isOtherKey(rotation, family)) return false
  // A client that uses a token has received it, so whoever shows an earlier one then is somebody else, or was overtaken.
  return usedBy === null || usedBy === rotation.instance
}

/**
 * When a family that is rotated ends, in seconds since 1970. The end is only moved if it changes by more than a hundredth of the
 * idle lifetime, so that PostgreSQL need not write new entries in each index.
 */
export function endOfFamily(
  { createdAt, expiresAt }: Pick<RefreshFamily, 'createdAt' | 'expiresAt'>,
  { familyTtl, idleTtl }: Pick<Rotation, 'familyTtl' | 'idleTtl'>,
  now: number,
): number {
  const end = Math.min(createdAt + familyTtl, now + idleTtl)
  return end > expiresAt + idleTtl / 100 ? end : expiresAt
}

import { EVENTS } from '../../../mcp/audit/events.ts'
import { type FoundCode, judgeRedemption, judgeRotation } from '../../../mcp/judge-grant.ts'
import {
  type AssertionClaim,
  CODE_MEMORY,
  type Granted,
  type GrantStore,
  REVOCATION_TTL,
  type Redemption,
  type RefreshFamily,
  type Rotation,
} from '../../../mcp/store.ts'
import type { Statements } from '../statements.ts'
import { insertAudit } from './records.ts'

/** Codes, families and assertions: each grant is one transaction, which claims, issues and writes the audit. */
export function sqliteGrants(statements: Statements): GrantStore {
  const { run, together } = statements
  return {
    async saveCode(code, ttlSeconds) {
      run(
        `insert into mcp_auth_codes (code_hash, client_id, sub, resource, redirect_uri, code_challenge, scope,
           offline, good_until, expires_at)
         values (:codeHash, :clientId, :sub, :resource, :redirectUri, :codeChallenge, :scope, :offline,
           :now + :ttlSeconds, :now + :memory)`,
        { ...code, offline: code.offline ? 1 : 0, ttlSeconds, memory: CODE_MEMORY },
      )
    },
    redeem: async (redemption) =>
      together(() => {
        const granted = redeem(statements, redemption)
        if (granted) return { outcome: 'redeemed', ...granted }
        const code = findCode(statements, redemption.codeHash)
        const fault = judgeRedemption(redemption, code)
        if (fault !== 'replayed') return { outcome: 'refused', fault }
        const familyId = code?.familyId ?? ''
        revoke(statements, familyId, redemption.clientId, EVENTS.replayed)
        return { outcome: 'replayed', familyId, sub: code?.sub ?? '' }
      }),
    rotate: async (rotation) =>
      together(() => {
        const granted = rotate(statements, rotation)
        if (granted) return { outcome: 'rotated', ...granted }
        const outcome = judgeRotation(rotation, findFamily(statements, rotation.familyId))
        if (outcome.outcome === 'reused') {
          revoke(statements, rotation.familyId, rotation.clientId, EVENTS.reused)
        }
        return outcome
      }),
    claimAssertion: async (claim) => together(() => claimAssertion(statements, claim)),
    findFamily: async (familyId) => findFamily(statements, familyId),
    revokeFamily: async (familyId, clientId) =>
      together(() => revoke(statements, familyId, clientId, EVENTS.revoked)),
  }
}

function redeem(
  statements: Statements,
  redemption: Redemption,
): (Granted & { offline: boolean }) | undefined {
  const { codeHash, clientId, redirectUri = null, codeChallenge, resource } = redemption
  const { familyId, tokenHash, familyTtl, accessTtl, jti } = redemption
  const [code] = statements.all<{ sub: string; scope: string; offline: number }>(
    `update mcp_auth_codes set family_id = :familyId
     where code_hash = :codeHash and client_id = :clientId and family_id is null and good_until > :now
       and (:redirectUri is null or redirect_uri = :redirectUri)
       and code_challenge = :codeChallenge and resource = :resource
     returning sub, scope, offline`,
    { familyId, codeHash, clientId, redirectUri, codeChallenge, resource },
  )
  if (code === undefined) return undefined
  const { sub, scope } = code
  const offline = code.offline === 1
  statements.run(
    `insert into mcp_refresh_families
       (family_id, client_id, sub, resource, scope, current_hash, created_at, expires_at)
     values (:familyId, :clientId, :sub, :resource, :scope, :currentHash, :now, :now + :ttl)`,
    {
      familyId,
      clientId,
      sub,
      resource,
      scope,
      currentHash: offline ? tokenHash : null,
      ttl: offline ? familyTtl : accessTtl,
    },
  )
  const detail = { aud: resource, scope, jti, family_id: familyId }
  insertAudit(statements, { event: EVENTS.issued, clientId, sub, detail })
  return { sub, scope, offline }
}

function findCode({ all }: Statements, codeHash: string): FoundCode | undefined {
  const [row] = all<Omit<FoundCode, 'expired'> & { expired: number }>(
    `select client_id as clientId, sub, resource, redirect_uri as redirectUri, code_challenge as codeChallenge,
       scope, family_id as familyId, good_until <= :now as expired
     from mcp_auth_codes where code_hash = :codeHash`,
    { codeHash },
  )
  return row && { ...row, expired: row.expired === 1 }
}

function rotate(statements: Statements, rotation: Rotation): Granted | undefined {
  const { familyId, clientId, tokenHash, nextHash, resource, scopes, jti } = rotation
  const current = findFamily(statements, familyId)
  const granted = new Set(current?.scope.split(' '))
  if (scopes?.some((one) => !granted.has(one))) return undefined
  const [family] = statements.all<Granted>(
    `update mcp_refresh_families
     set previous_hash = current_hash, current_hash = :nextHash, rotated_at = :now
     where family_id = :familyId and client_id = :clientId and current_hash = :tokenHash
       and resource = :resource and revoked_at is null and expires_at > :now
     returning sub, scope`,
    { familyId, clientId, tokenHash, nextHash, resource },
  )
  if (family === undefined) return undefined
  const { sub, scope } = family
  const detail = { aud: resource, scope: scopes?.join(' ') ?? scope, jti, family_id: familyId }
  insertAudit(statements, { event: EVENTS.refreshed, clientId, sub, detail })
  return { sub, scope }
}

function findFamily({ all }: Statements, familyId: string): RefreshFamily | undefined {
  const [row] = all<
    Omit<RefreshFamily, 'revoked' | 'expired'> & { revoked: number; expired: number }
  >(
    `select family_id as familyId, client_id as clientId, sub, resource, scope, current_hash as currentHash,
       previous_hash as previousHash, :now - rotated_at as rotatedAgo, revoked_at is not null as revoked,
       expires_at <= :now as expired, created_at as createdAt, expires_at as expiresAt
     from mcp_refresh_families where family_id = :familyId`,
    { familyId },
  )
  return row && { ...row, revoked: row.revoked === 1, expired: row.expired === 1 }
}

function revoke(
  statements: Statements,
  familyId: string,
  clientId: string,
  event: string,
): boolean {
  const [family] = statements.all<{ sub: string }>(
    `update mcp_refresh_families set revoked_at = :now
     where family_id = :familyId and client_id = :clientId and revoked_at is null
     returning sub`,
    { familyId, clientId },
  )
  if (family === undefined) return false
  statements.run(
    `insert into mcp_revocations (id, revoked_at, expires_at) values (:id, :now, :now + :ttl)
     on conflict (id) do nothing`,
    { id: familyId, ttl: REVOCATION_TTL },
  )
  insertAudit(statements, { event, clientId, sub: family.sub, detail: { family_id: familyId } })
  return true
}

function claimAssertion(statements: Statements, claim: AssertionClaim): boolean {
  const { clientId, assertionHash, ttlSeconds, issued } = claim
  const claimed = statements.run(
    `insert into mcp_assertion_jtis (assertion_hash, expires_at) values (:assertionHash, :now + :ttlSeconds)
     on conflict (assertion_hash) do nothing`,
    { assertionHash, ttlSeconds },
  )
  if (claimed > 0 && issued) {
    const detail = { ...issued }
    insertAudit(statements, { event: EVENTS.issued, clientId, sub: clientId, detail })
  }
  return claimed > 0
}

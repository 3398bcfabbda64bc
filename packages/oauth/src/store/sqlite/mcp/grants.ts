import type { Caller } from '../../audit.ts'
import {
  type AssertionClaim,
  CODE_MEMORY,
  type DirectGrant,
  type Granted,
  type GrantStore,
  REVOCATION_TTL,
  type Redemption,
  type RedemptionOutcome,
  type Rotation,
  type RotationOutcome,
} from '../../mcp.ts'
import { causedBy } from '../../rules/audit-entry.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import {
  endOfFamily,
  evaluateRedemption,
  evaluateRotation,
  type FoundCode,
  type FoundFamily,
  isUnused,
  OVERTAKEN_SECONDS,
} from '../../rules/evaluate-grant.ts'
import { givenScope } from '../../rules/given-scope.ts'
import type { Statements } from '../statements.ts'
import { insertAudit } from './records.ts'

/** Codes, families and assertions: each grant is one transaction, which claims, issues and writes the audit. */
export function sqliteGrants(statements: Statements): GrantStore {
  const { run, together } = statements
  return {
    async saveCode(code, ttlSeconds) {
      run(
        `insert into mcp_auth_codes (code_hash, client_id, sub, resource, redirect_uri, code_challenge, scope,
           offline, authentication, dpop_jkt, account, good_until, expires_at)
         values (:codeHash, :clientId, :sub, :resource, :redirectUri, :codeChallenge, 
           :scope, :offline, :authentication, :dpopJkt, :account, :now + :ttlSeconds, :now + :memory)`,
        {
          ...code,
          dpopJkt: code.dpopJkt ?? null,
          account: code.account ?? null,
          offline: code.offline ? 1 : 0,
          ttlSeconds,
          memory: CODE_MEMORY,
        },
      )
    },
    findResource: async (codeHash) => findCode(statements, codeHash)?.resource,
    isUnused: async (codeHash) => isUnused(findCode(statements, codeHash)),
    redeem: async (redemption) => together(() => redeem(statements, redemption)),
    rotate: async (rotation) => together(() => rotate(statements, rotation)),
    claimAssertion: async (claim) => together(() => claimAssertion(statements, claim)),
    grantDirectly: async (grant) => together(() => grantDirectly(statements, grant)),
    findFamily: async (familyId) => findFamily(statements, familyId),
    revokeFamily: async (familyId, clientId, caller) =>
      together(() => revoke(statements, familyId, clientId, EVENTS.revoked, caller)),
  }
}

function redeem(statements: Statements, redemption: Redemption): RedemptionOutcome {
  const { codeHash, clientId, resource, familyId, tokenHash, familyTtl, accessTtl, jti } =
    redemption
  const code = findCode(statements, codeHash)
  const decision = evaluateRedemption(redemption, code)
  if (decision === 'replayed') {
    const { familyId: begun, sub } = { familyId: code?.familyId ?? '', sub: code?.sub ?? '' }
    revoke(statements, begun, clientId, EVENTS.replayed, redemption.caller)
    return { outcome: 'replayed', familyId: begun, sub }
  }
  if (decision !== 'good') return { outcome: 'refused', problem: decision }
  if (code === undefined) return { outcome: 'refused', problem: 'unknown' }
  const { sub, scope, authentication, account, offline } = code
  statements.run('update mcp_auth_codes set family_id = :familyId where code_hash = :codeHash', {
    familyId,
    codeHash,
  })
  statements.run(
    `insert into mcp_refresh_families
       (family_id, client_id, sub, resource, scope, authentication, account, current_hash, dpop_jkt, created_at, expires_at)
     values (:familyId, :clientId, :sub, :resource, :scope, :authentication, :account, :currentHash, :familyJkt, :now, :now + :ttl)`,
    {
      familyId,
      clientId,
      sub,
      resource,
      scope,
      authentication,
      account,
      currentHash: offline ? tokenHash : null,
      familyJkt: redemption.familyJkt ?? null,
      ttl: offline ? familyTtl : accessTtl,
    },
  )
  const given = givenScope(scope, undefined, redemption.allowed) ?? ''
  const detail = {
    aud: resource,
    scope: given,
    jti,
    family_id: familyId,
    jkt: redemption.jkt,
    ...named(account),
  }
  const entry = { event: EVENTS.issued, clientId, sub, detail }
  insertAudit(statements, causedBy(entry, redemption.caller))
  return { outcome: 'redeemed', sub, scope: given, authentication, account, offline }
}

/** The account in the details of an event. */
function named(account: string | null): { readonly account?: string } {
  return account === null ? {} : { account }
}

function findCode(
  { all }: Statements,
  codeHash: string,
): (FoundCode & Pick<Granted, 'account'> & { readonly offline: boolean }) | undefined {
  const [row] = all<
    Omit<FoundCode, 'expired'> & Pick<Granted, 'account'> & { expired: number; offline: number }
  >(
    `select client_id as clientId, sub, resource, redirect_uri as redirectUri, code_challenge as codeChallenge,
       scope, authentication, account, offline, dpop_jkt as dpopJkt, family_id as familyId, good_until <= :now as expired
     from mcp_auth_codes where code_hash = :codeHash`,
    { codeHash },
  )
  return row && { ...row, expired: row.expired === 1, offline: row.offline === 1 }
}

function rotate(statements: Statements, rotation: Rotation): RotationOutcome {
  const { familyId, clientId, tokenHash, nextHash, nextSealed, resource, jti } = rotation
  const family = findFamily(statements, familyId, tokenHash)
  const outcome = evaluateRotation(rotation, family)
  if (outcome.outcome === 'reused') {
    revoke(statements, familyId, clientId, EVENTS.reused, rotation.caller)
  }
  if (outcome.outcome !== 'good') return outcome
  if (family === undefined) return { outcome: 'refused', problem: 'unknown' }
  statements.run(
    `insert into mcp_spent_refresh_tokens (token_hash, family_id, spent_at, used_by, expires_at)
     select previous_hash, family_id, rotated_at, :instance, min(rotated_at + :grace, :now + :overtaken)
     from mcp_refresh_families
     where family_id = :familyId and previous_hash is not null and rotated_at + :grace > :now`,
    {
      ...{ familyId, grace: rotation.graceSeconds },
      ...{ instance: rotation.instance, overtaken: OVERTAKEN_SECONDS },
    },
  )
  const expiresAt = endOfFamily(family, rotation, family.now)
  statements.run(
    `update mcp_refresh_families
     set previous_hash = current_hash, current_hash = :nextHash, current_sealed = :nextSealed, rotated_at = :now,
       expires_at = :expiresAt, dpop_jkt = coalesce(dpop_jkt, :familyJkt),
       bound_late = bound_late or (dpop_jkt is null and :familyJkt is not null)
     where family_id = :familyId`,
    {
      ...{ familyId, nextHash, nextSealed, expiresAt, now: family.now },
      familyJkt: rotation.familyJkt ?? null,
    },
  )
  const { sub, authentication, account } = family
  const { scope } = outcome
  const detail = {
    aud: resource,
    scope,
    jti,
    family_id: familyId,
    jkt: rotation.jkt,
    ...named(account),
  }
  const entry = { event: EVENTS.refreshed, clientId, sub, detail }
  insertAudit(statements, causedBy(entry, rotation.caller))
  return { outcome: 'rotated', sub, scope, authentication, account }
}

/** A family, with the time of the database. `tokenHash` is a token that was presented. */
function findFamily(
  { all }: Statements,
  familyId: string,
  tokenHash = '',
): (FoundFamily & { readonly now: number }) | undefined {
  const [row] = all<
    Omit<FoundFamily, 'revoked' | 'expired' | 'boundLate'> & {
      revoked: number
      expired: number
      boundLate: number
      now: number
    }
  >(
    `select f.family_id as familyId, client_id as clientId, sub, resource, scope, authentication, account, dpop_jkt as dpopJkt,
       bound_late as boundLate, current_hash as currentHash, current_sealed as currentSealed, revoked_at is not null as revoked, f.expires_at <= :now as expired,
       created_at as createdAt, f.expires_at as expiresAt, :now as now,
       :now - case when previous_hash = :tokenHash then rotated_at else s.spent_at end as spentAgo, s.used_by as usedBy
     from mcp_refresh_families f
     left join mcp_spent_refresh_tokens s
       on s.token_hash = :tokenHash and s.family_id = f.family_id and s.expires_at > :now
     where f.family_id = :familyId`,
    { familyId, tokenHash },
  )
  if (row === undefined) return undefined
  const { revoked, expired, boundLate } = row
  return { ...row, revoked: revoked === 1, expired: expired === 1, boundLate: boundLate === 1 }
}

function revoke(
  statements: Statements,
  familyId: string,
  clientId: string,
  event: string,
  caller: Caller | undefined,
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
  const entry = { event, clientId, sub: family.sub, detail: { family_id: familyId } }
  insertAudit(statements, causedBy(entry, caller))
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
    const entry = { event: EVENTS.issued, clientId, sub: clientId, detail }
    insertAudit(statements, causedBy(entry, claim.caller))
  }
  return claimed > 0
}

function grantDirectly(
  statements: Statements,
  { ttlSeconds, jti, jkt, by, caller, ...family }: DirectGrant,
): void {
  statements.run(
    `insert into mcp_refresh_families
       (family_id, client_id, sub, resource, scope, authentication, created_at, expires_at)
     values (:familyId, :clientId, :sub, :resource, :scope, :authentication, :now, :now + :ttlSeconds)`,
    { ...family, ttlSeconds },
  )
  const { clientId, sub, resource, scope, familyId } = family
  const detail = { aud: resource, scope, jti, family_id: familyId, jkt, ...by }
  insertAudit(statements, causedBy({ event: EVENTS.issued, clientId, sub, detail }, caller))
}

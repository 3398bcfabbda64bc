import type { Sql } from 'postgres'
import { EVENTS } from '../../../mcp/audit/events.ts'
import { type FoundCode, judgeRedemption, judgeRotation } from '../../../mcp/judge-grant.ts'
import {
  type AssertionClaim,
  type AssertionOutcome,
  CODE_MEMORY,
  type Granted,
  type GrantStore,
  REVOCATION_TTL,
  type Redemption,
  type RefreshFamily,
  type Rotation,
} from '../../../mcp/store.ts'

/** Seconds over which the grants of a client are counted. */
const RATE_WINDOW = 60

/** Codes, families and assertions: each grant is one statement, which claims, issues and writes the audit. */
export function postgresGrants(sql: Sql): GrantStore {
  return {
    async saveCode(code, ttlSeconds) {
      await sql`
        insert into oauth.mcp_auth_codes
          (code_hash, client_id, sub, resource, redirect_uri, code_challenge, scope, offline, good_until, expires_at)
        values (${code.codeHash}, ${code.clientId}, ${code.sub}, ${code.resource}, ${code.redirectUri},
          ${code.codeChallenge}, ${code.scope}, ${code.offline},
          now() + make_interval(secs => ${ttlSeconds}), now() + make_interval(secs => ${CODE_MEMORY}))`
    },
    async redeem(redemption) {
      const granted = await redeem(sql, redemption)
      if (granted) return { outcome: 'redeemed', ...granted }
      const code = await findCode(sql, redemption.codeHash)
      const fault = judgeRedemption(redemption, code)
      if (fault !== 'replayed') return { outcome: 'refused', fault }
      const { familyId = '', sub = '' } = (code ?? {}) as { familyId?: string; sub?: string }
      await revoke(sql, familyId, redemption.clientId, EVENTS.replayed)
      return { outcome: 'replayed', familyId, sub }
    },
    async rotate(rotation) {
      const granted = await rotate(sql, rotation)
      if (granted) return { outcome: 'rotated', ...granted }
      const outcome = judgeRotation(rotation, await findFamily(sql, rotation.familyId))
      if (outcome.outcome === 'reused') {
        await revoke(sql, rotation.familyId, rotation.clientId, EVENTS.reused)
      }
      return outcome
    },
    claimAssertion: async (claim) => await claimAssertion(sql, claim),
    findFamily: async (familyId) => await findFamily(sql, familyId),
    revokeFamily: async (familyId, clientId) =>
      await revoke(sql, familyId, clientId, EVENTS.revoked),
  }
}

async function redeem(
  sql: Sql,
  redemption: Redemption,
): Promise<(Granted & { offline: boolean }) | undefined> {
  const { codeHash, clientId, redirectUri = null, codeChallenge, resource } = redemption
  const { familyId, tokenHash, familyTtl, accessTtl, jti } = redemption
  const [row] = await sql<(Granted & { offline: boolean })[]>`
    with code as (
      update oauth.mcp_auth_codes set family_id = ${familyId}
      where code_hash = ${codeHash} and client_id = ${clientId} and family_id is null and good_until > now()
        and (${redirectUri}::text is null or redirect_uri = ${redirectUri})
        and code_challenge = ${codeChallenge} and resource = ${resource}
      returning sub, resource, scope, offline
    ), family as (
      insert into oauth.mcp_refresh_families (family_id, client_id, sub, resource, scope, current_hash, expires_at)
      select ${familyId}, ${clientId}, sub, resource, scope, case when offline then ${tokenHash} end,
        now() + make_interval(secs => case when offline then ${familyTtl}::float8 else ${accessTtl}::float8 end)
      from code
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail)
      select ${EVENTS.issued}, ${clientId}, sub,
        jsonb_build_object('aud', resource, 'scope', scope, 'jti', ${jti}::text, 'family_id', ${familyId}::text)
      from code
    )
    select sub, scope, offline from code`
  return row
}

async function findCode(sql: Sql, codeHash: string): Promise<FoundCode | undefined> {
  const [row] = await sql<FoundCode[]>`
    select client_id as "clientId", sub, resource, redirect_uri as "redirectUri",
      code_challenge as "codeChallenge", scope, family_id as "familyId", good_until <= now() as expired
    from oauth.mcp_auth_codes where code_hash = ${codeHash}`
  return row
}

async function rotate(sql: Sql, rotation: Rotation): Promise<Granted | undefined> {
  const { familyId, clientId, tokenHash, nextHash, resource, jti } = rotation
  const scopes = rotation.scopes?.join(' ') ?? null
  const [row] = await sql<Granted[]>`
    with family as (
      update oauth.mcp_refresh_families
      set previous_hash = current_hash, current_hash = ${nextHash}, rotated_at = now()
      where family_id = ${familyId} and client_id = ${clientId} and current_hash = ${tokenHash}
        and resource = ${resource} and revoked_at is null and expires_at > now()
        and (${scopes}::text is null or string_to_array(${scopes}, ' ') <@ string_to_array(scope, ' '))
      returning sub, scope
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail)
      select ${EVENTS.refreshed}, ${clientId}, sub,
        jsonb_build_object('aud', ${resource}::text, 'scope', coalesce(${scopes}, scope), 'jti', ${jti}::text,
          'family_id', ${familyId}::text)
      from family
    )
    select sub, scope from family`
  return row
}

async function findFamily(sql: Sql, familyId: string): Promise<RefreshFamily | undefined> {
  const [row] = await sql<RefreshFamily[]>`
    select family_id as "familyId", client_id as "clientId", sub, resource, scope, current_hash as "currentHash",
      previous_hash as "previousHash", extract(epoch from now() - rotated_at)::float8 as "rotatedAgo",
      revoked_at is not null as revoked, expires_at <= now() as expired,
      extract(epoch from created_at)::float8 as "createdAt", extract(epoch from expires_at)::float8 as "expiresAt"
    from oauth.mcp_refresh_families where family_id = ${familyId}`
  return row
}

/** Revokes a family and the access tokens that it has given, with one audit row however many try at once. */
async function revoke(
  sql: Sql,
  familyId: string,
  clientId: string,
  event: string,
): Promise<boolean> {
  const [row] = await sql`
    with family as (
      update oauth.mcp_refresh_families set revoked_at = clock_timestamp()
      where family_id = ${familyId} and client_id = ${clientId} and revoked_at is null
      returning family_id, client_id, sub
    ), revoked as (
      insert into oauth.mcp_revocations (id, expires_at)
      select family_id, now() + make_interval(secs => ${REVOCATION_TTL}) from family
      on conflict (id) do nothing
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail)
      select ${event}, client_id, sub, jsonb_build_object('family_id', family_id) from family
    )
    select from family`
  return row !== undefined
}

async function claimAssertion(sql: Sql, claim: AssertionClaim): Promise<AssertionOutcome> {
  const { clientId, assertionHash, ttlSeconds, issued } = claim
  const limit = claim.rateLimit === false ? null : claim.rateLimit
  const detail = issued ? sql.json({ ...issued }) : null
  const [row] = await sql<{ wait: number; claimed: boolean }[]>`
    with counted as (
      insert into oauth.mcp_limits as l (key, count, expires_at)
      select ${`grant ${clientId}`}, 1, now() + make_interval(secs => ${RATE_WINDOW}) where ${limit}::int is not null
      on conflict (key) do update set
        count = case when l.expires_at <= now() then 1 else l.count + 1 end,
        expires_at = case when l.expires_at <= now() then excluded.expires_at else l.expires_at end
      returning count, expires_at
    ), claimed as (
      insert into oauth.mcp_assertion_jtis (assertion_hash, expires_at)
      select ${assertionHash}, now() + make_interval(secs => ${ttlSeconds})
      where not exists (select from counted where count > ${limit}::int)
      on conflict (assertion_hash) do nothing
      returning 1
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail)
      select ${EVENTS.issued}, ${clientId}, ${clientId}, ${detail}::jsonb from claimed where ${detail}::jsonb is not null
    )
    select exists (select from claimed) as claimed,
      coalesce((select extract(epoch from expires_at - now())::float8 from counted where count > ${limit}::int), 0) as wait`
  if (row?.claimed) return { outcome: 'claimed' }
  const wait = row?.wait ?? 0
  return wait > 0 ? { outcome: 'limited', retryAfter: Math.ceil(wait) } : { outcome: 'replayed' }
}

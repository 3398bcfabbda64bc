import type { Database } from '@entrepot/database'
import type { Caller } from '../../audit.ts'
import { type Granted, REVOCATION_TTL, type Rotation } from '../../mcp.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { type FoundFamily, OVERTAKEN_SECONDS } from '../../rules/evaluate-grant.ts'
import { isAlive } from '../is-alive.ts'
import { query, queryFirst, sql } from '../statement.ts'
import { addresses, userAgents, valuesOf, withBy } from './callers.ts'
import { allowedText, givenScope, hasGivenScope } from './given-scope.ts'
import { placed } from './share-statement.ts'

/** Rotates the families whose current token was presented; undefined for all others. */
export async function rotate(
  pool: Database,
  rotations: readonly Rotation[],
): Promise<readonly (Granted | undefined)[]> {
  const column = <K extends keyof Rotation>(name: K) => rotations.map((one) => one[name] ?? null)
  const scopes = rotations.map((one) => one.scopes?.join(' ') ?? null)
  const allowed = rotations.map((one) => allowedText(one.allowed))
  const [scope, limit] = [sql`coalesce(a.scopes, f.scope)`, sql`a.allowed`]
  const rows = await query<Granted & { place: number }>(
    pool,
    sql`
    with asked as (
      select * from unnest(${column('familyId')}::text[], ${column('clientId')}::text[], ${column('tokenHash')}::text[],
          ${column('nextHash')}::text[], ${column('nextSealed')}::text[], ${column('resource')}::text[],
          ${column('jti')}::text[], ${column('jkt')}::text[], ${column('familyJkt')}::text[], ${scopes}::text[],
          ${allowed}::text[], ${column('graceSeconds')}::float8[], ${column('familyTtl')}::float8[],
          ${column('idleTtl')}::float8[], ${column('instance')}::text[], ${addresses(rotations)}::text[],
          ${userAgents(rotations)}::text[])
        with ordinality as a (family_id, client_id, token_hash, next_hash, next_sealed, resource, jti, jkt, family_jkt,
          scopes, allowed, grace, family_ttl, idle_ttl, instance, address, user_agent, place)
    ), family as (
      update oauth.mcp_refresh_families f
      set previous_hash = current_hash, current_hash = a.next_hash, current_sealed = a.next_sealed, rotated_at = now(),
        expires_at = ${endOfFamily}, dpop_jkt = coalesce(f.dpop_jkt, a.family_jkt),
        bound_late = f.bound_late or (f.dpop_jkt is null and a.family_jkt is not null)
      from asked a
      where f.family_id = a.family_id and f.client_id = a.client_id and f.current_hash = a.token_hash
        and f.resource = a.resource and (f.dpop_jkt is null or f.dpop_jkt = a.jkt) and f.revoked_at is null and ${isAlive}
        and (a.scopes is null or string_to_array(a.scopes, ' ') <@ string_to_array(f.scope, ' '))
        and ${hasGivenScope(scope, limit)}
      returning a.*, f.sub, f.authentication, f.account, ${givenScope(scope, limit)} as scope
    ), spent as (
      -- As it was before this statement: what was the previous token is now the one before.
      insert into oauth.mcp_spent_refresh_tokens (token_hash, family_id, spent_at, used_by, expires_at)
      select b.previous_hash, family_id, b.rotated_at, instance,
        least(b.rotated_at + make_interval(secs => grace), now() + make_interval(secs => ${OVERTAKEN_SECONDS}))
      from family join oauth.mcp_refresh_families b using (family_id)
      where b.previous_hash is not null and b.current_hash = token_hash
        and b.rotated_at + make_interval(secs => grace) > now()
      on conflict do nothing
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
      select ${EVENTS.refreshed}, client_id, sub,
        jsonb_strip_nulls(jsonb_build_object('aud', resource, 'scope', scope, 'jti', jti, 'family_id', family_id, 'jkt', jkt, 'account', account)),
        address, user_agent
      from family
    )
    select place::int - 1 as place, sub, scope, authentication, account from family`,
  )
  return placed<Granted>(rows, rotations.length)
}

/** `endOfFamily` of the rules as SQL. */
const endOfFamily = (() => {
  const end = sql`least(f.created_at + make_interval(secs => a.family_ttl), now() + make_interval(secs => a.idle_ttl))`
  return sql`case when ${end} > f.expires_at + make_interval(secs => a.idle_ttl / 100) then ${end} else f.expires_at end`
})()

/** Returns a family in any state; undefined for an unknown id. `tokenHash` is a token that was presented. */
export async function findFamily(
  pool: Database,
  familyId: string,
  tokenHash = '',
): Promise<FoundFamily | undefined> {
  const row = await queryFirst<FoundFamily>(
    pool,
    sql`
    select f.family_id as "familyId", client_id as "clientId", sub, resource, scope, authentication, account, dpop_jkt as "dpopJkt",
      bound_late as "boundLate", current_hash as "currentHash", current_sealed as "currentSealed", revoked_at is not null as revoked,
      f.expires_at <= now() as expired,
      extract(epoch from created_at)::float8 as "createdAt", extract(epoch from f.expires_at)::float8 as "expiresAt",
      extract(epoch from now() - case when previous_hash = ${tokenHash} then rotated_at else s.spent_at end)::float8
        as "spentAgo", s.used_by as "usedBy"
    from oauth.mcp_refresh_families f
    left join oauth.mcp_spent_refresh_tokens s 
      on s.token_hash = ${tokenHash} and s.family_id = f.family_id and s.expires_at > now()
    where f.family_id = ${familyId}`,
  )
  return row
}

/** Revokes a family and its access tokens. Concurrent calls write one audit row. */
export async function revoke(
  pool: Database,
  familyId: string,
  clientId: string,
  event: string,
  caller: Caller = {},
): Promise<boolean> {
  const row = await queryFirst(
    pool,
    sql`
    with family as (
      update oauth.mcp_refresh_families set revoked_at = clock_timestamp()
      where family_id = ${familyId} and client_id = ${clientId} and revoked_at is null
      returning family_id, client_id, sub
    ), revoked as (
      insert into oauth.mcp_revocations (id, expires_at)
      select family_id, now() + make_interval(secs => ${REVOCATION_TTL}) from family
      on conflict (id) do nothing
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
      select ${event}, client_id, sub, ${withBy(sql`jsonb_build_object('family_id', family_id)`, caller)}, ${valuesOf(caller)}
      from family
    )
    select 1 from family`,
  )
  return row !== undefined
}

import type { Database } from '@entrepot/database'
import type { AssertionClaim, DirectGrant } from '../../mcp.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { execute, query, sql } from '../statement.ts'
import { addresses, userAgents, valuesOf } from './callers.ts'

/** Claims assertions. If several calls claim the same assertion, the first one gets it, unless it was claimed before. */
export async function claimAssertions(
  pool: Database,
  claims: readonly AssertionClaim[],
): Promise<readonly boolean[]> {
  const column = <K extends Exclude<keyof AssertionClaim, 'caller'>>(name: K) =>
    claims.map((one) => one[name] ?? null)
  const issued = claims.map((one) => (one.issued === undefined ? null : JSON.stringify(one.issued)))
  const rows = await query<{ place: number }>(
    pool,
    sql`
    with asked as (
      select distinct on (assertion_hash) *
      from unnest(${column('clientId')}::text[], ${column('assertionHash')}::text[], ${column('ttlSeconds')}::float8[],
          ${issued}::jsonb[], ${addresses(claims)}::text[], ${userAgents(claims)}::text[])
        with ordinality as a (client_id, assertion_hash, ttl, issued, address, user_agent, place)
      order by assertion_hash, place
    ), claimed as (
      insert into oauth.mcp_assertion_jtis (assertion_hash, expires_at)
      select assertion_hash, now() + make_interval(secs => ttl) from asked
      on conflict (assertion_hash) do nothing
      returning assertion_hash
    ), won as (
      select * from asked join claimed using (assertion_hash)
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
      select ${EVENTS.issued}, client_id, client_id, issued, address, user_agent from won where issued is not null
    )
    select place::int - 1 as place from won`,
  )
  const won = new Set(rows.map(({ place }) => place))
  return claims.map((_, place) => won.has(place))
}

/** Stores a grant by an assertion, with its audit row. */
export async function grantDirectly(
  pool: Database,
  { familyId, clientId, sub, resource, scope, authentication, ...grant }: DirectGrant,
): Promise<void> {
  const { ttlSeconds, jti, jkt, by, caller = {} } = grant
  const detail = { aud: resource, scope, jti, family_id: familyId, jkt, ...by }
  await execute(
    pool,
    sql`
    with family as (
      insert into oauth.mcp_refresh_families (family_id, client_id, sub, resource, scope, authentication, expires_at)
      values (${familyId}, ${clientId}, ${sub}, ${resource}, ${scope}, ${authentication},
        now() + make_interval(secs => ${ttlSeconds}))
    )
    insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
    values (${EVENTS.issued}, ${clientId}, ${sub}, ${JSON.stringify(detail)}::jsonb, ${valuesOf(caller)})`,
  )
}

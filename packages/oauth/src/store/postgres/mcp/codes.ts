import type { Database } from '@entrepot/database'
import { type AuthorizationCode, CODE_MEMORY, type Granted, type Redemption } from '../../mcp.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import type { FoundCode } from '../../rules/evaluate-grant.ts'
import { execute, query, queryFirst, sql } from '../statement.ts'
import { addresses, userAgents } from './callers.ts'
import { allowedText, givenScope, hasGivenScope } from './given-scope.ts'
import { placed } from './share-statement.ts'

/** Stores a new code. It is valid for `ttlSeconds`, and kept for longer. */
export async function saveCode(
  pool: Database,
  code: AuthorizationCode,
  ttlSeconds: number,
): Promise<void> {
  await execute(
    pool,
    sql`
    insert into oauth.mcp_auth_codes
      (code_hash, client_id, sub, resource, redirect_uri, code_challenge, scope, offline, authentication,
       dpop_jkt, account, good_until, expires_at)
    values (${code.codeHash}, ${code.clientId}, ${code.sub}, ${code.resource}, ${code.redirectUri},
      ${code.codeChallenge}, ${code.scope}, ${code.offline}, ${code.authentication},
      ${code.dpopJkt ?? null}, ${code.account ?? null},
      now() + make_interval(secs => ${ttlSeconds}), now() + make_interval(secs => ${CODE_MEMORY}))`,
  )
}

type Redeemed = Granted & { readonly offline: boolean }

/** Redeems the valid codes, and creates their families; undefined for all others. */
export async function redeem(
  pool: Database,
  redemptions: readonly Redemption[],
): Promise<readonly (Redeemed | undefined)[]> {
  const column = <K extends Exclude<keyof Redemption, 'caller'>>(name: K) =>
    redemptions.map((one) => one[name] ?? null)
  const allowed = redemptions.map((one) => allowedText(one.allowed))
  const [scope, limit] = [sql`c.scope`, sql`a.allowed`]
  const rows = await query<Redeemed & { place: number }>(
    pool,
    sql`
    with asked as (
      select * from unnest(${column('codeHash')}::text[], ${column('clientId')}::text[], ${column('redirectUri')}::text[],
          ${column('codeChallenge')}::text[], ${column('resource')}::text[], ${column('familyId')}::text[],
          ${column('tokenHash')}::text[], ${column('familyTtl')}::float8[], ${column('accessTtl')}::float8[],
          ${column('jti')}::text[], ${column('jkt')}::text[], ${column('familyJkt')}::text[], ${allowed}::text[], ${addresses(redemptions)}::text[], ${userAgents(redemptions)}::text[])
        with ordinality as a (code_hash, client_id, redirect_uri, code_challenge, resource, family_id, token_hash,
          family_ttl, access_ttl, jti, jkt, family_jkt, allowed, address, user_agent, place)
    ), code as (
      update oauth.mcp_auth_codes c set family_id = a.family_id
      from asked a
      where c.code_hash = a.code_hash and c.client_id = a.client_id and c.family_id is null and c.good_until > now()
        and (a.redirect_uri is null or c.redirect_uri = a.redirect_uri)
        and c.code_challenge = a.code_challenge and c.resource = a.resource and (c.dpop_jkt is null or c.dpop_jkt = a.jkt)
        and ${hasGivenScope(scope, limit)}
      returning a.*, c.sub, c.scope, c.authentication, c.account, c.offline, ${givenScope(scope, limit)} as given
    ), family as (
      insert into oauth.mcp_refresh_families
        (family_id, client_id, sub, resource, scope, authentication, account, current_hash, dpop_jkt, expires_at)
      select family_id, client_id, sub, resource, scope, authentication, account, case when offline then token_hash end, family_jkt,
        now() + make_interval(secs => case when offline then family_ttl else access_ttl end)
      from code
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
      select ${EVENTS.issued}, client_id, sub,
        jsonb_strip_nulls(jsonb_build_object('aud', resource, 'scope', given, 'jti', jti, 'family_id', family_id, 'jkt', jkt, 'account', account)),
        address, user_agent
      from code
    )
    select place::int - 1 as place, sub, given as scope, authentication, account, offline from code`,
  )
  return placed<Redeemed>(rows, redemptions.length)
}

/** Returns a code in any state. */
export async function findCode(pool: Database, codeHash: string): Promise<FoundCode | undefined> {
  const row = await queryFirst<FoundCode>(
    pool,
    sql`
    select client_id as "clientId", sub, resource, redirect_uri as "redirectUri",
      code_challenge as "codeChallenge", scope, authentication, dpop_jkt as "dpopJkt", family_id as "familyId", good_until <= now() as expired
    from oauth.mcp_auth_codes where code_hash = ${codeHash}`,
  )
  return row
}

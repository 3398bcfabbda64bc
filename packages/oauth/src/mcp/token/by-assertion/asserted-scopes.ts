/** What an assertion about a person may give at most, before the application is asked. Pure. */
import { Refusal } from '../../../http/refusal.ts'
import { limitScopes } from '../../../store/rules/given-scope.ts'
import type { Client } from '../../client.ts'
import type { VerifiedClaims } from '../../clients/issuers/verify.ts'
import type { McpConfig, TrustedIssuer } from '../../config/config.ts'
import { allowedScopes } from '../../scope-limit.ts'
import { expandScopes, parseScope, resourceScopes } from '../../scopes.ts'
import { invalidGrant } from '../grant.ts'

/** What is wanted of an assertion. */
export interface WantedScopes {
  readonly claims: VerifiedClaims
  readonly trusted: TrustedIssuer
  readonly client: Client
  /** The parameter `scope` of the request. */
  readonly asked: string | undefined
}

/** Scopes of OpenID Connect, which clients add to every request. They mean nothing here. */
const IGNORED: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access'])

/**
 * The scopes that the assertion, the request, the client, the settings of the issuer and the groups of the person all allow (RFC 6749,
 * section 3.3; sections 7.2.1 and 7.6.2 of enterprise-managed authorization).
 *
 * @param mcp narrowed to the resource
 */
export function assertedScopes(
  mcp: McpConfig,
  { claims, trusted, client, asked }: WantedScopes,
): readonly string[] | Refusal {
  const asserted = claims.scope === undefined ? undefined : readScopes(claims.scope)
  const requested = asked === undefined ? undefined : readScopes(asked)
  if (requested === 'malformed') return new Refusal('invalid_scope', 'scope is malformed.')
  const isForeign = (scope: string) => mcp.scopes !== undefined && !mcp.scopes.has(scope)
  if (asserted === 'malformed' || asserted?.some(isForeign)) {
    return invalidGrant('The assertion has a scope that the resource does not know.')
  }
  const wanted = requested ?? asserted ?? resourceScopes(mcp.defaultScopes)
  const groups = groupScopes(trusted, claims)
  if (groups === 'none') return invalidGrant('The person is in no group that may use this server.')
  const limits = [asserted, trusted.scopes, groups]
    .filter((one) => one !== undefined)
    .map((limit) => expandScopes(limit, mcp.scopes))
  const given = limitScopes(wanted, allowedScopes(client, mcp)).filter((scope) =>
    limits.every((limit) => limit.has(scope)),
  )
  return given.length > 0 || wanted.length === 0
    ? given
    : new Refusal('invalid_scope', 'Nothing of the scope may be given for this assertion.')
}

function readScopes(value: unknown): readonly string[] | 'malformed' {
  const scopes = typeof value === 'string' ? parseScope(value) : undefined
  return scopes?.filter((scope) => !IGNORED.has(scope)) ?? 'malformed'
}

/** What the groups of the person allow together; undefined if groups are not considered. */
function groupScopes(
  { groups, groupsClaim }: TrustedIssuer,
  claims: VerifiedClaims,
): readonly string[] | 'none' | undefined {
  if (groups === undefined) return undefined
  const claimed = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : []
  const names = [claimed].flat().filter((one) => typeof one === 'string')
  const known = names.map((name) => groups.get(name)).filter((one) => one !== undefined)
  return known.length === 0 ? 'none' : [...new Set(known.flat())]
}

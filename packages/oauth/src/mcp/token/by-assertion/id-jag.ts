/**
 * Assertions of identity providers about people: Identity Assertion JWT Authorization Grants (ID-JAG, draft-ietf-oauth-identity-assertion-
 * authz-grant, section 4.4; the extension "enterprise-managed authorization" of MCP). Who may act for whom, the provider decides; what
 * that gives here, the settings, the application and the role of the person.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../../caller.ts'
import type { IdentityAssertion } from '../../../hooks.ts'
import { Refusal } from '../../../http/refusal.ts'
import { hashSecret } from '../../../shared/secrets.ts'
import type { Authentication } from '../../../sign-in/finisher.ts'
import { EVENTS } from '../../../store/rules/audit-events.ts'
import type { Client } from '../../client.ts'
import { ID_JAG, isId, type UnverifiedToken } from '../../clients/issuers/read-token.ts'
import { CLOCK_TOLERANCE, type VerifiedClaims, verifyClaims } from '../../clients/issuers/verify.ts'
import type { TrustedIssuer } from '../../config/config.ts'
import { atResource } from '../../config/resources.ts'
import type { McpContext } from '../../mcp-context.ts'
import type { Parameters } from '../../parameters.ts'
import { canonicalResource, namedResource, problemOfTarget } from '../../resource.ts'
import { fitsClaims } from '../../subject-pattern.ts'
import { newFamilyId, newJti } from '../access-token.ts'
import { type Grant, type GrantCaller, invalidGrant } from '../grant.ts'
import { wasRevokedSince } from '../revoked-since.ts'
import { findPerson, limitByApplication } from './application.ts'
import { assertedScopes, type WantedScopes } from './asserted-scopes.ts'

/** The most seconds for which an assertion may be valid. Providers issue them for five minutes. */
const MAX_LIFETIME = 3_600

/** Seconds over which the assertions about a person are counted. */
const RATE_WINDOW = 60

/** The parts of the server that the grant uses. */
export type IdJagContext = Pick<
  McpContext,
  'mcp' | 'mcpStore' | 'issuerKeys' | 'hooks' | 'users' | 'logger' | 'audit' | 'revocations'
>

/** Grants a token for an assertion, once. */
export async function grantByIdentity(
  context: IdJagContext,
  grantee: GrantCaller,
  { token, assertion }: { readonly token: UnverifiedToken; readonly assertion: string },
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const outcome = await decide(context, grantee, { token, assertion }, parameters, request)
  if (!(outcome instanceof Refusal)) return outcome
  // What a client can cause by itself, and what must be tried again, is no event.
  if (outcome.error !== 'invalid_grant' && outcome.error !== 'access_denied') return outcome
  const { iss: issuer, sub: subject } = token
  const detail = { issuer, subject, reason: outcome.description }
  const entry = { clientId: grantee.client.clientId, detail, ...callerOf(request) }
  await context.audit.recordAnonymous(EVENTS.assertionRefused, entry)
  return outcome
}

async function decide(
  context: IdJagContext,
  grantee: GrantCaller,
  { token, assertion }: { readonly token: UnverifiedToken; readonly assertion: string },
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcp } = context
  const { client, jkt } = grantee
  const trusted = mcp.identityAssertions.get(token.iss)
  if (trusted === undefined) return invalidGrant('The issuer of the assertion is not trusted.')
  const refused = refuseClient(trusted, client)
  if (refused !== undefined) return refused
  const claims = await verify(context, trusted, grantee, { token, assertion }, request)
  if (claims instanceof Refusal) return claims
  const resource = readResource(mcp, claims, parameters)
  if (resource instanceof Refusal) return resource
  const wanted = { claims, trusted, client, asked: parameters.get('scope') }
  const scopes = assertedScopes(atResource(mcp, resource), wanted)
  if (scopes instanceof Refusal) return scopes
  return await issueFor(context, { ...wanted, jkt, claims, resource, scopes }, request)
}

/** Whether the client may use assertions of this issuer. Public clients should send people to the consent page (section 9.1 of the draft). */
function refuseClient(trusted: TrustedIssuer, client: Client): Refusal | undefined {
  const { clientId, authMethod } = client
  if (!trusted.clients.has(clientId)) {
    const text = 'The client may not use assertions of this issuer.'
    return new Refusal('unauthorized_client', text)
  }
  if (authMethod !== 'none' || trusted.publicClients) return undefined
  return new Refusal('unauthorized_client', 'Clients must authenticate to use assertions.')
}

/** Claims of an assertion that was verified, except for its first use. */
type IdentityClaims = VerifiedClaims & {
  readonly sub: string
  readonly jti: string
  readonly iat: number
}

async function verify(
  { mcp, issuerKeys, logger }: Pick<IdJagContext, 'mcp' | 'issuerKeys' | 'logger'>,
  trusted: TrustedIssuer,
  { client: { clientId }, jkt }: Pick<GrantCaller, 'client' | 'jkt'>,
  { token, assertion }: { readonly token: UnverifiedToken; readonly assertion: string },
  { ip }: FastifyRequest,
): Promise<IdentityClaims | Refusal> {
  const { issuer, algorithms } = trusted
  const refuse = (why: string) => {
    logger.info({ issuer, client_id: clientId, why }, 'an identity assertion was refused')
    return invalidGrant(`The assertion is not valid: ${why}.`)
  }
  if (token.typ !== ID_JAG) return refuse(`its typ must be ${ID_JAG}`)
  const keys = await issuerKeys.find(trusted, { caller: ip, kid: token.kid })
  if (keys instanceof Refusal) return keys
  const claims = await verifyClaims(assertion, keys, {
    issuer,
    // The same issuer: clients make a URL of it, which has a slash.
    audiences: [mcp.issuer, `${mcp.issuer}/`, ...trusted.audiences],
    algorithms,
    requiredClaims: ['sub', 'jti', 'iat', 'client_id'],
    maxLifetime: MAX_LIFETIME,
  })
  if (typeof claims === 'string') return refuse(claims)
  const { sub, jti, iat, client_id: named, cnf } = claims
  if (!isId(sub) || !isId(jti) || iat === undefined) return refuse('sub or jti')
  if (named !== clientId) return refuse('client_id is not the client that authenticates')
  if (!provesKey(cnf, jkt)) return refuse('it is bound to a key, and the request does not prove it')
  if (!fitsClaims(trusted.claims, claims)) return refuse('it lacks a required claim')
  issuerKeys.keep(trusted)
  return { ...claims, sub, jti, iat }
}

/** Whether a request proves the key that an assertion is bound to (RFC 7800, section 3.1): a token for who has not got it would be less safe. */
function provesKey(cnf: unknown, jkt: string | undefined): boolean {
  return cnf === undefined || (jkt !== undefined && isDeepStrictEqual(cnf, { jkt }))
}

/** The resource that the assertion is for. It and the audience belong together: another resource of the request is refused. */
function readResource(
  { resource: fallback, resources }: McpContext['mcp'],
  { resource: claimed }: VerifiedClaims,
  parameters: Parameters,
): string | Refusal {
  const listed = claimed === undefined ? [] : [claimed].flat()
  const texts = listed.filter((one) => typeof one === 'string')
  const isText = texts.length === listed.length && (claimed === undefined || texts.length > 0)
  const own = isText ? namedResource(texts, resources, fallback) : undefined
  if (own === undefined) return invalidGrant('The assertion is for another resource.')
  const named = parameters.getAll('resource')
  const asked = claimed === undefined ? namedResource(named, resources, fallback) : own
  const differs = named.some((one) => canonicalResource(one) !== asked)
  return asked === undefined || differs
    ? new Refusal('invalid_target', problemOfTarget(resources))
    : asked
}

/** A verified assertion, and what it may give. */
interface Accepted extends WantedScopes {
  readonly claims: IdentityClaims
  /** The key that the request proves. */
  readonly jkt: string | undefined
  readonly resource: string
  readonly scopes: readonly string[]
}

async function issueFor(
  context: IdJagContext,
  { claims, trusted, client, jkt, resource, scopes }: Accepted,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcpStore, mcp } = context
  const { issuer, accessTokenTtl: ttl } = trusted
  const { sub: subject, iat } = claims
  const { clientId } = client
  const tooMany = await refuseTooMany(mcpStore, trusted, subject, clientId)
  if (tooMany !== undefined) return tooMany
  const event: Omit<IdentityAssertion, 'email'> = {
    ...{ issuer, subject, client_id: clientId, aud: resource, claims },
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  }
  const sub = await findPerson(context, trusted, event, request)
  if (sub instanceof Refusal) return sub
  const kept = await limitByApplication(context, { clientId, sub, resource, scopes }, request)
  if (kept instanceof Refusal) return kept
  const isFirst = await claim(mcpStore, issuer, clientId, claims)
  if (!isFirst) return invalidGrant('The assertion was used before.')
  const ended = invalidGrant('The access of this person was ended after the assertion was made.')
  if (await wasRevokedSince(mcpStore, sub, iat)) return ended
  const familyId = newFamilyId()
  const jti = newJti(familyId)
  const authentication = authenticationOf(claims)
  const scope = kept.join(' ')
  const caller = callerOf(request)
  await mcpStore.grants.grantDirectly({
    ...{ familyId, clientId, sub, resource, scope, jti, jkt, caller },
    ttlSeconds: Math.min(ttl, mcp.accessTokenTtl),
    authentication: JSON.stringify(authentication),
    by: { issuer, subject },
  })
  // After the grant is stored, so that it finds a revocation that did not see the grant.
  if (await wasRevokedSince(mcpStore, sub, iat)) {
    await mcpStore.grants.revokeFamily(familyId, clientId, caller)
    context.revocations.add(familyId)
    return ended
  }
  const granted = { type: 'assertion', event: EVENTS.issued, sub, scope, resource, jti } as const
  return {
    ...{ ...granted, authentication, refreshToken: undefined, by: { issuer, subject } },
    ttl: Math.min(ttl, mcp.accessTokenTtl),
  }
}

/** Counts the assertions about a person for a client, and refuses those beyond the limit of the issuer. */
async function refuseTooMany(
  { limits }: McpContext['mcpStore'],
  { issuer, rateLimit }: TrustedIssuer,
  subject: string,
  clientId: string,
): Promise<Refusal | undefined> {
  if (!rateLimit) return undefined
  const key = hashSecret(JSON.stringify([issuer, subject, clientId]))
  const wait = await limits.count(`assertions ${key}`, rateLimit, RATE_WINDOW)
  if (wait <= 0) return undefined
  return new Refusal('slow_down', 'Too many assertions about this person.', { retryAfter: wait })
}

/** @returns whether this is the first use of the assertion */
async function claim(
  { grants }: McpContext['mcpStore'],
  issuer: string,
  clientId: string,
  { jti, exp }: IdentityClaims,
): Promise<boolean> {
  return await grants.claimAssertion({
    clientId,
    assertionHash: hashSecret(JSON.stringify(['id-jag', issuer, jti])),
    ttlSeconds: exp - Math.floor(Date.now() / 1_000) + 2 * CLOCK_TOLERANCE,
    issued: undefined,
  })
}

/** How and when the person authenticated at the provider (section 3.1 of the draft). */
function authenticationOf({ acr, auth_time: at }: VerifiedClaims): Authentication {
  return {
    ...(typeof acr === 'string' && { acr }),
    ...(typeof at === 'number' && { auth_time: at }),
  }
}

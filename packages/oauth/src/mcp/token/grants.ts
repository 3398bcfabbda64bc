/** The grants, as values: a new one is a row of {@link GRANTS}. */

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { Redemption } from '../../store/mcp.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { limitScopes } from '../../store/rules/given-scope.ts'
import { type Client, DEVICE_GRANT, type GrantType, JWT_BEARER } from '../client.ts'
import { readUnverified } from '../clients/issuers/read-token.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import { allowedScopes } from '../scope-limit.ts'
import { parseScope } from '../scopes.ts'
import { newFamilyId, newJti } from './access-token.ts'
import { grantByIdentity } from './by-assertion/id-jag.ts'
import { claimDevice } from './claim-device.ts'
import {
  type Grant,
  type GrantCaller,
  type GrantHandler,
  invalidGrant,
  keysOf,
  readAuthentication,
} from './grant.ts'
import { readTarget } from './read-target.ts'
import { refresh } from './refresh-grant.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** Grants by `grant_type`. */
export const GRANTS: Readonly<Record<GrantType, GrantHandler>> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: clientCredentials,
  [DEVICE_GRANT]: redeemDevice,
  [JWT_BEARER]: byAssertion,
}

/** RFC 7636, section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

async function redeemCode(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'revocations' | 'audit'>,
  tokens: RefreshTokens,
  grantee: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcpStore } = context
  const [code, verifier] = ['code', 'code_verifier'].map((name) => parameters.get(name))
  if (code === undefined) return new Refusal('invalid_request', 'code is missing.')
  if (verifier === undefined) return new Refusal('invalid_request', 'code_verifier is missing.')
  if (!VERIFIER.test(verifier)) return invalidGrant('code_verifier does not fit the challenge.')
  const codeHash = hashSecret(code)
  const resource = await readTarget(context.mcp, parameters, () =>
    mcpStore.grants.findResource(codeHash),
  )
  if (resource instanceof Refusal) return resource
  const codeChallenge = hash('sha256', verifier, 'base64url')
  const redirectUri = parameters.get('redirect_uri')
  const claim = { codeHash, codeChallenge, redirectUri, resource }
  return await redeemClaim(context, tokens, grantee, claim, request)
}

/** A device redeems the code that the decision of the person has made. A second time is a replay, as for other codes. */
async function redeemDevice(
  context: McpContext,
  tokens: RefreshTokens,
  grantee: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const claim = await claimDevice(context, grantee.client, parameters)
  if (claim instanceof Refusal) return claim
  return await redeemClaim(context, tokens, grantee, claim, request)
}

/** Redeems a code, once. */
async function redeemClaim(
  context: Pick<McpContext, 'mcp' | 'mcpStore' | 'revocations' | 'audit'>,
  tokens: RefreshTokens,
  grantee: GrantCaller,
  claim: Pick<Redemption, 'codeHash' | 'codeChallenge' | 'redirectUri' | 'resource'>,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcpStore, revocations, audit } = context
  const { client } = grantee
  const { resource } = claim
  const mcp = atResource(context.mcp, resource)
  const { clientId } = client
  const familyId = newFamilyId()
  const refreshToken = tokens.first(familyId)
  const jti = newJti(familyId)
  const origin = callerOf(request)
  const outcome = await mcpStore.grants.redeem({
    ...claim,
    clientId,
    familyId,
    tokenHash: hashSecret(refreshToken.text),
    familyTtl: Math.min(mcp.refreshTokenTtl, mcp.refreshTokenIdleTtl),
    accessTtl: mcp.accessTokenTtl,
    jti,
    allowed: allowedScopes(client, mcp),
    ...keysOf(grantee),
    caller: origin,
  })
  if (outcome.outcome === 'replayed') {
    revocations.add(outcome.familyId)
    const detail = { family_id: outcome.familyId }
    audit.log(EVENTS.replayed, { clientId, sub: outcome.sub, detail, ...origin })
    return invalidGrant('The code was used before: what was issued on it is revoked.')
  }
  if (outcome.outcome === 'refused') return invalidGrant(CODE_FAULTS[outcome.problem])
  const { sub, scope, offline, account } = outcome
  const ttl = mcp.accessTokenTtl
  const authentication = readAuthentication(outcome.authentication)
  const granted = { type: 'access', event: EVENTS.issued, sub, scope, jti, ttl } as const
  return {
    ...{ ...granted, resource, authentication, account: account ?? undefined },
    refreshToken: offline ? refreshToken : undefined,
  }
}

const CODE_FAULTS = {
  unknown: 'The code is not known.',
  expired: 'The code has expired.',
  // The answer does not reveal that the code belongs to another client.
  client: 'The code is not known.',
  redirect_uri: 'redirect_uri is not the one of the authorization request.',
  verifier: 'code_verifier does not fit the challenge.',
  key: 'The code is bound to another key than that of the DPoP proof.',
  resource: 'The code is for another resource.',
  limit: 'The client may no longer be given a scope of the code.',
} as const

async function clientCredentials(
  context: Pick<McpContext, 'mcp' | 'mcpStore'>,
  _: RefreshTokens,
  { client, assertion, by, jkt }: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  const { mcpStore } = context
  const settings = context.mcp.clientCredentials
  if (settings === undefined || client.authMethod === 'none') {
    return new Refusal(
      'unauthorized_client',
      'client_credentials is for clients that authenticate.',
    )
  }
  const resource = await readTarget(context.mcp, parameters, async () => undefined)
  if (resource instanceof Refusal) return resource
  const mcp = atResource(context.mcp, resource)
  const scope = ownScope(client, mcp, parameters.get('scope'))
  if (scope instanceof Refusal) return scope
  const { clientId } = client
  const { limits, grants } = mcpStore
  const { rateLimit } = settings
  const wait = rateLimit ? await limits.count(`grant ${clientId}`, rateLimit, RATE_WINDOW) : 0
  if (wait > 0) {
    return new Refusal('slow_down', 'Too many grants for this client.', { retryAfter: wait })
  }
  const jti = newJti()
  const origin = callerOf(request)
  const issued = { jti, scope, aud: resource, jkt }
  if (assertion === undefined) {
    // Only the configuration can give a secret to a client without a person. Tokens of other issuers are used several times.
    const entry = { event: EVENTS.issued, clientId, sub: clientId, detail: { ...issued, ...by } }
    await mcpStore.audit.add([{ ...entry, ...origin }])
  } else {
    const { hash: assertionHash, ttlSeconds } = assertion
    const claim = { clientId, assertionHash, ttlSeconds, issued, caller: origin }
    const isFirst = await grants.claimAssertion(claim)
    if (!isFirst) return new Refusal('invalid_client', 'The client assertion was used before.')
  }
  const granted = { type: 'client_credentials', sub: clientId, scope, resource, jti } as const
  const ttl = settings.accessTokenTtl
  return { ...granted, event: EVENTS.issued, ttl, refreshToken: undefined, authentication: {}, by }
}

/** A program gets a token for itself, and a client with an assertion about a person one for the person. */
async function byAssertion(
  context: McpContext,
  tokens: RefreshTokens,
  caller: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
): Promise<Grant | Refusal> {
  // With a client assertion, `by` says how the client has authenticated, and the assertion is about a person.
  const isProgram = caller.by !== undefined && parameters.get('client_assertion') === undefined
  if (isProgram) {
    return caller.client.grantTypes.includes('client_credentials')
      ? await clientCredentials(context, tokens, caller, parameters, request)
      : new Refusal('unauthorized_client', 'The client may not use client_credentials.')
  }
  const assertion = parameters.get('assertion') ?? ''
  const token = readUnverified(assertion)
  return token === undefined
    ? invalidGrant('The assertion is no signed token with an issuer and a subject.')
    : await grantByIdentity(context, caller, { token, assertion }, parameters, request)
}

/** Seconds over which the grants of a client are counted. */
const RATE_WINDOW = 60

/**
 * No person can be asked, so the client gets the scopes of its configuration or document that it is allowed to have, or fewer if
 * it requests fewer. It gets no others: libraries request what a challenge names, which may be more than this client has (RFC 6749,
 * section 3.3).
 */
function ownScope(
  client: Client,
  mcp: McpContext['mcp'],
  asked: string | undefined,
): string | Refusal {
  const own = limitScopes(parseScope(client.scope ?? '') ?? [], allowedScopes(client, mcp))
  if (asked === undefined) return own.join(' ')
  const scopes = (parseScope(asked) ?? []).filter((scope) => own.includes(scope))
  return scopes.length > 0
    ? scopes.join(' ')
    : new Refusal('invalid_scope', 'The client may not use that scope.')
}

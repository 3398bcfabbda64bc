/** Access tokens of the hub's own authorization server as credentials of the API. */
import {
  type AccessFailure,
  type CredentialRefusal,
  isRefusal,
  type Principal,
  type PrincipalSource,
  type Refusal,
  refuse,
} from '@entrepot/marketplace'
import type { CheckedToken, TokenCheck, TokenDenial } from '@entrepot/oauth'
import type { FastifyRequest } from 'fastify'
import { isHeadlessId } from '../agents/agent-key.ts'
import type { FindAgent } from '../agents/headless-agents/find-agents.ts'
import { type ActingAgent, currentCall } from '../agents/running-call.ts'
import type { RefuseStopped } from '../agents/stops/refuse-stopped.ts'
import { type NodeClock, WRONG_CLOCK } from '../node-clock.ts'
import { asActingAt, noteChosen } from '../people/members/acting-at.ts'
import type { FindPerson } from '../people/members/people.ts'
import {
  agentPrincipal,
  CUSTOMER_HEADER,
  chooseRole,
  headlessPrincipal,
  refuseOtherCustomer,
} from './principals.ts'
import type { StepUp } from './step-up.ts'

/** The path of the API, as a protected resource of the authorization server. */
export const API_RESOURCE = '/v2'

/** What {@link createTokenSource} needs. */
export interface TokenSourceParts {
  readonly clock: NodeClock
  readonly findPerson: FindPerson
  /** Finds an active agent without a person. */
  readonly findAgent: FindAgent
  /** The check of tokens for `/v2`; undefined while the hub issues no tokens. */
  readonly tokens: () => TokenCheck | undefined
  readonly stepUp: StepUp
  /** The name of a client. */
  readonly nameOf: (clientId: string) => Promise<string>
  /** What a person allows a client now at a customer, at any resource of the hub. */
  readonly grantedTo: (
    userId: string,
    clientId: string,
    customerId: string,
  ) => Promise<readonly string[]>
  readonly refuseStopped: RefuseStopped
}

/** Makes the source of principals with access tokens. Their scopes are cut down to the current role of the person. */
export function createTokenSource(parts: TokenSourceParts): PrincipalSource {
  const { clock, tokens, refuseStopped } = parts
  const held = new WeakMap<FastifyRequest, readonly string[]>()
  const denied = new WeakMap<FastifyRequest, TokenDenial>()
  const ofToken = async (token: CheckedToken, request: FastifyRequest) => {
    held.set(request, heldBy(token.auth))
    return isHeadless(token.auth)
      ? await findHeadless(parts, token.auth.client_id, [...token.scopes], namedBy(request))
      : await findDelegate(parts, token, request)
  }
  const find = async (request: FastifyRequest) => {
    const call = currentCall()
    if (call?.agent !== undefined) return await findActing(parts, call.agent)
    if (call?.token !== undefined) return await ofToken(call.token, request)
    const { authorization } = request.headers
    if (authorization === undefined || !/^(?:Bearer|DPoP)\b/i.test(authorization)) return undefined
    if (await clock.isWrong()) return refuse('MARKET_UNAVAILABLE', WRONG_CLOCK)
    const token = await tokens()?.verify(request)
    if (token === undefined) return refuse('MARKET_UNAUTHENTICATED', NO_TOKENS)
    if (!('status' in token)) return await ofToken(token, request)
    denied.set(request, token)
    return toRefusal(token)
  }
  const source = async (request: FastifyRequest) => {
    const found = await find(request)
    if (found === undefined || isRefusal(found)) return found
    // Here, so that repeated calls get no stored answers, and streams end.
    const { customer, channel, actor } = found
    const stopped = await refuseStopped(found)
    return stopped ? { ...stopped, caller: { customer, channel, actor } } : withTool(found)
  }
  const challenge: PrincipalSource['challenge'] = (failure, request) => {
    const own = failure.presented ? denied.get(request)?.challenge : undefined
    return own ?? challengeOf(tokens(), failure, held.get(request) ?? [], request)
  }
  return Object.assign(source, { howToSend: 'an access token as Authorization: Bearer', challenge })
}

type Found = Promise<Principal | CredentialRefusal>

/** An agent without a person. */
async function findHeadless(
  { findAgent }: TokenSourceParts,
  clientId: string,
  scopes: readonly string[],
  named: string | undefined,
): Found {
  const known = await findAgent(clientId)
  if (known === undefined) return refuse('MARKET_UNAUTHENTICATED', NO_AGENT)
  return refuseOtherCustomer(known.customer, named) ?? headlessPrincipal(known, scopes)
}

/** An agent that acts for a person, with a token. */
async function findDelegate(
  { findPerson, nameOf, tokens, stepUp }: TokenSourceParts,
  { auth, scopes }: CheckedToken,
  request: FastifyRequest,
): Found {
  const known = await findPerson(personOf(auth))
  if (known === undefined) return refuse('MARKET_UNAUTHENTICATED', NO_PERSON)
  const person = asActingAt(known, auth.account)
  noteChosen(request, auth.account)
  const role = chooseRole(person, namedBy(request))
  if (isRefusal(role)) return role
  const { client_id: clientId } = auth
  const clientName = await nameOf(clientId)
  const principal = agentPrincipal(person, role, { clientId, clientName, scopes: [...scopes] })
  const check = tokens()
  // Nor must it lack a scope after the person has signed in again.
  const challenge: TokenCheck['challenge'] | undefined =
    check && ((options) => check.challenge({ ...options, scopes: heldBy(auth) }))
  return stepUp(request, [role.role], principal, auth, challenge) ?? principal
}

/** The agent for which the hub makes a call. How the person has signed in was checked when the agent made the call. */
async function findActing(parts: TokenSourceParts, agent: ActingAgent): Found {
  const { actor, scopes, customerId, expiresAt } = agent
  const { id: clientId, label: clientName } = actor
  if (actor.person === undefined) {
    const found = await findHeadless(parts, clientId, scopes, customerId)
    return isRefusal(found) ? found : { ...found, expiresAt }
  }
  const person = await parts.findPerson(actor.person.id)
  if (person === undefined) return refuse('MARKET_UNAUTHENTICATED', NO_PERSON)
  const role = chooseRole(person, customerId)
  if (isRefusal(role)) return role
  const granted = await parts.grantedTo(person.userId, clientId, customerId)
  if (granted.length === 0) return refuse('MARKET_UNAUTHENTICATED', NO_AGENT)
  const kept = scopes.filter((scope) => granted.includes(scope))
  return { ...agentPrincipal(person, role, { clientId, clientName, scopes: kept }), expiresAt }
}

/** @param held the scopes of the token of the request, which a new one must not lack */
function challengeOf(
  check: TokenCheck | undefined,
  { status, presented, scopes }: AccessFailure,
  held: readonly string[],
  { headers: { authorization } }: FastifyRequest,
): string | undefined {
  const first = scopes.slice(0, 1)
  if (!presented) return check?.challenge({ scopes: first })
  const problem = status === 401 ? ({ error: 'invalid_token' } as const) : LACKS_SCOPE
  return check?.challenge({ ...problem, scopes: [...new Set([...held, ...first])], authorization })
}

const LACKS_SCOPE = {
  error: 'insufficient_scope',
  description: 'The access token lacks a scope that this call requires.',
} as const

/** The principal with the tool of the MCP endpoint that calls. */
function withTool(principal: Principal): Principal {
  const tool = currentCall()?.tool
  return tool === undefined ? principal : { ...principal, actor: { ...principal.actor, tool } }
}

/** The scopes of a token, as they were granted. */
function heldBy({ scope }: Pick<CheckedToken['auth'], 'scope'>): readonly string[] {
  return scope.split(' ').filter(Boolean)
}

/** The customer that a request names. */
function namedBy({ headers }: FastifyRequest): string | undefined {
  return headers[CUSTOMER_HEADER]?.toString()
}

function toRefusal({ status, description }: TokenDenial): Refusal {
  if (status === 503) return refuse('MARKET_UNAVAILABLE', description)
  if (status === 400) return refuse('MARKET_INVALID_INPUT', description)
  return refuse('MARKET_UNAUTHENTICATED', description)
}

/**
 * The id of the user for whom a client calls. The subject of a token that a client got for itself is the client (RFC 9068,
 * section 2.2). Its id could look like that of a user, so such a token gets {@link NOBODY}.
 */
export function personOf({
  sub,
  client_id,
}: Pick<CheckedToken['auth'], 'sub' | 'client_id'>): string {
  return sub !== client_id && /^[1-9]\d{0,17}$/.test(sub) ? sub : NOBODY
}

/** Whether a token is that of an agent without a person, which has got it for itself. */
export function isHeadless({
  sub,
  client_id,
}: Pick<CheckedToken['auth'], 'sub' | 'client_id'>): boolean {
  return sub === client_id && isHeadlessId(client_id)
}

/** An id that no user has: ids of users begin at 1. */
const NOBODY = '0'

const NO_TOKENS =
  'This hub issues no access tokens, because mcp.enabled is not set. Send an API key instead.'

const NO_AGENT = 'The access token is that of an agent that has no access any more.'

const NO_PERSON = 'The access token acts for nobody who is a user of this hub.'

/** Completes a sign-in for a client after the provider's answer. It creates no session. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import type { HostCookie } from '../../shared/host-cookie.ts'
import { hashSecret, randomSecret } from '../../shared/secrets.ts'
import { bindToBrowser } from '../../sign-in/browser-cookie.ts'
import type { Person, SignInFinisher } from '../../sign-in/finisher.ts'
import type { NextStep } from '../../sign-in/once.ts'
import { coversAccount } from '../../store/rules/accounts.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import type { Accounts } from '../accounts/ask-accounts.ts'
import { type Chosen, rememberedAccount } from '../accounts/choice.ts'
import type { Client } from '../client.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { hostOf } from '../redirect-uris.ts'
import { coversScopes, refusedScopes, resourceScopes } from '../scopes.ts'
import { answerUrl } from './answer-client.ts'
import { capRequest, findGivable, NOTHING_TO_GIVE } from './cap-request.ts'
import { keepWaiting, type SignInForClient, type Waiting } from './flow.ts'
import { hasEnded, keepSignIn } from './grant-sign-in.ts'
import type { AuthorizationRequest, ClientRefusal } from './read-request.ts'
import { refuseForClient } from './refuse-for-client.ts'
import { isAnswered, isSecure, rememberInBrowser } from './remembered.ts'
import { allowsRefresh, asksPerson, consentScopes } from './staying.ts'

/** What stands in the place of the host that gets the answer. */
const ANOTHER_DEVICE = 'another device'

/** Seconds for which a code is valid. */
const CODE_TTL = 300

/** Seconds that a consent is remembered, and a connection is listed, after the last consent. */
const CONSENT_TTL = 365 * 24 * 3_600

/**
 * Finishes sign-ins for clients. After an accepted sign-in, the browser goes to the client with a code, or to the consent page.
 * After a failed one, it goes to the client with an error, but only if somebody has allowed the client in this browser: other
 * people must not be redirected to an address that anybody could have registered.
 */
export function createClientSignIns(context: McpContext): SignInFinisher {
  return {
    accept: async (request, reply, purpose, person) =>
      await accept(context, request, reply, purpose as SignInForClient, person),
    refuse: async (purpose, failure) =>
      await refuseForClient(context, purpose as SignInForClient, failure),
  }
}

async function accept(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { request: asked, allowed: allowedBefore }: SignInForClient,
  signedIn: Person,
): Promise<NextStep> {
  const refused = (refusal: ClientRefusal) => ({
    target: answerUrl(context.mcp, asked, refusal),
  })
  const givable = await findGivable(context, request, asked, signedIn)
  if ('error' in givable) return refused(givable)
  const { client, accounts, only, authorization } = givable
  const scopes = consentScopes(context.mcp, client, authorization)
  const allowed = allowedBefore?.filter((scope) => scopes.includes(scope))
  const wasAllowed = resourceScopes(allowedBefore ?? []).length > 0
  // A code without a scope would read as if all were granted (RFC 6749, section 5.1).
  if (wasAllowed && resourceScopes(allowed ?? []).length === 0) return refused(NOTHING_TO_GIVE)
  const person = await keepSignIn(context, signedIn)
  const given = { client, authorization, person, allowed: allowed ?? scopes }
  const isRenewal = allowed === undefined
  const settled =
    only !== undefined && !isRenewal
      ? only
      : await settle(context, { ...given, isRenewal }, accounts)
  if (settled !== undefined) {
    const consent = { ...given, isRenewal, account: settled.account }
    return only === undefined
      ? await issueAt(context, request, reply, consent)
      : await issueCode(context, request, reply, consent)
  }
  if (authorization.hints?.prompt?.includes('none')) {
    return refused(CONSENT_REQUIRED)
  }
  // Another person has allowed the client in this browser, the consent was revoked since, or there is an account to choose. The page is
  // bound to this browser, so that nobody can consent for the sign-in of somebody else.
  return await askLater(context, request, reply, { request: authorization, person, allowed })
}

/** The account without asking the person: that of an earlier consent. Undefined if the person has to see the page. */
async function settle(
  { mcpStore, mcp }: Pick<McpContext, 'mcp' | 'mcpStore'>,
  { client, authorization, person, allowed, isRenewal }: Omit<Consent, 'account'>,
  accounts: Accounts,
): Promise<Chosen | undefined> {
  const { clientId, resource, hints } = authorization
  // Who has just been asked about the client chooses the account, too.
  const isAsked = asksPerson(client, authorization) || hints?.prompt?.includes('consent')
  if (!isRenewal && isAsked) return undefined
  const connection = await mcpStore.connections.find({ sub: person.user, clientId, resource })
  if (connection === undefined) return undefined
  const known = atResource(mcp, resource).scopes
  const isCovered =
    !isRenewal ||
    (isAnswered({ mcp }, client, authorization, connection) &&
      coversScopes(connection.scope.split(' '), allowed, known))
  return isCovered ? rememberedAccount(accounts, connection.account) : undefined
}

/** Stores an authorization for the consent page, and redirects to the page, which can be reloaded. */
export async function askLater(
  context: Pick<McpContext, 'store' | 'sealer' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  waiting: Omit<Waiting, 'browserHash'>,
): Promise<NextStep> {
  const token = randomSecret()
  const { browserHash, cookie } = bindToBrowser(request, reply, token, isSecure(context))
  await keepWaiting(context, { ...waiting, browserHash }, token)
  return { target: `${PATHS.confirm}?token=${token}`, cookies: [cookie] }
}

/** The answer to `prompt=none` if the consent page would be necessary. */
export const CONSENT_REQUIRED: ClientRefusal = {
  error: 'consent_required',
  description: 'The person has to be asked.',
}

/** What a code is issued for. */
export interface Consent {
  readonly client: Client
  readonly authorization: AuthorizationRequest
  readonly person: Person
  /** The scopes that the person allows. */
  readonly allowed: readonly string[]
  /**
   * Whether an earlier consent answers the request, without asking the person. It must not restore a scope that the person refuses
   * at this moment in another window. @default false
   */
  readonly isRenewal?: boolean
  /** The account for which the client will act; undefined for a person without accounts. */
  readonly account: string | undefined
}

/** Issues a code for an account that was chosen after the scopes, which are capped for it. */
export async function issueAt(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  consent: Consent,
): Promise<NextStep> {
  const { authorization, person, account, allowed: wanted } = consent
  const refused = (refusal: ClientRefusal) => ({
    target: answerUrl(context.mcp, authorization, refusal),
  })
  const capped = await capRequest(context, request, authorization, person.user, account)
  if ('error' in capped) return refused(capped)
  const scopes = consentScopes(context.mcp, consent.client, capped)
  const allowed = wanted.filter((scope) => scopes.includes(scope))
  if (resourceScopes(wanted).length > 0 && resourceScopes(allowed).length === 0) {
    return refused(NOTHING_TO_GIVE)
  }
  return await issueCode(context, request, reply, { ...consent, authorization: capped, allowed })
}

/** Remembers the consent and issues a code. @returns the answer with the code, or with an error if the consent has ended meanwhile */
export async function issueCode(
  context: Pick<McpContext, 'sealer' | 'mcp' | 'store' | 'mcpStore' | 'revocations' | 'audit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  consent: Consent,
): Promise<NextStep> {
  const { mcp, mcpStore, audit } = context
  const { client, authorization, person, allowed, account } = consent
  const { clientId, redirectUri, codeChallenge, resource, dpopJkt } = authorization
  const sub = person.user
  const scope = allowed.filter((one) => authorization.scopes.includes(one)).join(' ')
  const offline = allowsRefresh(mcp, client, authorization, allowed)
  const withdrawn = { target: answerUrl(mcp, authorization, WITHDRAWN) }
  // What the person could not give is not remembered either.
  if (await hasEnded(context, person, offline)) return withdrawn
  const remembered = person.isQuarantined
    ? undefined
    : await remember(context, request, reply, consent)
  const code = randomSecret()
  const codeHash = hashSecret(code)
  const authentication = JSON.stringify(person.authentication)
  const grant = { clientId, sub, resource, scope, offline, authentication, account }
  await mcpStore.grants.saveCode(
    { codeHash, redirectUri, codeChallenge, dpopJkt, ...grant },
    CODE_TTL,
  )
  // This check comes after the code is stored, so that it finds a revocation or a narrower consent that did not see the code.
  if (await isWithdrawn(context, consent, offline)) return withdrawn
  const detail = { aud: resource, scope, provider: person.provider, account }
  await audit.record(EVENTS.granted, { clientId, sub, detail, ...callerOf(request) })
  const cookies = remembered && [remembered]
  if (authorization.device) return await connectDevice(context, authorization, codeHash)
  return { target: answerUrl(mcp, authorization, { code }), codeHash, cookies }
}

const WITHDRAWN: ClientRefusal = {
  error: 'access_denied',
  description: 'The access of this person, or this consent, has ended meanwhile.',
}

/** The device gets the code, and the browser nothing of it. */
async function connectDevice(
  { mcp, mcpStore }: Pick<McpContext, 'mcp' | 'mcpStore'>,
  { device, ...authorization }: AuthorizationRequest,
  codeHash: string,
): Promise<NextStep> {
  const isDecided = await mcpStore.devices.decide(device?.deviceHash ?? '', codeHash)
  if (isDecided) return { target: authorization.redirectUri }
  const refusal = {
    error: 'expired_token',
    description: 'The device code has expired or was used.',
  }
  return { target: answerUrl(mcp, authorization, refusal) }
}

async function remember(
  context: Pick<McpContext, 'sealer' | 'mcp' | 'mcpStore' | 'revocations' | 'audit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, authorization, person, allowed, isRenewal, account }: Consent,
): Promise<HostCookie | undefined> {
  const { mcp, mcpStore, revocations, audit } = context
  const { clientId, resource } = authorization
  const key = { sub: person.user, clientId, resource }
  // The connection must last longer than everything that is issued on it, so that people see it, and can end it.
  const ttl = Math.max(CONSENT_TTL, CODE_TTL + mcp.refreshTokenTtl + mcp.accessTokenTtl)
  if (isRenewal) {
    await mcpStore.connections.renew(key, ttl)
    const { provider } = person
    const entry = { client, authorization, provider, isRenewal }
    return rememberInBrowser(context, request, reply, entry)
  }
  const connection = {
    ...key,
    clientName: client.name,
    redirectHost: authorization.device ? ANOTHER_DEVICE : hostOf(authorization.redirectUri),
    scope: allowed.join(' '),
    account,
  }
  const { scopes } = atResource(mcp, resource)
  const asked = consentScopes(mcp, client, authorization)
  const refused = refusedScopes(asked, allowed, scopes)
  const origin = callerOf(request)
  const families = await mcpStore.connections.remember(connection, refused, ttl, origin)
  if (families > 0) {
    const { sub } = key
    const detail = { refused: refused.join(' '), families, account }
    audit.log(EVENTS.narrowed, { clientId, sub, detail, ...origin })
    // This node learns of it at once.
    await revocations.refresh()
  }
  if (!asked.every((one) => allowed.includes(one))) return undefined
  const { provider } = person
  return rememberInBrowser(context, request, reply, { client, authorization, provider })
}

/** Whether the consent that was just given has ended: the person or the client was revoked, or it was changed in another window. */
async function isWithdrawn(
  context: Pick<McpContext, 'mcp' | 'store' | 'mcpStore'>,
  { authorization, person, allowed, account }: Consent,
  offline: boolean,
): Promise<boolean> {
  const { connections } = context.mcpStore
  const { clientId, resource } = authorization
  const [ended, connection] = await Promise.all([
    hasEnded(context, person, offline),
    person.isQuarantined ? undefined : connections.find({ sub: person.user, clientId, resource }),
  ])
  if (ended) return true
  if (person.isQuarantined) return false
  if (connection === undefined || !coversAccount(connection.account, account)) return true
  const consented = new Set(connection.scope.split(' '))
  return allowed.some((scope) => !consented.has(scope))
}

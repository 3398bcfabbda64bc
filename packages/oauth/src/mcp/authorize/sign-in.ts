/** What happens when a sign-in for a client comes back from the provider. No session is made of it. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { bindToBrowser } from '../../login/browser-cookie.ts'
import { hashSecret, randomSecret } from '../../secrets.ts'
import { EVENTS } from '../audit/events.ts'
import type { Client } from '../clients/client.ts'
import { type McpContext, PATHS } from '../mcp-context.ts'
import { Refusal } from '../refusal.ts'
import { coversScopes, OFFLINE_ACCESS } from '../scopes.ts'
import { answerUrl } from './answer-client.ts'
import { keepWaiting, type SignInForClient } from './flow.ts'
import type { AuthorizationRequest } from './read-request.ts'
import { isSecure, rememberInBrowser } from './remembered.ts'

/** Seconds that a code is good for (spec B.19, the seed's table of limits). */
const CODE_TTL = 300

/** Seconds that a consent is remembered, and a connection is listed, after the last consent. */
const CONSENT_TTL = 365 * 24 * 3_600

/** Who has signed in. */
export interface Person {
  readonly user: string
  /** Name of the provider. */
  readonly provider: string
  /** Somebody whom no account belongs to: nothing of them is remembered. */
  readonly isQuarantined?: boolean
}

/** How sign-ins for clients end: what the callback of a provider needs of the authorization server. */
export interface ClientSignIns {
  /** @returns where the browser goes: to the client with a code, or to the consent page */
  accept(
    request: FastifyRequest,
    reply: FastifyReply,
    forClient: SignInForClient,
    person: Person,
  ): Promise<string>
  /** @returns the URL at the client that tells it of the failure */
  refuse(
    forClient: SignInForClient,
    failure: { error: string; reason?: string | undefined },
  ): string
}

/** Makes the {@link ClientSignIns} of an instance. */
export function createClientSignIns(context: McpContext): ClientSignIns {
  return {
    accept: async (request, reply, forClient, person) =>
      await accept(context, request, reply, forClient, person),
    refuse(forClient, { error, reason }) {
      const description = reason ?? 'The sign-in has failed.'
      const refusal = { error: error === 'access_denied' ? error : 'server_error', description }
      if (error === 'oauth_failed') {
        refusal.error = 'access_denied'
        refusal.description = `The identity provider has answered ${description}.`
      }
      return answerUrl(context.mcp, forClient.request, refusal)
    },
  }
}

async function accept(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { request: authorization, allowed }: SignInForClient,
  person: Person,
): Promise<string> {
  const client = await context.clients.find(authorization.clientId)
  if (client instanceof Refusal) {
    const refusal = { error: 'unauthorized_client', description: client.description }
    return answerUrl(context.mcp, authorization, refusal)
  }
  if (allowed !== undefined) {
    return await issueCode(context, request, reply, { client, authorization, person, allowed })
  }
  if (await hasConsented(context, authorization, person.user)) {
    const { scopes } = authorization
    return await issueCode(context, request, reply, {
      client,
      authorization,
      person,
      allowed: scopes,
    })
  }
  // This browser has allowed it before, but another person has, or the consent was revoked since. The page is for this
  // browser: nobody is to consent for somebody else's sign-in.
  const token = randomSecret()
  const browserHash = bindToBrowser(request, reply, token, isSecure(context))
  await keepWaiting(context, { request: authorization, browserHash, person }, token)
  return `${PATHS.confirm}?token=${token}`
}

async function hasConsented(
  { mcpStore, mcp }: McpContext,
  { clientId, scopes }: AuthorizationRequest,
  user: string,
): Promise<boolean> {
  const connection = await mcpStore.connections.find(user, clientId)
  return connection !== undefined && coversScopes(connection.scope.split(' '), scopes, mcp.scopes)
}

/** What a code is issued for. */
export interface Consent {
  readonly client: Client
  readonly authorization: AuthorizationRequest
  readonly person: Person
  /** The scopes that the person allows. */
  readonly allowed: readonly string[]
}

/** Remembers the consent and issues a code. @returns the URL at the client that takes it */
export async function issueCode(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, authorization, person, allowed }: Consent,
): Promise<string> {
  const { mcp, mcpStore, audit } = context
  const { clientId, redirectUri, codeChallenge } = authorization
  const sub = person.user
  const scope = allowed.join(' ')
  if (!person.isQuarantined) {
    const { host, protocol } = new URL(redirectUri)
    const connection = {
      sub,
      clientId,
      clientName: client.name,
      redirectHost: host || protocol,
      scope,
    }
    await mcpStore.connections.remember(connection, CONSENT_TTL)
    const isWhole = allowed.length === authorization.scopes.length
    if (isWhole) rememberInBrowser(context, request, reply, authorization, person.provider)
  }
  await audit.record(EVENTS.granted, { clientId, sub, detail: { scope } })
  const code = randomSecret()
  const wantsRefresh = !mcp.refreshTokenRequiresOfflineAccess || allowed.includes(OFFLINE_ACCESS)
  await mcpStore.grants.saveCode(
    {
      codeHash: hashSecret(code),
      clientId,
      sub,
      resource: mcp.resource,
      redirectUri,
      codeChallenge,
      scope,
      offline: wantsRefresh && client.grantTypes.includes('refresh_token'),
    },
    CODE_TTL,
  )
  return answerUrl(mcp, authorization, { code })
}

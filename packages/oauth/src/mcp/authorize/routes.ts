/** `GET /oauth/mcp/authorize` and the consent page that belongs to it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { explain } from '../../explain.ts'
import { Refusal, sendRefusal } from '../../http/refusal.ts'
import { sendPage } from '../../pages/page.ts'
import { randomSecret } from '../../secrets.ts'
import { bindToBrowser } from '../../sign-in/browser-cookie.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { sendTooMany, signInLimit } from '../../sign-in/limit.ts'
import { beginSignIn } from '../../sign-in/start.ts'
import { EVENTS } from '../../store/audit-events.ts'
import type { SaveLimit } from '../../store/store.ts'
import type { Client } from '../client.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { answerUrl, isTrustedTarget } from './answer-client.ts'
import { CONSENT_REQUIRED, issueCode } from './client-sign-ins.ts'
import { consentPage } from './consent-page.ts'
import { expiredPage, faultyRequestPage, refusalPage } from './error-pages.ts'
import { claimWaiting, keepWaiting, type SignInForClient, type Waiting } from './flow.ts'
import {
  type AuthorizationRequest,
  type ClientRefusal,
  type ReadingOutcome,
  readRequest,
} from './read-request.ts'
import { isSecure, rememberedProvider } from './remembered.ts'

/** Queries contain state and challenge, which must not appear in the access log. */
const QUIET = {
  exposeHeadRoute: false,
  logSerializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: url.split('?', 1)[0],
      host,
      remoteAddress: ip,
    }),
  },
}

/** Adds the routes. */
export function authorizeRoutes(app: FastifyInstance, context: McpContext): void {
  app.get(PATHS.authorize, QUIET, async (request, reply) => {
    const read = await readRequest(context, queryOf(request), request.ip)
    if (read.outcome !== 'good') return await refuse(context, request, reply, read)
    if (providerNames(context).length === 0) {
      const { client, request: asked } = read
      const fault = { outcome: 'refused', client, refusal: NOBODY_CAN_SIGN_IN } as const
      return await refuse(context, request, reply, { ...asked, ...fault })
    }
    const provider = skipsPage(context, request, read)
    if (provider === undefined && read.request.hints?.prompt?.includes('none')) {
      const fault = { outcome: 'refused', client: read.client, refusal: CONSENT_REQUIRED } as const
      return await refuse(context, request, reply, { ...read.request, ...fault })
    }
    // This limit also covers the next steps, because each page and each sign-in can be continued once.
    const limit = signInLimit(context.config, request)
    if (provider === undefined) return await showPage(context, request, reply, read, limit)
    const allowed = read.client.trusted ? read.request.scopes : undefined
    const forClient = { request: read.request, allowed }
    return await signIn(context, request, reply, provider, forClient, limit)
  })
  // After a sign-in for which no consent was found.
  app.get(PATHS.confirm, QUIET, async (request, reply) => {
    const waiting = await claimWaiting(context, request, reply, queryOf(request).get('token') ?? '')
    if (waiting === undefined) return expired(context, reply)
    const client = await context.clients.find(waiting.request.clientId, request.ip)
    if (client instanceof Refusal) return explainRefusal(context, request, reply, client)
    return await showPage(context, request, reply, { client, ...waiting })
  })
  app.post(PATHS.confirm, async (request, reply) => await confirm(context, request, reply))
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.raw.url ?? '/', 'http://localhost').searchParams
}

/** The provider to redirect to at once, because the person does not have to be asked. */
function skipsPage(
  context: Pick<McpContext, 'sealer' | 'providers' | 'mcp'>,
  request: FastifyRequest,
  { client, request: authorization }: { client: Client; request: AuthorizationRequest },
): string | undefined {
  // The client wants the person to see the page again.
  if (authorization.hints?.prompt?.includes('consent')) return undefined
  const names = providerNames(context)
  const remembered = rememberedProvider(context, request, authorization)
  if (remembered !== undefined && names.includes(remembered)) return remembered
  return client.trusted && names.length === 1 ? names[0] : undefined
}

/** The providers that people may sign in with. */
function providerNames({
  mcp,
  providers,
}: Pick<McpContext, 'providers' | 'mcp'>): readonly string[] {
  return mcp.providers.length > 0 ? mcp.providers : providers.names
}

async function refuse(
  context: Pick<McpContext, 'config' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Exclude<ReadingOutcome, { outcome: 'good' }>,
): Promise<FastifyReply> {
  if (read.outcome === 'unknown client') {
    return explainRefusal(context, request, reply, read.refusal)
  }
  const { config, mcp } = context
  const target = answerUrl(mcp, read, read.refusal)
  if (isTrustedTarget(read.client, read.redirectUri, mcp)) return redirect(reply, target, 302)
  const page = faultyRequestPage(config.pages.texts, read.refusal, target)
  return sendPage(reply, config.pages, 400, page)
}

/** People get a page, and programs get JSON. */
function explainRefusal(
  { config }: Pick<McpContext, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendRefusal(reply, refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const page = refusalPage(config.pages.texts, refusal)
  return sendPage(reply, config.pages, refusal.status, page)
}

function expired({ config }: Pick<McpContext, 'config'>, reply: FastifyReply): FastifyReply {
  return sendPage(reply, config.pages, 400, expiredPage(config.pages.texts))
}

/** Shows the consent page, bound to this browser. */
async function showPage(
  context: Pick<McpContext, 'config' | 'store' | 'sealer' | 'providers' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    client,
    request: authorization,
    person,
  }: Partial<Waiting> & {
    client: Client
    request: AuthorizationRequest
  },
  limit?: SaveLimit,
): Promise<FastifyReply> {
  const token = randomSecret()
  const browserHash = bindToBrowser(request, reply, token, isSecure(context))
  const waiting = { request: authorization, browserHash, person }
  const retryAfter = await keepWaiting(context, waiting, token, limit)
  if (retryAfter > 0) return sendTooMany(context.config.pages, request, reply, retryAfter)
  const providers = person === undefined ? providerNames(context) : []
  const view = { client, request: authorization, token, providers, person }
  const mcp = atResource(context.mcp, authorization.resource)
  const { pages } = context.config
  const page = consentPage(view, mcp, pages.texts)
  return sendPage(reply, pages, 200, page)
}

async function confirm(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const waiting = await claimWaiting(context, request, reply, form.get('token') ?? '')
  if (waiting === undefined) return expired(context, reply)
  const { request: authorization, person } = waiting
  const client = await context.clients.find(authorization.clientId, request.ip)
  if (client instanceof Refusal) return explainRefusal(context, request, reply, client)
  const [decision = '', chosen = ''] = (form.get('decision') ?? '').split(':')
  if (decision === 'switch' && person !== undefined) {
    return await switchAccount(context, request, reply, { client, authorization, person })
  }
  const allowed = allowedScopes(authorization, form)
  // An answer without a scope would mean that all requested scopes were granted (RFC 6749, section 5.1).
  const allowsNothing = allowed.length === 0 && authorization.scopes.length > 0
  if (decision !== 'allow' || allowsNothing) return await deny(context, request, reply, waiting)
  if (person !== undefined) {
    const target = await issueCode(context, request, reply, {
      client,
      authorization,
      person,
      allowed,
    })
    return redirect(reply, target, 303)
  }
  const names = providerNames(context)
  const provider = names.includes(chosen) ? chosen : names[0]
  if (provider === undefined || (names.length > 1 && provider !== chosen))
    return expired(context, reply)
  return await signIn(context, request, reply, provider, { request: authorization, allowed })
}

/** Starts the sign-in again for another person. Nothing that the first person allowed is kept. */
async function switchAccount(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { client: Client; authorization: AuthorizationRequest; person: Person },
): Promise<FastifyReply> {
  const { client, person } = asked
  const { loginHint: _, ...hints } = asked.authorization.hints ?? {}
  const authorization = {
    ...asked.authorization,
    hints: { ...hints, prompt: ['select_account'] },
  } as const
  if (providerNames(context).length > 1) {
    return await showPage(context, request, reply, { client, request: authorization })
  }
  const forClient = { request: authorization, allowed: undefined }
  return await signIn(context, request, reply, person.provider, forClient)
}

/** The requested scopes without those that the person has unticked. */
function allowedScopes({ scopes }: AuthorizationRequest, form: URLSearchParams): readonly string[] {
  if (!form.has('scoped')) return scopes
  const ticked = new Set(form.getAll('scope'))
  return scopes.filter((scope) => ticked.has(scope))
}

async function deny(
  { mcp, audit }: Pick<McpContext, 'mcp' | 'audit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { request: authorization, person }: Waiting,
): Promise<FastifyReply> {
  const { clientId, scopes } = authorization
  const detail = { scope: scopes.join(' ') }
  const event = { clientId, sub: person?.user, detail, ...callerOf(request) }
  await (person ? audit.record(EVENTS.denied, event) : audit.recordAnonymous(EVENTS.denied, event))
  const refusal = { error: 'access_denied', description: 'The person denied the request.' }
  return redirect(reply, answerUrl(mcp, authorization, refusal), 303)
}

/** Redirects the browser to a provider; `authorize/client-sign-ins.ts` handles the callback. */
async function signIn(
  context: Pick<McpContext, 'config' | 'store' | 'sealer' | 'logger' | 'providers' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  forClient: SignInForClient,
  limit?: SaveLimit,
): Promise<FastifyReply> {
  try {
    const provider = await context.providers.find(name)
    if (provider === undefined) throw new Error(`the provider ${name} is not configured`)
    const { hints = {} } = forClient.request
    const purpose = { target: '/', forClient, limit, hints }
    const start = await beginSignIn(context, provider, request, reply, purpose)
    if ('retryAfter' in start) {
      return sendTooMany(context.config.pages, request, reply, start.retryAfter)
    }
    return redirect(reply, start.target, 303)
  } catch (error) {
    context.logger.warn({ provider: name, cause: explain(error) }, 'no sign-in for an MCP client')
    const target = answerUrl(context.mcp, forClient.request, NOBODY_CAN_SIGN_IN)
    return redirect(reply, target, 303)
  }
}

/** No provider is configured, or the chosen one cannot be reached. */
const NOBODY_CAN_SIGN_IN: ClientRefusal = {
  error: 'temporarily_unavailable',
  description: 'Sign-in is not available at the moment.',
}

function redirect(reply: FastifyReply, target: string, status: number): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(target, status)
}

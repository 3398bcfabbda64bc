/** `GET /oauth/mcp/authorize` and the consent page that belongs to it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../../explain.ts'
import { bindToBrowser } from '../../login/browser-cookie.ts'
import { beginLogin } from '../../login/start.ts'
import { randomSecret } from '../../secrets.ts'
import { EVENTS } from '../audit/events.ts'
import type { Client } from '../clients/client.ts'
import { type McpContext, PATHS } from '../mcp-context.ts'
import { Refusal, sendRefusal } from '../refusal.ts'
import { answerUrl, isTrustedTarget } from './answer-client.ts'
import { consentPage } from './consent-page.ts'
import { claimWaiting, keepWaiting, type SignInForClient, type Waiting } from './flow.ts'
import { html, sendPage } from './page.ts'
import { type AuthorizationRequest, type ReadingOutcome, readRequest } from './read-request.ts'
import { isSecure, rememberedProvider } from './remembered.ts'
import { issueCode } from './sign-in.ts'

/** Queries hold state and challenge, which are no business of the access log. */
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
    const read = await readRequest(context, queryOf(request))
    if (read.outcome !== 'good') return await refuse(context, request, reply, read)
    if (providerNames(context).length === 0) return nobodyCanSignIn(context, reply, read.request)
    const provider = skipsPage(context, request, read)
    if (provider === undefined) return await showPage(context, request, reply, read)
    return await signIn(context, request, reply, provider, {
      request: read.request,
      allowed: read.client.trusted ? read.request.scopes : undefined,
    })
  })
  // After a sign-in for which no consent was found.
  app.get(PATHS.confirm, QUIET, async (request, reply) => {
    const waiting = await claimWaiting(context, request, reply, queryOf(request).get('token') ?? '')
    if (waiting === undefined) return expired(reply)
    const client = await context.clients.find(waiting.request.clientId)
    if (client instanceof Refusal) return sendRefusal(reply, client)
    return await showPage(context, request, reply, { client, ...waiting })
  })
  app.post(PATHS.confirm, async (request, reply) => await confirm(context, request, reply))
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.raw.url ?? '/', 'http://localhost').searchParams
}

/** The provider to go to at once: nothing has to be asked. */
function skipsPage(
  context: McpContext,
  request: FastifyRequest,
  { client, request: authorization }: { client: Client; request: AuthorizationRequest },
): string | undefined {
  const names = providerNames(context)
  const remembered = rememberedProvider(context, request, authorization)
  if (remembered !== undefined && names.includes(remembered)) return remembered
  return client.trusted && names.length === 1 ? names[0] : undefined
}

/** The providers that people may sign in with. */
function providerNames({ mcp, providers }: McpContext): readonly string[] {
  return mcp.providers.length > 0 ? mcp.providers : providers.names
}

async function refuse(
  { mcp }: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Exclude<ReadingOutcome, { outcome: 'good' }>,
): Promise<FastifyReply> {
  if (read.outcome === 'unknown client') return explainRefusal(request, reply, read.refusal)
  const target = answerUrl(mcp, read, read.refusal)
  if (isTrustedTarget(read.client, read.redirectUri, mcp)) return redirect(reply, target, 302)
  const { host } = new URL(read.redirectUri)
  return sendPage(reply, 400, {
    title: 'This request has a fault',
    body: html`<h1>This request has a fault</h1>
<p>${read.client.name} has sent you here with a request that cannot be granted: ${read.refusal.description}
<small>${read.refusal.error}</small></p>
<p><a class="button" rel="noreferrer" href="${target}">Go back to ${host}</a></p>`,
  })
}

/** People get a page, programs JSON. */
function explainRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendRefusal(reply, refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return sendPage(reply, refusal.status, {
    title: 'This request has a fault',
    body: html`<h1>This request has a fault</h1>
<p>An application has sent you here with a request that cannot be granted: ${refusal.description}
<small>${refusal.error}</small></p>
<p>Nothing was allowed. You can close this page.</p>`,
  })
}

function expired(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 400, {
    title: 'This page has expired',
    body: html`<h1>This page has expired</h1>
<p>It was used already, is older than ten minutes, or was opened in another browser. Start again from the application.</p>`,
  })
}

/** Shows the consent page, bound to this browser. */
async function showPage(
  context: McpContext,
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
): Promise<FastifyReply> {
  const token = randomSecret()
  const browserHash = bindToBrowser(request, reply, token, isSecure(context))
  await keepWaiting(context, { request: authorization, browserHash, person }, token)
  const providers = person === undefined ? providerNames(context) : []
  const view = { client, request: authorization, token, providers, user: person?.user }
  const formAction = formTargets(context, authorization)
  return sendPage(reply, 200, consentPage({ ...view, formAction }, context.mcp))
}

/** Where the form leads by redirects: providers, and the client. */
function formTargets({ config }: McpContext, { redirectUri }: AuthorizationRequest) {
  const url = new URL(redirectUri)
  const client = url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol
  const local = config.allowPrivateProviders ? ['http://127.0.0.1:*', 'http://localhost:*'] : []
  return ['https:', client, ...local]
}

async function confirm(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const waiting = await claimWaiting(context, request, reply, form.get('token') ?? '')
  if (waiting === undefined) return expired(reply)
  const { request: authorization, person } = waiting
  const client = await context.clients.find(authorization.clientId)
  if (client instanceof Refusal) return sendRefusal(reply, client)
  const [decision = '', chosen = ''] = (form.get('decision') ?? '').split(':')
  if (decision !== 'allow') return await deny(context, reply, waiting)
  const allowed = allowedScopes(authorization, form)
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
  if (provider === undefined || (names.length > 1 && provider !== chosen)) return expired(reply)
  return await signIn(context, request, reply, provider, { request: authorization, allowed })
}

/** What was asked for, less what the person has unticked. */
function allowedScopes({ scopes }: AuthorizationRequest, form: URLSearchParams): readonly string[] {
  if (!form.has('scoped')) return scopes
  const ticked = new Set(form.getAll('scope'))
  return scopes.filter((scope) => ticked.has(scope))
}

async function deny(
  { mcp, audit }: McpContext,
  reply: FastifyReply,
  { request: authorization, person }: Waiting,
): Promise<FastifyReply> {
  const { clientId, scopes } = authorization
  const detail = { scope: scopes.join(' ') }
  await audit.record(EVENTS.denied, { clientId, sub: person?.user, detail })
  const refusal = { error: 'access_denied', description: 'The person has not allowed it.' }
  return redirect(reply, answerUrl(mcp, authorization, refusal), 303)
}

/** Sends the browser to a provider; the callback ends in `authorize/sign-in.ts`. */
async function signIn(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  forClient: SignInForClient,
): Promise<FastifyReply> {
  try {
    const provider = await context.providers.find(name)
    if (provider === undefined) throw new Error(`the provider ${name} is not configured`)
    const purpose = { target: '/', forClient }
    return redirect(reply, await beginLogin(context, provider, request, reply, purpose), 303)
  } catch (error) {
    context.logger.warn({ provider: name, cause: explain(error) }, 'no sign-in for an MCP client')
    return nobodyCanSignIn(context, reply, forClient.request)
  }
}

/** No provider is configured, or the chosen one cannot be reached. */
function nobodyCanSignIn(
  { mcp }: McpContext,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
): FastifyReply {
  const description = 'Nobody can sign in at the moment.'
  const refusal = { error: 'temporarily_unavailable', description }
  return redirect(reply, answerUrl(mcp, authorization, refusal), 303)
}

function redirect(reply: FastifyReply, target: string, status: number): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(target, status)
}

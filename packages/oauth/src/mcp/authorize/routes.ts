/** `GET /oauth/mcp/authorize` and the consent page that belongs to it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { QUIET_LOG } from '../../http/quiet-log.ts'
import { sendPage } from '../../pages/page.ts'
import { randomSecret } from '../../shared/secrets.ts'
import { isOtherLoopbackName } from '../../shared/urls.ts'
import { bindToBrowser } from '../../sign-in/browser-cookie.ts'
import { sendTooMany, signInLimit } from '../../sign-in/limit.ts'
import type { SaveLimit } from '../../store/store.ts'
import type { Client } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { answerUrl, isTrustedTarget } from './answer-client.ts'
import { explainRefusal, faultyRequestPage, sendStep } from './answers.ts'
import { beginForClient, NOBODY_CAN_SIGN_IN, providerNames } from './begin-sign-in.ts'
import { CONSENT_REQUIRED } from './client-sign-ins.ts'
import { confirm, showConfirm } from './confirm.ts'
import { keepWaiting } from './flow.ts'
import { type AuthorizationRequest, type ReadingOutcome, readRequest } from './read-request.ts'
import { isSecure, rememberedProvider } from './remembered.ts'
import { sendConsent } from './send-consent.ts'

/** Adds the routes. */
export function authorizeRoutes(app: FastifyInstance, context: McpContext): void {
  app.get(PATHS.authorize, QUIET_LOG, async (request, reply) => {
    const { issuer } = context.mcp
    if (isOtherLoopbackName(request.host, issuer)) {
      return sendStep(reply, { target: `${issuer}${PATHS.authorize}?${queryOf(request)}` }, 302)
    }
    const read = await readRequest(context, queryOf(request), request.ip)
    if (read.outcome !== 'good') return await refuse(context, request, reply, read)
    if (providerNames(context).length === 0) {
      const { client, request: asked } = read
      const problem = { outcome: 'refused', client, refusal: NOBODY_CAN_SIGN_IN } as const
      return await refuse(context, request, reply, { ...asked, ...problem })
    }
    const provider = skipsPage(context, request, read)
    if (provider === undefined && read.request.hints?.prompt?.includes('none')) {
      const problem = {
        outcome: 'refused',
        client: read.client,
        refusal: CONSENT_REQUIRED,
      } as const
      return await refuse(context, request, reply, { ...read.request, ...problem })
    }
    // This limit also covers the next steps, because each page and each sign-in is continued once.
    const limit = signInLimit(context.config, request)
    if (provider === undefined) return await showPage(context, request, reply, read, limit)
    const allowed = read.client.trusted ? read.request.scopes : undefined
    const forClient = { request: read.request, allowed }
    const next = await beginForClient(context, request, reply, provider, forClient, limit)
    if ('target' in next) return sendStep(reply, next)
    return sendTooMany(context.config.pages, request, reply, next.retryAfter)
  })
  // After a sign-in for which no consent was found.
  app.get(PATHS.confirm, QUIET_LOG, async (request, reply) => {
    const token = queryOf(request).get('token') ?? ''
    return await showConfirm(context, request, reply, token)
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
  const remembered = rememberedProvider(context, request, client, authorization)
  if (remembered !== undefined && names.includes(remembered)) return remembered
  return client.trusted && names.length === 1 ? names[0] : undefined
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
  if (isTrustedTarget(read.client, read.redirectUri, mcp)) return sendStep(reply, { target }, 302)
  const page = faultyRequestPage(config.pages.texts, read.refusal, target)
  return sendPage(reply, config.pages, 400, page)
}

/** Shows the consent page, bound to this browser. */
async function showPage(
  context: Pick<McpContext, 'config' | 'store' | 'sealer' | 'providers' | 'mcp' | 'mcpStore'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, request: authorization }: { client: Client; request: AuthorizationRequest },
  limit: SaveLimit | undefined,
): Promise<FastifyReply> {
  const token = randomSecret()
  const { browserHash } = bindToBrowser(request, reply, token, isSecure(context))
  const waiting = { request: authorization, browserHash, person: undefined }
  const retryAfter = await keepWaiting(context, waiting, token, limit)
  if (retryAfter > 0) return sendTooMany(context.config.pages, request, reply, retryAfter)
  return await sendConsent(context, reply, { client, token, ...waiting })
}

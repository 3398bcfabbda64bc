/** `/mcp`: the endpoint of MCP clients. Requests need an access token. */
import { createMcpEndpoint } from '@entrepot/agent'
import { requiredScopes } from '@entrepot/agent/scopes'
import { type Database, rehearse } from '@entrepot/database'
import type { MCPAuth } from '@entrepot/oauth'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FindAgent } from '../../agents/headless-agents/find-agents.ts'
import { neededBy, type StepUpRule } from '../../config/step-up.ts'
import type { FindPerson } from '../../people/members/people.ts'
import { inProcessClient } from '../in-process.ts'
import { WEAK_SIGN_IN } from '../step-up.ts'
import { ALLOW, allowBrowsers, METHODS } from './browsers.ts'
import { findCaller, type TokenCaller } from './caller.ts'
import { clientApprovals } from './client-approvals.ts'
import { failure } from './failure.ts'
import type { OriginRules } from './origins.ts'

/** What {@link mcp} needs. */
export interface McpParts extends OriginRules {
  /** The whole application, whose API the tools call. */
  readonly app: FastifyInstance
  readonly database: Database
  readonly findPerson: FindPerson
  readonly findAgent: FindAgent
  /** How the people for whom agents act must have signed in. */
  readonly stepUp: readonly StepUpRule[]
  /** Signs what clients keep while a person is asked: the same on each node. */
  readonly stateKey: Buffer
}

/** Calls of tools are much smaller. */
const MAX_BODY_BYTES = 256 * 1024

/** The endpoint, as a plugin. Needs `app.oauth` with its authorization server. */
export const mcp: FastifyPluginAsync<McpParts> = async (scope, parts) => {
  const { app, database, findPerson, findAgent, stepUp, stateKey, ...rules } = parts
  const { publicUrl } = rules
  const endpoint = createMcpEndpoint({
    publicUrl,
    stateKey,
    hubFor: (caller, { customerId, ...call }) =>
      inProcessClient(app, { ...call, token: (caller as TokenCaller).token }, customerId),
    // One after the other for each agent, because each keeps a connection, and locks what it changes, until its end.
    rehearse: async ({ clientId, person }, work) =>
      await rehearse(database, work, { key: JSON.stringify([clientId, person]) }),
    ...clientApprovals(database),
    onError: (error) => scope.log.warn({ err: error }, 'a request of an MCP client failed'),
  })
  const tokens = scope.oauth.mcp?.tokensFor('/mcp')
  // Before the server waits for running requests, because event streams do not end by themselves.
  scope.addHook('preClose', async () => await endpoint.close())
  answerAsJson(scope)
  allowBrowsers(scope, '/mcp', rules)
  const handler = scope.oauth.withMCPAuth(
    async (request, reply) => {
      const auth = request.mcp as MCPAuth
      const scopes = new Set(auth.scope.split(' ').filter(Boolean))
      const found = await findCaller({ auth, scopes }, { findPerson, findAgent })
      const { authorization } = request.headers
      const held = { scopes: [...scopes], authorization }
      if (found === undefined) {
        const challenge = tokens?.challenge({ error: 'invalid_token', ...held })
        return await refuseToken(reply, 'invalid_token', challenge)
      }
      const { caller, roles } = found
      const needed = neededBy(stepUp, { roles, changesAccess: false })
      if (needed && !scope.oauth.hasAuthenticated(auth, needed)) {
        const challenge = tokens?.challenge({ error: WEAK_SIGN_IN, needed, ...held })
        return await refuseToken(reply, WEAK_SIGN_IN, challenge)
      }
      const gone = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort()
      })
      const answer = await endpoint.answer(toWebRequest(request, publicUrl, gone.signal), caller)
      return await sendAnswer(reply.header('cache-control', 'no-store'), answer)
    },
    { scopes: requiredBy },
  )
  // HEAD has its own entry: the HEAD route that Fastify adds cannot send a web Response.
  scope.route({ method: [...METHODS, 'HEAD'], url: '/mcp', handler })
  scope.route({
    method: ['PUT', 'PATCH'],
    url: '/mcp',
    handler: async (_, reply) =>
      await reply.code(405).header('allow', ALLOW).send(failure('Use POST.')),
  })
}

/** The scopes that a request requires. The guard asks before the body is read, and again after it has verified the token. */
function requiredBy({ url, body, mcp }: FastifyRequest): readonly string[] {
  const held = mcp?.scope.split(' ')
  return requiredScopes({ url, body: (body ?? undefined) as string | undefined, held })
}

/** Why a valid token is refused all the same. */
const REFUSALS = {
  /** The person must sign in more recently, or in a stronger way (RFC 9470, section 3). */
  [WEAK_SIGN_IN]: 'The person must authenticate again, as acr_values and max_age say.',
  /** The agent has ended: as a token that was revoked (RFC 6750, section 3.1). */
  invalid_token: 'The agent has no access any more.',
} as const

async function refuseToken(
  reply: FastifyReply,
  error: keyof typeof REFUSALS,
  challenge: string | undefined,
): Promise<FastifyReply> {
  return await reply
    .code(401)
    .headers({ 'cache-control': 'no-store', ...(challenge && { 'www-authenticate': challenge }) })
    .send({ error, error_description: REFUSALS[error] })
}

/** Sends an answer of the SDK: streams as they come, and everything else at once, which costs less. */
export async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const { status, headers } = answer
  if (headers.get('content-type')?.startsWith('text/event-stream')) return await reply.send(answer)
  const text = await answer.text()
  reply.code(status)
  // One by one, because a header such as set-cookie may occur several times.
  for (const [name, value] of headers) reply.header(name, value)
  // Fastify gives an empty text a content type.
  return await reply.send(text || undefined)
}

/** Passes the body on as text: the SDK parses it, and answers invalid JSON-RPC as the protocol requires. */
function toWebRequest(request: FastifyRequest, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const { method, body } = request
  return new Request(new URL(request.url, publicUrl), {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: (body ?? '') as string }),
  })
}

function answerAsJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, body),
  )
  scope.setErrorHandler(async (error, request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500) request.log.error({ err: error }, 'the MCP endpoint failed')
    const message = statusCode === 413 ? `The body is larger than ${MAX_BODY_BYTES} bytes.` : FAILED
    return await reply.code(statusCode).send(failure(message))
  })
}

const FAILED = 'The hub could not answer this request.'

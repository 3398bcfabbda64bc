import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { resourceMetadataUrl } from '../discovery/documents.ts'
import type { McpContext } from '../mcp-context.ts'
import { OFFLINE_ACCESS } from '../scopes.ts'
import { challengeOf, type Denial } from './challenge.ts'
import { createVerifyToken, type TokenFault, type VerifiedToken } from './verify-token.ts'

/** Options of {@link withMCPAuth}. */
export interface MCPAuthOptions {
  /**
   * Scopes that a token must have: a list, or a function of the request, for operations that need more than others. A
   * token that lacks one gets 403 `insufficient_scope` with all of them, so that the client can ask for more (step-up).
   * @default none
   */
  readonly scopes?: readonly string[] | ((request: FastifyRequest) => readonly string[])
}

/** Lets a request pass, or answers it: then it gives false. */
export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: MCPAuthOptions,
) => boolean | Promise<boolean>

/** Where the plugin keeps the guard of an application: on `app.oauth`. */
export const GUARD: unique symbol = Symbol('@entrepot/oauth guard')

/**
 * Wraps the handler of a route that only MCP clients with a good access token may call. Everybody else gets 401 with a
 * challenge that leads the client to the authorization server, or 403 when the token lacks a scope; the handler does not run.
 * In the handler `request.mcp` says who calls.
 *
 * The token is taken from the header `Authorization` only. It must be signed by a live key of this server, be made for its
 * resource, and be neither expired nor revoked. No database is asked. It fails closed: with the authorization server off, or
 * while revocations cannot be read, nobody is let in.
 *
 * @example
 * app.post('/mcp', withMCPAuth(async (request) => answer(request.body, request.mcp.sub), { scopes: ['orders:read'] }))
 */
export function withMCPAuth(
  handler: RouteHandlerMethod,
  options: MCPAuthOptions = {},
): RouteHandlerMethod {
  return function guarded(request, reply) {
    const app = this as FastifyInstance & { oauth?: { [GUARD]?: Guard } }
    const guard = app.oauth?.[GUARD]
    if (guard === undefined) return refuseAll(reply)
    const passed = guard(request, reply, options)
    if (passed === true) return handler.call(this, request, reply)
    if (passed === false) return reply
    return passed.then((may) => (may ? handler.call(this, request, reply) : reply))
  }
}

function refuseAll(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('cache-control', 'no-store').header('retry-after', '5').send({
    error: 'temporarily_unavailable',
    error_description: 'Access tokens cannot be verified at the moment.',
  })
}

const DESCRIPTIONS: Readonly<Record<TokenFault, string>> = {
  expired: 'The access token has expired.',
  revoked: 'The access token is revoked.',
  invalid: 'The access token is not one of this server, or not for this resource.',
  unknown_key: 'The access token is signed with a key that this server does not have.',
}

/** Makes the {@link Guard} of an instance. */
export function createGuard(context: McpContext): Guard {
  const verifyToken = createVerifyToken(context)
  const { revocations, audit, mcp } = context
  const metadataUrl = resourceMetadataUrl(mcp)

  const deny = (reply: FastifyReply, denial: Denial): false => {
    void reply
      .code(denial.status)
      .headers({
        'www-authenticate': challengeOf(denial, metadataUrl),
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'WWW-Authenticate',
      })
      .send({ error: denial.error ?? 'invalid_token', error_description: denial.description })
    return false
  }
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    required: readonly string[],
    judged: VerifiedToken | TokenFault,
  ): boolean => {
    if (typeof judged === 'string') {
      audit.reject(judged, mcp.resource)
      const description = DESCRIPTIONS[judged]
      return deny(reply, { status: 401, error: 'invalid_token', description, scopes: required })
    }
    const { auth, scopes } = judged
    if (!required.every((scope) => scopes.has(scope))) {
      audit.reject('insufficient_scope', mcp.resource)
      const held = auth.scope.split(' ').filter((one) => one !== '' && one !== OFFLINE_ACCESS)
      return deny(reply, {
        status: 403,
        error: 'insufficient_scope',
        description: 'The access token lacks a scope that this needs.',
        scopes: [...new Set([...held, ...required])],
      })
    }
    request.mcp = auth
    return true
  }
  return (request, reply, { scopes = [] }) => {
    const required = typeof scopes === 'function' ? scopes(request) : scopes
    const token = readToken(request.headers.authorization)
    if (typeof token !== 'string') return deny(reply, { ...token, scopes: required })
    if (!revocations.isFresh()) {
      void refuseAll(reply)
      return false
    }
    const judged = verifyToken(token)
    return judged instanceof Promise
      ? judged.then((one) => admit(request, reply, required, one))
      : admit(request, reply, required, judged)
  }
}

/** Longer ones are none of ours, and not worth a hash. */
const MAX_TOKEN = 8_192

/** RFC 6750, section 2.1. */
const CREDENTIALS = /^Bearer +([\w.~+/-]+=*)$/i

function readToken(authorization: string | undefined): string | Omit<Denial, 'scopes'> {
  const isBearer = authorization !== undefined && /^Bearer\b/i.test(authorization)
  if (!isBearer) return { status: 401, error: undefined, description: 'An access token is needed.' }
  const token = CREDENTIALS.exec(authorization)?.[1]
  if (token !== undefined && token.length <= MAX_TOKEN) return token
  const description = 'The header Authorization is malformed.'
  return { status: 400, error: 'invalid_request', description }
}

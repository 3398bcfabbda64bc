import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { explain } from '../../explain.ts'
import { resourceMetadataUrl } from '../discovery/documents.ts'
import type { McpContext } from '../mcp-context.ts'
import { hasAuthenticated, type NeededAuthentication, readNeeded } from './authentication.ts'
import { challengeOf, type Denial } from './challenge.ts'
import { createTokenJudge, type TokenFault, type VerifiedToken } from './verify-token.ts'

/** Options of {@link withMCPAuth}. */
export interface MCPAuthOptions {
  /**
   * Scopes that a token must have: a list, or a function of the request, for operations that need more than others. A
   * token that lacks one gets 403 `insufficient_scope` with all of them, so that the client can ask for more (step-up).
   *
   * A function may read the body. For a request without a valid token it is called before the body is parsed, to name scopes in
   * the challenge: `request.body` is undefined then, and a throw means that the challenge names none.
   * @default none
   */
  readonly scopes?: readonly string[] | ((request: FastifyRequest) => readonly string[])
  /**
   * Values of `acr`, as the provider names them: the person must have authenticated in one of these ways, such as with a second
   * factor. Other tokens get 401 `insufficient_user_authentication` (RFC 9470), upon which a client begins a sign-in that asks the
   * provider for it.
   * @default any
   */
  readonly acr?: readonly string[]
  /**
   * Seconds since the person authenticated at the provider, at most; older tokens get 401 `insufficient_user_authentication`. Between
   * authenticating and the first request a person reads pages, so less than a minute asks people again and again.
   * @default any
   */
  readonly maxAge?: number
}

/**
 * Returns true if the request may continue. Otherwise it answers the request and returns false.
 *
 * @param isParsed false before the body is parsed: scopes of a function are not compared yet
 */
export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
  isParsed: boolean,
) => boolean | Promise<boolean>

/** What a route demands of a token. */
interface RouteOptions {
  readonly scopes: Wanted
  readonly needed: NeededAuthentication
}

/** The property of `app.oauth` that contains the guard of an application. */
export const GUARD: unique symbol = Symbol('@entrepot/oauth guard')

/**
 * Wraps the handler of a route that requires a valid access token of an MCP client. The handler runs only for such requests, and
 * `request.mcp` contains the claims of the token. Other requests get 401 with a `WWW-Authenticate` header that names the metadata of the
 * authorization server, or 403 if the token lacks a scope.
 *
 * The token is read from the header `Authorization` only. It must be signed with a current key of this server, be issued for its
 * resource, and be neither expired nor revoked. The check uses the database only for an unknown key. If the authorization server is
 * disabled, or while keys and revocations cannot be read, all requests get 503.
 *
 * On routes that are added after the plugin, the token is checked before the body is parsed (`onRequest`), and once more before the
 * handler runs: a request without a valid token is answered whatever its body.
 *
 * @example
 * app.post('/mcp', withMCPAuth(async (request) => answer(request.body, request.mcp.sub), { scopes: ['orders:read'] }))
 */
export function withMCPAuth(
  handler: RouteHandlerMethod,
  { scopes = [], acr, maxAge }: MCPAuthOptions = {},
): RouteHandlerMethod {
  // Copies, here and below: the guard remembers of a list that a token has all of it, and a list of the application can change.
  const options = {
    scopes: typeof scopes === 'function' ? scopes : [...scopes],
    needed: readNeeded({ acr, maxAge }),
  }
  const check = createCheck(options)
  const guarded: RouteHandlerMethod = function guarded(request, reply) {
    const passed = check(this, request, reply, true)
    if (passed === true) return handler.call(this, request, reply)
    if (passed === false) return reply
    return passed.then((may) => (may ? handler.call(this, request, reply) : reply))
  }
  HOOKS.set(guarded, function guardRequest(request, reply, done) {
    const passed = check(this, request, reply, false)
    if (passed === true) done()
    else if (passed !== false) passed.then((may) => may && done(), done)
  })
  return guarded
}

/** Asks the guard of the application that a route belongs to. */
type Check = (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  isParsed: boolean,
) => boolean | Promise<boolean>

function createCheck(options: RouteOptions): Check {
  // A route belongs to one application, mostly; to look its guard up for each request would cost as much as to judge the token.
  let known: FastifyInstance | undefined
  let guard: Guard | undefined
  return (app, request, reply, isParsed) => {
    if (app !== known || guard === undefined) {
      known = app
      guard = (app as { oauth?: { [GUARD]?: Guard } }).oauth?.[GUARD]
    }
    return guard === undefined ? denyAll(reply) : guard(request, reply, options, isParsed)
  }
}

/** The `onRequest` hooks of handlers that {@link withMCPAuth} has made. */
const HOOKS = new WeakMap<RouteHandlerMethod, onRequestHookHandler>()

/** Makes guarded routes that are added from now on check the token before the body is parsed. */
export function guardBeforeParsing(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const hook = HOOKS.get(route.handler)
    const others = [route.onRequest ?? []].flat()
    // The HEAD route that Fastify adds to a GET route has the hook already.
    if (hook !== undefined && !others.includes(hook)) route.onRequest = [...others, hook]
  })
}

/** Headers of every answer of the guard: scripts of every origin may read it, and it must not be cached. */
const HEADERS = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
} as const

/** The answer while no token can be checked. */
function denyAll(reply: FastifyReply): false {
  void reply
    .code(503)
    .headers({ ...HEADERS, 'retry-after': '5' })
    .send({
      error: 'temporarily_unavailable',
      error_description: 'Access tokens cannot be verified at the moment.',
    })
  return false
}

const DESCRIPTIONS: Readonly<Record<TokenFault, string>> = {
  expired: 'The access token has expired.',
  revoked: 'The access token is revoked.',
  invalid: 'The access token is not one of this server, or not for this resource.',
  unknown_key: 'The access token is signed with a key that this server does not have.',
}

/** Answers a request that is refused. */
type Deny = (reply: FastifyReply, denial: Denial) => false

function createDeny(mcp: McpContext['mcp']): Deny {
  const metadataUrl = resourceMetadataUrl(mcp)
  return (reply, denial) => {
    void reply
      .code(denial.status)
      .headers({ ...HEADERS, 'www-authenticate': challengeOf(denial, metadataUrl) })
      .send({ error: denial.error ?? 'invalid_token', error_description: denial.description })
    return false
  }
}

/** Accepts a valid token that the route is satisfied with, and refuses all others. */
function createAdmit({ audit, mcp }: Pick<McpContext, 'mcp' | 'audit'>, deny: Deny) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    options: RouteOptions,
    judged: VerifiedToken | TokenFault,
    isParsed: boolean,
  ): boolean => {
    if (typeof judged === 'string') {
      audit.reject(judged, mcp.resource)
      const scopes = challengedScopes(options.scopes, request)
      const description = DESCRIPTIONS[judged]
      return deny(reply, { status: 401, error: 'invalid_token', description, scopes })
    }
    const denial = denialOf(request, options, judged, isParsed)
    if (denial !== undefined) {
      audit.reject(denial.error ?? '', mcp.resource)
      return deny(reply, denial)
    }
    request.mcp = judged.auth
    return true
  }
}

/** What a route misses in a valid token; undefined if nothing. */
function denialOf(
  request: FastifyRequest,
  { scopes: wanted, needed }: RouteOptions,
  judged: VerifiedToken,
  isParsed: boolean,
): Denial | undefined {
  const { auth, scopes } = judged
  // A new token must not lack what the old one had.
  const withHeld = (required: readonly string[]) => [
    ...new Set([...auth.scope.split(' ').filter(Boolean), ...required]),
  ]
  if (!hasAuthenticated(auth, needed, Date.now())) {
    return {
      status: 401,
      error: 'insufficient_user_authentication',
      description: 'The person must authenticate again, as acr_values and max_age say.',
      scopes: withHeld(challengedScopes(wanted, request)),
      needed,
    }
  }
  if (typeof wanted === 'function' && !isParsed) return undefined
  const required = typeof wanted === 'function' ? [...wanted(request)] : wanted
  if (judged.satisfied === required || required.every((scope) => scopes.has(scope))) {
    judged.satisfied = required
    return undefined
  }
  const description = 'The access token lacks a scope that this operation requires.'
  const error = 'insufficient_scope'
  return { status: 403, error, description, scopes: withHeld(required) }
}

/** Makes the {@link Guard} of an instance. */
export function createGuard(
  context: Pick<McpContext, 'logger' | 'mcp' | 'keys' | 'revocations' | 'audit'>,
): Guard {
  const { revocations, logger, mcp } = context
  const tokens = createTokenJudge(context)
  const deny = createDeny(mcp)
  const admit = createAdmit(context, deny)
  return (request, reply, options, isParsed) => {
    const { authorization = '' } = request.headers
    const now = Date.now()
    const known = tokens.recall(authorization, now)
    const token = known === undefined ? readToken(authorization) : ''
    if (typeof token !== 'string') {
      return deny(reply, { ...token, scopes: challengedScopes(options.scopes, request) })
    }
    if (!revocations.isFresh(now)) return denyAll(reply)
    if (known !== undefined) return admit(request, reply, options, known, isParsed)
    return tokens.verify(token, authorization).then(
      (judged) => admit(request, reply, options, judged, isParsed),
      (error: unknown) => {
        logger.warn({ cause: explain(error) }, 'an access token could not be verified')
        return denyAll(reply)
      },
    )
  }
}

/** The option `scopes`. */
type Wanted = NonNullable<MCPAuthOptions['scopes']>

const NO_SCOPES: readonly string[] = []

/** The scopes for the challenge to a request without a valid token. Its body, which a function may want to read, may not be there. */
function challengedScopes(wanted: Wanted, request: FastifyRequest): readonly string[] {
  if (typeof wanted !== 'function') return wanted
  try {
    return [...wanted(request)]
  } catch {
    return NO_SCOPES
  }
}

/** Longer tokens cannot be ours, and are refused without a check. */
const MAX_TOKEN = 8_192

/** RFC 6750, section 2.1. */
const CREDENTIALS = /^Bearer +([\w.~+/-]+=*)$/i

function readToken(authorization: string): string | Omit<Denial, 'scopes'> {
  if (!/^Bearer\b/i.test(authorization))
    return { status: 401, error: undefined, description: 'An access token is required.' }
  const token = CREDENTIALS.exec(authorization)?.[1]
  if (token !== undefined && token.length <= MAX_TOKEN) return token
  const description = 'The Authorization header is malformed.'
  return { status: 400, error: 'invalid_request', description }
}

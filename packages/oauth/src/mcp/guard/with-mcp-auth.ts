import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { readNeeded } from '../../session/needed-authentication.ts'
import { denyAll, type Guard, type Guards, type RouteOptions } from './guard.ts'

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
   * factor. Other tokens get 401 `insufficient_user_authentication` (RFC 9470), and the client then starts a sign-in with this
   * requirement.
   * @default any
   */
  readonly acr?: readonly string[]
  /**
   * Seconds since the person authenticated at the provider, at most; older tokens get 401 `insufficient_user_authentication`. A
   * person reads pages between authenticating and the first request, so values below a minute ask people again and again.
   * @default any
   */
  readonly maxAge?: number
  /**
   * The protected resource that the route belongs to, as in `mcp.resources`: its URI, or its path at the issuer. Tokens for other
   * resources are refused.
   * @default `mcp.resource`
   */
  readonly resource?: string
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
 * On routes that are added after the plugin, the token is checked before the body is parsed (`onRequest`), and once more before
 * the handler runs: a request without a valid token is answered independently of its body.
 *
 * @example
 * app.post('/mcp', withMCPAuth(async (request) => answer(request.body, request.mcp.sub), { scopes: ['orders:read'] }))
 */
export function withMCPAuth(
  handler: RouteHandlerMethod,
  { scopes = [], acr, maxAge, resource }: MCPAuthOptions = {},
): RouteHandlerMethod {
  // The lists are copied, here and below, because the application can change its lists, and the guard caches that a token has all
  // scopes of a list.
  const options = {
    scopes: typeof scopes === 'function' ? scopes : [...scopes],
    needed: readNeeded('withMCPAuth', { acr, maxAge }),
  }
  const check = createCheck(options, resource)
  const guarded: RouteHandlerMethod = function guarded(request, reply) {
    const passed = check(this, request, reply, true)
    if (passed === true) return handler.call(this, request, reply)
    if (passed === false) return reply
    return passed.then((may) => (may ? handler.call(this, request, reply) : reply))
  }
  const hook: onRequestHookHandler = function guardRequest(request, reply, done) {
    const passed = check(this, request, reply, false)
    if (passed === true) done()
    else if (passed !== false) passed.then((may) => may && done(), done)
  }
  HOOKS.set(guarded, { hook, resource })
  return guarded
}

/** Asks the guard of the application that a route belongs to. */
type Check = (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  isParsed: boolean,
) => boolean | Promise<boolean>

function createCheck(options: RouteOptions, resource: string | undefined): Check {
  // A route usually belongs to one application. Looking up its guard for each request would cost as much as checking the token.
  let known: FastifyInstance | undefined
  let guard: Guard | undefined
  return (app, request, reply, isParsed) => {
    if (app !== known || guard === undefined) {
      known = app
      guard = guardsOf(app)?.find(resource)
    }
    return guard === undefined ? denyAll(reply) : guard(request, reply, options, isParsed)
  }
}

function guardsOf(app: FastifyInstance): Guards | undefined {
  return (app as { oauth?: { [GUARD]?: Guards } }).oauth?.[GUARD]
}

/** The `onRequest` hooks of handlers that {@link withMCPAuth} has made, and their resources. */
const HOOKS = new WeakMap<
  RouteHandlerMethod,
  { readonly hook: onRequestHookHandler; readonly resource: string | undefined }
>()

/** Makes guarded routes that are added from now on check the token before the body is parsed. */
export function guardBeforeParsing(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const guarded = HOOKS.get(route.handler)
    if (guarded === undefined) return
    const { hook, resource } = guarded
    // A resource that is not configured is reported when the route is added.
    guardsOf(app)?.find(resource)
    const others = [route.onRequest ?? []].flat()
    // The HEAD route that Fastify adds to a GET route has the hook already.
    if (!others.includes(hook)) route.onRequest = [...others, hook]
  })
}

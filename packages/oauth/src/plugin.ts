import cookie from '@fastify/cookie'
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import fp from 'fastify-plugin'
import { createOAuthAdmin, type OAuthAdmin } from './admin/admin.ts'
import { cleanRegularly } from './clean-regularly.ts'
import { codeProblems } from './config/code-problems.ts'
import type { Config } from './config/config.ts'
import type { OAuthOptions } from './config/options.ts'
import { proxyProblems } from './config/proxy-problems.ts'
import { readConfig } from './config/read-config.ts'
import type { Context } from './context.ts'
import { debugRoutes } from './debug/routes.ts'
import { HookRegistry, processHooks } from './hook-registry.ts'
import type { HooksToRegister } from './hooks.ts'
import { noSession, type OAuthSession, sessionOf } from './host-session.ts'
import type { RevokeGrants } from './logout/end-reported.ts'
import { logoutRoutes } from './logout/routes.ts'
import { createClientSignIns } from './mcp/authorize/client-sign-ins.ts'
import { hostSignInRoutes } from './mcp/authorize/host-sign-in.ts'
import { createOAuthMcp, type OAuthMcp, revokeGrants } from './mcp/connections/connected-clients.ts'
import { createMcp, mcpRoutes, refreshRegularly } from './mcp/create-mcp.ts'
import { sendNonces } from './mcp/dpop/send-nonces.ts'
import { createGuards, type Guards } from './mcp/guard/guard.ts'
import type { MCPAuth } from './mcp/guard/verify-token.ts'
import { GUARD, guardBeforeParsing, withMCPAuth } from './mcp/guard/with-mcp-auth.ts'
import type { McpContext } from './mcp/mcp-context.ts'
import { createMetrics, type Metric } from './metrics.ts'
import { createRegistry } from './providers/registry.ts'
import type { OAuthUser } from './providers/user/oauth-user.ts'
import { type AccessHeaders, createAccessHeaders } from './session/access-headers.ts'
import { openTokens } from './session/oauth-session.ts'
import { endSignIns } from './session/sign-in.ts'
import { type StepUpFunctions, stepUpFunctions } from './session/step-up.ts'
import { createValidator, type SessionValidator } from './session/validate.ts'
import { withOAuthValidation } from './session/with-oauth-validation.ts'
import { explain } from './shared/explain.ts'
import { routerOptions } from './shared/router-options.ts'
import { createSealer } from './shared/sealer.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** The decorator `app.oauth`. */
export interface OAuth extends AccessHeaders, StepUpFunctions {
  /**
   * Registers hooks of this instance.
   *
   * @throws OAuthError `OAUTH_HOOK_REGISTERED` when one of them is registered already
   */
  registerHooks(hooks: HooksToRegister): void
  /** Wraps the handler of a route that needs a signed-in person; the same as the export. */
  readonly withOAuthValidation: typeof withOAuthValidation
  /** Wraps the handler of a route for MCP clients; the same as the export. */
  readonly withMCPAuth: typeof withMCPAuth
  /** The authorization server for MCP clients; undefined while it is off. */
  readonly mcp: OAuthMcp | undefined
  /** Administration: clients, what they may do for people, sign-ins, and the audit. */
  readonly admin: OAuthAdmin
  /**
   * Returns the counters of this process, to be bound to a system of metrics: tokens issued and refused, sign-ins, registrations, and
   * refusals of the guard. Names and labels are the same in each call.
   *
   * @example
   * for (const { name, labels, value } of app.oauth.metrics()) console.log(name, labels, value)
   */
  metrics(): readonly Metric[]
  /** @internal */
  readonly [GUARD]: Guards | undefined
  /**
   * Returns the access token of the signed-in person for the API of the provider. It is valid, because the plugin refreshes it at the
   * start of a request if necessary. Returns undefined if nobody is signed in.
   *
   * @throws OAuthError `OAUTH_SEAL` when the secret has changed since the sign-in
   */
  accessToken(request: FastifyRequest): string | undefined
  /**
   * Checks the session of a request on which the hooks of the plugin do not run: refreshes the tokens of the person if that is due, and ends
   * the session if its sign-in is over. Costs nothing while nothing is due, which is until `session.oauth.checkAt`. The caller saves the
   * session if it was modified.
   *
   * @param request with `session` and `sessionStore`, as `@fastify/session` sets them
   */
  checkSession(request: FastifyRequest): Promise<void>
  /**
   * Ends the sign-in of the session of a request, for an application that signs the person in by itself. The session stays: give it a new
   * id with `session.regenerate`.
   */
  endSignIn(request: FastifyRequest): Promise<void>
  /**
   * Ends every sign-in of a user, for example after the application has removed the user. The store deletes their tokens at once, and
   * tokens are no longer refreshed. The sessions, which also contain encrypted tokens, end at their next check, within
   * `tokenValidationInterval` (15 minutes). To end them at once, also delete them from the session store of the application. With
   * `mcp.revokeGrantsWithSignIns`, MCP clients can do nothing more for the user either, as after `app.oauth.mcp.revokePerson`.
   *
   * @param user the value of `request.session.user`
   * @example
   * await app.oauth.endSignIns(account.id)
   */
  endSignIns(user: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    oauth: OAuth
  }
  interface FastifyRequest {
    /** The claims of the caller's access token in a handler with `withMCPAuth`; null elsewhere. */
    mcp: MCPAuth | null
  }
  /** The fields of a session. The name of the interface is given by `@fastify/session`. */
  interface Session {
    /** Identifier of the user; absent for people who have not signed in. */
    user?: string
    /** The person as the provider describes them. */
    oauthUser?: OAuthUser
    /** Internal to the plugin: the sign-in of the session. The tokens are encrypted. */
    oauth?: OAuthSession
  }
}

/** A logout token has about 1 KB. */
const MAX_BODY_BYTES = 64 * 1024

const plugin: FastifyPluginAsync<OAuthOptions> = async (app: FastifyInstance, options) => {
  const { store, users, http, documentHttp, substitute, logger = app.log, ...file } = options
  const inCode = codeProblems(options, process.env, routerOptions(app))
  const others = [...inCode, ...proxyProblems()]
  const config = readConfig(file, process.env, { substitute, others })
  if (!app.hasRequestDecorator('session')) throw noSession('the application has none')
  const hooks = new HookRegistry(processHooks)
  const providers = createRegistry(config, () => hooks.get('onResolveProvider'), logger, http)
  const context: Context & { readonly config: Config } = {
    config,
    // Loaded only here, because Node 22 prints a warning about `node:sqlite`.
    store: store ?? (await import('./store/sqlite/memory.ts')).memoryStore(),
    users,
    hooks,
    sealer: createSealer(config.secrets),
    logger,
    providers,
    metrics: createMetrics(providers.names),
  }
  await context.store.prepare()
  const mcp = config.mcp && (await createMcp(context, config.mcp, documentHttp))
  if (!app.hasReplyDecorator('setCookie')) await app.register(cookie)
  warnOfSettings(context)
  const validator = createValidator(context)
  app.addHook('onRequest', (request, _, done) => {
    const checking = validator.validate(request)
    if (checking === undefined) done()
    else checking.then(() => done(), done)
  })
  await app.register(routes(context, validator, mcp))
  if (mcp !== undefined) {
    sendNonces(app, mcp.proofs)
    await app.register(mcpRoutes(mcp))
    refreshRegularly(app, mcp)
  }
  app.decorateRequest('mcp', null)
  guardBeforeParsing(app)
  cleanRegularly(app, context)
  app.addHook('onClose', async () => {
    hooks.close()
    await context.providers.close()
  })
  app.decorate('oauth', instanceOf(context, mcp, validator))
}

function instanceOf(
  context: Pick<Context, 'store' | 'hooks' | 'sealer' | 'metrics' | 'providers'>,
  mcp: McpContext | undefined,
  validator: SessionValidator,
): OAuth {
  return {
    ...createAccessHeaders(context),
    checkSession: async (request) => await validator.validate(request),
    registerHooks: (hooks) => context.hooks.register(hooks),
    withOAuthValidation,
    ...stepUpFunctions(context),
    withMCPAuth,
    [GUARD]: mcp && createGuards(mcp),
    mcp: mcp && createOAuthMcp(mcp),
    admin: createOAuthAdmin(context, mcp),
    metrics: () => context.metrics.read(),
    accessToken: (request) => {
      const { oauth: session } = sessionOf(request)
      return session && openTokens(context, session).accessToken
    },
    endSignIn: async (request) => {
      const { oauth: session } = sessionOf(request)
      if (session) await context.store.signIns.end([session.loginId])
    },
    endSignIns: async (user) => {
      await endSignIns(context, user)
      await revokerOf(mcp)?.(user)
    },
  }
}

/** Ends the grants of clients for a user, if the options end them with the sign-ins. */
function revokerOf(mcp: McpContext | undefined): RevokeGrants | undefined {
  return mcp?.mcp.revokeGrantsWithSignIns
    ? async (user) => await revokeGrants(mcp, user)
    : undefined
}

function routes(
  context: Context & { readonly config: Config },
  validator: SessionValidator,
  mcp: McpContext | undefined,
): FastifyPluginAsync {
  return async (scope) => {
    // Forms of browsers and of providers. Parsers of the application do not apply here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json', 'text/plain'],
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_, body, done) => done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => answerError(context, error, request, reply))
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    })
    const clientSignIns = mcp && createClientSignIns(mcp)
    signInRoutes(scope, context, clientSignIns)
    if (mcp && clientSignIns) hostSignInRoutes(scope, mcp, clientSignIns)
    logoutRoutes(scope, context, revokerOf(mcp))
    await scope.register(debugRoutes(context, validator))
  }
}

/** Sends the message of errors that the caller caused. Other messages, such as those of a database, are not sent to browsers. */
function answerError(
  { logger }: Pick<Context, 'logger'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500, message } = error as FastifyError
  if (statusCode < 500) return reply.code(statusCode).send({ error: 'Bad request', message })
  const path = request.url.split('?', 1)[0]
  logger.error({ path, cause: explain(error) }, 'a request of @entrepot/oauth failed')
  if (statusCode !== 503) return reply.code(500).send({ error: 'Internal server error' })
  return reply.code(503).header('retry-after', '5').send({ error: 'Service unavailable' })
}

function warnOfSettings({
  config,
  store,
  logger,
}: Pick<Context, 'store' | 'logger'> & { readonly config: Config }): void {
  const isProduction = process.env.NODE_ENV === 'production'
  for (const name of config.inactive) {
    logger.warn({ provider: name }, 'the provider has no client id or credentials: it is inactive')
  }
  if (config.hasGeneratedSecret) {
    logger.warn("the option 'secret' is not set: sessions cannot be refreshed after a restart")
  }
  if (isProduction && config.debug)
    logger.error('debug endpoints are open IN PRODUCTION: turn debug off')
  if (isProduction && store.isVolatile)
    logger.warn(
      'the memory store is not for production: it forgets with the process, and nodes do not share it',
    )
}

/**
 * Sign-in through OAuth 2.0 and OpenID Connect providers, as a plugin for Fastify >= 5. Needs sessions: register
 * `@fastify/cookie` and `@fastify/session` first.
 *
 * @throws OAuthError while the application starts: `OAUTH_CONFIG` with every problem of the options, `OAUTH_NO_SESSION`,
 * `OAUTH_STORE_RIGHT`, `OAUTH_STORE_VERSION`, `OAUTH_STORE_OLD`
 * @example
 * await app.register(cookie)
 * await app.register(session, { secret: process.env.SESSION_SECRET })
 * await app.register(oauth, {
 *   redirectUri: 'https://shop.example/oauth/callback',
 *   providers: { google: { clientId: '${GOOGLE_CLIENT_ID}', clientSecret: '${GOOGLE_CLIENT_SECRET}' } },
 * })
 */
export const oauth: FastifyPluginAsync<OAuthOptions> = fp(plugin, {
  name: '@entrepot/oauth',
  fastify: '>=5.0.0',
})

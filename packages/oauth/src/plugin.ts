import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { readConfig } from './config/read-config.ts'
import { HookRegistry, type HooksToRegister, processHooks } from './hooks.ts'
import type { OAuthOptions } from './options.ts'
import type { OAuthUser } from './providers/oauth-user.ts'
import { noSession, type OAuthSession } from './session/host-session.ts'
import { withOAuthValidation } from './session/with-oauth-validation.ts'
import { memoryStore } from './store/memory/index.ts'

/** What the plugin puts on the application as `app.oauth`. */
export interface OAuth {
  /**
   * Registers hooks of this instance.
   *
   * @throws OAuthError `OAUTH_HOOK_REGISTERED` when one of them is registered already
   */
  registerHooks(hooks: HooksToRegister): void
  /** Wraps the handler of a route that needs a signed-in person; the same as the export. */
  readonly withOAuthValidation: typeof withOAuthValidation
}

declare module 'fastify' {
  interface FastifyInstance {
    oauth: OAuth
  }
  /** What a session holds: `@fastify/session` gives it its name. */
  interface Session {
    /** Identifier of the user; absent for people who have not signed in. */
    user?: string
    /** The person as the provider describes them. */
    oauthUser?: OAuthUser
    /** The plugin's own: which sign-in the session stands on. Tokens are sealed. */
    oauth?: OAuthSession
  }
}

const plugin: FastifyPluginAsync<OAuthOptions> = async (app: FastifyInstance, options) => {
  const { store = memoryStore(), users: _users, http: _http, logger: _logger, ...file } = options
  readConfig(file, process.env)
  if (!app.hasRequestDecorator('session')) throw noSession('the application has none')
  const hooks = new HookRegistry(processHooks)
  await store.prepare()
  app.decorate('oauth', {
    registerHooks: (more) => hooks.register(more),
    withOAuthValidation,
  })
}

/**
 * Sign-in through OAuth 2.0 and OpenID Connect providers, as a plugin for Fastify >= 5. Needs sessions: register
 * `@fastify/cookie` and `@fastify/session` first.
 *
 * @throws OAuthError while the application starts: `OAUTH_CONFIG` with every problem of the options, `OAUTH_NO_SESSION`,
 * `OAUTH_STORE_RIGHT`, `OAUTH_STORE_VERSION`
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

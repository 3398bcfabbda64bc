/** The part of the application that people use: sessions, plugins, pages. The API beside it pays nothing for them. */
import type { Database } from '@entrepot/database'
import { postgresStore } from '@entrepot/oauth/postgres'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Config } from '../config/config.ts'
import { OAUTH_PACKAGE } from '../config/rules.ts'
import type { DevIdpProcess } from '../dev-idp/process.ts'
import { pages } from '../pages/routes.ts'
import { registerPlugins } from '../plugins/register-plugins.ts'
import { deriveKey } from '../secrets.ts'
import { cleanSessions, postgresSessions } from '../sessions/session-store.ts'
import { onLoginOf } from './admission.ts'
import { handleErrors } from './errors.ts'
import { refuseForeignForms, requireHttps } from './guards.ts'
import { completeEntries, providersOf } from './providers.ts'

/** What {@link people} needs. */
export interface PeopleParts {
  readonly config: Config
  readonly database: Database
  /** Origin that people open. */
  readonly publicUrl: string
  readonly secrets: readonly string[]
  readonly devIdp: DevIdpProcess | undefined
}

/**
 * Sessions, the plugins of the configuration in their order, and the pages of the hub, as a plugin with a scope of its own.
 *
 * @throws ConfigError naming the entry of a plugin that does not start
 */
export const people: FastifyPluginAsync<PeopleParts> = async (scope, parts) => {
  const { config, database, publicUrl, devIdp } = parts
  handleErrors(scope)
  await registerSessions(scope, parts)
  const entries = completeEntries(config, parts)
  await registerPlugins(scope, entries, config.file, {
    [OAUTH_PACKAGE]: async () => ({ store: postgresStore(database), logger: scope.log }),
  })
  if (scope.hasDecorator('oauth')) {
    // Nobody owns example.com (RFC 2606): only the development provider says that somebody has an address there.
    const samples = devIdp ? ['example.com'] : []
    const { allowedEmails, allowedDomains } = config.signIn
    const allowed = { emails: allowedEmails, domains: [...allowedDomains, ...samples] }
    scope.oauth.registerHooks({ onLogin: onLoginOf(database, allowed) })
  }
  if (config.mcp.enabled) {
    // Loaded only where it is used: the SDK costs an idle hub memory.
    const { mcp } = await import('../mcp/routes.ts')
    await scope.register(mcp, { database, publicUrl })
  }
  await scope.register(pages, {
    publicUrl,
    providers: providersOf(entries),
    contact: config.signIn.contact,
  })
}

async function registerSessions(
  scope: FastifyInstance,
  { config, database, publicUrl, secrets }: PeopleParts,
): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  // __Host-: no other host of the domain can set it (RFC 6265bis, section 4.1.3.2). It needs Secure, so not on http.
  const cookieName = `${isHttps ? '__Host-' : ''}entrepot_session`
  requireHttps(scope, isHttps)
  await scope.register(cookie)
  await scope.register(session, {
    secret: secrets.map((secret) => deriveKey(secret, 'session')),
    store: postgresSessions(database, config.session),
    cookieName,
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      // The database ends what is idle; the library would end it a fixed time after the last change.
      maxAge: config.session.maxHours * 3_600_000,
    },
    saveUninitialized: false,
    rolling: false,
  })
  signAnew(scope, cookieName)
  refuseForeignForms(scope, publicUrl, cookieName)
  const stop = cleanSessions(database, scope.log)
  scope.addHook('onClose', async () => stop())
}

/**
 * Signs the cookies of earlier secrets with the first one. The library opens them, but would then remove them from the
 * browser, unless the session was changed: seen with @fastify/session 11.1.3.
 */
function signAnew(scope: FastifyInstance, cookieName: string): void {
  scope.addHook('onRequest', async ({ cookies, session }) => {
    const signed = cookies[cookieName]
    const isOpened = signed !== undefined && session.storedAs !== undefined
    if (isOpened && signed !== session.encryptedSessionId) await session.save()
  })
}

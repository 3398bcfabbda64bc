/** The part of the application that people use: sessions, plugins, pages. The API beside it pays nothing for them. */
import type { Database } from '@entrepot/database'
import { postgresStore } from '@entrepot/oauth/postgres'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { ConfigError } from '../config/problems.ts'
import { OAUTH_PACKAGE } from '../config/rules.ts'
import type { Config } from '../config/types.ts'
import type { DevIdpProcess } from '../dev-idp/process.ts'
import { pages } from '../pages/routes.ts'
import { enablePages } from '../pages/send-page.ts'
import { registerPlugins } from '../plugins/register-plugins.ts'
import { deriveKey } from '../secrets.ts'
import { cleanSessions, postgresSessions } from '../sessions/session-store.ts'
import { onLoginOf } from './admission.ts'
import { handleErrors } from './errors.ts'
import { refuseForeignForms, requireHttps } from './guards.ts'
import { completeEntries, type ProviderChoice, providersOf } from './providers.ts'

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
  // First, as everything after it may answer with a page.
  await enablePages(scope, publicUrl)
  handleErrors(scope)
  await registerSessions(scope, parts)
  const entries = completeEntries(config, parts)
  await registerPlugins(scope, entries, config.file, {
    [OAUTH_PACKAGE]: { store: postgresStore(database), logger: scope.log },
  })
  if (scope.hasDecorator('oauth')) {
    // Nobody owns example.com (RFC 2606): only the development provider says that somebody has an address there.
    const samples = devIdp ? ['example.com'] : []
    const { allowedEmails, allowedDomains } = config.signIn
    const allowed = { emails: allowedEmails, domains: [...allowedDomains, ...samples] }
    scope.oauth.registerHooks({ onLogin: onLoginOf(database, allowed) })
  }
  await registerOwn(scope, parts, providersOf(entries)).catch((error: unknown) => {
    throw explainTakenPath(error)
  })
}

/** What the hub itself has for people and their agents. */
async function registerOwn(
  scope: FastifyInstance,
  { config, database, publicUrl }: PeopleParts,
  providers: readonly ProviderChoice[],
): Promise<void> {
  if (config.mcp.enabled) {
    // Loaded only where it is used: the SDK costs an idle hub memory.
    const { mcp } = await import('../mcp/routes.ts')
    const { allowedOrigins } = config.mcp
    await scope.register(mcp, { database, publicUrl, allowedOrigins })
  }
  await scope.register(pages, {
    publicUrl,
    providers,
    contact: config.signIn.contact,
    mcp: config.mcp.enabled ? scope.oauth.mcp : undefined,
  })
}

/** The pages come after the plugins, whose sign-in they show; so it is they who find a path taken. */
function explainTakenPath(error: unknown): unknown {
  const { code, message } = error as FastifyError
  if (code !== 'FST_ERR_DUPLICATED_ROUTE') return error
  const text = `One of them has a path of the hub itself: ${message}. Give that plugin a prefix, such as prefix: /shop.`
  return new ConfigError([{ source: undefined, path: 'plugins', message: text }], { cause: error })
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

/** The part of the application that people and their agents use. The API is outside this scope and has no session hooks. */
import type { Database } from '@entrepot/database'
import { postgresStore } from '@entrepot/oauth/postgres'
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Entrance } from '../access/entrance.ts'
import { CLIENTS_PATH } from '../agents/clients/page.ts'
import { clientRoutes } from '../agents/clients/routes.ts'
import { resolveAgent } from '../agents/headless-agents/headless-agents.ts'
import { touchAgent } from '../agents/headless-agents/store.ts'
import { resolveWorkloads } from '../agents/headless-agents/workloads.ts'
import { ConfigError } from '../config/problems.ts'
import { OAUTH_PACKAGE } from '../config/provider-rules.ts'
import { deriveKey } from '../config/secrets.ts'
import type { Config } from '../config/types.ts'
import { type NodeClock, WrongClockError } from '../node-clock.ts'
import type { HubMetrics } from '../operations/metrics/metrics.ts'
import { recordAgents, recordAgentsPeriodically } from '../people/agent-events/record-agents.ts'
import { firstOwnerPages } from '../people/first-owner/pages.ts'
import { invitationPages } from '../people/invitations/pages.ts'
import { readPerson } from '../people/members/people.ts'
import { passkeyPages } from '../people/passkeys/pages.ts'
import { type PageScript, readPageScript } from '../people/passkeys/script.ts'
import { authenticationOf } from '../people/sessions/authentication.ts'
import { registerSessions } from '../people/sessions/register-sessions.ts'
import { selectUser } from '../people/users/store.ts'
import { handleErrors } from '../site/pages/error-pages.ts'
import { enablePages } from '../site/pages/send-page.ts'
import type { DevIdpProcess } from './dev-idp/process.ts'
import { limitSignIns } from './limits.ts'
import { registerPlugins } from './plugins/register-plugins.ts'
import { customersOf, limitGrantsOf, onLoginOf, passkeyPersonOf } from './sign-in/admission.ts'
import { findAsserted } from './sign-in/asserted-person.ts'
import { completeEntries, type ProviderChoice, providersOf } from './sign-in/providers.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { type SignInContent, signInPage } from './sign-in/start-page.ts'
import { createNeededOf, type NeededOf, stepUpRoutes } from './sign-in/step-up.ts'

/** What {@link people} needs. */
export interface PeopleParts {
  /** The whole application, whose API the tools of agents call. */
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly clock: NodeClock
  /** Origin that people open. */
  readonly publicUrl: string
  readonly secrets: readonly string[]
  readonly devIdp: DevIdpProcess | undefined
  readonly metrics?: HubMetrics | undefined
  readonly entrance: Entrance
  /** Counts a request that passes because the store of the limits cannot be reached. */
  readonly onUnlimited: () => void
}

/**
 * Sessions, the plugins of the configuration in their order, and the pages of the hub, as a plugin with a scope of its own.
 *
 * @throws ConfigError naming the entry of a plugin that does not start
 */
export const people: FastifyPluginAsync<PeopleParts> = async (scope, parts) => {
  const { config, database, publicUrl, secrets } = parts
  const script = config.signIn.passkeys ? readPageScript() : undefined
  // First, because everything after it may answer with a page.
  await enablePages(scope, publicUrl, script?.source)
  handleErrors(scope)
  scope.addHook('onRequest', async () => {
    if (await parts.clock.isWrong()) throw new WrongClockError()
  })
  limitSignIns(scope, database, config.limits, parts.onUnlimited)
  const sessions = await registerSessions(scope, {
    database,
    publicUrl,
    secrets,
    lives: config.session,
  })
  const entries = completeEntries(config, parts)
  await registerPlugins(scope, entries, config.file, {
    [OAUTH_PACKAGE]: { store: postgresStore(database), logger: scope.log },
  })
  if (scope.hasDecorator('oauth')) {
    registerHooks(scope, parts)
    const stop = recordAgentsPeriodically(database, scope.log)
    scope.addHook('onClose', async () => await stop())
    parts.metrics?.addCounters('Counter of the sign-in.', () => scope.oauth.metrics())
    parts.entrance.open(scope, sessions)
  }
  try {
    if (config.mcp.enabled) await registerMcp(scope, parts)
    await registerPages(scope, parts, providersOf(entries), script)
  } catch (error) {
    throw explainTakenPath(error)
  }
}

/** What the hub decides about sign-ins and agents, at the calls of the sign-in. */
function registerHooks(scope: FastifyInstance, { config, database, devIdp }: PeopleParts): void {
  // example.com is reserved (RFC 2606): only the development provider confirms addresses there.
  const samples = devIdp ? ['example.com'] : []
  const { allowedEmails, allowedDomains } = config.signIn
  const allowed = { emails: allowedEmails, domains: [...allowedDomains, ...samples] }
  const onLogin = onLoginOf(database, allowed, config.signIn.groups)
  scope.oauth.registerHooks({
    onLogin,
    onMCPAccounts: customersOf(database),
    onMCPAuthorize: limitGrantsOf(database),
    onMCPRefresh: limitGrantsOf(database),
    onMCPHostSession: passkeyPersonOf(database),
    onResolveMCPClient: async (clientId) => await resolveAgent(database, clientId),
    onResolveMCPWorkloads: async (token) => await resolveWorkloads(database, token),
    onMCPIdentityAssertion: async (assertion) => await findAsserted(database, assertion),
    onMCPTokenIssued: async ({ type, sub }) => {
      if (type === 'access') await recordAgentsOf(database, sub)
      if (type === 'client_credentials') await touchAgent(database, sub)
    },
  })
}

/** Records what a person has allowed to agents, or ended. */
async function recordAgentsOf(database: Database, userId: string): Promise<void> {
  const person = await readPerson(database, userId)
  if (person === undefined) return
  await recordAgents(database, userId, { kind: 'person', id: userId, label: person.email })
}

/** The MCP endpoint. It is loaded only if it is enabled, because the SDK needs memory. */
async function registerMcp(
  scope: FastifyInstance,
  { app, config, database, publicUrl, secrets, entrance }: PeopleParts,
): Promise<void> {
  const { mcp } = await import('../access/mcp/routes.ts')
  const { allowedOrigins } = config.mcp
  const { findPerson, findAgent } = entrance
  const { stepUp } = config.signIn
  const [secret = ''] = secrets
  const stateKey = Buffer.from(deriveKey(secret, 'questions of agents'), 'base64url')
  await scope.register(mcp, {
    ...{ app, database, findPerson, findAgent, stepUp, stateKey },
    ...{ publicUrl, allowedOrigins },
  })
}

async function registerPages(
  scope: FastifyInstance,
  { config, database, publicUrl }: PeopleParts,
  providers: readonly ProviderChoice[],
  script: PageScript | undefined,
): Promise<void> {
  const { contact } = config.signIn
  const isMember = async (userId: string) =>
    ((await readPerson(database, userId))?.memberships.length ?? 0) > 0
  const own = { providers, passkeys: script?.element, contact }
  const askToSignIn = (shown: Partial<SignInContent> = {}) => signInPage({ ...own, ...shown })
  const mcp = config.mcp.enabled ? scope.oauth.mcp : undefined
  if (mcp !== undefined) {
    const onRevoked = async (user: string) => await recordAgentsOf(database, user)
    const shown = { signInPage: () => askToSignIn({ redirect: CLIENTS_PATH }) }
    await scope.register(clientRoutes, { mcp, ...shown, onRevoked, isMember })
  }
  await scope.register(invitationPages, {
    database,
    signInPage: (redirect, introduction, email) => {
      const create = { reason: 'invitation', next: redirect, email } as const
      return askToSignIn({ redirect, introduction, create })
    },
  })
  await scope.register(firstOwnerPages, {
    database,
    signInPage: (redirect) =>
      askToSignIn({
        ...{ redirect, introduction: script ? OWNER_INTRODUCTION : '' },
        create: { reason: 'owner', next: redirect },
      }),
  })
  const rolesOf = async (userId: string) =>
    (await readPerson(database, userId))?.memberships.map(({ role }) => role) ?? []
  const neededOf = createNeededOf(config.signIn.stepUp, rolesOf)
  if (script !== undefined)
    await registerPasskeys(scope, { database, publicUrl, neededOf }, script, askToSignIn)
  if (scope.hasDecorator('oauth')) await scope.register(stepUpRoutes, { neededOf, askToSignIn })
  const clientsPath = mcp && CLIENTS_PATH
  const findUser = async (userId: string) => await selectUser(database, userId)
  const shown = { askToSignIn, contact, findUser, clientsPath, isMember }
  await scope.register(signInRoutes, { publicUrl, providers, ...shown })
}

const OWNER_INTRODUCTION =
  '<p>This hub has no owner yet. Whoever creates a passkey here, or signs in, becomes the owner on the next page.</p>'

async function registerPasskeys(
  scope: FastifyInstance,
  {
    neededOf,
    ...parts
  }: Pick<PeopleParts, 'database' | 'publicUrl'> & { readonly neededOf: NeededOf },
  script: PageScript,
  askToSignIn: (shown: Partial<SignInContent>) => string,
): Promise<void> {
  await scope.register(passkeyPages, {
    ...parts,
    script: script.element,
    isStrong: async ({ session }) => {
      const needed = session.user && (await neededOf(session.user, true))
      return !needed || scope.oauth.hasAuthenticated(authenticationOf(session), needed)
    },
    endSignIn: async (request) => await scope.oauth.endSignIn(request),
    // A client waits for a passkey: the person has chosen it on the page before.
    signInPage: (redirect) =>
      askToSignIn({ redirect, ...(redirect.startsWith('/oauth/') && { providers: [] }) }),
  })
}

/**
 * Explains a path that both a plugin and a page of the hub have. Pages are registered last, because they show the sign-in of the plugins,
 * so the conflict is found there.
 */
function explainTakenPath(error: unknown): unknown {
  const { code, message } = error as FastifyError
  if (code !== 'FST_ERR_DUPLICATED_ROUTE') return error
  const text = `A plugin uses a path of the hub: ${message}. Give that plugin a prefix, such as prefix: /shop.`
  return new ConfigError([{ source: undefined, path: 'plugins', message: text }], { cause: error })
}

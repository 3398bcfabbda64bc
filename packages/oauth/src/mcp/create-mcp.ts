/** Creates the authorization server, and keeps its keys and revocations up to date in the background. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'
import { Refusal, sendRefusal } from '../http/refusal.ts'
import { detachSession } from '../session/detached-session.ts'
import { explain } from '../shared/explain.ts'
import { createAudit } from './audit/audit.ts'
import { deviceRoutes } from './authorize/device/routes.ts'
import { authorizeRoutes } from './authorize/routes.ts'
import { createClientKeys } from './clients/client-keys.ts'
import { createFetchBudget } from './clients/fetch-budget.ts'
import { createDocumentClient, type DocumentClient } from './clients/fetch-document.ts'
import { createClientFinder } from './clients/find-client.ts'
import { createFindDocument } from './clients/find-document.ts'
import { createIssuerKeys } from './clients/issuers/issuer-keys.ts'
import { createTrustedHttp } from './clients/issuers/trusted-http.ts'
import { createWorkloads } from './clients/issuers/workloads.ts'
import { createReachability } from './clients/reachability.ts'
import { createResolveClient } from './clients/resolve-client.ts'
import type { McpConfig } from './config/config.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { createNonces } from './dpop/nonces.ts'
import { createProofs } from './dpop/proofs.ts'
import { createFailedAttempts } from './failed-attempts.ts'
import { introspectionRoutes } from './introspection/routes.ts'
import { createKeyRing } from './keys/key-ring.ts'
import type { McpContext, SharedSettings } from './mcp-context.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { registrationRoutes } from './registration/routes.ts'
import { revocationRoutes } from './revocation/routes.ts'
import { createRevocationList } from './revocation-list.ts'
import { createRefreshTokens } from './token/refresh-tokens.ts'
import { tokenRoutes } from './token/routes.ts'

/**
 * Milliseconds between two readings of keys and revocations, each of which is two small queries. A revocation reaches every node
 * within this time.
 */
const REFRESH_EVERY_MS = 3_000

/** A registration with every member has a few KB. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Creates the parts of the authorization server, including its first key and the list of revocations.
 *
 * @throws OAuthError `OAUTH_CONFIG` when the pinned signing key cannot be used
 */
export async function createMcp(
  context: Context & { readonly config: SharedSettings },
  mcp: McpConfig,
  http: DocumentClient | undefined,
): Promise<McpContext> {
  const { store, logger, sealer } = context
  const { proxyChecksTargets } = context.config
  const made = createDocumentClient({ documents: mcp.documents, proxyChecksTargets })
  const own = http ?? made
  const revocations = createRevocationList(store.mcp)
  const [keys] = await Promise.all([
    createKeyRing(mcp, store.mcp.keys, sealer, logger),
    revocations.refresh(),
  ])
  const reachability = createReachability(logger)
  const nonces = mcp.dpop.nonce ? createNonces(context.config.secrets) : undefined
  const budget = createFetchBudget(mcp, store.mcp.limits)
  const clientKeys = createClientKeys(own, mcp, budget, logger)
  const keysOfIssuers = { clientKeys, budget, logger, http: own }
  const trusted = createTrustedHttp(mcp, context.config)
  const issuerKeys = createIssuerKeys({
    ...keysOfIssuers,
    areConfigured: true,
    allowLoopback: context.config.allowPrivateProviders,
    ...(trusted && { http: trusted, clientKeys: createClientKeys(trusted, mcp, budget, logger) }),
  })
  const findWorkloads = () => context.hooks.get('onResolveMCPWorkloads')
  const workloadKeys = createIssuerKeys({
    ...keysOfIssuers,
    areConfigured: false,
    allowLoopback: false,
  })
  const findDocument = createFindDocument(mcp, store.mcp, own, budget, reachability, logger)
  return {
    ...context,
    mcp,
    mcpStore: store.mcp,
    keys,
    revocations,
    proofs: createProofs(store.mcp, nonces),
    clients: createClientFinder({
      ...{ mcp, store: store.mcp, findDocument, isDisabled: revocations.isDisabled, logger },
      resolve: createResolveClient(mcp, () => context.hooks.get('onResolveMCPClient'), logger),
    }),
    audit: createAudit(store.mcp, logger),
    failedAttempts: createFailedAttempts(store.mcp.limits),
    clientKeys,
    issuerKeys,
    workloads: createWorkloads(mcp, findWorkloads, workloadKeys, logger),
    canFetchDocuments: reachability.canFetch,
    close: async () => void (await Promise.all([made.close(), trusted?.close()])),
  }
}

/** All routes of the authorization server. */
export function mcpRoutes(context: McpContext): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_, body, done) => done(null, body),
    )
    app.addHook('onRequest', (request, reply, done) => {
      detachSession(request)
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      done()
    })
    app.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number }
      if (statusCode < 500) {
        const text = statusCode === 413 ? 'The body is too large.' : 'The request is malformed.'
        return sendRefusal(reply, new Refusal('invalid_request', text, { status: statusCode }))
      }
      request.log.error({ cause: explain(error) }, 'the authorization server failed')
      const isBrief = statusCode === 503
      const code = isBrief ? 'temporarily_unavailable' : 'server_error'
      const retryAfter = isBrief ? { retryAfter: 5 } : {}
      return sendRefusal(reply, new Refusal(code, 'Try again in a moment.', retryAfter))
    })
    const refuseOthers = refuseOtherMethods(app, '/oauth/mcp/')
    discoveryRoutes(app, context)
    registrationRoutes(app, context)
    authorizeRoutes(app, context)
    deviceRoutes(app, context)
    const tokens = createRefreshTokens(context.config.secrets)
    tokenRoutes(app, context, tokens)
    revocationRoutes(app, context, tokens)
    introspectionRoutes(app, context, tokens)
    refuseOthers()
  }
}

/** Keeps keys and revocations up to date from the start of the application to its end. */
export function refreshRegularly(
  app: FastifyInstance,
  context: Pick<McpContext, 'logger' | 'keys' | 'revocations' | 'audit' | 'close'>,
): void {
  const { keys, revocations, audit, logger } = context
  let timer: NodeJS.Timeout
  let isClosed = false
  const plan = () => {
    if (isClosed) return
    timer = setTimeout(refresh, REFRESH_EVERY_MS)
    timer.unref()
  }
  const refresh = () => {
    Promise.all([keys.refresh(), revocations.refresh(), audit.flush()])
      .catch((error: unknown) =>
        logger.warn({ cause: explain(error) }, 'keys and revocations could not be read'),
      )
      .finally(plan)
  }
  app.addHook('onReady', async () => plan())
  app.addHook('onClose', async () => {
    isClosed = true
    clearTimeout(timer)
    await audit.flush()
    await context.close()
  })
}

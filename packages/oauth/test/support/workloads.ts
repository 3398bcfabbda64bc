/** An application whose agents authenticate by tokens of platforms, and platforms that issue them. */
import type { HooksToRegister, ResolvedMCPWorkload, Store } from '@entrepot/oauth'
import {
  type IssuerKey,
  makeIssuerKey,
  signToken,
  type TokenOptions,
} from '@entrepot/test-support/asserting-issuer'
import { type DocumentServer, startDocumentServer } from './document-server.ts'
import { JWT_BEARER } from './id-jag.ts'
import { type McpApp, post, startMcp } from './mcp.ts'

/** A platform with TLS: its discovery document, and its keys. */
export interface Platform {
  readonly website: DocumentServer
  readonly issuer: string
  readonly key: IssuerKey
}

/** Starts a platform. */
export async function startPlatform(alg = 'RS256'): Promise<Platform> {
  const website = await startDocumentServer()
  const key = await makeIssuerKey(alg)
  const issuer = website.url('').replace(/\/$/, '')
  const serve = (path: string, document: object) =>
    website.serve(path, (_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    })
  serve('/.well-known/openid-configuration', { issuer, jwks_uri: `${issuer}/keys` })
  serve('/keys', { keys: [key.jwk] })
  return { website, issuer, key }
}

/** The application with its entries. */
export interface WorkloadApp extends McpApp {
  /** The entries that the application names; a test may change them. */
  entries: ResolvedMCPWorkload[]
  /** What the application was asked. */
  readonly asked: { readonly issuer: string; readonly subject: string }[]
  /** A token of a job of `repo:acme/shop` on the main branch, with changes. */
  sign(options?: TokenOptions): Promise<string>
  /** Presents a token as a grant. */
  present(
    assertion: string,
    parameters?: Record<string, string | undefined>,
  ): ReturnType<typeof post>
}

/** Starts the application: with the agents `agent_1` and `agent_2`, and an entry of the first one. */
export async function startWorkloads(
  platform: Platform,
  hooks: HooksToRegister = {},
  store?: Store,
): Promise<WorkloadApp> {
  const scopes: Readonly<Record<string, string>> = {
    agent_1: 'orders:read orders:write',
    agent_2: 'orders:read',
  }
  const asked: { issuer: string; subject: string }[] = []
  const app = await startMcp({
    ...(store && { store }),
    oauth: { documentHttp: platform.website.client() },
    mcp: {
      clientCredentials: {
        ...{ enabled: true, resolveClients: true, resolveWorkloads: true, rateLimit: false },
      },
      clientIdMetadataDocuments: { rateLimit: 1_000, callerRateLimit: false, hostRateLimit: false },
      scopes: { 'orders:read': 'Read', 'orders:write': 'Write', 'keys:write': 'Keys' },
    },
    setUp: (server) =>
      server.oauth.registerHooks({
        onResolveMCPClient: (clientId) => {
          const scope = scopes[clientId]
          return scope === undefined ? null : { name: clientId, scope }
        },
        onResolveMCPWorkloads: (workload) => {
          asked.push(workload)
          return own.entries
        },
        ...hooks,
      }),
  })
  const { issuer, key } = platform
  const own: WorkloadApp = {
    ...app,
    asked,
    entries: [
      {
        ...{ clientId: 'agent_1', issuer, audience: app.issuer },
        subject: 'repo:acme/shop:ref:refs/heads/main',
      },
    ],
    sign: async ({ claims = {}, header = {}, key: other = key } = {}) => {
      const now = Math.floor(Date.now() / 1_000)
      const all = {
        ...{ iss: issuer, sub: 'repo:acme/shop:ref:refs/heads/main', aud: app.issuer },
        ...{ repository: 'acme/shop', ref: 'refs/heads/main', repository_owner: 'acme' },
        ...{ jti: crypto.randomUUID(), iat: now, nbf: now - 10, exp: now + 300 },
      }
      return await signToken(other, { ...all, ...claims }, { typ: 'JWT', ...header })
    },
    present: async (assertion, parameters = {}) =>
      await post(`${app.origin}/oauth/mcp/token`, {
        ...{ grant_type: JWT_BEARER, assertion, ...parameters },
      }),
  }
  return own
}

/** Processes with the authorization server, over one PostgreSQL. */
import { exportJWK, generateKeyPair } from 'jose'
import { freePort } from './app.ts'
import { createBrowser } from './browser.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { authorizeUrl, CALLBACK, goThrough, type McpSettings, pkce, type WithCode } from './mcp.ts'
import { CLIENT_ID, CLIENT_SECRET, startOidcServer } from './oidc-server.ts'

/** The nodes, the provider behind them, and two clients: `robot` has people, `agent` signs assertions. */
export interface McpCluster extends Cluster {
  /** The key that `agent` signs with. */
  readonly agentKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
  /** One of the nodes: they are counted round. */
  node(index: number): { readonly origin: string }
  /** A code of `robot`, issued by the first node. */
  code(): Promise<WithCode>
  /** What the audit has of a family of refresh tokens, in order, less the prefix `oauth.mcp.`. */
  auditOf(familyId: string): Promise<readonly string[]>
}

/** Seconds: longer than the tests take, on a busy machine as well. */
export const REFRESH_GRACE = 600

/** The family that a refresh token is of. */
export const familyOf = (refreshToken: string) => refreshToken.split('.')[0] ?? ''

/** Starts as many nodes as there are to be. */
export async function startMcpCluster(count: number, mcp: McpSettings = {}): Promise<McpCluster> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const origin = `http://127.0.0.1:${ports[0]}`
  const idp = await startOidcServer([`${origin}/oauth/acme/callback`])
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const acme = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  const cluster = await startCluster(ports, {
    providers: { acme },
    mcp: {
      enabled: true,
      issuer: origin,
      refreshGrace: REFRESH_GRACE,
      clientCredentials: { enabled: true, rateLimit: false },
      clients: {
        robot: { redirectUris: [CALLBACK], trusted: true },
        agent: { jwks, grantTypes: ['client_credentials'] },
      },
      ...mcp,
    },
  })
  const node = (index: number) => ({ origin: cluster.origins[index % count] ?? '' })
  return {
    ...cluster,
    agentKey: pair.privateKey,
    node,
    async code() {
      const { verifier, challenge } = pkce()
      const url = authorizeUrl(node(0), { client_id: 'robot', code_challenge: challenge })
      const answer = await goThrough(createBrowser(), url)
      return { clientId: 'robot', code: answer.searchParams.get('code') ?? '', verifier }
    },
    async auditOf(familyId) {
      const rows = await cluster.database.sql`
        select event from oauth.mcp_audit where detail ->> 'family_id' = ${familyId} order by id`
      return rows.map(({ event }) => event.replace('oauth.mcp.', ''))
    },
    async close() {
      await cluster.close()
      await idp.close()
    },
  }
}

/** Runs our authorization server in a separate process. */
import { createHash, randomBytes } from 'node:crypto'
import oauth, { type OAuthOptions } from '@entrepot/oauth'
import { postgresStore } from '@entrepot/oauth/postgres'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify from 'fastify'
import {
  ACCESS_TTL,
  ALGORITHM,
  CALLBACK,
  openCounted,
  readArguments,
  SCOPE,
  serve,
  VERIFIER,
} from './setting.ts'

const { url, port, origin, jwk } = readArguments()
const { pool, queries } = openCounted(url)
const store = postgresStore(pool)
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const app = Fastify()
await app.register(cookie)
await app.register(session, {
  secret: 'a secret of the benchmark, for unused sessions',
  saveUninitialized: false,
})
await app.register(oauth, {
  redirectUri: `${origin}/oauth/callback`,
  secret: 'a secret of the benchmark that encrypts stored data',
  store,
  providers: {},
  mcp: {
    enabled: true,
    issuer: origin,
    signingAlgorithm: ALGORITHM,
    accessTokenTtl: ACCESS_TTL,
    scopes: { [SCOPE]: 'Use it' },
    clientCredentials: { enabled: true, accessTokenTtl: ACCESS_TTL, rateLimit: false },
    clients: {
      agent: { redirectUris: [CALLBACK] },
      robot: { grantTypes: ['client_credentials'], jwks: { keys: [jwk] }, scope: SCOPE },
    },
  },
} as OAuthOptions)
let cleaning: { readonly ending: AbortController; readonly done: Promise<unknown> } | undefined
app.get('/bench/clean/on', async () => {
  const ending = new AbortController()
  const { signal } = ending
  const clean = async () => {
    while (!signal.aborted) await store.clean({ auditTtl: ACCESS_TTL, signal })
  }
  cleaning = { ending, done: clean() }
  return true
})
app.get('/bench/clean/off', async () => {
  cleaning?.ending.abort()
  await cleaning?.done
  return true
})
await serve(app, port, queries, async (count) => {
  const codes = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const stored = codes.map((code) =>
    store.mcp.grants.saveCode(
      {
        codeHash: digest(code),
        clientId: 'agent',
        sub: 'ann',
        resource: `${origin}/mcp`,
        redirectUri: CALLBACK,
        codeChallenge: digest(VERIFIER),
        scope: `${SCOPE} offline_access`,
        offline: true,
        authentication: null,
      },
      300,
    ),
  )
  await Promise.all(stored)
  return codes
})

/** Runs better-auth with its MCP plugin in a separate process, mounted in Fastify as its documentation shows for servers of Node. */
import { createHash } from 'node:crypto'
import { mcp } from '@better-auth/mcp'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'
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
} from '../../src/token/setting.ts'

const { url, port, origin, jwk } = readArguments()
const { pool, queries } = openCounted(url)
const resource = `${origin}/mcp`
const names = ['agent', 'robot']

const options = {
  baseURL: origin,
  secret: 'a secret of the benchmark that encrypts stored data',
  database: pool,
  emailAndPassword: { enabled: true },
  // In production, it refuses the 21st request of an address in a minute.
  rateLimit: { enabled: false },
  disabledPaths: ['/token'],
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: ALGORITHM } } }),
    mcp({
      loginPage: '/sign-in',
      consentPage: '/consent',
      resource,
      scopes: [SCOPE, 'offline_access'],
      accessTokenExpiresIn: ACCESS_TTL,
      m2mAccessTokenExpiresIn: ACCESS_TTL,
      // As the clients of the other sides, which are in their configuration.
      cachedTrustedClients: new Set(names),
      generateClientId: () => names.shift(),
      // Without it, nobody may give a client scopes for client credentials.
      clientPrivileges: () => true,
    }),
  ],
}
await (await getMigrations(options)).runMigrations()
const auth = betterAuth(options)
const headers = await signUp()
await createClients()
await auth.api.getJwks() // makes the key

const handle = toNodeHandler(auth)
const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_, __, done) => done(null))
app.all('/api/auth/*', (request, reply) => {
  reply.hijack()
  void handle(request.raw, reply.raw)
})
await serve(app, port, queries, async (count) =>
  Promise.all(Array.from({ length: count }, authorize)),
)

/** @returns the headers of a session */
async function signUp() {
  const { headers: answered } = await auth.api.signUpEmail({
    body: { name: 'Ann', email: 'ann@example.com', password: 'a password of the benchmark' },
    returnHeaders: true,
  })
  const cookies = answered.getSetCookie().map((cookie) => cookie.split(';')[0])
  return new Headers({ cookie: cookies.join('; ') })
}

async function createClients() {
  await auth.api.adminCreateOAuthClient({
    headers,
    body: {
      client_name: 'agent',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [CALLBACK],
      scope: `${SCOPE} offline_access`,
      skip_consent: true,
    },
  })
  await auth.api.adminCreateOAuthClient({
    headers,
    body: {
      client_name: 'robot',
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      client_credentials_scopes: [SCOPE],
      jwks: { keys: [jwk] },
    },
  })
}

/** Asks for a code as a browser with the session. */
async function authorize() {
  const query = new URLSearchParams({
    client_id: 'agent',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: `${SCOPE} offline_access`,
    resource,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const request = new Request(`${origin}/api/auth/oauth2/authorize?${query}`, { headers })
  const response = await auth.handler(request)
  const code = new URL(response.headers.get('location') ?? origin).searchParams.get('code')
  if (code === null) throw new Error(`no code: ${response.status} ${await response.text()}`)
  return code
}

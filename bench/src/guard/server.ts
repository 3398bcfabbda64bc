/** Runs the application in a separate process: `server.ts <algorithm> <database URL> <port> <client key, as JWK>`. */
import { AsyncLocalStorage } from 'node:async_hooks'
import oauth, { type OAuthOptions, withMCPAuth } from '@entrepot/oauth'
import { postgresStore } from '@entrepot/oauth/postgres'
import { openCountingPool } from '@entrepot/test-support/counting-pool'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify, { type FastifyPluginAsync } from 'fastify'

const [signingAlgorithm, url = '', port = '', jwk = ''] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`

/** Set during each request while calls are counted. */
const requests = new AsyncLocalStorage<true>()
let isCounting = false
let calls = 0
const pool = openCountingPool(url, 4, () => {
  if (requests.getStore()) calls += 1
})
const robot = {
  grantTypes: ['client_credentials'],
  jwks: { keys: [JSON.parse(jwk)] },
  scope: 'use',
}
const app = Fastify()
app.addHook('onRequest', (_request, _reply, done) => {
  if (isCounting) requests.run(true, done)
  else done()
})
const sides: FastifyPluginAsync = async (scope) => {
  await scope.register(cookie)
  await scope.register(session, {
    secret: 'a secret of the benchmark, the same for both sides',
    saveUninitialized: false,
  })
  await scope.register(oauth, {
    redirectUri: `${origin}/oauth/callback`,
    secret: 'a secret of the benchmark that encrypts stored data',
    store: postgresStore(pool),
    providers: {},
    mcp: {
      enabled: true,
      issuer: origin,
      signingAlgorithm,
      scopes: { use: 'Use it' },
      clientCredentials: { enabled: true, accessTokenTtl: 3_600, rateLimit: false },
      clients: { robot },
    } as OAuthOptions['mcp'],
  } as OAuthOptions)
  const answer = { jsonrpc: '2.0', id: 1, result: { tools: [] } }
  scope.post('/plain', async () => answer)
  scope.post(
    '/guarded',
    withMCPAuth(async () => answer, { scopes: ['use'] }),
  )
  // Makes a database call, to prove that calls are counted.
  scope.post('/asking', async () => {
    await pool.query('select 1')
    return answer
  })
}
await app.register(sides)
app.get('/cpu', async () => process.cpuUsage())
app.get('/count/:on', async (request) => {
  isCounting = (request.params as { on: string }).on === 'on'
  const counted = calls
  calls = 0
  return counted
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit())

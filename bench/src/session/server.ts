/**
 * Runs the application with both routes in a separate process: `server.ts <database URL> <port> <origin> <issuer> <plugin | plain: the side
 * that is registered first>`.
 */
import oauth from '@entrepot/oauth'
import { postgresStore } from '@entrepot/oauth/postgres'
import { openCountingPool } from '@entrepot/test-support/counting-pool'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { SessionRows } from './session-rows.ts'

const [url = '', port = '', origin = '', issuer = '', first = ''] = process.argv.slice(2)
const SECRET = 'a secret of the benchmark, the same for both sides'
const queries: string[] = []
const pool = openCountingPool(url, 8, (text) => void queries.push(text))
const app = Fastify()

/** Adds the same route in its own scope, with sessions in the same store. */
async function addSessions(scope: FastifyInstance): Promise<void> {
  await scope.register(cookie)
  await scope.register(session, {
    secret: SECRET,
    store: new SessionRows(pool),
    cookie: { secure: false },
    saveUninitialized: false,
    rolling: false,
  })
}
const plain: FastifyPluginAsync = async (scope) => {
  await addSessions(scope)
  scope.get('/plain', async (request) => ({ user: request.session.user }))
}
const withPlugin: FastifyPluginAsync = async (scope) => {
  await addSessions(scope)
  await scope.register(oauth, {
    redirectUri: `${origin}/oauth/callback`,
    secret: SECRET,
    store: postgresStore(pool),
    allowPrivateProviders: true,
    providers: {
      bench: { provider: 'oidc', issuer, clientId: 'shop', clientSecret: 'secret' },
    },
  })
  scope.get('/plugin', async (request) => ({ user: request.session.user }))
}
for (const side of first === 'plugin' ? [withPlugin, plain] : [plain, withPlugin])
  await app.register(side)
app.get('/cpu', async () => process.cpuUsage())
app.get('/queries', async () => queries.splice(0))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit())

/** One application in a process of its own: `server.ts <plain|plugin> <database URL> <port> <origin> <issuer>`. */
import oauth from '@entrepot/oauth'
import { postgresStore } from '@entrepot/oauth/postgres'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify from 'fastify'
import postgres from 'postgres'
import { SessionRows } from './session-rows.ts'

const [mode, url = '', port = '', origin = '', issuer = ''] = process.argv.slice(2)
const secret = 'a secret of the benchmark, the same for both sides'
const queries: string[] = []
const sql = postgres(url, {
  max: 8,
  onnotice: () => {},
  debug: (_connection, query) => void queries.push(query),
})
const app = Fastify()
await app.register(cookie)
await app.register(session, {
  secret,
  store: new SessionRows(sql),
  cookie: { secure: false },
  saveUninitialized: false,
  rolling: false,
})
if (mode === 'plugin') {
  const bench = { provider: 'oidc', issuer, clientId: 'shop', clientSecret: 'secret' }
  await app.register(oauth, {
    redirectUri: `${origin}/oauth/callback`,
    secret,
    store: postgresStore(sql),
    allowPrivateProviders: true,
    providers: { bench },
  })
}
app.get('/me', async (request) => ({ user: request.session.user }))
app.get('/cpu', async () => process.cpuUsage())
app.get('/queries', async () => queries.splice(0))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit())

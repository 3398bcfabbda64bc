/** A node of a cluster, as a process of its own: an application with the plugin and PostgreSQL behind it. */
import { postgresStore } from '@entrepot/oauth/postgres'
import { startApp } from './app.ts'
import { openPool } from './database.ts'
import { PostgresSessions } from './postgres-sessions.ts'

const { DATABASE, PORT, OAUTH } = process.env
const pool = openPool(DATABASE ?? '', { max: 8 })
const node = await startApp({
  port: Number(PORT),
  session: { store: new PostgresSessions(pool) },
  oauth: { store: postgresStore(pool), ...JSON.parse(OAUTH ?? '{}') },
  setUp: (app) => {
    app.post(
      '/mcp',
      app.oauth.withMCPAuth(async (request) => request.mcp),
    )
  },
})
// The parent wants this process dead between the rotation of a refresh token and the answer: the hook runs there.
process.on('message', (message) => {
  if (message !== 'die at the next refresh') return
  node.app.oauth.registerHooks({
    onMCPTokenIssued: ({ type }) => {
      if (type === 'refresh') process.kill(process.pid, 'SIGKILL')
    },
  })
  process.send?.('ready to die')
})
process.send?.({ origin: node.origin })
process.on('disconnect', () => process.exit())

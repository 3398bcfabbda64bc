/** A node of a cluster, as a process of its own: an application with the plugin and PostgreSQL behind it. */
import { postgresStore } from '@entrepot/oauth/postgres'
import postgres from 'postgres'
import { startApp } from './app.ts'
import { PostgresSessions } from './postgres-sessions.ts'

const { DATABASE, PORT, OAUTH } = process.env
const sql = postgres(DATABASE ?? '', { max: 8, onnotice: () => {} })
const node = await startApp({
  port: Number(PORT),
  session: { store: new PostgresSessions(sql) },
  oauth: { store: postgresStore(sql), ...JSON.parse(OAUTH ?? '{}') },
})
process.send?.({ origin: node.origin })
process.on('disconnect', () => process.exit())

/**
 * A node of the model of events: the API and the deliveries of webhooks in a process of its own, which is killed. Unlike a hub, its clock can
 * be moved, so that retries of a week take seconds.
 */
import { openDatabase, query, sql } from '@entrepot/database'
import { marketplace } from '@entrepot/marketplace'
import { publishCommit } from '@entrepot/marketplace/routes'
import Fastify from 'fastify'

const [url = '', leaseId = ''] = process.argv.slice(2)
let shift = 0
process.on('disconnect', () => process.exit())

const database = await openDatabase({ url, maxConnections: 8 })
process.on('message', async (ahead: number) => {
  shift = ahead
  // The deliveries would notice only at their next look.
  const customers = sql`select customer_id as "customerId" from marketplace.customers`
  const rows = await query<{ customerId: string }>(database, customers).catch(() => [])
  for (const { customerId } of rows) publishCommit(database, customerId)
})
const app = Fastify({ routerOptions: { maxParamLength: 500 }, forceCloseConnections: 'idle' })
await app.register(marketplace, {
  database,
  webhooks: {
    secrets: ['a secret of at least thirty-two characters'],
    allowHosts: ['127.0.0.1'],
    clock: { shift: () => shift, random: Math.random },
    leaseId,
  },
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))

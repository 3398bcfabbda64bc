/** `npm start -w examples/channel-worker`: see the README for the settings. */
import { createClient } from '@entrepot/client'
import { openStore } from './store.ts'
import { runWorker } from './worker.ts'

const { H: hub = 'http://127.0.0.1:8080', C: key = '', CHANNEL_STORE = 'channel.db' } = process.env
const once = process.argv.includes('--once')
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

const client = createClient({ hub, key })
const store = openStore(CHANNEL_STORE)
for (const order of JSON.parse(process.env.ORDERS ?? '[]')) store.placeOrder(order)
const log = (message: string) => void process.stderr.write(`${message}\n`)
try {
  const totals = await runWorker(client, store, { signal: stop.signal, once, log })
  const count = store.articles().length
  process.stdout.write(`${JSON.stringify(totals)}\nThe shop has ${count} articles.\n`)
} catch (error) {
  log(`${error instanceof Error ? error.message : error}`)
  log('Let the hub run, and set H and C: ". .entrepot/sample.env" does it in a shell.')
  process.exitCode = 1
} finally {
  store.close()
  await client.close()
}

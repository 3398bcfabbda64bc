/**
 * A connector in a process of its own, whose shops have nothing new. Prints one line of JSON for each time that all connections have run.
 *
 * Environment: HUB, KEYS (separated by commas), CONNECTIONS, INTERVAL (milliseconds).
 */
import { type Adapter, createConnector } from '@entrepot/connectors'

const { HUB = '', KEYS = '', CONNECTIONS = '0', INTERVAL = '0' } = process.env

/** A shop that is read at each interval, and has not changed. */
const idleShop: Adapter = {
  description: {
    shop: 'idle',
    title: 'Idle',
    roles: ['merchant'],
    settings: [],
    secrets: [],
    guide: '',
  },
  open: () => ({
    check: async () => [],
    merchant: {
      async *readProducts() {
        yield { records: [], cursor: '1' }
      },
      async *readStock() {
        yield { records: [], cursor: '1' }
      },
      findOrder: async () => undefined,
      writeOrder: async () => ({ done: { shopId: '1', reference: '1', lines: [] } }),
      async *readFulfilments() {
        yield { records: [], cursor: '1' }
      },
    },
  }),
}

const COUNTS = { runs: 0, hubReads: 0, hubWrites: 0 }
const connector = createConnector({
  hub: HUB,
  key: KEYS.split(','),
  adapters: [idleShop],
  secrets: () => ({}),
  intervals: { run: Number(INTERVAL), products: Number(INTERVAL) },
  onRun({ calls }) {
    COUNTS.runs += 1
    COUNTS.hubReads += calls.hubReads
    COUNTS.hubWrites += calls.hubWrites
    if (COUNTS.runs < Number(CONNECTIONS)) return
    const megabytes = process.memoryUsage.rss() / 1024 / 1024
    process.stdout.write(`${JSON.stringify({ ...COUNTS, megabytes })}\n`)
    Object.assign(COUNTS, { runs: 0, hubReads: 0, hubWrites: 0 })
  },
})
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
await connector.run(stop.signal)

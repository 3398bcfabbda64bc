/**
 * A shop with its connector and some buyers, beside the sample customer of a hub: `npm start -- --with-shop vendure` starts it. It gets what it
 * needs as a message of the hub, and ends when the hub ends.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@entrepot/client'
import { ADAPTERS, createConnector } from '../src/index.ts'
import { buy, startVendure, type VendureShop } from './start-vendure.ts'

interface StartMessage {
  readonly shop: string
  /** Address of the hub. */
  readonly url: string
  /** Where the shop keeps its data. */
  readonly file: string
  readonly channelId: number
  readonly merchantKey: string
  readonly channelKey: string
}

/** Time between two runs of the connector, and between two orders. */
const RUN_MS = 5_000
const ORDER_MS = 60_000

/** What buyers order, from the products of the sample customer. */
const CARTS = [
  [{ sku: 'COMPASS', quantity: 1 }],
  [
    { sku: 'CANDLE', quantity: 2 },
    { sku: 'CHALK', quantity: 1 },
  ],
  [{ sku: 'LEDGER', quantity: 1 }],
]

const stop = new AbortController()
process.on('disconnect', () => stop.abort())
// Ctrl+C reaches all processes of the group. The hub ends first, and then this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const [message] = (await once(process, 'message')) as [StartMessage]
const { url, file, channelKey } = message
const shop = await startVendure({ file }).catch((error: unknown) => {
  // The hub was stopped while the shop started.
  if (!process.connected) process.exit(0)
  throw error
})
try {
  const id = await connect(message, shop)
  process.send?.(`Vendure is running at ${shop.url}; it is connection ${id}`)
  const connector = createConnector({
    ...{ hub: url, key: channelKey, adapters: ADAPTERS, holder: 'sample shop' },
    secrets: () => ({ apiKey: shop.apiKey }),
    intervals: { run: RUN_MS },
    log(level, text) {
      if (level !== 'info') process.stderr.write(`${text}\n`)
    },
  })
  await Promise.all([connector.run(stop.signal), buyNowAndThen()])
} finally {
  await shop.end('SIGTERM')
}
process.exit(0)

/** Creates the connection, or tells it the new address of the shop. */
async function connect(
  { url: hub, merchantKey, channelId }: StartMessage,
  { adminApi }: VendureShop,
): Promise<number> {
  const client = createClient({ hub, key: merchantKey })
  try {
    const Settings = { url: adminApi }
    const known = (await client.listConnections()).find((one) => one.ChannelId === channelId)
    if (known !== undefined) {
      return (await client.changeConnection({ id: known.Id, body: { Settings } })).Id
    }
    const body = {
      Name: 'Vendure',
      Shop: 'vendure',
      Role: 'channel',
      ChannelId: channelId,
    } as const
    return (await client.createConnection({ body: { ...body, Settings } })).Id
  } finally {
    await client.close()
  }
}

/** Three orders at once, and one a minute. A product that the shop does not have yet, or no longer, is ordered later. */
async function buyNowAndThen(): Promise<void> {
  for (let count = 0; !stop.signal.aborted; ) {
    const isDone = await buy(shop, CARTS[count % CARTS.length] ?? []).then(
      () => true,
      () => false,
    )
    if (isDone) count += 1
    const pause = isDone && count >= CARTS.length ? ORDER_MS : RUN_MS / 5
    await delay(pause, undefined, { signal: stop.signal }).catch(() => {})
  }
}

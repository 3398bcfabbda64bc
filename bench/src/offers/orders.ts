import { execute, sql } from '@entrepot/database'
import { connectEmbedded } from '@entrepot/embedded-postgres'
import { createApiKey, createChannel, createCustomer, expectDone } from '@entrepot/marketplace'
import { spawnHub } from '@entrepot/server/testing'
import { createHttpClient } from '@entrepot/test-support/http-client'
import { type BedHub, CONNECTIONS } from '../hub.ts'
import { brief, type Measurement, measure, median, printTable, say } from '../measure.ts'
import { anOrder } from '../orders.ts'

const PRODUCTS = 10_000

/** Requests in flight when one product is hot. */
const IN_FLIGHT = 64

/** The key of a channel whose merchant has 10,000 products in stock. */
async function openMerchant(
  { database }: BedHub,
  stockKeeper: 'merchant' | 'none',
): Promise<string> {
  const name = `Stock ${stockKeeper} ${Math.random()}`
  const { customerId } = expectDone(
    await createCustomer(database, { name, baseCurrency: 'EUR', defaultVatRate: 21, stockKeeper }),
  )
  const { channelId } = expectDone(await createChannel(database, customerId, { name: 'Shop' }))
  await execute(
    database,
    sql`
    insert into marketplace.products (customer_id, merchant_product_reference, name, price, stock)
    select ${customerId}, 'SKU-' || n, 'Article ' || n, 9.95, 1000000 from generate_series(0, ${PRODUCTS - 1}) n`,
  )
  await execute(database, sql`analyze marketplace.products`)
  const terms = { kind: 'channel', channelId, label: 'bench' } as const
  return expectDone(await createApiKey(database, customerId, terms)).key
}

/** An order with a line for each of the products. */
function orderOf(reference: string, products: readonly number[]): string {
  const lines = products.map((product, index) => ({
    ChannelReference: String(index + 1),
    MerchantProductReference: `SKU-${product}`,
    Quantity: 1,
    UnitPriceInclVat: 9.95,
  }))
  return JSON.stringify({ ...anOrder(reference), Lines: lines })
}

/** Runs two sides alternately, after a warm-up of both. Returns the median ratio of their throughput. */
async function compare(
  rounds: number,
  names: readonly [string, string],
  run: (side: 0 | 1, round: number) => Promise<Measurement>,
): Promise<number> {
  const results: (readonly [Measurement, Measurement])[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isTurned = round % 2 === 1
    const first = await run(isTurned ? 1 : 0, round)
    const second = await run(isTurned ? 0 : 1, round)
    // The first round is a warm-up.
    if (round > 0) results.push(isTurned ? [second, first] : [first, second])
  }
  printTable(
    results.map(([a, b], round) => ({
      round,
      [`${names[0]}, orders/s`]: Math.round(a.perSecond),
      'p50 ms': brief(a.p50),
      'p99 ms': brief(a.p99),
      [`${names[1]}, orders/s`]: Math.round(b.perSecond),
      'p50, ms': brief(b.p50),
      'p99, ms': brief(b.p99),
      ratio: brief(a.perSecond / b.perSecond),
    })),
  )
  return brief(median(results.map(([a, b]) => a.perSecond / b.perSecond)))
}

/** Compares orders of a merchant that counts its stock with those of one that keeps none. */
export async function runKeptStock(side: BedHub, rounds: number, count: number): Promise<number> {
  const keys = [await openMerchant(side, 'merchant'), await openMerchant(side, 'none')] as const
  say(`${rounds} rounds of ${count} orders each, ${CONNECTIONS} in flight`)
  return await compare(rounds, ['kept', 'none'], (which, round) =>
    measure(count, CONNECTIONS, async (number) => {
      const place = (round * count + number) * 3
      const products = [0, 1, 2].map((line) => (place + line) % PRODUCTS)
      const body = orderOf(`kept-${round}-${number}`, products)
      await side.send('POST', '/v2/orders', keys[which], 201, body)
    }),
  )
}

/** Compares orders of one product with orders of all products in turn, through two nodes over one database. */
export async function runHotProduct(side: BedHub, rounds: number, count: number): Promise<number> {
  const key = await openMerchant(side, 'merchant')
  const { url } = await connectEmbedded({ directory: side.env.ENTREPOT_DATA as string })
  const other = await spawnHub({
    env: { ...side.env, ENTREPOT_DATA: `${side.env.ENTREPOT_DATA}-other`, DATABASE_URL: url },
  })
  const client = createHttpClient({ connections: CONNECTIONS })
  try {
    say(`${rounds} rounds of ${count} orders each, ${IN_FLIGHT} in flight on two nodes`)
    return await compare(rounds, ['hot', 'spread'], (which, round) =>
      measure(count, IN_FLIGHT, async (number) => {
        const product = which === 0 ? 0 : (round * count + number) % PRODUCTS
        const body = orderOf(`${which}-${round}-${number}`, [product])
        if (number % 2 === 0) {
          await side.send('POST', '/v2/orders', key, 201, body)
          return
        }
        const request = { method: 'POST', origin: other.url, path: '/v2/orders', key, body }
        const { status, text } = await client.send(request)
        if (status !== 201) throw new Error(`an order was answered ${status}: ${text}`)
      }),
    )
  } finally {
    await client.close()
    await other.end()
  }
}

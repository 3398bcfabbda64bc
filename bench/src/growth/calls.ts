/** The ten calls that a hub answers most, made one after the other as an order passes through a hub. */
import type { BedHub } from '../hub.ts'
import { median } from '../measure.ts'
import { anOrder } from '../orders.ts'
import type { BenchChannel, ListedProduct } from '../sync/channels.ts'

/** Products that change in each round. */
const CHANGED = 100

/** The names of the calls, in their order. */
export const CALLS = [
  'POST orders',
  'GET orders/new',
  'POST orders/acknowledge',
  'POST shipments',
  'POST products',
  'GET products/data',
  'POST products/data',
  'GET products',
  'GET orders',
  'GET events',
] as const
export type Call = (typeof CALLS)[number]

/** Milliseconds of each call. */
export type Times = Readonly<Record<Call, number>>

/** Numbers of rounds are never used twice. */
let nextRound = 0

/** @returns the median time of each call, made alone. `products` are the references of those that change. */
export async function timeCalls(
  side: BedHub,
  channel: BenchChannel,
  products: readonly string[],
  rounds: number,
): Promise<Times> {
  const all: Record<Call, number>[] = []
  for (let round = -2; round < rounds; round += 1) {
    const times = await runRound(side, channel, products, nextRound)
    nextRound += 1
    // The first two rounds are a warm-up.
    if (round >= 0) all.push(times)
  }
  const entries = CALLS.map((name) => [name, median(all.map((times) => times[name]))])
  return Object.fromEntries(entries) as Times
}

async function runRound(
  { call, hub }: BedHub,
  channel: BenchChannel,
  products: readonly string[],
  round: number,
): Promise<Record<Call, number>> {
  const times = {} as Record<Call, number>
  const merchant = hub.merchantKey ?? ''
  const timed = async (name: Call, key: string, path: string, status: number, body?: unknown) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const started = performance.now()
    const answer = await call(text === undefined ? 'GET' : 'POST', path, key, status, text)
    times[name] = performance.now() - started
    return answer
  }
  const reference = `growth-${round}`
  const order = anOrder(reference)
  const stored = await timed('POST orders', hub.channels[0]?.key ?? '', '/v2/orders', 201, order)
  const added = await timed('GET orders/new', merchant, '/v2/orders/new', 200)
  expectCount('new orders', added.length, 1)
  await timed('POST orders/acknowledge', merchant, '/v2/orders/acknowledge', 200, {
    OrderId: stored.Id,
    MerchantOrderReference: reference,
    Lines: stored.Lines.map((line: { Id: number; ChannelReference: string }) => ({
      OrderLineId: line.Id,
      MerchantOrderLineReference: `${reference}-${line.ChannelReference}`,
    })),
  })
  await timed('POST shipments', merchant, '/v2/shipments', 201, {
    MerchantShipmentReference: reference,
    MerchantOrderReference: reference,
    Lines: order.Lines.map(({ ChannelReference, Quantity }) => ({
      MerchantOrderLineReference: `${reference}-${ChannelReference}`,
      Quantity,
    })),
  })
  const changes = Array.from({ length: CHANGED }, (_, index) => ({
    MerchantProductReference: products[(round * CHANGED + index) % products.length],
    Color: `round ${round}`,
  }))
  await timed('POST products', merchant, '/v2/products', 200, changes)
  const page = await timed('GET products/data', channel.key, '/v2/products/data?maxCount=100', 200)
  const updated: readonly ListedProduct[] = page.ToBeUpdated
  expectCount('updates', updated.length, CHANGED)
  const references = updated.map((product) => product.ChannelProductReference)
  await timed('POST products/data', channel.key, '/v2/products/data', 200, { Updated: references })
  await timed('GET products', merchant, '/v2/products?pageSize=100', 200)
  await timed('GET orders', merchant, '/v2/orders?pageSize=100', 200)
  await timed('GET events', merchant, '/v2/events?pageSize=100', 200)
  return times
}

function expectCount(what: string, count: number, expected: number): void {
  if (count !== expected) throw new Error(`${count} ${what} instead of ${expected}`)
}

/**
 * Measures what the log of events, its streams and its webhooks cost and do:
 *
 * - `POST /v2/orders` and products in bulk with the log, a webhook and its deliveries running, against the same hub without them. 'Without' is
 *   the same code whose statements leave out the events (see events/without-log.ts), in a hub without webhooks. Targets: >= 0.85 and >= 0.95
 *   of its throughput. Receiver, load and both databases share the machine.
 * - Deliveries to a receiver on this machine by one node. Targets: >= 500 a second while there is a backlog, and a lag of at most one
 *   second for 99 of 100 events at 200 orders a second.
 * - `GET /v2/events?pageSize=100` after a cursor among many events, against the same among 10 thousand. Target: <= 1.2 of its time.
 * - Resident memory of a node with 1,000 open streams, compared with none. Target: <= 150 MB more.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { compareReading } from './events/reading.ts'
import { addWebhook, type Receiver, startReceiver } from './events/start-receiver.ts'
import { measureStreams } from './events/streams.ts'
import { compareWriting, countEvents, ordersOf, productsOf } from './events/writing.ts'
import { type Bed, type BedHub, makeBed } from './hub.ts'
import { brief, say } from './measure.ts'
import { anOrder } from './orders.ts'
import type { BenchResult } from './run.ts'

const TARGETS = {
  'orders with the log/without': '>=0.85',
  'bulk products with the log/without': '>=0.95',
  'deliveries per second': '>=500',
  'lag p99 ms': '<=1000',
  'reading among many/few': '<=1.2',
  'megabytes of 1,000 streams': '<=150',
}

/** Sizes of a run. */
interface Sizes {
  readonly rounds: number
  readonly orders: number
  readonly products: number
  readonly events: number
  /** Seconds for which orders come at a steady pace. */
  readonly paced: number
}

const FULL: Sizes = { rounds: 7, orders: 6_000, products: 40_000, events: 10_000_000, paced: 30 }
const QUICK: Sizes = { rounds: 2, orders: 1_500, products: 8_000, events: 500_000, paced: 5 }

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const sizes = quick ? QUICK : FULL
  const bed = await makeBed()
  try {
    const ratios = {
      ...(await measureWriting(bed, sizes)),
      ...(await measureReading(bed, sizes)),
    }
    return { ratios, targets: TARGETS }
  } finally {
    await bed.close()
  }
}

async function measureWriting(bed: Bed, sizes: Sizes): Promise<Record<string, number>> {
  const receiver = await startReceiver()
  try {
    const withLog = await bed.hub('with-log', undefined, RECEIVERS)
    const loader = new URL('./events/without-log.ts', import.meta.url).href
    const environment = { NODE_OPTIONS: `--import=${loader}` }
    const without = await bed.hub('without-log', undefined, '', environment)
    const sides = { withLog, without }
    for (const side of [withLog, without]) await stockUp(side)
    await addWebhook(withLog, receiver.url, ['order.*', 'products.*'])
    say('orders')
    const orders = await compareWriting('orders', sides, sizes.rounds, ordersOf(sizes.orders))
    const created = sizes.orders * (sizes.rounds + 1)
    await expectEvents(sides, 'order.created', created)
    const backlog = await drain(receiver, created)
    // The sample was stored with one of its own.
    const ofSample = await countEvents(withLog, 'products.changed')
    say('products')
    const products = await compareWriting(
      'products',
      sides,
      sizes.rounds,
      productsOf(sizes.products),
    )
    const uploads = (sizes.products / 1_000) * (sizes.rounds + 1)
    await expectEvents(sides, 'products.changed', uploads + ofSample)
    await settle(receiver)
    const lag = await measureLag(withLog, receiver, sizes.paced)
    return {
      'orders with the log/without': orders,
      'bulk products with the log/without': products,
      'deliveries per second': backlog,
      'lag p99 ms': lag,
    }
  } finally {
    receiver.close()
  }
}

/** Lets the hub send webhooks to this machine. */
const RECEIVERS = 'webhooks: {allowHosts: [127.0.0.1]}\n'

/** Units of each ordered product: more than are ordered, since bodies of orders with units that are short take longer to read. */
const IN_STOCK = 10_000_000

async function stockUp({ call, hub }: BedHub): Promise<void> {
  const offers = anOrder('').Lines.map(({ MerchantProductReference }) => ({
    MerchantProductReference,
    Stock: IN_STOCK,
  }))
  await call('PUT', '/v2/offers', hub.merchantKey as string, 200, JSON.stringify(offers))
}

async function expectEvents(
  { withLog, without }: { readonly withLog: BedHub; readonly without: BedHub },
  type: string,
  count: number,
): Promise<void> {
  const counts = [await countEvents(withLog, type), await countEvents(without, type)]
  if (counts[0] !== count || counts[1] !== 0)
    throw new Error(`${counts} events of the type ${type}, instead of ${count} and 0`)
}

/** Waits until the backlog of the orders is delivered, and returns the deliveries per second since now. */
async function drain(receiver: Receiver, orders: number): Promise<number> {
  const before = (await receiver.read('look')).count
  const started = Date.now()
  const { count, lastAt } = await settle(receiver)
  const seconds = (lastAt - started) / 1_000
  if (count < orders) throw new Error(`${count} deliveries for ${orders} orders`)
  say(`${count - before} deliveries of the backlog in ${brief(seconds)} s`)
  return brief((count - before) / seconds)
}

const SETTLED_MS = 1_000

/** Waits until nothing has arrived for a second. */
async function settle(receiver: Receiver) {
  for (let last = await receiver.read('look'); ; ) {
    await delay(SETTLED_MS)
    const received = await receiver.read('look')
    if (received.repeated > 0) throw new Error(`${received.repeated} events were delivered twice`)
    if (received.count === last.count) return received
    last = received
  }
}

/** Orders per second while the lag is measured. */
const PACE = 200

/** @returns milliseconds between an event and its arrival, for 99 of 100 */
async function measureLag({ send, hub }: BedHub, receiver: Receiver, seconds: number) {
  await receiver.read('reset')
  const key = hub.channels[0]?.key
  const started = performance.now()
  const sent: Promise<string>[] = []
  for (let number = 0; number < seconds * PACE; number += 1) {
    const wait = started + (number * 1_000) / PACE - performance.now()
    if (wait > 1) await delay(wait)
    sent.push(send('POST', '/v2/orders', key, 201, JSON.stringify(anOrder(`paced-${number}`))))
  }
  await Promise.all(sent)
  const { count, lagP99 } = await settle(receiver)
  if (count !== sent.length) throw new Error(`${count} deliveries for ${sent.length} orders`)
  say(`${count} deliveries at ${PACE} orders a second`)
  return brief(lagP99)
}

async function measureReading(bed: Bed, sizes: Sizes): Promise<Record<string, number>> {
  const large = await bed.hub('large-log')
  const small = await bed.hub('small-log')
  return {
    'reading among many/few': await compareReading(large, small, sizes.events, sizes.rounds + 1),
    'megabytes of 1,000 streams': brief(await measureStreams(small, 1_000)),
  }
}

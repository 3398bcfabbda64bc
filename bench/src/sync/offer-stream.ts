import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import type { BedHub } from '../hub.ts'
import { brief, median, printTable, say } from '../measure.ts'
import {
  type BenchChannel,
  type ListedProduct,
  makeChannels,
  peakMemory,
  syncData,
  syncOffers,
} from './channels.ts'

const PER_CALL = 1_000

/** The stock of this product is the number of the batch that wrote it. It shows which write a poll contains. */
const CLOCK = 'THE-CLOCK'

interface PriceChange {
  readonly MerchantProductReference: string
  readonly Price: number
}

interface BenchOffer extends ListedProduct {
  readonly Price: number | null
  readonly Stock: number
}

/** Writes successive prices of real products while two channels poll and acknowledge. */
export async function runOfferStream(side: BedHub, limit: number): Promise<{ peak: number }> {
  const changes = (await readPriceChanges()).slice(0, limit)
  const channels = await prepare(side, changes)
  say(`${changes.length} price changes, ${PER_CALL} per call, two channels`)
  const writtenAt: number[] = []
  const followers = channels.map((channel) => new Follower(side, channel, writtenAt))
  const following = followers.map((follower) => follower.follow())
  const started = performance.now()
  for (let start = 0; start < changes.length; start += PER_CALL) {
    const clock = { MerchantProductReference: CLOCK, Stock: writtenAt.length }
    const body = JSON.stringify([...changes.slice(start, start + PER_CALL), clock])
    const answer = await side.call('PUT', '/v2/offers', side.hub.merchantKey as string, 200, body)
    if (answer.RejectedCount !== 0) throw new Error(JSON.stringify(answer).slice(0, 300))
    writtenAt.push(performance.now())
  }
  const seconds = (performance.now() - started) / 1000
  for (const follower of followers) follower.ends = true
  await Promise.all(following)
  const last = new Map(changes.map((change) => [change.MerchantProductReference, change.Price]))
  for (const follower of followers) follower.check(last)
  const lags = followers.flatMap((follower) => follower.lags)
  const peak = await peakMemory(side.hub.pid)
  printTable([
    {
      changes: changes.length,
      'rows/s': Math.round(changes.length / seconds),
      'offers got, each': followers.map((follower) => follower.count).join(' and '),
      'lag p50, ms': brief(median(lags)),
      'lag max, ms': brief(Math.max(...lags)),
      'hub, peak MB': peak,
    },
  ])
  return { peak }
}

/** A channel that polls and acknowledges offers as fast as possible. */
class Follower {
  ends = false
  count = 0
  readonly lags: number[] = []
  readonly prices = new Map<string, number | null>()
  readonly #side: BedHub
  readonly #channel: BenchChannel
  readonly #writtenAt: readonly number[]

  constructor(side: BedHub, channel: BenchChannel, writtenAt: readonly number[]) {
    this.#side = side
    this.#channel = channel
    this.#writtenAt = writtenAt
  }

  async follow(): Promise<void> {
    for (;;) {
      // Read before the poll: all earlier writes are then in this poll or in an earlier one.
      const isLast = this.ends
      const offers = await syncOffers<BenchOffer>(this.#side, this.#channel, (got) =>
        this.#take(got),
      )
      if (isLast && offers.length === 0) return
    }
  }

  #take(offers: readonly BenchOffer[]): void {
    const now = performance.now()
    this.count += offers.length
    for (const { MerchantProductReference, Price, Stock } of offers) {
      this.prices.set(MerchantProductReference, Price)
      const written = this.#writtenAt[Stock]
      // A poll may contain a write that was committed before its answer arrived here.
      if (MerchantProductReference === CLOCK) this.lags.push(Math.max(0, now - (written ?? now)))
    }
  }

  check(last: ReadonlyMap<string, number>): void {
    for (const [reference, price] of last) {
      const known = this.prices.get(reference)
      if ((known ?? 0) !== price) throw new Error(`${reference} is ${known}, expected ${price}`)
    }
  }
}

async function prepare(
  side: BedHub,
  changes: readonly PriceChange[],
): Promise<readonly BenchChannel[]> {
  const references = [...new Set(changes.map((change) => change.MerchantProductReference)), CLOCK]
  const items = references.map((reference) => ({
    MerchantProductReference: reference,
    Name: `Article ${reference}`,
    Description: 'A gift for every occasion. '.repeat(10),
    Price: 0,
  }))
  const key = side.hub.merchantKey as string
  await side.call('POST', '/v2/products', key, 200, JSON.stringify(items))
  const channels = await makeChannels(side, 2)
  for (const channel of channels) {
    while ((await syncData(side, channel)).length > 0);
    while ((await syncOffers(side, channel)).length > 0);
  }
  return channels
}

/** The data set of real orders (see e2e/replay). It is read in place, not copied. */
const FILE =
  process.env.ENTREPOT_ORDERS ??
  fileURLToPath(new URL('../../../../shared/data/online_retail.csv.gz', import.meta.url))

/** The successive prices of each product in sales, in chronological order: 186,916 changes. */
async function readPriceChanges(): Promise<readonly PriceChange[]> {
  const rows = createReadStream(FILE)
    .on('error', (error) => rows.destroy(error))
    .pipe(createGunzip())
    .pipe(parse({ columns: true }))
  const last = new Map<string, number>()
  const changes: PriceChange[] = []
  try {
    for await (const row of rows) {
      const { InvoiceNo, StockCode, UnitPrice } = row as Record<string, string>
      const price = Number(UnitPrice)
      // Skips cancellations and adjustments of bad debt.
      if (!StockCode || InvoiceNo?.startsWith('C') || price < 0) continue
      const before = last.get(StockCode)
      last.set(StockCode, price)
      if (before !== undefined && before !== price) {
        changes.push({ MerchantProductReference: StockCode, Price: price })
      }
    }
  } catch (error) {
    throw new Error(
      `${FILE} cannot be read. It is the UCI 'Online Retail' data set (DOI 10.24432/C5BW33) as CSV, packed with gzip: name your copy in ENTREPOT_ORDERS.`,
      { cause: error },
    )
  }
  return changes
}

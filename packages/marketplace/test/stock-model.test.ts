/**
 * Whatever happens, the hub answers and offers what the formula says: an oracle computes it from the history after each step. A long run:
 * STOCK_HISTORIES=100000 npx vitest run packages/marketplace/test/stock-model.test.ts
 */
import { openDatabase } from '@entrepot/database'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shortfall } from '../src/catalogue/stock/schema.ts'
import { marketplace } from '../src/index.ts'
import { type Answer, anAcknowledgement, callsOf, createTestApi, type TestApi } from './api.ts'
import { aRecord, type Path } from './fulfilment-api.ts'
import { openStock, type Stocked } from './stock-api.ts'
import { type Happening, type LineUnits, Oracle, type OracleSettings } from './stock-oracle.ts'
import { product } from './sync-api.ts'

const RUNS = Number(process.env.STOCK_HISTORIES ?? 12)

/** A call to either of two nodes over one database. */
let api: TestApi
let stop: () => Promise<void>
beforeAll(async () => {
  const first = await createTestApi({}, { background: false })
  const database = await openDatabase({ url: first.url })
  const app = Fastify()
  await app.register(marketplace, { database, background: false })
  let calls = 0
  const nodeOf = () => {
    calls += 1
    return calls % 3 === 0 ? app : first.app
  }
  api = { ...first, ...callsOf(nodeOf, first) }
  stop = async () => {
    await app.close()
    await database.end()
    await first.close()
  }
})
afterAll(async () => await stop())

const KINDS = [
  'order',
  'order',
  'order',
  'correct',
  'acknowledge',
  'acknowledge',
  'acknowledge',
  'ship',
  'ship',
  'ship',
  'void',
  'cancel',
  'wait',
  'return',
  'decide',
  'close',
  'reopen',
  'combine',
  'count',
  'count',
  'repeat',
  'dated',
  'upload',
  'upload',
  'import',
  'import',
  'change',
  'settings',
  'product',
  'pass',
  'price',
] as const
type Kind = (typeof KINDS)[number]

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    picks: fc.array(fc.nat(999), { minLength: 5, maxLength: 5 }),
  }),
  { minLength: 10, maxLength: 40 },
)

/** UNKNOWN appears later, if at all. */
const PRODUCTS = ['MUG', 'TEA', 'UNKNOWN'] as const

const pick = <T>(list: readonly T[], number: number | undefined): T | undefined =>
  list[(number ?? 0) % (list.length || 1)]

/** Units of an order that are sent back, and wait for a decision. */
interface Returned {
  readonly reference: string
  readonly order: string
  readonly units: LineUnits
}

type Picks = readonly number[]
const NOTHING: readonly Happening[] = []

/** One customer with two channels, and its history. */
class Play {
  readonly history: Happening[] = []
  readonly shop: Stocked
  readonly copies: readonly Copy[]
  /** The answered orders. */
  readonly orders = new Map<string, Answer['body']>()
  readonly shipments: string[] = []
  readonly returns: Returned[] = []
  readonly returned = new Map<string, Record<number, number>>()

  constructor(shop: Stocked, copies: readonly Copy[]) {
    this.shop = shop
    this.copies = copies
    for (const reference of ['MUG', 'TEA']) {
      this.history.push({ kind: 'product', product: reference, stock: 20 })
    }
  }

  /** Units of the lines of an order: up to as many as the number says of what there is. */
  units(order: string, picks: Picks, available: (index: number) => number): LineUnits {
    const lines = this.orders.get(order)?.Lines as readonly unknown[]
    const chosen = lines.flatMap((_, index) => {
      const count = Math.min(
        available(index),
        ((picks[index + 1] ?? 0) % 5) + (index === 0 ? 1 : 0),
      )
      return count > 0 ? [[index, count] as const] : []
    })
    return Object.fromEntries(chosen)
  }

  /** Makes a record as the merchant. Answers its reference, or undefined if it was refused. */
  async record(path: Path, order: string, units: LineUnits, more: object = {}) {
    const body = aRecord(path, order, byNumber(units), more)
    const { status } = await this.shop.merchant('POST', `/v2/${path}`, body)
    expect([201, 409]).toContain(status)
    return status === 201 ? (Object.values(body)[0] as string) : undefined
  }
}

const byNumber = (units: LineUnits) =>
  Object.fromEntries(Object.entries(units).map(([index, count]) => [Number(index) + 1, count]))

const isEmpty = (units: LineUnits) => Object.keys(units).length === 0

type ChannelCalls = Pick<
  Awaited<ReturnType<Stocked['addShop']>>,
  'channelId' | 'key' | 'call' | 'lists' | 'list' | 'offers' | 'ackOffers'
>

/** A channel, and what it knows. */
class Copy {
  readonly shop: ChannelCalls
  readonly known = new Map<string, number>()

  constructor(shop: ChannelCalls) {
    this.shop = shop
  }

  /** Creates the products that it does not know, and takes over the offers that have changed. */
  async poll(products: number): Promise<void> {
    if (this.known.size < products) await this.shop.list(...(await this.shop.lists()).create)
    const offers = await this.shop.offers()
    for (const { MerchantProductReference, Stock } of offers) {
      this.known.set(MerchantProductReference, Stock)
    }
    if (offers.length === 0) return
    await this.shop.ackOffers(offers.map((offer) => offer.ChannelProductReference))
  }

  /** Whether nothing comes. */
  async isComplete(): Promise<boolean> {
    const [{ create }, offers] = [await this.shop.lists(), await this.shop.offers()]
    return create.length + offers.length === 0
  }
}

/** What each kind of step does. It answers what was not refused. */
const WAYS: Readonly<
  Record<Kind, (play: Play, oracle: Oracle, picks: Picks) => Promise<readonly Happening[]>>
> = {
  async order({ shop, copies, orders }, _, picks) {
    const [first, second] = [pick(PRODUCTS, picks[0]), pick(PRODUCTS, picks[1])]
    const sold = { [first as string]: 1 + ((picks[2] ?? 0) % 8) }
    if ((picks[3] ?? 0) % 3 === 0) sold[second as string] = 1 + ((picks[4] ?? 0) % 4)
    const order = await shop.place(sold, pick(copies, picks[4])?.shop.key)
    orders.set(order.ChannelReference, order)
    const lines = Object.entries(sold).map(([product, quantity]) => ({ product, quantity }))
    return [{ kind: 'order', order: order.ChannelReference, lines }]
  },
  async correct({ shop, orders }, oracle, picks) {
    const waiting = [...oracle.orders].filter(
      ([, { lines, isAcknowledged }]) =>
        !isAcknowledged && lines.some((line) => !oracle.products.has(line.product)),
    )
    const [order] = pick(waiting, picks[0]) ?? []
    if (order === undefined) return NOTHING
    const { Id, Lines } = orders.get(order)
    const line = (picks[1] ?? 0) % Lines.length
    const to = pick(['MUG', 'TEA'], picks[2]) as string
    const body = { Lines: [{ Id: Lines[line].Id, MerchantProductReference: to }] }
    const { status } = await shop.merchant('PATCH', `/v2/orders/id/${Id}`, body)
    return status === 200 ? [{ kind: 'correct', order, line, to }] : NOTHING
  },
  async acknowledge({ shop, orders }, oracle, picks) {
    const open = [...oracle.orders].filter(([, { isAcknowledged }]) => !isAcknowledged)
    const [order] = pick(open, picks[0]) ?? []
    if (order === undefined) return NOTHING
    const body = anAcknowledgement(orders.get(order), order)
    const { status } = await shop.merchant('POST', '/v2/orders/acknowledge', body)
    return status === 200 ? [{ kind: 'acknowledge', order }] : NOTHING
  },
  async ship(play, oracle, picks) {
    const order = pickOpen(oracle, picks, true)
    if (order === undefined) return NOTHING
    const units = play.units(order, picks, openOf(oracle, order))
    if (isEmpty(units)) return NOTHING
    const shipment = await play.record('shipments', order, units)
    if (shipment === undefined) return NOTHING
    play.shipments.push(shipment)
    return [{ kind: 'ship', order, shipment, units }]
  },
  async void({ shop, shipments }, _, picks) {
    const shipment = pick(shipments, picks[0])
    if (shipment === undefined) return NOTHING
    const { status } = await shop.merchant('POST', `/v2/shipments/${shipment}/void`)
    if (status !== 200) return NOTHING
    shipments.splice(shipments.indexOf(shipment), 1)
    return [{ kind: 'void', shipment }]
  },
  async cancel(play, oracle, picks) {
    const order = pickOpen(oracle, picks, (picks[4] ?? 0) % 2 === 0)
    if (order === undefined) return NOTHING
    const units = play.units(order, picks, openOf(oracle, order))
    if (isEmpty(units)) return NOTHING
    if (oracle.orders.get(order)?.isAcknowledged) {
      const isDone = await play.record('cancellations', order, units)
      return isDone ? [{ kind: 'cancel', order, units }] : NOTHING
    }
    const { ChannelId } = play.orders.get(order)
    const { shop } = play.copies.find((copy) => copy.shop.channelId === ChannelId) as Copy
    const { status } = await shop.call('POST', '/v2/cancellations', {
      ChannelCancellationReference: `cancelled ${order} ${play.history.length}`,
      ChannelOrderReference: order,
      Lines: Object.entries(byNumber(units)).map(([line, Quantity]) => ({
        ChannelOrderLineReference: line,
        Quantity,
      })),
    })
    expect(status).toBe(201)
    return [{ kind: 'cancel', order, units }]
  },
  async wait(play, oracle, picks) {
    const order = pickOpen(oracle, picks, true)
    if (order === undefined) return NOTHING
    const units = play.units(order, picks, openOf(oracle, order))
    if (isEmpty(units)) return NOTHING
    const isDone = await play.record('backorders', order, units)
    return isDone ? [{ kind: 'wait', order, units }] : NOTHING
  },
  async return(play, oracle, picks) {
    const shipped = [...oracle.orders].filter(([, { lines }]) => lines.some((line) => line.shipped))
    const [order, state] = pick(shipped, picks[0]) ?? []
    if (order === undefined) return NOTHING
    const returned = play.returned.get(order) ?? {}
    const units = play.units(
      order,
      picks,
      (index) => (state?.lines[index]?.shipped ?? 0) - (returned[index] ?? 0),
    )
    if (isEmpty(units)) return NOTHING
    const restock = pick([true, false, null], picks[3]) as boolean | null
    const isAccepted = (picks[4] ?? 0) % 2 === 0
    const reference = await play.record('returns', order, units, {
      ...(isAccepted && { Status: 'ACCEPTED' }),
      ...(restock !== null && { Restock: restock }),
    })
    if (reference === undefined) return NOTHING
    for (const [index, count] of Object.entries(units)) {
      returned[Number(index)] = (returned[Number(index)] ?? 0) + count
    }
    play.returned.set(order, returned)
    if (isAccepted) return [{ kind: 'accept', order, units, restock }]
    play.returns.push({ reference, order, units })
    return NOTHING
  },
  async decide({ shop, returns }, _, picks) {
    const decided = pick(returns, picks[0])
    if (decided === undefined) return NOTHING
    returns.splice(returns.indexOf(decided), 1)
    const restock = pick([true, false], picks[1]) as boolean
    await shop.decide(decided.reference, { Status: 'ACCEPTED', Restock: restock })
    return [{ kind: 'accept', order: decided.order, units: decided.units, restock }]
  },
  close: async (play, oracle, picks) => await turn(play, oracle, picks, 'close'),
  reopen: async (play, oracle, picks) => await turn(play, oracle, picks, 'reopen'),
  async combine({ shop }, oracle, picks) {
    const [one, other] = [pickOpen(oracle, picks, true), pickOpen(oracle, picks.slice(1), true)]
    if (one === undefined || other === undefined || one === other) return NOTHING
    const body = { MerchantOrderReferences: [other] }
    await shop.merchant('PUT', `/v2/orders/${one}/combination`, body)
    return NOTHING
  },
  count: async (play, oracle, picks) => await count(play, oracle, picks, (picks[1] ?? 0) % 40),
  repeat: async (play, oracle, picks) => await count(play, oracle, picks),
  async dated(play, oracle, picks) {
    // Between the times at which anything happens.
    const ago = 5 + 10 * ((picks[3] ?? 0) % 4)
    return await count(play, oracle, picks, (picks[1] ?? 0) % 40, ago)
  },
  async upload({ shop }, oracle, picks) {
    const named = [...oracle.products.keys()].filter((__, index) => (picks[0] ?? 0) & (1 << index))
    if (named.length === 0) return NOTHING
    const counts = Object.fromEntries(
      named.map((name, index) => [name, (picks[index + 1] ?? 0) % 40]),
    )
    await shop.upload(counts)
    return [{ kind: 'upload', counts }]
  },
  async import({ shop }) {
    await shop.applyImports()
    return [{ kind: 'import' }]
  },
  async change({ shop }, oracle, picks) {
    const reference = pick([...oracle.products.keys()], picks[0]) as string
    const units = ((picks[1] ?? 0) % 21) - 10
    await shop.offer({ MerchantProductReference: reference, StockChange: units })
    return [{ kind: 'change', product: reference, units }]
  },
  async settings({ shop }, _, picks) {
    const all: OracleSettings = {
      StockKeeper: pick(['merchant', 'hub', 'none'], picks[0]) as 'merchant',
      CountsExclude: pick(['acknowledged', null], picks[1]) as 'acknowledged',
      StockLag: pick([0, 15, 45], picks[2]) as number,
      RestockReturns: (picks[3] ?? 0) % 2 === 0,
    }
    const named = Object.entries(all).filter((__, index) => (picks[4] ?? 0) & (1 << index))
    const settings: Partial<OracleSettings> = Object.fromEntries(named)
    if (named.length === 0) return NOTHING
    await shop.change(settings)
    return [{ kind: 'settings', settings }]
  },
  async product({ shop }, oracle, picks) {
    if (oracle.products.has('UNKNOWN')) return NOTHING
    const stock = (picks[0] ?? 0) % 10
    await shop.put(product('UNKNOWN', { Stock: stock }))
    return [{ kind: 'product', product: 'UNKNOWN', stock }]
  },
  async pass({ shop }, _, picks) {
    const minutes = 10 * (1 + ((picks[0] ?? 0) % 4))
    await shop.age(minutes)
    return [{ kind: 'pass', minutes }]
  },
  async price({ shop }, _, picks) {
    await shop.patch('MUG', { Price: picks[0] })
    return NOTHING
  },
}

/** An order with open units, acknowledged or not. */
function pickOpen(oracle: Oracle, picks: Picks, isAcknowledged: boolean): string | undefined {
  const open = [...oracle.orders].filter(
    ([, order]) =>
      order.isAcknowledged === isAcknowledged &&
      order.lines.some((line) => line.quantity > line.shipped + line.cancelled),
  )
  return pick(open, picks[0])?.[0]
}

const openOf = (oracle: Oracle, order: string) => (index: number) => {
  const { quantity = 0, shipped = 0, cancelled = 0 } = oracle.orders.get(order)?.lines[index] ?? {}
  return quantity - shipped - cancelled
}

async function turn({ shop }: Play, oracle: Oracle, picks: Picks, kind: 'close' | 'reopen') {
  const known = [...oracle.orders].filter(([, { isAcknowledged }]) => isAcknowledged)
  const [order] = pick(known, picks[0]) ?? []
  if (order === undefined) return NOTHING
  await shop.turn(order, kind)
  return [{ kind, order }]
}

/** Counts a product, by one of the calls that can. Without a number, it repeats the stored one. */
async function count({ shop }: Play, oracle: Oracle, picks: Picks, given?: number, ago?: number) {
  const reference = pick([...oracle.products.keys()], picks[0]) as string
  const stock = given ?? (oracle.products.get(reference)?.stock as number)
  const at = ago === undefined ? {} : { StockCountedAt: new Date(Date.now() - ago * 60_000) }
  const body = { MerchantProductReference: reference, Stock: stock, ...at }
  const way = (picks[2] ?? 0) % 3
  if (way === 0) await shop.offer(body)
  else if (way === 1) await shop.put(product(reference, body))
  else expect((await shop.patch(reference, body)).status).toBe(200)
  const dated = ago === undefined ? {} : { ago }
  return [{ kind: 'count' as const, product: reference, stock, ...dated }]
}

interface ProductStock {
  readonly MerchantProductReference: string
  readonly Stock: number
  readonly StockReserved: number
  readonly StockAvailable: number
}

async function readProducts({ merchant }: Stocked): Promise<readonly ProductStock[]> {
  const { status, body } = await merchant('GET', '/v2/products')
  expect(status).toBe(200)
  return body.map(
    ({ MerchantProductReference, Stock, StockReserved, StockAvailable }: ProductStock) => ({
      ...{ MerchantProductReference, Stock, StockReserved, StockAvailable },
    }),
  )
}

/** Each compares one answer of the hub with what the oracle says. */
const CHECKS: readonly ((play: Play, copy: Copy) => Promise<void>)[] = [
  async function products({ shop, history }) {
    const oracle = Oracle.of(history)
    const wanted = [...oracle.products.keys()].toSorted().map((reference) => {
      const { short: _, ...expected } = oracle.expected(reference)
      return { MerchantProductReference: reference, ...expected }
    })
    expect(await readProducts(shop)).toEqual(wanted)
  },
  async function offers({ history }, copy) {
    const oracle = Oracle.of(history)
    await copy.poll(oracle.products.size)
    const wanted = [...oracle.products.keys()].map((name) => [
      name,
      oracle.expected(name).StockAvailable,
    ])
    expect(Object.fromEntries(copy.known)).toEqual(Object.fromEntries(wanted))
  },
  async function shortfalls({ shop, history }) {
    const oracle = Oracle.of(history)
    const short = [...oracle.products.keys()].flatMap((name) => {
      const units = oracle.expected(name).short
      return units > 0 ? [[name, units, units] as const] : []
    })
    // As a node does in the background, or a poll of a channel.
    await shop.settle()
    const { body } = await shop.shortfalls()
    expect(
      body.map((row: Shortfall) => [
        row.MerchantProductReference,
        row.ShortUnits,
        row.Orders?.reduce((sum, order) => sum + order.ShortUnits, 0),
      ]),
    ).toEqual(short.toSorted())
  },
]

test('available, reserved and short units are those of the formula after each step of any history', {
  timeout: 60_000 + RUNS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const shop = await openStock(api)
      const copies = [new Copy(shop), new Copy(await shop.addShop())]
      const play = new Play(shop, copies)
      for (const copy of copies) await copy.poll(2)
      for (const [index, { kind, picks }] of sequence.entries()) {
        const happened = await WAYS[kind](play, Oracle.of(play.history), picks)
        play.history.push(...happened)
        // One answer after each step, all of them at the end of a history, which may end after any step.
        await pick(CHECKS, index)?.(play, pick(copies, Math.floor(index / CHECKS.length)) as Copy)
      }
      for (const copy of copies) {
        for (const check of CHECKS) await check(play, copy)
        expect(await copy.isComplete()).toBe(true)
      }
      for (const { MerchantProductReference: reference, ...stock } of await readProducts(shop)) {
        expect(await shop.product(reference)).toMatchObject(stock)
      }
    }),
    // A history that fails is told of at once, with its seed: a shorter one takes minutes to find.
    { numRuns: RUNS, endOnFailure: true },
  )
})

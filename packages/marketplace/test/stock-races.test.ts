/** One hot product, several nodes: orders of it never wait for each other, and no unit is lost or counted twice. */
import { execute, query, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleAllMarks } from '../src/catalogue/stock/marks.ts'
import { type Answer, anOrder, createTestApi, type TestApi } from './api.ts'
import { aRecord, type Path } from './fulfilment-api.ts'
import { call, count, startNodes, type TestNodes } from './nodes.ts'
import { openStock, type Stocked } from './stock-api.ts'

let api: TestApi
let nodes: TestNodes
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  nodes = await startNodes(api.url)
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

let number = 0

/** A call that places an order of units of products, as a channel. */
function placing(key: string, units: Readonly<Record<string, number>>) {
  number += 1
  const order = anOrder({
    ChannelReference: `RACE-${number}`,
    Lines: Object.entries(units).map(([reference, quantity], index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: reference,
      Quantity: quantity,
      UnitPriceInclVat: 1,
    })),
  })
  return call('POST', '/v2/orders', key, order)
}

/** Holds the row lock of a product while something is done. */
async function whileLocked<T>(shop: Stocked, work: () => Promise<T>): Promise<T> {
  return await transaction(api.database, async (tx) => {
    const rows = await query(
      tx,
      sql`
      select from marketplace.products where customer_id = ${shop.customerId} and merchant_product_reference = 'MUG'
      for update`,
    )
    expect(rows).toHaveLength(1)
    return await work()
  })
}

describe('orders of one product from two channels on four nodes', () => {
  test('are stored, and seen, while another transaction holds the row lock of the product', async () => {
    const shop = await openStock(api)
    const other = await shop.addShop()
    await other.drain()
    const order = await shop.sell({ MUG: 4 })
    await whileLocked(shop, async () => {
      const keys = [shop.key, other.key]
      const answers = await nodes.onAll((node) =>
        keys.map((key) => placing(key, { MUG: 1 + (node % 2) })),
      )
      expect(count(answers, 201)).toBe(8)
      expect(await shop.see()).toBe('20/16/4')
      await shop.ship(order, { 1: 1 })
      await shop.cancel(order, { 1: 1 })
      await shop.turn(order, 'close')
      expect(await shop.see()).toBe('20/13/7')
      // Marks of a product that somebody writes are settled later, and a poll does not wait for it.
      await shop.settle()
      expect(await other.offers()).toEqual([])
    })
    expect(await other.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 7 }])
  })

  test('reserve exactly their units, polls offer fewer and fewer, and marks are settled together', async () => {
    const shop = await openStock(api)
    const other = await shop.addShop()
    await shop.offer({ Stock: 500 })
    await shop.drain()
    await other.drain()
    const keys = [shop.key, other.key]
    const seen: number[] = []
    let isOver = false
    const polls = (async () => {
      while (!isOver) {
        for (const { MerchantProductReference, Stock } of await other.offers()) {
          if (MerchantProductReference === 'MUG') seen.push(Stock)
        }
      }
    })()
    const answers = await nodes.onAll(() =>
      Array.from({ length: 50 }, (_, index) =>
        placing(keys[index % 2] as string, { MUG: 1 + (index % 5), TEA: 1 }),
      ),
    )
    isOver = true
    await polls
    expect(count(answers, 201)).toBe(200)
    expect(await shop.see('MUG')).toBe('500/600/0')
    expect(await shop.see('TEA')).toBe('20/200/0')
    expect(seen).toEqual(seen.toSorted((one, next) => next - one))
    expect(await other.offers()).toMatchObject([
      { MerchantProductReference: 'MUG', Stock: 0 },
      { MerchantProductReference: 'TEA', Stock: 0 },
    ])
    const shortfalls = (await shop.shortfalls()).body
    expect(shortfalls).toMatchObject([{ ShortUnits: 100 }, { ShortUnits: 180 }])
    const lines = await listLines(shop)
    expect(sum(lines.map((line) => line.ShortUnits))).toBe(280)
  })

  test('are all short or none, however many nodes settle the marks at once', async () => {
    const shop = await openStock(api)
    await nodes.onAll(() => Array.from({ length: 10 }, () => placing(shop.key, { MUG: 1 })))
    await Promise.all(Array.from({ length: 8 }, async () => await shop.settle()))
    expect(await shop.events('stock.short')).toHaveLength(1)
    expect((await shop.shortfalls()).body).toMatchObject([{ ShortUnits: 20 }])
    const marks = await query(
      api.database,
      sql`select from marketplace.stock_marks where customer_id = ${shop.customerId} and due_at <= clock_timestamp()`,
    )
    expect(marks).toEqual([])
  })
})

/** Marks products with times before those of all others. */
async function markEarly(
  { customerId }: Stocked,
  products: readonly string[],
  times: number,
): Promise<void> {
  await execute(
    api.database,
    sql`
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
    select ${customerId}, product, now() - interval '1 hour' + time * interval '1 second', 'settings'
    from unnest(${products as string[]}::text[]) product, generate_series(1, ${times}::integer) time`,
  )
}

const marksOf = async ({ customerId }: Stocked) =>
  await query<{ reference: string }>(
    api.database,
    sql`
    select distinct merchant_product_reference as reference from marketplace.stock_marks
    where customer_id = ${customerId} and due_at <= clock_timestamp()`,
  )

describe('a backlog of marks', () => {
  test('is settled whole by one poll, however often each product is marked', async () => {
    const shop = await openStock(api)
    await shop.drain()
    const names = Array.from({ length: 600 }, (_, index) => `P-${index}`)
    await markEarly(shop, names, 3)
    await shop.place({ MUG: 15 })
    expect(await shop.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 5 }])
    expect(await marksOf(shop)).toEqual([])
  })

  test('of products that somebody has locked does not hold up others, nor other customers', async () => {
    const [shop, other] = [await openStock(api), await openStock(api)]
    await shop.drain()
    await other.drain()
    await markEarly(shop, ['MUG'], 1200)
    await shop.place({ TEA: 4 })
    await other.place({ TEA: 4 })
    await whileLocked(shop, async () => {
      await settleAllMarks(api.database)
      expect(await marksOf(shop)).toEqual([{ reference: 'MUG' }])
      expect(await marksOf(other)).toEqual([])
    })
    await settleAllMarks(api.database)
    expect(await marksOf(shop)).toEqual([])
  })
})

interface AnsweredLine {
  readonly ShortUnits: number
}

async function listLines(shop: Stocked): Promise<readonly AnsweredLine[]> {
  const { body } = await shop.merchant('GET', '/v2/orders?pageSize=1000')
  return body.flatMap(({ Lines }: { Lines: readonly AnsweredLine[] }) => Lines)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** The products of lines, by their references. */
type Products = ReadonlyMap<string, string>

/** The units of a product in the records that were stored. */
const unitsOf = (answers: readonly Answer[], reference: string, productOf: Products) =>
  sum(
    answers
      .filter(({ status }) => status === 201)
      .flatMap(({ body }) => body.Lines)
      .filter((line) => productOf.get(line.MerchantOrderLineReference) === reference)
      .map((line) => line.Quantity),
  )

describe('the stock that the hub keeps', () => {
  test('is the count without shipped and with restocked units, after shipments, voids, returns, changes and counts at once', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    const ORDERS = 24
    const orders: string[] = []
    const productOf = new Map<string, string>()
    for (let index = 0; index < ORDERS; index += 1) {
      // In both orders, so that locks in the order of the lines would lead to deadlocks.
      const units = index % 2 ? { MUG: 6, TEA: 6 } : { TEA: 6, MUG: 6 }
      const order = await shop.sell(units)
      orders.push(order)
      for (const [line, reference] of Object.keys(units).entries()) {
        productOf.set(`${order}-${line + 1}`, reference)
      }
    }
    const ofNode = (node: number) => orders.filter((_, index) => index % 4 === node)
    const create = (path: Path, order: string, units: Record<number, number>, more = {}) =>
      call('POST', `/v2/${path}`, shop.merchantKey, aRecord(path, order, units, more))
    const changing = (units: number) =>
      call('PUT', '/v2/offers', shop.merchantKey, [
        { MerchantProductReference: 'TEA', StockChange: units },
        { MerchantProductReference: 'MUG', StockChange: units },
      ])

    // Each order is shipped by two nodes, of which one may be late.
    await shop.put(
      { MerchantProductReference: 'MUG', Stock: 1000 },
      { MerchantProductReference: 'TEA', Stock: 1000 },
    )
    const first = await nodes.onAll((node) => [
      ...ofNode(node).map((order) => create('shipments', order, { 1: 2, 2: 2 })),
      changing(7),
      ...ofNode((node + 1) % 4).map((order) => create('shipments', order, { 1: 2, 2: 1 })),
    ])
    const shipments = first.filter(({ body }) => body.MerchantShipmentReference)
    expect(count(first, 201)).toBe(2 * ORDERS)
    for (const reference of ['MUG', 'TEA']) {
      const { Stock } = await shop.product(reference)
      expect(Stock).toBe(1000 + 4 * 7 - unitsOf(shipments, reference, productOf))
    }

    // A recount, and then everything that moves the stock.
    await shop.put(
      { MerchantProductReference: 'MUG', Stock: 2000 },
      { MerchantProductReference: 'TEA', Stock: 2000 },
    )
    const second = await nodes.onAll((node) => [
      ...shipments
        .filter((_, index) => index % 8 === node)
        .map(({ body }) =>
          call(
            'POST',
            `/v2/shipments/${body.MerchantShipmentReference}/void`,
            shop.merchantKey,
            {},
          ),
        ),
      ...ofNode(node).map((order) => create('shipments', order, { 1: 1 })),
      changing(-3),
      ...ofNode((node + 2) % 4).map((order) =>
        create('returns', order, { 2: 1 }, { Status: 'ACCEPTED', Restock: true }),
      ),
    ])
    expect(second.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
    const voided = second.filter(({ body }) => body.Status === 'VOIDED')
    expect(voided.length).toBeGreaterThan(0)
    const records = (name: string) => second.filter(({ body }) => body[name])
    for (const reference of ['MUG', 'TEA']) {
      const { Stock } = await shop.product(reference)
      const back = voided.map((answer) => ({ ...answer, status: 201 }))
      const moved =
        unitsOf(back, reference, productOf) +
        unitsOf(records('MerchantReturnReference'), reference, productOf) -
        unitsOf(
          records('MerchantShipmentReference').filter(({ body }) => body.Status !== 'VOIDED'),
          reference,
          productOf,
        )
      expect(Stock).toBe(2000 - 4 * 3 + moved)
    }
  })
})

test('shipments at once with a change of who keeps the stock lose no unit', async () => {
  const toHub = ['merchant', 'hub'] as const
  for (const [from, to] of [toHub, ['hub', 'merchant'] as const, toHub, toHub]) {
    const shop = await openStock(api, { StockKeeper: from })
    await shop.offer({ Stock: 500 })
    const orders: string[] = []
    for (let index = 0; index < 24; index += 1) orders.push(await shop.sell({ MUG: 6 }))
    const shipEach = async () => {
      const answers = await nodes.onAll((node) =>
        orders
          .filter((_, index) => index % 4 === node)
          .map((order) =>
            call('POST', '/v2/shipments', shop.merchantKey, aRecord('shipments', order, { 1: 2 })),
          ),
      )
      expect(count(answers, 201)).toBe(24)
    }
    await shipEach()
    await Promise.all([shipEach(), shop.change({ StockKeeper: to })])
    await shipEach()
    const { Stock, StockAvailable } = await shop.product('MUG')
    expect([StockAvailable, to === 'hub' ? Stock : 356]).toEqual([356, 356])
  }
})

test('counts of before and shipments at once lose no unit, in whatever order they come', async () => {
  const shop = await openStock(api, { StockKeeper: 'hub' })
  const orders: string[] = []
  for (let index = 0; index < 16; index += 1) orders.push(await shop.sell({ MUG: 6 }))
  const StockCountedAt = (await shop.product('MUG')).StockCountedAt as string
  const counting = (Stock: number) =>
    call('PUT', '/v2/offers', shop.merchantKey, [
      { MerchantProductReference: 'MUG', Stock, StockCountedAt },
    ])
  const answers = await nodes.onAll((node) =>
    orders
      .filter((_, index) => index % 4 === node)
      .flatMap((order) => [
        call('POST', '/v2/shipments', shop.merchantKey, aRecord('shipments', order, { 1: 4 })),
        counting(500),
        call('POST', '/v2/shipments', shop.merchantKey, aRecord('shipments', order, { 1: 1 })),
      ]),
  )
  expect([count(answers, 201), count(answers, 200)]).toEqual([32, 16])
  expect(await shop.see()).toBe(`${500 - 16 * 5}/16/${500 - 16 * 6}`)
})

test('of counts at once, each is stored whole, and none settles what leaves after it', async () => {
  const shop = await openStock(api)
  const order = await shop.sell({ MUG: 10 })
  await nodes.onAll((node) => [
    ...Array.from({ length: 8 }, (_, index) =>
      call('PUT', '/v2/offers', shop.merchantKey, [
        { MerchantProductReference: 'MUG', Stock: 100 + 10 * node + index },
      ]),
    ),
  ])
  const { Stock, StockReserved } = await shop.product('MUG')
  expect(Stock % 10).toBeLessThan(8)
  expect(StockReserved).toBe(10)
  await shop.ship(order, { 1: 10 })
  expect(await shop.see()).toBe(`${Stock}/10/${Stock - 10}`)
  await execute(
    api.database,
    sql`update marketplace.stock_departures set left_at = left_at - interval '1 day' where customer_id = ${shop.customerId}`,
  )
  expect(await shop.see()).toBe(`${Stock}/0/${Stock}`)
})

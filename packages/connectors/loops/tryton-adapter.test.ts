/** The adapter against a real Tryton, without a hub: what Tryton does that a connector must know. */
import type { Client } from '@entrepot/rest'
import { makeDirectory } from '@entrepot/test-support/folders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MerchantShop, ReadPage } from '../src/adapter/merchant.ts'
import { tryton as adapter } from '../src/adapters/tryton/index.ts'
import type { Tryton } from '../src/adapters/tryton/rpc.ts'
import { decimal } from '../src/adapters/tryton/values.ts'
import { copyPrepared, startTryton, type TrytonServer } from '../test/shops/tryton.ts'
import {
  asAdmin,
  count,
  ignoreMoves,
  makeGoods,
  openShipments,
  receive,
  ship,
  takeBack,
  takeOut,
  trytonContext,
} from '../test/shops/tryton-setup.ts'
import { cutRow, done } from '../test/support/cut-off.ts'
import { type LineSpec, markOf, orderOf, toWrite } from '../test/tryton-order.ts'

let server: TrytonServer
let admin: Tryton
let shop: MerchantShop & Required<MerchantShop>
let products: ReadonlyMap<string, number>

beforeAll(async () => {
  const folder = await makeDirectory()
  await copyPrepared(folder)
  server = await startTryton(folder)
  admin = asAdmin(server.url)
  products = await makeGoods(admin, [
    { name: 'Carriage', code: 'SHIP', price: '0', type: 'service' },
    { name: 'Mug', code: 'MUG', price: '8.2231' },
    { name: 'Book', code: 'BOOK', price: '9.1743', rate: 9 },
    { name: 'Shirt', code: 'SHIRT', price: '16.5289', variants: ['-S', '-M'] },
  ])
  await count(
    admin,
    new Map(['MUG', 'BOOK', 'SHIRT-S', 'SHIRT-M'].map((code) => [idOf(code), 100])),
  )
  shop = open()
})

afterAll(() => server?.stop())

const open = (settings: Readonly<Record<string, string>> = {}) =>
  adapter.open(trytonContext(server.url, undefined, settings)).merchant as Required<MerchantShop>

const idOf = (code: string) => products.get(code) ?? 0

async function all<T>(pages: AsyncIterable<ReadPage<T>>) {
  const records: T[] = []
  let cursor: string | undefined
  for await (const page of pages) {
    records.push(...page.records)
    cursor = page.cursor
  }
  return { records, cursor }
}

let lastOrder = 0

/** Writes an order, and returns the ids of its sale and of its lines. */
async function sell(lines: readonly LineSpec[], shipping = 0) {
  lastOrder += 1
  const gross = lines.reduce((sum, one) => sum + one.price * one.quantity - (one.discount ?? 0), 0)
  const total = Number((gross + shipping).toFixed(2))
  const outcome = await shop.writeOrder(
    toWrite({ id: lastOrder, lines, shipping, total }, products),
  )
  if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem))
  const sale = Number(outcome.done.shopId)
  return {
    id: lastOrder,
    sale,
    total,
    lines: outcome.done.lines.map(({ shopLineId }) => shopLineId),
  }
}

const cancel = (
  order: { readonly id: number; readonly sale: number },
  units: readonly [string, number][],
) =>
  shop.writeCancellation({
    shopOrderId: String(order.sale),
    cancellation: { Id: order.id } as never,
    units: units.map(([shopLineId, quantity]) => ({ shopLineId, quantity })),
    mark: markOf(order.id, 'cancellation'),
  })

async function fulfilmentsOf(sale: number) {
  const { records } = await all(shop.readFulfilments(undefined))
  const found = records.find(({ shopOrderId }) => shopOrderId === String(sale))
  expect(await shop.readFulfilmentsOf(String(sale))).toEqual(found)
  return found
}

describe('check', () => {
  it('finds a company that can sell', async () => {
    const findings = await adapter.open(trytonContext(server.url)).check()
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([
    [
      'a wrong password',
      { user: 'connector', password: 'wrong' },
      {},
      /does not let the user connector in/,
    ],
    ['an unknown database', undefined, { database: 'nowhere' }, /does not know the database/],
    [
      'an unknown warehouse',
      undefined,
      { warehouse: 'X9' },
      /0 warehouses with the code or name X9/,
    ],
    ['an unknown tax', undefined, { taxes: '21=Nothing' }, /the tax Nothing for 21 %/],
  ])('names %s', async (_what, secrets, settings, message) => {
    const findings = await adapter.open(trytonContext(server.url, secrets, settings)).check()
    const errors = findings.filter(({ level }) => level === 'error')
    expect(errors.map((one) => one.message).join()).toMatch(message)
    expect(errors.every(({ remedy }) => remedy)).toBe(true)
  })
})

describe('products', () => {
  it('have prices with VAT, and variants have a parent', async () => {
    const { records } = await all(shop.readProducts(undefined))
    const found = records.flatMap((one) => ('product' in one ? [one.product] : []))
    expect(found.find((one) => one.MerchantProductReference === 'MUG')).toMatchObject({
      Name: 'Mug',
      Price: 9.95,
      VatRate: 21,
    })
    const parent = found.find((one) => one.Name === 'Shirt')?.MerchantProductReference
    const variants = found.filter((one) => one.ParentMerchantReference === parent)
    expect(variants.map((one) => one.MerchantProductReference)).toEqual(['SHIRT-S', 'SHIRT-M'])
    expect(found.some((one) => one.MerchantProductReference === 'SHIP')).toBe(false)
  })

  it('are read once, until one changes', async () => {
    const { cursor } = await all(shop.readProducts(undefined))
    expect((await all(shop.readProducts(cursor))).records).toEqual([])
    const [template] = await admin.search('product.template', [['code', '=', 'BOOK']], ['id'])
    await admin.call('model.product.template.write', [
      [template?.id ?? 0],
      { list_price: decimal('10') },
    ])
    const again = await all(shop.readProducts(cursor))
    expect(again.records).toContainEqual(
      expect.objectContaining({
        product: expect.objectContaining({ MerchantProductReference: 'BOOK', Price: 10.9 }),
      }),
    )
    expect((await all(shop.readProducts(again.cursor))).records).toEqual([])
  })

  it('follow the tax of their category, although they do not change', async () => {
    const { cursor } = await all(shop.readProducts(undefined))
    const [category] = await admin.search('product.category', [['name', 'like', '% 9%%']], ['id'])
    await admin.call('model.product.category.write', [[category?.id ?? 0], { name: 'Books 9%' }])
    const { records } = await all(shop.readProducts(cursor))
    expect(records.length).toBeGreaterThanOrEqual(4)
  })

  it('are removed when they are deactivated, and are problems without a code', async () => {
    await makeGoods(admin, [
      { name: 'Lamp', code: 'LAMP', price: '10' },
      { name: 'Nameless', code: '', price: '12' },
    ])
    const { records, cursor } = await all(shop.readProducts(undefined))
    const problems = records.flatMap((one) => ('problem' in one ? [one.problem.code] : []))
    expect(problems).toEqual(['missing_sku'])
    const [lamp] = await admin.search(
      'product.template',
      [['name', '=', 'Lamp']],
      ['id', 'products'],
    )
    const ids = lamp?.products as readonly number[]
    await admin.call('model.product.product.write', [ids, { active: false }])
    await admin.call('model.product.template.write', [[lamp?.id ?? 0], { active: false }])
    const again = (await all(shop.readProducts(cursor))).records
    expect(again).toContainEqual({ shopId: String(ids[0]), removed: true })
  })
})

describe('stock', () => {
  it('is read again when goods move, although no product changes', async () => {
    const { cursor } = await all(shop.readStock(undefined))
    expect((await all(shop.readStock(cursor))).records).toEqual([])
    await count(admin, new Map([[idOf('SHIRT-M'), 73]]))
    const { records } = await all(shop.readStock(cursor))
    expect(records).toContainEqual({ merchantProductReference: 'SHIRT-M', stock: 73 })
  })

  it('has units for orders of the hub until they leave, and none for other buyers', async () => {
    const before = await stockOf('SHIRT-S')
    const order = await sell([{ reference: 'SHIRT-S', quantity: 4, price: 20 }])
    expect(await stockOf('SHIRT-S')).toBe(before)
    // The same sale, once it is not of the hub any more.
    await admin.call('model.sale.sale.write', [[order.sale], { reference: 'B2B' }])
    expect(await stockOf('SHIRT-S')).toBe(before - 4)
    await admin.call('model.sale.sale.write', [[order.sale], { reference: markOf(order.id) }])
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id)
    expect(await stockOf('SHIRT-S')).toBe(before - 4)
  })

  const stockOf = async (code: string) => {
    const { records } = await all(shop.readStock(undefined))
    return records.find((one) => one.merchantProductReference === code)?.stock ?? 0
  }
})

describe('orders', () => {
  it('have the total of the buyer to the cent, whatever rounds', async () => {
    for (const lines of [
      [{ reference: 'MUG', quantity: 3, price: 9.95 }],
      [
        { reference: 'MUG', quantity: 7, price: 0.99 },
        { reference: 'BOOK', quantity: 3, price: 3.33, rate: 9 },
        { reference: 'SHIRT-S', quantity: 1, price: 19.99, discount: 3.33 },
      ],
      Array.from({ length: 12 }, () => ({ reference: 'MUG', quantity: 1, price: 0.07 })),
      // No price of four decimals gives this total.
      [{ reference: 'MUG', quantity: 20, price: 9.16 }],
    ]) {
      const { sale, total } = await sell(lines, lines.length === 1 ? 0 : 4.95)
      const [row] = await admin.read('sale.sale', [sale], ['total_amount', 'state'])
      expect(row).toMatchObject({ total_amount: total.toFixed(2), state: 'processing' })
    }
  })

  it('of one buyer have one party, and an address of each content', async () => {
    const one = await sell([{ reference: 'MUG', quantity: 1, price: 9.95 }])
    const other = await sell([{ reference: 'MUG', quantity: 2, price: 9.95 }])
    const rows = await admin.read(
      'sale.sale',
      [one.sale, other.sale],
      ['party', 'shipment_address'],
    )
    expect(new Set(rows.map(({ party }) => party)).size).toBe(1)
    expect(new Set(rows.map(({ shipment_address }) => shipment_address)).size).toBe(1)
  })

  it('of a buyer with a wrong VAT number are taken, with the number for people to see', async () => {
    const lines = [{ reference: 'MUG', quantity: 1, price: 9.95 }]
    const over = { VatNo: 'NL1', ChannelCustomerReference: 'WRONG-VAT' }
    const outcome = await shop.writeOrder(toWrite({ id: 9200, lines, total: 9.95, over }, products))
    expect(outcome).toMatchObject({ done: {} })
    const found = await admin.search('party.identifier', [['code', '=', 'NL1']], ['type'])
    expect(found).toMatchObject([{ type: null }])
  })

  it('that Tryton has confirmed, and did not process because it was stopped, are processed by the next write', async () => {
    const lines = [{ reference: 'MUG', quantity: 2, price: 9.95 }]
    const order = await sell(lines)
    // As confirmed as it was before its shipment was made; only sales administrators can process it.
    for (const shipment of await openShipments(admin, order.sale)) {
      await admin.press('stock.shipment.out', 'cancel', [shipment])
      await admin.call('model.stock.shipment.out.delete', [[shipment]])
    }
    const moves = await admin.search('stock.move', [['sale', '=', order.sale]], ['id'])
    await admin.call('model.stock.move.delete', [moves.map(({ id }) => id)])
    await admin.call('model.sale.sale.write', [[order.sale], { state: 'confirmed' }])
    const cancelled = await cancel(order, [[order.lines[0] ?? '', 1]])
    expect(cancelled).toMatchObject({ problem: { code: 'sale_not_processed' } })
    expect(await shop.findOrder(markOf(order.id))).toBeUndefined()
    const again = await shop.writeOrder(
      toWrite({ id: order.id, lines, total: order.total }, products),
    )
    expect(again).toMatchObject({ done: { shopId: String(order.sale) } })
    const [row] = await admin.read('sale.sale', [order.sale], ['state'])
    expect(row).toMatchObject({ state: 'processing' })
    expect(await openShipments(admin, order.sale)).toHaveLength(1)
  })

  it('are not found in the sale of their return, which has the same reference', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 1, price: 9.95 }])
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id)
    await takeBack(admin, order.sale, new Map([[idOf('MUG'), 1]]))
    const found = await shop.findOrder(markOf(order.id))
    expect(found?.shopId).toBe(String(order.sale))
  })

  it('with a country, tax or product that Tryton does not have are problems, and leave nothing', async () => {
    const base = { id: 9100, lines: [{ reference: 'MUG', quantity: 1, price: 9.95 }], total: 9.95 }
    const abroad = { ...orderOf(base).ShippingAddress, CountryIso: 'CH' }
    const cases = [
      [{ ...base, over: { ShippingAddress: abroad } }, 'country_unknown'],
      [{ ...base, over: { CurrencyCode: 'SEK' } }, 'currency_unknown'],
      [
        { ...base, lines: [{ reference: 'MUG', quantity: 1, price: 9.95, rate: 7 }] },
        'tax_unknown',
      ],
      [{ ...base, lines: [{ reference: 'NONE', quantity: 1, price: 9.95 }] }, 'product_unknown'],
    ] as const
    for (const [spec, code] of cases) {
      const outcome = await shop.writeOrder(toWrite(spec, products))
      expect(outcome).toMatchObject({ problem: { code, message: expect.any(String) } })
    }
    const bare = open({ shippingProduct: 'NONE' })
    const costs = await bare.writeOrder(toWrite({ ...base, shipping: 5, total: 14.95 }, products))
    expect(costs).toMatchObject({ problem: { code: 'shipping_product_missing' } })
    expect(await admin.search('sale.sale', [['reference', '=', markOf(9100)]], ['id'])).toEqual([])
  })
})

describe('cancellations', () => {
  it('take units off a sale that is processed, once, and leave the others to be shipped', async () => {
    const order = await sell([
      { reference: 'MUG', quantity: 3, price: 9.95 },
      { reference: 'BOOK', quantity: 1, price: 10, rate: 9 },
    ])
    const [mugs = '', books = ''] = order.lines
    const first = await cancel(order, [
      [mugs, 1],
      [books, 1],
    ])
    expect(first).toEqual({ done: expect.any(String) })
    expect(
      await cancel(order, [
        [mugs, 1],
        [books, 1],
      ]),
    ).toEqual(first)
    const [row] = await admin.read('sale.sale', [order.sale], ['shipment_state'])
    expect(row).toMatchObject({ shipment_state: 'waiting' })
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id, 'TRACK-1')
    expect(await fulfilmentsOf(order.sale)).toEqual({
      shopOrderId: String(order.sale),
      shipments: [
        {
          shopId: expect.any(String),
          units: [{ shopLineId: mugs, quantity: 2 }],
          trackingNumber: 'TRACK-1',
        },
      ],
      cancellations: [],
    })
  })

  it('of all units end the sale without a shipment', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 2, price: 9.95 }])
    await cancel(order, [[order.lines[0] ?? '', 2]])
    expect(await openShipments(admin, order.sale)).toEqual([])
    const [row] = await admin.read('sale.sale', [order.sale], ['shipment_state', 'state'])
    expect(row).toMatchObject({ shipment_state: 'sent' })
  })

  it('of units that were shipped are a problem that says so', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 2, price: 9.95 }])
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id)
    const outcome = await cancel(order, [[order.lines[0] ?? '', 1]])
    expect(outcome).toMatchObject({
      problem: {
        code: 'units_not_open',
        message: expect.stringMatching(/0 units can be cancelled/),
      },
    })
  })

  it('by people in Tryton come back once a person has answered the exception of the sale', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 2, price: 9.95 }])
    const [shipment = 0] = await openShipments(admin, order.sale)
    await admin.press('stock.shipment.out', 'cancel', [shipment])
    expect(await fulfilmentsOf(order.sale)).toMatchObject({ cancellations: [] })
    await ignoreMoves(admin, order.sale, shipment)
    const units = [{ shopLineId: order.lines[0], quantity: 2 }]
    expect(await fulfilmentsOf(order.sale)).toMatchObject({
      cancellations: [{ shopId: expect.stringMatching(/^move-/), units }],
    })
  })
})

describe('fulfilments', () => {
  it('are partial shipments with their own tracking numbers, read when they change', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 5, price: 9.95 }])
    const { cursor } = await all(shop.readFulfilments(undefined))
    expect((await all(shop.readFulfilments(cursor))).records).toEqual([])
    const [shipment = 0] = await openShipments(admin, order.sale)
    await takeOut(admin, shipment, new Map([[idOf('MUG'), 2]]))
    await ship(admin, shipment, 'FIRST')
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id, 'SECOND')
    const { records } = await all(shop.readFulfilments(cursor))
    const own = records.find((one) => one.shopOrderId === String(order.sale))
    expect(own?.shipments.map(({ trackingNumber, units }) => [trackingNumber, units])).toEqual([
      ['FIRST', [{ shopLineId: order.lines[0], quantity: 2 }]],
      ['SECOND', [{ shopLineId: order.lines[0], quantity: 3 }]],
    ])
  })
})

describe('returns', () => {
  it('are accepted once the goods are back on the shelf, with what the buyer gets', async () => {
    const order = await sell([{ reference: 'MUG', quantity: 3, price: 9.95 }], 4.95)
    for (const id of await openShipments(admin, order.sale)) await ship(admin, id)
    const returned = await takeBack(admin, order.sale, new Map([[idOf('MUG'), 2]]))
    const ofSale = async () => {
      const { records } = await all(shop.readReturns(undefined))
      const found = records.filter((one) => one.shopOrderId === String(order.sale))
      expect(await shop.readReturnsOf(String(order.sale))).toEqual(found)
      return found
    }
    expect(await ofSale()).toEqual([])
    await receive(admin, returned)
    expect(await ofSale()).toEqual([
      {
        shopId: String(returned),
        shopOrderId: String(order.sale),
        units: [{ shopLineId: order.lines[0], quantity: 2 }],
        refundInclVat: 19.9,
        restocked: true,
      },
    ])
  })
})

describe('sessions', () => {
  it('are opened again when Tryton has ended them', async () => {
    expect((await shop.findOrder(markOf(1)))?.shopId).toBeDefined()
    await endSessions()
    expect((await shop.findOrder(markOf(1)))?.shopId).toBeDefined()
  })
})

const openWith = (http: Client) =>
  adapter.open({ ...trytonContext(server.url), http }).merchant as Required<MerchantShop>

/** How many units of a sale there are in moves of a state. */
async function unitsIn(sale: number, state: string): Promise<number> {
  const domain = [
    ['sale', '=', sale],
    ['state', '=', state],
  ]
  const moves = await admin.search('stock.move', domain, ['quantity'])
  return moves.reduce((sum, { quantity }) => sum + Number(quantity), 0)
}

const cancellationRow = (title: string, quantity: number, left: number, shipmentState: string) =>
  cutRow(title, {
    prepare: () =>
      sell([
        { reference: 'MUG', quantity: 3, price: 9.95 },
        { reference: 'BOOK', quantity: 1, price: 10, rate: 9 },
      ]),
    write: async (http, { id, sale, lines: [mugs = '', books = ''] }) =>
      done(
        await openWith(http).writeCancellation({
          shopOrderId: String(sale),
          cancellation: { Id: id } as never,
          units: [
            { shopLineId: mugs, quantity },
            { shopLineId: books, quantity: 1 },
          ],
          mark: markOf(id, 'cancellation'),
        }),
      ),
    async verify({ sale }, shipment) {
      expect(await unitsIn(sale, 'draft')).toBe(left)
      expect(await unitsIn(sale, 'cancelled')).toBe(quantity + 1)
      const [row] = await admin.read('sale.sale', [sale], ['shipment_state'])
      expect(row).toMatchObject({ shipment_state: shipmentState })
      const drafts = await admin.search('stock.shipment.out', [['state', '=', 'draft']], ['id'])
      expect(drafts).toEqual([])
      expect(await fulfilmentsOf(sale)).toMatchObject({ cancellations: [] })
      expect(shipment).toMatch(/^[1-9]/)
    },
  })

const CUT_WRITES = [
  cutRow('an order of a new buyer with shipping costs', {
    prepare() {
      lastOrder += 1
      const lines = [{ reference: 'MUG', quantity: 2, price: 9.95 }]
      const over = { ChannelCustomerReference: `BUYER-${lastOrder}` }
      return toWrite({ id: lastOrder, lines, shipping: 4.95, total: 24.85, over }, products)
    },
    async write(http, order, isAgain) {
      const own = openWith(http)
      return (isAgain && (await own.findOrder(order.mark))) || done(await own.writeOrder(order))
    },
    async verify({ mark, order }, { shopId }) {
      const fields = ['state', 'total_amount', 'party']
      const sales = await admin.search('sale.sale', [['reference', '=', mark]], fields)
      expect(sales).toMatchObject([
        { id: Number(shopId), state: 'processing', total_amount: '24.85' },
      ])
      const code = ['code', 'like', `%${order.ChannelCustomerReference}`]
      expect(await admin.search('party.identifier', [code], ['party'])).toMatchObject([
        { party: sales[0]?.party },
      ])
      const addresses = [['party', '=', Number(sales[0]?.party)]]
      expect(await admin.search('party.address', addresses, ['id'])).toHaveLength(1)
      expect((await shop.findOrder(mark))?.shopId).toBe(shopId)
    },
  }),
  cancellationRow('a cancellation of some units', 2, 1, 'waiting'),
  cancellationRow('a cancellation of all units', 3, 0, 'sent'),
]

it.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(3),
)

async function endSessions() {
  const [user] = await admin.search('res.user', [['login', '=', 'connector']], ['id'])
  await admin.call('model.res.user.write', [[user?.id ?? 0], { password: 'Wq7-shop-key-of-2026' }])
}

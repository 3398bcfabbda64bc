import type { Schemas } from '@entrepot/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MerchantShop } from '../../src/adapter/merchant.ts'
import { ShopFailure } from '../../src/adapter/outcomes.ts'
import { cutRow, done } from '../support/cut-off.ts'
import { openStandIn, readAll } from './open.ts'
import { orderOf } from './shapes.ts'
import { createProduct, giveBack, ship, unship } from './shop/people.ts'
import { type ShopifyStandIn, startShopify } from './shop/server.ts'
import type { Line, Order } from './shop/state.ts'

let shop: ShopifyStandIn
let merchant: MerchantShop
beforeEach(async () => {
  shop = await startShopify()
  merchant = openStandIn(shop, 'merchant').merchant ?? {}
  await openStandIn(shop, 'merchant').check()
})
afterEach(() => shop.close())

test('the first read is a bulk operation, and later ones are of what has changed', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', price: '7.50' }])
  createProduct(shop.state, 'Shirt', [
    { sku: 'SHIRT-M', size: 'M' },
    { sku: 'SHIRT-L', size: 'L' },
  ])
  const first = await readAll(merchant.readProducts)
  expect(
    first.records.map((one) => ('product' in one ? one.product.MerchantProductReference : one)),
  ).toEqual(['MUG', expect.stringMatching(/^shopify-\d+$/), 'SHIRT-M', 'SHIRT-L'])
  expect(first.records[0]).toMatchObject({
    shopId: mug.id,
    product: { Name: 'Mug', Price: 7.5, Brand: 'Acme' },
  })
  expect(first.records[2]).toMatchObject({
    product: {
      Name: 'Shirt - M',
      Size: 'M',
      ParentMerchantReference: expect.stringMatching(/^shopify-/),
    },
  })
  expect(shop.calls.get('StartBulk')).toBe(1)
  shop.state.passTime(10)
  const second = await readAll(merchant.readProducts, first.cursor)
  mug.title = 'Cup'
  mug.updatedAt = shop.state.now()
  shop.state.passTime(10)
  const third = await readAll(merchant.readProducts, second.cursor)
  expect(third.records).toMatchObject([{ product: { Name: 'Cup' } }])
  expect(await readAll(merchant.readProducts, third.cursor)).toEqual({
    records: [],
    cursor: third.cursor,
  })
  expect(shop.calls.get('StartBulk')).toBe(1)
})

test('a bulk operation goes on at the line at which it was broken off', async () => {
  for (let index = 0; index < 250; index += 1)
    createProduct(shop.state, `P${index}`, [{ sku: `P${index}` }])
  const seen: string[] = []
  let cursor: string | undefined
  for await (const page of merchant.readProducts?.(undefined) ?? []) {
    cursor = page.cursor
    seen.push(...page.records.map(({ shopId }) => shopId))
    if (seen.length >= 100) break
  }
  const rest = await readAll(merchant.readProducts, cursor)
  expect([...seen, ...rest.records.map(({ shopId }) => shopId)]).toEqual([
    ...shop.state.products.keys(),
  ])
  expect(shop.calls.get('StartBulk')).toBe(1)
})

test('a bulk operation whose result is gone is started again', async () => {
  createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const { records } = await readAll(
    merchant.readProducts,
    'bulk gid://shopify/BulkOperation/1 2026-01-01T00:00:00Z 40',
  )
  expect(records).toHaveLength(1)
})

test('deleted, archived and draft products, and deleted variants, are removed', async () => {
  const shirt = createProduct(shop.state, 'Shirt', [
    { sku: 'SHIRT-M', size: 'M' },
    { sku: 'SHIRT-L', size: 'L' },
  ])
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const { cursor } = await readAll(merchant.readProducts)
  const [medium] = shirt.variants
  if (medium) shop.state.removeVariant(medium)
  shop.state.remove(mug)
  const tie = createProduct(shop.state, 'Tie', [{ sku: 'TIE' }])
  tie.status = 'ARCHIVED'
  const { records } = await readAll(merchant.readProducts, cursor)
  const removed = records.flatMap((one) => ('removed' in one ? [one.shopId] : []))
  expect(removed.toSorted()).toEqual([medium?.id, mug.id, tie.id].toSorted())
})

test('a product without SKU and two variants with one SKU are problems', async () => {
  createProduct(shop.state, 'Mug', [{ sku: ' ' }])
  createProduct(shop.state, 'Shirt', [
    { sku: 'SAME', size: 'M' },
    { sku: 'SAME', size: 'L' },
  ])
  const { records } = await readAll(merchant.readProducts)
  const codes = records.flatMap((one) => ('problem' in one ? [one.problem.code] : []))
  expect(codes).toEqual(['missing_sku', 'duplicate_sku', 'duplicate_sku'])
})

test('stock is what may be sold at the location, and follows levels as well as prices', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', stock: 5 }])
  const cup = createProduct(shop.state, 'Cup', [{ sku: 'CUP', price: '3.00' }])
  const first = await readAll(merchant.readStock)
  expect(first.records).toMatchObject([
    { merchantProductReference: 'MUG', stock: 5, price: 10 },
    { merchantProductReference: 'CUP', stock: 10, price: 3 },
  ])
  shop.state.passTime(10)
  const settled = await readAll(merchant.readStock, first.cursor)
  const later = shop.state.now()
  mug.variants[0]?.levels.set(shop.state.location, { available: -2, updatedAt: later })
  Object.assign(cup.variants[0] ?? {}, { price: '4.00', updatedAt: later })
  shop.state.passTime(10)
  const changed = await readAll(merchant.readStock, settled.cursor)
  expect(changed.records).toEqual([
    { merchantProductReference: 'MUG', stock: 0, price: 10 },
    { merchantProductReference: 'CUP', stock: 10, price: 4 },
  ])
  expect((await readAll(merchant.readStock, changed.cursor)).records).toEqual([])
})

test('an order is created with the prices of the buyer, once, and takes stock off', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', stock: 1 }])
  const order = orderOf(
    [{ MerchantProductReference: 'MUG', Quantity: 3, OriginalUnitPriceInclVat: 3.335 }],
    { shipping: 4.95, discount: 0.5 },
  )
  const write = { order, mark: 'entrepot:hub/1/order/1', productIds: new Map([['MUG', mug.id]]) }
  const outcome = await merchant.writeOrder?.(write)
  const [created] = shop.state.orders.values()
  // 3 x 3.335 = 10.005, which the hub rounds to 10.01.
  expect(created?.total).toBe(1446)
  expect(created?.lines[0]?.tax).toBe(165)
  expect(created?.shippingTax).toBe(86)
  expect(outcome).toEqual({
    done: {
      shopId: created?.id,
      reference: '#1001',
      url: expect.any(String),
      lines: [{ lineId: 11, shopLineId: created?.lines[0]?.id.split('/').at(-1) }],
    },
  })
  expect(mug.variants[0]?.levels.get(shop.state.location)?.available).toBe(-2)
  expect(await merchant.findOrder?.('entrepot:hub/1/order/2')).toBeUndefined()
  expect(await merchant.findOrder?.(write.mark)).toEqual((outcome as { done: unknown }).done)
  // A second creation finds the order of the first: the mark is unique.
  expect(await merchant.writeOrder?.(write)).toEqual(outcome)
  expect(shop.state.orders.size).toBe(1)
})

test('an order whose answer was lost is found by its mark', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const write = {
    order: orderOf([{ MerchantProductReference: 'MUG' }]),
    mark: 'mark',
    productIds: new Map([['MUG', mug.id]]),
  }
  shop.fault = (operation) => (operation === 'CreateOrder' ? 'lost' : undefined)
  await expect(merchant.writeOrder?.(write)).rejects.toMatchObject({ kind: 'unavailable' })
  shop.fault = () => undefined
  expect(await merchant.findOrder?.('mark')).toMatchObject({ reference: '#1001' })
})

test('an order in another currency is a problem in a shop to whose currency the hub has no rates', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const paid = { ...orderOf([{ MerchantProductReference: 'MUG' }]), CurrencyCode: 'USD' }
  const order = { ...paid, RateToBaseCurrency: 0.8 }
  const write = { order, mark: 'mark', productIds: new Map([['MUG', mug.id]]) }
  expect(await merchant.readCurrency?.()).toBe('EUR')
  expect(await merchant.writeOrder?.({ ...write, baseCurrency: 'GBP' })).toMatchObject({
    problem: { code: 'currency_differs', message: expect.stringContaining('rates to GBP only') },
  })
  expect(shop.state.orders.size).toBe(0)
  expect(await merchant.writeOrder?.({ ...write, baseCurrency: 'EUR' })).toHaveProperty('done')
  const euros = { ...order, CurrencyCode: 'EUR' }
  const other = { ...write, order: euros, mark: 'other', baseCurrency: 'GBP' }
  expect(await merchant.writeOrder?.(other)).toHaveProperty('done')
})

test('an order in another currency has amounts in that of the shop, too', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const order = { ...orderOf([{ MerchantProductReference: 'MUG' }]), CurrencyCode: 'USD' }
  const write = { mark: 'mark', productIds: new Map([['MUG', mug.id]]) }
  const without = await merchant.writeOrder?.({
    ...write,
    order: { ...order, RateToBaseCurrency: null },
  })
  expect(without).toMatchObject({ problem: { code: 'missing_rate' } })
  await merchant.writeOrder?.({ ...write, order: { ...order, RateToBaseCurrency: 0.9 } })
  const [created] = shop.state.orders.values()
  expect(created?.input).toMatchObject({
    presentmentCurrency: 'USD',
    transactions: [
      {
        amountSet: {
          shopMoney: { amount: '9.00', currencyCode: 'EUR' },
          presentmentMoney: { amount: '10.00', currencyCode: 'USD' },
        },
      },
    ],
  })
})

test('an order is refused if the variant is gone or has become another product', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const write = {
    order: orderOf([{ MerchantProductReference: 'MUG' }]),
    mark: 'mark',
    productIds: new Map([['MUG', mug.id]]),
  }
  Object.assign(mug.variants[0] ?? {}, { sku: 'CUP' })
  expect(await merchant.writeOrder?.(write)).toMatchObject({ problem: { code: 'changed_sku' } })
  shop.state.remove(mug)
  expect(await merchant.writeOrder?.(write)).toMatchObject({ problem: { code: 'missing_product' } })
})

test('an order whose country Shopify does not have is a problem of this order alone', async () => {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
  const order = orderOf([{ MerchantProductReference: 'MUG' }])
  const ShippingAddress = { ...order.ShippingAddress, CountryIso: 'QQ' }
  const write = {
    order: { ...order, ShippingAddress },
    mark: 'mark',
    productIds: new Map([['MUG', mug.id]]),
  }
  expect(await merchant.writeOrder?.(write)).toMatchObject({
    problem: { code: 'order_refused', shopMessage: expect.stringContaining('QQ') },
  })
})

async function placed(quantity: number): Promise<{ order: Order; line: Line }> {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', stock: 100 }])
  const order = orderOf([{ MerchantProductReference: 'MUG', Quantity: quantity }])
  await merchant.writeOrder?.({ order, mark: 'mark', productIds: new Map([['MUG', mug.id]]) })
  const [created] = shop.state.orders.values()
  const [line] = created?.lines ?? []
  if (!created || !line) throw new Error('The order was not created.')
  return { order: created, line }
}

const CANCELLATION = {
  Reason: 'Changed my mind',
  ReasonCode: 'CLIENT_CANCELLED',
} as Schemas['CancellationResponse']

test('shipments come with their tracking, partly, and void when they are taken back', async () => {
  const { order, line } = await placed(5)
  const first = ship(shop.state, order, [[line, 2]], 'T1')
  ship(shop.state, order, [[line, 1]], 'T2')
  unship(shop.state, order, first.id)
  const { records } = await readAll(merchant.readFulfilments)
  const shopLineId = line.id.split('/').at(-1)
  expect(records).toMatchObject([
    {
      shopOrderId: order.id,
      shipments: [
        {
          shopId: first.id,
          units: [{ shopLineId, quantity: 2 }],
          carrier: 'DHL',
          trackingNumber: 'T1',
          isVoided: true,
        },
        {
          units: [{ shopLineId, quantity: 1 }],
          trackingNumber: 'T2',
          trackingUrl: 'https://dhl.example/T2',
        },
      ],
      cancellations: [],
    },
  ])
})

test('an order with more shipments and lines than a query can read is read whole', async () => {
  const mugs = Array.from({ length: 30 }, (_, index) =>
    createProduct(shop.state, `M${index}`, [{ sku: `M${index}` }]),
  )
  const order = orderOf(mugs.map((_, index) => ({ MerchantProductReference: `M${index}` })))
  const productIds = new Map(mugs.map(({ id }, index) => [`M${index}`, id]))
  await merchant.writeOrder?.({ order, mark: 'mark', productIds })
  const [made] = shop.state.orders.values()
  if (!made) throw new Error('The order was not created.')
  const [first, second, ...others] = made.lines
  ship(
    shop.state,
    made,
    others.slice(0, 21).map((line) => [line, 1] as const),
    'ALL',
  )
  for (const line of others.slice(21)) ship(shop.state, made, [[line, 1]], 'ONE')
  for (let index = 0; index < 4; index += 1) ship(shop.state, made, [], 'NONE')
  for (const line of [first, second]) if (line) giveBack(shop.state, made, [[line, 1]], 'CANCEL')
  const { records } = await readAll(merchant.readFulfilments)
  expect(records[0]?.shipments.map(({ units }) => units.length)).toEqual([
    21, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
  ])
  expect(records[0]?.cancellations).toHaveLength(2)
})

test('a cancellation of the hub is written once, and is the one that the shop reports', async () => {
  const { order, line } = await placed(5)
  const shopLineId = line.id.split('/').at(-1) ?? ''
  const write = {
    shopOrderId: order.id,
    cancellation: CANCELLATION,
    units: [{ shopLineId, quantity: 2 }],
    mark: 'entrepot:hub/1/cancel/1',
  }
  shop.fault = (operation) => (operation === 'CreateRefund' ? 'lost' : undefined)
  await expect(merchant.writeCancellation?.(write)).rejects.toBeInstanceOf(ShopFailure)
  shop.fault = () => undefined
  const outcome = await merchant.writeCancellation?.(write)
  expect(line.cancelled).toBe(2)
  expect(outcome).toEqual({ done: order.refunds[0]?.id })
  const { records } = await readAll(merchant.readFulfilments)
  expect(records[0]?.cancellations).toMatchObject([
    { shopId: order.refunds[0]?.id, units: [{ shopLineId, quantity: 2 }] },
  ])
  expect(order.cancelledAt).toBeNull()
  await merchant.writeCancellation?.({
    ...write,
    units: [{ shopLineId, quantity: 3 }],
    mark: 'entrepot:hub/1/cancel/2',
  })
  expect(order.cancelledAt).not.toBeNull()
  // Everything is cancelled already: there is nothing left to write.
  expect(
    await merchant.writeCancellation?.({ ...write, mark: 'entrepot:hub/1/cancel/3' }),
  ).toMatchObject({
    done: expect.stringContaining('/none/'),
  })
  expect(order.refunds).toHaveLength(2)
})

test.each([
  [[[5, 'OTHER']], 100],
  [[[5, 'NOT_IN_STOCK']], 95],
  [
    [
      [2, 'OTHER'],
      [3, 'DAMAGED'],
    ],
    97,
  ],
  [
    [
      [2, 'INCOMPLETE'],
      [3, 'OTHER'],
    ],
    98,
  ],
] as const)('%j of an order of 5 units leave %i of 100 in stock', async (steps, left) => {
  const { order, line } = await placed(5)
  for (const [quantity, ReasonCode] of steps) {
    const units = [{ shopLineId: line.id.split('/').at(-1) ?? '', quantity }]
    const cancellation = { ...CANCELLATION, ReasonCode }
    const mark = `entrepot:hub/1/cancel/${quantity}-${ReasonCode}`
    await merchant.writeCancellation?.({ shopOrderId: order.id, cancellation, units, mark })
  }
  expect(line.variant?.levels.get(shop.state.location)?.available).toBe(left)
  expect(order.cancelledAt).not.toBeNull()
})

test('cancelled units are for sale again, unless they could not be supplied', async () => {
  const { order, line } = await placed(5)
  const level = () => line.variant?.levels.get(shop.state.location)?.available
  const units = [{ shopLineId: line.id.split('/').at(-1) ?? '', quantity: 1 }]
  const write = {
    shopOrderId: order.id,
    cancellation: CANCELLATION,
    units,
    mark: 'entrepot:hub/1/cancel/7',
  }
  expect(level()).toBe(95)
  await merchant.writeCancellation?.(write)
  expect(level()).toBe(96)
  const damaged = { ...CANCELLATION, ReasonCode: 'DAMAGED' as const }
  await merchant.writeCancellation?.({
    ...write,
    cancellation: damaged,
    mark: 'entrepot:hub/1/cancel/8',
  })
  expect(level()).toBe(96)
})

test('cancellations of people, returns, and refunds without restocking are told apart', async () => {
  const { order, line } = await placed(6)
  ship(shop.state, order, [[line, 3]], 'T1')
  const cancelled = giveBack(shop.state, order, [[line, 1]], 'CANCEL')
  const returned = giveBack(shop.state, order, [[line, 2]], 'RETURN', '18.00')
  const damaged = giveBack(shop.state, order, [[line, 1]], 'NO_RESTOCK', '10.00')
  // All that were shipped have come back: this one is a payment for a unit that is still to be shipped.
  const goodwill = giveBack(shop.state, order, [[line, 1]], 'NO_RESTOCK', '5.00')
  const shopLineId = line.id.split('/').at(-1)
  const fulfilments = await readAll(merchant.readFulfilments)
  const [found] = fulfilments.records
  expect(await merchant.readFulfilmentsOf?.(order.id)).toEqual(found)
  expect(found?.cancellations).toEqual([
    { shopId: cancelled.id, units: [{ shopLineId, quantity: 1 }] },
  ])
  const { records } = await readAll(merchant.readReturns)
  expect(await merchant.readReturnsOf?.(order.id)).toEqual(records)
  expect(records).toMatchObject([
    {
      shopId: returned.id,
      units: [{ shopLineId, quantity: 2 }],
      refundInclVat: 18,
      restocked: true,
    },
    {
      shopId: damaged.id,
      units: [{ shopLineId, quantity: 1 }],
      refundInclVat: 10,
      restocked: false,
    },
    { shopId: goodwill.id, units: [], refundInclVat: 5 },
  ])
})

test('units that an edit removes without a refund have the same ids in every read', async () => {
  const { order, line } = await placed(4)
  line.cancelled = 1
  shop.state.touch(order)
  const first = await readAll(merchant.readFulfilments)
  line.cancelled = 3
  order.updatedAt = new Date(Date.now() + 5_000).toISOString()
  const second = await readAll(merchant.readFulfilments, first.cursor)
  const ids = (records: typeof first.records) =>
    records[0]?.cancellations.map(({ shopId }) => shopId) ?? []
  expect(ids(first.records)).toHaveLength(1)
  expect(ids(second.records)).toHaveLength(3)
  expect(ids(second.records)[0]).toBe(ids(first.records)[0])
})

test('a refund of an amount has no units', async () => {
  const { order } = await placed(1)
  giveBack(shop.state, order, [], 'NO_RESTOCK', '2.50')
  const { records } = await readAll(merchant.readReturns)
  expect(records).toMatchObject([{ shopId: order.refunds[0]?.id, units: [], refundInclVat: 2.5 }])
})

test('orders of the shop itself are not read', async () => {
  const { order } = await placed(1)
  order.tags = ['other']
  expect((await readAll(merchant.readFulfilments)).records).toEqual([])
})

async function placedAs(mark: string): Promise<Order> {
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', stock: 10 }])
  const order = orderOf([{ MerchantProductReference: 'MUG', Quantity: 2 }])
  const productIds = new Map([['MUG', mug.id]])
  const { shopId } = done(await merchant.writeOrder?.({ order, mark, productIds }))
  return shop.state.orders.get(shopId) as Order
}

let lastCut = 0
const cancellationRow = (title: string, reason: object, available: number) =>
  cutRow(title, {
    prepare: () => placedAs(`entrepot:hub/1/order/${++lastCut}`),
    write: async (http, { id, lines }) =>
      done(
        await openStandIn(shop, 'merchant', { http }).merchant?.writeCancellation?.({
          shopOrderId: id,
          cancellation: { ...CANCELLATION, ...reason },
          units: [{ shopLineId: lines[0]?.id.split('/').at(-1) ?? '', quantity: 2 }],
          mark: `entrepot:hub/1/cancel/${lastCut}`,
        }),
      ),
    verify({ refunds, cancelledAt, lines }, id) {
      expect(refunds).toMatchObject([{ id, units: [{ quantity: 2 }] }])
      expect(cancelledAt).not.toBeNull()
      expect(lines[0]?.variant?.levels.get(shop.state.location)?.available).toBe(available)
    },
  })

const CUT_WRITES = [
  cutRow('an order', {
    prepare() {
      const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }])
      const order = orderOf([{ MerchantProductReference: 'MUG', Quantity: 2 }])
      const mark = `entrepot:hub/1/order/${++lastCut}`
      return { order, mark, productIds: new Map([['MUG', mug.id]]) }
    },
    async write(http, order, isAgain) {
      const { findOrder, writeOrder } = openStandIn(shop, 'merchant', { http }).merchant ?? {}
      const found = isAgain ? await findOrder?.(order.mark) : undefined
      return found ?? done(await writeOrder?.(order))
    },
    verify({ mark }, { shopId }) {
      const marked = [...shop.state.orders.values()].filter(({ metafields }) =>
        [...metafields.values()].includes(mark),
      )
      expect(marked).toMatchObject([{ id: shopId, total: 2000 }])
    },
  }),
  cancellationRow('a cancellation, whose units are for sale again', {}, 10),
  cancellationRow('a cancellation of units that are not there', { ReasonCode: 'DAMAGED' }, 8),
]

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(0),
)

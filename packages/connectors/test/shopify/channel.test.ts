import type { Schemas } from '@entrepot/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelShop, ProductToWrite } from '../../src/adapter/channel.ts'
import { cutRow, done } from '../support/cut-off.ts'
import { type OpenOptions, openStandIn, readAll } from './open.ts'
import { buy, createProduct, giveBack, type Purchase, ship } from './shop/people.ts'
import { applyProduct } from './shop/products.ts'
import { type ShopifyStandIn, startShopify } from './shop/server.ts'
import type { Line, Order, Product } from './shop/state.ts'

let shop: ShopifyStandIn
let channel: ChannelShop
beforeEach(async () => {
  shop = await startShopify()
  channel = open()
  await openStandIn(shop, 'channel').check()
})
afterEach(() => shop.close())

function open(options?: OpenOptions): ChannelShop {
  return openStandIn(shop, 'channel', options).channel ?? {}
}

function product(
  reference: string,
  more: Partial<ProductToWrite['product']> = {},
): ProductToWrite['product'] {
  return {
    MerchantProductReference: reference,
    ParentMerchantReference: null,
    Name: `Name of ${reference}`,
    Description: '<p>Text</p>',
    Brand: 'Acme',
    Size: null,
    Color: null,
    Ean: null,
    MSRP: null,
    ImageUrl: null,
    ...more,
  } as ProductToWrite['product']
}

async function written(write: ProductToWrite): Promise<string> {
  const outcome = await channel.writeProduct?.(write)
  if (!outcome || 'problem' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.done.shopId
}

const skusOf = (one: Product | undefined) => one?.variants.map(({ sku }) => sku)
const optionsOf = (one: Product | undefined) =>
  one?.variants.map(({ options }) => options.map(({ name, value }) => `${name}=${value}`).join())
const numberOf = (id: string) => id.split('/').at(-1) ?? ''

test('a product is created once, and changed later without what people have added', async () => {
  shop.fault = (operation) => (operation === 'SetProduct' ? 'lost' : undefined)
  await expect(channel.writeProduct?.({ product: product('TEA') })).rejects.toMatchObject({
    kind: 'unavailable',
  })
  shop.fault = () => undefined
  const id = await written({ product: product('TEA') })
  expect([...shop.state.products.keys()]).toEqual([id])
  const created = shop.state.products.get(id)
  created?.metafields.set('staff.note', 'kept')
  await written({ product: product('TEA', { Name: 'Green tea' }), shopId: id })
  expect(created).toMatchObject({ title: 'Green tea', status: 'ACTIVE' })
  expect([...(created?.metafields ?? [])]).toEqual([
    ['entrepot.reference', 'TEA'],
    ['staff.note', 'kept'],
  ])
  expect(created?.variants).toMatchObject([
    { sku: 'TEA', inventoryPolicy: 'DENY', item: { tracked: true } },
  ])
})

test('the children of a family take the place of the first variant, and differ in size, colour or reference', async () => {
  const parentShopId = await written({ product: product('SHIRT') })
  const child = (reference: string, more: object) => ({
    parentShopId,
    product: product(reference, { ParentMerchantReference: 'SHIRT', ...more }),
  })
  const medium = await written(child('SHIRT-M', { Size: 'M' }))
  const family = shop.state.products.get(parentShopId)
  expect(skusOf(family)).toEqual(['SHIRT-M'])
  await written(child('SHIRT-L', { Size: 'L' }))
  await written(child('SHIRT-L-RED', { Size: 'L', Color: 'Red' }))
  expect(optionsOf(family)).toEqual(['Size=M,Color=-', 'Size=L,Color=-', 'Size=L,Color=Red'])
  await written(child('SHIRT-L-2', { Size: 'L' }))
  expect(optionsOf(family)).toEqual([
    'Size=M,Color=-,Variant=SHIRT-M',
    'Size=L,Color=-,Variant=SHIRT-L',
    'Size=L,Color=Red,Variant=SHIRT-L-RED',
    'Size=L,Color=-,Variant=SHIRT-L-2',
  ])
  // A child that was written before a crash is found by its SKU, and the parent keeps its variants when it changes.
  expect(await written(child('SHIRT-M', { Size: 'M' }))).toBe(medium)
  await written({ product: product('SHIRT', { Name: 'Best shirt' }), shopId: parentShopId })
  expect(skusOf(family)).toEqual(['SHIRT-M', 'SHIRT-L', 'SHIRT-L-RED', 'SHIRT-L-2'])
  expect(family?.title).toBe('Best shirt')
})

test('a family with more variants than a page keeps all of them when a child is written', async () => {
  const parentShopId = await written({ product: product('BOLT') })
  const family = shop.state.products.get(parentShopId)
  if (!family) throw new Error('there is no family')
  const sizes = Array.from({ length: 260 }, (_, index) => `M${index}`)
  applyProduct(shop.state, family, {
    productOptions: [{ name: 'Size', values: sizes.map((name) => ({ name })) }],
    variants: sizes.map((size) => ({
      sku: `BOLT-${size}`,
      optionValues: [{ optionName: 'Size', name: size }],
    })),
  })
  await written({
    parentShopId,
    product: product('BOLT-M300', { ParentMerchantReference: 'BOLT', Size: 'M300' }),
  })
  expect(skusOf(family)).toEqual([...sizes, 'M300'].map((size) => `BOLT-${size}`))
})

test('a product is published, also if the call that published it was lost; a refusal is a problem', async () => {
  channel = open({ settings: { publicationId: '3' } })
  shop.fault = (operation) => (operation === 'Publish' ? 'status 503' : undefined)
  await expect(channel.writeProduct?.({ product: product('TEA') })).rejects.toMatchObject({
    kind: 'unavailable',
  })
  shop.fault = () => undefined
  const shopId = await written({ product: product('TEA') })
  expect([...shop.state.published]).toEqual([[shopId, 'gid://shopify/Publication/3']])
  shop.state.published.clear()
  await written({ product: product('TEA', { Name: 'Green tea' }), shopId })
  expect(shop.state.published.size).toBe(0)
  channel = open({ settings: { publicationId: '4' } })
  expect(await channel.writeProduct?.({ product: product('COFFEE') })).toMatchObject({
    problem: { code: 'publication_refused', shopMessage: expect.stringContaining('Publication') },
  })
})

test('a child without its parent, as flat channels get it, is a product of its own', async () => {
  const child = product('A-1', { ParentMerchantReference: 'A' })
  const shopId = await written({ product: child })
  expect(await written({ product: { ...child, Name: 'New' }, shopId })).toBe(shopId)
  expect([...shop.state.products.values()]).toMatchObject([
    { title: 'New', variants: [{ sku: 'A-1' }] },
  ])
})

test('a refusal of Shopify is a problem in its words', async () => {
  const outcome = await channel.writeProduct?.({ product: product('', { Name: '' }) })
  expect(outcome).toMatchObject({
    problem: { code: 'product_refused', shopMessage: "input.title: Title can't be blank" },
  })
})

test('the last variant of a family leaves the product in place, and what is gone is removed already', async () => {
  const parentShopId = await written({ product: product('SHIRT') })
  const shopId = await written({
    parentShopId,
    product: product('SHIRT-M', { ParentMerchantReference: 'SHIRT', Size: 'M' }),
  })
  expect(await channel.removeProduct?.(shopId)).toEqual({ done: undefined })
  expect(optionsOf(shop.state.products.get(parentShopId))).toEqual(['Title=Default Title'])
  expect(await channel.removeProduct?.(shopId)).toEqual({ done: undefined })
  await channel.removeProduct?.(parentShopId)
  expect(shop.state.products.size).toBe(0)
  expect(await channel.removeProduct?.(parentShopId)).toEqual({ done: undefined })
})

const offer = (shopId: string, price: number | null, stock: number) => ({
  shopId,
  merchantProductReference: shopId,
  price,
  stock,
})

test('prices and stock are written as far as they differ', async () => {
  const tea = await written({ product: product('TEA') })
  const cup = createProduct(shop.state, 'Cup', [{ sku: 'CUP', price: '4.00', stock: 7 }])
  const [variant] = shop.state.products.get(tea)?.variants ?? []
  const offers = [offer(tea, 4.5, 20), offer(cup.id, 4, 7), offer('gid://shopify/Product/1', 1, 1)]
  expect(await channel.writeOffers?.(offers)).toMatchObject([
    { done: undefined },
    { done: undefined },
    { problem: { code: 'not_in_shop' } },
  ])
  expect(variant).toMatchObject({ price: '4.50' })
  expect(variant?.levels.get(shop.state.location)?.available).toBe(20)
  const before = [shop.calls.get('SetPrices'), shop.calls.get('SetQuantities')]
  await channel.writeOffers?.(offers.slice(0, 2))
  expect([shop.calls.get('SetPrices'), shop.calls.get('SetQuantities')]).toEqual(before)
  await channel.writeOffers?.([offer(tea, null, 20)])
  expect(variant?.levels.get(shop.state.location)?.available).toBe(0)
})

test('a shop whose prices are without tax gets them without', async () => {
  const tea = await written({ product: product('TEA') })
  await open({ settings: { vatRate: 21 } }).writeOffers?.([offer(tea, 12.1, 1)])
  expect(shop.state.products.get(tea)?.variants).toMatchObject([{ price: '10.00' }])
})

test('a list price is without tax like the price, and leaves when it is not above the price', async () => {
  const net = open({ settings: { vatRate: 21 } })
  const write = async (MSRP: number | null, shopId?: string) => {
    const body = { ...product('TEA'), Price: 12.1, MSRP }
    const outcome = await net.writeProduct?.({ product: body, ...(shopId && { shopId }) } as never)
    const id = (outcome as { readonly done: { readonly shopId: string } }).done.shopId
    return [id, shop.state.products.get(id)?.variants[0]?.compareAtPrice] as const
  }
  const [tea, listPrice] = await write(24.2)
  expect(listPrice).toBe('20.00')
  expect((await write(12.1, tea))[1]).toBeNull()
  await write(24.2, tea)
  expect((await write(null, tea))[1]).toBeNull()
})

test('stock that a buyer changes at the same moment is read again', async () => {
  const [one, other] = [
    await written({ product: product('ONE') }),
    await written({ product: product('OTHER') }),
  ]
  const [variant] = shop.state.products.get(one)?.variants ?? []
  let sold = 0
  shop.fault = (operation) => {
    if (operation === 'SetQuantities' && variant && sold++ < 2)
      shop.state.setAvailable(variant, sold + 1)
    return undefined
  }
  expect(await channel.writeOffers?.([offer(one, 1, 9), offer(other, 1, 8)])).toEqual([
    { done: undefined },
    { done: undefined },
  ])
  expect(variant?.levels.get(shop.state.location)?.available).toBe(9)
  expect(
    shop.state.products.get(other)?.variants[0]?.levels.get(shop.state.location)?.available,
  ).toBe(8)
  expect(shop.calls.get('SetQuantities')).toBe(3)
})

test('a variant that the location does not stock yet is stocked there', async () => {
  const cup = createProduct(shop.state, 'Cup', [{ sku: 'CUP' }])
  cup.variants[0]?.levels.clear()
  expect(await channel.writeOffers?.([offer(cup.id, 10, 3)])).toEqual([{ done: undefined }])
  expect(cup.variants[0]?.levels.get(shop.state.location)?.available).toBe(3)
})

function bought(quantity = 3, more = {}): { order: Order; line: Line } {
  const cup = createProduct(shop.state, 'Cup', [{ sku: 'CUP', stock: 50 }])
  const [variant] = cup.variants
  if (!variant) throw new Error('The product has no variant.')
  const order = buy(shop.state, [{ variant, quantity, price: 999 }], more)
  const [line] = order.lines
  if (!line) throw new Error('The order has no line.')
  return { order, line }
}

test('an order is read to the cent, with discounts, shipping, tips and the address', async () => {
  const { order, line } = bought(3, { discount: 1_000, shipping: 495, tip: 200, currency: 'USD' })
  const { records } = await readAll(channel.readOrders)
  expect(records).toHaveLength(1)
  const [record] = records
  if (!record || 'problem' in record) throw new Error('The order is a problem.')
  expect(await channel.readOrder?.(order.id)).toEqual(record)
  expect(record.order).toMatchObject({
    ChannelReference: numberOf(order.id),
    CurrencyCode: 'USD',
    Email: 'ann@example.com',
    ShippingCostsInclVat: 6.95,
    ShippingAddress: {
      StreetName: 'Keizersgracht',
      HouseNr: '12',
      HouseNrAddition: 'b',
      CountryIso: 'NL',
    },
    Lines: [
      {
        ChannelReference: numberOf(line.id),
        MerchantProductReference: 'CUP',
        Quantity: 3,
        UnitPriceInclVat: 9.99,
        DiscountInclVat: 10,
        VatRate: 21,
        VatAmount: 5.2,
      },
    ],
  })
  const [only] = record.order.Lines
  const total =
    (only?.UnitPriceInclVat ?? 0) * 3 -
    (only?.DiscountInclVat ?? 0) +
    (record.order.ShippingCostsInclVat ?? 0)
  expect(Math.round(total * 100)).toBe(order.total)
})

test('orders that are not paid, tests, and those of the hub itself are not read', async () => {
  const { order } = bought()
  order.financialStatus = 'PENDING'
  const { order: tried } = bought()
  tried.test = true
  const { order: own } = bought()
  own.metafields.set('entrepot.mark', 'mark')
  const first = await readAll(channel.readOrders)
  expect(first.records).toEqual([])
  expect((await readAll(open({ settings: { testOrders: true } }).readOrders)).records).toHaveLength(
    1,
  )
  order.financialStatus = 'PAID'
  order.updatedAt = shop.state.now()
  const second = await readAll(channel.readOrders, first.cursor)
  expect(second.records).toMatchObject([{ shopId: order.id }])
  // Until it cannot change any more without another time.
  expect((await readAll(channel.readOrders, second.cursor)).records).toEqual(second.records)
  shop.state.passTime(10)
  const settled = await readAll(channel.readOrders, second.cursor)
  expect((await readAll(channel.readOrders, settled.cursor)).records).toEqual([])
})

test('the first read is of orders with open units, and later ones say what was shipped of older orders', async () => {
  const { order, line } = bought(1)
  order.createdAt = '2026-01-01T00:00:00Z'
  ship(shop.state, order, [[line, 1]], 'T1')
  const first = await readAll(channel.readOrders)
  expect(first.records).toEqual([])
  order.updatedAt = new Date(Date.now() + 5_000).toISOString()
  const later = async () => (await readAll(channel.readOrders, first.cursor)).records
  expect(await later()).toMatchObject([{ shopId: order.id, shipped: [{ quantity: 1 }] }])
  // It is done, so nobody has to mend it.
  line.sku = null
  expect(await later()).toEqual([])
})

test('an order with a line without SKU is a problem', async () => {
  const { line } = bought()
  line.sku = null
  const { records } = await readAll(channel.readOrders)
  expect(records).toMatchObject([{ problem: { code: 'missing_sku' } }])
})

test('what the shop has cancelled comes with the order', async () => {
  const { order, line } = bought(3)
  giveBack(shop.state, order, [[line, 1]], 'CANCEL')
  const { records } = await readAll(channel.readOrders)
  expect(records).toMatchObject([
    {
      cancellations: [
        { shopId: order.refunds[0]?.id, units: [{ shopLineId: numberOf(line.id), quantity: 1 }] },
      ],
    },
  ])
})

function shipment(more: object = {}): Schemas['ShipmentResponse'] {
  return {
    MerchantShipmentReference: 'S-1',
    Status: 'SHIPPED',
    Method: 'DHL',
    ShipmentMethod: null,
    Parcels: [
      {
        TrackTraceNo: 'T1',
        TrackTraceUrl: 'https://dhl.example/T1',
        Method: 'DHL',
        TrackingPage: null,
        Lines: [],
      },
    ],
    ...more,
  } as unknown as Schemas['ShipmentResponse']
}

test('a shipment is written once, also if its answer was lost, and two equal ones are two', async () => {
  const { order, line } = bought(3)
  const write = {
    shopOrderId: order.id,
    shipment: shipment(),
    units: [{ shopLineId: numberOf(line.id), quantity: 1 }],
    mark: 'entrepot:hub/1/ship/1',
  }
  shop.fault = (operation) => (operation === 'CreateFulfillment' ? 'lost' : undefined)
  await expect(channel.writeShipment?.(write)).rejects.toMatchObject({ kind: 'unavailable' })
  shop.fault = () => undefined
  const first = await channel.writeShipment?.(write)
  expect(order.fulfillments).toHaveLength(1)
  expect(first).toEqual({ done: order.fulfillments[0]?.id })
  const second = await channel.writeShipment?.({ ...write, mark: 'entrepot:hub/1/ship/2' })
  expect(second).not.toEqual(first)
  expect(order.fulfillments).toMatchObject([
    { tracking: [{ company: 'DHL', number: 'T1', url: 'https://dhl.example/T1' }] },
    { units: [{ quantity: 1 }] },
  ])
})

test('a shipment that was refused does not take an equal one for its own when it is tried again', async () => {
  const { order, line } = bought(2)
  const write = {
    shopOrderId: order.id,
    shipment: shipment(),
    units: [{ shopLineId: numberOf(line.id), quantity: 1 }],
    mark: 'entrepot:hub/1/ship/1',
  }
  const other = { ...write, mark: 'entrepot:hub/1/ship/2' }
  const refused = { ...write, shipment: shipment({ Method: 'x'.repeat(300) }) }
  shop.fault = (operation) => (operation === 'CreateFulfillment' ? 'status 503' : undefined)
  await expect(channel.writeShipment?.(write)).rejects.toMatchObject({ kind: 'unavailable' })
  shop.fault = () => undefined
  expect(await channel.writeShipment?.(refused)).toMatchObject({
    problem: { code: 'shipment_refused' },
  })
  const first = await channel.writeShipment?.(other)
  const second = await channel.writeShipment?.(write)
  expect(order.fulfillments.map(({ id }) => ({ done: id }))).toEqual([first, second])
})

test('a shipment that has got other tracking is changed', async () => {
  const { order, line } = bought(1)
  const write = {
    shopOrderId: order.id,
    shipment: shipment({ Parcels: [] }),
    units: [{ shopLineId: numberOf(line.id), quantity: 1 }],
    mark: 'entrepot:hub/1/ship/1',
  }
  const first = await channel.writeShipment?.(write)
  expect(await channel.writeShipment?.({ ...write, shipment: shipment() })).toEqual(first)
  expect(order.fulfillments).toMatchObject([{ tracking: [{ number: 'T1' }] }])
})

test('units that are on hold or not open are a problem that says which', async () => {
  const { order, line } = bought(1)
  order.held = true
  const write = {
    shopOrderId: order.id,
    shipment: shipment(),
    units: [{ shopLineId: numberOf(line.id), quantity: 1 }],
    mark: 'entrepot:hub/1/ship/1',
  }
  expect(await channel.writeShipment?.(write)).toMatchObject({
    problem: { code: 'units_not_open', remedy: expect.stringContaining('hold') },
  })
  order.held = false
  expect(
    await channel.writeShipment?.({
      ...write,
      units: [{ shopLineId: numberOf(line.id), quantity: 2 }],
    }),
  ).toMatchObject({ problem: { code: 'units_not_open' } })
  expect(
    await channel.writeShipment?.({ ...write, shopOrderId: 'gid://shopify/Order/1' }),
  ).toMatchObject({ problem: { code: 'not_in_shop' } })
})

const CANCELLATION = {
  Reason: 'Sold out',
  ReasonCode: 'NOT_IN_STOCK',
} as Schemas['CancellationResponse']
const DECIDED = {
  Status: 'ACCEPTED',
  Restock: true,
  Reason: 'OTHER',
  MerchantComment: null,
} as Schemas['ReturnResponse']

test('an order whose payment was only authorized is cancelled in the hub, and is none for the hub before that', async () => {
  const [variant] = createProduct(shop.state, 'Mug', [{ sku: 'MUG' }]).variants
  const order = buy(shop.state, [{ variant, quantity: 1, price: 1_000 } as Purchase])
  order.financialStatus = 'AUTHORIZED'
  // Also if it was there before the connection.
  order.createdAt = '2026-01-01T00:00:00Z'
  const { records, cursor } = await readAll(channel.readOrders)
  expect(records).toMatchObject([{ shopId: order.id, cancellations: [] }])
  expect(records[0]).not.toHaveProperty('isOnlyUpdate')
  const [line] = order.lines
  if (line) line.cancelled = 1
  order.cancelledAt = shop.state.now()
  order.financialStatus = 'VOIDED'
  order.updatedAt = new Date(Date.now() + 5_000).toISOString()
  expect((await readAll(channel.readOrders, cursor)).records).toMatchObject([
    { shopId: order.id, cancellations: [{ units: [{ quantity: 1 }] }], isOnlyUpdate: true },
  ])
})

test('a cancellation of the hub leaves the stock as the hub has set it, also if a call of it was lost', async () => {
  const { order, line } = bought(3)
  const level = () => line.variant?.levels.get(shop.state.location)?.available
  const before = level()
  const units = [{ shopLineId: numberOf(line.id), quantity: 2 }]
  const write = {
    shopOrderId: order.id,
    cancellation: CANCELLATION,
    units,
    mark: 'entrepot:hub/1/cancel/9',
  }
  shop.fault = (operation) => (operation === 'AdjustQuantities' ? 'lost' : undefined)
  await expect(channel.writeCancellation?.(write)).rejects.toMatchObject({ kind: 'unavailable' })
  shop.fault = () => undefined
  expect(await channel.writeCancellation?.(write)).toEqual({ done: order.refunds[0]?.id })
  expect([line.cancelled, level()]).toEqual([2, before])
})

test('cancellations move money only if the connection says so', async () => {
  const { order, line } = bought(3)
  const units = [{ shopLineId: numberOf(line.id), quantity: 1 }]
  await channel.writeCancellation?.({
    shopOrderId: order.id,
    cancellation: CANCELLATION,
    units,
    mark: 'entrepot:hub/1/cancel/1',
  })
  expect(order.refunds).toMatchObject([{ refunded: 0, note: 'Sold out\nentrepot:hub/1/cancel/1' }])
  const paying = open({ settings: { refundPayments: true } })
  await paying.writeCancellation?.({
    shopOrderId: order.id,
    cancellation: CANCELLATION,
    units,
    mark: 'entrepot:hub/1/cancel/2',
  })
  expect(order.refunds[1]?.refunded).toBe(999)
  // They do not come back as cancellations of the shop.
  const { records } = await readAll(channel.readOrders)
  expect(records).toMatchObject([{ shopId: order.id, cancellations: [] }])
})

test('a decided return is a refund of its amount, once, and a rejected one is none', async () => {
  const { order, line } = bought(3)
  ship(shop.state, order, [[line, 3]], 'T1')
  const paying = open({ settings: { refundPayments: true } })
  const write = {
    shopOrderId: order.id,
    decided: DECIDED,
    units: [{ shopLineId: numberOf(line.id), quantity: 2 }],
    refundInclVat: 15.5,
    mark: 'entrepot:hub/1/return/1',
  }
  const outcome = await paying.writeReturn?.(write)
  // Shopify forgets keys: the refund itself says that it was written.
  shop.state.answers.clear()
  expect(await paying.writeReturn?.(write)).toEqual(outcome)
  expect(order.refunds).toMatchObject([
    { refunded: 1550, units: [{ quantity: 2, restockType: 'NO_RESTOCK' }] },
  ])
  const reject = (Id: number) =>
    paying.writeReturn?.({
      ...{ ...write, units: [], refundInclVat: 0, mark: `entrepot:hub/1/return/${Id}` },
      decided: { ...DECIDED, Id },
    })
  expect(await reject(2)).not.toEqual(await reject(3))
  expect(order.refunds).toHaveLength(1)
})

const givenBack = (shopOrderId: string, RefundInclVat: number, number = 1) => ({
  shopOrderId,
  refund: {
    ...{ RefundInclVat, CurrencyCode: 'EUR', Reason: 'Scratched' },
    CreatedAt: shop.state.now(),
  } as Schemas['RefundResponse'],
  mark: `entrepot:hub/1/refund/${number}`,
  taken: new Set<string>(),
})

test('an amount that the merchant gives back is refunded without units once, and not more than was paid', async () => {
  const { order } = bought(1)
  const paying = open({ settings: { refundPayments: true } })
  const outcome = await paying.writeRefund?.(givenBack(order.id, 2.5))
  shop.state.answers.clear()
  expect(await paying.writeRefund?.(givenBack(order.id, 2.5))).toEqual(outcome)
  expect(order.refunds).toMatchObject([
    { refunded: 250, units: [], note: 'Scratched\nentrepot:hub/1/refund/1' },
  ])
  expect(await paying.writeRefund?.(givenBack(order.id, 99, 2))).toMatchObject({
    problem: { code: 'payment_too_small' },
  })
  expect(order.refunds).toHaveLength(1)
  const { records } = await readAll(channel.readOrders)
  expect(records).toMatchObject([{ shopId: order.id, cancellations: [] }])
})

test('where the connection gives no money back, an amount is a problem until staff have refunded it', async () => {
  const { order } = bought(1)
  const write = givenBack(order.id, 2.5)
  expect(await channel.writeRefund?.(write)).toMatchObject({
    problem: { code: 'refund_by_hand', message: expect.stringContaining('2.5 EUR') },
  })
  expect(order.refunds).toEqual([])
  const { id } = giveBack(shop.state, order, [], 'NO_RESTOCK', '2.50')
  expect(await channel.writeRefund?.(write)).toEqual({ done: id })
  const paying = open({ settings: { refundPayments: true } })
  expect(await paying.writeRefund?.(write)).toEqual({ done: id })
  const second = { ...givenBack(order.id, 2.5, 2), taken: new Set([id]) }
  expect(await channel.writeRefund?.(second)).toMatchObject({ problem: { code: 'refund_by_hand' } })
  const own = await paying.writeRefund?.(second)
  expect(order.refunds).toHaveLength(2)
  // Its own one comes before one of staff that nothing has.
  expect(await paying.writeRefund?.({ ...second, taken: new Set() })).toEqual(own)
})

test('an order has the units that staff have shipped', async () => {
  const { order, line } = bought(3)
  ship(shop.state, order, [[line, 1]], 'T1')
  const { records } = await readAll(channel.readOrders)
  expect(records).toMatchObject([{ shipped: [{ shopLineId: numberOf(line.id), quantity: 1 }] }])
})

test('returns that buyers announce are read, and those that are closed are not', async () => {
  const { order, line } = bought(3)
  ship(shop.state, order, [[line, 3]], 'T1')
  order.returns.push({
    id: shop.state.id('Return'),
    status: 'OPEN',
    units: [{ line, quantity: 1, note: 'Too small' }],
  })
  order.returns.push({
    id: shop.state.id('Return'),
    status: 'CLOSED',
    units: [{ line, quantity: 1, note: '' }],
  })
  const { records } = await readAll(channel.readReturns)
  expect(await channel.readReturnsOf?.(order.id)).toEqual(records)
  expect(records).toEqual([
    {
      shopId: order.returns[0]?.id,
      shopOrderId: order.id,
      units: [{ shopLineId: numberOf(line.id), quantity: 1 }],
      reason: 'Too small',
    },
  ])
})

let lastCut = 0
/** Another name for each cut, since the store is the same. */
const cutName = (name: string) => `${name}-${++lastCut}`
const shipped = (order: Order, quantity: number) => {
  const [line] = order.lines
  if (line) ship(shop.state, order, [[line, quantity]], 'T0')
}
const firstUnits = (order: Order, quantity: number) => [
  { shopLineId: numberOf(order.lines[0]?.id ?? ''), quantity },
]
const availableOf = ({ lines }: Order) =>
  lines[0]?.variant?.levels.get(shop.state.location)?.available

const CUT_WRITES = [
  cutRow('a product with its publication', {
    prepare: () => product(cutName('TEA')),
    async write(http, one) {
      const publishing = open({ http, settings: { publicationId: '3' } })
      return done(await publishing.writeProduct?.({ product: one })).shopId
    },
    verify({ MerchantProductReference: sku }, shopId) {
      const all = [...shop.state.products.values()]
      expect(all.filter((each) => skusOf(each)?.includes(sku))).toMatchObject([{ id: shopId }])
      const published = [...shop.state.published].filter(([id]) => id === shopId)
      expect(published).toEqual([[shopId, 'gid://shopify/Publication/3']])
    },
  }),
  cutRow('a family of sizes and colours', {
    prepare: () => cutName('SHIRT'),
    async write(http, name) {
      const { writeProduct } = open({ http })
      const { shopId } = done(await writeProduct?.({ product: product(name) }))
      const more = { ParentMerchantReference: name }
      for (const child of [
        product(`${name}-S`, { ...more, Size: 'S' }),
        product(`${name}-M`, { ...more, Size: 'M', Color: 'Red' }),
      ])
        done(await writeProduct?.({ product: child, parentShopId: shopId }))
      return shopId
    },
    verify(name, shopId) {
      const titled = [...shop.state.products.values()].filter(
        ({ title }) => title === `Name of ${name}`,
      )
      expect(titled).toMatchObject([{ id: shopId }])
      expect(skusOf(titled[0])).toEqual([`${name}-S`, `${name}-M`])
      expect(optionsOf(titled[0])).toEqual(['Size=S,Color=-', 'Size=M,Color=Red'])
    },
  }),
  cutRow('the removal of the last variant, and of its parent', {
    async prepare() {
      const name = cutName('TIE')
      const parentShopId = await written({ product: product(name) })
      const more = { ParentMerchantReference: name, Size: 'S' }
      const shopId = await written({ parentShopId, product: product(`${name}-S`, more) })
      return [shopId, parentShopId]
    },
    async write(http, ids) {
      for (const id of ids) done(await open({ http }).removeProduct?.(id))
    },
    verify: ([, parent = '']) => expect(shop.state.products.has(parent)).toBe(false),
  }),
  cutRow('offers, one of them of a variant without stock at the location', {
    prepare() {
      const [cup, pot] = ['CUP', 'POT'].map((name) =>
        createProduct(shop.state, name, [{ sku: cutName(name) }]),
      )
      cup?.variants[0]?.levels.clear()
      return [cup, pot]
    },
    async write(http, products) {
      const offers = products.map((one) => offer(one?.id ?? '', 12.5, 7))
      for (const outcome of (await open({ http }).writeOffers?.(offers)) ?? []) done(outcome)
    },
    verify(products) {
      for (const [variant] of products.map((one) => one?.variants ?? [])) {
        expect(variant).toMatchObject({ price: '12.50' })
        expect(variant?.levels.get(shop.state.location)?.available).toBe(7)
      }
    },
  }),
  cutRow('a shipment', {
    prepare: () => bought(3).order,
    write: async (http, order) =>
      done(
        await open({ http }).writeShipment?.({
          shopOrderId: order.id,
          shipment: shipment(),
          units: firstUnits(order, 1),
          mark: 'entrepot:hub/1/ship/1',
        }),
      ),
    verify: ({ fulfillments }, id) =>
      expect(fulfillments).toMatchObject([
        { id, units: [{ quantity: 1 }], tracking: [{ number: 'T1' }] },
      ]),
  }),
  cutRow('a cancellation of all units, which is paid back', {
    prepare: () => bought(2).order,
    write: async (http, order) =>
      done(
        await open({ http, settings: { refundPayments: true } }).writeCancellation?.({
          shopOrderId: order.id,
          cancellation: CANCELLATION,
          units: firstUnits(order, 2),
          mark: `entrepot:hub/1/cancel/${order.id}`,
        }),
      ),
    verify(order, id) {
      expect(order.refunds).toMatchObject([{ id, refunded: 1998 }])
      expect(order).toMatchObject({ cancelledAt: expect.any(String), lines: [{ cancelled: 2 }] })
      expect(availableOf(order)).toBe(48)
    },
  }),
  cutRow('a refund of an amount', {
    prepare: () => bought(2).order,
    write: async (http, order) =>
      done(
        await open({ http, settings: { refundPayments: true } }).writeRefund?.(
          givenBack(order.id, 2.5),
        ),
      ),
    verify: ({ refunds }, id) => expect(refunds).toMatchObject([{ id, refunded: 250, units: [] }]),
  }),
  cutRow('a return that is paid back', {
    prepare() {
      const { order } = bought(2)
      shipped(order, 2)
      return order
    },
    write: async (http, order) =>
      done(
        await open({ http, settings: { refundPayments: true } }).writeReturn?.({
          shopOrderId: order.id,
          decided: DECIDED,
          units: firstUnits(order, 1),
          refundInclVat: 9.5,
          mark: 'entrepot:hub/1/return/1',
        }),
      ),
    verify: ({ refunds }, id) =>
      expect(refunds).toMatchObject([{ id, refunded: 950, units: [{ quantity: 1 }] }]),
  }),
]

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(0),
)

/** The adapter for Vendure against a real shop, without a hub. */
import { createClient } from '@entrepot/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asStaff,
  buy,
  createCoupon,
  type PlacedOrder,
  startVendure,
  type VendureClient,
  type VendureShop,
} from '../shops/start-vendure.ts'
import type { ChannelShop, ProductToWrite, ShopChannelOrder } from '../src/adapter/channel.ts'
import type { Outcome } from '../src/adapter/outcomes.ts'
import { vendure } from '../src/adapters/vendure/index.ts'
import { cutRow, done } from '../test/support/cut-off.ts'

let shop: VendureShop
let staff: VendureClient
const http = createClient()

beforeAll(async () => {
  shop = await startVendure()
  staff = await asStaff(shop)
})
afterAll(async () => {
  await shop?.end('SIGKILL')
  await http.close()
})

const open = (
  settings: Readonly<Record<string, string | number | boolean>> = {},
  apiKey = shop.apiKey,
  client = http,
) =>
  vendure.open({
    role: 'channel',
    settings: { url: shop.adminApi, returnsEvery: 0, ...settings },
    secrets: { apiKey },
    http: client,
  })
const channelOf = (settings = {}, client = http) =>
  open(settings, shop.apiKey, client).channel as Required<ChannelShop>

const product = (reference: string, change: Partial<ProductToWrite['product']> = {}) =>
  ({
    MerchantProductReference: reference,
    Name: `Name of ${reference}`,
    ...{ Description: '<p>Text</p>', Details: null, Size: null, Color: null, VatRate: 21 },
    ParentMerchantReference: null,
    ...change,
  }) as ProductToWrite['product']

async function sell(reference: string, price: number, stock: number) {
  const channel = channelOf()
  const { shopId } = done(await channel.writeProduct({ product: product(reference) }))
  const [outcome] = await channel.writeOffers([
    { shopId, merchantProductReference: reference, price, stock },
  ])
  done(outcome as Outcome<undefined>)
  return shopId
}

/** Before the first order: a read without a cursor leaves out orders that are done. */
const BEGINNING = '2020-01-01T00:00:00.000Z'

async function readAll(cursor = BEGINNING, channel = channelOf()) {
  const records: ShopChannelOrder[] = []
  let next = cursor
  for await (const page of channel.readOrders(cursor)) {
    records.push(...page.records)
    next = page.cursor ?? next
  }
  return { records, cursor: next }
}

async function readOne(id: string) {
  const { records } = await readAll()
  const found = records.find(({ shopId }) => shopId === id)
  expect(await channelOf().readOrder(id)).toEqual(found)
  if (found === undefined || 'problem' in found)
    throw new Error(`no order ${id}: ${JSON.stringify(found)}`)
  return found
}

async function variantOf(sku: string) {
  const { productVariants } = await staff.call<{
    productVariants: { items: readonly Variant[] }
  }>(
    `query ($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items {
      id sku enabled priceWithTax stockLevel options { name group { name } } stockLevels { stockOnHand stockAllocated }
      product { id name optionGroups { name } variantList { totalItems } }
    } } }`,
    { sku },
  )
  return productVariants.items
}

interface Variant {
  readonly id: string
  readonly enabled: boolean
  readonly priceWithTax: number
  readonly options: readonly { name: string; group: { name: string } }[]
  readonly stockLevels: readonly { stockOnHand: number; stockAllocated: number }[]
  readonly product: {
    readonly id: string
    readonly name: string
    readonly optionGroups: readonly { name: string }[]
    readonly variantList: { readonly totalItems: number }
  }
}

describe('check', () => {
  test('finds nothing wrong with the key of the guide', async () => {
    const findings = await open().check()
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
    expect(findings.length).toBeGreaterThan(8)
  })

  test('says what is wrong with a key, a location and a currency', async () => {
    const [denied] = await open({}, `0${shop.apiKey}`).check()
    expect(denied).toMatchObject({ level: 'error', message: expect.stringContaining('API key') })
    const findings = await open({ stockLocation: 'Moon', currency: 'JPY' }).check()
    const errors = findings.filter(({ level }) => level === 'error').map(({ message }) => message)
    expect(errors).toEqual([expect.stringContaining('Moon'), expect.stringContaining('JPY')])
  })
})

describe('products', () => {
  test('a product is created once, updated, found after a crash and removed', async () => {
    const channel = channelOf()
    const first = done(await channel.writeProduct({ product: product('MUG') }))
    const again = done(await channel.writeProduct({ product: product('MUG') }))
    expect(again.shopId).toBe(first.shopId)
    const change = { product: product('MUG', { Name: 'Big mug' }), shopId: first.shopId }
    done(await channel.writeProduct(change))
    const [variant, ...others] = await variantOf('MUG')
    expect(others).toEqual([])
    expect(variant).toMatchObject({ enabled: false, product: { name: 'Big mug' } })
    // The answer to the creation of a product was lost, before it had a variant.
    const input = {
      translations: [
        { languageCode: 'en', name: 'Name of JUG', slug: 'name-of-jug-jug', description: '' },
      ],
    }
    const { createProduct } = await staff.call<{ createProduct: { id: string } }>(
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      { input },
    )
    const jug = done(await channel.writeProduct({ product: product('JUG') }))
    expect(jug.shopId.split('/')[0]).toBe(createProduct.id)
    done(await channel.removeProduct(first.shopId))
    done(await channel.removeProduct(first.shopId))
    expect(await variantOf('MUG')).toEqual([])
    // Deleted in the shop: it is made again.
    const made = done(await channel.writeProduct(change))
    expect(made.shopId).not.toBe(first.shopId)
  })

  test('a family is one product with options, and a variant without a value has none of a group', async () => {
    const channel = channelOf()
    const { shopId: parentShopId } = done(await channel.writeProduct({ product: product('SHIRT') }))
    const child = async (reference: string, change: object) =>
      done(
        await channel.writeProduct({
          product: product(reference, { ParentMerchantReference: 'SHIRT', ...change }),
          parentShopId,
        }),
      ).shopId
    const ids = [
      await child('SHIRT-S', { Size: 'S' }),
      await child('SHIRT-M', { Size: 'M' }),
      await child('SHIRT-M-RED', { Size: 'M', Color: 'Red' }),
    ]
    expect(await child('SHIRT-M', { Size: 'M' })).toBe(ids[1])
    expect(await variantOf('SHIRT')).toEqual([])
    const [red] = await variantOf('SHIRT-M-RED')
    expect(red?.product.variantList.totalItems).toBe(3)
    expect(red?.options.map(({ name }) => name).sort()).toEqual(['M', 'Red'])
    const [small] = await variantOf('SHIRT-S')
    expect(small?.options.map(({ name }) => name).sort()).toEqual(['S', '–'])
    // A crash before its pair was stored: it is found by its slug.
    const refound = done(await channel.writeProduct({ product: product('SHIRT') })).shopId
    expect(refound.split('/')[0]).toBe(parentShopId.split('/')[0])
    // The parent is written again, and stays without a variant of its own.
    done(
      await channel.writeProduct({
        product: product('SHIRT', { Name: 'Shirt' }),
        shopId: parentShopId,
      }),
    )
    expect((await variantOf('SHIRT-S'))[0]?.product.name).toBe('Shirt')
    const same = await channel.writeProduct({
      product: product('SHIRT-DOUBLE', { ParentMerchantReference: 'SHIRT', Size: 'S' }),
      parentShopId,
    })
    expect(same).toMatchObject({
      problem: { shopMessage: expect.stringContaining('already exists') },
    })
    for (const id of [...ids, parentShopId]) done(await channel.removeProduct(id))
    expect(await variantOf('SHIRT-S')).toEqual([])
  })

  test('a VAT rate without a tax category is a problem of the product', async () => {
    const outcome = await channelOf().writeProduct({ product: product('BOOK', { VatRate: 6 }) })
    expect(outcome).toMatchObject({ problem: { code: 'vat_rate_unknown' } })
  })

  test('offers set price and stock, and a missing price takes a product off sale', async () => {
    const shopId = await sell('LAMP', 19.95, 7)
    expect((await variantOf('LAMP'))[0]).toMatchObject({
      ...{ enabled: true, priceWithTax: 1995 },
      stockLevels: [{ stockOnHand: 7, stockAllocated: 0 }],
    })
    const channel = channelOf()
    const outcomes = await channel.writeOffers([
      { shopId, merchantProductReference: 'LAMP', price: null, stock: 0 },
      { shopId: '1/999999', merchantProductReference: 'GONE', price: 1, stock: 1 },
      { shopId, merchantProductReference: 'LAMP', price: 1.005, stock: 1 },
    ])
    expect(outcomes).toMatchObject([
      { done: undefined },
      { problem: { code: 'not_in_shop' } },
      { problem: { code: 'price_too_precise' } },
    ])
    expect((await variantOf('LAMP'))[0]).toMatchObject({ enabled: false })
  })
})

describe('orders', () => {
  test('an order has what the buyer paid, to the cent, and is read again until the shop has a newer one', async () => {
    await sell('CUP', 9.99, 50)
    await createCoupon(staff, 'TENTH', 10)
    const placed = await buy(shop, [{ sku: 'CUP', quantity: 3 }], { coupon: 'TENTH' })
    const { order, cancellations } = await readOne(placed.id)
    expect(cancellations).toEqual([])
    expect(order).toMatchObject({
      ...{ ChannelReference: placed.code, CurrencyCode: 'EUR', Email: 'nora@example.com' },
      ...{ ShippingCostsInclVat: 4.95, ShippingVatRate: 21, Phone: '+31 20 1234567' },
      ShippingAddress: {
        ...{ FirstName: 'Nora', LastName: 'de Vries', CountryIso: 'NL', ZipCode: '1011 AB' },
        StreetName: 'Harbour street 12, Floor 2',
      },
      Lines: [{ MerchantProductReference: 'CUP', Quantity: 3, VatRate: 21, DiscountInclVat: 3 }],
    })
    expect(totalOf(order)).toBe(placed.totalWithTax)
    const { cursor } = await readAll()
    const again = await readAll(cursor)
    expect(again.cursor).toBe(cursor)
    expect(again.records.at(-1)?.shopId).toBe(placed.id)
    const next = await buy(shop, [{ sku: 'CUP', quantity: 1 }])
    const after = await readAll(cursor)
    const ids = again.records.map(({ shopId }) => shopId)
    expect(after.records.map(({ shopId }) => shopId)).toEqual([...ids, next.id])
  })

  test('for a buyer in another tax zone, the shop calculates from a price without tax: the amount is exact', async () => {
    await sell('VASE', 33.33, 50)
    const placed = await buy(shop, [{ sku: 'VASE', quantity: 7 }], { country: 'CH' })
    const { order } = await readOne(placed.id)
    expect(totalOf(order)).toBe(placed.totalWithTax)
  })

  test('a cancellation in the shop has its units, and does not change what was ordered', async () => {
    await sell('POT', 5.55, 50)
    await createCoupon(staff, 'THIRD', 33)
    const placed = await buy(shop, [{ sku: 'POT', quantity: 7 }], { coupon: 'THIRD' })
    const { order: before } = await readOne(placed.id)
    const cancel = async (quantity: number) =>
      await staff.call(
        'mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename } }',
        {
          input: {
            ...{ orderId: placed.id, reason: 'Buyer called', cancelShipping: quantity > 2 },
            lines: [{ orderLineId: placed.lines[0]?.id, quantity }],
          },
        },
      )
    await cancel(2)
    const { order, cancellations } = await readOne(placed.id)
    expect(order).toEqual(before)
    expect(cancellations).toMatchObject([{ units: [{ quantity: 2 }], reason: 'Buyer called' }])
    await cancel(5)
    const last = await readOne(placed.id)
    expect(last.cancellations).toMatchObject([
      { shopId: cancellations[0]?.shopId, units: [{ quantity: 2 }] },
      { units: [{ quantity: 5 }] },
    ])
    expect(totalOf(last.order)).toBe(placed.totalWithTax)
  })

  test('the stock of an offer is what is for sale: units that the shop holds for orders do not count twice', async () => {
    const channel = channelOf()
    const shopId = await sell('PAN', 10, 10)
    await buy(shop, [{ sku: 'PAN', quantity: 4 }])
    const offer = { shopId, merchantProductReference: 'PAN', price: 10, stock: 6 }
    await channel.writeOffers([offer])
    expect((await variantOf('PAN'))[0]?.stockLevels).toEqual([
      { stockOnHand: 10, stockAllocated: 4 },
    ])
  })
})

const MARK = 'entrepot:hub.example/7'

const shipmentOf = (reference: string, change: object = {}) =>
  ({
    ...{ Id: 1, MerchantShipmentReference: reference, Method: 'DHL', Status: 'SHIPPED' },
    ...{ TrackTraceNo: `3S${reference}`, Parcels: [], ...change },
  }) as unknown as Parameters<Required<ChannelShop>['writeShipment']>[0]['shipment']

async function stateOf(id: string) {
  const { order } = await staff.call<{ order: ShopState }>(
    `query ($id: ID!) { order(id: $id) {
      state totalWithTax fulfillments { id state method trackingCode lines { quantity } }
      payments { id refunds { id total state reason lines { quantity } } }
      history { items { type data } }
    } }`,
    { id },
  )
  return order
}

interface ShopState {
  readonly state: string
  readonly totalWithTax: number
  readonly fulfillments: readonly { state: string; method: string; trackingCode: string }[]
  readonly payments: readonly {
    id: string
    refunds: readonly { total: number; reason: string }[]
  }[]
  readonly history: { readonly items: readonly { type: string; data: { note?: string } }[] }
}

describe('what the merchant does', () => {
  test('partial shipments are written once, with their tracking, and one that is taken back is cancelled', async () => {
    await sell('SHIPPED', 10, 20)
    const placed = await buy(shop, [{ sku: 'SHIPPED', quantity: 5 }])
    const channel = channelOf()
    const units = (quantity: number) => [{ shopLineId: placed.lines[0]?.id ?? '', quantity }]
    const write = async (reference: string, quantity: number, change = {}) =>
      done(
        await channel.writeShipment({
          ...{
            shopOrderId: placed.id,
            units: units(quantity),
            mark: `${MARK}/shipment/${reference}`,
          },
          shipment: shipmentOf(reference, change),
        }),
      )
    const first = await write('S-1', 2)
    expect(await write('S-1', 2)).toBe(first)
    expect(await stateOf(placed.id)).toMatchObject({
      state: 'PartiallyShipped',
      fulfillments: [{ state: 'Shipped', method: 'DHL (S-1)', trackingCode: '3SS-1' }],
    })
    await write('S-2', 3)
    expect((await stateOf(placed.id)).state).toBe('Shipped')
    for (let time = 0; time < 2; time += 1) {
      const shipment = shipmentOf('S-2', { Status: 'VOIDED', Method: 'UPS' })
      const mark = `${MARK}/shipment/S-2`
      done(await channel.voidShipment({ shopOrderId: placed.id, shipment, mark }))
    }
    const states = async () =>
      (await stateOf(placed.id)).fulfillments.map(({ state }) => state).sort()
    expect(await states()).toEqual(['Cancelled', 'Shipped'])
    const tooMany = await channel.writeShipment({
      ...{ shopOrderId: placed.id, units: units(4), mark: `${MARK}/shipment/S-3` },
      shipment: shipmentOf('S-3'),
    })
    expect(tooMany).toMatchObject({ problem: { code: 'items_already_fulfilled' } })
    await write('S-4', 3)
    expect(await states()).toEqual(['Cancelled', 'Shipped', 'Shipped'])
  })

  test('the first read has the orders that are not done, and later ones have all that change', async () => {
    await sell('FIRST', 5, 20)
    const [open, sent] = [
      await buy(shop, [{ sku: 'FIRST', quantity: 1 }]),
      await buy(shop, [{ sku: 'FIRST', quantity: 1 }]),
    ]
    await writeShipment(channelOf(), sent, 1)
    const ids = ({ records }: Awaited<ReturnType<typeof readAll>>) =>
      records.map(({ shopId }) => shopId)
    const channel = channelOf()
    const first = []
    let cursor: string | undefined
    for await (const page of channel.readOrders(undefined)) {
      first.push(...page.records)
      cursor = page.cursor ?? cursor
    }
    expect(first.map(({ shopId }) => shopId)).toContain(open.id)
    expect(first.map(({ shopId }) => shopId)).not.toContain(sent.id)
    await writeShipment(channel, open, 1)
    expect(ids(await readAll(cursor))).toContain(open.id)
  })

  test('a cancellation is written and refunded once, and does not put its units on sale', async () => {
    await sell('SHORT', 7.77, 10)
    const placed = await buy(shop, [{ sku: 'SHORT', quantity: 3 }])
    const channel = channelOf({ refunds: true })
    const cancellation = {
      shopOrderId: placed.id,
      cancellation: { Reason: null } as never,
      units: [{ shopLineId: placed.lines[0]?.id ?? '', quantity: 2 }],
      mark: `${MARK}/cancellation/C-1`,
    }
    done(await channel.writeCancellation(cancellation))
    done(await channel.writeCancellation(cancellation))
    const { payments, totalWithTax } = await stateOf(placed.id)
    expect(payments[0]?.refunds.map(({ total }) => total)).toEqual([1554])
    expect(totalWithTax).toBe(placed.totalWithTax - 1554)
    // Of ten, seven were for sale.
    expect((await variantOf('SHORT'))[0]?.stockLevels).toEqual([
      { stockOnHand: 8, stockAllocated: 1 },
    ])
    const { cancellations } = await readOne(placed.id)
    expect(cancellations).toEqual([])
    expect(await returnsOf(placed.id)).toEqual([])
    const rest = { ...cancellation, mark: `${MARK}/cancellation/C-10` }
    done(
      await channel.writeCancellation({
        ...rest,
        units: [{ ...cancellation.units[0], quantity: 1 } as never],
      }),
    )
    expect(await stateOf(placed.id)).toMatchObject({ state: 'Cancelled', totalWithTax: 0 })
  })

  test('a decided return is refunded once, or noted once', async () => {
    await sell('BACK', 12.5, 10)
    const placed = await buy(shop, [{ sku: 'BACK', quantity: 2 }])
    const decided = {
      shopOrderId: placed.id,
      decided: { MerchantReturnReference: 'R-1', ChannelReturnReference: null } as never,
      units: [{ shopLineId: placed.lines[0]?.id ?? '', quantity: 1 }],
      refundInclVat: 12.5,
      mark: `${MARK}/return/R-1`,
    }
    const noting = channelOf()
    done(await noting.writeReturn(decided))
    done(await noting.writeReturn(decided))
    const notes = (await stateOf(placed.id)).history.items.filter(
      ({ type }) => type === 'ORDER_NOTE',
    )
    expect(notes.map(({ data }) => data.note)).toEqual([expect.stringContaining('12.5 EUR')])
    const refunding = channelOf({ refunds: true })
    const id = done(await refunding.writeReturn(decided))
    expect(done(await refunding.writeReturn(decided))).toBe(id)
    const [payment] = (await stateOf(placed.id)).payments
    expect(payment?.refunds).toMatchObject([{ total: 1250 }])
    expect(await returnsOf(placed.id)).toEqual([])
  })

  test('a cancellation after an amount was given back refunds what is left', async () => {
    await sell('SCRATCHED', 10, 10)
    const placed = await buy(shop, [{ sku: 'SCRATCHED', quantity: 1 }])
    const channel = channelOf({ refunds: true })
    const common = { MerchantReference: 'F-2', Reason: 'Scratched' }
    const refund = { ...common, RefundInclVat: 2, CreatedAt: new Date().toISOString() } as never
    const mark = `${MARK}/refund/F-2`
    done(await channel.writeRefund({ shopOrderId: placed.id, refund, mark, taken: new Set() }))
    done(
      await channel.writeCancellation({
        ...{ shopOrderId: placed.id, mark: `${MARK}/cancellation/C-2` },
        ...{ units: firstUnits(placed, 1), cancellation: { Reason: null } as never },
      }),
    )
    const [payment] = (await stateOf(placed.id)).payments
    const totals = payment?.refunds.map(({ total }) => total) ?? []
    expect(totals).toHaveLength(2)
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(placed.totalWithTax)
  })

  test('a refund of the shop is a return, and the hub does not pay it again', async () => {
    await sell('UNLIKED', 8, 10)
    const placed = await buy(shop, [{ sku: 'UNLIKED', quantity: 2 }])
    const shopLineId = placed.lines[0]?.id ?? ''
    const channel = channelOf({ refunds: true })
    done(
      await channel.writeShipment({
        ...{
          shopOrderId: placed.id,
          units: [{ shopLineId, quantity: 2 }],
          mark: `${MARK}/shipment/U`,
        },
        shipment: shipmentOf('U'),
      }),
    )
    const [payment] = (await stateOf(placed.id)).payments
    await staff.call(
      'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename } }',
      {
        input: {
          ...{
            paymentId: payment?.id,
            amount: 800,
            reason: 'Not liked',
            shipping: 0,
            adjustment: 0,
          },
          lines: [{ orderLineId: shopLineId, quantity: 1 }],
        },
      },
    )
    const [found, ...others] = await returnsOf(placed.id)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ units: [{ shopLineId, quantity: 1 }], refundInclVat: 8, reason: 'Not liked' },
      restocked: false,
    })
    done(
      await channel.writeReturn({
        ...{ shopOrderId: placed.id, units: found?.units ?? [], refundInclVat: 8 },
        decided: { MerchantReturnReference: 'R-2', ChannelReturnReference: found?.shopId } as never,
        mark: `${MARK}/return/R-2`,
      }),
    )
    expect((await stateOf(placed.id)).payments[0]?.refunds).toHaveLength(1)
  })

  async function returnsOf(id: string) {
    const found = []
    for await (const { records } of channelOf().readReturns(undefined)) found.push(...records)
    const own = found.filter(({ shopOrderId }) => shopOrderId === id)
    expect(await channelOf().readReturnsOf(id)).toEqual(own)
    return own
  }
})

let lastCut = 0

/** An order of a product that is made for it, of which there are twenty. */
async function buyAnew(quantity: number) {
  lastCut += 1
  await sell(`CUT-${lastCut}`, 7.77, 20)
  return await buy(shop, [{ sku: `CUT-${lastCut}`, quantity }])
}

const firstUnits = ({ lines }: Pick<PlacedOrder, 'lines'>, quantity: number) => [
  { shopLineId: lines[0]?.id ?? '', quantity },
]
const writeShipment = async (channel: Required<ChannelShop>, order: PlacedOrder, units: number) =>
  done(
    await channel.writeShipment({
      ...{ shopOrderId: order.id, units: firstUnits(order, units) },
      ...{ shipment: shipmentOf('S'), mark: `${MARK}/shipment/S` },
    }),
  )

/** A parent with the sizes S and M, of which the second is red. */
const familyOf = (name: string) =>
  [{ Size: 'S' }, { Size: 'M', Color: 'Red' }].map((more) =>
    product(`${name}-${more.Size}`, { ...more, ParentMerchantReference: name }),
  )

async function writeFamily(channel: Required<ChannelShop>, name: string): Promise<string> {
  const { shopId } = done(await channel.writeProduct({ product: product(name, { VatRate: null }) }))
  for (const child of familyOf(name))
    done(await channel.writeProduct({ product: child, parentShopId: shopId }))
  return shopId
}

const optionsOf = ({ options }: Variant) =>
  options.map(({ name, group }) => `${group.name}=${name}`).sort()

const cancellationRow = (title: string, bought: number, shipped: number, state: string) =>
  cutRow(title, {
    async prepare() {
      const placed = await buyAnew(bought)
      if (shipped > 0) await writeShipment(channelOf(), placed, shipped)
      return { placed, sku: `CUT-${lastCut}` }
    },
    write: async (client, { placed }) =>
      done(
        await channelOf({ refunds: true }, client).writeCancellation({
          ...{ shopOrderId: placed.id, units: firstUnits(placed, 2) },
          ...{ cancellation: { Reason: null } as never, mark: `${MARK}/cancellation/C-1` },
        }),
      ),
    async verify({ placed, sku }) {
      const found = await stateOf(placed.id)
      expect(found.state).toBe(state)
      const refunds = found.payments.flatMap((payment) => payment.refunds)
      const paid = bought === 2 ? placed.totalWithTax : 1554
      expect(refunds.map(({ total }) => total)).toEqual([paid])
      const [variant] = await variantOf(sku)
      expect(variant?.stockLevels).toEqual([
        { stockOnHand: 18 - shipped, stockAllocated: bought - 2 - shipped },
      ])
    },
  })

const returnRow = (title: string, refunds: boolean, verify: (order: ShopState) => void) =>
  cutRow(title, {
    prepare: () => buyAnew(2),
    write: async (client, placed) =>
      done(
        await channelOf({ refunds }, client).writeReturn({
          ...{ shopOrderId: placed.id, units: firstUnits(placed, 1), refundInclVat: 7.5 },
          decided: { MerchantReturnReference: 'R-1', ChannelReturnReference: null } as never,
          mark: `${MARK}/return/R-1`,
        }),
      ),
    verify: async ({ id }) => verify(await stateOf(id)),
  })

const CUT_WRITES = [
  cutRow('a family of sizes and colours', {
    prepare: () => `CUT-${++lastCut}`,
    write: async (client, name) => await writeFamily(channelOf({}, client), name),
    async verify(name) {
      const [small = [], medium = []] = await Promise.all(
        ['S', 'M'].map((size) => variantOf(`${name}-${size}`)),
      )
      const product = { name: `Name of ${name}`, variantList: { totalItems: 2 } }
      expect([...small, ...medium]).toMatchObject([{ product }, { product }])
      expect(small.map(optionsOf)).toEqual([['Color=–', 'Size=S']])
      expect(medium.map(optionsOf)).toEqual([['Color=Red', 'Size=M']])
    },
  }),
  cutRow('a variant that brings a group of options to its family', {
    async prepare() {
      const name = `CUT-${++lastCut}`
      const [small] = familyOf(name)
      const channel = channelOf()
      const { shopId } = done(await channel.writeProduct({ product: product(name) }))
      if (small) done(await channel.writeProduct({ product: small, parentShopId: shopId }))
      return { name, parentShopId: shopId }
    },
    async write(client, { name, parentShopId }) {
      const [, medium] = familyOf(name)
      if (medium) done(await channelOf({}, client).writeProduct({ product: medium, parentShopId }))
    },
    async verify({ name }) {
      expect((await variantOf(`${name}-S`)).map(optionsOf)).toEqual([['Color=–', 'Size=S']])
      expect((await variantOf(`${name}-M`)).map(optionsOf)).toEqual([['Color=Red', 'Size=M']])
    },
  }),
  cutRow('a variant that moves to another family', {
    async prepare() {
      const name = `CUT-${++lastCut}`
      await writeFamily(channelOf(), name)
      const [own] = await variantOf(`${name}-S`)
      return { name, shopId: `${own?.product.id}/${own?.id}` }
    },
    async write(client, made) {
      const channel = channelOf({}, client)
      const { shopId: parentShopId } = done(
        await channel.writeProduct({ product: product(`${made.name}-NEW`) }),
      )
      const child = { ...familyOf(made.name)[0], ParentMerchantReference: `${made.name}-NEW` }
      done(
        await channel.writeProduct({
          ...{ product: child as ProductToWrite['product'], shopId: made.shopId, parentShopId },
        }),
      )
    },
    verify: async ({ name }) =>
      expect(await variantOf(`${name}-S`)).toMatchObject([
        { product: { name: `Name of ${name}-NEW`, variantList: { totalItems: 1 } } },
      ]),
  }),
  cutRow('the removal of a family', {
    async prepare() {
      const name = `CUT-${++lastCut}`
      const parent = await writeFamily(channelOf(), name)
      const variants = [...(await variantOf(`${name}-S`)), ...(await variantOf(`${name}-M`))]
      return [...variants.map(({ id, product }) => `${product.id}/${id}`), parent]
    },
    async write(client, ids) {
      for (const id of ids) done(await channelOf({}, client).removeProduct(id))
    },
    async verify(ids) {
      const { product } = await staff.call<{ product: unknown }>(
        'query ($id: ID!) { product(id: $id) { id } }',
        { id: ids[0]?.split('/')[0] },
      )
      expect(product).toBeNull()
    },
  }),
  cutRow('a shipment', {
    prepare: () => buyAnew(3),
    write: (client, placed) => writeShipment(channelOf({}, client), placed, 2),
    verify: async ({ id }) =>
      expect(await stateOf(id)).toMatchObject({
        state: 'PartiallyShipped',
        fulfillments: [{ state: 'Shipped', trackingCode: '3SS' }],
      }),
  }),
  cancellationRow('a cancellation of some units, which is refunded', 3, 0, 'PaymentSettled'),
  cancellationRow('a cancellation of all units, which is refunded', 2, 0, 'Cancelled'),
  cancellationRow('a cancellation of the units that were not shipped', 3, 1, 'Shipped'),
  returnRow('a return that is refunded', true, ({ payments }) =>
    expect(payments).toMatchObject([{ refunds: [{ total: 750 }] }]),
  ),
  cutRow('a refund of an amount', {
    prepare: () => buyAnew(2),
    write: async (client, placed) =>
      done(
        await channelOf({ refunds: true }, client).writeRefund({
          ...{ shopOrderId: placed.id, mark: `${MARK}/refund/F-1`, taken: new Set() },
          refund: {
            ...{ MerchantReference: 'F-1', RefundInclVat: 2.5, Reason: 'Scratched' },
            CreatedAt: new Date().toISOString(),
          } as never,
        }),
      ),
    verify: async ({ id }) =>
      expect((await stateOf(id)).payments).toMatchObject([{ refunds: [{ total: 250 }] }]),
  }),
  returnRow('the note of a return', false, ({ history }) =>
    expect(history.items.filter(({ type }) => type === 'ORDER_NOTE')).toHaveLength(1),
  ),
]

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(0),
)

/** The total of an order as the hub calculates it, in cents. */
function totalOf(order: Extract<ShopChannelOrder, { order: unknown }>['order']): number {
  const lines = order.Lines.reduce(
    (sum, line) => sum + line.UnitPriceInclVat * line.Quantity - (line.DiscountInclVat ?? 0),
    0,
  )
  const total = lines + (order.ShippingCostsInclVat ?? 0) - (order.DiscountInclVat ?? 0)
  const cents = total * 100
  expect(Math.abs(cents - Math.round(cents))).toBeLessThan(1e-6)
  return Math.round(cents)
}

/** WooCommerce as a channel, with the traps of its API: each test is one of the table in the guide. */
import type { Schemas } from '@entrepot/client'
import type { Client } from '@entrepot/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChannelShop, ShopChannelOrder } from '../src/adapter/channel.ts'
import type { ShopUnits } from '../src/adapter/merchant.ts'
import { cutRow, done } from './support/cut-off.ts'
import { readAll, startWoo, type WooHere } from './support/woo.ts'

let woo: WooHere
let channel: ChannelShop
let serial = 0

beforeAll(async () => {
  woo = await startWoo()
})
afterAll(() => woo[Symbol.asyncDispose]())
beforeEach(() => {
  serial += 1
  woo.shop.fault = undefined
  Object.assign(woo.shop.state, { pricesIncludeTax: true, managesStock: true })
  channel = woo.open('channel').channel as ChannelShop
})

const sku = (name: string) => `${name}-${serial}`

function view(name: string, more: Partial<Schemas['ProductView']> = {}): Schemas['ProductView'] {
  return {
    MerchantProductReference: sku(name),
    ParentMerchantReference: null,
    Name: `Product ${name}`,
    Description: '<p>Text</p>',
    Details: null,
    Brand: null,
    CategoryTrail: null,
    ChannelProductReference: null,
    Color: null,
    Size: null,
    DiscountRate: null,
    Ean: null,
    ExtraData: null,
    ImageUrl: null,
    ManufacturerProductNumber: null,
    MSRP: null,
    PurchasePrice: null,
    ShippingCost: null,
    ShippingTime: null,
    Url: null,
    VatRate: 21,
    ...more,
  } as Schemas['ProductView']
}

async function write(
  product: Schemas['ProductView'],
  more: { shopId?: string; parentShopId?: string } = {},
) {
  const outcome = await channel.writeProduct?.({ product, ...more })
  if (outcome === undefined || 'problem' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.done.shopId
}

const stored = (shopId: string) => {
  const [parent, variation] = shopId.split('/')
  return woo.people.get<Record<string, unknown>>(
    variation ? `/products/${parent}/variations/${variation}` : `/products/${parent}`,
  )
}

describe('products', () => {
  test('are created and changed; those of which the answer was lost are found by their SKU', async () => {
    const id = await write(view('A', { Brand: 'Acme', Ean: '8712345678906', VatRate: 9 }))
    expect(await stored(id)).toMatchObject({
      name: 'Product A',
      sku: sku('A'),
      type: 'simple',
      tax_class: 'reduced-rate',
      global_unique_id: '8712345678906',
      attributes: [{ name: 'Brand', options: ['Acme'] }],
    })
    expect(await write(view('A', { Name: 'New' }))).toBe(id)
    expect(await write(view('A', { Name: 'Newer' }), { shopId: id })).toBe(id)
    expect(await stored(id)).toMatchObject({ name: 'Newer', attributes: [{ name: 'Brand' }] })
  })

  test('become variable with their first variant, which has its own stock and price', async () => {
    const parent = await write(view('B'))
    const small = view('B-S', { ParentMerchantReference: sku('B'), Size: 'S', Color: 'Red' })
    const one = await write(small, { parentShopId: parent })
    const other = await write(
      view('B-M', { ParentMerchantReference: sku('B'), Size: 'M', Color: 'Red' }),
      { parentShopId: parent },
    )
    expect(one).toMatch(new RegExp(`^${parent}/`))
    expect(await stored(parent)).toMatchObject({
      type: 'variable',
      attributes: [
        { name: 'Size', variation: true, options: ['S', 'M'] },
        { name: 'Color', variation: true, options: ['Red'] },
      ],
    })
    expect(await write({ ...small, Name: 'Changed' }, { parentShopId: parent })).toBe(one)
    expect(await write(view('B', { Name: 'Parent' }), { shopId: parent })).toBe(parent)
    expect(await stored(parent)).toMatchObject({
      type: 'variable',
      name: 'Parent',
      attributes: [{ name: 'Size', variation: true, options: ['S', 'M'] }, { name: 'Color' }],
    })
    const offers = [
      { shopId: one, merchantProductReference: sku('B-S'), price: 20, stock: 3 },
      { shopId: other, merchantProductReference: sku('B-M'), price: null, stock: 3 },
    ]
    expect(await channel.writeOffers?.(offers)).toEqual([{ done: undefined }, { done: undefined }])
    expect(await stored(one)).toMatchObject({
      regular_price: '20.00',
      stock_quantity: 3,
      manage_stock: true,
    })
    expect(await stored(other)).toMatchObject({
      regular_price: '',
      stock_quantity: 0,
      purchasable: false,
    })
  })

  test('that were thrown away or deleted in the shop come back', async () => {
    const id = await write(view('C'))
    await woo.people.remove(`/products/${id}`)
    expect(await write(view('C'))).toBe(id)
    expect(await stored(id)).toMatchObject({ status: 'publish' })
    await woo.people.remove(`/products/${id}`, true)
    const again = await write(view('C'), { shopId: id })
    expect(again).not.toBe(id)
    expect(await channel.removeProduct?.(again)).toEqual({ done: undefined })
    expect(await stored(again)).toMatchObject({ status: 'draft' })
    expect(await channel.removeProduct?.(id)).toEqual({ done: undefined })
  })

  test('with the SKU of a variation of another product, an unknown tax rate or an image that cannot be fetched have a problem', async () => {
    const [parent, other] = [await write(view('D')), await write(view('E'))]
    const variant = view('D-S', { ParentMerchantReference: sku('D'), Size: 'S' })
    await write(variant, { parentShopId: parent })
    expect(await channel.writeProduct?.({ product: variant, parentShopId: other })).toMatchObject({
      problem: { code: 'sku_taken' },
    })
    expect(await channel.writeProduct?.({ product: view('F', { VatRate: 17 }) })).toMatchObject({
      problem: { code: 'tax_class_missing' },
    })
    const none = view('G', { ImageUrl: 'https://img.example/none.png' })
    expect(await channel.writeProduct?.({ product: none })).toMatchObject({
      problem: { code: 'image_not_fetched', shopMessage: expect.stringContaining('remote image') },
    })
  })

  test('send the address of an image once: the shop fetches and stores it again each time', async () => {
    const product = view('H', { ImageUrl: `https://img.example/${serial}.png` })
    const id = await write(product)
    await write({ ...product, Name: 'Changed' }, { shopId: id })
    expect(woo.shop.state.fetched.filter((one) => one === product.ImageUrl)).toHaveLength(1)
    await write({ ...product, ImageUrl: `https://img.example/${serial}-b.png` }, { shopId: id })
    expect(woo.shop.state.fetched.at(-1)).toBe(`https://img.example/${serial}-b.png`)
  })
})

describe('offers', () => {
  test('are written in batches, and one that fails leaves the others', async () => {
    const ids: string[] = []
    for (let index = 0; index < 105; index += 1) ids.push(await write(view(`A${index}`)))
    const offers = ids.map((shopId, index) => ({
      shopId,
      merchantProductReference: sku(`A${index}`),
      price: index + 0.5,
      stock: index,
    }))
    const gone = { shopId: '2000000', merchantProductReference: sku('gone'), price: 1, stock: 1 }
    const outcomes = await channel.writeOffers?.([...offers.slice(0, 3), gone, ...offers.slice(3)])
    expect(outcomes?.filter((one) => 'problem' in one)).toMatchObject([
      { problem: { code: 'not_in_shop' } },
    ])
    expect(outcomes?.[3]).toHaveProperty('problem')
    expect(await stored(ids[104] ?? '')).toMatchObject({
      regular_price: '104.50',
      stock_quantity: 104,
    })
  })

  test('are decimal texts with a dot, since the shop reads "10,50" as 1050 and refuses numbers', async () => {
    const id = await write(view('B'))
    for (const [price, text] of [
      [10.5, '10.50'],
      [1234.5, '1234.50'],
      [0.0999, '0.0999'],
    ] as const) {
      await channel.writeOffers?.([
        { shopId: id, merchantProductReference: sku('B'), price, stock: 1 },
      ])
      expect(await stored(id)).toMatchObject({ regular_price: text })
    }
  })

  test('are without tax in a shop that enters prices so', async () => {
    woo.shop.state.pricesIncludeTax = false
    const id = await write(view('C', { VatRate: 9 }))
    await channel.writeOffers?.([
      { shopId: id, merchantProductReference: sku('C'), price: 10.9, stock: 1 },
    ])
    expect(await stored(id)).toMatchObject({ regular_price: '10.000000' })
  })

  test('are the prices at which the shop sells: its own sale of a product that it had before ends', async () => {
    const { id } = await woo.people.post('/products', {
      ...{ name: 'Own', sku: sku('F'), regular_price: '40', sale_price: '25' },
      date_on_sale_from: '2026-01-01T00:00:00',
    })
    const shopId = await write(view('F'))
    expect(shopId).toBe(String(id))
    const offer = { shopId, merchantProductReference: sku('F'), price: 34.95, stock: 1 }
    expect(await channel.writeOffers?.([offer])).toEqual([{ done: undefined }])
    expect(await stored(shopId)).toMatchObject({ price: '34.95', sale_price: '', on_sale: false })
    expect(woo.shop.state.products.get(id)?.saleFrom).toBe(0)
  })

  test('that the shop does not sell at have a problem, such as of a product that has variations there', async () => {
    const own = { name: 'Own', type: 'variable', sku: sku('G') }
    const { id } = await woo.people.post('/products', own)
    const variation = {
      sku: sku('G-S'),
      regular_price: '9',
      attributes: [{ name: 'Size', option: 'S' }],
    }
    await woo.people.post(`/products/${id}/variations`, variation)
    const shopId = await write(view('G'))
    const offer = { shopId, merchantProductReference: sku('G'), price: 34.95, stock: 1 }
    expect(await channel.writeOffers?.([offer])).toMatchObject([
      { problem: { code: 'price_differs', message: expect.stringMatching('for 9, and 34.95') } },
    ])
  })

  test('in a shop that manages no stock have a problem, since it ignores the stock without a word', async () => {
    const id = await write(view('D'))
    woo.shop.state.managesStock = false
    const outcomes = await channel.writeOffers?.([
      { shopId: id, merchantProductReference: sku('D'), price: 1, stock: 4 },
    ])
    expect(outcomes).toMatchObject([{ problem: { code: 'stock_not_managed' } }])
  })
})

const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Archer',
  address_1: 'Voorbeeldkade 2',
  city: 'Rotterdam',
  postcode: '3011AB',
  country: 'NL',
  email: 'ann@example.com',
  phone: '+31101234567',
}

async function buy(name: string, quantity: number, more: object = {}) {
  const product = await woo.people.post('/products', {
    name,
    sku: sku(name),
    regular_price: '9.99',
    manage_stock: true,
    stock_quantity: 50,
  })
  const order = await woo.people.post<{ id: number; total: string; line_items: { id: number }[] }>(
    '/orders',
    {
      status: 'processing',
      set_paid: true,
      created_via: 'checkout',
      billing: ADDRESS,
      shipping: ADDRESS,
      payment_method_title: 'iDEAL',
      line_items: [{ product_id: product.id, quantity }],
      ...more,
    },
  )
  return { ...order, product, line: String(order.line_items[0]?.id), shopId: String(order.id) }
}

/** Before the first order: a read without a cursor leaves out orders that are done. */
const BEGINNING = '2020-01-01T00:00:00 {}'

async function orders(cursor = BEGINNING) {
  return await readAll(channel.readOrders?.(cursor), cursor)
}

const find = (records: readonly ShopChannelOrder[], shopId: string) => {
  const found = records.find((one) => one.shopId === shopId)
  return found !== undefined && 'order' in found ? found : undefined
}

/** What the hub makes of the amounts, in cents: it rounds the sum, and not its parts. */
function totalOf(order: Schemas['OrderRequest']): number {
  const fine = (amount: number | null | undefined) => Math.round((amount ?? 0) * 10_000)
  const lines = order.Lines.reduce(
    (sum, line) => sum + fine(line.UnitPriceInclVat) * line.Quantity - fine(line.DiscountInclVat),
    0,
  )
  return Math.round((lines + fine(order.ShippingCostsInclVat) - fine(order.DiscountInclVat)) / 100)
}

describe('orders', () => {
  test('have what the buyer paid to the cent: net amounts and taxes, discounts, fees and shipping costs', async () => {
    const bought = await buy('A', 3, {
      shipping_lines: [{ method_id: 'flat_rate', method_title: 'PostNL', total: '3.26' }],
      fee_lines: [{ name: 'Gift wrap', total: '1.00' }],
    })
    await woo.people.put(`/orders/${bought.id}`, {
      line_items: [{ id: Number(bought.line), total: '20.00', subtotal: '24.768595' }],
    })
    const found = find((await orders()).records, bought.shopId)
    expect(found?.order).toMatchObject({
      ChannelReference: bought.shopId,
      CurrencyCode: 'EUR',
      Email: 'ann@example.com',
      PaymentMethod: 'iDEAL',
      ShippingAddress: {
        StreetName: 'Voorbeeldkade',
        HouseNr: '2',
        CountryIso: 'NL',
        LastName: 'Archer',
      },
      ShippingCostsInclVat: 5.15,
      ShippingVatAmount: 0.89,
      Lines: [
        {
          ChannelReference: bought.line,
          MerchantProductReference: sku('A'),
          Quantity: 3,
          VatRate: 21,
          VatAmount: 4.2,
          DiscountInclVat: 5.77,
          UnitPriceInclVat: 9.99,
        },
      ],
    })
    const { total } = await woo.people.get<{ total: string }>(`/orders/${bought.id}`)
    expect(totalOf(found?.order as Schemas['OrderRequest'])).toBe(Math.round(Number(total) * 100))
  })

  test('whose price of one unit has no end are still equal to the cent', async () => {
    for (const [quantity, total] of [
      [3, '8.264463'],
      [7, '100'],
      [999, '3333.33'],
      [6, '0.05'],
    ] as const) {
      const bought = await buy(`B${quantity}`, quantity)
      await woo.people.put(`/orders/${bought.id}`, {
        line_items: [{ id: Number(bought.line), total, subtotal: total }],
      })
      const found = find((await orders()).records, bought.shopId)
      const order = await woo.people.get<{ total: string }>(`/orders/${bought.id}`)
      expect(totalOf(found?.order as Schemas['OrderRequest'])).toBe(
        Math.round(Number(order.total) * 100),
      )
    }
  })

  test('with several lines whose price of one unit has no end are equal to the cent, too', async () => {
    const bought = await buy('BB', 90)
    const line = { product_id: bought.product.id, quantity: 90 }
    await woo.people.put(`/orders/${bought.id}`, {
      line_items: [
        { id: Number(bought.line), total: '900.033058', subtotal: '900.033058' },
        ...[1, 2].map(() => ({ ...line, total: '900.033058', subtotal: '900.033058' })),
      ],
    })
    const found = find((await orders()).records, bought.shopId)
    const order = await woo.people.get<{ total: string }>(`/orders/${bought.id}`)
    expect(found?.order.Lines).toHaveLength(3)
    expect(totalOf(found?.order as Schemas['OrderRequest'])).toBe(
      Math.round(Number(order.total) * 100),
    )
  })

  test('with a negative fee, such as a gift card, have a discount', async () => {
    const bought = await buy('C', 1, {
      fee_lines: [{ name: 'Gift card', total: '-5.00', tax_status: 'none' }],
    })
    const found = find((await orders()).records, bought.shopId)
    expect(found?.order).toMatchObject({ DiscountInclVat: 5, DiscountDescription: 'Gift card' })
    expect(totalOf(found?.order as Schemas['OrderRequest'])).toBe(499)
  })

  test('that nobody has paid are none yet, also when the shop cancels them', async () => {
    const waiting = await buy('D', 1, { status: 'on-hold', set_paid: false })
    const expired = await buy('E', 1, { status: 'pending', set_paid: false })
    await woo.people.put(`/orders/${expired.id}`, { status: 'cancelled' })
    const first = await orders()
    expect(find(first.records, waiting.shopId)).toBeUndefined()
    expect(find(first.records, expired.shopId)).toBeUndefined()
    await woo.people.put(`/orders/${waiting.id}`, { status: 'processing' })
    expect(find((await orders(first.cursor)).records, waiting.shopId)).toBeDefined()
  })

  test('that the hub has made in the shop are not read back, and those with a product without SKU have a problem', async () => {
    const own = await buy('F', 1, { created_via: 'entrepot' })
    const bare = await woo.people.post('/products', { name: 'Bare', regular_price: '1' })
    const other = await buy('G', 1, { line_items: [{ product_id: bare.id, quantity: 1 }] })
    const { records } = await orders()
    expect(records.some(({ shopId }) => shopId === own.shopId)).toBe(false)
    expect(records.find(({ shopId }) => shopId === other.shopId)).toMatchObject({
      problem: { code: 'missing_sku' },
    })
  })

  test('have what the shop has cancelled since, under ids that stay', async () => {
    const bought = await buy('H', 4)
    const refund = await woo.people.post(`/orders/${bought.id}/refunds`, {
      api_refund: false,
      line_items: [{ id: Number(bought.line), quantity: 1, refund_total: 8.26 }],
    })
    await woo.people.put(`/orders/${bought.id}`, { status: 'cancelled' })
    const found = find((await orders()).records, bought.shopId)
    expect(await channel.readOrder?.(bought.shopId)).toEqual(found)
    expect(found?.cancellations).toEqual([
      { shopId: `refund-${refund.id}`, units: [{ shopLineId: bought.line, quantity: 1 }] },
      { shopId: `${bought.id}-cancelled`, units: [{ shopLineId: bought.line, quantity: 3 }] },
    ])
  })
})

describe('the first read', () => {
  test('is of orders that are to be shipped, and the next one of all that have changed since it began', async () => {
    const open = await buy('A', 2)
    const done = await buy('B', 1)
    await woo.people.put(`/orders/${done.id}`, { status: 'completed' })
    const before = woo.shop.calls.length
    const cursors: (string | undefined)[] = []
    const found: string[] = []
    for await (const page of channel.readOrders?.(undefined) ?? []) {
      cursors.push(page.cursor)
      found.push(...page.records.map(({ shopId }) => shopId))
    }
    expect(found).toContain(open.shopId)
    expect(found).not.toContain(done.shopId)
    expect(woo.shop.calls.slice(before).length).toBeLessThan(5)
    // It was broken off: it goes on with open orders, and comes to the same end.
    const again = await readAll(channel.readOrders?.(cursors[0]), cursors[0])
    expect(again.records.map(({ shopId }) => shopId)).not.toContain(done.shopId)
    expect(again.cursor).toBe(cursors.at(-1))
    await woo.people.put(`/orders/${open.id}`, { status: 'completed' })
    const { records } = await orders(again.cursor)
    expect(find(records, open.shopId)).toMatchObject({
      shipped: [{ shopLineId: open.line, quantity: 2 }],
    })
  })
})

const shipment = (id: number, units: readonly ShopUnits[], shopOrderId: string) => ({
  shopOrderId,
  shipment: {
    Id: id,
    MerchantShipmentReference: `S-${serial}-${id}`,
    Method: 'PostNL',
    ShipmentMethod: null,
    Parcels: [],
    TrackTraceNo: `3S${serial}${id}`,
    TrackTraceUrl: 'https://track.example/1',
    CreatedAt: '2026-11-25T10:00:00Z',
    Lines: units.map(({ quantity }) => ({ Quantity: quantity })),
  } as unknown as Schemas['ShipmentResponse'],
  units,
  mark: `entrepot:hub.example/7/shipment/${serial}-${id}`,
})
const cancellation = (id: number, units: readonly ShopUnits[], shopOrderId: string) => ({
  shopOrderId,
  cancellation: {
    Id: id,
    Reason: 'Out of stock',
    ReasonCode: 'NOT_IN_STOCK',
  } as unknown as Schemas['CancellationResponse'],
  units,
  mark: `entrepot:hub.example/7/cancellation/${serial}-${id}`,
})
const order = (id: number) =>
  woo.people.get<{ status: string; meta_data: { key: string; value: unknown }[] }>(`/orders/${id}`)
type Refunds = readonly { readonly amount: string; readonly reason: string }[]

describe('what the merchant does', () => {
  test('shipments are notes and tracking numbers, and the order is completed with the last one', async () => {
    const bought = await buy('A', 3)
    await channel.writeShipment?.(
      shipment(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId),
    )
    expect(await order(bought.id)).toMatchObject({ status: 'processing' })
    await channel.writeCancellation?.(
      cancellation(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId),
    )
    const last = shipment(2, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId)
    expect(await channel.writeShipment?.(last)).toEqual({ done: `${bought.id}-2` })
    expect(await channel.writeShipment?.(last)).toEqual({ done: `${bought.id}-2` })
    const done = await order(bought.id)
    expect(done.status).toBe('completed')
    const tracking = done.meta_data.find(({ key }) => key === '_wc_shipment_tracking_items')?.value
    expect(tracking).toMatchObject([
      { tracking_number: `3S${serial}1` },
      { tracking_number: `3S${serial}2`, custom_tracking_provider: 'PostNL' },
    ])
    const later = { ...last, shipment: { ...last.shipment, TrackTraceNo: 'LATER' } }
    await channel.writeShipment?.(later)
    await channel.writeShipment?.(later)
    const changed = (await order(bought.id)).meta_data.find(
      ({ key }) => key === '_wc_shipment_tracking_items',
    )?.value
    expect(changed).toMatchObject([
      { tracking_number: `3S${serial}1` },
      { tracking_number: 'LATER' },
    ])
    const notes = await woo.people.get<readonly { note: string; customer_note: boolean }[]>(
      `/orders/${bought.id}/notes`,
    )
    expect(notes.map(({ note }) => note)).toEqual([
      `1 piece was shipped with PostNL LATER https://track.example/1 (S-${serial}-2).`,
      `1 piece was shipped with PostNL 3S${serial}2 https://track.example/1 (S-${serial}-2).`,
      `1 piece was shipped with PostNL 3S${serial}1 https://track.example/1 (S-${serial}-1).`,
    ])
    expect(notes[0]?.customer_note).toBe(true)
  })

  test('a shipment whose answer was lost is written once, and its note too', async () => {
    const bought = await buy('B', 1)
    const one = shipment(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId)
    for (const method of ['PUT', 'POST']) {
      let isCut = false
      woo.shop.fault = (call) => {
        if (call.method !== method || isCut) return undefined
        isCut = true
        return 'cut'
      }
      await expect(channel.writeShipment?.(one)).rejects.toMatchObject({ kind: 'unavailable' })
    }
    woo.shop.fault = undefined
    await channel.writeShipment?.(one)
    expect(await woo.people.get<readonly unknown[]>(`/orders/${bought.id}/notes`)).toHaveLength(1)
    const sent = (await order(bought.id)).meta_data.find(
      ({ key }) => key === '_entrepot_shipments',
    )?.value
    expect(sent).toHaveLength(1)
  })

  test('the note of a shipment is found among any number of notes, which the shop answers all at once', async () => {
    const bought = await buy('F', 1)
    const one = shipment(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId)
    await channel.writeShipment?.(one)
    for (let index = 0; index < 100; index += 1) {
      await woo.people.post(`/orders/${bought.id}/notes`, { note: `Call ${index}` })
    }
    const before = woo.shop.calls.length
    await channel.writeShipment?.(one)
    const asked = woo.shop.calls.slice(before)
    expect(asked.filter((call) => call === `GET /orders/${bought.id}/notes`)).toHaveLength(1)
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test('an order is completed after the refund of its last units, although the call in between was lost', async () => {
    const bought = await buy('G', 2)
    const unit = [{ shopLineId: bought.line, quantity: 1 }]
    await channel.writeShipment?.(shipment(1, unit, bought.shopId))
    const last = cancellation(1, unit, bought.shopId)
    woo.shop.fault = ({ method, path }) =>
      method === 'PUT' && path === `/orders/${bought.id}` ? { status: 503 } : undefined
    await expect(channel.writeCancellation?.(last)).rejects.toMatchObject({ kind: 'unavailable' })
    woo.shop.fault = undefined
    await channel.writeCancellation?.(last)
    expect(await order(bought.id)).toMatchObject({ status: 'completed' })
    expect(await woo.people.get<Refunds>(`/orders/${bought.id}/refunds`)).toHaveLength(1)
  })

  test('cancelled units are refunded once, without stock; with the last ones the shipping costs, too', async () => {
    const bought = await buy('C', 3, {
      shipping_lines: [{ method_id: 'flat_rate', method_title: 'PostNL', total: '3.26' }],
    })
    const first = cancellation(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId)
    const done = await channel.writeCancellation?.(first)
    expect(await channel.writeCancellation?.(first)).toEqual(done)
    await channel.writeCancellation?.(
      cancellation(2, [{ shopLineId: bought.line, quantity: 2 }], bought.shopId),
    )
    const refunds = await woo.people.get<Refunds>(`/orders/${bought.id}/refunds`)
    expect(refunds.map(({ amount }) => amount)).toEqual(['23.92', '9.99'])
    expect(await order(bought.id)).toMatchObject({ status: 'refunded' })
    expect(await stored(String(bought.product.id))).toMatchObject({ stock_quantity: 47 })
    expect(find((await orders()).records, bought.shopId)?.cancellations).toEqual([])
    const third = cancellation(3, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId)
    expect(await channel.writeCancellation?.(third)).toHaveProperty('done')
    expect(await woo.people.get<Refunds>(`/orders/${bought.id}/refunds`)).toHaveLength(2)
  })

  test('units that people have refunded in the shop, too, are not refunded again', async () => {
    const bought = await buy('C2', 3)
    await woo.people.post(`/orders/${bought.id}/refunds`, {
      amount: '9.99',
      api_refund: false,
      line_items: [{ id: Number(bought.line), quantity: 1, refund_total: 9.99 }],
    })
    await channel.writeCancellation?.(
      cancellation(1, [{ shopLineId: bought.line, quantity: 3 }], bought.shopId),
    )
    const refunds = await woo.people.get<Refunds>(`/orders/${bought.id}/refunds`)
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual(['19.98', '9.99'])
  })

  /** An order of 3, of which people of the shop have refunded some units, and of which the hub has shipped 2. */
  async function shippedInPart(name: string, byPeople: number) {
    const bought = await buy(name, 3)
    const units = (quantity: number) => [{ shopLineId: bought.line, quantity }]
    if (byPeople > 0) {
      await woo.people.post(`/orders/${bought.id}/refunds`, {
        ...{ amount: '9.99', api_refund: false },
        line_items: [{ id: Number(bought.line), quantity: byPeople, refund_total: 9.99 }],
      })
    }
    await channel.writeShipment?.(shipment(1, units(2), bought.shopId))
    return {
      bought,
      cancel: (quantity: number) =>
        channel.writeCancellation?.(cancellation(1, units(quantity), bought.shopId)),
    }
  }

  test('a unit that people have refunded, too, is not cancelled again from those that are shipped', async () => {
    const { bought, cancel } = await shippedInPart('C3', 1)
    expect(await cancel(1)).toHaveProperty('done')
    expect(await refundsOf(bought.id)).toHaveLength(1)
    expect(await order(bought.id)).toMatchObject({ status: 'completed' })
  })

  test('the last unit is cancelled although shipped ones came back', async () => {
    const { bought, cancel } = await shippedInPart('C4', 0)
    await channel.writeReturn?.({
      ...{ shopOrderId: bought.shopId, refundInclVat: 9.99, units: one(bought.line) },
      decided: { Id: 1, Status: 'ACCEPTED', MerchantComment: null } as never,
      mark: `entrepot:hub.example/7/return/${serial}-1`,
    })
    await cancel(1)
    expect(await refundsOf(bought.id)).toHaveLength(2)
  })

  test('units of a shipment that the merchant has taken back can be cancelled', async () => {
    const { bought, cancel } = await shippedInPart('C5', 0)
    await cancel(3)
    expect(await refundsOf(bought.id)).toMatchObject([{ amount: '29.97' }])
  })

  test('a payment that the provider cannot give back is a problem with what to do', async () => {
    channel = woo.open('channel', { refundPayment: true }).channel as ChannelShop
    const bought = await buy('D', 1)
    const outcome = await channel.writeCancellation?.(
      cancellation(1, [{ shopLineId: bought.line, quantity: 1 }], bought.shopId),
    )
    expect(outcome).toMatchObject({
      problem: {
        code: 'payment_not_refunded',
        shopMessage: 'The payment gateway for this order does not exist.',
      },
    })
  })

  test('accepted returns are refunded with the amount of the merchant, rejected ones are a note', async () => {
    const bought = await buy('E', 2)
    const decided = (id: number, Status: string, refundInclVat: number, more: object = {}) => ({
      shopOrderId: bought.shopId,
      decided: {
        Id: id,
        Status,
        MerchantComment: null,
        ChannelReturnReference: null,
        ...more,
      } as unknown as Schemas['ReturnResponse'],
      units: Status === 'ACCEPTED' ? [{ shopLineId: bought.line, quantity: 1 }] : [],
      refundInclVat,
      mark: `entrepot:hub.example/7/return/${serial}-${id}`,
    })
    const accepted = await channel.writeReturn?.(decided(1, 'ACCEPTED', 7.5))
    expect(await channel.writeReturn?.(decided(1, 'ACCEPTED', 7.5))).toEqual(accepted)
    await channel.writeReturn?.(decided(2, 'REJECTED', 0))
    await channel.writeReturn?.(decided(2, 'REJECTED', 0))
    expect(
      await channel.writeReturn?.(
        decided(3, 'ACCEPTED', 1, { ChannelReturnReference: 'refund-9' }),
      ),
    ).toEqual({ done: 'refund-9' })
    expect(
      (await woo.people.get<Refunds>(`/orders/${bought.id}/refunds`)).map(({ amount }) => amount),
    ).toEqual(['7.50'])
    expect(await woo.people.get<readonly unknown[]>(`/orders/${bought.id}/notes`)).toHaveLength(1)
    const { records } = await readAll(channel.readReturns?.(BEGINNING))
    expect(records.filter(({ shopOrderId }) => shopOrderId === bought.shopId)).toEqual([])
  })
})

const givenBack = (shopOrderId: string, id: number, RefundInclVat: number) => ({
  shopOrderId,
  refund: {
    ...{ Id: id, RefundInclVat, Reason: 'Scratched\non the left' },
    CreatedAt: new Date(woo.shop.state.now() - 1_000).toISOString(),
  } as unknown as Schemas['RefundResponse'],
  mark: `entrepot:hub.example/7/refund/${serial}-${id}`,
  taken: new Set<string>(),
})

describe('an amount that the merchant gives back', () => {
  test('is a refund without units, which is not read back, and says nothing about units also if it is all that was paid', async () => {
    const bought = await buy('A', 1)
    const first = await channel.writeRefund?.(givenBack(bought.shopId, 1, 2.5))
    expect(await channel.writeRefund?.(givenBack(bought.shopId, 1, 2.5))).toEqual(first)
    expect(await refundsOf(bought.id)).toMatchObject([{ amount: '2.50', line_items: [] }])
    expect(await channel.writeRefund?.(givenBack(bought.shopId, 2, 8))).toMatchObject({
      problem: { code: 'sale_refused' },
    })
    await channel.writeRefund?.(givenBack(bought.shopId, 3, 7.49))
    expect(await order(bought.id)).toMatchObject({ status: 'refunded' })
    expect(find((await orders()).records, bought.shopId)?.cancellations).toEqual([])
    const { records } = await readAll(channel.readReturns?.(BEGINNING))
    expect(records.filter(({ shopOrderId }) => shopOrderId === bought.shopId)).toEqual([])
  })

  test('is not paid twice with a cancellation after it', async () => {
    const bought = await buy('C', 2)
    const unit = [{ shopLineId: bought.line, quantity: 1 }]
    await channel.writeRefund?.(givenBack(bought.shopId, 1, 15))
    await channel.writeCancellation?.(cancellation(1, unit, bought.shopId))
    await channel.writeCancellation?.(cancellation(2, unit, bought.shopId))
    const amounts = (await refundsOf(bought.id)).map(({ amount }) => amount)
    expect(amounts).toEqual(['0.00', '4.98', '15.00'])
  })

  test('is not refunded again if people of the shop have refunded it meanwhile', async () => {
    const bought = await buy('B', 1)
    const write = givenBack(bought.shopId, 1, 2.5)
    const byPeople = await woo.people.post(`/orders/${bought.id}/refunds`, {
      ...{ amount: '2.50', api_refund: false, reason: 'Scratched' },
    })
    const done = `refund-${byPeople.id}`
    expect(await channel.writeRefund?.(write)).toEqual({ done })
    expect(await refundsOf(bought.id)).toHaveLength(1)
    const second = { ...givenBack(bought.shopId, 2, 2.5), taken: new Set([done]) }
    const own = await channel.writeRefund?.(second)
    expect(await refundsOf(bought.id)).toHaveLength(2)
    // Its own one comes before one of people that nothing has.
    expect(await channel.writeRefund?.({ ...second, taken: new Set() })).toEqual(own)
  })
})

const one = (line: string) => [{ shopLineId: line, quantity: 1 }]
const refundsOf = (id: number) => woo.people.get<Refunds>(`/orders/${id}/refunds`)
const notesOf = (id: number) => woo.people.get<readonly { note: string }[]>(`/orders/${id}/notes`)
const openWith = (http: Client, settings = {}) => woo.open('channel', settings, http).channel ?? {}
const productsOf = (reference: string) =>
  [...woo.shop.state.products.values()].filter((each) => each.sku === reference)

const returned = (bought: Awaited<ReturnType<typeof buy>>, Status: string, amount: number) => ({
  shopOrderId: bought.shopId,
  decided: {
    ...{ Id: 1, Status, MerchantComment: null, ChannelReturnReference: null },
  } as unknown as Schemas['ReturnResponse'],
  units: Status === 'ACCEPTED' ? one(bought.line) : [],
  refundInclVat: amount,
  mark: `entrepot:hub.example/7/return/${serial}-1`,
})

const CUT_WRITES = [
  cutRow('a family', {
    prepare() {
      serial += 1
      return ['S', 'M'].map((Size) =>
        view(`B-${Size}`, { ParentMerchantReference: sku('B'), Size, Color: 'Red' }),
      )
    },
    async write(http, children) {
      const own = openWith(http)
      const { shopId } = done(await own.writeProduct?.({ product: view('B') }))
      for (const product of children)
        done(await own.writeProduct?.({ product, parentShopId: shopId }))
      return shopId
    },
    async verify(children, shopId) {
      expect(productsOf(sku('B'))).toHaveLength(1)
      for (const { MerchantProductReference } of children)
        expect(productsOf(MerchantProductReference)).toMatchObject([{ parentId: Number(shopId) }])
      expect(await stored(shopId)).toMatchObject({
        type: 'variable',
        attributes: [
          { name: 'Size', options: ['S', 'M'] },
          { name: 'Color', options: ['Red'] },
        ],
      })
    },
  }),
  cutRow('offers of products and of variations', {
    async prepare() {
      serial += 1
      const parent = await write(view('B'))
      const small = view('B-S', { ParentMerchantReference: sku('B'), Size: 'S' })
      return [await write(view('A')), await write(small, { parentShopId: parent })]
    },
    async write(http, ids) {
      const offers = ids.map((shopId) => ({
        ...{ shopId, merchantProductReference: shopId, price: 7.5, stock: 4 },
      }))
      for (const outcome of (await openWith(http).writeOffers?.(offers)) ?? []) done(outcome)
    },
    async verify(ids) {
      for (const id of ids)
        expect(await stored(id)).toMatchObject({ regular_price: '7.50', stock_quantity: 4 })
    },
  }),
  cutRow('a shipment that completes the order', {
    prepare: () => buyAnew(1),
    write: async (http, { shopId, line }) =>
      done(await openWith(http).writeShipment?.(shipment(1, one(line), shopId))),
    async verify({ id }) {
      const found = await order(id)
      expect(found.status).toBe('completed')
      for (const key of ['_entrepot_shipments', '_wc_shipment_tracking_items'])
        expect(found.meta_data.find((each) => each.key === key)?.value).toHaveLength(1)
      expect(await notesOf(id)).toHaveLength(1)
    },
  }),
  cutRow('a cancellation after which the order is complete', {
    async prepare() {
      const bought = await buyAnew(2)
      done(await channel.writeShipment?.(shipment(1, one(bought.line), bought.shopId)))
      return bought
    },
    write: async (http, { shopId, line }) =>
      done(await openWith(http).writeCancellation?.(cancellation(1, one(line), shopId))),
    async verify({ id }) {
      expect(await refundsOf(id)).toHaveLength(1)
      expect((await order(id)).status).toBe('completed')
    },
  }),
  cutRow('a return that is refunded', {
    prepare: () => buyAnew(2),
    write: async (http, bought) =>
      done(await openWith(http).writeReturn?.(returned(bought, 'ACCEPTED', 7.5))),
    verify: async ({ id }) => expect(await refundsOf(id)).toMatchObject([{ amount: '7.50' }]),
  }),
  cutRow('a refund of an amount', {
    prepare: () => buyAnew(2),
    write: async (http, { shopId }) =>
      done(await openWith(http).writeRefund?.(givenBack(shopId, 1, 2.5))),
    verify: async ({ id }) => expect(await refundsOf(id)).toMatchObject([{ amount: '2.50' }]),
  }),
  cutRow('a return that is rejected', {
    prepare: () => buyAnew(2),
    write: async (http, bought) =>
      done(await openWith(http).writeReturn?.(returned(bought, 'REJECTED', 0))),
    verify: async ({ id }) => expect(await notesOf(id)).toHaveLength(1),
  }),
]

async function buyAnew(quantity: number) {
  serial += 1
  return await buy('Z', quantity)
}

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(0),
)

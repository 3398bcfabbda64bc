/** A hub, the connector and the stand-in for a WooCommerce shop, in both roles, with faults and crashes: both sides end up the same. */
import { createClient as createRest } from '@entrepot/rest'
import { createRandom } from '@entrepot/test-support/random'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { woocommerce } from '../src/adapters/woocommerce/index.ts'
import { type RunReport, total } from '../src/index.ts'
import type { Fault } from './shops/woocommerce.ts'
import { type Harness, startHarness } from './support/harness.ts'
import { startWoo, type WooHere } from './support/woo.ts'

let harness: Harness
let woo: WooHere
/** Simple products of the first synchronisation, and half as many families of four. A long run has 330 for 500 records and more. */
const PRODUCTS = Number(process.env.CONNECTOR_PRODUCTS ?? 20)
const SECRETS = { key: 'ck_shop', secret: 'cs_shop' }

beforeEach(async () => {
  ;[harness, woo] = await Promise.all([startHarness(), startWoo()])
})
afterEach(async () => {
  await harness.close()
  await woo[Symbol.asyncDispose]()
})

/** A process that ends at its n-th call of the hub or of the shop: its answer is lost, and nothing is called after it. */
function killAfter(moments: number, random: ReturnType<typeof createRandom>) {
  const rest = createRest({ timeout: 30_000 })
  let left = moments
  const next = (): 'alive' | 'dying' | 'dead' => {
    left -= 1
    return left > 0 ? 'alive' : left === 0 ? 'dying' : 'dead'
  }
  woo.shop.fault = () => {
    const state = next()
    if (state !== 'alive') return state === 'dying' ? 'cut' : { status: 503 }
    const faults: (Fault | undefined)[] = [
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 502 },
      'cut',
    ]
    return random.chance(0.02) ? random.pick(faults) : undefined
  }
  return {
    rest: {
      async send(
        request: Parameters<typeof rest.send>[0],
        options?: Parameters<typeof rest.send>[1],
      ) {
        const state = next()
        if (state === 'dead') throw new Error('The process has ended.')
        const response = await rest.send(request, options)
        if (state === 'dying') throw new Error('The process has ended.')
        return response
      },
      close: () => rest.close(),
    },
  }
}

/** Runs until a run has nothing to do, and says how many runs it took. */
async function settle(id: number): Promise<RunReport> {
  const connector = harness.connector(woocommerce, { secrets: () => SECRETS })
  for (let run = 0; run < 6; run += 1) {
    const [report] = await connector.runOnce(id)
    if (report !== undefined && report.outcome === 'ok' && total(report, 'written') === 0) {
      await connector.close()
      return report
    }
  }
  throw new Error('The runs do not end.')
}

async function runWithCrash(id: number, moments: number, random: ReturnType<typeof createRandom>) {
  const killer = killAfter(moments, random)
  const connector = harness.connector(woocommerce, { secrets: () => SECRETS, rest: killer.rest })
  await connector.runOnce(id).catch(() => [])
  await killer.rest.close()
  woo.shop.fault = undefined
  await harness.expireLeases()
}

const money = (text: string) => Math.round(Number(text) * 100)

/** Lets the changes so far be older than the shop can still write. */
function age() {
  for (const one of [...woo.shop.state.products.values(), ...woo.shop.state.orders.values()]) {
    one.modified -= 60_000
    if ('completed' in one && one.completed) one.completed -= 60_000
    if ('refunds' in one)
      for (const refund of one.refunds) Object.assign(refund, { created: refund.created - 60_000 })
  }
}

async function fillShop(): Promise<void> {
  for (let index = 0; index < PRODUCTS; index += 1) {
    const regular_price = index % 3 === 0 ? '9.99' : '7.31'
    await woo.people.post('/products', {
      name: `Simple ${index}`,
      sku: `S${index}`,
      regular_price,
      manage_stock: true,
      stock_quantity: 40,
    })
  }
  for (let index = 0; index < PRODUCTS / 2; index += 1) {
    const parent = await woo.people.post('/products', {
      name: `Family ${index}`,
      type: 'variable',
      sku: `F${index}`,
      attributes: [{ name: 'Size', variation: true, options: ['S', 'M', 'L'] }],
    })
    const create = ['S', 'M', 'L'].map((option) => ({
      sku: `F${index}-${option}`,
      regular_price: '20',
      manage_stock: true,
      stock_quantity: 25,
      attributes: [{ name: 'Size', option }],
    }))
    await woo.people.post(`/products/${parent.id}/variations/batch`, { create })
  }
}

interface ShopOrder {
  readonly id: number
  readonly status: string
  readonly total: string
  readonly line_items: readonly { readonly id: number; readonly quantity: number }[]
}

test('as a merchant: products, orders, cancellations, shipments and returns are the same on both sides, each once', {
  timeout: 120_000,
}, async () => {
  const random = createRandom(11)
  await fillShop()
  const id = await harness.connect('woocommerce', { Settings: { url: woo.shop.address } })
  for (const moments of [3, 9, 25]) await runWithCrash(id, moments, random)
  await settle(id)
  expect(await harness.merchant.getProduct({ reference: 'F3-M' })).toMatchObject({
    Price: 20,
    Stock: 25,
    ParentMerchantReference: 'F3',
    Size: 'M',
  })

  const references: string[] = []
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 4; index += 1) {
      const reference = `W-${round}-${index}`
      references.push(reference)
      await harness.order(reference, {
        [`S${random.int(0, PRODUCTS - 1)}`]: random.int(1, 5),
        [`F${random.int(0, 9)}-M`]: random.int(1, 3),
      })
    }
    const cancelled = random.pick(references)
    await harness.channel
      .createCancellation({
        body: {
          ChannelCancellationReference: `${cancelled}-${round}`,
          ChannelOrderReference: cancelled,
          Lines: [{ ChannelOrderLineReference: `${cancelled}-0`, Quantity: 1 }],
        },
      })
      .catch(() => undefined)
    await runWithCrash(id, random.int(4, 90), random)
  }
  await settle(id)
  age()

  // People of the shop complete some orders, cancel one and refund a piece of another; a price and a stock change meanwhile.
  const made = await listed()
  const open = made.filter(({ status }) => status === 'processing')
  const [cancelled, refunded, ...completed] = open
  if (cancelled === undefined || refunded === undefined)
    throw new Error('There are too few orders.')
  await woo.people.put(`/orders/${cancelled.id}`, { status: 'cancelled' })
  await woo.people.post(`/orders/${refunded.id}/refunds`, {
    api_refund: false,
    line_items: [
      {
        id: refunded.line_items[1]?.id,
        quantity: 1,
        refund_total: 8.26,
        refund_tax: [{ id: 1, refund_total: 1.74 }],
      },
    ],
  })
  for (const [index, { id: order }] of completed.entries()) {
    if (index % 2 === 0)
      await woo.people.put(`/orders/${order}`, {
        status: 'completed',
        meta_data: [{ key: '_tracking_number', value: `3S${order}` }],
      })
  }
  await runWithCrash(id, 40, random)
  await settle(id)
  age()
  const returned = completed[0]
  const line = returned?.line_items[1]
  await woo.people.post(`/orders/${returned?.id}/refunds`, {
    api_refund: false,
    amount: '10.00',
    reason: 'Too small',
    line_items: [
      {
        id: line?.id,
        quantity: 1,
        refund_total: 8.26,
        refund_tax: [{ id: 1, refund_total: 1.74 }],
      },
    ],
  })
  const quiet = await settle(id)
  expect(quiet.calls.hubWrites).toBeLessThanOrEqual(2)

  await expectSameOrders(id, references)
  const back = await harness.merchant.listReturns({})
  expect(back).toMatchObject([{ Status: 'ACCEPTED', RefundInclVat: 10 }])
  const shipments = await harness.merchant.listShipments({ pageSize: 1000 })
  expect(shipments.every(({ TrackTraceNo }) => TrackTraceNo?.startsWith('3S'))).toBe(true)
  expect(shipments.length).toBe(completed.filter((_, index) => index % 2 === 0).length)
  for (const product of woo.shop.state.products.values()) {
    if (product.stock === null) continue
    expect(await harness.merchant.getProduct({ reference: product.sku })).toMatchObject({
      Stock: Math.max(0, product.stock),
    })
  }
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

async function listed(): Promise<readonly ShopOrder[]> {
  return await Promise.all(
    [...woo.shop.state.orders.keys()].map((id) => woo.people.get<ShopOrder>(`/orders/${id}`)),
  )
}

async function expectSameOrders(id: number, references: readonly string[]): Promise<void> {
  const pairs = await harness.merchant.listConnectionPairs({ id, kind: 'order', pageSize: 1000 })
  expect(pairs.length).toBe(references.length)
  expect([...woo.shop.state.orders.keys()].map(String).toSorted()).toEqual(
    pairs.map(({ ShopId }) => ShopId ?? '').toSorted(),
  )
  for (const pair of pairs) {
    const order = await harness.merchant.getOrderById({ id: Number(pair.HubId) })
    const shop = await woo.people.get<ShopOrder>(`/orders/${pair.ShopId}`)
    const stored = woo.shop.state.orders.get(Number(pair.ShopId))
    expect(money(shop.total)).toBe(Math.round(order.OriginalTotalInclVat * 100))
    expect(order.MerchantReference).toBe(String(shop.id))
    for (const [index, hubLine] of order.Lines.entries()) {
      const shopLine = stored?.lines[index]
      const units = (stored?.refunds ?? [])
        .flatMap(({ lines }) => lines)
        .filter(({ of }) => of.id === shopLine?.id)
        .reduce((sum, { quantity }) => sum + quantity, 0)
      const isCancelled = shop.status === 'cancelled'
      const sent = shop.status === 'completed'
      expect(hubLine.Quantity).toBe(shopLine?.quantity)
      expect(hubLine.CancelledQuantity + hubLine.ReturnedQuantity).toBe(
        isCancelled ? hubLine.Quantity : units,
      )
      expect(hubLine.ShippedQuantity > 0).toBe(sent && hubLine.CancelledQuantity < hubLine.Quantity)
    }
  }
}

test('as a channel: products, offers, orders and what becomes of them are the same on both sides, each once', {
  timeout: 120_000,
}, async () => {
  const random = createRandom(12)
  const [channel] = await harness.merchant.listChannels()
  await harness.merchant.changeChannel({ id: channel?.Id ?? 0, body: { Mode: 'grouped' } })
  const body = Array.from({ length: 6 }, (_, index) => [
    { MerchantProductReference: `H${index}`, Name: `Hub ${index}`, VatRate: 21 },
    ...['S', 'M'].map((Size) => ({
      MerchantProductReference: `H${index}-${Size}`,
      ParentMerchantReference: `H${index}`,
      Name: `Hub ${index} ${Size}`,
      Size,
      Price: 10 + index,
      Stock: 20,
      VatRate: 21,
    })),
  ]).flat()
  await harness.merchant.createProducts({ body } as never)
  const id = await harness.connect('woocommerce', {
    Name: 'Channel',
    Role: 'channel',
    ChannelId: channel?.Id,
    Settings: { url: woo.shop.address },
  })
  for (const moments of [5, 20, 60]) await runWithCrash(id, moments, random)
  await settle(id)
  const found = [...woo.shop.state.products.values()].filter(({ sku }) => /^H\d/.test(sku))
  expect(found.length).toBe(18)
  expect(
    found
      .filter(({ parentId }) => parentId > 0)
      .map(({ stock, regularPrice }) => [stock, regularPrice]),
  ).toEqual(
    found
      .filter(({ parentId }) => parentId > 0)
      .map(({ sku }) => [20, `${10 + Number(sku[1])}.00`]),
  )

  const bought: ShopOrder[] = []
  const address = {
    first_name: 'Ann',
    last_name: 'Archer',
    address_1: 'Voorbeeldkade 2',
    city: 'Rotterdam',
    postcode: '3011AB',
    country: 'NL',
    email: 'ann@example.com',
  }
  for (let index = 0; index < 6; index += 1) {
    const product = found.find(({ sku }) => sku === `H${index}-M`)
    bought.push(
      await woo.people.post<ShopOrder>('/orders', {
        status: 'processing',
        set_paid: true,
        created_via: 'checkout',
        billing: address,
        shipping: address,
        line_items: [{ product_id: product?.parentId, variation_id: product?.id, quantity: 3 }],
        shipping_lines: [{ method_id: 'flat_rate', method_title: 'Post', total: '3.26' }],
      }),
    )
    if (index % 3 === 0) await runWithCrash(id, random.int(4, 40), random)
  }
  await settle(id)
  const orders = await harness.merchant.listOrders({
    channelReference: bought.map(({ id: order }) => String(order)),
  })
  expect(orders.length).toBe(6)
  for (const order of orders) {
    const shop = bought.find(({ id: own }) => String(own) === order.ChannelReference)
    expect(Math.round(order.OriginalTotalInclVat * 100)).toBe(money(shop?.total ?? ''))
    await harness.merchant.acknowledgeOrder({
      body: { OrderId: order.Id, MerchantOrderReference: `MC-${order.Id}` },
    })
    const Lines = (Quantity: number) => [
      { ChannelOrderLineReference: order.Lines[0]?.ChannelReference ?? '', Quantity },
    ]
    await harness.merchant.createShipment({
      body: {
        MerchantShipmentReference: `SH-${order.Id}`,
        MerchantOrderReference: `MC-${order.Id}`,
        TrackTraceNo: `T${order.Id}`,
        Lines: Lines(2),
      },
    })
    await harness.merchant.createCancellation({
      body: {
        MerchantReference: `CA-${order.Id}`,
        MerchantOrderReference: `MC-${order.Id}`,
        Lines: Lines(1),
      },
    } as never)
  }
  for (const moments of [6, 30, 50]) await runWithCrash(id, moments, random)
  await settle(id)
  for (const [index, { id: order }] of bought.entries()) {
    const shop = await woo.people.get<
      ShopOrder & { meta_data: readonly { key: string; value: unknown }[] }
    >(`/orders/${order}`)
    expect(shop.status).toBe('completed')
    expect(shop.meta_data.find(({ key }) => key === '_entrepot_shipments')?.value).toHaveLength(1)
    expect(woo.shop.state.orders.get(order)?.refunds.map(({ amount }) => amount)).toEqual([
      10 + index,
    ])
    expect(woo.shop.state.orders.get(order)?.notes.length).toBe(1)
  }
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('an old open order of a shop that keeps orders as posts is not created again when a connector begins', async () => {
  woo.shop.state.keepsPosts = true
  const vase = { name: 'Vase', sku: 'VASE', regular_price: '10', manage_stock: true }
  await woo.people.post('/products', { ...vase, stock_quantity: 500 })
  const id = await harness.connect('woocommerce', { Settings: { url: woo.shop.address } })
  const first = harness.connector(woocommerce, { secrets: () => SECRETS })
  await first.runOnce(id)
  await harness.order('OLD', { VASE: 1 })
  await first.runOnce(id)
  await first.close()
  expect(woo.shop.state.orders.size).toBe(1)
  for (let index = 0; index < 101; index += 1) {
    const newer = { status: 'completed', transaction_id: `entrepot-${index}` }
    await woo.people.post('/orders', { created_via: 'entrepot', ...newer })
  }
  const next = harness.connector(woocommerce, { secrets: () => SECRETS })
  const [report] = await next.runOnce(id)
  expect(report?.failure).toBeUndefined()
  expect(woo.shop.state.orders.size).toBe(102)
})

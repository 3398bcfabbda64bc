/** A channel's shop gets the products of the hub, and the hub its orders, each once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ShopFailure } from '../src/adapter/outcomes.ts'
import { total } from '../src/index.ts'
import { Killed, killAt } from './support/crash.ts'
import { FakeChannel } from './support/fake-channel.ts'
import { faultySender, type Harness, startHarness } from './support/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function connected(name: string) {
  const shop = new FakeChannel(name)
  const { channelId, key } = await harness.addChannel()
  const id = await harness.connect(name, { Role: 'channel', ChannelId: channelId, Settings: {} })
  const connector = harness.connector(shop.adapter(), { key })
  const run = async () => {
    const [report] = await connector.runOnce(id)
    if (report === undefined) throw new Error('no report')
    return report
  }
  return { id, shop, key, run, connector }
}

const products = (...skus: string[]) =>
  harness.merchant.createProducts({
    body: skus.map((sku) => ({ MerchantProductReference: sku, Name: sku, Price: 10, Stock: 5 })),
  } as never)

test('orders, cancellations, shipments with later tracking, and returns go both ways once', async () => {
  await products('A1', 'A2', 'A3')
  const { id, shop, run } = await connected('one')
  const first = await run()
  expect(first.failure).toBeUndefined()
  expect([...shop.products.values()].map(({ sku, price, stock }) => [sku, price, stock])).toEqual([
    ['A1', 10, 5],
    ['A2', 10, 5],
    ['A3', 10, 5],
  ])
  const quiet = await run()
  expect(total(quiet, 'written')).toBe(0)
  const sold = shop.sell('A1', 5)
  shop.cancel(sold, 1)
  await run()
  const [order] = await harness.merchant.listOrders({ channelReference: [sold.reference] })
  expect(order?.Lines[0]).toMatchObject({ Quantity: 5, CancelledQuantity: 1 })
  await harness.merchant.acknowledgeOrder({
    body: { OrderId: order?.Id ?? 0, MerchantOrderReference: 'M1' },
  })
  const Lines = (Quantity: number) => [{ ChannelOrderLineReference: '1', Quantity }]
  await harness.merchant.createShipment({
    body: { MerchantShipmentReference: 'S1', MerchantOrderReference: 'M1', Lines: Lines(2) },
  })
  await harness.merchant.createCancellation({
    body: { MerchantReference: 'C1', MerchantOrderReference: 'M1', Lines: Lines(1) },
  } as never)
  await run()
  await harness.merchant.changeShipment({ reference: 'S1', body: { TrackTraceNo: '3S1' } })
  shop.giveBack(sold, 1)
  await run()
  expect([...sold.shipments.values()]).toMatchObject([{ tracking: '3S1', units: 2 }])
  expect([...sold.cancelled.values()]).toEqual([1])
  const [announced] = await harness.merchant.listReturns({ orderId: order?.Id ?? 0 })
  expect(announced?.Status).toBe('ON_THE_WAY')
  await harness.merchant.decideReturn({
    reference: announced?.MerchantReturnReference ?? '',
    body: { Status: 'ACCEPTED' },
  })
  await run()
  expect([...sold.refunded.values()]).toEqual([10])
  await run()
  const last = await run()
  expect(total(last, 'written')).toBe(0)
  expect(last.calls.hubWrites).toBe(1)
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a product that the shop does not take has its words at the hub, and the others go on', async () => {
  await products('B1', 'B2')
  const { id, shop, run } = await connected('two')
  const problem = { code: 'no_category', message: 'It needs a category.', remedy: 'Add one.' }
  shop.refused.set('B1', problem)
  await run()
  const listed = [...shop.products.values()].map(({ sku }) => sku)
  expect(listed).toContain('B2')
  expect(listed).not.toContain('B1')
  const [found] = await harness.merchant.listConnectionProblems({ id })
  expect(found).toMatchObject({ Kind: 'product', HubId: 'B1', Code: 'no_category' })
  await run()
  expect(shop.calls.filter((call) => call === 'writeProduct').length).toBeLessThan(12)
  shop.refused.clear()
  await harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } })
  await run()
  expect([...shop.products.values()].map(({ sku }) => sku)).toContain('B1')
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a shipment that the shop does not take is tried again when a person asks for it, also after newer ones', async () => {
  await products('X1')
  const { id, shop, run } = await connected('untaken')
  await run()
  const sold = shop.sell('X1', 3)
  await run()
  const [order] = await harness.merchant.listOrders({ channelReference: [sold.reference] })
  const MerchantOrderReference = 'MX1'
  await harness.merchant.acknowledgeOrder({
    body: { OrderId: order?.Id ?? 0, MerchantOrderReference },
  })
  const send = async (MerchantShipmentReference: string) => {
    const Lines = [{ ChannelOrderLineReference: '1', Quantity: 1 }]
    const body = { MerchantShipmentReference, MerchantOrderReference, Lines }
    await harness.merchant.createShipment({ body })
    await run()
  }
  shop.refused.set('SX1', { code: 'on_hold', message: 'It is on hold.', remedy: 'Release it.' })
  await send('SX1')
  await send('SX2')
  await harness.hub.database.query(
    "update marketplace.fulfilments set updated_at = now() + interval '1 hour' where reference = 'SX2'",
  )
  await send('SX3')
  const writes = () => shop.calls.filter((call) => call === 'writeShipment').length
  const before = writes()
  await run()
  expect(writes()).toBe(before)
  shop.refused.clear()
  await harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } })
  await run()
  expect(sold.shipments.size).toBe(3)
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a shipment that was sent before the connector knew its order is written nevertheless', async () => {
  await products('Y1')
  const { id, shop, key, run, connector } = await connected('late')
  await run()
  const other = shop.sell('Y1', 1)
  await run()
  await connector.close()
  const sold = shop.sell('Y1', 1)
  const dying = after('POST /v2/orders', async () => {
    throw new Killed('The process has ended.')
  })
  await harness.connector(shop.adapter(), { key, rest: dying }).runOnce(id)
  await harness.expireLeases()
  const send = async ({ reference }: { readonly reference: string }) => {
    const [order] = await harness.merchant.listOrders({ channelReference: [reference] })
    const MerchantOrderReference = `M-${reference}`
    await harness.merchant.acknowledgeOrder({
      body: { OrderId: order?.Id ?? 0, MerchantOrderReference },
    })
    const Lines = [{ ChannelOrderLineReference: '1', Quantity: 1 }]
    const body = { MerchantShipmentReference: `S-${reference}`, MerchantOrderReference, Lines }
    await harness.merchant.createShipment({ body })
  }
  await send(sold)
  await send(other)
  await harness.hub.database.query(
    "update marketplace.fulfilments set updated_at = now() + interval '1 hour' where reference = $1",
    [`S-${other.reference}`],
  )
  shop.onCall = (call) => {
    if (call === 'readOrders') throw new ShopFailure('denied', 'The key cannot read orders.')
  }
  const next = harness.connector(shop.adapter(), { key })
  await next.runOnce(id)
  expect(other.shipments.size).toBe(1)
  expect(sold.shipments.size).toBe(0)
  shop.onCall = () => {}
  await next.runOnce(id)
  await next.runOnce(id)
  expect(sold.shipments.size).toBe(1)
  await next.close()
})

test('a shop that cannot be reached stays failing while runs ask it nothing', async () => {
  const { id, shop, connector } = await connected('away')
  const state = async () => (await harness.merchant.getConnection({ id })).State
  const limitTo = (steps: string) =>
    harness.merchant.changeConnection({ id, body: { Settings: { steps } } })
  await connector.runOnce(id)
  shop.onCall = () => {
    throw new ShopFailure('unavailable', 'The shop did not answer GET /orders.')
  }
  await connector.runOnce(id)
  expect(await state()).toBe('failing')
  await limitTo('refunds')
  const [idle] = await connector.runOnce(id)
  expect(idle).toMatchObject({ outcome: 'ok', steps: [{ step: 'refunds', read: 0 }] })
  expect(await state()).toBe('failing')
  shop.onCall = () => {}
  await limitTo('')
  await connector.runOnce(id)
  expect(await state()).toBe('running')
})

test('a product that the shop has lost is created again when it changes', async () => {
  await products('C1')
  const { shop, run } = await connected('three')
  await run()
  for (const [id, { sku }] of shop.products) if (sku === 'C1') shop.products.delete(id)
  await harness.merchant.changeProduct({ reference: 'C1', body: { Name: 'New' } })
  await run()
  const found = [...shop.products.values()].find(({ sku }) => sku === 'C1')
  expect(found?.name).toBe('New')
})

test('a history of crashes ends with each order and each product once', async () => {
  await products('D1', 'D2', 'D3', 'D4')
  const { id, shop, key, connector } = await connected('four')
  await connector.close()
  for (let at = 1; at <= 40; at += 3) {
    shop.sell('D1', 1)
    await harness.merchant.changeOffers({ body: [{ MerchantProductReference: 'D2', Stock: at }] })
    const killer = killAt(at, shop)
    const one = harness.connector(shop.adapter(), { rest: killer.rest, key })
    await one.runOnce(id).catch(() => [])
    await killer.rest.close()
    await harness.expireLeases()
  }
  shop.onCall = () => {}
  const last = harness.connector(shop.adapter(), { key })
  await last.runOnce(id)
  await last.runOnce(id)
  for (const { reference } of shop.orders.values()) {
    expect(await harness.merchant.listOrders({ channelReference: [reference] })).toHaveLength(1)
  }
  const skus = [...shop.products.values()].map(({ sku }) => sku)
  expect(new Set(skus).size).toBe(skus.length)
  expect([...shop.products.values()].find(({ sku }) => sku === 'D2')?.stock).toBe(40)
  const [quiet] = await last.runOnce(id)
  expect(quiet && total(quiet, 'written')).toBe(0)
  await last.close()
})

/** Sends calls of the hub, and something happens there after one of them. */
function after(call: string, effect: () => Promise<unknown>) {
  const rest = faultySender(() => {})
  return {
    async send(...[request, options]: Parameters<typeof rest.send>) {
      const response = await rest.send(request, options)
      const { pathname } = new URL(request.baseURL)
      if (`${request.method} ${pathname}` === call) await effect()
      return response
    },
  }
}

const setStock = (sku: string, Stock: number) =>
  harness.merchant.changeOffers({ body: [{ MerchantProductReference: sku, Stock }] })

test('units that were sold and replaced between two polls are for sale in the shop again', async () => {
  await products('S1', 'S2')
  const { id, shop, key, run, connector } = await connected('drift')
  await run()
  await connector.close()
  // The merchant's count, which contains the sold units: what is for sale is the number that the shop has confirmed.
  const replaced = after('POST /v2/orders', () => setStock('S1', 7))
  const busy = harness.connector(shop.adapter(), { key, rest: replaced })
  shop.sell('S1', 2)
  expect(shop.find('S1')?.stock).toBe(3)
  await busy.runOnce(id)
  expect(shop.find('S1')?.stock).toBe(5)
  const before = shop.calls.length
  await busy.runOnce(id)
  expect(shop.calls.slice(before).filter((call) => call === 'writeOffers')).toEqual([])
  await busy.close()
})

test('the stock of sold units is the same on both sides after a crash at each call', async () => {
  await products('T1')
  const { id, shop, key, run, connector } = await connected('drift2')
  await run()
  await connector.close()
  let moments = 1
  for (let at = 1; at <= moments; at += 2) {
    const { reference } = shop.sell('T1', 1)
    const killer = killAt(at, shop)
    const one = harness.connector(shop.adapter(), { rest: killer.rest, key })
    await one.runOnce(id).catch(() => [])
    await killer.rest.close()
    await harness.expireLeases()
    moments = killer.isDead ? at + 2 : 0
    shop.onCall = () => {}
    const replace = () => setStock('T1', 5 + shop.orders.size)
    const [known] = await harness.merchant.listOrders({ channelReference: [reference] })
    if (known !== undefined) await replace()
    const rest = after('POST /v2/orders', replace)
    const next = harness.connector(shop.adapter(), { rest, key })
    await next.runOnce(id)
    await next.close()
    expect({ at, stock: shop.find('T1')?.stock }).toEqual({ at, stock: 5 })
  }
})

test('a shop that takes no offers gives its orders to the merchant, and the failure is told', async () => {
  await products('U1')
  const { shop, run } = await connected('denied')
  await run()
  const sold = shop.sell('U1', 1)
  shop.onCall = (call, moment) => {
    if (call === 'writeOffers' && moment === 'before') {
      throw new ShopFailure('denied', 'The key cannot write stock.')
    }
  }
  const report = await run()
  expect(report.failure).toMatchObject({ kind: 'denied' })
  expect(await harness.merchant.listOrders({ channelReference: [sold.reference] })).toHaveLength(1)
  shop.onCall = () => {}
  await run()
  expect(shop.find('U1')?.stock).toBe(4)
})

test('a cancellation that the hub refuses is tried again after an hour, and not by each run', async () => {
  await products('H1')
  const { id, shop, key } = await connected('refused')
  let tries = 0
  const rest = faultySender((moment, call) => {
    if (moment === 'before' && call === 'POST /v2/cancellations') tries += 1
  })
  const connector = harness.connector(shop.adapter(), { rest, key })
  await connector.runOnce(id)
  const sold = shop.sell('H1', 2)
  await connector.runOnce(id)
  const [order] = await harness.merchant.listOrders({ channelReference: [sold.reference] })
  await harness.merchant.acknowledgeOrder({
    body: { OrderId: order?.Id ?? 0, MerchantOrderReference: 'H1' },
  })
  const Lines = [{ ChannelOrderLineReference: '1', Quantity: 2 }]
  await harness.merchant.createShipment({
    body: { MerchantShipmentReference: 'H1', MerchantOrderReference: 'H1', Lines },
  })
  shop.cancel(sold, 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    for (const [hours, expected] of [
      ...[
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      ...[
        [1.1, 2],
        [0, 2],
        [0, 2],
      ],
    ] as const) {
      vi.setSystemTime(Date.now() + hours * 60 * 60_000)
      await connector.runOnce(id)
      expect(tries).toBe(expected)
    }
  } finally {
    vi.useRealTimers()
    await rest.close()
  }
  const problems = await harness.merchant.listConnectionProblems({ id })
  expect(problems).toMatchObject([{ Kind: 'cancellation' }])
})

test('an order that was cancelled without being paid is cancelled in the hub, and is not created there', async () => {
  await products('V1')
  const { shop, run } = await connected('void')
  const known = shop.sell('V1', 2)
  await run()
  const other = shop.sell('V1', 1)
  for (const order of [known, other]) {
    order.isVoid = true
    shop.cancel(order, order.quantity)
  }
  const report = await run()
  expect(report.failure).toBeUndefined()
  const channelReference = [known.reference, other.reference]
  const orders = await harness.merchant.listOrders({ channelReference })
  expect(orders).toMatchObject([
    { ChannelReference: known.reference, Lines: [{ CancelledQuantity: 2 }] },
  ])
})

test('a connector that always ends before a page of a slow shop is done comes to the end of it', async () => {
  const skus = Array.from({ length: 8 }, (_, index) => `W${index}`)
  const { id, shop, key, connector } = await connected('slow')
  await connector.close()
  await products(...skus)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    for (let process = 0; process < 20; process += 1) {
      let writes = 0
      const tick = (call: string, moment: 'before' | 'after') => {
        if (call === 'writeProduct' && moment === 'before') writes += 1
        if (call === 'writeProduct' && moment === 'after') vi.setSystemTime(Date.now() + 3_000)
        if (writes > 4) throw new Killed('The process has ended.')
      }
      shop.onCall = tick
      const rest = faultySender(() => tick('hub', 'before'))
      const one = harness.connector(shop.adapter(), { rest, key })
      await one.runOnce(id).catch(() => [])
      await rest.close()
      await harness.expireLeases()
      if (writes <= 4) break
    }
  } finally {
    vi.useRealTimers()
  }
  const query = { id, kind: 'product', hubId: skus } as const
  expect(await harness.merchant.listConnectionPairs(query)).toHaveLength(skus.length)
})

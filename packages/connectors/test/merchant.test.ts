/** A merchant's shop and a hub become the same, and stay it without repeated work. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partsOf } from '../src/adapters/medusa/orders/map-order.ts'
import { total } from '../src/index.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let shop: FakeMerchant
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  serial += 1
  shop = new FakeMerchant(`fake${serial}`)
})

/** A connection of the shop of this test, and a function that runs it once. */
async function connected(more?: object) {
  const id = await harness.connect(shop.name, more)
  const connector = harness.connector(shop.adapter())
  const run = async () => {
    const [report] = await connector.runOnce(id)
    if (report === undefined) throw new Error('no report')
    return report
  }
  return { id, connector, run }
}

const sku = (name: string) => `${name}-${serial}`

describe('products', () => {
  test('come to the hub once, and a run without changes writes nothing', async () => {
    for (let index = 0; index < 8; index += 1) shop.addProduct(sku(`A${index}`))
    const { run } = await connected()
    const first = await run()
    expect(first.failure).toBeUndefined()
    expect(first.outcome).toBe('ok')
    expect(first.steps.find(({ step }) => step === 'products')).toMatchObject({ written: 8 })
    const second = await run()
    expect(total(second, 'written')).toBe(0)
    const third = await run()
    expect(total(third, 'written')).toBe(0)
    expect(third.calls.hubWrites).toBe(1)
    expect(third.calls.hubReads).toBe(0)
    const product = await harness.merchant.getProduct({ reference: sku('A3') })
    expect(product).toMatchObject({ Name: `Product ${sku('A3')}`, Price: 10, Stock: 5 })
  })

  test('that change, are renamed or removed in the shop do so in the hub', async () => {
    const product = shop.addProduct(sku('B'))
    const other = shop.addProduct(sku('C'))
    const { run } = await connected()
    await run()
    shop.changeProduct(product, { name: 'New', sku: sku('B2') })
    shop.changeProduct(other, { isRemoved: true })
    await run()
    expect(await harness.merchant.getProduct({ reference: sku('B2') })).toMatchObject({
      Name: 'New',
      IsActive: true,
    })
    expect(await harness.merchant.getProduct({ reference: sku('B') })).toMatchObject({
      IsActive: false,
    })
    expect(await harness.merchant.getProduct({ reference: sku('C') })).toMatchObject({
      IsActive: false,
    })
    shop.changeProduct(other, { isRemoved: false })
    await run()
    expect(await harness.merchant.getProduct({ reference: sku('C') })).toMatchObject({
      IsActive: true,
    })
  })

  test('that wait are said with the lease, and for how long', async () => {
    const product = shop.addProduct('')
    const { id, run } = await connected()
    const read = async () => await harness.merchant.getConnection({ id })
    await run()
    await run()
    expect(await read()).toMatchObject({ Pending: { products: 1 }, LagSeconds: expect.any(Number) })
    shop.changeProduct(product, { sku: sku('W') })
    await run()
    await run()
    expect(await read()).toMatchObject({ Pending: { products: 0 }, LagSeconds: 0 })
  })

  test('without a SKU or with that of another have a problem until it is corrected', async () => {
    const product = shop.addProduct('')
    shop.addProduct(sku('D'))
    const double = shop.addProduct(sku('D'))
    const { id, run } = await connected()
    const report = await run()
    expect(report.outcome).toBe('partly')
    const problems = await harness.merchant.listConnectionProblems({ id })
    expect(problems.map(({ Code }) => Code).toSorted()).toEqual(['duplicate_sku', 'missing_sku'])
    shop.changeProduct(product, { sku: sku('E') })
    shop.changeProduct(double, { sku: sku('F') })
    await run()
    expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
  })

  test('that a shop without "changed since" does not list any more are removed', async () => {
    shop.hasCursors = false
    const products = [1, 2, 3, 4, 5].map((index) => shop.addProduct(sku(`G${index}`)))
    const { run } = await connected()
    await run()
    shop.products.delete(products[0]?.id ?? '')
    await run()
    expect(await harness.merchant.getProduct({ reference: sku('G1') })).toMatchObject({
      IsActive: false,
    })
    expect(await harness.merchant.getProduct({ reference: sku('G2') })).toMatchObject({
      IsActive: true,
    })
  })
})

describe('orders', () => {
  test('are created in the shop once, with the number of the shop in the hub', async () => {
    shop.addProduct(sku('H'))
    const { run } = await connected()
    await run()
    const orderId = await harness.order(`H-${serial}`, { [sku('H')]: 2 })
    const report = await run()
    expect(report.steps.find(({ step }) => step === 'orders')).toMatchObject({ written: 1 })
    expect(shop.calls.filter((call) => call === 'findOrder')).toHaveLength(0)
    await run()
    expect(shop.orders.size).toBe(1)
    const [made] = shop.orders.values()
    const order = await harness.merchant.getOrderById({ id: orderId })
    expect(order).toMatchObject({ Status: 'IN_PROGRESS', MerchantReference: made?.number })
  })

  test('are found by a process that reaches the hub under another address', async () => {
    shop.addProduct(sku('P'))
    const { id, connector, run } = await connected()
    await run()
    await harness.order(`P-${serial}`, { [sku('P')]: 1 })
    await run()
    await connector.close()
    const hub = harness.hub.url.replace('127.0.0.1', 'localhost')
    const other = harness.connector(shop.adapter(), { hub })
    const [report] = await other.runOnce(id)
    expect(report?.outcome).toBe('ok')
    expect(shop.orders.size).toBe(1)
  })

  test('that are shipped, cancelled and returned in parts are so in the hub', async () => {
    shop.addProduct(sku('I'))
    const { run } = await connected()
    await run()
    const orderId = await harness.order(`I-${serial}`, { [sku('I')]: 4 })
    await run()
    const [made] = shop.orders.values()
    if (made === undefined) throw new Error('no order')
    const line = made.lines[0]?.id ?? ''
    const shipment = shop.ship(made, [{ shopLineId: line, quantity: 2 }])
    shop.cancel(made, [{ shopLineId: line, quantity: 1 }])
    await run()
    Object.assign(shipment, { trackingNumber: '3S1', carrier: 'PostNL' })
    shop.ship(made, [{ shopLineId: line, quantity: 1 }])
    await run()
    shop.giveBack(made, [{ shopLineId: line, quantity: 1 }])
    shop.giveBack(made, [], 2.5)
    await run()
    const quiet = await run()
    expect(total(quiet, 'written')).toBe(0)
    const order = await harness.merchant.getOrderById({ id: orderId })
    expect(order.Lines[0]).toMatchObject({
      ShippedQuantity: 3,
      CancelledQuantity: 1,
      ReturnedQuantity: 1,
    })
    expect(order.RefundedInclVat).toBe(12.5)
    const shipments = await harness.merchant.listShipments({ orderId })
    expect(shipments.map(({ TrackTraceNo }) => TrackTraceNo)).toEqual(['3S1', null])
    // What the shop itself has cancelled does not come back to it.
    expect(made.cancellations).toHaveLength(1)
  })

  test('that are cancelled in the hub are cancelled in the shop, also before they came there', async () => {
    shop.addProduct(sku('J'), { stock: 20 })
    const { run } = await connected()
    await run()
    const cancel = (reference: string, Quantity: number) =>
      harness.channel.createCancellation({
        body: {
          ChannelCancellationReference: `${reference}-${Quantity}`,
          ChannelOrderReference: reference,
          Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity }],
        },
      })
    await harness.order(`J-${serial}`, { [sku('J')]: 5 })
    await cancel(`J-${serial}`, 1)
    await run()
    const [made] = shop.orders.values()
    expect(made?.lines[0]?.quantity).toBe(5)
    expect(made?.cancellations.map(({ units }) => units[0]?.quantity)).toEqual([1])
    await harness.merchant.createCancellation({
      body: {
        MerchantReference: `M-${serial}`,
        MerchantOrderReference: made?.number ?? '',
        Lines: [{ ChannelOrderLineReference: `J-${serial}-0`, Quantity: 2 }],
      },
    } as never)
    await run()
    await run()
    expect(made?.cancellations.map(({ units }) => units[0]?.quantity)).toEqual([1, 2])
    const order = await harness.merchant.getOrder({ reference: made?.number ?? '' })
    expect(order.Lines[0]?.CancelledQuantity).toBe(3)
  })

  test('that the shop has too few units for are there without those that are cancelled, to the cent', async () => {
    shop.needsStock = true
    shop.addProduct(sku('S'), { stock: 2 })
    const { id, run } = await connected()
    await run()
    const reference = `S-${serial}`
    const orderId = await harness.order(reference, { [sku('S')]: 3 })
    await run()
    const problems = () => harness.merchant.listConnectionProblems({ id })
    expect(await problems()).toMatchObject([{ HubId: String(orderId), Code: 'out_of_stock' }])
    await harness.channel.createCancellation({
      body: {
        ChannelCancellationReference: reference,
        ChannelOrderReference: reference,
        Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity: 1 }],
      },
    })
    await run()
    const order = await harness.merchant.getOrderById({ id: orderId })
    const [made] = shop.orders.values()
    expect(made).toMatchObject({ lines: [{ quantity: 2 }], total: 20 })
    expect(order).toMatchObject({ Status: 'IN_PROGRESS', OriginalTotalInclVat: 30 })
    expect(Number(partsOf(order).totalCents)).toBe(2000)
    expect(await problems()).toEqual([])
    // Its cancellation is in the shop already, and those that follow come there.
    await harness.merchant.createCancellation({
      body: {
        MerchantReference: `M-${reference}`,
        MerchantOrderReference: made?.number ?? '',
        Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity: 1 }],
      },
    } as never)
    await run()
    expect(made?.cancellations.map(({ units }) => units[0]?.quantity)).toEqual([1])
    expect(total(await run(), 'written')).toBe(0)
  })

  test('that the shop does not take have its words at the order, and are not offered again until asked', async () => {
    shop.addProduct(sku('K'))
    const problem = { code: 'country_not_served', message: 'Not to NL.', remedy: 'Add a zone.' }
    shop.refused.set(sku('K'), problem)
    const { id, run } = await connected()
    await run()
    const orderId = await harness.order(`K-${serial}`, { [sku('K')]: 1 })
    await run()
    await run()
    expect(shop.calls.filter((call) => call === 'writeOrder')).toHaveLength(1)
    const [found] = await harness.merchant.listConnectionProblems({ id })
    expect(found).toMatchObject({ Code: 'country_not_served', HubId: String(orderId) })
    shop.refused.clear()
    const body = { Action: 'retry', ProblemId: found?.Id ?? 0 } as const
    await harness.merchant.createConnectionRequest({ id, body })
    await run()
    expect(shop.orders.size).toBe(1)
    expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
  })
})

describe('backups', () => {
  test('of the shop: orders that it lost are written again, and older products are read again', async () => {
    const product = shop.addProduct(sku('L'), { stock: 50 })
    const { id, run, connector } = await connected()
    await run()
    const old = await harness.order(`L1-${serial}`, { [sku('L')]: 1 })
    await run()
    const backup = shop.backup()
    for (const index of [2, 3]) await harness.order(`L${index}-${serial}`, { [sku('L')]: 1 })
    shop.changeProduct(product, { name: 'Later' })
    await run()
    await connector.close()
    shop.restore(backup)
    const again = harness.connector(shop.adapter())
    await again.runOnce(id)
    await again.runOnce(id)
    const marks = [...shop.orders.values()].map(({ mark }) => mark)
    expect(marks).toHaveLength(3)
    expect(new Set(marks).size).toBe(3)
    expect(await harness.merchant.getProduct({ reference: sku('L') })).toMatchObject({
      Name: `Product ${sku('L')}`,
    })
    const pairs = await harness.merchant.listConnectionPairs({ id, kind: 'order' })
    expect(pairs.map(({ ShopId }) => ShopId).toSorted()).toEqual([...shop.orders.keys()].toSorted())
    expect(pairs.map(({ HubId }) => HubId)).toContain(String(old))
  })

  test('of the hub: an order that the shop has is not written again', async () => {
    shop.addProduct(sku('M'))
    const { id, run, connector } = await connected()
    await run()
    const orderId = await harness.order(`M-${serial}`, { [sku('M')]: 1 })
    await run()
    await connector.close()
    // As a hub that was restored from a backup from before the order was acknowledged.
    await harness.hub.database.query(
      'delete from marketplace.connection_pairs where connection_id = $1 and kind = $2',
      [id, 'order'],
    )
    await harness.hub.database.query(
      'update marketplace.orders set acknowledged_at = null, merchant_reference = null, status = $2 where order_id = $1',
      [orderId, 'NEW'],
    )
    await harness.connector(shop.adapter()).runOnce(id)
    expect(shop.orders.size).toBe(1)
  })
})

describe('dry runs', () => {
  test('say what a run would do, and write nothing on either side', async () => {
    shop.addProduct(sku('N'))
    const { id, connector } = await connected()
    const [report] = await connector.runOnce(id, { isDryRun: true })
    expect(report).toMatchObject({ isDryRun: true, outcome: 'ok' })
    expect(report?.changes[0]).toMatchObject({
      step: 'products',
      action: 'create',
      hubId: sku('N'),
    })
    expect(report?.calls.hubWrites).toBe(0)
    expect(shop.calls.filter((call) => call.startsWith('write'))).toEqual([])
    expect(await harness.merchant.listConnectionPairs({ id })).toEqual([])
  })
})

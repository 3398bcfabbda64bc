/** What fails is tried again: alone, once an hour, and when a person asks for it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { total } from '../src/index.ts'
import { FakeChannel } from './support/fake-channel.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { faultySender, type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

/** Each part has a hub of its own: a merchant's shop would take the orders of the channels. */
function useHub() {
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
}

beforeEach(() => {
  serial += 1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
const sku = (name: string) => `${name}-${serial}`

/** A connection of a shop, which runs once at a time. */
async function connected(shop: FakeChannel | FakeMerchant) {
  const isChannel = shop instanceof FakeChannel
  const { channelId, key } = await harness.addChannel()
  const more = { Role: 'channel', ChannelId: channelId, Settings: {} }
  const id = await harness.connect(shop.name, isChannel ? more : {})
  const calls: string[] = []
  const rest = faultySender((moment, call) => moment === 'before' && calls.push(call))
  const connector = harness.connector(shop.adapter(), { rest, ...(isChannel && { key }) })
  const run = async () => {
    const [report] = await connector.runOnce(id)
    if (report?.failure !== undefined) throw new Error(report.failure.message)
    return report
  }
  return {
    id,
    run,
    calls,
    cursors: async () => (await harness.merchant.getConnection({ id })).Cursors,
    problems: async () => await harness.merchant.listConnectionProblems({ id }),
    ask: async () =>
      await harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } }),
  }
}

const products = (...skus: string[]) =>
  harness.merchant.createProducts({
    body: skus.map((one) => ({ MerchantProductReference: one, Name: one, Price: 10, Stock: 50 })),
  } as never)

const orderOf = async (reference: string) => {
  const [order] = await harness.merchant.listOrders({ channelReference: [reference] })
  return order
}

const acknowledge = async (reference: string, MerchantOrderReference: string) => {
  const body = { OrderId: (await orderOf(reference))?.Id ?? 0, MerchantOrderReference }
  await harness.merchant.acknowledgeOrder({ body })
}

const cancelInHub = (MerchantOrderReference: string, line: string, Quantity: number) =>
  harness.merchant.createCancellation({
    body: {
      MerchantReference: `C-${MerchantOrderReference}`,
      MerchantOrderReference,
      Lines: [{ ChannelOrderLineReference: line, Quantity }],
    },
  } as never)

describe("orders of a channel's shop", () => {
  useHub()

  test('a cancellation that the hub refuses is read alone after an hour, and what came since is not read again', async () => {
    await products(sku('A'))
    const shop = new FakeChannel(`channel${serial}`)
    const { run, cursors, problems, calls } = await connected(shop)
    const refused = shop.sell(sku('A'), 2)
    await run()
    await acknowledge(refused.reference, sku('MA'))
    shop.cancel(refused, 2)
    await run()
    expect(await problems()).toMatchObject([{ Kind: 'cancellation' }])
    for (let index = 0; index < 3; index += 1) shop.sell(sku('A'), 1)
    await run()
    const before = await cursors()
    const tries = () => calls.filter((call) => call === 'POST /v2/cancellations').length
    const reads = () => shop.calls.filter((call) => call === 'readOrder').length
    const first = tries()
    expect(reads()).toBe(0)
    for (const expected of [1, 2]) {
      later(61)
      for (let again = 0; again < 2; again += 1) {
        await run()
        expect({ tries: tries() - first, reads: reads() }).toEqual({
          tries: expected,
          reads: expected,
        })
      }
    }
    expect((await cursors()).orders).toBe(before.orders)
  })

  test('a cancellation has no problem any more once the merchant has cancelled the units', async () => {
    await products(sku('B'))
    const shop = new FakeChannel(`channel${serial}`)
    const { run, problems } = await connected(shop)
    const sold = shop.sell(sku('B'), 2)
    await run()
    await acknowledge(sold.reference, sku('MB'))
    shop.cancel(sold, 2)
    await run()
    expect(await problems()).toHaveLength(1)
    await cancelInHub(sku('MB'), '1', 2)
    later(61)
    await run()
    expect(await problems()).toEqual([])
    // As a refund for units of an order that was cancelled before.
    shop.cancel(sold, 1)
    await run()
    expect(await problems()).toEqual([])
  })

  test('a cancellation of a unit that is shipped stays a problem, although another unit was cancelled before', async () => {
    await products(sku('BB'))
    const shop = new FakeChannel(`channel${serial}`)
    const { run, problems } = await connected(shop)
    const sold = shop.sell(sku('BB'), 2)
    await run()
    shop.cancel(sold, 1)
    await run()
    await acknowledge(sold.reference, sku('MBB'))
    await harness.merchant.createShipment({
      body: {
        MerchantShipmentReference: sku('S'),
        MerchantOrderReference: sku('MBB'),
        Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
      },
    } as never)
    shop.cancel(sold, 1)
    for (let index = 0; index < 2; index += 1) {
      await run()
      expect(await problems()).toMatchObject([{ Kind: 'cancellation' }])
      later(61)
    }
  })

  test('an order that the adapter cannot give comes when a person asks, although it has not changed', async () => {
    await products(sku('C'))
    const shop = new FakeChannel(`channel${serial}`)
    const { run, problems, ask } = await connected(shop)
    const sold = shop.sell(sku('C'), 1)
    sold.problem = { code: 'missing_sku', message: 'A line has no SKU.', remedy: 'Give it one.' }
    await run()
    shop.sell(sku('C'), 1)
    await run()
    expect(await problems()).toMatchObject([{ Code: 'missing_sku' }])
    delete sold.problem
    await ask()
    await run()
    expect(await orderOf(sold.reference)).toBeDefined()
    expect(await problems()).toEqual([])
  })

  test('an order that the hub refuses in a first read without cursors is tried again', async () => {
    await products(sku('D'))
    const shop = new FakeChannel(`channel${serial}`)
    shop.hasLateCursor = true
    const refused = shop.sell(sku('D'), 0)
    const { run, problems } = await connected(shop)
    await run()
    expect(await problems()).toMatchObject([{ Kind: 'order', ShopId: refused.id }])
    Object.assign(refused, { quantity: 1 })
    later(61)
    await run()
    expect(await orderOf(refused.reference)).toBeDefined()
    expect(await problems()).toEqual([])
  })

  test('an order that the hub refuses and the shop deletes has no problem any more', async () => {
    const shop = new FakeChannel(`channel${serial}`)
    const refused = shop.sell(sku('E'), 0)
    const { run, problems } = await connected(shop)
    await run()
    expect(await problems()).toHaveLength(1)
    shop.orders.delete(refused.id)
    later(61)
    await run()
    expect(await problems()).toEqual([])
  })

  test('a shipment that the shop does not take is written after an hour, and later ones are not read again', async () => {
    await products(sku('F'))
    const shop = new FakeChannel(`channel${serial}`)
    const { run, problems, cursors } = await connected(shop)
    const sold = shop.sell(sku('F'), 3)
    await run()
    await acknowledge(sold.reference, sku('MF'))
    shop.refused.set(sku('F1'), { code: 'on_hold', message: 'On hold.', remedy: 'Release it.' })
    for (const MerchantShipmentReference of [sku('F1'), sku('F2')]) {
      const Lines = [{ ChannelOrderLineReference: '1', Quantity: 1 }]
      const body = { MerchantShipmentReference, MerchantOrderReference: sku('MF'), Lines }
      await harness.merchant.createShipment({ body })
      await run()
    }
    expect(await problems()).toMatchObject([{ Kind: 'shipment', Code: 'on_hold' }])
    const before = await cursors()
    shop.refused.clear()
    later(61)
    await run()
    expect(sold.shipments.size).toBe(2)
    expect(await problems()).toEqual([])
    expect((await cursors())['hub.shipments']).toBe(before['hub.shipments'])
  })
})

describe("a merchant's shop", () => {
  useHub()

  test('gets an order that it has refused an hour later, also if another one came in between', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.addProduct(sku('G1'))
    shop.addProduct(sku('G2'))
    shop.refused.set(sku('G1'), { code: 'country', message: 'Not to NL.', remedy: 'Add it.' })
    const { run } = await connected(shop)
    await run()
    await harness.order(sku('G1'), { [sku('G1')]: 1 })
    await run()
    later(5)
    await harness.order(sku('G2'), { [sku('G2')]: 1 })
    await run()
    expect(shop.orders.size).toBe(1)
    shop.refused.clear()
    await run()
    expect(shop.orders.size).toBe(1)
    later(56)
    await run()
    expect(shop.orders.size).toBe(2)
  })

  test('has no problem with a cancellation of units that the hub has cancelled before', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.addProduct(sku('H'))
    const { run, problems } = await connected(shop)
    await run()
    await harness.order(sku('H'), { [sku('H')]: 2 })
    await run()
    const [made] = shop.orders.values()
    if (made === undefined) throw new Error('no order')
    await cancelInHub(made.number, `${sku('H')}-0`, 2)
    shop.cancel(made, [{ shopLineId: made.lines[0]?.id ?? '', quantity: 2 }])
    await run()
    expect(await problems()).toEqual([])
  })

  test('has the units cancelled that are open, if the others were cancelled in the hub meanwhile', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.addProduct(sku('HH'))
    const { run, problems } = await connected(shop)
    await run()
    await harness.order(sku('HH'), { [sku('HH')]: 3 })
    await run()
    const made = [...shop.orders.values()].at(-1)
    if (made === undefined) throw new Error('no order')
    await cancelInHub(made.number, `${sku('HH')}-0`, 1)
    shop.cancel(made, [{ shopLineId: made.lines[0]?.id ?? '', quantity: 3 }])
    await run()
    expect((await orderOf(sku('HH')))?.Lines).toMatchObject([{ CancelledQuantity: 3 }])
    expect(await problems()).toEqual([])
  })

  test('has a shipment of it tried again alone, until the hub takes it', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.addProduct(sku('I'))
    const { run, problems, cursors } = await connected(shop)
    await run()
    await harness.order(sku('I'), { [sku('I')]: 2 })
    await run()
    const [made] = shop.orders.values()
    if (made === undefined) throw new Error('no order')
    const units = [{ shopLineId: made.lines[0]?.id ?? '', quantity: 3 }]
    const shipment = shop.ship(made, units)
    await run()
    expect(await problems()).toMatchObject([{ Kind: 'shipment' }])
    await harness.order(sku('I2'), { [sku('I')]: 1 })
    await run()
    await run()
    const before = await cursors()
    Object.assign(shipment, { units: [{ ...units[0], quantity: 2 }] })
    later(61)
    await run()
    expect(await problems()).toEqual([])
    expect(shop.calls).toContain('readFulfilmentsOf')
    expect((await cursors()).fulfilments).toBe(before.fulfilments)
  })

  test('goes on with its stock although the hub does not know one of its products, which gets its count when it comes', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    const known = shop.addProduct(sku('J'))
    const hidden = shop.addProduct(sku('K'), { isHidden: true, stock: 7 })
    const { id, run, calls, cursors } = await connected(shop)
    await run()
    await run()
    await run()
    const { stock } = await cursors()
    expect(stock).toBe(String(hidden.changed))
    const asks = () => calls.filter((call) => call === 'GET /v2/products').length
    const before = asks()
    await run()
    await run()
    expect(asks()).toBe(before)
    shop.changeProduct(known, { stock: 3 })
    await run()
    expect((await harness.merchant.getProduct({ reference: sku('J') })).Stock).toBe(3)
    // The stock does not come again with it.
    // Another process does not know the count, so it reads all of them once.
    await harness.expireLeases()
    const other = harness.connector(shop.adapter(), { holder: sku('other') })
    const [report] = await other.runOnce(id)
    expect(report?.steps.find(({ step }) => step === 'stock')?.read).toBe(2)
    await other.close()
    Object.assign(hidden, { isHidden: false, changed: shop.clock })
    const stockOf = async () => (await harness.merchant.getProduct({ reference: sku('K') })).Stock
    await run()
    await run()
    expect(await stockOf()).toBe(7)
  })
})

describe('a SKU', () => {
  useHub()

  test('that moves to another product of the shop moves with it, and is for sale all the time', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    const product = shop.addProduct(sku('L'))
    const { run, problems } = await connected(shop)
    await run()
    shop.changeProduct(product, { sku: sku('L-parent') })
    shop.addProduct(sku('L'), { name: 'Variant' })
    await run()
    expect(await problems()).toEqual([])
    expect(await harness.merchant.getProduct({ reference: sku('L') })).toMatchObject({
      Name: 'Variant',
      IsActive: true,
    })
  })

  test('of a product that was deleted without a trace is that of its successor after the same read', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.hasCursors = false
    const product = shop.addProduct(sku('M'))
    shop.addProduct(sku('N'))
    const { run, problems } = await connected(shop)
    await run()
    shop.products.delete(product.id)
    shop.addProduct(sku('M'), { name: 'Successor' })
    await run()
    expect(await problems()).toEqual([])
    expect(await harness.merchant.getProduct({ reference: sku('M') })).toMatchObject({
      Name: 'Successor',
      IsActive: true,
    })
  })

  test('of two products has a problem, until one of them has another SKU', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    const product = shop.addProduct(sku('O'))
    const { run, problems } = await connected(shop)
    await run()
    shop.addProduct(sku('O'), { name: 'Other' })
    const report = await run()
    expect(report && total(report, 'failed')).toBe(1)
    expect(await problems()).toMatchObject([{ Code: 'duplicate_sku' }])
    shop.changeProduct(product, { sku: sku('O2') })
    await run()
    expect(await problems()).toEqual([])
    expect(await harness.merchant.getProduct({ reference: sku('O') })).toMatchObject({
      Name: 'Other',
      IsActive: true,
    })
  })

  test('of two products has no problem any more once the shop has removed the second one', async () => {
    const shop = new FakeMerchant(`merchant${serial}`)
    shop.addProduct(sku('P'))
    const { run, problems } = await connected(shop)
    await run()
    const second = shop.addProduct(sku('P'), { name: 'Second' })
    await run()
    expect(await problems()).toMatchObject([{ Code: 'duplicate_sku' }])
    shop.changeProduct(second, { isRemoved: true })
    await run()
    expect(await problems()).toEqual([])
  })
})

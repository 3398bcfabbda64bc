/** Counts of a merchant's shop that are the same number again: they say that units have arrived, if others have left before. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { total } from '../src/index.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A shop with 20 units of a product whose name is that of the shop, and its connection, which has run. */
async function openShop(CountsExclude: 'acknowledged' | null) {
  await harness.merchant.changeCustomer({ body: { StockKeeper: 'merchant', CountsExclude } })
  const name = `counts${++serial}`
  const shop = new FakeMerchant(name)
  shop.countsExclude = CountsExclude
  const product = shop.addProduct(name, { stock: 20 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  const run = async () => {
    const [report] = await connector.runOnce(id)
    if (report?.failure !== undefined) throw new Error(report.failure.message)
    return report
  }
  await run()
  await run()
  /** Lets as many units arrive as the next order takes. */
  const refill = () => {
    shop.onCall = (call, moment) => {
      if (call === 'writeOrder' && moment === 'after') shop.changeProduct(product, { stock: 20 })
    }
  }
  const available = async () =>
    (await harness.merchant.getProduct({ reference: name })).StockAvailable
  /** A run that costs one call of the hub. */
  const expectIdle = async () => {
    // Cursors include the last record again, whose page is another one at first.
    await run()
    const report = await run()
    expect(report && [total(report, 'written'), report.calls]).toMatchObject([
      0,
      { hubReads: 0, hubWrites: 1 },
    ])
  }
  return { shop, product, name, run, refill, available, expectIdle }
}

test.each([true, false])(
  'units that arrive while the shop gets an order of as many are offered at once (shop with cursors: %s)',
  async (hasCursors) => {
    const { shop, name, run, refill, available, expectIdle } = await openShop('acknowledged')
    shop.hasCursors = hasCursors
    await run()
    await harness.order(name, { [name]: 5 })
    expect(await available()).toBe(15)
    refill()
    await run()
    expect(shop.orders.size).toBe(1)
    expect(await available()).toBe(20)
    await expectIdle()
  },
)

test('units that arrive while others are shipped are offered at once, where the shop counts units until they leave', async () => {
  const { shop, name, run, refill, available, expectIdle } = await openShop(null)
  await harness.order(name, { [name]: 5 })
  refill()
  await run()
  expect(await available()).toBe(15)
  await expectIdle()
  const [made] = shop.orders.values()
  if (made === undefined) throw new Error('no order')
  shop.ship(made, [{ shopLineId: made.lines[0]?.id ?? '', quantity: 5 }])
  await run()
  expect(await available()).toBe(20)
  await expectIdle()
})

test('a count of before units have left is not repeated: it still contains them', async () => {
  const { shop, name, run, refill, available, expectIdle } = await openShop('acknowledged')
  shop.countedAt = new Date(Date.now() - 60_000).toISOString()
  await harness.order(name, { [name]: 5 })
  refill()
  await run()
  expect(await available()).toBe(15)
  await expectIdle()
  shop.countedAt = new Date().toISOString()
  await run()
  expect(await available()).toBe(20)
  await expectIdle()
})

test('units that have left without the shop are held back until it counts another number', async () => {
  const { shop, product, name, run, available, expectIdle } = await openShop('acknowledged')
  shop.hasCursors = false
  const other = shop.addProduct(`${name}-other`)
  await run()
  const OrderId = await harness.order(name, { [name]: 5 })
  await harness.merchant.acknowledgeOrder({ body: { OrderId } })
  // The page has both.
  shop.changeProduct(other, { stock: 4 })
  await run()
  expect(await available()).toBe(15)
  await expectIdle()
  shop.changeProduct(product, { stock: 18 })
  await run()
  expect(await available()).toBe(18)
})

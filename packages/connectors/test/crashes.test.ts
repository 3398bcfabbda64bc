/** Exactly once, wherever a process ends. */
import { createRandom } from '@entrepot/test-support/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { total } from '../src/index.ts'
import { killAt, runKilledAt } from './support/crash.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

/** Histories of the property. A long run has more of them. */
const HISTORIES = Number(process.env.CONNECTOR_HISTORIES ?? 6)

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Something happens in the shop or at the channel. */
async function act(
  shop: FakeMerchant,
  serial: string,
  random: ReturnType<typeof createRandom>,
): Promise<void> {
  const products = [...shop.products.values()]
  const kind = random.int(0, 5)
  if (kind <= 1 && products.length > 0) {
    const { sku } = random.pick(products)
    const reference = `${serial}-${shop.clock}-${random.int(0, 1_000_000)}`
    await harness.order(reference, { [sku]: random.int(1, 4) })
    return
  }
  const orders = [...shop.orders.values()]
  if (kind === 2 || orders.length === 0) {
    shop.addProduct(`${serial}-${shop.clock}`, { stock: random.int(0, 50) })
    return
  }
  const order = random.pick(orders)
  const [line] = order.lines
  if (line === undefined) return
  const used = [...order.shipments, ...order.cancellations]
    .flatMap(({ units }) => units)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  if (used >= line.quantity) return
  const units = [{ shopLineId: line.id, quantity: 1 }]
  if (kind === 3) shop.cancel(order, units)
  else shop.ship(order, units, random.chance(0.5) ? { trackingNumber: `T${shop.clock}` } : {})
}

/** What the hub has of the orders is what the shop has. */
async function expectSame(shop: FakeMerchant, id: number): Promise<void> {
  const marks = [...shop.orders.values()].map(({ mark }) => mark)
  expect(new Set(marks).size).toBe(marks.length)
  const pairs = await harness.merchant.listConnectionPairs({ id, kind: 'order', pageSize: 1000 })
  expect(pairs.map(({ ShopId }) => ShopId).toSorted()).toEqual([...shop.orders.keys()].toSorted())
  for (const pair of pairs) {
    const order = await harness.merchant.getOrderById({ id: pair.HubId } as never)
    const made = shop.orders.get(pair.ShopId ?? '')
    const sum = (records: readonly { units: readonly { quantity: number }[] }[] = []) =>
      records.flatMap(({ units }) => units).reduce((all, { quantity }) => all + quantity, 0)
    expect(order.OriginalTotalInclVat).toBe(made?.total)
    expect(order.Lines[0]).toMatchObject({
      ShippedQuantity: sum(made?.shipments),
      CancelledQuantity: sum(made?.cancellations),
    })
  }
  for (const { sku, stock, isRemoved } of shop.products.values()) {
    const product = await harness.merchant.getProduct({ reference: sku })
    expect(product).toMatchObject({ Stock: Math.max(0, stock), IsActive: !isRemoved })
  }
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
}

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
  'a history of crashes ends with each order once on both sides (seed %i)',
  async (seed) => {
    const random = createRandom(seed)
    const serial = `crash${seed}`
    const shop = new FakeMerchant(serial)
    for (let index = 0; index < 4; index += 1) shop.addProduct(`${serial}-${index}`, { stock: 30 })
    const id = await harness.connect(serial)
    for (let round = 0; round < 12; round += 1) {
      for (let event = random.int(0, 4); event > 0; event -= 1) await act(shop, serial, random)
      const killer = killAt(random.int(1, 60), shop)
      const connector = harness.connector(shop.adapter(), {
        rest: killer.rest,
        key: harness.merchantKey,
      })
      // Until it is killed, or has nothing more to do.
      await connector.runOnce(id).catch(() => [])
      if (!killer.isDead) await connector.runOnce(id).catch(() => [])
      await killer.rest.close()
      await harness.expireLeases()
    }
    shop.onCall = () => {}
    const last = harness.connector(shop.adapter())
    await last.runOnce(id)
    await last.runOnce(id)
    await expectSame(shop, id)
    const [quiet] = await last.runOnce(id)
    expect(quiet && total(quiet, 'written')).toBe(0)
    await last.close()
  },
)

test('a crash after each single call of an order leaves it once in the shop', async () => {
  const shop = new FakeMerchant('each')
  shop.addProduct('each', { stock: 1_000 })
  const id = await harness.connect('each')
  const first = harness.connector(shop.adapter())
  await first.runOnce(id)
  await first.close()
  let isDead = true
  for (let at = 1; isDead; at += 1) {
    await harness.order(`each-${at}`, { each: 1 })
    isDead = await runKilledAt(harness, shop, id, { at })
    expect(shop.orders.size).toBe(at)
  }
  const marks = new Set([...shop.orders.values()].map(({ mark }) => mark))
  expect(marks.size).toBe(shop.orders.size)
})

test('an order without its cancelled units is once in the shop after a crash at each call', async () => {
  const shop = new FakeMerchant('short')
  shop.needsStock = true
  shop.addProduct('short', { stock: 1_000 })
  const product = shop.addProduct('short-2', { stock: 2 })
  const id = await harness.connect('short')
  const first = harness.connector(shop.adapter())
  await first.runOnce(id)
  await first.close()
  let isDead = true
  for (let at = 1; isDead; at += 2) {
    const reference = `short-${at}`
    await harness.order(reference, { short: 1, 'short-2': 3 })
    await harness.channel.createCancellation({
      body: {
        ChannelCancellationReference: reference,
        ChannelOrderReference: reference,
        Lines: [{ ChannelOrderLineReference: `${reference}-1`, Quantity: 1 }],
      },
    })
    isDead = await runKilledAt(harness, shop, id, { at })
    const made = [...shop.orders.values()].filter(({ mark }) => mark.endsWith(`/${reference}`))
    expect(made).toMatchObject([
      { lines: [{ quantity: 1 }, { quantity: 2 }], cancellations: [], total: 30 },
    ])
    shop.changeProduct(product, { stock: 2 })
  }
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

/** A channel's shop that was restored from a backup gets again what it has lost, and its new orders are no others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { total } from '../src/index.ts'
import { runKilledAt } from './support/crash.ts'
import { FakeChannel } from './support/fake-channel.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A shop whose backup has one order, and not its shipment, its cancellation and its return; and another order that it has lost. */
async function restored() {
  serial += 1
  const name = `channel${serial}`
  const product = { MerchantProductReference: name, Name: name, Price: 10, Stock: 90 }
  await harness.merchant.createProducts({ body: [product] } as never)
  const shop = new FakeChannel(name)
  const { channelId, key } = await harness.addChannel()
  const id = await harness.connect(name, { Role: 'channel', ChannelId: channelId, Settings: {} })
  const first = harness.connector(shop.adapter(), { key })
  const kept = shop.sell(name, 5)
  await first.runOnce(id)
  const backup = shop.backup()
  const lost = shop.sell(name, 2)
  shop.cancel(lost, 1)
  await first.runOnce(id)
  await workOn(kept.reference)
  await first.runOnce(id)
  shop.restore(backup)
  const order = () =>
    [...shop.orders.values()].find(({ reference }) => reference === kept.reference)
  expect(order()?.shipments.size).toBe(0)
  return { id, name, shop, key, order, lost, first, close: () => first.close() }
}

async function orderOf(reference: string) {
  const [order, ...others] = await harness.merchant.listOrders({ channelReference: [reference] })
  expect(others).toEqual([])
  return order
}

async function workOn(reference: string): Promise<void> {
  const OrderId = (await orderOf(reference))?.Id ?? 0
  const MerchantOrderReference = `M-${reference}`
  const Lines = (Quantity: number, more = {}) => [
    { ChannelOrderLineReference: '1', Quantity, ...more },
  ]
  const common = { MerchantOrderReference, MerchantReference: `C-${reference}` }
  await harness.merchant.acknowledgeOrder({ body: { OrderId, MerchantOrderReference } })
  await harness.merchant.createShipment({
    body: { MerchantOrderReference, MerchantShipmentReference: `S-${reference}`, Lines: Lines(4) },
  })
  await harness.merchant.createCancellation({ body: { ...common, Lines: Lines(1) } } as never)
  await harness.merchant.createReturn({
    body: {
      ...{ MerchantOrderReference, MerchantReturnReference: `R-${reference}` },
      ...{ Status: 'ACCEPTED', Lines: Lines(1, { AcceptedQuantity: 1 }) },
    },
  } as never)
}

test('what the merchant has done since the backup is written again, and the lost order is a problem', async () => {
  const { id, shop, key, order, lost, close } = await restored()
  await close()
  const connector = harness.connector(shop.adapter(), { key })
  await connector.runOnce(id)
  expect([...(order()?.shipments.values() ?? [])]).toMatchObject([{ units: 4 }])
  expect([...(order()?.cancelled.values() ?? [])]).toEqual([1])
  expect([...(order()?.refunded.values() ?? [])]).toEqual([10])
  const problems = await harness.merchant.listConnectionProblems({ id })
  const HubId = String((await orderOf(lost.reference))?.Id)
  expect(problems).toMatchObject([{ Kind: 'order', HubId, Code: 'order_lost' }])
  const [quiet] = await connector.runOnce(id)
  expect(quiet && total(quiet, 'written')).toBe(0)
})

test('an order with the id of a lost one is an order of its own, also its cancellation', async () => {
  // The process has not noticed that the shop was away.
  const { id, name, shop, lost, first, order } = await restored()
  const sold = shop.sell(name, 3)
  shop.cancel(sold, 2)
  expect(sold.id).toBe(lost.id)
  await first.runOnce(id)
  // The orders were read after the steps of the first run were chosen.
  await first.runOnce(id)
  expect((await orderOf(sold.reference))?.Lines).toMatchObject([
    { Quantity: 3, CancelledQuantity: 2 },
  ])
  expect((await orderOf(lost.reference))?.Lines).toMatchObject([
    { Quantity: 2, CancelledQuantity: 1 },
  ])
  expect([...(order()?.shipments.values() ?? [])]).toMatchObject([{ units: 4 }])
})

test('a crash at each moment of the recovery loses nothing', async () => {
  let isDead = true
  for (let at = 4; isDead; at += 10) {
    const { id, name, shop, key, order, close } = await restored()
    await close()
    const sold = shop.sell(name, 3)
    isDead = await runKilledAt(harness, shop, id, { at, key })
    expect([...(order()?.shipments.values() ?? [])], `killed at ${at}`).toMatchObject([
      { units: 4 },
    ])
    expect([...(order()?.refunded.values() ?? [])], `killed at ${at}`).toEqual([10])
    expect((await orderOf(sold.reference))?.Lines, `killed at ${at}`).toMatchObject([
      { Quantity: 3 },
    ])
  }
})

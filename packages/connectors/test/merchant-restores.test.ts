/** What a merchant's shop has lost since its backup is carried to it again, also when the shop refuses it or a process ends in the middle. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connector, total } from '../src/index.ts'
import { runKilledAt } from './support/crash.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const newName = (prefix: string) => `${prefix}${++serial}`

/** A shop with a product whose name is that of the shop, and its connection, which has run. */
async function openShop(prefix: string) {
  const name = newName(prefix)
  const shop = new FakeMerchant(name)
  shop.addProduct(name, { stock: 1_000 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  /** Sends orders for units of the product. @returns their references */
  const order = async (orders: number, units: number) => {
    const references = Array.from({ length: orders }, (_, index) => `${name}-${index + 1}`)
    for (const reference of references) await harness.order(reference, { [name]: units })
    await connector.runOnce(id)
    return references
  }
  return { shop, id, connector, order }
}

/** The next run has nothing to do. */
async function expectQuiet(connector: Connector, id: number): Promise<void> {
  const [quiet] = await connector.runOnce(id)
  expect(quiet && total(quiet, 'written')).toBe(0)
}

/** A shop that was restored from a backup from before its orders, of which the hub has cancelled units. */
async function restored(prefix: string, orders: number) {
  const { shop, id, connector, order } = await openShop(prefix)
  const backup = shop.backup()
  for (const reference of await order(orders, 3)) await cancelOne(reference)
  await connector.runOnce(id)
  expect([...shop.orders.values()].map(cancelledOf)).toEqual(Array(orders).fill(1))
  await connector.close()
  shop.restore(backup)
  return { shop, id }
}

const cancelledOf = ({ cancellations }: { cancellations: readonly unknown[] }) =>
  cancellations.length

async function cancelOne(reference: string): Promise<void> {
  const [order] = await harness.merchant.listOrders({ channelReference: [reference] })
  await harness.merchant.createCancellation({
    body: {
      MerchantReference: `cancelled ${reference}`,
      MerchantOrderReference: order?.MerchantReference ?? '',
      Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity: 1 }],
    },
  } as never)
}

test('an order that is written again has the units cancelled that the hub had cancelled before', async () => {
  const { shop, id } = await restored('lost', 1)
  await harness.connector(shop.adapter()).runOnce(id)
  expect([...shop.orders.values()].map(cancelledOf)).toEqual([1])
})

test('an order that the restored shop refuses keeps its problem, and is written when it can be', async () => {
  const { shop, id } = await restored('refused', 1)
  const problem = { code: 'no_product', message: 'There is no product.', remedy: 'Create it.' }
  shop.refused.set(shop.name, problem)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  await connector.runOnce(id)
  const found = await harness.merchant.listConnectionProblems({ id })
  expect(found.map(({ Code }) => Code)).toEqual(['no_product'])
  shop.refused.clear()
  await harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } })
  await connector.runOnce(id)
  expect([...shop.orders.values()].map(cancelledOf)).toEqual([1])
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a crash at each moment of the recovery leaves each order once in the shop, with its cancellations', async () => {
  let isDead = true
  for (let at = 2; isDead; at += 5) {
    const { shop, id } = await restored('killed', 2)
    isDead = await runKilledAt(harness, shop, id, { at, runs: 2 })
    expect([...shop.orders.values()].map(cancelledOf), `killed at ${at}`).toEqual([1, 1])
  }
})

test('a crash at each moment leaves an order with the units cancelled that were cancelled before it came to the shop', async () => {
  const { shop, id, connector } = await openShop('early')
  await connector.close()
  let isDead = true
  for (let at = 4; isDead; at += 2) {
    const reference = `early-${at}`
    await harness.order(reference, { [shop.name]: 3 })
    await harness.channel.createCancellation({
      body: {
        ChannelCancellationReference: reference,
        ChannelOrderReference: reference,
        Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity: 1 }],
      },
    })
    // As if the cancellation were older than what is read again of the hub.
    const between = () =>
      harness.hub.database.query(
        "update marketplace.fulfilments set updated_at = updated_at - interval '1 minute'",
      )
    isDead = await runKilledAt(harness, shop, id, { at, between })
    expect([...shop.orders.values()].at(-1)?.cancellations, `killed at ${at}`).toHaveLength(1)
  }
})

test('a shipment with the id of a lost one is that of its own order', async () => {
  const { shop, id, connector, order } = await openShop('shipped')
  const channelReference = await order(2, 3)
  const ship = (index: number, quantity: number) => {
    const order = [...shop.orders.values()][index]
    const shopLineId = order?.lines[0]?.id ?? ''
    return order && shop.ship(order, [{ shopLineId, quantity }])?.shopId
  }
  const backup = shop.backup()
  const lost = ship(0, 1)
  await connector.runOnce(id)
  shop.restore(backup)
  expect(ship(1, 2)).toBe(lost)
  await connector.runOnce(id)
  const orders = await harness.merchant.listOrders({ channelReference })
  const shipped = new Map(
    orders.map((one) => [one.ChannelReference, one.Lines[0]?.ShippedQuantity]),
  )
  expect(channelReference.map((reference) => shipped.get(reference))).toEqual([1, 2])
  await expectQuiet(connector, id)
})

test('a dry run that a person asks for leaves the next run everything to do', async () => {
  const name = newName('rehearsed')
  const shop = new FakeMerchant(name)
  shop.hasCursors = false
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  shop.addProduct(name)
  await harness.merchant.createConnectionRequest({ id, body: { Action: 'dry_run' } })
  const [rehearsal] = await connector.runOnce(id)
  expect(rehearsal).toMatchObject({ isDryRun: true, changesTotal: 1 })
  await connector.runOnce(id)
  expect(await harness.merchant.getProduct({ reference: name })).toMatchObject({ Stock: 5 })
})

test('a cancellation, a return and a refund with the ids of lost ones are those of their own order', async () => {
  const { shop, id, connector, order } = await openShop('again')
  const channelReference = await order(2, 5)
  const happensTo = (index: number, quantity: number) => {
    const order = [...shop.orders.values()][index]
    if (order === undefined) throw new Error('The shop lacks an order.')
    const units = [{ shopLineId: order.lines[0]?.id ?? '', quantity }]
    const { shopId } = shop.ship(order, units)
    shop.cancel(order, units)
    shop.giveBack(order, units)
    shop.giveBack(order, [], quantity)
    return shopId
  }
  const backup = shop.backup()
  const lost = happensTo(0, 1)
  await connector.runOnce(id)
  shop.restore(backup)
  expect(happensTo(1, 2)).toBe(lost)
  await connector.runOnce(id)
  const orders = await harness.merchant.listOrders({ channelReference })
  const units = orders.map(({ ChannelReference, Lines }) => [
    ChannelReference,
    Lines[0]?.CancelledQuantity,
    Lines[0]?.ReturnedQuantity,
  ])
  expect(units.toSorted()).toEqual([
    [channelReference[0], 1, 1],
    [channelReference[1], 2, 2],
  ])
  for (const { Id, ChannelReference } of orders) {
    const refunds = await harness.merchant.listRefunds({ orderId: Id })
    const refunded = ChannelReference === channelReference[0] ? 1 : 2
    expect(refunds.map(({ RefundInclVat }) => RefundInclVat)).toEqual([refunded])
  }
  await expectQuiet(connector, id)
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a cancellation of the hub can get the id in the shop of one that the shop has lost', async () => {
  const { shop, id, connector, order } = await openShop('taken')
  const references = await order(2, 5)
  const backup = shop.backup()
  const [first] = shop.orders.values()
  if (first) shop.cancel(first, [{ shopLineId: first.lines[0]?.id ?? '', quantity: 1 }])
  await connector.runOnce(id)
  shop.restore(backup)
  await cancelOne(references[1] ?? '')
  await connector.runOnce(id)
  expect([...shop.orders.values()].map(cancelledOf)).toEqual([0, 1])
  const orders = await harness.merchant.listOrders({ channelReference: references })
  expect(orders.map(({ Lines }) => Lines[0]?.CancelledQuantity)).toEqual([1, 1])
  await expectQuiet(connector, id)
})

test('a dry run keeps to the steps to which the connection is limited', async () => {
  const name = newName('limited')
  const shop = new FakeMerchant(name)
  shop.addProduct(name)
  const id = await harness.connect(name, {
    Settings: { url: 'https://shop.example', steps: 'stock' },
  })
  const connector = harness.connector(shop.adapter())
  const [rehearsal] = await connector.runOnce(id, { isDryRun: true })
  expect(rehearsal?.steps.map(({ step }) => step)).toEqual(['stock'])
})

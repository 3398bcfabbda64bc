/** What a merchant's shop has lost since its backup is carried to it again, also when the shop refuses it or a process ends in the middle. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAt } from './support/crash.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A shop that was restored from a backup from before its orders, of which the hub has cancelled units. */
async function restored(prefix: string, orders: number) {
  serial += 1
  const name = `${prefix}${serial}`
  const shop = new FakeMerchant(name)
  shop.addProduct(name, { stock: 1_000 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  const backup = shop.backup()
  for (let index = 1; index <= orders; index += 1) {
    await harness.order(`${name}-${index}`, { [name]: 3 })
  }
  await connector.runOnce(id)
  for (let index = 1; index <= orders; index += 1) await cancelOne(`${name}-${index}`)
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
    const killer = killAt(at, shop)
    const { rest } = killer
    const key = harness.merchantKey
    await harness
      .connector(shop.adapter(), { rest, key })
      .runOnce(id)
      .catch(() => [])
    await rest.close()
    await harness.expireLeases()
    isDead = killer.isDead
    shop.onCall = () => {}
    const next = harness.connector(shop.adapter())
    await next.runOnce(id)
    await next.runOnce(id)
    await next.close()
    expect([...shop.orders.values()].map(cancelledOf), `killed at ${at}`).toEqual([1, 1])
  }
})

test('a crash at each moment leaves an order with the units cancelled that were cancelled before it came to the shop', async () => {
  const shop = new FakeMerchant('early')
  shop.addProduct('early', { stock: 1_000 })
  const id = await harness.connect('early')
  const first = harness.connector(shop.adapter())
  await first.runOnce(id)
  await first.close()
  let isDead = true
  for (let at = 4; isDead; at += 2) {
    const reference = `early-${at}`
    await harness.order(reference, { early: 3 })
    await harness.channel.createCancellation({
      body: {
        ChannelCancellationReference: reference,
        ChannelOrderReference: reference,
        Lines: [{ ChannelOrderLineReference: `${reference}-0`, Quantity: 1 }],
      },
    })
    const killer = killAt(at, shop)
    const { rest } = killer
    const key = harness.merchantKey
    await harness
      .connector(shop.adapter(), { rest, key })
      .runOnce(id)
      .catch(() => [])
    await rest.close()
    // As if the cancellation were older than what is read again of the hub.
    await harness.hub.database.query(
      "update marketplace.fulfilments set updated_at = updated_at - interval '1 minute'",
    )
    await harness.expireLeases()
    isDead = killer.isDead
    shop.onCall = () => {}
    const next = harness.connector(shop.adapter())
    await next.runOnce(id)
    await next.close()
    expect([...shop.orders.values()].at(-1)?.cancellations, `killed at ${at}`).toHaveLength(1)
  }
})

test('a shipment with the id of a lost one is that of its own order', async () => {
  serial += 1
  const name = `shipped${serial}`
  const shop = new FakeMerchant(name)
  shop.addProduct(name, { stock: 1_000 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  for (const reference of [`${name}-1`, `${name}-2`]) await harness.order(reference, { [name]: 3 })
  await connector.runOnce(id)
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
  const channelReference = [`${name}-1`, `${name}-2`]
  const orders = await harness.merchant.listOrders({ channelReference })
  const shipped = new Map(
    orders.map((one) => [one.ChannelReference, one.Lines[0]?.ShippedQuantity]),
  )
  expect(channelReference.map((reference) => shipped.get(reference))).toEqual([1, 2])
  const [quiet] = await connector.runOnce(id)
  expect(quiet?.steps.reduce((sum, { written }) => sum + written, 0)).toBe(0)
})

test('a dry run that a person asks for leaves the next run everything to do', async () => {
  serial += 1
  const name = `rehearsed${serial}`
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
  serial += 1
  const name = `again${serial}`
  const shop = new FakeMerchant(name)
  shop.addProduct(name, { stock: 1_000 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  const channelReference = [`${name}-1`, `${name}-2`]
  for (const reference of channelReference) await harness.order(reference, { [name]: 5 })
  await connector.runOnce(id)
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
    [`${name}-1`, 1, 1],
    [`${name}-2`, 2, 2],
  ])
  for (const { Id, ChannelReference } of orders) {
    const refunds = await harness.merchant.listRefunds({ orderId: Id })
    const refunded = ChannelReference === `${name}-1` ? 1 : 2
    expect(refunds.map(({ RefundInclVat }) => RefundInclVat)).toEqual([refunded])
  }
  const [quiet] = await connector.runOnce(id)
  expect(quiet?.steps.reduce((sum, { written }) => sum + written, 0)).toBe(0)
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test('a cancellation of the hub can get the id in the shop of one that the shop has lost', async () => {
  serial += 1
  const name = `taken${serial}`
  const shop = new FakeMerchant(name)
  shop.addProduct(name, { stock: 1_000 })
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  await connector.runOnce(id)
  const references = [`${name}-1`, `${name}-2`]
  for (const reference of references) await harness.order(reference, { [name]: 5 })
  await connector.runOnce(id)
  const backup = shop.backup()
  const [first] = shop.orders.values()
  if (first) shop.cancel(first, [{ shopLineId: first.lines[0]?.id ?? '', quantity: 1 }])
  await connector.runOnce(id)
  shop.restore(backup)
  await cancelOne(`${name}-2`)
  await connector.runOnce(id)
  expect([...shop.orders.values()].map(cancelledOf)).toEqual([0, 1])
  const orders = await harness.merchant.listOrders({ channelReference: references })
  expect(orders.map(({ Lines }) => Lines[0]?.CancelledQuantity)).toEqual([1, 1])
  const [quiet] = await connector.runOnce(id)
  expect(quiet?.steps.reduce((sum, { written }) => sum + written, 0)).toBe(0)
})

test('a dry run keeps to the steps to which the connection is limited', async () => {
  serial += 1
  const name = `limited${serial}`
  const shop = new FakeMerchant(name)
  shop.addProduct(name)
  const id = await harness.connect(name, {
    Settings: { url: 'https://shop.example', steps: 'stock' },
  })
  const connector = harness.connector(shop.adapter())
  const [rehearsal] = await connector.runOnce(id, { isDryRun: true })
  expect(rehearsal?.steps.map(({ step }) => step)).toEqual(['stock'])
})

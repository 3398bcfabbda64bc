/** What a channel's shop had before it was connected, and what the merchant takes back or gives back afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { total } from '../src/index.ts'
import { killAt } from './support/crash.ts'
import { FakeChannel } from './support/fake-channel.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const LONG_AGO = '2026-01-01T10:00:00.000Z'
const REFUSED = { code: 'on_hold', message: 'It is on hold.', remedy: 'Release it.' }

async function connected(name: string) {
  const product = { MerchantProductReference: name, Name: name, Price: 10, Stock: 90 }
  await harness.merchant.createProducts({ body: [product] } as never)
  const shop = new FakeChannel(name)
  const { channelId, key } = await harness.addChannel()
  const more = { Role: 'channel', ChannelId: channelId, Settings: {} }
  const id = await harness.connect(name, more)
  const open = () => harness.connector(shop.adapter(), { key })
  let connector = open()
  return {
    ...{ id, shop, key, name, more },
    sell: (quantity = 2) => shop.sell(name, quantity),
    async run(connectionId = id) {
      const [report] = await connector.runOnce(connectionId)
      expect(report?.failure).toBeUndefined()
      return report
    },
    async restart() {
      await connector.close()
      connector = open()
    },
    problems: () => harness.merchant.listConnectionProblems({ id }),
    /** A person presses Retry. */
    retry: () => harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } }),
  }
}

const inHub = async (...channelReference: string[]) =>
  (await harness.merchant.listOrders({ channelReference })).map((one) => one.ChannelReference)

async function acknowledge(channelReference: string): Promise<void> {
  const [order] = await harness.merchant.listOrders({ channelReference: [channelReference] })
  await harness.merchant.acknowledgeOrder({
    body: { OrderId: order?.Id ?? 0, MerchantOrderReference: `M-${channelReference}` },
  })
}

test('of the orders from before the connection, the hub takes those of which nothing is done', async () => {
  const { shop, sell, run, problems } = await connected('history')
  const [open, shipped, cancelled, mixed, part] = [sell(), sell(), sell(), sell(), sell()]
  for (const order of [open, shipped, cancelled, mixed, part]) order.placedAt = LONG_AGO
  shipped.shipped = 2
  shop.cancel(cancelled, 2)
  mixed.shipped = 1
  shop.cancel(mixed, 1)
  part.shipped = 1
  const later = sell()
  later.placedAt = new Date(Date.now() + 60_000).toISOString()
  later.shipped = 2
  await run()
  const all = [open, shipped, cancelled, mixed, part, later].map(({ reference }) => reference)
  expect(await inHub(...all)).toEqual([open.reference, later.reference])
  expect(await problems()).toMatchObject([
    { Kind: 'order', ShopId: part.id, Code: 'shipped_in_part' },
  ])
  part.shipped = 2
  part.changed = shop.clock++
  await run()
  expect(await inHub(part.reference)).toEqual([])
  expect(await problems()).toEqual([])
})

test('an order that the hub has from an earlier connection is known to the next one, whatever is done of it', async () => {
  const { id, shop, more, sell, run } = await connected('again')
  await run()
  const sold = sell()
  sold.placedAt = new Date().toISOString()
  await run()
  expect(await inHub(sold.reference)).toEqual([sold.reference])
  await harness.merchant.deleteConnection({ id })
  sold.shipped = 1
  sold.changed = shop.clock++
  const next = await harness.connect('again', more)
  await run(next)
  const pairs = await harness.merchant.listConnectionPairs({ id: next, kind: 'order' })
  expect(pairs).toMatchObject([{ ShopId: sold.id, State: 'linked' }])
  expect(await harness.merchant.listConnectionProblems({ id: next })).toEqual([])
})

test('an order with units that were added in the shop is in the hub with its cancellations, and the units are a problem', async () => {
  const { shop, sell, run, problems } = await connected('added')
  await run()
  const sold = sell(3)
  sold.added = { code: 'units_added', message: 'Units were added.', remedy: 'Cancel them.' }
  await run()
  expect(await problems()).toMatchObject([{ Kind: 'order', Code: 'units_added' }])
  shop.cancel(sold, 1)
  await run()
  const [order] = await harness.merchant.listOrders({ channelReference: [sold.reference] })
  expect(order?.Lines).toMatchObject([{ Quantity: 3, CancelledQuantity: 1 }])
  expect(await problems()).toHaveLength(1)
  delete sold.added
  sold.changed = shop.clock++
  await run()
  expect(await problems()).toEqual([])
})

/** An order that the merchant has shipped, and taken the shipment back. */
async function takenBack({ sell, run }: Awaited<ReturnType<typeof connected>>) {
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  const reference = `S-${sold.reference}`
  const Lines = [{ ChannelOrderLineReference: '1', Quantity: 2 }]
  await harness.merchant.createShipment({
    body: {
      ...{ MerchantShipmentReference: reference, MerchantOrderReference: `M-${sold.reference}` },
      Lines,
    },
  })
  await run()
  expect(sold.shipments.size).toBe(1)
  await harness.merchant.voidShipment({ reference })
  return { sold, reference }
}

test('a shipment that the merchant takes back is cancelled in the shop, once it lets it', async () => {
  const here = await connected('voided')
  const { shop, run, problems, retry } = here
  const { sold, reference } = await takenBack(here)
  shop.refused.set(reference, REFUSED)
  await run()
  expect(await problems()).toMatchObject([{ Kind: 'shipment', Code: 'on_hold' }])
  shop.refused.clear()
  await retry()
  await run()
  expect(sold.shipments.size).toBe(0)
  expect(await problems()).toEqual([])
  const calls = () => shop.calls.filter((call) => call === 'voidShipment').length
  const before = calls()
  await here.restart()
  await run()
  expect(calls()).toBe(before)
})

test('a shop that cannot cancel a shipment shows it as sent, and people are told', async () => {
  const here = await connected('unvoided')
  here.shop.lacks = ['voidShipment']
  await here.restart()
  const { sold } = await takenBack(here)
  await here.run()
  expect(sold.shipments.size).toBe(1)
  expect(await here.problems()).toMatchObject([{ Kind: 'shipment', Code: 'shipment_voided' }])
})

async function giveBack(reference: string, RefundInclVat: number, name = '') {
  const MerchantReference = `F-${reference}-${RefundInclVat}${name}`
  const MerchantOrderReference = `M-${reference}`
  await harness.merchant.createRefund({
    body: { MerchantReference, MerchantOrderReference, RefundInclVat, Reason: 'Scratched' },
  })
  return MerchantReference
}

test('an amount that the merchant gives back reaches the shop, also when it is refused first and others come after it', async () => {
  const { shop, sell, run, problems, retry } = await connected('refunds')
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  const refused = await giveBack(sold.reference, 5)
  shop.refused.set(refused, REFUSED)
  await run()
  await giveBack(sold.reference, 3)
  await run()
  expect([...sold.refunded.values()]).toEqual([3])
  expect(await problems()).toMatchObject([{ Kind: 'refund', Code: 'on_hold' }])
  shop.refused.clear()
  await retry()
  await run()
  expect([...sold.refunded.values()].sort()).toEqual([3, 5])
  expect(await problems()).toEqual([])
  const quiet = await run()
  expect(quiet && total(quiet, 'written')).toBe(0)
})

test('one refund by people of the shop is taken for one refund of the hub', async () => {
  const { shop, sell, run, retry } = await connected('by-people')
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  for (const name of ['a', 'b']) {
    shop.refused.set(await giveBack(sold.reference, 5, name), REFUSED)
  }
  await run()
  sold.byPeople.set('P1', 5)
  shop.refused.clear()
  await retry()
  await run()
  expect([...sold.refunded.values()]).toEqual([5])
})

test('an id that the shop gives twice is a problem of the second record, and the run goes on', async () => {
  const { shop, sell, run, problems } = await connected('same-id')
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  shop.refundId = 'note-1'
  await giveBack(sold.reference, 5)
  await giveBack(sold.reference, 3)
  await run()
  expect(await problems()).toMatchObject([
    { Kind: 'refund', Code: 'hub_connection_pair_taken', Message: expect.stringMatching('note-1') },
  ])
  shop.refundId = undefined
  await giveBack(sold.reference, 2)
  await run()
  expect([...sold.refunded.values()]).toEqual([5, 3, 2])
})

test('a refund has one mark in the shop after a crash at each call', async () => {
  const { id, shop, key, sell, run, restart } = await connected('refund-crash')
  await run()
  const sold = sell(60)
  await run()
  await acknowledge(sold.reference)
  let moments = 1
  let amounts = 0
  const amountOf = (number: number) => (100 + number) / 100
  for (let at = 1; at <= moments; at += 3) {
    amounts += 1
    await giveBack(sold.reference, amountOf(amounts))
    await restart()
    const killer = killAt(at, shop)
    const one = harness.connector(shop.adapter(), { rest: killer.rest, key })
    await one.runOnce(id).catch(() => [])
    await killer.rest.close()
    await harness.expireLeases()
    moments = killer.isDead ? at + 3 : 0
    shop.onCall = () => {}
    await run()
    expect({ at, written: [...sold.refunded.values()] }).toEqual({
      at,
      written: Array.from({ length: amounts }, (_, index) => amountOf(index + 1)),
    })
  }
  const writes = shop.calls.filter((call) => call === 'writeRefund').length
  expect(writes).toBeLessThan(2 * amounts)
})

test('refunds of a shop that takes none are problems that say what to give back', async () => {
  const { shop, sell, run, restart, problems } = await connected('no-refunds')
  shop.lacks = ['writeRefund']
  await restart()
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  await giveBack(sold.reference, 5)
  await run()
  expect(await problems()).toMatchObject([
    { Kind: 'refund', Code: 'refund_for_people', Message: expect.stringContaining('5 EUR') },
  ])
})

test('refunds from before the connector carried them over are left to people, and later ones are written', async () => {
  const { id, sell, run, restart } = await connected('upgrade')
  await run()
  const sold = sell()
  await run()
  await acknowledge(sold.reference)
  await giveBack(sold.reference, 5)
  await harness.hub.database.query(
    "update marketplace.refunds set created_at = created_at - interval '1 hour'",
  )
  await harness.hub.database.query(
    "update marketplace.connections set cursors = cursors - 'hub.amounts' where connection_id = $1",
    [id],
  )
  await restart()
  await run()
  await giveBack(sold.reference, 3)
  await run()
  expect([...sold.refunded.values()]).toEqual([3])
})

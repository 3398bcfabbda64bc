/** A hub, the connector and a real Medusa: both sides become the same, and stay it through crashes and faults. */
import type { Schemas } from '@entrepot/client'
import { type KillableHub, startKillableHub } from '@entrepot/test-support/hub-process'
import { createRandom } from '@entrepot/test-support/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProducts, setStock, ship, takeBack, takeOff } from '../shops/medusa-people.ts'
import { type MedusaShop, startMedusa } from '../shops/start-medusa.ts'
import { medusa } from '../src/adapters/medusa/index.ts'
import { total } from '../src/index.ts'
import { type Harness, startHarness } from '../test/support/harness.ts'
import { type MerchantLoop, startMerchantLoop, stepOf } from './support/merchant-loop.ts'

const SEED = Number(process.env.LOOP_SEED ?? 7)
/** Orders during which processes are killed. */
const ORDERS = Number(process.env.LOOP_ORDERS ?? 12)
/** A bound for what hangs. */
const TIMEOUT = 600_000 + ORDERS * 20_000
const random = createRandom(SEED)

let hub: KillableHub
let harness: Harness
let shop: MedusaShop
let loop: MerchantLoop

beforeAll(async () => {
  ;[hub, shop] = await Promise.all([startKillableHub(), startMedusa()])
  harness = await startHarness(hub)
  const { regionId, salesChannelId, shippingOptionId, apiKey } = shop
  loop = await startMerchantLoop({
    ...{ harness, hub, adapter: medusa, shopUrl: shop.url, seed: SEED },
    settings: { regionId, salesChannelId, shippingOptionId, returnsEvery: 0 },
    secrets: { apiKey },
    shopLog: shop.log,
  })
})
afterAll(async () => {
  await harness?.close()
  await loop?.close()
  await shop?.stop()
})

const FIELDS =
  'id,display_id,status,total,metadata,*items,*items.detail,*fulfillments,*payment_collections'

interface MedusaOrder {
  readonly id: string
  readonly display_id: number
  readonly status: string
  readonly total: number
  readonly metadata: Record<string, string> | null
  readonly items: readonly {
    readonly id: string
    readonly quantity: number
    readonly variant_sku: string
    readonly metadata: Record<string, string> | null
    readonly detail: Record<string, number>
  }[]
  readonly fulfillments: readonly { readonly id: string; readonly shipped_at: string | null }[]
  readonly payment_collections: readonly {
    readonly captured_amount: number
    readonly refunded_amount: number
  }[]
}

/** All orders that the hub has made in the shop, by the reference of the channel. */
async function ordersOfShop(): Promise<ReadonlyMap<string, readonly MedusaOrder[]>> {
  const path = `/admin/orders?limit=500&fields=${FIELDS}&sales_channel_id[]=${shop.salesChannelId}`
  const { orders } = (await shop.call('GET', path)) as { orders: readonly MedusaOrder[] }
  return Map.groupBy(orders, ({ metadata }) => String(metadata?.entrepot_channel_reference))
}

async function orderOfShop(reference: string): Promise<MedusaOrder> {
  const [found, ...others] = (await ordersOfShop()).get(reference) ?? []
  expect(others).toEqual([])
  if (!found) throw new Error(`The shop has no order ${reference}.`)
  return found
}

const itemOf = ({ items }: MedusaOrder, sku: string) => {
  const found = items.find(({ variant_sku }) => variant_sku === sku)
  if (!found) throw new Error(`no item ${sku}`)
  return found
}

describe('products and stock', () => {
  test('500 products with their variants come to the hub once, and an idle run costs one call of the hub', async () => {
    const families = Array.from({ length: 100 }, (_, index) => ({
      title: `Shirt ${index}`,
      handle: `shirt-${index}`,
      skus: [1, 2, 3, 4].map((model) => `SHIRT-${index}-${model}`),
      price: 12.5,
      stock: 50,
    }))
    const singles = Array.from({ length: 100 }, (_, index) => ({
      title: `Lamp ${index}`,
      handle: `lamp-${index}`,
      skus: [`LAMP-${index}`],
      price: 30,
      stock: 20,
    }))
    await createProducts(shop, [...families, ...singles])
    const first = await loop.run()
    expect(first.failure).toBeUndefined()
    // 400 variants, 100 parents and 100 single products.
    expect(stepOf(first, 'products')).toMatchObject({ written: 600, failed: 0 })
    await loop.settle()
    const idle = await loop.run()
    expect(total(idle, 'written')).toBe(0)
    expect(idle.calls).toMatchObject({ hubWrites: 1, hubReads: 0 })
    const shirt = await harness.merchant.getProduct({ reference: 'SHIRT-3-2' })
    expect(shirt).toMatchObject({
      Name: 'Shirt 3 Model 2',
      ParentMerchantReference: 'shirt-3',
      Price: 12.5,
      Stock: 50,
    })
  })

  test('a price, a title, a count, a deletion and a draft of the shop are in the hub after the next runs', async () => {
    const find = async (handle: string) => {
      const { products } = (await shop.call(
        'GET',
        `/admin/products?handle=${handle}&fields=id,*variants,*variants.prices`,
      )) as { products: readonly { id: string; variants: readonly Record<string, never>[] }[] }
      const [product] = products
      if (!product) throw new Error(`no product ${handle}`)
      return product
    }
    const [lamp, renamed, gone, draft] = await Promise.all(
      ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4'].map(find),
    )
    const variant = `/admin/products/${lamp?.id}/variants/${lamp?.variants[0]?.id}`
    await shop.call('POST', variant, { prices: [{ currency_code: 'eur', amount: 27.35 }] })
    await shop.call('POST', `/admin/products/${renamed?.id}`, { title: 'Renamed' })
    await shop.call('DELETE', `/admin/products/${gone?.id}`)
    await shop.call('POST', `/admin/products/${draft?.id}`, { status: 'draft' })
    await setStock(shop, new Map([['LAMP-5', 3]]))
    const report = await loop.run()
    expect(stepOf(report, 'products')).toMatchObject({ written: 4 })
    expect(stepOf(report, 'stock')).toMatchObject({ written: 1 })
    const read = (reference: string) => harness.merchant.getProduct({ reference })
    expect(await read('LAMP-1')).toMatchObject({ Price: 27.35 })
    expect(await read('LAMP-2')).toMatchObject({ Name: 'Renamed' })
    expect(await read('LAMP-3')).toMatchObject({ IsActive: false })
    expect(await read('LAMP-4')).toMatchObject({ IsActive: false })
    expect(await read('LAMP-5')).toMatchObject({ Stock: 3 })
    await loop.settle()
  })
})

describe('orders', () => {
  test('an order is in the shop once, paid, with its total to the cent and its units reserved', async () => {
    const id = await loop.order(
      'A-1',
      [
        { sku: 'LAMP-10', quantity: 3, price: 9.99, discount: 0.1 },
        { sku: 'SHIRT-10-1', quantity: 2, price: 12.34 },
      ],
      { ShippingCostsInclVat: 4.95 },
    )
    await loop.run()
    const made = await orderOfShop('A-1')
    expect(made.total).toBeCloseTo(29.87 + 24.68 + 4.95, 6)
    expect(made.payment_collections).toMatchObject([{ captured_amount: 59.5 }])
    expect(await loop.hubOrder(id)).toMatchObject({
      Status: 'IN_PROGRESS',
      MerchantReference: String(made.display_id),
    })
    await loop.settle()
    expect(await harness.merchant.getProduct({ reference: 'LAMP-10' })).toMatchObject({ Stock: 17 })
  })

  test('problems stand at the order in words, and end when they are solved', async () => {
    const short = await loop.order('P-1', [{ sku: 'LAMP-5', quantity: 5, price: 30 }])
    await loop.order('P-2', [{ sku: 'LAMP-20', quantity: 1, price: 30 }], {
      ShippingAddress: { FirstName: 'Nora', City: 'Bern', CountryIso: 'CH' },
    })
    await loop.run()
    const problems = await harness.merchant.listConnectionProblems({ id: loop.connectionId })
    const codes = problems.filter(({ Kind }) => Kind === 'order').map(({ Code }) => Code)
    expect(codes.toSorted()).toEqual(['country_not_served', 'out_of_stock'])
    const drafts = await shop.call('GET', '/admin/draft-orders?fields=id')
    expect(drafts).toMatchObject({ draft_orders: [] })
    // The merchant cancels the units that the shop does not have, which never come to the shop.
    await loop.cancel('short', 'P-1', 'P-1-1', 2)
    await loop.settle()
    const left = await orderOfShop('P-1')
    expect(itemOf(left, 'LAMP-5')).toMatchObject({ quantity: 3 })
    expect(left.payment_collections).toMatchObject([{ captured_amount: 90, refunded_amount: 0 }])
    expect(await harness.merchant.getProduct({ reference: 'LAMP-5' })).toMatchObject({ Stock: 0 })
    expect(await loop.hubOrder(short)).toMatchObject({ Status: 'IN_PROGRESS' })
    await loop.cancel('bern', 'P-2', 'P-2-1', 1)
    await loop.settle()
  })

  test('an answer that is lost when the order is created makes no second order', async () => {
    await loop.order('L-1', [{ sku: 'LAMP-11', quantity: 1, price: 30 }])
    await loop.runUntilAnswersAreLost(0.4)
    await loop.settle()
    await orderOfShop('L-1')
  })

  test('a key that has expired fails the connection in words, and a new one goes on', async () => {
    loop.toShop.answers(401)
    const report = await loop.run()
    expect(report.failure).toMatchObject({ kind: 'denied' })
    loop.toShop.answers(undefined)
    await loop.settle()
  })
})

describe('what happens to orders', () => {
  test('shipments in parts, edits, returns and refunds of the shop come to the hub once, with tracking', async () => {
    const id = await loop.order('F-1', [
      { sku: 'LAMP-12', quantity: 3, price: 30 },
      { sku: 'SHIRT-12-1', quantity: 1, price: 12.5 },
    ])
    await loop.settle()
    const made = await orderOfShop('F-1')
    const lamp = itemOf(made, 'LAMP-12').id
    const shirt = itemOf(made, 'SHIRT-12-1').id
    await ship(shop, made.id, new Map([[lamp, 1]]), '3S1')
    await loop.settle()
    await ship(shop, made.id, new Map([[lamp, 1]]), '3S2')
    // People remove the shirt, and take a lamp off.
    await takeOff(
      shop,
      made.id,
      new Map([
        [lamp, 2],
        [shirt, 0],
      ]),
    )
    await takeBack(shop, made.id, new Map([[lamp, 1]]))
    await loop.settle()
    const shipments = await harness.merchant.listShipments({ orderId: id })
    expect(shipments.map(({ TrackTraceNo }) => TrackTraceNo).toSorted()).toEqual(['3S1', '3S2'])
    const after = await loop.hubOrder(id)
    expect(after.Lines).toMatchObject([
      { CancelledQuantity: 1, ShippedQuantity: 2, ReturnedQuantity: 1, RefundedInclVat: 30 },
      { CancelledQuantity: 1, ShippedQuantity: 0 },
    ])
    // A refund that changes nothing else of the order.
    await refund(made.id, 30 + 42.5 + 7)
    await loop.settle()
    expect((await loop.hubOrder(id)).RefundedInclVat).toBe(37)
    expect(total(await loop.run(), 'written')).toBe(0)
  })

  test('cancellations of the hub are edits of the order in the shop, and the last one cancels it', async () => {
    const id = await loop.order('C-1', [
      { sku: 'LAMP-13', quantity: 3, price: 9.99, discount: 0.1 },
    ])
    await loop.settle()
    await loop.cancel('C-1-a', 'C-1', 'C-1-1', 1)
    await loop.settle()
    const edited = await orderOfShop('C-1')
    expect(itemOf(edited, 'LAMP-13').quantity).toBe(2)
    expect(edited.payment_collections).toMatchObject([{ refunded_amount: 9.96 }])
    await loop.cancel('C-1-b', 'C-1', 'C-1-1', 2)
    await loop.settle()
    const cancelled = await orderOfShop('C-1')
    expect(cancelled.status).toBe('canceled')
    expect(cancelled.payment_collections).toMatchObject([{ refunded_amount: 29.87 }])
    expect((await loop.hubOrder(id)).Lines).toMatchObject([{ CancelledQuantity: 3 }])
    expect(await harness.merchant.listCancellations({ orderId: id })).toHaveLength(2)
  })
})

async function refund(orderId: string, amount: number): Promise<void> {
  const { order: read } = (await shop.call(
    'GET',
    `/admin/orders/${orderId}?fields=id,*payment_collections.payments`,
  )) as {
    order: { payment_collections: readonly { payments: readonly { id: string }[] }[] }
  }
  const payment = read.payment_collections[0]?.payments[0]?.id
  await shop.call('POST', `/admin/payments/${payment}/refund`, { amount, note: 'Late' })
}

describe('crashes', () => {
  test(
    'kills of the connector, of the shop and of the hub, and faults on both sides, leave the books balanced',
    async () => {
      const log = await loop.survive({
        ...{ orders: ORDERS, share: 0.03, random, change: anyChange },
        async restartShop() {
          await shop.kill()
          await shop.restart()
        },
      })
      expect(hub.kills).toBeGreaterThan(0)
      await expectBalance(log)
      expect(total(await loop.run(), 'written')).toBe(0)
    },
    TIMEOUT,
  )
})

/** People on both sides ship, cancel and take back what there is. */
async function anyChange(references: readonly string[]): Promise<void> {
  const orders = await ordersOfShop()
  for (const reference of references) {
    const [made] = orders.get(reference) ?? []
    if (made && made.status !== 'canceled') await changeOrder(reference, made)
  }
  // The products of the orders are refilled now and then, so that most orders find their units.
  const refilled = random.pick(['LAMP-30', 'LAMP-31', 'LAMP-32', 'SHIRT-30-1', 'SHIRT-31-1'])
  const counts = new Map([[`LAMP-${random.int(40, 60)}`, random.int(5, 50)]])
  await setStock(shop, counts.set(refilled, 200))
}

const count = ({ detail }: MedusaOrder['items'][number], name: string) => detail[name] ?? 0
const isPaid = (made: MedusaOrder) =>
  made.payment_collections.some(({ captured_amount }) => captured_amount > 0)

async function changeOrder(reference: string, made: MedusaOrder): Promise<void> {
  const { id, items } = made
  const sent = items.find(
    (one) => count(one, 'shipped_quantity') > count(one, 'return_received_quantity'),
  )
  if (sent && random.chance(0.4)) await takeBack(shop, id, new Map([[sent.id, 1]]))
  const open = items.find((one) => count(one, 'quantity') > count(one, 'fulfilled_quantity'))
  if (!open || random.chance(0.3)) return
  const action = random.pick(['ship', 'ship', 'takeOff', 'cancel'] as const)
  // Medusa refuses to ship part of a line while its whole stock is reserved: it checks the stock between two of its own steps.
  if (action === 'ship') {
    await ship(shop, id, new Map([[open.id, 1]]), `3S-${reference}`).catch(unlessReserved)
  }
  const left = new Map([[open.id, count(open, 'quantity') - 1]])
  // Medusa refuses it while the connector edits the same order; the books must balance nevertheless. Until a payment is recorded, an edit
  // lowers what is to be paid, so that people who edit in this moment make another payment than the buyer has made.
  if (action === 'takeOff' && isPaid(made)) await takeOff(shop, id, left).catch(() => {})
  if (action === 'cancel') await cancelInHub(reference, Number(open.metadata?.entrepot_line))
}

function unlessReserved(error: Error): void {
  if (!error.message.includes('Not enough stock available')) throw error
}

async function cancelInHub(reference: string, lineId: number): Promise<void> {
  const [found] = await harness.merchant.listOrders({ channelReference: [reference] } as never)
  const line = found?.Lines.find(({ Id, OpenQuantity }) => Id === lineId && OpenQuantity > 0)
  if (!line) return
  // Units that the shop has shipped or cancelled meanwhile cannot be cancelled.
  await loop
    .cancel(
      `${reference}-${line.Id}-${line.CancelledQuantity}`,
      reference,
      line.ChannelReference,
      1,
    )
    .catch(() => {})
}

/** Every order is once on both sides, with the same units and the same money; all counts are the same. */
async function expectBalance(log: string): Promise<void> {
  const orders = await ordersOfShop()
  const inShop = await loop.acknowledgedOrders()
  expect(inShop.length).toBeGreaterThan(12)
  const contradictory = await contradictoryOrders()
  for (const one of inShop) {
    const found = orders.get(one.ChannelReference) ?? []
    expect(found, `${one.ChannelReference}: ${log}`).toHaveLength(1)
    if (found[0] && !contradictory.has(one.Id)) await expectSame(one, found[0])
  }
  expect(contradictory.size).toBeLessThan(inShop.length / 5)
  expect(await shop.call('GET', '/admin/draft-orders?fields=id')).toMatchObject({
    draft_orders: [],
  })
  await expectSameStock()
}

/** Orders of which the hub has cancelled units that people had already packed in the shop: a problem says so, and only people can decide. */
async function contradictoryOrders(): Promise<ReadonlySet<number>> {
  const [connection] = await harness.merchant.listConnections()
  const input = { id: connection?.Id ?? 0, pageSize: 1_000 }
  const problems = await harness.merchant.listConnectionProblems(input)
  const refused = new Set(
    problems.filter(({ Code }) => Code === 'cancellation_refused').map(({ HubId }) => HubId),
  )
  const all = await harness.merchant.listCancellations({ pageSize: 1_000 })
  return new Set(all.filter(({ Id }) => refused.has(String(Id))).map(({ OrderId }) => OrderId))
}

async function expectSame(one: Schemas['OrderResponse'], made: MedusaOrder): Promise<void> {
  const name = one.ChannelReference
  const captured = made.payment_collections.reduce(
    (sum, { captured_amount }) => sum + captured_amount,
    0,
  )
  const expected = one.OriginalTotalInclVat - (await leftOutOf(one, made))
  expect(captured, `${name}: what the buyer paid`).toBeCloseTo(expected, 6)
  for (const line of one.Lines) {
    const item = made.items.find(({ metadata }) => metadata?.entrepot_line === String(line.Id))
    const open =
      made.status === 'canceled' ? (item?.detail.fulfilled_quantity ?? 0) : (item?.quantity ?? 0)
    expect(open, `${name}: units that are not cancelled`).toBe(
      line.Quantity - line.CancelledQuantity,
    )
    const shipped = item?.detail.shipped_quantity ?? 0
    expect(line.ShippedQuantity, `${name}: shipped units`).toBe(shipped)
    const returned = item?.detail.return_received_quantity ?? 0
    expect(line.ReturnedQuantity, `${name}: returned units`).toBe(returned)
    const price = line.OriginalUnitPriceInclVat * line.Quantity - line.OriginalDiscountInclVat
    const refunds = (price / line.Quantity) * returned
    // F-1 has a refund beyond its returns, too.
    if (name === 'F-1') continue
    expect(Math.abs(line.RefundedInclVat - refunds), `${name}: refunds`).toBeLessThan(0.01)
  }
}

/** What the units cost without which the order was created, because the shop did not have them. */
async function leftOutOf(one: Schemas['OrderResponse'], made: MedusaOrder): Promise<number> {
  const marks = made.metadata?.entrepot_left_out?.split(' ') ?? []
  if (marks.length === 0) return 0
  const all = await harness.merchant.listCancellations({ orderId: one.Id })
  const lines = all
    .filter(({ MerchantReference }) => marks.some((mark) => mark.endsWith(`/${MerchantReference}`)))
    .flatMap(({ Lines }) => Lines)
  const leftOut = one.Lines.map((line) => {
    const own = lines.filter((each) => each.ChannelOrderLineReference === line.ChannelReference)
    const units = own.reduce((sum, { Quantity }) => sum + Quantity, 0)
    const price = line.OriginalUnitPriceInclVat * line.Quantity - line.OriginalDiscountInclVat
    return Math.round(((price * 100) / line.Quantity) * units) / 100
  })
  return leftOut.reduce((sum, amount) => sum + amount, 0)
}

async function expectSameStock(): Promise<void> {
  const path = `/admin/inventory-items?limit=1000&fields=id,sku,stocked_quantity,reserved_quantity`
  const { inventory_items } = (await shop.call('GET', path)) as {
    inventory_items: readonly { sku: string; stocked_quantity: number; reserved_quantity: number }[]
  }
  const counts = inventory_items.map(
    (item) => [item.sku, item.stocked_quantity - item.reserved_quantity] as const,
  )
  await loop.expectStock(new Map(counts))
}

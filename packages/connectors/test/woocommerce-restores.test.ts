/** A WooCommerce shop that was restored from a backup gives ids again: its new orders are no others, and the hub writes again what is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { woocommerce } from '../src/adapters/woocommerce/index.ts'
import { total } from '../src/index.ts'
import { type Harness, startHarness } from './support/harness.ts'
import { startWoo, type WooHere } from './support/woo.ts'

let harness: Harness
let woo: WooHere

beforeAll(async () => {
  ;[harness, woo] = await Promise.all([startHarness(), startWoo()])
})
afterAll(async () => {
  await harness.close()
  await woo[Symbol.asyncDispose]()
})

const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Archer',
  city: 'Rotterdam',
  country: 'NL',
  email: 'ann@example.com',
}

/** Connects the shop as a channel with one product. */
async function connected() {
  const body = [{ MerchantProductReference: 'CUP', Name: 'Cup', Price: 10, Stock: 50 }]
  await harness.merchant.createProducts({ body } as never)
  const { channelId, key } = await harness.addChannel()
  const id = await harness.connect('woocommerce', {
    ...{ Role: 'channel', ChannelId: channelId, Settings: { url: woo.shop.address } },
  })
  const secrets = { key: 'ck_shop', secret: 'cs_shop' }
  const connector = harness.connector(woocommerce, { key, secrets: () => secrets })
  const run = async () => {
    const [report] = await connector.runOnce(id)
    if (report === undefined) throw new Error('no report')
    expect(report.failure).toBeUndefined()
    return report
  }
  await run()
  return { id, run }
}

interface Bought {
  readonly id: number
  readonly line_items: readonly { readonly id: number }[]
}

async function buy(quantity: number): Promise<Bought> {
  const product = [...woo.shop.state.products.values()].find(({ sku }) => sku === 'CUP')
  return await woo.people.post<Bought>('/orders', {
    ...{ status: 'processing', set_paid: true, created_via: 'checkout' },
    ...{ billing: ADDRESS, shipping: ADDRESS },
    line_items: [{ product_id: product?.id, quantity }],
  })
}

async function ordersOf() {
  const orders = await harness.merchant.listOrders({ sort: 'oldest' } as never)
  return orders.map(({ ChannelReference, Lines }) => ({
    reference: ChannelReference,
    quantity: Lines[0]?.Quantity,
    cancelled: Lines[0]?.CancelledQuantity,
  }))
}

async function ship({ id, line_items: [line] }: Bought): Promise<void> {
  const [order] = await harness.merchant.listOrders({ channelReference: [String(id)] })
  const MerchantOrderReference = 'M1'
  await harness.merchant.acknowledgeOrder({
    body: { OrderId: order?.Id ?? 0, MerchantOrderReference },
  })
  const Lines = [{ ChannelOrderLineReference: String(line?.id), Quantity: 1 }]
  await harness.merchant.createShipment({
    body: { MerchantOrderReference, MerchantShipmentReference: 'S1', Lines },
  })
}

test('an order with the id of a lost one is an order of its own, with its cancellations, and shipments are written again', async () => {
  const { id, run } = await connected()
  const kept = await buy(2)
  await run()
  const backup = woo.shop.state.backup()
  const lost = await buy(3)
  await run()
  await ship(kept)
  await run()
  woo.shop.state.restore(backup)
  const sold = await buy(4)
  expect(sold.id).toBe(lost.id)
  await woo.people.post(`/orders/${sold.id}/refunds`, {
    ...{ amount: '10.00', api_refund: false },
    line_items: [{ id: sold.line_items[0]?.id, quantity: 1, refund_total: 10 }],
  })
  await run()
  // The orders were read after the steps of the first run were chosen.
  await run()
  const again = { reference: expect.stringMatching(`^${sold.id}~`), quantity: 4, cancelled: 1 }
  expect(await ordersOf()).toEqual([
    { reference: String(kept.id), quantity: 2, cancelled: 0 },
    { reference: String(lost.id), quantity: 3, cancelled: 0 },
    again,
  ])
  const { meta = [] } = woo.shop.state.orders.get(kept.id) ?? {}
  expect(meta.find(({ key }) => key === '_entrepot_shipments')?.value).toHaveLength(1)
  expect(await harness.merchant.listConnectionProblems({ id })).toMatchObject([
    { Kind: 'order', Code: 'order_lost' },
  ])
  // What happens to it later comes to the same order.
  await woo.people.put(`/orders/${sold.id}`, { status: 'cancelled' })
  await run()
  expect((await ordersOf()).at(-1)).toEqual({ ...again, cancelled: 4 })
  expect(total(await run(), 'written')).toBe(0)
})

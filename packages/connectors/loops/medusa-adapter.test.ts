/** The adapter for Medusa against a real shop, without a hub. */
import { type Client, createClient } from '@entrepot/rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProducts, takeOff } from '../shops/medusa-people.ts'
import { type MedusaShop, startMedusa } from '../shops/start-medusa.ts'
import type { MerchantShop } from '../src/adapter/merchant.ts'
import { medusa } from '../src/adapters/medusa/index.ts'
import { cutRow, done } from '../test/support/cut-off.ts'
import { markOf, toWrite } from '../test/tryton-order.ts'

let shop: MedusaShop
let variants: ReadonlyMap<string, string>

beforeAll(async () => {
  shop = await startMedusa()
  const created = await createProducts(shop, [
    { title: 'Lamp', handle: 'lamp', skus: ['LAMP-1', 'LAMP-2'], price: 30, stock: 1_000 },
  ])
  variants = new Map(created[0]?.variants.map(({ sku, id }) => [String(sku), id]))
})
afterAll(() => shop?.stop())

function openWith(http: Client) {
  const { url, salesChannelId, shippingOptionId, apiKey } = shop
  return medusa.open({
    ...{ role: 'merchant', http, secrets: { apiKey } },
    settings: { url, salesChannelId, shippingOptionId },
  }).merchant as Required<MerchantShop>
}

let lastOrder = 0

function newOrder() {
  lastOrder += 1
  const lines = ['LAMP-1', 'LAMP-2'].map((reference) => ({ reference, quantity: 2, price: 9.99 }))
  const order = toWrite({ id: lastOrder, lines, shipping: 4.95, total: 44.91 }, new Map())
  return { ...order, productIds: variants }
}

async function writeOrder(http: Client, order: ReturnType<typeof newOrder>, isAgain: boolean) {
  const own = openWith(http)
  return (isAgain && (await own.findOrder(order.mark))) || done(await own.writeOrder(order))
}

interface Made {
  readonly id: string
  readonly status: string
  readonly total: number
  readonly metadata: Readonly<Record<string, string>> | null
  readonly items: readonly { readonly variant_sku: string; readonly quantity: number }[]
  readonly payment_collections: readonly {
    readonly captured_amount: number
    readonly refunded_amount: number
  }[]
}

async function madeOf(mark: string): Promise<readonly Made[]> {
  const fields = 'id,status,total,metadata,*items,*payment_collections'
  const { orders } = await shop.call<{ orders: readonly Made[] }>(
    'GET',
    `/admin/orders?limit=500&fields=${fields}`,
  )
  return orders.filter(({ metadata }) => metadata?.entrepot_mark === mark)
}

const drafts = () => shop.call('GET', '/admin/draft-orders?fields=id')

async function placeOrder() {
  const order = newOrder()
  await using http = createClient()
  return { order, written: await writeOrder(http, order, false) }
}

/** @param quantities to cancel of each of the two lines */
async function cancel(
  http: Client,
  { order, written }: Awaited<ReturnType<typeof placeOrder>>,
  quantities: readonly number[],
) {
  const units = written.lines.map(({ shopLineId }, index) => ({
    ...{ shopLineId, quantity: quantities[index] ?? 0 },
  }))
  return done(
    await openWith(http).writeCancellation({
      shopOrderId: written.shopId,
      cancellation: { Id: order.order.Id, Reason: 'Out of stock' } as never,
      units: units.filter(({ quantity }) => quantity > 0),
      mark: markOf(order.order.Id, 'cancellation'),
    }),
  )
}

const cancellationRow = (title: string, quantities: readonly number[], made: object) =>
  cutRow(title, {
    prepare: placeOrder,
    write: (http, placed) => cancel(http, placed, quantities),
    verify: async ({ order }) => expect(await madeOf(order.mark)).toMatchObject([made]),
  })

test('units that people have taken off the order in Medusa, too, are not taken off again', async () => {
  const placed = await placeOrder()
  const [first = '', second = ''] = placed.written.lines.map(({ shopLineId }) => shopLineId)
  const expectLeft = async (quantity: number) =>
    expect(await madeOf(placed.order.mark)).toMatchObject([
      { status: 'pending', items: [{ quantity }] },
    ])
  await using http = createClient()
  await takeOff(shop, placed.written.shopId, new Map([[first, 0]]))
  await cancel(http, placed, [1, 0])
  await expectLeft(2)
  // As many units as are left, but of the other line.
  await takeOff(shop, placed.written.shopId, new Map([[second, 1]]))
  await cancel(http, placed, [1, 0])
  await expectLeft(1)
  await cancel(http, placed, [0, 2])
  expect(await madeOf(placed.order.mark)).toMatchObject([{ status: 'canceled' }])
})

const CUT_WRITES = [
  cutRow('an order', {
    prepare: newOrder,
    write: writeOrder,
    async verify({ mark }, { shopId }) {
      expect(await madeOf(mark)).toMatchObject([
        {
          ...{ id: shopId, status: 'pending', total: 44.91 },
          items: [{ quantity: 2 }, { quantity: 2 }],
          payment_collections: [{ captured_amount: 44.91, refunded_amount: 0 }],
        },
      ])
      expect(await drafts()).toMatchObject({ draft_orders: [] })
    },
  }),
  cancellationRow('a cancellation of one unit of each line', [1, 1], {
    status: 'pending',
    items: [{ quantity: 1 }, { quantity: 1 }],
    payment_collections: [{ captured_amount: 44.91, refunded_amount: 19.98 }],
  }),
  cancellationRow('a cancellation of a line', [2, 0], {
    status: 'pending',
    items: [{ quantity: 2 }],
    payment_collections: [{ captured_amount: 44.91, refunded_amount: 19.98 }],
  }),
  cancellationRow('a cancellation of all units', [2, 2], {
    status: 'canceled',
    payment_collections: [{ captured_amount: 44.91, refunded_amount: 44.91 }],
  }),
]

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(1),
)

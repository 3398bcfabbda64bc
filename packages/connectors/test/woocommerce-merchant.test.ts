/** WooCommerce as a merchant, with the traps of its API: each test is one of the table in the guide. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MerchantShop } from '../src/adapter/merchant.ts'
import type { ShopFailure } from '../src/index.ts'
import { cutRow, done } from './support/cut-off.ts'
import { type LineOf, orderOf, readAll, startWoo, type WooHere } from './support/woo.ts'

let woo: WooHere
let merchant: MerchantShop
let serial = 0

beforeAll(async () => {
  woo = await startWoo()
})
afterAll(() => woo[Symbol.asyncDispose]())
beforeEach(() => {
  serial += 1
  woo.shop.fault = undefined
  Object.assign(woo.shop.state, { zone: 1, pricesIncludeTax: true, keepsPosts: false })
  merchant = woo.open('merchant').merchant as MerchantShop
})

const sku = (name: string) => `${name}-${serial}`
const mark = (id: number) => `entrepot:hub.example/7/order/2/M-${serial}-${id}`

async function addProduct(name: string, more: object = {}) {
  return await woo.people.post('/products', {
    name: `Product ${name}`,
    sku: sku(name),
    regular_price: '12.10',
    manage_stock: true,
    stock_quantity: 10,
    ...more,
  })
}

/** Orders that the hub has made. */
async function addOrdersOfHub(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const transaction_id = `entrepot-${serial}-${index}-`
    await woo.people.post('/orders', { created_via: 'entrepot', transaction_id })
  }
}

async function addFamily(name: string, more: object = {}) {
  const parent = await woo.people.post('/products', {
    name,
    type: 'variable',
    sku: sku(name),
    attributes: [{ name: 'Size', variation: true, options: ['S', 'M'] }],
    ...more,
  })
  const variation = (option: string, own: object) =>
    woo.people.post(`/products/${parent.id}/variations`, {
      regular_price: '20',
      attributes: [{ name: 'Size', option }],
      ...own,
    })
  return { parent, variation }
}

async function write(
  id: number,
  lines: readonly LineOf[],
  more: Parameters<typeof orderOf>[2] = {},
) {
  const outcome = await merchant.writeOrder?.({
    order: orderOf(id, lines, more),
    mark: mark(id),
    productIds: new Map(),
  })
  if (outcome === undefined || 'problem' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.done
}

type Stored = Readonly<Record<string, never>> & {
  readonly status: string
  readonly total: string
  readonly line_items: readonly {
    readonly id: number
    readonly total: string
    readonly total_tax: string
  }[]
}
const stored = (shopId: string) => woo.people.get<Stored>(`/orders/${shopId}`)
const stockOf = async (id: number) =>
  (await woo.people.get<{ stock_quantity: number }>(`/products/${id}`)).stock_quantity

async function products(cursor?: string) {
  return await readAll(merchant.readProducts?.(cursor), cursor)
}

describe('products', () => {
  test('come with price, tax and details; a variable one as a parent with its variants', async () => {
    const one = await addProduct('A', {
      name: 'Cup &amp; saucer',
      description: '<p>Blue</p>',
      sale_price: '9.68',
    })
    const { parent, variation } = await addFamily('B')
    const small = await variation('S', { sku: sku('B-S'), regular_price: '20' })
    const { records } = await products()
    expect(records.find(({ shopId }) => shopId === String(one.id))).toMatchObject({
      url: `${woo.shop.address}/wp-admin/post.php?post=${one.id}&action=edit`,
      product: {
        MerchantProductReference: sku('A'),
        Name: 'Cup & saucer',
        Price: 9.68,
        MSRP: 12.1,
        VatRate: 21,
        IsActive: true,
      },
    })
    const index = records.findIndex(({ shopId }) => shopId === String(parent.id))
    expect(records[index + 1]).toMatchObject({
      shopId: `${parent.id}/${small.id}`,
      product: {
        MerchantProductReference: sku('B-S'),
        ParentMerchantReference: sku('B'),
        Name: 'B - S',
        Size: 'S',
        Price: 20,
      },
    })
  })

  test('without a SKU of their own have a problem: the shop answers the SKU of the parent for such a variation', async () => {
    const { parent, variation } = await addFamily('C')
    const bare = await variation('M', {})
    const single = await woo.people.post('/products', { name: 'No SKU', regular_price: '1' })
    expect(await woo.people.get(`/products/${parent.id}/variations/${bare.id}`)).toMatchObject({
      sku: sku('C'),
    })
    const { records } = await products()
    for (const id of [`${parent.id}/${bare.id}`, String(single.id)]) {
      expect(records.find(({ shopId }) => shopId === id)).toMatchObject({
        problem: { code: 'missing_sku' },
      })
    }
  })

  test('whose variation alone has changed are found, since the shop lists the parent and all its variations are read', async () => {
    const { parent, variation } = await addFamily('D')
    const small = await variation('S', { sku: sku('D-S') })
    await age()
    const { cursor } = await products()
    await woo.people.put(`/products/${parent.id}/variations/${small.id}`, {
      regular_price: '21.50',
    })
    const { records } = await products(cursor)
    expect(records.map(({ shopId }) => shopId)).toEqual([
      String(parent.id),
      `${parent.id}/${small.id}`,
    ])
    expect(records[1]).toMatchObject({ product: { Price: 21.5 } })
  })

  test.each([1, -5, 0])(
    'that have changed are found in a shop %s hours from UTC, and read once',
    async (zone) => {
      woo.shop.state.zone = zone
      const one = await addProduct('E')
      await age()
      const first = await products()
      const quiet = await products(first.cursor)
      expect(quiet.records).toEqual([])
      await woo.people.put(`/products/${one.id}`, { name: 'Changed' })
      const second = await products(quiet.cursor)
      expect(second.records).toMatchObject([{ product: { Name: 'Changed' } }])
    },
  )

  test('that change in the second of the last read are not missed', async () => {
    const one = await addProduct('F')
    const first = await products()
    await woo.people.put(`/products/${one.id}`, { name: 'In the same second' })
    const second = await products(first.cursor)
    expect(second.records.find(({ shopId }) => shopId === String(one.id))).toMatchObject({
      product: { Name: 'In the same second' },
    })
  })

  test('that become visible after later ones are not missed: the shop sets the date before it writes the record', async () => {
    const [late, early] = [await addProduct('K'), await addProduct('L')]
    const { state } = woo.shop
    const hidden = state.products.get(late.id) as NonNullable<ReturnType<typeof state.products.get>>
    hidden.modified = state.now() - 3_000
    state.products.delete(late.id)
    const first = await products()
    expect(first.records.map(({ shopId }) => shopId)).toContain(String(early.id))
    state.products.set(late.id, hidden)
    const second = await products(first.cursor)
    expect(second.records.map(({ shopId }) => shopId)).toContain(String(late.id))
  })

  test('that are more than a page within one second are all read', async () => {
    for (let index = 0; index < 120; index += 1) await addProduct(`G${index}`)
    const now = woo.shop.state.now() - 60_000
    for (const one of woo.shop.state.products.values())
      if (one.sku.startsWith('G')) one.modified = now
    const { records } = await products()
    const found = records.filter(
      (one) => 'product' in one && one.product.MerchantProductReference.startsWith('G'),
    )
    expect(new Set(found.map(({ shopId }) => shopId)).size).toBe(120)
    expect(found.length).toBe(120)
  })

  test('in the trash, drafts and private ones are removed, although lists do not show what is thrown away', async () => {
    const [gone, draft] = [await addProduct('H'), await addProduct('I')]
    const { cursor } = await products()
    await woo.people.remove(`/products/${gone.id}`)
    await woo.people.put(`/products/${draft.id}`, { status: 'draft' })
    const { records } = await products(cursor)
    for (const { id } of [gone, draft]) {
      expect(records.find(({ shopId }) => shopId === String(id))).toMatchObject({ removed: true })
    }
  })

  test('of a shop that enters prices without tax get the price with tax', async () => {
    const one = await addProduct('J', { regular_price: '10', tax_class: 'reduced-rate' })
    woo.shop.state.pricesIncludeTax = false
    const { records } = await products()
    expect(records.find(({ shopId }) => shopId === String(one.id))).toMatchObject({
      product: { Price: 10.9, VatRate: 9 },
    })
  })

  test('have the units of the shop: those of the parent where it counts, and a number of the settings where nobody counts', async () => {
    await addProduct('K', { stock_quantity: 7 })
    await addProduct('L', { stock_quantity: -3 })
    await addProduct('M', { manage_stock: false })
    const { variation } = await addFamily('N', { manage_stock: true, stock_quantity: 40 })
    await variation('S', { sku: sku('N-S') })
    await variation('M', { sku: sku('N-M'), manage_stock: true, stock_quantity: 4 })
    // It is switched off, so the products do not have it either.
    await variation('L', { sku: sku('N-L'), status: 'private' })
    const shop = woo.open('merchant', { unmanagedStock: 3 }).merchant
    const { records } = await readAll(shop?.readStock?.(undefined))
    const found = Object.fromEntries(
      records.map((one) => [one.merchantProductReference, one.stock]),
    )
    expect(found).toMatchObject({
      [sku('K')]: 7,
      [sku('L')]: 0,
      [sku('M')]: 3,
      [sku('N-S')]: 40,
      [sku('N-M')]: 4,
    })
    expect(found).not.toHaveProperty([sku('N-L')])
  })
})

/** Lets all changes so far be older than the shop can still write. */
async function age() {
  for (const one of [...woo.shop.state.products.values(), ...woo.shop.state.orders.values()])
    one.modified -= 60_000
}

describe('orders', () => {
  test('have the prices that the buyer paid, discounts and shipping costs, and the stock is taken', async () => {
    const [one, two] = [await addProduct('A'), await addProduct('B', { tax_class: 'reduced-rate' })]
    const made = await write(
      1,
      [
        { sku: sku('A'), quantity: 3, price: 9.99, discount: 2.5 },
        { sku: sku('B'), quantity: 1, price: 7.77, rate: 9 },
      ],
      { shipping: 3.95 },
    )
    const order = await stored(made.shopId)
    expect(order).toMatchObject({
      status: 'processing',
      total: '39.19',
      created_via: 'entrepot',
      payment_method_title: 'Market',
    })
    const gross = order.line_items.map((line) =>
      (Number(line.total) + Number(line.total_tax)).toFixed(2),
    )
    expect(gross).toEqual(['27.47', '7.77'])
    expect(made.lines.map(({ lineId }) => lineId)).toEqual([100, 101])
    expect(made.reference).toBe(made.shopId)
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([7, 9])
  })

  test('take the e-mail address of the buyer along only where the settings say so', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 1, price: 5 }])
    expect(await stored(made.shopId)).toMatchObject({
      billing: { email: '', address_1: 'Harbour street 12 a', country: 'NL' },
    })
    merchant = woo.open('merchant', { buyerEmail: true, orderStatus: 'on-hold' })
      .merchant as MerchantShop
    const other = await write(2, [{ sku: sku('A'), quantity: 1, price: 5 }])
    expect(await stored(other.shopId)).toMatchObject({
      billing: { email: 'nora@example.com' },
      status: 'on-hold',
      date_paid: null,
    })
  })

  test('are equal to the cent where the shop uses another rate than the hub, or none', async () => {
    await addProduct('A')
    for (const [index, country] of ['DE', 'FR', 'NL'].entries()) {
      const lines = [
        { sku: sku('A'), quantity: 7, price: 3.33, rate: country === 'NL' ? null : 21 },
      ]
      const made = await write(index + 1, lines, { shipping: 4.95, country })
      expect(await stored(made.shopId)).toMatchObject({ total: '28.26' })
    }
  })

  test('are equal to the cent where net amount and tax are both half a cent', async () => {
    await addProduct('A')
    const { rates } = woo.shop.state
    woo.shop.state.rates = [
      { id: 9, country: 'GB', rate: '20.0000', name: 'VAT', class: 'standard' },
    ]
    for (const [index, includes] of [true, false].entries()) {
      woo.shop.state.pricesIncludeTax = includes
      const made = await write(index + 1, [{ sku: sku('A'), quantity: 1, price: 0.99, rate: 20 }], {
        country: 'GB',
      })
      expect(await stored(made.shopId)).toMatchObject({ total: '0.99' })
    }
    woo.shop.state.rates = rates
  })

  test('of 400 lines of all kinds are equal to the cent', async () => {
    await addProduct('A')
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 40; round += 1) {
      const lines = Array.from({ length: 10 }, () => ({
        sku: sku('A'),
        quantity: 1 + random(9),
        price: (1 + random(20_000)) / 100,
        rate: [0, 9, 19, 21][random(4)] ?? 0,
      }))
      woo.shop.state.pricesIncludeTax = round % 2 === 0
      const order = orderOf(round + 1, lines, { shipping: random(900) / 100 })
      const made = await write(round + 1, lines, {
        shipping:
          order.OriginalTotalInclVat -
          lines.reduce((sum, one) => sum + Math.round(one.quantity * one.price * 100) / 100, 0),
      })
      expect(Number((await stored(made.shopId)).total)).toBe(order.OriginalTotalInclVat)
    }
  })

  test('with a product that the shop does not have get a problem: the shop answers 201 with an empty line', async () => {
    const [one, gone] = [await addProduct('A'), await addProduct('B')]
    const ids = new Map([
      [sku('A'), String(one.id)],
      [sku('B'), String(gone.id)],
    ])
    await woo.people.remove(`/products/${gone.id}`)
    const order = orderOf(1, [
      { sku: sku('A'), quantity: 1, price: 5 },
      { sku: sku('B'), quantity: 1, price: 5 },
    ])
    const outcome = await merchant.writeOrder?.({ order, mark: mark(1), productIds: ids })
    expect(outcome).toMatchObject({ problem: { code: 'unknown_product' } })
    expect(await stockOf(one.id)).toBe(10)
    expect(await merchant.findOrder?.(mark(1))).toBeUndefined()
    expect([...woo.shop.state.orders.values()].at(-1)?.status).toBe('trash')
    const unknown = await merchant.writeOrder?.({
      order: orderOf(2, [{ sku: sku('NOPE'), quantity: 1, price: 5 }]),
      mark: mark(2),
      productIds: new Map(),
    })
    expect(unknown).toMatchObject({ problem: { code: 'unknown_product' } })
  })

  test.each([1, 2, 3])(
    'are created once although the answer of write %s was lost, since the shop has no idempotency',
    async (cut) => {
      await addProduct('A')
      const lines = [{ sku: sku('A'), quantity: 2, price: 7, rate: 9 }]
      let writes = 0
      woo.shop.fault = ({ method, path }) => {
        if (method === 'GET' || !path.startsWith('/orders')) return undefined
        writes += 1
        return writes === cut ? 'cut' : undefined
      }
      await expect(write(1, lines)).rejects.toMatchObject({
        kind: 'unavailable',
      } satisfies Partial<ShopFailure>)
      woo.shop.fault = undefined
      merchant = woo.open('merchant').merchant as MerchantShop
      const made = (await merchant.findOrder?.(mark(1))) ?? (await write(1, lines))
      expect(await stored(made.shopId)).toMatchObject({ status: 'processing', total: '14.00' })
      const mine = [...woo.shop.state.orders.values()].filter(({ meta }) =>
        meta.some(({ value }) => value === mark(1)),
      )
      expect(mine.length).toBe(1)
      expect(await merchant.findOrder?.(mark(1))).toEqual(made)
    },
  )

  test('that the shop does not let go on have a problem, and a retry finishes the same order', async () => {
    await addProduct('A')
    const lines = [{ sku: sku('A'), quantity: 1, price: 5 }]
    woo.shop.fault = ({ method, path }) =>
      method === 'PUT' && path.startsWith('/orders')
        ? { status: 400, body: '{"code":"woocommerce_rest_invalid_order","message":"No."}' }
        : undefined
    await expect(write(1, lines)).rejects.toThrow('order_refused')
    woo.shop.fault = undefined
    expect(await merchant.findOrder?.(mark(1))).toBeUndefined()
    const made = await write(1, lines)
    expect(await stored(made.shopId)).toMatchObject({ status: 'processing', total: '5.00' })
    const mine = [...woo.shop.state.orders.values()].filter(({ meta }) =>
      meta.some(({ value }) => value === mark(1)),
    )
    expect(mine.length).toBe(1)
  })

  test('are found in a shop that does not search transaction ids, since it keeps orders as posts', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 1, price: 5 }])
    woo.shop.state.keepsPosts = true
    expect(await merchant.findOrder?.(mark(1))).toEqual(made)
  })

  test('are found in such a shop behind hundreds of newer ones, with one call if their id is known', async () => {
    await addProduct('A')
    const line = { sku: sku('A'), quantity: 1, price: 5 }
    const made = await write(1, [line])
    await addOrdersOfHub(230)
    woo.shop.state.keepsPosts = true
    const calls = woo.shop.calls.length
    const hint = { shopId: made.shopId, since: '2020-01-01T00:00:00.000Z' }
    expect(await merchant.findOrder?.(mark(1), hint)).toEqual(made)
    expect(woo.shop.calls.slice(calls)).toEqual([`GET /orders/${made.shopId}`])
    expect(await merchant.findOrder?.(mark(1), { since: hint.since })).toEqual(made)
    expect(await merchant.findOrder?.(mark(2), hint)).toBeUndefined()
    await woo.people.remove(`/orders/${made.shopId}`)
    expect(await merchant.findOrder?.(mark(1), hint)).toBeUndefined()
  })

  test('that are not there cost few calls in a shop that searches, and in another one none for older orders', async () => {
    await addOrdersOfHub(230)
    const callsOf = async (since: number) => {
      const calls = woo.shop.calls.length
      const hint = { since: new Date(since).toISOString() }
      expect(await merchant.findOrder?.(mark(1), hint)).toBeUndefined()
      return woo.shop.calls.length - calls
    }
    expect(await callsOf(0)).toBe(3)
    woo.shop.state.keepsPosts = true
    expect(await callsOf(0)).toBeGreaterThan(4)
    expect(await callsOf(Date.now() + 60_000)).toBe(2)
  })

  test('are found by the whole mark only', async () => {
    await addProduct('A')
    await write(12, [{ sku: sku('A'), quantity: 1, price: 5 }])
    expect(await merchant.findOrder?.(mark(1))).toBeUndefined()
    expect(await merchant.findOrder?.(mark(12))).toMatchObject({ lines: [{ lineId: 1200 }] })
  })
})

describe('cancellations and shipments', () => {
  const cancel = async (
    shopId: string,
    line: string,
    quantity: number,
    id: number,
    reason: string | null = null,
  ) =>
    await merchant.writeCancellation?.({
      shopOrderId: shopId,
      cancellation: { Id: id, Reason: null, ReasonCode: reason } as never,
      units: [{ shopLineId: line, quantity }],
      mark: `entrepot:hub.example/7/cancellation/${serial}-${id}`,
    })

  test('of some units are refunded and put back once, those of the rest cancel the order', async () => {
    const one = await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 4, price: 3.33 }])
    const line = made.lines[0]?.shopLineId ?? ''
    const first = await cancel(made.shopId, line, 1, 1)
    expect(await cancel(made.shopId, line, 1, 1)).toEqual(first)
    expect(await stockOf(one.id)).toBe(7)
    expect(await woo.people.get(`/orders/${made.shopId}/refunds`)).toMatchObject([
      { amount: '3.33' },
    ])
    const second = await cancel(made.shopId, line, 3, 2)
    expect(await cancel(made.shopId, line, 3, 2)).toEqual(second)
    expect(await stored(made.shopId)).toMatchObject({ status: 'cancelled' })
    expect(await stockOf(one.id)).toBe(10)
    const { records } = await readAll(merchant.readFulfilments?.(undefined))
    const found = records.find(({ shopOrderId }) => shopOrderId === made.shopId)
    expect(found).toMatchObject({ cancellations: [], shipments: [] })
    expect(await merchant.readFulfilmentsOf?.(made.shopId)).toEqual(found)
  })

  test('of units that are not there put nothing back, although the shop does so unless it is told', async () => {
    const one = await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 2, price: 5 }], { shipping: 3 })
    const line = made.lines[0]?.shopLineId ?? ''
    await cancel(made.shopId, line, 2, 1, 'NOT_IN_STOCK')
    expect(await stockOf(one.id)).toBe(8)
    expect(await stored(made.shopId)).toMatchObject({ status: 'refunded' })
  })

  test.each([
    [[[4, null]], 10],
    [
      [
        [1, null],
        [3, null],
      ],
      10,
    ],
    [[[4, 'NOT_IN_STOCK']], 6],
    [
      [
        [1, null],
        [3, 'DAMAGED'],
      ],
      7,
    ],
    [
      [
        [1, 'NOT_IN_STOCK'],
        [3, null],
      ],
      9,
    ],
    [
      [
        [1, 'INCOMPLETE'],
        [1, null],
        [2, null],
      ],
      9,
    ],
  ] as const)('%j of an order of 4 units leave %i of 10 in stock', async (steps, left) => {
    const one = await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 4, price: 5 }], { shipping: 3 })
    const line = made.lines[0]?.shopLineId ?? ''
    for (const [index, [quantity, reason]] of steps.entries()) {
      const first = await cancel(made.shopId, line, quantity, index, reason)
      expect(await cancel(made.shopId, line, quantity, index, reason)).toEqual(first)
    }
    expect(await stockOf(one.id)).toBe(left)
    expect(['cancelled', 'refunded']).toContain((await stored(made.shopId)).status)
    const { records } = await readAll(merchant.readFulfilments?.(undefined))
    const own = records.find(({ shopOrderId }) => shopOrderId === made.shopId)
    expect(own?.cancellations).toEqual([])
  })

  test('of more units than are left get a problem: the shop would take them', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 2, price: 5 }])
    const line = made.lines[0]?.shopLineId ?? ''
    await cancel(made.shopId, line, 1, 1)
    expect(await cancel(made.shopId, line, 2, 2, 'DAMAGED')).toMatchObject({
      problem: { code: 'units_not_left' },
    })
    expect(await cancel('99999', line, 1, 3)).toMatchObject({ problem: { code: 'not_in_shop' } })
  })

  async function stateOf(shopId: string) {
    const { records } = await readAll(merchant.readFulfilments?.(undefined))
    return records.find(({ shopOrderId }) => shopOrderId === shopId)
  }

  test('a completed order is one shipment of all that is left, with the tracking number of a plugin', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 4, price: 5 }])
    const line = made.lines[0]?.shopLineId ?? ''
    const refund = await woo.people.post(`/orders/${made.shopId}/refunds`, {
      api_refund: false,
      reason: 'Broken',
      line_items: [
        {
          id: Number(line),
          quantity: 1,
          refund_total: 4.13,
          refund_tax: [{ id: 1, refund_total: 0.87 }],
        },
      ],
    })
    await woo.people.put(`/orders/${made.shopId}`, {
      status: 'completed',
      meta_data: [
        {
          key: '_wc_shipment_tracking_items',
          value: [
            { tracking_provider: 'PostNL', tracking_number: '3SABC', date_shipped: '1795600000' },
          ],
        },
      ],
    })
    expect(await stateOf(made.shopId)).toEqual({
      shopOrderId: made.shopId,
      shipments: [
        {
          shopId: `${made.shopId}-completed`,
          units: [{ shopLineId: line, quantity: 3 }],
          carrier: 'PostNL',
          trackingNumber: '3SABC',
        },
      ],
      cancellations: [
        {
          shopId: `refund-${refund.id}`,
          units: [{ shopLineId: line, quantity: 1 }],
          reason: 'Broken',
        },
      ],
    })
    await woo.people.put(`/orders/${made.shopId}`, { status: 'processing' })
    expect((await stateOf(made.shopId))?.shipments).toMatchObject([{ isVoided: true }])
  })

  test('a plugin that names the products of a parcel makes a shipment of its own', async () => {
    const one = await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 3, price: 5 }])
    const item = {
      tracking_id: 'x1',
      custom_tracking_provider: 'DHL',
      tracking_number: 'J1',
      custom_tracking_link: 'https://dhl.example/J1',
      products_list: [{ product: String(one.id), qty: '1' }],
    }
    await woo.people.put(`/orders/${made.shopId}`, {
      meta_data: [{ key: '_wc_shipment_tracking_items', value: [item] }],
    })
    const shipment = {
      shopId: 'tracking-x1',
      units: [{ shopLineId: made.lines[0]?.shopLineId, quantity: 1 }],
      carrier: 'DHL',
      trackingUrl: 'https://dhl.example/J1',
    }
    expect((await stateOf(made.shopId))?.shipments).toMatchObject([shipment])
    await woo.people.put(`/orders/${made.shopId}`, { status: 'completed' })
    expect((await stateOf(made.shopId))?.shipments).toMatchObject([
      shipment,
      { units: [{ quantity: 2 }] },
    ])
  })

  test('a fulfilment of the feature of the shop, where it is on, is a shipment with its units', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 3, price: 5 }])
    const line = made.lines[0]?.shopLineId ?? ''
    await woo.people.put(`/orders/${made.shopId}`, {
      meta_data: [{ key: '_fulfillment_status', value: 'partially_fulfilled' }],
    })
    const values = {
      _items: [{ item_id: Number(line), qty: 2 }],
      _tracking_number: '3S',
      _shipment_provider: 'postnl',
      _tracking_url: 'https://postnl.example/3S',
    }
    const fulfilment = {
      id: 5,
      is_fulfilled: true,
      date_deleted: null,
      meta_data: Object.entries(values).map(([key, value]) => ({ key, value })),
    }
    const body = JSON.stringify([fulfilment, { ...fulfilment, id: 6, is_fulfilled: false }])
    woo.shop.fault = ({ path }) =>
      path.endsWith('/fulfillments') ? { status: 200, body } : undefined
    expect((await stateOf(made.shopId))?.shipments).toEqual([
      {
        shopId: 'fulfilment-5',
        units: [{ shopLineId: line, quantity: 2 }],
        carrier: 'postnl',
        trackingNumber: '3S',
        trackingUrl: 'https://postnl.example/3S',
      },
    ])
    // The feature was turned off again.
    woo.shop.fault = undefined
    expect((await stateOf(made.shopId))?.shipments).toEqual([])
  })

  test.each(['cancelled', 'refunded'])(
    'an order that people set to %s has all its units cancelled',
    async (status) => {
      await addProduct('A')
      const made = await write(1, [{ sku: sku('A'), quantity: 2, price: 5 }])
      await woo.people.put(`/orders/${made.shopId}`, { status })
      expect(await stateOf(made.shopId)).toMatchObject({
        shipments: [],
        cancellations: [{ shopId: `${made.shopId}-${status}`, units: [{ quantity: 2 }] }],
      })
      const { records } = await readAll(merchant.readReturns?.(undefined))
      expect(records.filter(({ shopOrderId }) => shopOrderId === made.shopId)).toEqual([])
    },
  )

  test('refunds after completion are returns, of units or of an amount', async () => {
    await addProduct('A')
    const made = await write(1, [{ sku: sku('A'), quantity: 2, price: 5 }])
    await woo.people.put(`/orders/${made.shopId}`, { status: 'completed' })
    const order = woo.shop.state.orders.get(Number(made.shopId))
    if (order?.completed) order.completed -= 60_000
    const line = Number(made.lines[0]?.shopLineId)
    const first = await woo.people.post(`/orders/${made.shopId}/refunds`, {
      api_refund: false,
      amount: '5.00',
      reason: 'Too small',
      line_items: [
        { id: line, quantity: 1, refund_total: 4.13, refund_tax: [{ id: 1, refund_total: 0.87 }] },
      ],
    })
    const second = await woo.people.post(`/orders/${made.shopId}/refunds`, {
      api_refund: false,
      amount: '1.50',
    })
    const { records } = await readAll(merchant.readReturns?.(undefined))
    // At the border of two pages, the orders of the last seconds are read twice.
    const returns = new Map(records.map((one) => [one.shopId, one]))
    expect([...returns.values()].filter((one) => one.shopOrderId === made.shopId)).toEqual([
      {
        shopId: `refund-${first.id}`,
        shopOrderId: made.shopId,
        units: [{ shopLineId: String(line), quantity: 1 }],
        refundInclVat: 5,
        reason: 'Too small',
      },
      { shopId: `refund-${second.id}`, shopOrderId: made.shopId, units: [], refundInclVat: 1.5 },
    ])
  })
})

const marked = (text: string) =>
  [...woo.shop.state.orders.values()].filter(({ meta }) => meta.some(({ value }) => value === text))

const cancellationRow = (title: string, quantity: number, ReasonCode: string, stock: number) =>
  cutRow(title, {
    async prepare() {
      serial += 1
      const product = await addProduct('A')
      return { product, made: await write(1, [{ sku: sku('A'), quantity: 3, price: 5 }]) }
    },
    write: async (http, { made }) =>
      done(
        await woo.open('merchant', {}, http).merchant?.writeCancellation?.({
          shopOrderId: made.shopId,
          cancellation: { Id: 1, Reason: null, ReasonCode } as never,
          units: [{ shopLineId: made.lines[0]?.shopLineId ?? '', quantity }],
          mark: `entrepot:hub.example/7/cancellation/${serial}`,
        }),
      ),
    async verify({ product, made }) {
      expect(await stockOf(product.id)).toBe(stock)
      const refunds = await woo.people.get<readonly unknown[]>(`/orders/${made.shopId}/refunds`)
      const { status } = await stored(made.shopId)
      expect(status === 'cancelled' ? 1 : refunds.length).toBe(1)
    },
  })

const CUT_WRITES = [
  cutRow('an order whose amounts are corrected', {
    async prepare() {
      serial += 1
      await addProduct('A')
      const lines = [{ sku: sku('A'), quantity: 7, price: 3.33 }]
      const order = orderOf(1, lines, { shipping: 4.95, country: 'DE' })
      return { order, mark: mark(1), productIds: new Map<string, string>() }
    },
    async write(http, order, isAgain) {
      const own = woo.open('merchant', {}, http).merchant
      const found = isAgain ? await own?.findOrder?.(order.mark) : undefined
      return found ?? done(await own?.writeOrder?.(order))
    },
    async verify(order, { shopId }) {
      expect(marked(order.mark)).toHaveLength(1)
      expect(await stored(shopId)).toMatchObject({ status: 'processing', total: '28.26' })
    },
  }),
  cancellationRow('a cancellation of some units', 2, 'CLIENT_CANCELLED', 9),
  cancellationRow('a cancellation of all units', 3, 'CLIENT_CANCELLED', 10),
  cancellationRow('a cancellation of all units, which are not there', 3, 'DAMAGED', 7),
]

test.each(CUT_WRITES)(
  'after the end of the process at any call, the next run writes whole and once: %s',
  async (_title, cut) => expect(await cut()).toBeGreaterThan(0),
)

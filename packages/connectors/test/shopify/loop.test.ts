/** A hub, the core and a Shopify store: both sides end equal, whatever fails on the way. */
import { createRandom, type Random } from '@entrepot/test-support/random'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shopify } from '../../src/adapters/shopify/index.ts'
import { total } from '../../src/index.ts'
import { faultySender, type Harness, startHarness } from '../support/harness.ts'
import { buy, createProduct, giveBack, ship } from './shop/people.ts'
import { type ShopifyStandIn, startShopify } from './shop/server.ts'
import { type Order, openOf, type Product, type Variant } from './shop/state.ts'

/** Histories of each role. A long run has more of them. */
const SEEDS = Array.from(
  { length: Number(process.env.CONNECTOR_HISTORIES ?? 1) },
  (_, index) => index + 1,
)

let harness: Harness
beforeEach(async () => {
  harness = await startHarness()
})
afterEach(() => harness.close())

const settingsOf = (shop: ShopifyStandIn) => ({ Settings: { shop: shop.url, locationId: '7' } })

/** A connector that ends at a moment: each call of the hub and of the store has one before and one after it. */
function start(shop: ShopifyStandIn, at = Number.POSITIVE_INFINITY, random?: Random) {
  let moments = 0
  const isDead = () => moments >= at
  const rest = faultySender(() => {
    moments += 1
    if (isDead()) throw new Error('The process has ended.')
  })
  shop.fault = () => {
    moments += 1
    if (isDead()) return 'status 503'
    moments += 1
    if (isDead()) return 'lost'
    if (!random?.chance(0.03)) return undefined
    return random.pick([
      'status 429',
      'status 503',
      'lost',
      'cut',
      'throttled',
      'status 401',
    ] as const)
  }
  const connector = harness.connector(shopify, {
    rest,
    secrets: () => ({ accessToken: shop.token }),
  })
  return { connector, isDead, rest }
}

async function untilQuiet(shop: ShopifyStandIn, id: number) {
  const { connector } = start(shop)
  for (let round = 0; round < 8; round += 1) {
    const [report] = await connector.runOnce(id)
    if (report?.failure) throw new Error(JSON.stringify(report.failure))
    if (report && total(report, 'written') === 0) return report
  }
  throw new Error('The runs do not come to an end.')
}

/** Lets things happen, and connectors begin and end, a number of times. */
async function live(
  shop: ShopifyStandIn,
  id: number,
  random: Random,
  act: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    for (let event = random.int(1, 5); event > 0; event -= 1) await act()
    const { connector, rest } = start(shop, random.int(4, 120), random)
    for (let run = 0; run < 2; run += 1) await connector.runOnce(id).catch(() => [])
    await rest.close()
    await harness.expireLeases()
  }
}

const sum = (units: readonly { quantity: number }[]) =>
  units.reduce((all, { quantity }) => all + quantity, 0)

test('prices and stock go on although two variants have one SKU, which the hub takes from neither', async () => {
  await using shop = await startShopify()
  const mug = createProduct(shop.state, 'Mug', [{ sku: 'MUG', stock: 3 }])
  createProduct(shop.state, 'Shirt', [
    { sku: 'SHIRT', size: 'M' },
    { sku: 'SHIRT', size: 'L' },
  ])
  const id = await harness.connect('shopify', settingsOf(shop))
  const { connector } = start(shop)
  for (let run = 0; run < 3; run += 1) await connector.runOnce(id)
  const bulkCalls = () => [shop.calls.get('StartBulk'), shop.calls.get('BulkState')]
  const before = bulkCalls()
  const [variant] = mug.variants
  if (variant === undefined) throw new Error('no variant')
  shop.state.passTime(10)
  Object.assign(variant, { price: '8.00', updatedAt: shop.state.now() })
  shop.state.passTime(10)
  await connector.runOnce(id)
  await connector.runOnce(id)
  const found = await harness.merchant.getProduct({ reference: 'MUG' })
  expect(found).toMatchObject({ Price: 8, Stock: 3 })
  expect(bulkCalls()).toEqual(before)
})

test('500 variants of a merchant come to the hub, and a run without changes is one call', async () => {
  await using shop = await startShopify()
  for (let index = 0; index < 250; index += 1) {
    createProduct(shop.state, `Shirt ${index}`, [
      { sku: `S${index}-M`, size: 'M', stock: index },
      { sku: `S${index}-L`, size: 'L', price: '12.50' },
    ])
  }
  const id = await harness.connect('shopify', settingsOf(shop))
  const { connector } = start(shop)
  const [first] = await connector.runOnce(id)
  expect(first?.failure).toBeUndefined()
  expect(first?.steps.find(({ step }) => step === 'products')).toMatchObject({
    read: 750,
    written: 750,
    failed: 0,
  })
  expect(await harness.merchant.getProduct({ reference: 'S7-M' })).toMatchObject({
    Stock: 7,
    Price: 10,
    Size: 'M',
  })
  await untilQuiet(shop, id)
  // No record can change again within its second any more, however fast the runs are.
  shop.state.passTime(30)
  const { connector: next } = start(shop)
  await connector.close()
  await next.runOnce(id)
  await next.runOnce(id)
  const [quiet] = await next.runOnce(id)
  expect(quiet && [total(quiet, 'written'), quiet.calls.hubReads, quiet.calls.hubWrites]).toEqual([
    0, 0, 1,
  ])
})

test.each(SEEDS)(
  'a merchant and the hub end equal after kills and faults (seed %i)',
  async (seed) => {
    await using shop = await startShopify()
    const random = createRandom(seed)
    const products = [0, 1, 2, 3].map((index) =>
      createProduct(shop.state, `P${index}`, [{ sku: `K${seed}-${index}`, stock: 40 }]),
    )
    const id = await harness.connect('shopify', settingsOf(shop))
    const placed: number[] = []
    const act = async () => {
      const [order] =
        shop.state.orders.size > 0 ? [random.pick([...shop.state.orders.values()])] : []
      if (order && random.chance(0.6)) return handle(shop, order, random)
      if (random.chance(0.2)) return setStock(shop, random.pick(products), random)
      const sku = random.pick(products).variants[0]?.sku ?? ''
      placed.push(await harness.order(`K${seed}-${placed.length}`, { [sku]: random.int(1, 4) }))
    }
    await live(shop, id, random, act)
    await untilQuiet(shop, id)
    const made = [...shop.state.orders.values()]
    const marks = made.map((order) => order.metafields.get('entrepot.mark'))
    expect(new Set(marks).size).toBe(made.length)
    expect(made).toHaveLength(placed.length)
    const pairs = await harness.merchant.listConnectionPairs({ id, kind: 'order', pageSize: 1000 })
    for (const { HubId, ShopId } of pairs)
      await expectSame(Number(HubId), shop.state.orders.get(ShopId ?? ''))
    for (const product of products) await expectStock(product, shop)
    expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
  },
)

/** Staff ship, cancel or take back a unit. */
function handle({ state }: ShopifyStandIn, order: Order, random: Random): void {
  const [line] = order.lines
  if (line === undefined) return
  const isOpen = openOf(line) > 0
  const kind = random.pick(['ship', 'cancel', 'return'] as const)
  if (kind === 'ship' && isOpen) ship(state, order, [[line, 1]], `T${state.orders.size}`)
  if (kind === 'cancel' && isOpen) {
    giveBack(state, order, [[line, 1]], 'CANCEL')
  }
  if (kind === 'return' && line.fulfilled > line.returned) {
    giveBack(state, order, [[line, 1]], 'RETURN', '10.00')
  }
}

function setStock({ state }: ShopifyStandIn, { variants }: Product, random: Random): void {
  const [variant] = variants
  if (variant) state.setAvailable(variant, random.int(0, 60))
}

async function expectSame(orderId: number, made: Order | undefined): Promise<void> {
  const order = await harness.merchant.getOrderById({ id: orderId })
  const [line] = made?.lines ?? []
  expect(Math.round(order.OriginalTotalInclVat * 100)).toBe(made?.total)
  expect(order.Lines[0]).toMatchObject({
    ShippedQuantity: line?.fulfilled,
    CancelledQuantity: line?.cancelled,
    ReturnedQuantity: line?.returned,
  })
}

async function expectStock(product: Product, shop: ShopifyStandIn): Promise<void> {
  const [variant] = product.variants
  const available = variant?.levels.get(shop.state.location)?.available ?? 0
  expect(await harness.merchant.getProduct({ reference: variant?.sku ?? '' })).toMatchObject({
    Stock: Math.max(0, available),
  })
}

test('an order of a store whose prices are without tax comes to the hub, and its total is what the buyer paid', async () => {
  await using shop = await startShopify()
  const product = { MerchantProductReference: 'CUP', Name: 'Cup', Price: 11.99, Stock: 50 }
  await harness.merchant.createProducts({ body: [product] } as never)
  const [channel] = await harness.merchant.listChannels()
  const id = await harness.connect('shopify', {
    ...settingsOf(shop),
    Role: 'channel',
    ChannelId: channel?.Id,
  })
  const { connector } = start(shop)
  await connector.runOnce(id)
  const [variant] = shop.state.variants()
  if (variant === undefined) throw new Error('no variant')
  const more = { taxesIncluded: false, shipping: 495, discount: 100 }
  const made = buy(shop.state, [{ variant, quantity: 3, price: 999 }], more)
  await connector.runOnce(id)
  const [order] = await harness.merchant.listOrders()
  expect(order && Math.round(order.OriginalTotalInclVat * 100)).toBe(made.total)
  expect(order?.OriginalTotalVat).toBe(7.33)
  expect(await harness.merchant.listConnectionProblems({ id })).toEqual([])
})

test.each(SEEDS)(
  'a channel and the hub end equal after kills and faults (seed %i)',
  async (seed) => {
    await using shop = await startShopify()
    const random = createRandom(100 + seed)
    const skus = [0, 1, 2].map((index) => `C${seed}-${index}`)
    await harness.merchant.createProducts({
      body: [
        ...skus.map((sku) => ({ MerchantProductReference: sku, Name: sku, Price: 10, Stock: 500 })),
        {
          MerchantProductReference: `C${seed}-F`,
          Name: 'Family',
          Children: ['S', 'M', 'L'].map((Size) => ({
            MerchantProductReference: `C${seed}-F-${Size}`,
            Name: Size,
            Size,
            Price: 12.5,
            Stock: 20,
          })),
        },
      ],
    } as never)
    const [channel] = await harness.merchant.listChannels()
    await harness.merchant.changeChannel({
      id: channel?.Id ?? 0,
      body: { Mode: 'grouped' },
    } as never)
    const id = await harness.connect('shopify', {
      ...settingsOf(shop),
      Role: 'channel',
      ChannelId: channel?.Id,
    })
    const act = async () => {
      const variants = shop.state.variants().filter(({ sku }) => skus.includes(sku ?? ''))
      if (variants.length > 0 && random.chance(0.4))
        return sell(shop, random.pick(variants), random)
      if (random.chance(0.6)) return fulfilInHub(shop, random)
      const MerchantProductReference = random.pick(skus)
      const [Price, Stock] = [random.int(950, 1_050) / 100, random.int(0, 900)]
      await harness.merchant.changeOffers({ body: [{ MerchantProductReference, Price, Stock }] })
    }
    await live(shop, id, random, act)
    await untilQuiet(shop, id)
    const marked = [...shop.state.products.values()].map(({ metafields }) =>
      metafields.get('entrepot.reference'),
    )
    expect(marked.filter((one) => one?.startsWith(`C${seed}-`)).toSorted()).toEqual(
      [...skus, `C${seed}-F`].toSorted(),
    )
    const family = [...shop.state.products.values()].find(
      ({ metafields }) => metafields.get('entrepot.reference') === `C${seed}-F`,
    )
    expect(family?.variants.map(({ sku }) => sku).toSorted()).toEqual(
      ['L', 'M', 'S'].map((size) => `C${seed}-F-${size}`),
    )
    for (const made of shop.state.orders.values()) {
      const [order, ...others] = await harness.merchant.listOrders({
        channelReference: [made.id.split('/').at(-1) ?? ''],
      })
      expect(others).toEqual([])
      await expectSame(order?.Id ?? 0, made)
      expect(sum(made.fulfillments.flatMap(({ units }) => units))).toBe(
        order?.Lines[0]?.ShippedQuantity,
      )
    }
    for (const { sku, price, levels } of shop.state.variants()) {
      const product = await harness.merchant.getProduct({ reference: sku ?? '' })
      expect([Number(price), levels.get(shop.state.location)?.available]).toEqual([
        product.Price,
        product.StockAvailable,
      ])
    }
    expect(
      (await harness.merchant.listConnectionProblems({ id })).map(({ Code, Message }) => [
        Code,
        Message,
      ]),
    ).toEqual([])
  },
)

/** A buyer orders, and may cancel a unit before the merchant has the order. */
function sell({ state }: ShopifyStandIn, variant: Variant, random: Random): void {
  const purchase = { variant, quantity: random.int(1, 5), price: 999 }
  const order = buy(state, [purchase], { discount: random.int(0, 300), shipping: 495 })
  const [line] = order.lines
  if (line && random.chance(0.3)) giveBack(state, order, [[line, 1]], 'CANCEL')
}

/** The merchant takes over an order, ships a unit or cancels one. */
async function fulfilInHub(shop: ShopifyStandIn, random: Random): Promise<void> {
  const orders = await harness.merchant.listOrders({ pageSize: 100 })
  if (orders.length === 0) return
  const order = random.pick(orders)
  const [line] = order.Lines
  if (line === undefined || line.OpenQuantity === 0) return
  const reference = order.MerchantReference ?? `M-${order.Id}`
  if (order.Status === 'NEW') {
    // What the buyer has cancelled must be in the hub: it takes no cancellation of a channel after the acknowledgement.
    const made = shop.state.orders.get(`gid://shopify/Order/${order.ChannelReference}`)
    if (made?.lines[0]?.cancelled !== line.CancelledQuantity) return
    const body = { OrderId: order.Id, MerchantOrderReference: reference }
    await harness.merchant.acknowledgeOrder({ body })
  }
  const Lines = [{ ChannelOrderLineReference: line.ChannelReference, Quantity: 1 }]
  const name = `${reference}-${random.int(0, 1_000_000_000)}`
  const common = { MerchantOrderReference: reference, Lines }
  if (random.chance(0.7)) {
    const body = { ...common, MerchantShipmentReference: name, TrackTraceNo: name }
    await harness.merchant.createShipment({ body })
  } else {
    await harness.merchant.createCancellation({
      body: { ...common, MerchantReference: name },
    } as never)
  }
}

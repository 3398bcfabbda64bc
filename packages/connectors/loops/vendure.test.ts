/**
 * A hub, a connector as a process, and a real Vendure shop: products go to the shop, orders come back, and everything that happens to them on
 * either side, while the connector is killed, the shop is restarted, and calls are broken. The tests are one story: each continues the one before.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KillableHub, startKillableHub } from '@entrepot/test-support/hub-process'
import { createRandom } from '@entrepot/test-support/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asStaff,
  type BuyOptions,
  buy,
  createCoupon,
  type PlacedOrder,
  startVendure,
  type VendureClient,
  type VendureShop,
} from '../shops/start-vendure.ts'
import { vendure } from '../src/adapters/vendure/index.ts'
import { type Harness, startHarness } from '../test/support/harness.ts'
import { type ConnectorProcess, connectorProcess } from './support/connector-process.ts'
import { explained } from './support/explain.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts'
import { type ShopOrderView, shopOrders, shopVariants } from './support/vendure-views.ts'

/** Another one for another run of choices: which calls fail, when the connector is killed, who buys what. */
const SEED = Number(process.env.LOOP_SEED ?? 20_261_126)

/** A tenth of it is enough to look for a fault. */
const FAMILIES = Number(process.env.LOOP_FAMILIES ?? 100)
const SINGLES = FAMILIES
const SIZES = ['S', 'M', 'L', 'XL']
const ORDERS = Number(process.env.LOOP_ORDERS ?? 24)

/** A bound for what hangs. */
const TIMEOUT = 600_000 + ORDERS * 20_000

const random = createRandom(SEED)
let hub: KillableHub
let harness: Harness
let folder: string
let shop: VendureShop
let staff: VendureClient
let proxy: FaultyProxy
let connector: ConnectorProcess
let channelId: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vendure-'))
  ;[hub, shop] = await Promise.all([
    startKillableHub(),
    startVendure({ file: join(folder, 'shop.sqlite') }),
  ])
  harness = await startHarness(hub)
  staff = await asStaff(shop)
  proxy = await startFaultyProxy(shop.url, createRandom(SEED, 1))
  const [channel] = await harness.merchant.listChannels()
  channelId = channel?.Id ?? 0
  await harness.merchant.changeChannel({ id: channelId, body: { Mode: 'grouped' } })
  await harness.merchant.changeCustomer({ body: { StockKeeper: 'hub', RestockReturns: true } })
  const settings = { url: `${proxy.url}/admin-api`, refunds: true, returnsEvery: 0 }
  await harness.connect('vendure', { Role: 'channel', ChannelId: channelId, Settings: settings })
  connector = connectorProcess({
    ...{ hub: harness.hub.url, keys: [harness.channelKey], holder: 'loop', interval: 300 },
    secrets: { apiKey: shop.apiKey },
  })
})

afterAll(async () => {
  await connector?.kill()
  await proxy?.[Symbol.asyncDispose]()
  await shop?.end('SIGKILL')
  await harness?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const FAULTS: readonly Fault[] = ['throttled', 'unavailable', 'lost', 'cut', 'malformed', 'denied']

/**
 * Kills the connector or the hub now and then. After a call that was denied, the connector waits long for a person, and after a second failure
 * in a row for twice as long as after the first: these waits are cut short.
 */
function killNowAndThen(low: number, high: number): void {
  let next = random.int(low, high)
  let calls = 0
  let faults = 0
  proxy.onCall((fault) => {
    calls += 1
    if (fault !== undefined) faults += 1
    if (calls < next && faults < 2 && fault !== 'denied') return
    const isTime = calls >= next
    next = random.int(low, high)
    calls = 0
    faults = 0
    const isForHub = hub.kills === 0 || (isTime && random.chance(0.5))
    if (isForHub) killHub()
    if (!isForHub || random.chance(0.5)) void connector.kill().then(() => connector.start())
  })
}

let isHubDown: Promise<void> | undefined

/** Kills the hub, unless it is down, and starts it again. */
function killHub(): void {
  isHubDown ??= hub
    .kill()
    .then(() => hub.start())
    .finally(() => {
      isHubDown = undefined
    })
}

async function calm(): Promise<void> {
  proxy.breaks(0, [])
  proxy.onCall(() => {})
  await isHubDown
  await connector.kill()
  connector.start()
}

/** The first price of each product. */
const prices = new Map<string, number>()

const product = <T extends object>(reference: string, more: T = {} as T) => ({
  MerchantProductReference: reference,
  Name: `Name of ${reference}`,
  Description: '<p>A text.</p>',
  ...more,
})

const offerOf = (index: number) => ({
  Price: Number((5 + (index % 90) * 1.11).toFixed(2)),
  Stock: 50 + (index % 50),
  VatRate: index % 5 === 0 ? 9 : 21,
})

test('the first synchronisation brings 500 products with variants, each once, although the connector is killed', async () => {
  const families = Array.from({ length: FAMILIES }, (_, family) => ({
    ...product(`FAMILY-${family}`),
    Children: SIZES.map((Size, index) =>
      product(`FAMILY-${family}-${Size}`, { Size, ...offerOf(family * 4 + index) }),
    ),
  }))
  const singles = Array.from({ length: SINGLES }, (_, index) =>
    product(`SINGLE-${index}`, offerOf(1_000 + index)),
  )
  for (const one of [...families.flatMap(({ Children }) => Children), ...singles]) {
    prices.set(one.MerchantProductReference, one.Price)
  }
  await harness.merchant.createProducts({ body: [...families, ...singles] } as never)
  proxy.breaks(0.004, FAULTS)
  // A page of 100 products is acknowledged when all of it is written, which takes about 300 calls.
  killNowAndThen(100 + 4 * FAMILIES, 100 + 12 * FAMILIES)
  connector.start()
  await untilSynchronized()
  expect(connector.kills + hub.kills).toBeGreaterThan(0)
  await calm()
  await untilSynchronized()
  const variants = await expectSameOffers()
  const count = FAMILIES * SIZES.length + SINGLES
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(count)
  expect(variants).toHaveLength(count)
  expect(new Set(variants.map(({ productId }) => productId)).size).toBe(FAMILIES + SINGLES)
  const { products } = await staff.call<{ products: { totalItems: number } }>(
    '{ products(options: { take: 1 }) { totalItems } }',
  )
  expect(products.totalItems).toBe(FAMILIES + SINGLES)
})

async function untilSynchronized(): Promise<void> {
  const isSynchronized = { IsComplete: true, ToBeCreated: 0, ToBeUpdated: 0, ToBeRemoved: 0 }
  await explained(harness.merchant, () =>
    expect
      .poll(async () => await harness.merchant.getChannelSync({ id: channelId }), {
        timeout: 400_000,
        interval: 500,
      })
      .toMatchObject({ ...isSynchronized, Offers: 0 }),
  )
}

/** Waits until the orders of both sides agree. */
async function untilSameOrders(timeout: number): Promise<void> {
  await explained(harness.merchant, () =>
    expect.poll(differences, { timeout, interval: 500 }).toEqual([]),
  )
}

/** Waits until prices and stocks of all products agree. */
async function expectSameOffers() {
  await expect.poll(offerDifferences, { timeout: 120_000, interval: 1_000 }).toEqual([])
  return await shopVariants(staff)
}

async function offerDifferences(): Promise<readonly string[]> {
  const variants = await shopVariants(staff)
  const expected = new Map<string, string>()
  for await (const page of harness.merchant.pages('listProducts', { pageSize: 100 })) {
    for (const { MerchantProductReference, Children, Price, StockAvailable } of page) {
      if (Children.length > 0) continue
      const cents = Math.round((Price ?? 0) * 100)
      expected.set(MerchantProductReference, `${cents} cents, ${StockAvailable} for sale`)
    }
  }
  return variants.flatMap(({ sku, price, forSale }) => {
    const [inShop, inHub] = [`${price} cents, ${forSale} for sale`, expected.get(sku)]
    return inShop === inHub ? [] : [`${sku}: ${inShop} in the shop, ${inHub} in the hub`]
  })
}

/** Products of which more are sold than others. */
const HOT = Array.from({ length: 40 }, (_, index) =>
  index < 20
    ? `SINGLE-${index % SINGLES}`
    : `FAMILY-${index % FAMILIES}-${SIZES[index % SIZES.length]}`,
)

/** What the merchant does with each order, by its number. */
const PLANS = ['ship', 'ship in two parcels', 'short', 'return', 'staff cancels'] as const
const planOf = (index: number) => PLANS[index % PLANS.length]
const indexes = new Map<string, number>()

test(
  'orders, shortages, parcels, returns and refunds agree on both sides, although calls fail and processes die',
  async () => {
    await createCoupon(staff, 'TENTH', 10)
    proxy.breaks(0.03, FAULTS)
    const before = connector.kills + hub.kills
    killNowAndThen(20, 80)
    await Promise.all([buyAll(), workAsMerchant()])
    const kills = connector.kills + hub.kills - before
    await calm()
    await untilSameOrders(300_000)
    await untilSynchronized()
    expect(kills).toBeGreaterThan(0)
    expect(hub.kills).toBeGreaterThan(0)
    await expectSameOffers()
  },
  TIMEOUT,
)

/** Buyers order directly in the shop, which is restarted now and then; prices and stocks change meanwhile. */
async function buyAll(): Promise<void> {
  for (let index = 0; index < ORDERS; index += 1) {
    if (index % RESTART_EVERY === RESTART_EVERY / 2) await restartShop()
    const skus = [...new Set(Array.from({ length: random.int(1, 4) }, () => random.pick(HOT)))]
    const cart = skus.map((sku) => ({ sku, quantity: random.int(2, 4) }))
    const options: BuyOptions = {
      ...(random.chance(0.4) && { coupon: 'TENTH' }),
      country: random.pick(['NL', 'NL', 'DE', 'CH']),
      shipping: random.pick(['Standard shipping', 'Standard shipping', 'Pick up']),
    }
    const { code, id, lines } = await buy(shop, cart, options)
    indexes.set(code, index)
    if (planOf(index) === 'staff cancels') {
      await cancelAsStaff(id, lines[0]?.id ?? '', 1)
    }
    await changeOffers()
  }
}

/** Orders between two restarts of the shop. */
const RESTART_EVERY = 24

async function restartShop(): Promise<void> {
  const { port } = shop
  await shop.end('SIGTERM')
  shop = await startVendure({ file: join(folder, 'shop.sqlite'), port })
  staff = await asStaff(shop)
}

/** Prices change a little: a price that changes much waits for a decision of the merchant. */
async function changeOffers(): Promise<void> {
  const references = new Set([random.pick(HOT), random.pick(HOT), random.pick(HOT)])
  const body = [...references].map((reference) => ({
    MerchantProductReference: reference,
    Price: Math.round((prices.get(reference) ?? 0) * random.int(97, 103)) / 100,
    StockChange: random.int(-2, 5),
  }))
  await harness.merchant.changeOffers({ body })
}

/** Works on orders of the hub until all of them are done. */
async function workAsMerchant(): Promise<void> {
  const done = new Set<number>()
  const work = async () => {
    for await (const orders of harness.merchant.pages('listOrders', { pageSize: 100 })) {
      for (const order of orders) {
        if (!done.has(order.Id) && (await workIfDue(order))) done.add(order.Id)
      }
    }
    return done.size
  }
  await expect.poll(work, { timeout: TIMEOUT, interval: 200 }).toBe(ORDERS)
}

/** @returns whether nothing is left to do */
async function workIfDue(order: Order): Promise<boolean> {
  const plan = planOf(indexes.get(order.ChannelReference) ?? -1)
  if (plan === undefined) return false
  const isUntouched = order.Lines.every((line) => line.CancelledQuantity === 0)
  // The staff of the shop is faster than the merchant.
  if (plan === 'staff cancels' && isUntouched) return false
  await workOn(order, plan)
  return true
}

type Order = Awaited<ReturnType<Harness['merchant']['listOrders']>>[number]

async function workOn(order: Order, plan: (typeof PLANS)[number]): Promise<void> {
  const { merchant } = harness
  const reference = `M-${order.Id}`
  await merchant.acknowledgeOrder({
    body: { OrderId: order.Id, MerchantOrderReference: reference },
  })
  const open = order.Lines.map((line) => ({
    ChannelOrderLineReference: line.ChannelReference,
    Quantity: line.OpenQuantity,
  })).filter(({ Quantity }) => Quantity > 0)
  const [first, ...rest] = open
  if (first === undefined) return
  const ship = async (number: number, Lines: typeof open) =>
    await merchant.createShipment({
      body: {
        ...{
          MerchantOrderReference: reference,
          MerchantShipmentReference: `S-${order.Id}-${number}`,
        },
        ...{ Method: 'PostNL', TrackTraceNo: `3S${order.Id}${number}`, Lines },
      },
    })
  if (plan === 'short') {
    await merchant.createCancellation({
      body: {
        ...{ MerchantOrderReference: reference, MerchantReference: `C-${order.Id}` },
        ReasonCode: 'NOT_IN_STOCK',
        Lines: [{ ...first, Quantity: 1 }],
      },
    })
    const left = [{ ...first, Quantity: first.Quantity - 1 }, ...rest]
    await ship(
      1,
      left.filter(({ Quantity }) => Quantity > 0),
    )
  } else if (plan === 'ship in two parcels') {
    // The first one is taken back, and sent again.
    await ship(0, [{ ...first, Quantity: 1 }])
    await merchant.voidShipment({ reference: `S-${order.Id}-0` })
    await ship(1, [{ ...first, Quantity: 1 }])
    await ship(2, [{ ...first, Quantity: first.Quantity - 1 }, ...rest])
  } else await ship(1, open)
  if (plan === 'ship') {
    const Reason = 'Scratched'
    await merchant.createRefund({
      body: {
        MerchantReference: `F-${order.Id}`,
        MerchantOrderReference: reference,
        RefundInclVat: 1,
        Reason,
      },
    })
  }
  if (plan === 'return') {
    await merchant.createReturn({
      body: {
        ...{ MerchantOrderReference: reference, MerchantReturnReference: `R-${order.Id}` },
        ...{ Status: 'ACCEPTED', Reason: 'PRODUCT_UNSATISFACTORY' },
        Lines: [{ ...first, Quantity: 1, AcceptedQuantity: 1 }],
      },
    })
  }
}

async function cancelAsStaff(
  orderId: string,
  orderLineId: string,
  quantity: number,
): Promise<void> {
  await staff.call(
    'mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename } }',
    { input: { orderId, lines: [{ orderLineId, quantity }], reason: 'The buyer has called' } },
  )
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const page of pages) found.push(...page)
  return found
}

/** What differs between the orders of both sides. */
async function differences(): Promise<readonly string[]> {
  const inShop = await shopOrders(staff)
  const inHub = await all(harness.merchant.pages('listOrders', { pageSize: 100 }))
  const shipments = await all(harness.merchant.pages('listShipments', { pageSize: 100 }))
  const found: string[] = []
  if (inShop.length < ORDERS || inHub.length !== inShop.length + lostCodes.size) {
    found.push(`${inShop.length} orders in the shop, ${inHub.length} in the hub`)
  }
  for (const one of inShop) {
    const order = inHub.find(({ ChannelReference }) => ChannelReference === one.code)
    if (order === undefined) found.push(`${one.code} is not in the hub`)
    else {
      const tracking = shipments.filter(
        ({ OrderId, Status }) => OrderId === order.Id && Status !== 'VOIDED',
      )
      found.push(
        ...differencesOf(
          one,
          order,
          tracking.map(({ TrackTraceNo }) => TrackTraceNo ?? ''),
        ),
      )
    }
  }
  return found
}

function differencesOf(
  inShop: ShopOrderView,
  order: Order,
  tracking: readonly string[],
): readonly string[] {
  const lineOf = (id: string) => order.Lines.find(({ ChannelReference }) => ChannelReference === id)
  const cancelledByHub =
    indexes.get(inShop.code) !== undefined && planOf(indexes.get(inShop.code) ?? 0) === 'short'
  const pairs: [string, unknown, unknown][] = [
    ['paid', inShop.paid, Math.round(order.OriginalTotalInclVat * 100)],
    ['tracking', inShop.tracking.join(), [...tracking].sort().join()],
    ...inShop.lines.flatMap(
      ({ id, sku, ordered, cancelled, shipped }): [string, unknown, unknown][] => {
        const line = lineOf(id)
        return [
          [`${sku} ordered`, ordered, line?.Quantity],
          [`${sku} cancelled`, cancelled, line?.CancelledQuantity],
          [`${sku} shipped`, shipped, line?.ShippedQuantity],
        ]
      },
    ),
  ]
  const refunded = Math.round(order.RefundedInclVat * 100)
  if (!cancelledByHub) pairs.push(['refunded', inShop.refunded, refunded])
  else {
    const lost = order.Lines.reduce((sum, line) => sum + line.CancelledQuantity, 0)
    pairs.push(['refunded for a shortage', inShop.refunded > 0, lost > 0])
  }
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${inShop.code} ${name}: ${one} in the shop, ${other} in the hub`)
}

test(
  'a shop that was restored from a backup gets again what it has lost, and no order is doubled',
  async () => {
    // The orders of the tests before may have taken all that was there.
    await harness.merchant.changeOffers({
      body: [{ MerchantProductReference: 'SINGLE-1', Stock: 100 }],
    })
    await untilSynchronized()
    const [before] = await placeOrders(2)
    await shop.save()
    const backup = join(folder, 'backup.sqlite')
    await copyFile(join(folder, 'shop.sqlite'), backup)
    // What the backup does not have: shipments, a product and orders.
    await workOn(await hubOrder(before?.code ?? ''), 'return')
    await harness.merchant.createProducts({ body: [product('LATE', offerOf(7))] } as never)
    const lost = await placeOrders(2)
    await untilSameOrders(120_000)
    await untilSynchronized()
    const { port } = shop
    await shop.end('SIGKILL')
    await copyFile(backup, join(folder, 'shop.sqlite'))
    shop = await startVendure({ file: join(folder, 'shop.sqlite'), port })
    staff = await asStaff(shop)
    // The shop gives the ids of the lost orders to these.
    const again = await placeOrders(2)
    expect(again.map(({ id }) => id)).toEqual(lost.map(({ id }) => id))
    for (const { code } of lost) lostCodes.add(code)
    await harness.merchant.resetChannelSync({ id: channelId })
    await connector.kill()
    connector.start()
    await untilSameOrders(120_000)
    await untilSynchronized()
    const skus = (await expectSameOffers()).map(({ sku }) => sku)
    expect(skus.filter((sku) => sku === 'LATE')).toEqual(['LATE'])
    expect(new Set(skus).size).toBe(skus.length)
    const [connection] = await harness.merchant.listConnections()
    const problems = await harness.merchant.listConnectionProblems({ id: connection?.Id ?? 0 })
    expect(problems.map(({ Code }) => Code)).toEqual(['order_lost', 'order_lost'])
  },
  TIMEOUT,
)

/** Orders of the shop that its backup did not have. */
const lostCodes = new Set<string>()

async function placeOrders(count: number) {
  const placed: PlacedOrder[] = []
  for (let index = 0; index < count; index += 1) {
    placed.push(await buy(shop, [{ sku: 'SINGLE-1', quantity: 2 }]))
    await expect.poll(() => hubOrder(placed.at(-1)?.code ?? '')).toBeDefined()
  }
  return placed
}

async function hubOrder(code: string): Promise<Order> {
  const [order] = await harness.merchant.listOrders({ channelReference: [code] })
  return order as Order
}

test('nothing is written again when nothing has changed, and an idle run makes few calls', async () => {
  await connector.stop()
  const [connection] = await harness.merchant.listConnections()
  const Settings = { ...connection?.Settings, returnsEvery: 60 }
  await harness.merchant.changeConnection({ id: connection?.Id ?? 0, body: { Settings } })
  const idle = harness.connector(vendure, {
    ...{ holder: 'loop', key: [harness.channelKey] },
    secrets: () => ({ apiKey: shop.apiKey }),
  })
  // What the stopped process was about to note.
  await idle.runOnce()
  for (let run = 0; run < 3; run += 1) {
    const [report] = await idle.runOnce()
    expect(report?.failure).toBeUndefined()
    const { steps = [], calls } = report ?? {}
    for (const { step, written, failed } of steps) {
      expect({ run, step, written, failed }).toEqual({ run, step, written: 0, failed: 0 })
    }
    if (run === 2) expect(calls).toMatchObject({ hubReads: 0, hubWrites: 1, shop: 1 })
  }
})

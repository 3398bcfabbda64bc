/** A hub, the connector and a real Tryton: both sides become the same, and stay it through crashes and faults. */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schemas } from '@entrepot/client'
import { makeDirectory } from '@entrepot/test-support/folders'
import { type KillableHub, startKillableHub } from '@entrepot/test-support/hub-process'
import { createRandom } from '@entrepot/test-support/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryton as adapter } from '../src/adapters/tryton/index.ts'
import type { Row, Tryton } from '../src/adapters/tryton/rpc.ts'
import { decimal } from '../src/adapters/tryton/values.ts'
import { total } from '../src/index.ts'
import {
  CONNECTOR,
  copyPrepared,
  DATABASE,
  startTryton,
  type TrytonServer,
} from '../test/shops/tryton.ts'
import {
  asAdmin,
  cancelShipment,
  count,
  makeGoods,
  openShipments,
  receive,
  SETTINGS,
  ship,
  takeBack,
  takeOut,
} from '../test/shops/tryton-setup.ts'
import { type Harness, startHarness } from '../test/support/harness.ts'
import { ADDRESS, type MerchantLoop, startMerchantLoop, stepOf } from './support/merchant-loop.ts'

const SEED = Number(process.env.LOOP_SEED ?? 7)
/** Orders during which processes are killed. */
const ORDERS = Number(process.env.LOOP_ORDERS ?? 15)
/** A bound for what hangs. */
const TIMEOUT = 600_000 + ORDERS * 20_000
const random = createRandom(SEED)

let hub: KillableHub
let harness: Harness
let folder: string
let server: TrytonServer
let admin: Tryton
let loop: MerchantLoop
let products: ReadonlyMap<string, number>

beforeAll(async () => {
  folder = await makeDirectory()
  await copyPrepared(folder)
  ;[hub, server] = await Promise.all([startKillableHub(), startTryton(folder)])
  harness = await startHarness(hub)
  admin = asAdmin(server.url)
  loop = await startMerchantLoop({
    ...{ harness, hub, adapter, shopUrl: server.url, seed: SEED },
    settings: { ...SETTINGS, database: DATABASE },
    secrets: CONNECTOR,
  })
})

afterAll(async () => {
  await harness?.close()
  await loop?.close()
  await server?.stop()
})

const idOf = (sku: string) => products.get(sku) ?? 0

/** The sales of an order, without those of its returns. */
async function salesOf(reference: string): Promise<readonly Row[]> {
  const domain = [
    ['description', 'like', `% ${reference}`],
    ['origin', '=', null],
  ]
  return admin.search('sale.sale', domain, ['number', 'state', 'total_amount', 'shipment_state'])
}

async function saleOf(reference: string): Promise<Row> {
  const [sale, ...others] = await salesOf(reference)
  expect(others).toEqual([])
  if (sale === undefined) throw new Error(`Tryton has no sale of ${reference}.`)
  return sale
}

describe('products and stock', () => {
  test('500 products with their variants come to the hub once, and an idle run costs one call of the hub', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    products = await makeGoods(admin, [
      { name: 'Carriage', code: 'SHIP', price: '0', type: 'service' },
      ...numbers.map((index) => ({
        name: `Shirt ${index}`,
        code: `SHIRT-${index}`,
        price: '10.3306',
        variants: ['-1', '-2', '-3', '-4'],
      })),
      ...numbers.map((index) => ({
        name: `Lamp ${index}`,
        code: `LAMP-${index}`,
        price: '24.7934',
      })),
    ])
    const goods = [...products].filter(([code]) => code !== 'SHIP')
    await count(admin, new Map(goods.map(([, id]) => [id, 50])))
    const first = await loop.run()
    expect(first.failure).toBeUndefined()
    // 400 variants, 100 parents and 100 single products.
    expect(stepOf(first, 'products')).toMatchObject({ written: 600, failed: 0 })
    await loop.settle()
    const idle = await loop.run()
    expect(total(idle, 'written')).toBe(0)
    expect(idle.calls).toMatchObject({ hubWrites: 1, hubReads: 0 })
    const shirt = await harness.merchant.getProduct({ reference: 'SHIRT-3-2' })
    expect(shirt).toMatchObject({ Name: 'Shirt 3', Price: 12.5, Stock: 50, VatRate: 21 })
    expect(shirt.ParentMerchantReference).toMatch(/^template-/)
  })

  test('a price, a name, a count and a product that ends are in the hub after the next run', async () => {
    const templates = await admin.search(
      'product.template',
      [['code', 'in', ['LAMP-1', 'LAMP-2', 'LAMP-3']]],
      ['id', 'products'],
      { order: [['code', 'ASC']] },
    )
    const [dearer, renamed, gone] = templates.map(({ id }) => id)
    await admin.call('model.product.template.write', [[dearer ?? 0], { list_price: decimal('25') }])
    await admin.call('model.product.template.write', [[renamed ?? 0], { name: 'Renamed' }])
    await admin.call('model.product.product.write', [[idOf('LAMP-3')], { active: false }])
    await admin.call('model.product.template.write', [[gone ?? 0], { active: false }])
    await count(admin, new Map([[idOf('LAMP-5'), 3]]))
    const report = await loop.run()
    expect(stepOf(report, 'products')).toMatchObject({ written: 3 })
    expect(stepOf(report, 'stock')).toMatchObject({ written: 1 })
    const read = (reference: string) => harness.merchant.getProduct({ reference })
    expect(await read('LAMP-1')).toMatchObject({ Price: 30.25 })
    expect(await read('LAMP-2')).toMatchObject({ Name: 'Renamed' })
    expect(await read('LAMP-3')).toMatchObject({ IsActive: false })
    expect(await read('LAMP-5')).toMatchObject({ Stock: 3 })
    await loop.settle()
  })
})

describe('orders', () => {
  test('an order is a sale once, with its total to the cent, and its units stay counted until they leave', async () => {
    const lines = [
      { sku: 'LAMP-10', quantity: 3, price: 9.99, discount: 0.1 },
      { sku: 'SHIRT-10-1', quantity: 2, price: 12.34 },
    ]
    const id = await loop.order('A-1', lines, { ShippingCostsInclVat: 4.95 })
    await loop.run()
    const sale = await saleOf('A-1')
    expect(sale).toMatchObject({ total_amount: '59.50', state: 'processing' })
    expect(await loop.hubOrder(id)).toMatchObject({
      Status: 'IN_PROGRESS',
      MerchantReference: sale.number,
    })
    await loop.settle()
    expect(await harness.merchant.getProduct({ reference: 'LAMP-10' })).toMatchObject({
      Stock: 50,
      StockAvailable: 47,
    })
  })

  test('problems stand at the order in words, and end when they are solved', async () => {
    await loop.order('P-1', [{ sku: 'LAMP-20', quantity: 1, price: 30 }], {
      ShippingAddress: { ...ADDRESS, CountryIso: 'CH' },
    })
    await loop.settle()
    const problems = await harness.merchant.listConnectionProblems({ id: loop.connectionId })
    expect(problems).toMatchObject([{ Kind: 'order', Code: 'country_unknown' }])
    expect(await salesOf('P-1')).toEqual([])
    await admin.create('country.country', { code: 'CH', name: 'Switzerland' })
    await harness.merchant.createConnectionRequest({
      id: loop.connectionId,
      body: { Action: 'retry' },
    } as never)
    await loop.settle()
    expect(await saleOf('P-1')).toMatchObject({ state: 'processing' })
    expect(await harness.merchant.listConnectionProblems({ id: loop.connectionId })).toEqual([])
  })

  test('answers that are lost while an order is written make no second sale', async () => {
    await loop.order('L-1', [{ sku: 'LAMP-11', quantity: 1, price: 30 }])
    await loop.runUntilAnswersAreLost(0.2)
    await loop.settle()
    expect(await saleOf('L-1')).toMatchObject({ state: 'processing', total_amount: '30.00' })
    const parties = await admin.search(
      'party.identifier',
      [['code', 'like', '%l-1@example.com']],
      ['id'],
    )
    expect(parties).toHaveLength(1)
  })

  test('a password that is wrong now fails the connection in words, and the right one goes on', async () => {
    loop.toShop.answers(401)
    expect((await loop.run()).failure).toMatchObject({ kind: 'denied' })
    loop.toShop.answers(undefined)
    await loop.settle()
  })
})

describe('what happens to orders', () => {
  test('shipments in parts, cancelled moves and returns of Tryton come to the hub once, with tracking', async () => {
    const id = await loop.order('F-1', [
      { sku: 'LAMP-12', quantity: 4, price: 30 },
      { sku: 'SHIRT-12-1', quantity: 1, price: 12.5 },
    ])
    await loop.settle()
    const sale = await saleOf('F-1')
    const [first = 0] = await openShipments(admin, sale.id)
    await takeOut(admin, first, new Map([[idOf('LAMP-12'), 1]]))
    await ship(admin, first, '3S1')
    await loop.settle()
    expect((await loop.hubOrder(id)).Lines).toMatchObject([
      { ShippedQuantity: 1 },
      { ShippedQuantity: 0 },
    ])
    const [second = 0] = await openShipments(admin, sale.id)
    await takeOut(admin, second, new Map([[idOf('LAMP-12'), 2]]))
    await ship(admin, second, '3S2')
    // A lamp and the shirt are left: people decide not to deliver them.
    for (const rest of await openShipments(admin, sale.id))
      await cancelShipment(admin, sale.id, rest)
    await loop.settle()
    const shipments = await harness.merchant.listShipments({ orderId: id })
    expect(shipments.map(({ TrackTraceNo }) => TrackTraceNo).toSorted()).toEqual(['3S1', '3S2'])
    const returned = await takeBack(admin, sale.id, new Map([[idOf('LAMP-12'), 1]]))
    await receive(admin, returned)
    await loop.settle()
    expect((await loop.hubOrder(id)).Lines).toMatchObject([
      { CancelledQuantity: 1, ShippedQuantity: 3, ReturnedQuantity: 1, RefundedInclVat: 30 },
      { CancelledQuantity: 1, ShippedQuantity: 0 },
    ])
    expect(await harness.merchant.getProduct({ reference: 'LAMP-12' })).toMatchObject({ Stock: 48 })
    expect(total(await loop.run(), 'written')).toBe(0)
  })

  test('cancellations of the hub take units off the sale, and the last one ends it', async () => {
    const id = await loop.order('C-1', [
      { sku: 'LAMP-13', quantity: 3, price: 9.99, discount: 0.1 },
    ])
    await loop.settle()
    await loop.cancel('C-1-a', 'C-1', 'C-1-1', 1)
    await loop.settle()
    const sale = await saleOf('C-1')
    expect(await unitsOf(sale.id)).toEqual({ open: 2, done: 0, cancelled: 1 })
    await loop.cancel('C-1-b', 'C-1', 'C-1-1', 2)
    await loop.settle()
    expect(await unitsOf(sale.id)).toEqual({ open: 0, done: 0, cancelled: 3 })
    expect((await loop.hubOrder(id)).Lines).toMatchObject([{ CancelledQuantity: 3 }])
    expect(await harness.merchant.listCancellations({ orderId: id })).toHaveLength(2)
  })
})

/** Units of a sale, or of one of its lines. */
async function unitsOf(sale: number, line?: number) {
  const domain = [
    ['sale', '=', sale],
    ...(line === undefined ? [] : [['origin', '=', `sale.line,${line}`]]),
  ]
  const moves = await admin.search('stock.move', domain, ['quantity', 'state'])
  const sum = (states: readonly string[]) =>
    moves
      .filter(({ state }) => states.includes(String(state)))
      .reduce((all, { quantity }) => all + Number(quantity), 0)
  return { open: sum(['draft', 'assigned']), done: sum(['done']), cancelled: sum(['cancelled']) }
}

describe('crashes', () => {
  test(
    'kills of the connector, of Tryton and of the hub, and faults on both sides, leave the books balanced',
    async () => {
      const log = await loop.survive({
        ...{ orders: ORDERS, share: 0.02, random, change: anyChange },
        restartShop: () => restartShop(),
      })
      expect(hub.kills).toBeGreaterThan(0)
      await expectBalance(log)
      expect(total(await loop.run(), 'written')).toBe(0)
    },
    TIMEOUT,
  )
})

describe('backups', () => {
  test('a Tryton that was restored gets again the orders that it has lost, each once', async () => {
    const file = join(folder, `${DATABASE}.sqlite`)
    const backup = join(folder, 'backup')
    await loop.order('B-1', [{ sku: 'LAMP-14', quantity: 2, price: 30 }])
    await loop.settle()
    await restartShop(() => copyFile(file, backup))
    // What the backup does not have.
    await loop.order('B-2', [{ sku: 'LAMP-15', quantity: 2, price: 30 }])
    await loop.settle()
    await shipAll('B-2')
    const third = await loop.order('B-3', [{ sku: 'LAMP-16', quantity: 3, price: 30 }])
    await makeGoods(admin, [{ name: 'Late', code: 'LATE', price: '5' }])
    await loop.settle()
    await loop.cancel('B-3-a', 'B-3', 'B-3-1', 1)
    await loop.settle()
    expect(await harness.merchant.getProduct({ reference: 'LATE' })).toMatchObject({
      IsActive: true,
    })
    await restartShop(async () => {
      await copyFile(backup, file)
      expect((await loop.run()).failure).toMatchObject({ kind: 'unavailable' })
    })
    await loop.settle()
    // An order that was shipped is not written again.
    expect(await salesOf('B-2')).toEqual([])
    for (const reference of ['B-1', 'B-3']) {
      expect(await saleOf(reference)).toMatchObject({ state: 'processing' })
    }
    expect(await unitsOf((await saleOf('B-3')).id)).toEqual({ open: 2, done: 0, cancelled: 1 })
    expect(await harness.merchant.getProduct({ reference: 'LATE' })).toMatchObject({
      IsActive: false,
    })
    // Its shipments have ids that the hub knows from lost ones.
    await shipAll('B-3')
    await loop.settle()
    expect((await loop.hubOrder(third)).Lines).toMatchObject([
      { ShippedQuantity: 2, CancelledQuantity: 1 },
    ])
    expect(total(await loop.run(), 'written')).toBe(0)
  })
})

async function shipAll(reference: string): Promise<void> {
  const { id } = await saleOf(reference)
  for (const shipment of await openShipments(admin, id))
    await ship(admin, shipment, `3S-${reference}`)
}

/** Kills Tryton in the middle of its work, and starts it at the same address. */
async function restartShop(whileDown: () => Promise<void> = async () => {}): Promise<void> {
  const { port } = new URL(server.url)
  await server.stop()
  await whileDown()
  server = await startTryton(folder, Number(port))
}

/** Somebody on one side ships, cancels, takes back or counts. */
async function anyChange(references: readonly string[]): Promise<void> {
  for (const reference of references) {
    const [sale] = await salesOf(reference)
    if (sale !== undefined && !random.chance(0.3)) await changeSale(reference, sale.id)
  }
  await count(admin, new Map([[idOf(`LAMP-${random.int(40, 60)}`), random.int(5, 50)]]))
}

const ACTIONS = ['ship', 'ship a part', 'drop', 'cancel', 'cancel'] as const

async function changeSale(reference: string, sale: number): Promise<void> {
  const [shipment] = await openShipments(admin, sale)
  const action = random.pick(ACTIONS)
  const act = () => {
    if (shipment === undefined) return takeBackOne(sale)
    if (action === 'drop') return cancelShipment(admin, sale, shipment)
    if (action === 'cancel') return loop.cancel(`${reference}-x`, reference, `${reference}-1`, 1)
    return send(reference, shipment, action === 'ship a part')
  }
  // The connector may change the shipment at the same time, and units that were shipped cannot be cancelled: one of the two is refused then.
  await act().catch(() => {})
}

async function send(reference: string, shipment: number, isPart: boolean): Promise<void> {
  if (isPart) {
    const [row] = await admin.read('stock.shipment.out', [shipment], ['outgoing_moves'])
    const moves = row?.outgoing_moves as readonly number[]
    const [first] = await admin.read('stock.move', moves, ['product'])
    await takeOut(admin, shipment, new Map([[Number(first?.product), 1]]))
  }
  await ship(admin, shipment, `3S-${reference}-${shipment}`)
}

/** A buyer sends one unit back, once. */
async function takeBackOne(sale: number): Promise<void> {
  const sent = [
    ['sale', '=', sale],
    ['state', '=', 'done'],
  ]
  const [move] = await admin.search('stock.move', sent, ['product'])
  if (move === undefined || (await returnsOf(sale)).length > 0) return
  await receive(admin, await takeBack(admin, sale, new Map([[Number(move.product), 1]])))
}

const returnsOf = (sale: number) =>
  admin.search('sale.sale', [['origin', '=', `sale.sale,${sale}`]], ['id'])

/** Every order is a sale once, with the same units and the same money; all counts are the same. */
async function expectBalance(log: string): Promise<void> {
  const taken = await loop.acknowledgedOrders()
  expect(taken.length).toBeGreaterThan(15)
  const conflicts = await ordersInConflict()
  expect(conflicts.size).toBeLessThan(taken.length / 2)
  for (const one of taken) {
    const sales = await salesOf(one.ChannelReference)
    expect(sales, `${one.ChannelReference}: ${log}`).toHaveLength(1)
    expect(sales[0]?.total_amount).toBe(one.OriginalTotalInclVat.toFixed(2))
    if (!conflicts.has(one.Id)) await expectSameUnits(one, sales[0]?.id ?? 0)
  }
  await expectSameStock()
}

/** Orders of which both sides have decided on the same units before the connector came: their problems say so. */
async function ordersInConflict(): Promise<ReadonlySet<number>> {
  const problems = await harness.merchant.listConnectionProblems({ id: loop.connectionId })
  expect(problems.filter(({ Code }) => !CONFLICT.test(Code))).toEqual([])
  const cancelled = new Set(problems.map(({ HubId }) => HubId))
  const cancellations = await harness.merchant.listCancellations({})
  return new Set(
    cancellations.filter(({ Id }) => cancelled.has(String(Id))).map(({ OrderId }) => OrderId),
  )
}

/** The cancellation that Tryton cannot take, and the shipment or cancellation that the hub cannot take. */
const CONFLICT = /^units_not_open$|^hub_/

async function expectSameUnits(one: Schemas['OrderResponse'], sale: number): Promise<void> {
  const back = await Promise.all((await returnsOf(sale)).map(({ id }) => unitsOf(id)))
  expect(
    one.Lines.reduce((sum, { ReturnedQuantity }) => sum + ReturnedQuantity, 0),
    `${one.ChannelReference}: returned units`,
  ).toBe(back.reduce((sum, { done }) => sum + done, 0))
  const lines = await admin.search('sale.line', [['sale', '=', sale]], ['sequence'])
  for (const line of one.Lines) {
    const found = lines.find(({ sequence }) => sequence === line.Id)
    const units = await unitsOf(sale, found?.id)
    const { ShippedQuantity, CancelledQuantity } = line
    expect({ done: ShippedQuantity, cancelled: CancelledQuantity }, one.ChannelReference).toEqual({
      done: units.done,
      cancelled: units.cancelled,
    })
  }
}

async function expectSameStock(): Promise<void> {
  const [warehouse] = await admin.search('stock.location', [['type', '=', 'warehouse']], ['id'])
  const context = { locations: [warehouse?.id ?? 0] }
  const ids = [...products.values()]
  const rows = await admin.read('product.product', ids, ['code', 'quantity'], context)
  const counts = new Map(rows.map(({ code, quantity }) => [String(code), Number(quantity)]))
  await loop.expectStock(counts)
}

/** How a connector serves its connections: leases, hints, events, requests, failures. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ShopFailure } from '../src/adapter/outcomes.ts'
import { type Connector, type RunReport, total } from '../src/index.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, SECRETS, startHarness } from './support/harness.ts'

let harness: Harness
let shop: FakeMerchant
let serial = 0
let stop: AbortController
let running: Promise<void>[]

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  serial += 1
  shop = new FakeMerchant(`serve${serial}`)
  stop = new AbortController()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
})

/** A connector that runs until the end of the test. */
function serve(options: Parameters<Harness['connector']>[1] = {}, signal = stop.signal) {
  const reports: RunReport[] = []
  const connector = harness.connector(shop.adapter(), {
    intervals: { run: 60_000, products: 60_000 },
    key: harness.merchantKey,
    onRun: (report) => reports.push(report),
    ...options,
  })
  running.push(connector.run(signal))
  return { connector, reports }
}

const sku = (name: string) => `${name}-${serial}`
const names = async () => {
  const products = await harness.merchant.listProducts({ reference: [sku('A'), sku('B')] })
  return products.map(({ Name }) => Name)
}
const post = (connector: Connector, path: string, headers = {}, body = '{}') =>
  fetch(`${connector.url}${path}`, { method: 'POST', headers, body })

test('a hint wakes the read of what the shop says, long before its time', async () => {
  shop.addProduct(sku('A'))
  const id = await harness.connect(shop.name)
  const { connector } = serve({ listen: { host: '127.0.0.1', port: 0 } })
  await expect.poll(names).toHaveLength(1)
  shop.addProduct(sku('B'))
  const answer = await post(connector, `/hints/${id}`, { 'x-signature': SECRETS.apiKey })
  expect(answer.status).toBe(202)
  await expect.poll(names).toHaveLength(2)
  const metrics = await (await fetch(`${connector.url}/metrics`)).text()
  expect(metrics).toContain(`entrepot_connector_connections{shop="${shop.name}"} 1`)
  expect((await fetch(`${connector.url}/healthz`)).status).toBe(200)
})

test('a text that was cut within a character holds up no record', async () => {
  shop.addProduct(sku('A'), { name: 'Mug \ud83d' })
  shop.addProduct(sku('B'), { name: 'Tea \0 \u{1f375}' })
  const id = await harness.connect(shop.name)
  await harness.connector(shop.adapter(), { key: harness.merchantKey }).runOnce(id)
  expect(await names()).toEqual(['Mug \ufffd', 'Tea \ufffd \u{1f375}'])
})

test('an order is in the shop at once, because the events of the hub wake the connection', async () => {
  shop.addProduct(sku('A'))
  await harness.connect(shop.name)
  serve()
  await expect.poll(names).toHaveLength(1)
  await harness.order(`E-${serial}`, { [sku('A')]: 1 })
  await expect.poll(() => shop.orders.size).toBe(1)
})

test('what people ask for is done at once, and answered by a run', async () => {
  shop.addProduct(sku('A'))
  const id = await harness.connect(shop.name)
  serve()
  await expect.poll(names).toHaveLength(1)
  for (const Action of ['test', 'dry_run', 'run'] as const) {
    const request = await harness.merchant.createConnectionRequest({ id, body: { Action } })
    const find = async () =>
      (await harness.merchant.listConnectionRuns({ id })).find(
        (one) => one.RequestId === request.Id,
      )
    await expect.poll(find).toMatchObject({ Trigger: 'request', Outcome: 'ok' })
  }
  const runs = await harness.merchant.listConnectionRuns({ id })
  const details = await Promise.all(
    runs.map(({ Id }) => harness.merchant.getConnectionRun({ id, runId: Id })),
  )
  expect(details.flatMap(({ Findings }) => Findings)).toContainEqual(
    expect.objectContaining({ Level: 'ok', Message: 'The shop is there.' }),
  )
})

test('two processes never serve a connection together, and one takes over when the other stops', async () => {
  shop.addProduct(sku('A'), { stock: 100 })
  const id = await harness.connect(shop.name)
  const first = new AbortController()
  serve({ holder: 'one' }, first.signal)
  await expect.poll(names).toHaveLength(1)
  const [report] = await harness.connector(shop.adapter(), { holder: 'two' }).runOnce(id)
  expect(report).toMatchObject({ outcome: 'skipped' })
  expect(report?.reason).toContain('one')
  first.abort()
  await running[0]
  expect((await harness.merchant.getConnection({ id })).Lease).toBeNull()
  serve({ holder: 'two' })
  await harness.order(`T-${serial}`, { [sku('A')]: 1 })
  await expect.poll(() => shop.orders.size).toBe(1)
})

test('of many processes that race for a connection, the orders are in the shop once', async () => {
  shop.addProduct(sku('A'), { stock: 1000 })
  const id = await harness.connect(shop.name)
  const connectors = Array.from({ length: 6 }, (_, index) =>
    harness.connector(shop.adapter(), { holder: `racer ${index}`, key: harness.merchantKey }),
  )
  await connectors[0]?.runOnce(id)
  const orders = new Set<string>()
  for (let round = 0; round < 4; round += 1) {
    orders.add(String(await harness.order(`R-${serial}-${round}`, { [sku('A')]: 1 })))
    // As if the lease had ended while its holder still works.
    const runs = connectors.map(async (one) => {
      await harness.expireLeases()
      return await one.runOnce(id)
    })
    await Promise.all(runs)
  }
  await harness.expireLeases()
  await harness.connector(shop.adapter()).runOnce(id)
  const all = await harness.merchant.listConnectionPairs({ id, kind: 'order' })
  // An order of a test before this one can be new still.
  const pairs = all.filter(({ HubId }) => orders.has(HubId))
  expect(pairs).toHaveLength(4)
  expect(new Set(pairs.map(({ ShopId }) => ShopId)).size).toBe(4)
})

test('a shop that throttles or is down holds up no other, and is shown as failing with what to do', async () => {
  const down = new FakeMerchant(`down${serial}`)
  down.onCall = () => {
    throw new ShopFailure('denied', 'The key is wrong.', { remedy: 'Create a new one.' })
  }
  const slow = new FakeMerchant(`slow${serial}`)
  slow.onCall = () => {
    throw new ShopFailure('throttled', 'Too many calls.', { retryAfter: 3_600 })
  }
  shop.addProduct(sku('A'))
  const [downId, slowId] = [await harness.connect(down.name), await harness.connect(slow.name)]
  const id = await harness.connect(shop.name)
  const connector = harness.connector(shop.adapter(), {
    adapters: [down, slow, shop].map((one) => one.adapter()),
    key: harness.merchantKey,
  })
  const reports = new Map((await connector.runOnce()).map((one) => [one.connectionId, one]))
  expect(reports.get(id)).toMatchObject({ outcome: 'ok' })
  expect(reports.get(downId)?.failure).toMatchObject({ kind: 'denied' })
  expect(reports.get(slowId)?.failure).toMatchObject({ kind: 'throttled', retryAfter: 3_600 })
  // A shop that throttles is asked once, and not for each step.
  expect(slow.calls).toHaveLength(1)
  const failing = await harness.merchant.getConnection({ id: downId })
  expect(failing).toMatchObject({
    State: 'failing',
    Failure: { Message: 'The key is wrong.', Remedy: 'Create a new one.' },
  })
  down.onCall = () => {}
  await connector.runOnce(downId)
  expect(await harness.merchant.getConnection({ id: downId })).toMatchObject({ State: 'running' })
})

test('a step that has failed is tried again after a pause of seconds, and not only at its next time', async () => {
  shop.addProduct(sku('A'))
  let fails = 1
  shop.onCall = (call) => {
    if (call !== 'readProducts' || fails === 0) return
    fails -= 1
    throw new ShopFailure('unavailable', 'The shop did not answer.')
  }
  const id = await harness.connect(shop.name)
  serve({ intervals: { run: 3_600_000, products: 3_600_000 } })
  await expect.poll(names).toHaveLength(1)
  const state = async () => (await harness.merchant.getConnection({ id })).State
  await expect.poll(state).toBe('running')
})

test('a connection without its secret is shown as failing, with the variable to set', async () => {
  const id = await harness.connect(shop.name)
  const connector = harness.connector(shop.adapter(), { secrets: () => ({}) })
  const [report] = await connector.runOnce(id)
  expect(report?.failure?.remedy).toContain(`ENTREPOT_CONNECTION_${id}_API_KEY`)
  const { Failure } = await harness.merchant.getConnection({ id })
  expect(Failure?.Remedy).toContain(`ENTREPOT_CONNECTION_${id}_API_KEY`)
})

test('a paused connection waits, and goes on when it is not paused any more', async () => {
  shop.addProduct(sku('A'))
  const id = await harness.connect(shop.name)
  await harness.merchant.changeConnection({ id, body: { IsPaused: true } })
  const connector = harness.connector(shop.adapter())
  expect(await connector.runOnce(id)).toMatchObject([{ outcome: 'skipped' }])
  expect(shop.calls).toEqual([])
  await harness.merchant.changeConnection({ id, body: { IsPaused: false } })
  const [report] = await connector.runOnce(id)
  expect(report && total(report, 'written')).toBe(1)
})

test('a connection that is created or deleted while the connector runs is served or not', async () => {
  shop.addProduct(sku('A'))
  const { connector } = serve()
  const id = await harness.connect(shop.name)
  await expect.poll(names).toHaveLength(1)
  await harness.merchant.deleteConnection({ id })
  await expect.poll(() => connector.metrics()).not.toContain(`{shop="${shop.name}"} 1\n# HELP`)
})

test('a key that the hub refuses holds up no other, and what it serves goes on when it works', async () => {
  shop.addProduct(sku('A'))
  await harness.connect(shop.name)
  const warnings: string[] = []
  serve({
    key: ['mk_wrong', harness.merchantKey],
    log: (_, message) => warnings.push(message),
  })
  await expect.poll(names).toHaveLength(1)
  expect(warnings).toContain('Key 1 of 2 of this connector does not work at the hub.')
  const alone = harness.connector(shop.adapter(), { key: 'mk_wrong' })
  await expect(alone.runOnce()).rejects.toMatchObject({ status: 401 })
})

test('changed settings let products and stock be read from the first record on', async () => {
  const first = shop.addProduct(sku('A'), { stock: 5 })
  shop.addProduct(sku('B'))
  const id = await harness.connect(shop.name)
  const connector = harness.connector(shop.adapter(), { key: harness.merchantKey })
  await connector.runOnce(id)
  // As the shop counts at another location: the product itself is as it was.
  first.stock = 7
  const stock = async () => (await harness.merchant.getProduct({ reference: sku('A') })).Stock
  await connector.runOnce(id)
  expect(await stock()).toBe(5)
  const change = async (Settings: object) =>
    await harness.merchant.changeConnection({ id, body: { Settings } } as never)
  await change({ url: 'https://shop.example', steps: 'products stock' })
  await connector.runOnce(id)
  expect(await stock()).toBe(5)
  await change({ url: 'https://other.example' })
  await connector.runOnce(id)
  expect(await stock()).toBe(7)
})

test('a stop in the middle of a read keeps what was done, and the next run goes on there', async () => {
  shop.pageSize = 1
  for (const name of ['A', 'B', 'C', 'D']) shop.addProduct(sku(name))
  const id = await harness.connect(shop.name)
  const early = new AbortController()
  let reads = 0
  shop.onCall = (call, moment) => {
    if (call !== 'readProducts' || moment === 'before') return
    reads += 1
    if (reads === 2) early.abort()
  }
  serve({}, early.signal)
  await Promise.all(running)
  shop.onCall = () => {}
  expect((await harness.merchant.getConnection({ id })).Lease).toBeNull()
  const [report] = await harness.connector(shop.adapter()).runOnce(id)
  const products = report?.steps.find(({ step }) => step === 'products')
  expect(products?.written).toBeLessThan(4)
  expect(products?.written).toBeGreaterThan(0)
  expect(await harness.merchant.listConnectionPairs({ id, kind: 'product' })).toHaveLength(4)
})

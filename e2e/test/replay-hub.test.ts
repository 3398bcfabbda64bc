/** Replays of a generated shop on a real hub, within this process. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query, sql } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  migrations,
  storeEcbRates,
} from '@entrepot/marketplace'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HubAccess } from '../replay/src/hub-client.ts'
import type { OrderAnswer } from '../replay/src/orders.ts'
import { findIssues, Outcome } from '../replay/src/outcome.ts'
import { baseSums } from '../replay/src/rates.ts'
import { type ReplayOptions, replay } from '../replay/src/replay.ts'
import { formatSummary } from '../replay/src/summary.ts'
import { Survey } from '../replay/src/survey.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { DIRT_CARRIED, DIRT_COUNTED, DIRT_RETURNED, realFile, writeShop } from './shop.ts'

const CLEAN = 150

let directory: string
let file: string
let test_: TestDatabase
let hub: HubProcess

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-replay-hub-'))
  file = join(directory, 'shop.csv')
  await writeShop(file, CLEAN)
  test_ = await createTestDatabase({ migrations: [migrations] })
  const env = { DATABASE_URL: test_.url, ENTREPOT_DATA: directory, LOG_LEVEL: 'warn' }
  hub = await spawnHub({ env, args: ['--no-sample'] })
})

afterAll(async () => {
  await hub?.end()
  await test_?.drop()
  await rm(directory, { recursive: true, force: true })
})

async function makeCustomer(
  baseCurrency = 'GBP',
  stockKeeper: 'merchant' | 'hub' = 'merchant',
): Promise<HubAccess> {
  const { database } = test_
  const input = { name: 'Shop', baseCurrency, defaultVatRate: 20, stockKeeper }
  const { customerId } = expectDone(await createCustomer(database, input))
  const { channelId } = expectDone(
    await createChannel(database, customerId, { name: 'Web', mode: 'flat' }),
  )
  const label = 'test'
  const merchant = expectDone(await createApiKey(database, customerId, { kind: 'merchant', label }))
  const channel = expectDone(
    await createApiKey(database, customerId, { kind: 'channel', channelId, label }),
  )
  return { url: hub.url, merchantKey: merchant.key, channelKey: channel.key }
}

async function run(options: Partial<ReplayOptions> & { hub: HubAccess }) {
  const all = { file, patienceMs: 10_000, ...options }
  const result = await replay(all)
  return { ...result, summary: formatSummary(result, all) }
}

async function postOrder({ url, channelKey }: HubAccess, reference: string): Promise<void> {
  const line = { ChannelReference: '1', MerchantProductReference: 'X', Quantity: 1 }
  const response = await request(`${url}/v2/orders`, {
    method: 'POST',
    headers: { 'x-api-key': channelKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ ChannelReference: reference, Email: 'ann@example.com', CurrencyCode: 'GBP' },
      ShippingAddress: {},
      Lines: [{ ...line, UnitPriceInclVat: 1 }],
    }),
  })
  await response.body.dump()
  expect(response.statusCode).toBe(201)
}

async function createProduct({ url, merchantKey }: HubAccess, reference: string): Promise<void> {
  const response = await request(`${url}/v2/products`, {
    method: 'POST',
    headers: { 'x-api-key': merchantKey, 'content-type': 'application/json' },
    body: JSON.stringify({ MerchantProductReference: reference, Name: reference }),
  })
  await response.body.dump()
  expect(response.statusCode).toBe(201)
}

async function newOrders({ url, merchantKey }: HubAccess): Promise<readonly OrderAnswer[]> {
  const response = await request(`${url}/v2/orders/new`, { headers: { 'x-api-key': merchantKey } })
  return (await response.body.json()) as readonly OrderAnswer[]
}

test('every kind of irregular row is imported or refused and counted, and the year reconciles', async () => {
  const hub = await makeCustomer('GBP', 'hub')
  const { summary, issues, outcome, survey } = await run({ hub, keepsStock: true })
  expect(issues).toEqual([])
  expect(summary).toContain(`Stock of ${survey.products.size} products, kept by the hub`)
  expect(outcome.created).toBe(CLEAN + DIRT_CARRIED.orders)
  for (const [count, text] of DIRT_COUNTED) {
    const line = summary.split('\n').find((line) => line.includes(text))
    expect(line).toMatch(new RegExp(`^ +${count} `))
  }
  expect(summary).toContain(`${survey.rows} rows in the file`)
  expect(summary).toContain('total: every row is counted once')
  // 2011-01 has one invoice, which continues after midnight: 2 x 4.00 + 2 x 4.00.
  expect(summary).toMatch(/2011-01 +1 +2 +4 +16\.00 +16\.00 +0\.00/)
  expect(summary).toContain('RECONCILED')
  const { returns, units, amount, whole } = DIRT_RETURNED
  const returned = new RegExp(`2011-02 +${returns} +${units} +${amount} +${amount} +0\\.00`)
  expect(summary).toMatch(returned)
  expect(summary).toMatch(new RegExp(` ${whole} {2}orders with all units returned: RETURNED`))
})

test('the pounds of an EUR customer reconcile in both currencies with the rates of each day', async () => {
  // No rates on the weekend, and none for other days of which the last rate is used.
  const days = { '2011-01-28': '0.86130', '2011-02-01': '0.85705', '2011-02-25': '0.8427' }
  const rows = Object.entries(days).map(([day, rate]) => `${day},1.3,${rate},\n`)
  const rates = join(directory, 'rates.csv')
  await writeFile(rates, `Date,USD,GBP,\n${rows.join('')}`)
  const stored = await storeEcbRates(test_.database, await readFile(rates, 'utf8'))
  expect(stored).toMatchObject({ count: 9 })
  const { issues, summary, base } = await run({ hub: await makeCustomer('EUR'), rates })
  expect(issues).toEqual([])
  // 16.00 GBP of 2011-01-31, with the rate of the Friday before: 16 / 0.8613.
  expect(base?.get('2011-01')).toBe(185_800n)
  expect(summary).toMatch(/2011-01 +18\.58 +18\.58 +0\.00/)
  expect(summary).toContain('RECONCILED')
  await query(test_.database, sql`delete from marketplace.ecb_rates`)
})

// The real file is not part of the repository. Without it, the test above covers every kind of irregular row.
test.runIf(realFile)('the first 200 invoices of the real year reconcile', async () => {
  const { summary, issues } = await run({
    ...{ hub: await makeCustomer(), file: realFile as string, limit: 200, patienceMs: 60_000 },
  })
  expect(issues).toEqual([])
  expect(summary).toMatch(/2010-12 +199 +3,905 +37,303 +75,524\.03 +75,524\.03 +0\.00/)
  expect(summary).toContain('RECONCILED')
})

test('a return that is missing on the hub or has another amount is reported', async () => {
  const customer = await makeCustomer()
  const { plan, outcome, survey } = await run({ hub: customer })
  expect(findIssues(survey, outcome, plan)).toEqual([])
  const [first, ...others] = plan.returns
  outcome.addRefund('2011-02', 0, -1n)
  expect(findIssues(survey, outcome, plan).join()).toContain('2011-02: amount returned')
  outcome.addRefund('2011-02', 0, 1n)
  const missing = findIssues(survey, outcome, { ...plan, returns: others })
  expect(missing.join()).toContain('2011-02: orders returned')
  outcome.ordersReturned.clear()
  expect(findIssues(survey, outcome, plan).join()).toContain('1 orders are not RETURNED: 500004')
  expect(first?.reference).toBe('C500005-500001')
})

test('a second run finds all orders, and a longer one adds only the missing ones', async () => {
  const customer = await makeCustomer()
  const first = await run({ hub: customer, limit: 60 })
  expect(first.outcome).toMatchObject({ created: 60, alreadyThere: 0 })
  const again = await run({ hub: customer, limit: 60 })
  expect(again.outcome).toMatchObject({ created: 0, alreadyThere: 60, readBack: 60 })
  const longer = await run({ hub: customer, limit: 100 })
  expect(longer.outcome).toMatchObject({ created: 40, alreadyThere: 60, readBack: 100 })
  expect([first.issues, again.issues, longer.issues]).toEqual([[], [], []])
})

test('requests whose answers are lost are repeated, and no order is created twice', async () => {
  await using proxy = await startFaultyProxy(hub.url)
  const customer = { ...(await makeCustomer()), url: proxy.url }
  const { issues, outcome, retries } = await run({ hub: customer, patienceMs: 30_000 })
  expect(issues).toEqual([])
  expect(retries).toBe(proxy.faults)
  expect(retries).toBeGreaterThan(20)
  expect(outcome.created + outcome.alreadyThere).toBe(CLEAN + DIRT_CARRIED.orders)
  expect(outcome.alreadyThere).toBeGreaterThan(0)
})

test('new orders of other clients are ignored', async () => {
  const customer = await makeCustomer()
  await createProduct(customer, 'X')
  await postOrder(customer, 'OTHER')
  const { issues } = await run({ hub: customer, limit: 20 })
  expect(issues).toEqual([])
  const left = await newOrders(customer)
  expect(left.map((order) => order.ChannelReference)).toEqual(['OTHER'])
})

test('an order that the hub refuses is counted with its reason, and the replay does not reconcile', async () => {
  const customer = await makeCustomer()
  await createProduct(customer, 'X')
  await postOrder(customer, '600003')
  const { issues, summary, outcome } = await run({ hub: customer, limit: 20 })
  expect(outcome.created).toBe(19)
  expect(issues[0]).toMatch(/refused 1 orders: 409 MARKET_ORDER_EXISTS; for example 600003/)
  expect(summary).toMatch(/ 4 {2}refused by the hub: 409 MARKET_ORDER_EXISTS/)
  expect(summary).toContain('total: every row is counted once')
  expect(summary).toContain('DOES NOT RECONCILE')
})

test('a customer with another base currency stops the replay at the first order', async () => {
  const customer = await makeCustomer('EUR')
  await expect(run({ hub: customer })).rejects.toMatchObject({
    code: 'REPLAY_CURRENCY',
    message: expect.stringContaining('--currency'),
  })
  const [{ orders } = { orders: -1 }] = await query<{ orders: number }>(
    test_.database,
    sql`
    select count(*)::int as orders from marketplace.orders
    where status = 'REQUIRES_CORRECTION'`,
  )
  expect(orders).toBe(1)
})

test('a wrong key and an unavailable hub are reported immediately', async () => {
  const customer = await makeCustomer()
  const wrong = { ...customer, channelKey: customer.merchantKey }
  await expect(run({ hub: wrong })).rejects.toMatchObject({
    code: 'REPLAY_KEY_REFUSED',
    message: expect.stringContaining('--channel-key'),
  })
  const away = { ...customer, url: 'http://127.0.0.1:1' }
  await expect(run({ hub: away, patienceMs: 300 })).rejects.toMatchObject({
    code: 'REPLAY_HUB_UNREACHABLE',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a stored order that differs in a cent, in a line or in its month is reported', () => {
  const survey = new Survey()
  survey.add(['1', 'A', '', '2', '2011-01-31 10:00:00', '1.25', '', 'EIRE'])
  const names = { ChannelReference: '1', MerchantReference: '1-1' }
  const line = { Id: 1, ...names, MerchantProductReference: 'A', Quantity: 2 }
  const order: OrderAnswer = {
    ...{ Id: 1, ChannelReference: '1', MerchantReference: '1', Status: 'IN_PROGRESS' },
    ...{ OrderDate: '2011-01-31T10:00:00.000Z', Corrections: [] },
    ...{ OriginalTotalInclVat: 2.5, TotalInclVat: 2.98 },
    Lines: [{ ...line, OriginalUnitPriceInclVat: 1.25 }],
  }
  const issuesOf = (stored: OrderAnswer) => {
    const outcome = new Outcome()
    outcome.tally(stored, JSON.stringify([Date.UTC(2011, 0, 31, 10), [['A', 2, '12500']]]))
    const rates = new Map([['2011-01-28', 1_190_759_704_692n]])
    return findIssues(survey, outcome, undefined, baseSums(survey, rates)).join('\n')
  }
  expect(issuesOf(order)).toBe('')
  expect(issuesOf({ ...order, OriginalTotalInclVat: 2.51 })).toContain('2011-01: amount')
  expect(issuesOf({ ...order, TotalInclVat: 2.97 })).toContain('in the base currency differs')
  expect(issuesOf({ ...order, OrderDate: '2011-02-01T10:00:00Z' })).toContain('2011-02: orders')
  const other = { ...line, MerchantProductReference: 'a', OriginalUnitPriceInclVat: 1.25 }
  expect(issuesOf({ ...order, Lines: [other] })).toContain('1 orders differ from what was sent: 1')
  expect(issuesOf({ ...order, Lines: [] })).toContain('1 rows were read, but 0 are counted')
})

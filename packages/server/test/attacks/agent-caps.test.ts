/** What agents may do in a day: who tries to do more, by many calls at once, by jobs, by repeats and by bodies that are refused. Two nodes. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { queryOne, sql, transaction } from '@entrepot/database'
import {
  acknowledgeOrder,
  createFulfilment,
  createProduct,
  draftReturn,
  draftShipment,
  expectDone,
  type OrderRow,
} from '@entrepot/marketplace'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAgentEvents } from '../../src/people/agent-events/append-agent-events.ts'
import { addMember } from '../../src/people/members/members.ts'
import { createRobot, type Robot } from '../robot.ts'
import {
  asPage,
  bearer,
  callApi,
  connectAgent,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'

type Headers = Readonly<Record<string, string>>

const SCOPES = [
  ...['orders:read', 'orders:write', 'fulfilment:read', 'fulfilment:write'],
  ...['products:read', 'products:write', 'agents:read', 'agents:write', 'settings:read'],
  'settings:write',
]

let hubs: TwoHubs
let shop: Shop
let owner: Headers
beforeAll(async () => {
  hubs = await startTwoHubs()
  const { database } = hubs.store
  shop = await createShop(database, 'Busy Shop', 24)
  const browser = await signIn(hubs.one, 'ann')
  const { customerId } = shop.customer
  expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
  owner = asPage(hubs.one, browser, shop)
  // Without rules, no call needs a person.
  expect((await call('/agent-rules', owner, 'PUT', { Rules: [], ExpiryHours: 24 })).status).toBe(
    200,
  )
})
afterAll(async () => await hubs?.end())

const call = async (path: string, headers: Headers, method = 'GET', body?: unknown) =>
  await callApi(hubs.one, path, headers, { method, body })

/** An agent with limits. They hold when a new agent first calls, because nothing is remembered of it. */
async function limited(caps: object): Promise<Robot> {
  const robot = await createRobot(hubs, owner, SCOPES)
  const set = await call(`/agents/${robot.clientId}/caps`, owner, 'PUT', caps)
  expect([set.status, set.body]).toMatchObject([200, { AgentId: robot.clientId }])
  return robot
}

const usedBy = async ({ clientId }: Robot) =>
  (await call(`/agents/${clientId}/caps`, owner)).body.Used

let next = 0
/** An order of two mugs at 9.95 that nothing has been done with. */
function newOrder(): OrderRow {
  next += 1
  return shop.orders[next - 1] as OrderRow
}

/** A new order that is acknowledged and shipped, by its reference. */
async function shippedOrder(): Promise<string> {
  const { database } = hubs.store
  const order = newOrder()
  const reference = `S-${order.Id}`
  const request = { OrderId: order.Id, MerchantOrderReference: reference }
  const caller = { customer: shop.customer, channel: null, actor: SYSTEM }
  expectDone(await acknowledgeOrder(database, shop.customer, request))
  const draft = draftShipment({
    ...{ MerchantShipmentReference: reference, MerchantOrderReference: reference },
    Lines: [{ ChannelOrderLineReference: '1' }],
  })
  expectDone(await createFulfilment(database)(caller, draft))
  return reference
}

const SYSTEM = { kind: 'system', id: 'test', label: 'Test' } as const

const codesOf = (
  answers: readonly { readonly status: number; readonly body: { code?: string } }[],
) => answers.map(({ status, body }) => (status < 300 ? 'done' : (body.code ?? status))).sort()

const comment = async (robot: Robot, number: number, more: Headers = {}) =>
  await robot.call(
    ...([
      `/orders/id/${shop.orders[0]?.Id}/comments`,
      'POST',
      { Comment: `No ${number}` },
    ] as const),
    ...([more, number] as const),
  )

test('two nodes together accept exactly as many writes as the limit says, and one event tells of it', async () => {
  const robot = await limited({ Writes: 7 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => await comment(robot, number)),
  )
  const codes = codesOf(answers)
  expect(codes.filter((code) => code === 'done')).toHaveLength(7)
  expect(new Set(codes)).toEqual(new Set(['done', 'SERVER_AGENT_CAP']))
  const refused = answers.find(({ status }) => status === 403)?.body
  expect(refused).toMatchObject({
    detail: expect.stringMatching(/used 7 of 7, and this asks for 1.*agents:write/),
    limit: { cap: 'Writes', limit: 7, used: 7, asked: 1, resetsAt: expect.any(String) },
  })
  expect(new Date(refused.limit.resetsAt).getTime()).toBeGreaterThan(Date.now())
  const { body: events } = await call(`/events?subject=agent:${robot.clientId}`, owner)
  expect(events.map((one: { Type: string }) => one.Type)).toEqual([
    'agent.connected',
    'agent.caps_changed',
    'agent.capped',
  ])
  expect(events[2]).toMatchObject({ Data: { Cap: 'Writes', Limit: 7 }, Actor: { Kind: 'agent' } })
  expect((await usedBy(robot)).Writes).toBe(7)
  // Reading goes on.
  expect((await robot.call('/orders/new')).status).toBe(200)
})

test('several processes that claim at once never exceed a limit', async () => {
  const script = fileURLToPath(new URL('../claim-usage.ts', import.meta.url))
  const run = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=@entrepot/source',
      ...[script, hubs.store.url, shop.customer.customerId],
    ])
    return Number(stdout)
  }
  const claimed = await Promise.all([run(), run(), run()])
  expect(claimed.reduce((sum, one) => sum + one, 0)).toBe(500)
})

test('a repeated call with a key is counted once, and a refused one only as a call', async () => {
  const robot = await limited({ Writes: 3 })
  const headers = { 'idempotency-key': 'the-same-comment' }
  for (const node of [0, 2, 1, 3]) {
    const { status } = await robot.call(
      ...([`/orders/id/${shop.orders[0]?.Id}/comments`, 'POST', { Comment: 'Once' }] as const),
      ...([headers, node] as const),
    )
    expect(status).toBe(201)
  }
  expect((await usedBy(robot)).Writes).toBe(1)
  const unknown = await robot.call('/orders/id/999999/comments', 'POST', { Comment: 'Nobody' })
  expect(unknown.status).toBe(404)
  await expect.poll(async () => await usedBy(robot)).toMatchObject({ Writes: 1, Calls: 2 })
})

test('refunds by returns, decisions and refunds count together, also where the hub calculates the amount', async () => {
  const robot = await limited({ RefundAmount: 25 })
  const [one, two, three] = [await shippedOrder(), await shippedOrder(), await shippedOrder()]
  const lines = [{ ChannelOrderLineReference: '1', Quantity: 1 }]
  const made = await robot.call('/returns', 'POST', {
    ...{ MerchantReturnReference: `R-${one}`, MerchantOrderReference: one },
    ...{ Status: 'ACCEPTED', Lines: lines },
  })
  expect([made.status, made.body.RefundInclVat]).toEqual([201, 9.95])
  expect((await usedBy(robot)).RefundAmount).toBe(9.95)
  // Undecided returns give nothing back; the decision does.
  const caller = { customer: shop.customer, channel: null, actor: SYSTEM }
  for (const name of [two, three]) {
    const draft = draftReturn({
      ...{ MerchantReturnReference: `R-${name}`, MerchantOrderReference: name, Lines: lines },
    })
    expectDone(await createFulfilment(hubs.store.database)(caller, draft))
  }
  const decide = async (name: string, node: number) =>
    await robot.call(`/returns/R-${name}`, 'PUT', { Status: 'ACCEPTED' }, {}, node)
  const decided = await Promise.all([decide(two, 0), decide(three, 1)])
  expect(codesOf(decided)).toEqual(['SERVER_AGENT_CAP', 'done'])
  expect((await usedBy(robot)).RefundAmount).toBe(19.9)
  const refund = async (RefundInclVat: number) =>
    await robot.call('/refunds', 'POST', {
      ...{ MerchantReference: `G-${RefundInclVat}`, MerchantOrderReference: one },
      ...{ RefundInclVat, Reason: 'Scratched' },
    })
  const over = await refund(5.11)
  expect(over.body).toMatchObject({
    detail: expect.stringContaining('used 19.90 EUR of 25.00 EUR, and this asks for 5.11 EUR'),
    limit: { cap: 'RefundAmount', asked: 5.11 },
  })
  expect((await refund(5.1)).status).toBe(201)
  // A repeat without a key changes nothing, and costs nothing.
  expect((await refund(5.1)).status).toBe(200)
  expect((await usedBy(robot)).RefundAmount).toBe(25)
  // More than was paid is refused by the API, and given back.
  const other = await limited({ RefundAmount: 1_000 })
  const tooMuch = await other.call('/refunds', 'POST', {
    ...{ MerchantReference: 'G-900', MerchantOrderReference: one, RefundInclVat: 900 },
    Reason: 'All of it',
  })
  expect(tooMuch.body.code).toBe('MARKET_REFUND_EXCEEDED')
  await expect.poll(async () => (await usedBy(other)).RefundAmount).toBe(0)
})

test('cancelled units are counted in calls and in jobs, whose orders are refused one by one', async () => {
  const robot = await limited({ UnitsCancelled: 4 })
  const cancel = async (order: OrderRow, Quantity: unknown) =>
    await robot.call('/cancellations', 'POST', {
      ...{ MerchantReference: `C-${order.Id}`, ChannelOrderReference: order.ChannelReference },
      ...{ ChannelId: order.ChannelId, Lines: [{ ChannelOrderLineReference: '1', Quantity }] },
    })
  const first = newOrder()
  // What is no positive number is refused, and takes nothing off what was counted.
  for (const bad of [-100, 0.5, '1', null, 1e308]) {
    expect([bad, (await cancel(first, bad)).status]).toEqual([bad, 400])
  }
  expect((await cancel(first, 1)).status).toBe(201)
  expect((await usedBy(robot)).UnitsCancelled).toBe(1)
  const orders = [newOrder(), newOrder(), newOrder()]
  const job = await robot.call('/order-jobs', 'POST', {
    ...{ Action: 'cancel', OrderIds: orders.map(({ Id }) => Id) },
  })
  expect(job.status).toBe(202)
  await expect
    .poll(async () => (await call(`/order-jobs/${job.body.Id}`, owner)).body)
    .toMatchObject({ Status: 'done', DoneCount: 1, RefusedCount: 2 })
  const { body: outcomes } = await call(`/order-jobs/${job.body.Id}/orders`, owner)
  expect(outcomes.map((one: { Code: string | null }) => one.Code).filter(Boolean)).toEqual([
    'SERVER_AGENT_CAP',
    'SERVER_AGENT_CAP',
  ])
  // One call for the first order, one for the job, and one for the order that it has changed.
  await expect.poll(async () => await usedBy(robot)).toMatchObject({ UnitsCancelled: 3, Writes: 3 })
})

test('changed prices are counted in products, offers and files, and all that wait cannot be decided on at once', async () => {
  const robot = await limited({ PriceChanges: 6 })
  const names = Array.from({ length: 9 }, (_, number) => `P-${number}`)
  for (const MerchantProductReference of names) {
    const product = { MerchantProductReference, Name: 'Pot', Price: 5, Stock: 1 }
    expectDone(await createProduct(hubs.store.database, shop.customer, product))
  }
  const offers = (count: number, Price: number) =>
    names.slice(0, count).map((MerchantProductReference) => ({ MerchantProductReference, Price }))
  const wide = await robot.call('/offers', 'PUT', offers(7, 6))
  expect(wide.body).toMatchObject({ code: 'SERVER_AGENT_CAP', limit: { asked: 7 } })
  expect((await robot.call('/offers', 'PUT', offers(2, 6))).status).toBe(200)
  expect((await robot.call('/products/P-0', 'PATCH', { Price: 7 })).status).toBe(200)
  expect((await robot.call('/products/P-0', 'PATCH', { Name: 'Pan' })).status).toBe(200)
  expect((await usedBy(robot)).PriceChanges).toBe(3)
  const all = await robot.call('/offers/decisions', 'POST', { Decision: 'accept', Cause: 'rule' })
  expect(all.body).toMatchObject({
    code: 'SERVER_AGENT_CAP',
    detail: expect.stringContaining('name each item'),
    limit: { asked: null },
  })
  const importFile = async (count: number, price: number) => {
    const rows = names.slice(0, count).map((name) => `${name},Pot,${price}`)
    const response = await fetch(`${hubs.one.url}/v2/imports?format=entrepot`, {
      method: 'POST',
      headers: { ...robot.headers, 'content-type': 'text/csv' },
      body: ['MerchantProductReference,Name,Price', ...rows].join('\n'),
    })
    const { Id } = (await response.json()) as { Id: number }
    const ended = expect.poll(async () => (await call(`/imports/${Id}`, owner)).body)
    return ended
  }
  await (await importFile(4, 8)).toMatchObject({
    Status: 'failed',
    Problem: expect.stringContaining('limit of changed prices'),
  })
  expect((await call('/products/P-3', owner)).body.Price).toBe(5)
  await (await importFile(3, 9)).toMatchObject({ Status: 'done', UpdatedCount: 3 })
  // Rows that change no price cost nothing.
  await (await importFile(3, 9)).toMatchObject({ Status: 'done' })
  expect((await usedBy(robot)).PriceChanges).toBe(6)
})

test('an agent neither sets limits, nor gets more by another time zone than the next day has', async () => {
  const robot = await limited({ Writes: 5 })
  for (const [path, method, body] of [
    [`/agents/${robot.clientId}/caps`, 'PUT', { Writes: null }],
    [`/agents/${robot.clientId}/caps`, 'DELETE', undefined],
    ['/agent-caps', 'PUT', { Writes: null }],
  ] as const) {
    const refused = await robot.call(path, method, body)
    expect([path, method, refused.body.code]).toEqual([path, method, 'MARKET_FORBIDDEN'])
  }
  expect((await robot.call(`/agents/${robot.clientId}/caps`)).body.Caps.Writes).toBe(5)
  let accepted = 0
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Kiritimati', 'Etc/GMT+12']) {
    await call('/customer', owner, 'PATCH', { TimeZone: zone })
    await expect
      .poll(async () => (await call(`/agents/${robot.clientId}/caps`, owner)).body.ResetsAt)
      .toBeDefined()
    for (let number = 0; number < 8; number += 1) {
      if ((await comment(robot, number)).status === 201) accepted += 1
    }
  }
  // Two days are in progress on earth at most times, and three for two hours.
  expect(accepted).toBeLessThanOrEqual(15)
  await call('/customer', owner, 'PATCH', { TimeZone: 'Europe/Amsterdam' })
  // Each node remembers the zone for a second: until then, they count on different days.
  for (const node of hubs.nodes) {
    await expect
      .poll(async () => {
        const caps = await callApi(node, `/agents/${robot.clientId}/caps`, owner)
        return new Date(caps.body.ResetsAt).toLocaleTimeString('en-GB', {
          timeZone: 'Europe/Amsterdam',
        })
      })
      .toBe('00:00:00')
  }
})

test('limits of the customer hold for all agents, those of an agent replace them, and null is unlimited', async () => {
  expect((await call('/agent-caps', owner)).body).toEqual({
    Caps: { Calls: null, Writes: 2000, RefundAmount: 500, UnitsCancelled: 200, PriceChanges: 500 },
    Own: [],
  })
  const set = await call('/agent-caps', owner, 'PUT', { Writes: 2, Calls: 5 })
  expect(set.body).toMatchObject({ Caps: { Writes: 2, Calls: 5 }, Own: ['Calls', 'Writes'] })
  const robot = await createRobot(hubs, owner, SCOPES)
  expect(
    codesOf([await comment(robot, 1), await comment(robot, 2), await comment(robot, 3)]),
  ).toEqual(['SERVER_AGENT_CAP', 'done', 'done'])
  const reads = [await robot.call('/orders/new'), await robot.call('/orders/new')]
  expect(codesOf([...reads, await robot.call('/me')])).toEqual(['done', 'done', 'done'])
  expect((await robot.call('/orders/new')).body.limit).toMatchObject({ cap: 'Calls', used: 5 })
  const tool = await robot.tool('get_order', { orderId: shop.orders[0]?.Id })
  expect(tool.structuredContent.error).toMatchObject({ code: 'SERVER_AGENT_CAP' })
  await call(`/agents/${robot.clientId}/caps`, owner, 'PUT', { Writes: null, Calls: null })
  await expect.poll(async () => (await comment(robot, 4)).status).toBe(201)
  const { body: agent } = await call(`/headless-agents/${robot.id}`, owner)
  expect(agent).toMatchObject({
    Stopped: null,
    Usage: { Caps: { Writes: null }, Used: { Writes: 3 } },
  })
  const removed = await call(`/agents/${robot.clientId}/caps`, owner, 'DELETE')
  expect(removed.body).toMatchObject({ Own: [], Caps: { Writes: 2 } })
  await call('/agent-caps', owner, 'PUT', {})
  for (const bad of [{ Writes: -1 }, { Writes: 1.5 }, { RefundAmount: '5' }, { Rights: 1 }]) {
    expect((await call('/agent-caps', owner, 'PUT', bad)).status).toBe(400)
  }
})

test('an agent of a person has limits of its own, its tool is in the timeline, and others learn nothing', async () => {
  const scope = 'orders:read orders:write'
  const tokens = await connectAgent(hubs.one, 'ann', { scope })
  const headers = { ...bearer(tokens), 'entrepot-customer': shop.customer.customerId }
  const { body: agents } = await call('/agents', owner)
  // Ann may have others, such as that of the run before this one repeats it.
  const agent = agents.find((one: { ClientId: string }) => one.ClientId === tokens.clientId)
  const set = await call(`/agents/${agent.Id}/caps`, owner, 'PUT', { Writes: 1 })
  expect([set.status, set.body], hubs.one.log().slice(-5_000)).toMatchObject([
    200,
    { Caps: { Writes: 1 } },
  ])
  const path = `/orders/id/${shop.orders[0]?.Id}/comments`
  const answers = await Promise.all(
    [0, 1, 2, 3].map(
      async (node) =>
        await callApi(hubs.nodes[node % 2] as TwoHubs['one'], path, headers, {
          ...{ method: 'POST', body: { Comment: 'Of Ann' } },
        }),
    ),
  )
  expect(codesOf(answers).filter((code) => code === 'done')).toHaveLength(1)
  const { body: details } = await call(`/agents/${agent.Id}`, owner)
  expect(details).toMatchObject({ Stopped: null, Usage: { Used: { Writes: 1 } } })
  const choice = `actor=${encodeURIComponent(agent.ClientId)}&person=${agent.Person.Id}`
  for (const list of ['/events', '/events/recent']) {
    const { body: events } = await call(`${list}?${choice}&types=order.*`, owner)
    expect(events).toMatchObject([{ Actor: { Kind: 'agent', Id: agent.ClientId, Tool: null } }])
  }
  const nobody = await call(`/events/recent?actor=${agent.ClientId}&person=999`, owner)
  expect(nobody.body).toEqual([])
  expect((await call('/events?person=1', owner)).body.code).toBe('MARKET_INVALID_INPUT')
  const robot = await limited({})
  const order = newOrder()
  const done = await robot.tool('acknowledge_orders', { orders: [{ orderId: order.Id }] })
  expect(done.structuredContent).toMatchObject({ status: 'done' })
  const { body: history } = await call(`/orders/id/${order.Id}/history`, owner)
  expect(history.at(-1).Actor).toMatchObject({
    ...{ Kind: 'agent', Id: robot.clientId, Tool: 'acknowledge_orders' },
  })
  // Of another customer, an agent is as one that does not exist.
  const kiosk = await createRobot(hubs, await kioskOwner(), ['agents:read'])
  const foreign = await kiosk.call(`/agents/${robot.clientId}/caps`)
  const missing = await kiosk.call('/agents/agent_AAAAAAAAAAAAAAAAAAAAAA/caps')
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.body.detail.replace(robot.clientId, '')).toBe(
    missing.body.detail.replace('agent_AAAAAAAAAAAAAAAAAAAAAA', ''),
  )
})

/** The headers with which the owner acts for the other customer. */
async function kioskOwner(): Promise<Headers> {
  const { customerId } = hubs.kiosk.customer
  const member = { email: 'ann@example.com', customerId, role: 'owner' } as const
  expectDone(await addMember(hubs.store.database, member))
  const headers = { ...owner, 'entrepot-customer': customerId }
  await expect.poll(async () => (await call('/me', headers)).status).toBe(200)
  return headers
}

test('limits of an agent are set while something else of it is being recorded, and each has its event', async () => {
  const robot = await limited({})
  const { database } = hubs.store
  const { customerId } = shop.customer
  const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const subject = { kind: 'agent', id: robot.clientId } as const
  const other = transaction(database, async (tx) => {
    await appendAgentEvents(tx, customerId, [{ type: 'agent.updated', subject, actor: SYSTEM }])
    written.resolve()
    await release.promise
  })
  await written.promise
  const set = call(`/agents/${robot.clientId}/caps`, owner, 'PUT', { Writes: 3 })
  const isWaiting = sql`select count(*)::int as count from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => await queryOne(database, isWaiting)).toEqual({ count: 1 })
  release.resolve()
  await other
  expect((await set).status).toBe(200)
  const { body: events } = await call(`/events/recent?subject=agent:${robot.clientId}`, owner)
  expect(events.map(({ Type }: { Type: string }) => Type)).toContain('agent.caps_changed')
})

/** The emergency stop of agents: what a stopped agent still gets, and who tries to let it go on. Two nodes. */
import { setTimeout } from 'node:timers/promises'
import { expectDone } from '@entrepot/marketplace'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addMember } from '../../src/people/members/members.ts'
import { createRobot, type Robot } from '../robot.ts'
import {
  asPage,
  bearer,
  callApi,
  connectAgent,
  keyOf,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'

type Headers = Readonly<Record<string, string>>

const SCOPES = ['orders:read', 'orders:write', 'agents:read', 'agents:write', 'keys:write'] as const

let hubs: TwoHubs
let owner: Headers
beforeAll(async () => {
  hubs = await startTwoHubs()
  const browser = await signIn(hubs.one, 'ann')
  const { customerId } = hubs.corner.customer
  expectDone(
    await addMember(hubs.store.database, { email: 'ann@example.com', customerId, role: 'owner' }),
  )
  owner = asPage(hubs.one, browser, hubs.corner)
})
afterAll(async () => await hubs?.end())

const call = async (path: string, headers: Headers, method = 'GET', body?: unknown) =>
  await callApi(hubs.one, path, headers, { method, body })

const stop = async (AgentId: string | null, Reason?: string) =>
  await call('/agent-stops', owner, 'POST', { AgentId, Reason })

const resume = async (id: number, headers = owner) =>
  await call(`/agent-stops/${id}`, headers, 'DELETE')

const commentOn = async (robot: Robot, number: number, key?: string) =>
  await robot.call(
    `/orders/id/${hubs.corner.orders[0]?.Id}/comments`,
    'POST',
    { Comment: `Comment ${number}` },
    key === undefined ? {} : { 'idempotency-key': key },
    number,
  )

const refusedOnEachNode = async (robot: Robot) => {
  for (const node of [0, 1]) {
    await expect
      .poll(async () => (await robot.call('/orders/new', 'GET', undefined, {}, node)).body.code)
      .toBe('SERVER_AGENT_STOPPED')
  }
}

test('a stopped agent gets nothing: no reads, no tools, no stored answers, on every node', async () => {
  const robot = await createRobot(hubs, owner, SCOPES)
  const written = await commentOn(robot, 1, 'comment-before-the-stop')
  expect(written.status).toBe(201)
  const { status, body: made } = await stop(robot.clientId, 'It comments too much')
  expect([status, made]).toMatchObject([
    201,
    { AgentId: robot.clientId, Reason: 'It comments too much', StoppedBy: { Kind: 'person' } },
  ])
  await refusedOnEachNode(robot)
  for (const node of [0, 1]) {
    const refused = await robot.call('/orders/new', 'GET', undefined, {}, node)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringMatching(/It comments too much.*agents:write.*DELETE \/v2\/agent-stops/),
    ])
    const repeated = await robot.call(
      ...([
        `/orders/id/${hubs.corner.orders[0]?.Id}/comments`,
        'POST',
        { Comment: 'Comment 1' },
      ] as const),
      { 'idempotency-key': 'comment-before-the-stop' },
      node,
    )
    expect(repeated.body.code).toBe('SERVER_AGENT_STOPPED')
    const order = { orderId: hubs.corner.orders[0]?.Id }
    const write = { orders: [order] }
    for (const [name, args] of [
      ['get_order', order],
      ['acknowledge_orders', write],
      ['acknowledge_orders', { ...write, dryRun: true }],
    ] as const) {
      const detail = expect.stringContaining('(⟦It comments too much⟧)')
      expect(await robot.tool(name, args, node)).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'SERVER_AGENT_STOPPED', detail } },
      })
    }
  }
  expect((await resume(made.Id)).body).toMatchObject({ EndedBy: { Kind: 'person' } })
  await expect.poll(async () => (await robot.call('/orders/new')).status).toBe(200)
  const { body: events } = await call('/events?types=agent.stopped,agent.resumed', owner)
  expect(events.slice(-2)).toMatchObject([
    {
      Type: 'agent.stopped',
      Subject: { Kind: 'agent', Id: robot.clientId },
      Data: { StopId: made.Id },
    },
    { Type: 'agent.resumed', Actor: { Kind: 'person' } },
  ])
})

test('a stop of all agents holds for an agent of a person, which cannot lift it, and for one that is made later', async () => {
  const scope = 'orders:read agents:read agents:write'
  const ofAnn = bearer(await connectAgent(hubs.one, 'ann', { scope }))
  expect((await call('/orders/new', ofAnn)).status).toBe(200)
  const { body: all } = await stop(null)
  await expect
    .poll(async () => (await call('/orders/new', ofAnn)).body.code)
    .toBe('SERVER_AGENT_STOPPED')
  expect((await resume(all.Id, ofAnn)).body.code).toBe('SERVER_AGENT_STOPPED')
  const robot = await createRobot(hubs, owner, SCOPES)
  expect((await robot.call('/orders/new')).body.code).toBe('SERVER_AGENT_STOPPED')
  await resume(all.Id)
  await expect.poll(async () => (await robot.call('/orders/new')).status).toBe(200)
})

test('an agent neither lifts the stop of another one, nor makes a key that would not be stopped', async () => {
  const stopped = await createRobot(hubs, owner, SCOPES)
  const other = await createRobot(hubs, owner, SCOPES)
  // An agent may stop one that runs wild.
  const { status, body: made } = await other.call('/agent-stops', 'POST', {
    AgentId: stopped.clientId,
  })
  expect([status, made.StoppedBy.Id]).toEqual([201, other.clientId])
  const lifted = await other.call(`/agent-stops/${made.Id}`, 'DELETE')
  expect([lifted.status, lifted.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  const made2 = await other.call('/keys', 'POST', {
    ...{ Kind: 'merchant', Label: 'Way out', Scopes: ['orders:read'] },
  })
  expect([made2.status, made2.body.detail]).toEqual([403, expect.stringContaining('API keys')])
  await resume(made.Id)
})

test('a stop is made once by many at once, ends once, and is nothing of another customer', async () => {
  const robot = await createRobot(hubs, owner, SCOPES)
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await stop(robot.clientId)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.Id)).size).toBe(1)
  const id = answers[0]?.body.Id
  const theirs = await keyOf(hubs, hubs.kiosk, ['agents:read', 'agents:write'])
  const foreign = await resume(id, theirs)
  const missing = await resume(999_999, theirs)
  expect([foreign.status, foreign.body.detail.replace(id, '')]).toEqual([
    404,
    missing.body.detail.replace('999999', ''),
  ])
  expect((await call('/agent-stops', theirs)).body).toEqual([])
  for (const AgentId of [robot.clientId, 'agent_AAAAAAAAAAAAAAAAAAAAAA', '1-x', '']) {
    const refused = await call('/agent-stops', theirs, 'POST', { AgentId })
    expect([AgentId, refused.body.code]).toEqual([AgentId, 'MARKET_NOT_FOUND'])
  }
  const ended = await Promise.all(Array.from({ length: 6 }, async () => await resume(id)))
  expect(new Set(ended.map(({ body }) => body.EndedAt)).size).toBe(1)
  const { body: events } = await call(`/events?subject=agent:${robot.clientId}`, owner)
  expect(events.map((one: { Type: string }) => one.Type)).toEqual([
    'agent.connected',
    'agent.stopped',
    'agent.resumed',
  ])
  const { body: past } = await call('/agent-stops?status=all', owner)
  expect(past.map((one: { Id: number }) => one.Id)).toContain(id)
})

test('three seconds after the answer to a stop, no node accepts a write, and the log shows it', async () => {
  const robot = await createRobot(hubs, owner, SCOPES)
  const accepted: number[] = []
  let until = Number.POSITIVE_INFINITY
  const writers = Array.from({ length: 4 }, async (_, node) => {
    for (let number = node; Date.now() < until; number += 2) {
      const { status } = await commentOn(robot, number)
      if (status === 201) accepted.push(Date.now())
      await setTimeout(20)
    }
  })
  onTestFinished(() => {
    until = 0
  })
  await expect.poll(() => accepted.length, { timeout: 10_000 }).toBeGreaterThan(5)
  await stop(robot.clientId)
  const answeredAt = Date.now()
  until = answeredAt + 3_500
  await Promise.all(writers)
  const { body: events } = await call(`/events/recent?actor=${robot.clientId}&pageSize=1000`, owner)
  expect(events).toHaveLength(accepted.length)
  const last = new Date(events[0].OccurredAt).getTime()
  expect(last - answeredAt).toBeLessThan(3_000)
})

test('a job of orders that was begun before a stop does no more', async () => {
  const robot = await createRobot(hubs, owner, SCOPES)
  const order = hubs.kiosk.orders[0]
  expect(order).toBeDefined()
  const { body: made } = await stop(robot.clientId)
  await refusedOnEachNode(robot)
  // As if the job had been stored just before the stop.
  const { body: ownJob } = await call('/order-jobs', owner, 'POST', {
    Action: 'acknowledge',
    OrderIds: [hubs.corner.orders[0]?.Id],
  })
  expect(ownJob.Id).toEqual(expect.any(Number))
  await expect
    .poll(async () => (await call(`/order-jobs/${ownJob.Id}`, owner)).body.Status)
    .toBe('done')
  await hubs.store.database.query(`
    with job as (
      insert into marketplace.order_jobs (customer_id, action, options, actor, status)
      select customer_id, 'close', '{}', '{"kind": "agent", "id": "${robot.clientId}", "label": "Robot"}', 'queued'
      from marketplace.order_jobs where job_id = ${Number(ownJob.Id)} returning customer_id, job_id)
    insert into marketplace.order_job_orders (customer_id, job_id, order_id)
    select customer_id, job_id, ${Number(hubs.corner.orders[0]?.Id)} from job`)
  await expect
    .poll(async () => (await call('/order-jobs?pageSize=1', owner)).body[0], { timeout: 20_000 })
    .toMatchObject({ Status: 'done', RefusedCount: 1, Actor: { Id: robot.clientId } })
  const { body: jobs } = await call('/order-jobs?pageSize=1', owner)
  const { body: outcomes } = await call(`/order-jobs/${jobs[0].Id}/orders`, owner)
  expect(outcomes).toMatchObject([{ Code: 'SERVER_AGENT_STOPPED' }])
  await resume(made.Id)
})

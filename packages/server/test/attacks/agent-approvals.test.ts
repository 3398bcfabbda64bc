/** Calls of agents that need a person: who approves them, what is made then, and who tries to get around it. Two nodes. */
import { execute, query, queryFirst, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireApprovals } from '../../src/agents/approvals/approvals.ts'
import { hubNames } from '../../src/names.ts'
import { addMember, removeMember, setRole } from '../../src/people/members/members.ts'
import { createRobot } from '../robot.ts'
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

/** What the agents may do for their persons. */
const SCOPE = 'orders:read orders:write products:read products:write agents:read agents:write'

let hubs: TwoHubs
/** A person in the console of each node, and the agents of two people. */
let ann: readonly [Headers, Headers]
let bo: Headers
let agent: Headers
let ofAnn: Headers
beforeAll(async () => {
  hubs = await startTwoHubs({ registeredScopes: hubNames.scopes.merchant })
  await signIn(hubs.one, 'ann')
  await signIn(hubs.one, 'bo')
  await admit('ann', 'owner')
  await admit('bo', 'operator')
  const [one, two] = hubs.nodes
  ann = [
    asPage(one, await signIn(one, 'ann'), hubs.corner),
    asPage(one, await signIn(one, 'ann'), hubs.corner),
  ]
  expect(two.url).not.toBe(one.url)
  bo = asPage(one, await signIn(one, 'bo'), hubs.corner)
  agent = bearer(await connectAgent(one, 'bo', { scope: SCOPE }))
  ofAnn = bearer(await connectAgent(one, 'ann', { scope: SCOPE }))
})
afterAll(async () => await hubs?.end())
beforeEach(async () => {
  await admit('bo', 'operator')
  await execute(hubs.store.database, sql`delete from hub.agent_approvals`)
  const rules = { Rules: [{ Kind: 'other', Needs: 'PERSON' }], ExpiryHours: 24 }
  expect((await call('/agent-rules', ann[0], 'PUT', rules)).status).toBe(200)
})

async function admit(person: string, role: 'owner' | 'operator' | 'viewer'): Promise<void> {
  const { database } = hubs.store
  const { customerId } = hubs.corner.customer
  const member = { email: `${person}@example.com`, customerId, role }
  expectDone(await addMember(database, member))
  expectDone(await setRole(database, member))
}

const call = async (
  path: string,
  headers: Headers,
  method = 'GET',
  body?: unknown,
  node = hubs.one,
) => await callApi(node, path, headers, { method, body })

const orderPath = () => `/orders/id/${hubs.corner.orders[0]?.Id}`

/** Comments of the order with a text. */
async function commentsWith(text: string): Promise<number> {
  const { body } = await call(`${orderPath()}/history`, ann[0])
  return body.filter((one: { Comment: string | null }) => one.Comment === text).length
}

/** An agent comments the order, which needs a person. */
const comment = async (text: string, headers = agent) =>
  await call(`${orderPath()}/comments`, headers, 'POST', { Comment: text })

/** The id of the approval that a comment needs. */
async function ask(text: string, headers = agent): Promise<number> {
  const { status, body } = await comment(text, headers)
  expect([status, body.code]).toEqual([403, 'SERVER_APPROVAL_REQUIRED'])
  return body.approval.id
}

const approve = async (id: number, headers = ann[0], node = hubs.one) =>
  await call(`/agent-approvals/${id}/approve`, headers, 'POST', undefined, node)

const reject = async (id: number, headers = ann[0], node = hubs.one) =>
  await call(`/agent-approvals/${id}/reject`, headers, 'POST', { Reason: 'No' }, node)

const countRows = async () =>
  (
    await queryFirst<{ count: number }>(
      hubs.store.database,
      sql`select count(*)::integer as count from hub.agent_approvals`,
    )
  )?.count

test('a call that needs a person waits, a member approves it, and the hub makes it as the agent', async () => {
  const { body } = await comment('Called the buyer')
  expect(body).toMatchObject({
    code: 'SERVER_APPROVAL_REQUIRED',
    approval: { id: expect.any(Number), needsMember: false, summary: expect.any(String) },
  })
  const { id } = body.approval
  expect(await commentsWith('Called the buyer')).toBe(0)
  const { body: waiting } = await call(`/agent-approvals/${id}`, agent)
  expect(waiting).toMatchObject({
    ...{ Id: id, Status: 'PENDING', Needs: 'PERSON', Operation: 'commentOrder', Answer: null },
    ...{ Body: { Comment: 'Called the buyer' }, Agent: { Person: { Email: 'bo@example.com' } } },
  })
  const allowed = (name: string) => ({ Name: name, IsAllowed: true, Reason: null })
  const { body: seen } = await call(`/agent-approvals/${id}`, ann[0])
  expect(seen.Actions).toEqual([allowed('approve'), allowed('reject')])
  // Agents never decide.
  expect(waiting.Actions).toMatchObject([
    { Name: 'approve', IsAllowed: false, Reason: { Code: 'MARKET_FORBIDDEN' } },
    { Name: 'reject', IsAllowed: false },
  ])
  const waited = call(`/agent-approvals/${id}?waitSeconds=20`, agent, 'GET', undefined, hubs.two)
  const approved = await approve(id)
  expect(approved).toMatchObject({
    status: 200,
    body: { Status: 'DONE', DecidedBy: { Kind: 'person', Label: 'ann@example.com' }, Actions: [] },
  })
  expect(approved.body.Answer.Status).toBeLessThan(300)
  expect((await waited).body).toMatchObject({ Status: 'DONE', Answer: approved.body.Answer })
  expect(await commentsWith('Called the buyer')).toBe(1)
  const { body: history } = await call(`${orderPath()}/history`, ann[0])
  expect(history.at(-1).Actor).toMatchObject({ Kind: 'agent', Person: { Label: 'bo@example.com' } })
  const { body: events } = await call('/events?types=approval.*', ann[0])
  const own = events.filter((one: { Subject: { Id: string } }) => one.Subject.Id === String(id))
  expect(own).toMatchObject([
    { Type: 'approval.requested', Actor: { Kind: 'agent' }, Data: { Status: 'PENDING' } },
    { Type: 'approval.approved', Actor: { Kind: 'person', Label: 'ann@example.com' } },
    { Type: 'approval.done', Actor: { Kind: 'agent' }, Data: { Status: 'DONE' } },
  ])
  const { body: listed } = await call('/agent-approvals?status=DONE', ann[0])
  expect(listed).toMatchObject([{ Id: id }])
})

test('an equal call gets the same approval, another call another one, and at most 100 wait', async () => {
  const id = await ask('Same')
  expect(await ask('Same')).toBe(id)
  const many = Array.from({ length: 20 }, async () => await ask('At once'))
  expect(new Set(await Promise.all(many)).size).toBe(1)
  expect(await ask('Same', ofAnn)).not.toBe(id)
  for (let next = 3; next <= 100; next += 1) await ask(`Comment ${next}`)
  const beyond = await comment('One too many')
  expect([beyond.status, beyond.body.code]).toEqual([403, 'SERVER_TOO_MANY_APPROVALS'])
})

test('a rejected call is never made, and whoever comes later learns what was decided', async () => {
  const id = await ask('Rejected')
  expect(await reject(id, bo)).toMatchObject({
    status: 200,
    body: { Status: 'REJECTED', Reason: 'No', DecidedBy: { Label: 'bo@example.com' } },
  })
  expect((await reject(id)).status).toBe(200)
  const late = await approve(id)
  expect([late.status, late.body.code]).toEqual([409, 'SERVER_APPROVAL_DECIDED'])
  expect(late.body.detail).toContain('bo@example.com')
  expect(await commentsWith('Rejected')).toBe(0)
  const done = await ask('Approved')
  expect((await approve(done)).body.Status).toBe('DONE')
  expect((await reject(done)).body.code).toBe('SERVER_APPROVAL_DECIDED')
})

test('an agent approves neither its own calls nor those of others, and sees only its own', async () => {
  const id = await ask('Mine')
  for (const one of [agent, ofAnn]) {
    for (const way of ['approve', 'reject']) {
      const tried = await call(
        `/agent-approvals/${id}/${way}`,
        one,
        'POST',
        way === 'reject' ? {} : undefined,
      )
      expect([tried.status, tried.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
    }
  }
  expect(await countRows()).toBe(1)
  expect((await call(`/agent-approvals/${id}`, ofAnn)).status).toBe(404)
  expect((await call('/agent-approvals', ofAnn)).body).toEqual([])
  const rules = await call('/agent-rules', ofAnn, 'PUT', { Rules: [], ExpiryHours: 1 })
  expect([rules.status, rules.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  expect(await countRows()).toBe(1)
  expect((await call(`/agent-approvals/${id}`, agent)).body.Status).toBe('PENDING')
})

test('other customers learn nothing of an approval', async () => {
  const id = await ask('Secret plan')
  const stranger = await keyOf(hubs, hubs.kiosk)
  for (const [path, method] of [
    [`/agent-approvals/${id}`, 'GET'],
    [`/agent-approvals/${id}/approve`, 'POST'],
    [`/agent-approvals/${id}/reject`, 'POST'],
  ] as const) {
    const body = path.endsWith('reject') ? {} : undefined
    const own = await call(path, stranger, method, body)
    const none = await call(path.replace(`/${id}`, '/999999'), stranger, method, body)
    expect(own.status).toBe(404)
    expect(own.body.detail.replace(String(id), '')).toBe(none.body.detail.replace('999999', ''))
  }
  expect((await call('/agent-approvals', stranger)).body).toEqual([])
})

test('nobody approves what they may not do themselves, nor sees what was sent', async () => {
  const id = await ask('For those who may')
  await admit('bo', 'viewer')
  const none = `/orders/id/999999/comments`
  await expect
    .poll(async () => (await call(none, bo, 'POST', { Comment: 'None' })).status)
    .toBe(403)
  expect((await approve(id, bo)).body.code).toBe('MARKET_FORBIDDEN')
  expect((await call(`/agent-approvals/${id}`, bo)).body.Body).toBeNull()
  const reader = await keyOf(hubs, hubs.corner, ['agents:read'])
  expect((await approve(id, reader)).body.code).toBe('MARKET_FORBIDDEN')
  const blind = await keyOf(hubs, hubs.corner, ['orders:write'])
  expect((await call(`/agent-approvals/${id}`, blind)).body.code).toBe('MARKET_FORBIDDEN')
  expect((await call('/agent-approvals', blind)).body.code).toBe('MARKET_FORBIDDEN')
  await admit('bo', 'operator')
  await expect.poll(async () => (await call('/me', agent)).body.Scopes).toContain('orders:write')
  expect((await approve(id, blind)).body.Status).toBe('DONE')
})

test('fifty approvals at once on two nodes make the call once', async () => {
  const id = await ask('Once')
  const [one, two] = hubs.nodes
  const key = await keyOf(hubs, hubs.corner, ['orders:write'])
  const many = Array.from(
    { length: 50 },
    async (_, at) => await approve(id, key, at % 2 ? one : two),
  )
  for (const { status, body } of await Promise.all(many)) {
    expect([status, body.Status]).toEqual([200, 'DONE'])
  }
  expect(await commentsWith('Once')).toBe(1)
})

test('approval, rejection and expiry at once: one of them holds, and the call is made if it is the approval', async () => {
  const { database } = hubs.store
  const key = await keyOf(hubs, hubs.corner, ['orders:write', 'agents:read'])
  for (let round = 1; round <= 12; round += 1) {
    const text = `Race ${round}`
    const id = await ask(text)
    const soon = sql`update hub.agent_approvals set expires_at = now() where approval_id = ${id} and status = 'PENDING'`
    await Promise.all([
      approve(id, key, hubs.one),
      reject(id, key, hubs.two),
      approve(id, key, hubs.two),
      execute(database, soon).then(async () => await expireApprovals(database)),
    ])
    const { body } = await call(`/agent-approvals/${id}?waitSeconds=20`, key)
    expect(['DONE', 'REJECTED', 'EXPIRED']).toContain(body.Status)
    expect(await commentsWith(text)).toBe(body.Status === 'DONE' ? 1 : 0)
    const types = await query<{ type: string }>(
      database,
      sql`select type from marketplace.events where subject_kind = 'approval' and subject_id = ${String(id)} order by sequence`,
    )
    expect(types).toHaveLength(body.Status === 'DONE' ? 3 : 2)
  }
})

test('an approval whose time is over is never made, and the same call waits anew', async () => {
  const id = await ask('Too late')
  const { database } = hubs.store
  await execute(
    database,
    sql`update hub.agent_approvals set expires_at = now() where approval_id = ${id}`,
  )
  const late = await approve(id)
  expect([late.status, late.body.code]).toEqual([409, 'SERVER_APPROVAL_DECIDED'])
  const again = await ask('Too late')
  expect(again).not.toBe(id)
  expect((await call(`/agent-approvals/${id}`, agent)).body.Status).toBe('EXPIRED')
  expect((await approve(again)).body.Status).toBe('DONE')
  expect(await commentsWith('Too late')).toBe(1)
})

test('a call is made with what the agent and its person may do when it is approved', async () => {
  const demoted = await ask('After the demotion')
  const removed = await ask('After the removal')
  await admit('bo', 'viewer')
  await expect
    .poll(async () => (await call('/me', agent)).body.Scopes)
    .not.toContain('orders:write')
  await expect
    .poll(async () => (await call('/me', agent, 'GET', undefined, hubs.two)).body.Scopes)
    .not.toContain('orders:write')
  expect((await approve(demoted)).body).toMatchObject({
    Status: 'FAILED',
    Answer: { Status: 403, Body: { code: 'MARKET_FORBIDDEN' } },
  })
  const { customerId } = hubs.corner.customer
  expectDone(await removeMember(hubs.store.database, { email: 'bo@example.com', customerId }))
  await expect.poll(async () => (await call('/me', agent)).status).toBe(404)
  expect((await approve(removed)).body).toMatchObject({ Status: 'FAILED', Answer: { Status: 404 } })
  expect(await commentsWith('After the demotion')).toBe(0)
  await admit('bo', 'operator')
  await expect.poll(async () => (await call('/me', agent)).status).toBe(200)
})

test('the calls of an agent that was revoked or stopped fail when they are approved', async () => {
  const tokens = await connectAgent(hubs.one, 'bo', { scope: SCOPE })
  const [gone, stopped] = [await ask('Gone', bearer(tokens)), await ask('Stopped')]
  const { body: agents } = await call('/agents', ann[0])
  const [known] = agents.filter((one: { ClientId: string }) => one.ClientId === tokens.clientId)
  expect((await call(`/agents/${known.Id}`, ann[0], 'DELETE')).status).toBe(204)
  expect((await approve(gone)).body).toMatchObject({ Status: 'FAILED', Answer: { Status: 401 } })
  const stop = await call('/agent-stops', ann[0], 'POST', { AgentId: null })
  expect(stop.status).toBe(201)
  await expect.poll(async () => (await call('/me', agent)).body.code).toBe('SERVER_AGENT_STOPPED')
  expect((await approve(stopped)).body).toMatchObject({
    Status: 'FAILED',
    Answer: { Body: { code: 'SERVER_AGENT_STOPPED' } },
  })
  expect((await call(`/agent-stops/${stop.body.Id}`, ann[0], 'DELETE')).status).toBeLessThan(300)
  await expect.poll(async () => (await call('/me', agent)).status).toBe(200)
  expect(await commentsWith('Stopped')).toBe(0)
})

test('an approval and a stop at once: the call is made, or fails because of the stop', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const text = `Stopped ${round}`
    const id = await ask(text)
    const [approved, stop] = await Promise.all([
      approve(id, ann[0], hubs.nodes[round % 2]),
      call('/agent-stops', ann[1], 'POST', { AgentId: null }),
    ])
    const isDone = approved.body.Status === 'DONE'
    if (!isDone) expect(approved.body.Answer.Body.code).toBe('SERVER_AGENT_STOPPED')
    expect(await commentsWith(text)).toBe(isDone ? 1 : 0)
    await call(`/agent-stops/${stop.body.Id}`, ann[0], 'DELETE')
    await expect.poll(async () => (await call('/me', agent)).status).toBe(200)
  }
})

test('an agent without a person always needs a member, and one that has ended does nothing more', async () => {
  const robot = await createRobot(hubs, ann[0], ['orders:read', 'orders:write'])
  const headers = robot.headers
  const asked = await comment('Robot', headers)
  expect(asked.body.approval).toMatchObject({ needsMember: true })
  const { id } = asked.body.approval
  const { body: own } = await call(`/agent-approvals/${id}`, headers)
  expect(own).toMatchObject({ Needs: 'MEMBER', Agent: { Id: robot.clientId, Person: null } })
  expect((await approve(id)).body.Status).toBe('DONE')
  expect(await commentsWith('Robot')).toBe(1)
  const late = await ask('Late robot', headers)
  expect((await call(`/headless-agents/${robot.id}`, ann[0], 'DELETE')).status).toBe(204)
  await expect.poll(async () => (await call('/me', headers)).status).toBe(401)
  expect((await approve(late)).body).toMatchObject({ Status: 'FAILED', Answer: { Status: 401 } })
  expect(await commentsWith('Late robot')).toBe(0)
})

test('a call whose node has ended is made by a repeated approval, by the poll of the agent, and not twice', async () => {
  const { database } = hubs.store
  const end = sql`update hub.agent_approvals set status = 'APPROVED', running_until = now() - interval '1 s',
    decided_at = now(), answer_status = null, ended_at = null, idempotency_key = 'approval-' || approval_id`
  const before = await ask('Before the call')
  await execute(database, sql`${end} where approval_id = ${before}`)
  const { body: polled } = await call(`/agent-approvals/${before}?waitSeconds=20`, agent)
  expect(polled.Status).toBe('DONE')
  expect(await commentsWith('Before the call')).toBe(1)
  const after = await ask('After the call')
  expect((await approve(after)).body.Status).toBe('DONE')
  await execute(database, sql`${end} where approval_id = ${after}`)
  expect((await approve(after, ann[1], hubs.two)).body.Status).toBe('DONE')
  expect(await commentsWith('After the call')).toBe(1)
})

test('a call whose node has ended is made by any node, without anybody who asks', async () => {
  const { database } = hubs.store
  const id = await ask('Left alone')
  await execute(
    database,
    sql`update hub.agent_approvals set status = 'APPROVED', running_until = now() - interval '1 s', decided_at = now()
      where approval_id = ${id}`,
  )
  const status = sql`select status from hub.agent_approvals where approval_id = ${id}`
  await expect
    .poll(async () => (await queryFirst<{ status: string }>(database, status))?.status, {
      timeout: 30_000,
    })
    .toBe('DONE')
  expect(await commentsWith('Left alone')).toBe(1)
})

test('a call with a secret in its answer is not kept, and neither are calls that agents never make', async () => {
  const settings = { Rules: [{ Kind: 'settings', Needs: 'MEMBER' }], ExpiryHours: 24 }
  await call('/agent-rules', ann[0], 'PUT', settings)
  const tokens = await connectAgent(hubs.one, 'ann', { scope: 'members:write webhooks:write' })
  const invited = await call('/invitations', bearer(tokens), 'POST', {
    Email: 'cy@example.com',
    Role: 'viewer',
  })
  expect([invited.status, invited.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  expect(invited.body.detail).toContain('secret')
  expect(await countRows()).toBe(0)
})

test('rules say by amount, units and number of records which calls need whom', async () => {
  const rules = {
    Rules: [
      { Kind: 'cancel', Needs: 'PERSON', Above: { Amount: 15 } },
      { Kind: 'price', Needs: 'MEMBER', Above: { Count: 1 } },
      { Kind: 'delete', Needs: 'PERSON', Agents: 'HEADLESS' },
    ],
    ExpiryHours: 2,
  }
  const stored = await call('/agent-rules', ann[0], 'PUT', rules)
  expect(stored.body).toMatchObject({
    IsDefault: false,
    ExpiryHours: 2,
    ChangedBy: 'ann@example.com',
  })
  // What a form needs to know.
  expect(stored.body.Kinds).toContainEqual({ Kind: 'refund', Limits: ['Amount', 'Count'] })
  expect(stored.body.DefaultRules).toContainEqual({
    ...{ Kind: 'settings', Needs: 'MEMBER', Agents: 'ALL' },
    Above: { Amount: null, Units: null, Count: null },
  })
  const offers = [1, 2].map((at) => ({ MerchantProductReference: `NONE-${at}`, Price: at }))
  const both = await call('/offers', agent, 'PUT', offers)
  expect(both.body.approval).toMatchObject({ needsMember: true })
  expect((await call('/offers', agent, 'PUT', offers.slice(0, 1))).status).toBeLessThan(300)
  const [order] = hubs.corner.orders
  const cancel = (Quantity: number) => ({
    MerchantReference: `C-${Quantity}`,
    ...{ ChannelOrderReference: order?.ChannelReference, ChannelId: order?.ChannelId },
    Lines: [{ ChannelOrderLineReference: '1', Quantity }],
  })
  const scope = 'orders:read fulfilment:write'
  const shipper = bearer(await connectAgent(hubs.one, 'bo', { scope }))
  const asked = await call('/cancellations', shipper, 'POST', cancel(2))
  expect(asked.body.approval.summary).toContain('19.90 EUR')
  expect((await call('/cancellations', shipper, 'POST', cancel(1))).status).toBeLessThan(300)
  const wrong = await call('/agent-rules', ann[0], 'PUT', {
    Rules: [{ Kind: 'settings', Needs: 'MEMBER', Above: { Count: 1 } }],
    ExpiryHours: 24,
  })
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, '/Rules/0/Above'])
})

test('a call that exceeds what is left of a limit today is refused at once, and nobody is asked', async () => {
  const rules = { Rules: [{ Kind: 'price', Needs: 'PERSON' }], ExpiryHours: 24 }
  expect((await call('/agent-rules', ann[0], 'PUT', rules)).status).toBe(200)
  const robot = await createRobot(hubs, ann[0], ['products:read', 'products:write'])
  const caps = await call(`/agents/${robot.clientId}/caps`, ann[0], 'PUT', { PriceChanges: 2 })
  expect(caps.status).toBe(200)
  const change = async (...names: readonly string[]) => {
    const body = names.map((name) => ({ MerchantProductReference: name, Price: 1 }))
    const answer = await robot.call('/offers', 'PUT', body)
    return answer.body
  }
  expect(await change('A', 'B', 'C')).toMatchObject({
    code: 'SERVER_AGENT_CAP',
    limit: { cap: 'PriceChanges', limit: 2, used: 0, asked: 3 },
  })
  expect(await countRows()).toBe(0)
  // A part of the limit is used: what is left counts.
  const { approval } = await change('A')
  expect((await approve(approval.id)).body.Status).toBe('DONE')
  expect(await change('A', 'B')).toMatchObject({
    code: 'SERVER_AGENT_CAP',
    limit: { used: 1, asked: 2 },
  })
  expect(await change('B')).toMatchObject({ code: 'SERVER_APPROVAL_REQUIRED' })
  expect(await countRows()).toBe(2)
  const { body: events } = await call(`/events?subject=agent:${robot.clientId}`, ann[0])
  expect(events.map((one: { Type: string }) => one.Type)).toContain('agent.capped')
})

test('nobody gets by an approval what they may not do themselves: roles, orders and the life of keys', async () => {
  const rules = {
    Rules: ['other', 'order_job', 'cancel', 'settings'].map((Kind) => ({ Kind, Needs: 'MEMBER' })),
    ExpiryHours: 24,
  }
  expect((await call('/agent-rules', ann[0], 'PUT', rules)).status).toBe(200)
  const robot = await createRobot(hubs, ann[0], hubNames.scopes.merchant)
  const askFor = async (path: string, method: string, body: unknown) => {
    const { body: asked } = await robot.call(path, method, body)
    expect(asked.code).toBe('SERVER_APPROVAL_REQUIRED')
    return asked.approval.id as number
  }
  const refusedTo = async (id: number, key: Headers) => {
    const { status, body } = await approve(id, key)
    expect([status, body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
    expect((await call(`/agent-approvals/${id}`, ann[0])).body.Status).toBe('PENDING')
    return body.detail
  }
  const { body: members } = await call('/members', ann[0])
  const own = members.find((one: { Email: string }) => one.Email === 'bo@example.com')
  const promoted = await askFor(`/members/${own.Id}`, 'PATCH', { Role: 'owner' })
  const ofMembers = await keyOf(hubs, hubs.corner, ['members:read', 'members:write'])
  expect(await refusedTo(promoted, ofMembers)).toContain('The role owner has scopes')
  const cancelled = await askFor('/order-jobs', 'POST', {
    ...{ Action: 'cancel', OrderIds: [hubs.corner.orders[0]?.Id], Reason: 'Test' },
  })
  const ofOrders = await keyOf(hubs, hubs.corner, ['orders:read', 'orders:write', 'agents:read'])
  expect(await refusedTo(cancelled, ofOrders)).toContain('fulfilment:write')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const create = async (ExpiresAt: string) =>
    (
      await call('/keys', ann[0], 'POST', {
        ...{ Kind: 'merchant', Label: 'Key', Scopes: ['keys:read', 'keys:write'], ExpiresAt },
      })
    ).body
  const [brief, other] = [await create(day(2)), await create(day(3))]
  const longer = await askFor(`/keys/${other.Id}`, 'PATCH', { ExpiresAt: day(300) })
  expect(await refusedTo(longer, { 'x-api-key': brief.Key })).toContain('cannot outlive')
  // Who may do all of it approves the same calls.
  expect((await approve(promoted)).body).toMatchObject({ Status: 'DONE', Answer: { Status: 200 } })
  expect((await approve(longer)).body).toMatchObject({ Status: 'DONE', Answer: { Status: 200 } })
})

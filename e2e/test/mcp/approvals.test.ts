/** Calls of tools that need a person, with unchanged clients of both SDKs over sockets: who is asked, and what forged answers get. Two nodes. */
import { execute, query, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addMember } from '../../../packages/server/src/people/members/members.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

type Headers = Readonly<Record<string, string>>

const ACCEPT = { action: 'accept', content: { approve: true } } as const
const DECLINE = { action: 'decline' } as const

let nodes: TwoNodes
let shop: Shop
let ann: Headers
let agent: Headers
let other: Headers
let next = 0
beforeAll(async () => {
  nodes = await startTwoNodes()
  const { database } = nodes.store
  shop = await createShop(database, 'Corner Shop', 12)
  const { customerId } = shop.customer
  const browser = await signIn(nodes.one, 'ann')
  expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
  ann = {
    cookie: browser.cookiesFor(nodes.one.url),
    'entrepot-customer': customerId,
    'sec-fetch-site': 'same-origin',
  }
  const scope = 'orders:read orders:write'
  agent = bearer(await connectAgent(nodes.one, 'ann', { resource: '/mcp', scope }))
  other = bearer(await connectAgent(nodes.one, 'ann', { resource: '/mcp', scope }))
  const rules = {
    rules: [{ kind: 'acknowledge', needs: 'PERSON', agents: 'ALL', above: {} }],
    expiryHours: 1,
  }
  await execute(
    database,
    sql`insert into hub.agent_rules (customer_id, rules, changed_by)
      values (${customerId}::bigint, ${JSON.stringify(rules)}::jsonb, '{"kind":"system","id":"test","label":"test"}')`,
  )
})
afterAll(async () => await nodes?.end())

/** The id of an order that is new. */
function newOrder(): number {
  const order = shop.orders[next]
  next += 1
  return order?.Id as number
}

async function statusOf(id: number): Promise<string> {
  const response = await fetch(`${nodes.one.url}/v2/orders/id/${id}`, { headers: ann })
  return ((await response.json()) as { Status: string }).Status
}

/** The states of the approvals of an order, the oldest first. */
async function approvalsOf(id: number) {
  return await query<{ approvalId: string; status: string; decidedBy: { kind: string } | null }>(
    nodes.store.database,
    sql`select approval_id::text as "approvalId", status, decided_by as "decidedBy" from hub.agent_approvals
      where body::jsonb @> ${JSON.stringify({ Acknowledgements: [{ OrderId: id }] })}::jsonb order by approval_id`,
  )
}

/** A client of the SDK 2.x, whose person answers each question so. */
async function connectModern(answer: object, asked: string[] = []) {
  const client = new Client(
    { name: 'Test agent', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return answer as never
  })
  const url = new URL(`${nodes.one.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: agent } }))
  onTestFinished(async () => await client.close())
  return client
}

/** A client of the SDK 1.x. What the person answers reaches the other node. */
async function connectOld(answer: ((questionId: unknown) => Promise<object>) | undefined) {
  const client = new V1Client(
    { name: 'Old agent', version: '1.0.0' },
    { capabilities: answer ? { elicitation: {} } : {} },
  )
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, async (_, { requestId }) => {
      return (await answer(requestId)) as never
    })
  }
  const send = async (url: string | URL, init?: RequestInit) => {
    const isAnswer = String(init?.body).includes('"result"')
    return await fetch(isAnswer ? `${nodes.two.url}/mcp` : url, init)
  }
  const url = new URL(`${nodes.one.url}/mcp`)
  const transport = new V1Transport(url, { requestInit: { headers: agent }, fetch: send })
  await client.connect(transport as never)
  onTestFinished(async () => await client.close())
  return { client, transport }
}

const acknowledge = (orderId: number) => ({
  name: 'acknowledge_orders',
  arguments: { orders: [{ orderId }] },
})

test('a client of 2026-07-28 asks the person, and the call is made once the person agrees', async () => {
  const asked: string[] = []
  const client = await connectModern(ACCEPT, asked)
  const id = newOrder()
  const { structuredContent, isError } = await client.callTool(acknowledge(id))
  expect([isError ?? false, structuredContent]).toMatchObject([false, { status: 'done' }])
  expect(asked).toEqual([expect.stringContaining(String(id))])
  expect(await statusOf(id)).toBe('IN_PROGRESS')
  expect(await approvalsOf(id)).toMatchObject([{ status: 'DONE', decidedBy: { kind: 'person' } }])
})

test('what the person declines is not made, and cannot be approved any more', async () => {
  const client = await connectModern(DECLINE)
  const id = newOrder()
  const { structuredContent, isError } = await client.callTool(acknowledge(id))
  expect([isError, structuredContent]).toMatchObject([true, { error: { code: 'TOOL_DECLINED' } }])
  expect(await statusOf(id)).toBe('NEW')
  const [approval] = await approvalsOf(id)
  expect(approval?.status).toBe('REJECTED')
  const approved = await fetch(
    `${nodes.two.url}/v2/agent-approvals/${approval?.approvalId}/approve`,
    { method: 'POST', headers: ann },
  )
  expect(approved.status).toBe(409)
})

test('a question that is closed leaves the call waiting for a member', async () => {
  const client = await connectModern({ action: 'cancel' })
  const id = newOrder()
  const { structuredContent } = await client.callTool(acknowledge(id))
  expect(structuredContent).toMatchObject({ status: 'approval_required' })
  expect([await statusOf(id), (await approvalsOf(id))[0]?.status]).toEqual(['NEW', 'PENDING'])
})

/** Calls a tool as a program that writes the messages itself. */
async function post(headers: Headers, params: object, node = nodes.one) {
  const response = await fetch(`${node.url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
      'mcp-name': 'acknowledge_orders',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'Forger', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        },
      },
    }),
  })
  const text = await response.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

test('forged, changed and replayed answers get nothing, at any node', async () => {
  const [id, another] = [newOrder(), newOrder()]
  const call = acknowledge(id)
  const first = await post(agent, call)
  expect(first.result.resultType).toBe('input_required')
  const { requestState } = first.result
  const [name = ''] = Object.keys(first.result.inputRequests)
  const inputResponses = { [name]: ACCEPT }
  const forged = `${requestState.slice(0, -4)}AAAA`
  const attempts = [
    await post(agent, { ...call, requestState: forged, inputResponses }),
    await post(agent, { ...acknowledge(another), requestState, inputResponses }),
    await post(agent, {
      ...call,
      arguments: { ...call.arguments, dryRun: false },
      requestState,
      inputResponses,
    }),
    await post(other, { ...call, requestState, inputResponses }, nodes.two),
  ]
  for (const attempt of attempts) expect(attempt.result?.structuredContent?.status).not.toBe('done')
  expect([await statusOf(id), await statusOf(another)]).toEqual(['NEW', 'NEW'])
  const given = { ...call, requestState, inputResponses }
  const many = await Promise.all(
    Array.from(
      { length: 10 },
      async (_, at) => await post(agent, given, at % 2 ? nodes.one : nodes.two),
    ),
  )
  expect(many.some(({ result }) => result?.structuredContent?.status === 'done')).toBe(true)
  expect(await statusOf(id)).toBe('IN_PROGRESS')
  await post(agent, given)
  const done = (await approvalsOf(id)).filter(({ status }) => status === 'DONE')
  expect(done).toHaveLength(1)
  const { body } = await historyOf(id)
  expect(body.filter(({ Type }) => Type === 'ACKNOWLEDGED')).toHaveLength(1)
})

async function historyOf(id: number) {
  const response = await fetch(`${nodes.one.url}/v2/orders/id/${id}/history`, { headers: ann })
  return { body: (await response.json()) as readonly { readonly Type: string }[] }
}

test('a client of 2025-11-25 is asked on the stream of its call, and answers at another node', async () => {
  const { client, transport } = await connectOld(async () => ACCEPT)
  expect(transport.sessionId).toMatch(/^[\x21-\x7e]+$/)
  const id = newOrder()
  const { structuredContent } = await client.callTool(acknowledge(id))
  expect(structuredContent).toMatchObject({ status: 'done' })
  expect(await statusOf(id)).toBe('IN_PROGRESS')
  expect(await approvalsOf(id)).toMatchObject([{ status: 'DONE', decidedBy: { kind: 'person' } }])
})

test('nobody else answers the question of a client of 2025-11-25', async () => {
  const sessions = await connectOtherSession()
  const { client, transport } = await connectOld(async (questionId) => {
    for (const session of [sessions, transport.sessionId ?? '', '']) {
      const answered = await fetch(`${nodes.two.url}/mcp`, {
        method: 'POST',
        headers: {
          ...other,
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          'mcp-protocol-version': '2025-11-25',
          ...(session !== '' && { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: questionId, result: ACCEPT }),
      })
      await answered.body?.cancel()
    }
    return DECLINE
  })
  const id = newOrder()
  const { structuredContent } = await client.callTool(acknowledge(id))
  expect(structuredContent).toMatchObject({ error: { code: 'TOOL_DECLINED' } })
  expect([await statusOf(id), (await approvalsOf(id))[0]?.status]).toEqual(['NEW', 'REJECTED'])
})

/** The session id of another agent. */
async function connectOtherSession(): Promise<string> {
  const client = new V1Client(
    { name: 'Other', version: '1' },
    { capabilities: { elicitation: {} } },
  )
  const url = new URL(`${nodes.one.url}/mcp`)
  const transport = new V1Transport(url, { requestInit: { headers: other } })
  await client.connect(transport as never)
  await client.close()
  return transport.sessionId ?? ''
}

test('a client that cannot ask waits for a member, and learns what became of the call', async () => {
  const { client, transport } = await connectOld(undefined)
  expect(transport.sessionId).toBeUndefined()
  const id = newOrder()
  const { structuredContent } = await client.callTool(acknowledge(id))
  expect(structuredContent).toMatchObject({
    status: 'approval_required',
    approval: { link: expect.stringContaining('/console/agents/approvals/') },
  })
  const { approval } = structuredContent as { approval: { id: number } }
  expect(await statusOf(id)).toBe('NEW')
  const waited = client.callTool({ name: 'get_approval', arguments: { id: approval.id } })
  const approved = await fetch(`${nodes.two.url}/v2/agent-approvals/${approval.id}/approve`, {
    method: 'POST',
    headers: ann,
  })
  expect(approved.status).toBe(200)
  expect((await waited).structuredContent).toMatchObject({
    ...{ status: 'DONE', decidedBy: expect.stringContaining('ann@example.com') },
    ...{ answer: { httpStatus: 200 }, hint: 'It was made.' },
  })
  expect(await statusOf(id)).toBe('IN_PROGRESS')
})

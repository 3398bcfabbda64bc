/** An agent reaches a customer of its person that the person did not choose for it, or learns of it. Two nodes. */
import { execute, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import type { Shop } from '@entrepot/test-support/shop'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, removeMember, removePerson } from '../../src/people/members/members.ts'
import type { Role } from '../../src/people/members/roles.ts'
import {
  type AgentTokens,
  asPage,
  bearer,
  callApi,
  connectAgent,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'

type Headers = Readonly<Record<string, string>>

const CHIDI = 'Chidi.Okafor@example.com'
const DAIYU = 'daiyu@example.org'
const EMAILS: Readonly<Record<string, string>> = { chidi: CHIDI, daiyu: DAIYU }
const SCOPE = 'orders:read agents:read'

let hubs: TwoHubs
let atCorner: Headers
let atKiosk: Headers
beforeAll(async () => {
  hubs = await startTwoHubs({ settings: `signIn: {allowedEmails: [${DAIYU}]}\n` })
  const browser = await signIn(hubs.one, 'ann')
  await join('ann', hubs.corner, 'owner')
  await join('ann', hubs.kiosk, 'owner')
  atCorner = asPage(hubs.one, browser, hubs.corner)
  atKiosk = asPage(hubs.one, browser, hubs.kiosk)
})
afterAll(async () => await hubs?.end())

async function join(person: string, { customer }: Shop, role: Role): Promise<void> {
  const { customerId } = customer
  const email = EMAILS[person] ?? `${person}@example.com`
  expectDone(await addMember(hubs.store.database, { email, customerId, role }))
}

const idOf = ({ customer }: Shop) => customer.customerId

/** An agent of a person at one customer. */
const connectAt = async (shop: Shop, resource = '/v2', person = 'ann') =>
  await connectAgent(hubs.one, person, { scope: SCOPE, customer: idOf(shop), resource })

const at = (shop: Shop, agent: AgentTokens) => ({
  ...bearer(agent),
  'entrepot-customer': idOf(shop),
})

async function rpc(agent: AgentTokens, method: string, params?: object) {
  const response = await fetch(`${hubs.one.url}/mcp`, {
    method: 'POST',
    headers: {
      ...bearer(agent),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return await response.text()
}

async function refresh({ clientId, refresh_token = '' }: AgentTokens) {
  const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token }
  const body = new URLSearchParams(grant)
  const response = await fetch(`${hubs.one.url}/oauth/mcp/token`, { method: 'POST', body })
  return { clientId, ...((await response.json()) as Omit<AgentTokens, 'clientId'>) }
}

test('an agent for one customer acts there without naming it, and another one does not exist for it, at each node', async () => {
  const agent = await connectAt(hubs.corner)
  expect(decodeJwt(agent.access_token).account).toBe(idOf(hubs.corner))
  for (const node of hubs.nodes) {
    for (const headers of [bearer(agent), at(hubs.corner, agent)]) {
      const { status, body } = await callApi(node, '/orders/new', headers)
      expect([status, body[0].Id]).toEqual([200, hubs.corner.orders[0]?.Id])
    }
    const answerFor = async (id: string) => {
      const headers = { ...bearer(agent), 'entrepot-customer': id }
      const { status, body } = await callApi(node, '/orders/new', headers)
      return [status, body.code, body.detail.replaceAll(id, 'ID')]
    }
    const refused = await answerFor(idOf(hubs.kiosk))
    expect(refused).toEqual(await answerFor('999999'))
    expect(refused.slice(0, 2)).toEqual([404, 'MARKET_NOT_FOUND'])
  }
})

test('GET /v2/me names the customer of the agent only', async () => {
  const agent = await connectAt(hubs.corner)
  const { body } = await callApi(hubs.one, '/me', bearer(agent))
  expect(body.Customers.map(({ Id }: { Id: number }) => String(Id))).toEqual([idOf(hubs.corner)])
  expect(JSON.stringify(body)).not.toContain('Kiosk')
})

test('the tools have no argument for the customer, and none of them reaches or names another one', async () => {
  const agent = await connectAt(hubs.corner, '/mcp')
  expect(await rpc(agent, 'tools/list')).not.toContain('customerId')
  const arguments_ = { status: ['NEW'] }
  const own = await rpc(agent, 'tools/call', { name: 'list_orders', arguments: arguments_ })
  expect(own).not.toContain('Kiosk')
  const answerFor = async (customerId: number) => {
    const other = { name: 'list_orders', arguments: { ...arguments_, customerId } }
    return await rpc(agent, 'tools/call', other)
  }
  const refused = await answerFor(Number(idOf(hubs.kiosk)))
  expect(refused).toContain('TOOL_CUSTOMER')
  expect(refused).not.toContain('Kiosk')
  expect(refused).toBe(await answerFor(999_999))
  const all = await connectAgent(hubs.one, 'ann', { scope: SCOPE, resource: '/mcp' })
  expect(await rpc(all, 'tools/list')).toContain('customerId')
})

test('an agent is listed and logged at its customer only, which the list names', async () => {
  const agent = await connectAt(hubs.corner)
  const all = await connectAgent(hubs.one, 'ann', { scope: SCOPE })
  const listed = async (headers: Headers, { clientId }: AgentTokens) => {
    const { body } = await callApi(hubs.one, '/agents', headers)
    return body.find((one: { ClientId: string }) => one.ClientId === clientId)
  }
  const own = await listed(atCorner, agent)
  expect(own.Access).toMatchObject([{ Customer: Number(idOf(hubs.corner)) }])
  expect(await listed(atKiosk, agent)).toBeUndefined()
  for (const headers of [atCorner, atKiosk]) {
    expect((await listed(headers, all)).Access).toMatchObject([{ Customer: null }])
  }
  expect((await callApi(hubs.one, `/agents/${own.Id}`, atCorner)).status).toBe(200)
  for (const method of ['GET', 'DELETE']) {
    const foreign = await callApi(hubs.one, `/agents/${own.Id}`, atKiosk, { method })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'MARKET_NOT_FOUND'])
  }
  expect((await callApi(hubs.one, `/agents/${own.Id}/caps`, atCorner)).status).toBe(200)
  expect((await callApi(hubs.one, `/agents/${own.Id}/caps`, atKiosk)).status).toBe(404)
  const logged = async (headers: Headers) => {
    const { body } = await callApi(hubs.one, '/events?types=agent.*&pageSize=1000', headers)
    return body.map(({ Data }: { Data: { ClientId: string } }) => Data.ClientId)
  }
  await expect.poll(async () => await logged(atCorner)).toContain(agent.clientId)
  await expect.poll(async () => await logged(atKiosk)).toContain(all.clientId)
  expect(await logged(atKiosk)).not.toContain(agent.clientId)
})

test('an agent of somebody with one customer is for that one, also after they have joined another', async () => {
  await signIn(hubs.one, 'daiyu')
  await join('daiyu', hubs.corner, 'viewer')
  const agent = await connectAgent(hubs.one, 'daiyu', { scope: SCOPE })
  await join('daiyu', hubs.kiosk, 'owner')
  const next = await refresh(agent)
  expect(decodeJwt(next.access_token).account).toBe(idOf(hubs.corner))
  await expect
    .poll(async () => (await callApi(hubs.one, '/me', bearer(next))).body.Customers)
    .toMatchObject([{ Id: Number(idOf(hubs.corner)) }])
  expect((await callApi(hubs.one, '/orders/new', at(hubs.kiosk, next))).status).toBe(404)
})

test('the role of a viewer at the chosen customer limits the tokens, whatever the person may do elsewhere', async () => {
  await signIn(hubs.one, 'bo')
  await join('bo', hubs.corner, 'viewer')
  await join('bo', hubs.kiosk, 'owner')
  const scope = 'orders:read orders:write'
  const scopeAt = async (shop: Shop) =>
    (await connectAgent(hubs.one, 'bo', { scope, customer: idOf(shop) })).scope
  expect([await scopeAt(hubs.corner), await scopeAt(hubs.kiosk)]).toEqual(['orders:read', scope])
})

test('an agent of somebody who leaves the customer has nothing left, also if they are a member elsewhere', async () => {
  await signIn(hubs.one, 'chidi')
  await join('chidi', hubs.corner, 'viewer')
  await join('chidi', hubs.kiosk, 'viewer')
  const agent = await connectAt(hubs.corner, '/v2', 'chidi')
  const leaving = { email: CHIDI, customerId: idOf(hubs.corner) }
  expect(await removeMember(hubs.store.database, leaving)).toBeUndefined()
  const read = async (headers: Headers) =>
    (await callApi(hubs.one, '/orders/new', headers)).body.code
  await expect.poll(async () => await read(bearer(agent))).toBe('MARKET_NOT_FOUND')
  expect(await read(at(hubs.kiosk, agent))).toBe('MARKET_NOT_FOUND')
  expect(await refresh(agent)).toMatchObject({ error: 'invalid_grant' })
})

test('a call that waits is not made after the person has chosen another customer for the agent', async () => {
  const rules = { Rules: [{ Kind: 'other', Needs: 'PERSON' }], ExpiryHours: 24 }
  await callApi(hubs.one, '/agent-rules', atKiosk, { method: 'PUT', body: rules })
  const scope = `${SCOPE} orders:write`
  const agent = await connectAgent(hubs.one, 'ann', { scope, customer: idOf(hubs.kiosk) })
  const path = `/orders/id/${hubs.kiosk.orders[0]?.Id}/comments`
  const asked = await callApi(hubs.one, path, bearer(agent), {
    method: 'POST',
    body: { Comment: 'Too late' },
  })
  expect(asked.body.code).toBe('SERVER_APPROVAL_REQUIRED')
  const { clientId } = agent
  await execute(
    hubs.store.database,
    sql`update oauth.mcp_connections set account = ${idOf(hubs.corner)} where client_id = ${clientId}`,
  )
  const approval = `/agent-approvals/${asked.body.approval.id}/approve`
  const { body } = await callApi(hubs.one, approval, atKiosk, { method: 'POST' })
  expect(body).toMatchObject({ Status: 'FAILED', Answer: { Status: 401 } })
})

test('an agent of somebody who was a member nowhere reaches none of several customers that they join later', async () => {
  expectDone(await removePerson(hubs.store.database, 'bo@example.com', { force: true }))
  await signIn(hubs.one, 'bo')
  const agent = await connectAgent(hubs.one, 'bo', { scope: SCOPE })
  expect(decodeJwt(agent.access_token).account).toBeUndefined()
  await join('bo', hubs.corner, 'owner')
  await join('bo', hubs.kiosk, 'owner')
  expect(await refresh(agent)).toMatchObject({ error: 'invalid_grant' })
  for (const shop of [hubs.corner, hubs.kiosk]) {
    await expect
      .poll(async () => (await callApi(hubs.one, '/orders/new', at(shop, agent))).status)
      .toBe(401)
  }
})

test('an agent from before there was a choice acts until its next refresh, and then its person chooses', async () => {
  const agent = await connectAgent(hubs.one, 'ann', { scope: SCOPE })
  const { database } = hubs.store
  const { clientId } = agent
  for (const table of [sql`oauth.mcp_refresh_families`, sql`oauth.mcp_connections`]) {
    await execute(database, sql`update ${table} set account = null where client_id = ${clientId}`)
  }
  expect(await refresh(agent)).toMatchObject({ error: 'invalid_grant' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { requiredScopes } from '../src/scopes.ts'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub()
})
afterAll(async () => await hub?.stop())

test('an order is listed, read and acknowledged, with a link to the console', async () => {
  const client = await hub.connect()
  const { data } = await callTool(client, 'list_orders', { status: 'NEW', fields: ['Id'] })
  const [{ Id: id }] = data.orders
  expect(data.orders[0]).toEqual({ Id: id })
  const { data: read, text } = await callTool(client, 'get_order', { id })
  expect(read.order).toMatchObject({
    ...{ Id: id, Status: 'NEW', Link: `https://hub.example.com/console/orders/${id}` },
  })
  expect(JSON.parse(text)).toEqual(read)
  const { data: taken } = await callTool(client, 'acknowledge_order', { id })
  expect(taken).toMatchObject({ status: 'done', result: { order: { Status: 'IN_PROGRESS' } } })
  expect(hub.errors).toEqual([])
})

test('a refusal says what to change, in the text and in the data', async () => {
  const client = await hub.connect()
  const { isError, text, data } = await callTool(client, 'get_order', { id: 999_999 })
  expect(isError).toBe(true)
  expect(text).toContain('MARKET_NOT_FOUND')
  expect(data.error.code).toBe('MARKET_NOT_FOUND')
})

test('a client gets the tools of its toolsets that its scopes allow', async () => {
  const reader = await hub.connect('?toolsets=orders', {
    customers: [{ ...hub.customer, scopes: ['orders:read'] }],
  })
  const names = (await reader.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('get_order')
  expect(names).not.toContain('acknowledge_order')
  const readonly = await hub.connect('?toolsets=orders&readonly')
  const { tools } = await readonly.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  await expect(hub.connect('?toolsets=nothing')).rejects.toThrow(/no toolset/)
})

test('the scopes of a request are those of the tools that it calls', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_order' } }
  expect(requiredScopes(JSON.stringify(call))).toEqual(['orders:read'])
  expect(requiredScopes('{')).toEqual(['orders:read'])
})

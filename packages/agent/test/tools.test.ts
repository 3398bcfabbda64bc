import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requiredScopes } from '../src/scopes.ts'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub()
})
afterAll(async () => await hub?.stop())

test('an order is listed, read and acknowledged, with a link to the console', async () => {
  const client = await hub.connect()
  const { data } = await callTool(client, 'list_orders', { status: ['NEW'], fields: ['Id'] })
  const [{ Id: id }] = data.orders
  expect(data.orders[0]).toEqual({ Id: id })
  const { data: read, text } = await callTool(client, 'get_order', { orderId: id })
  expect(read.order).toMatchObject({
    ...{ Id: id, Status: 'NEW', Link: `https://hub.example.com/console/orders/${id}` },
  })
  expect(JSON.parse(text)).toEqual(read)
  const taken = await callTool(client, 'acknowledge_orders', { orders: [{ orderId: id }] })
  expect(taken.data).toMatchObject({ status: 'done', undo: expect.any(String) })
  expect(hub.errors).toEqual([])
})

test('a refusal says what to change, in the text and in the data', async () => {
  const client = await hub.connect()
  const { isError, text, data } = await callTool(client, 'get_order', { orderId: 999_999 })
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
  expect(names).not.toContain('acknowledge_orders')
  const readonly = await hub.connect('?toolsets=orders&readonly')
  const { tools } = await readonly.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  await expect(hub.connect('?toolsets=nothing')).rejects.toThrow(/no toolset/)
})

describe('the scopes of a request', () => {
  const body = (name: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })

  test('are those of the tools that it calls, whatever the token has', () => {
    for (const held of [undefined, [], ['orders:read']]) {
      const called = { url: '/mcp', body: body('acknowledge_orders'), held }
      expect(requiredScopes(called)).toEqual(['orders:read', 'orders:write'])
    }
    expect(requiredScopes({ url: '/mcp', body: `[${body('get_order')}]` })).toEqual(['orders:read'])
  })

  test('are none for a token with any of the endpoint, and else those of the tools that the address chooses', () => {
    for (const list of ['{"method":"tools/list"}', '{', 'null', '[null]', body('x'), undefined]) {
      const request = { url: '/mcp?toolsets=orders&readonly', body: list }
      expect(requiredScopes({ ...request, held: ['orders:write'] })).toEqual([])
      for (const held of [undefined, [], ['members:write']])
        expect(requiredScopes({ ...request, held })).toEqual(['orders:read'])
    }
    expect(requiredScopes({ url: '/mcp' })).toEqual(expect.arrayContaining(['orders:write']))
    expect(requiredScopes({ url: '/mcp?toolsets=x' })).toEqual([])
  })
})

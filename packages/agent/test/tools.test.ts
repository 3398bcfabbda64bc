import { afterAll, beforeAll, expect, test } from 'vitest'
import { requiredScopes } from '../src/scopes.ts'
import { type AgentHub, startAgentHub } from './support/agent.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub()
})
afterAll(async () => await hub?.stop())

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

test('the scopes of a request are those of the tools that it calls', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_order' } }
  expect(requiredScopes(JSON.stringify(call))).toEqual(['orders:read'])
  expect(requiredScopes('{')).toEqual(['orders:read'])
})

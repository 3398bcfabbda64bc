import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../src/tools.ts'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'
import { type Call, type CheckedClient, checkedClient } from './support/checked.ts'

let hub: AgentHub
let checked: CheckedClient
const call: Call = async (name, args) => await checked.call(name, args)
beforeAll(async () => {
  hub = await startAgentHub(2)
  checked = await checkedClient(await hub.connect())
})
afterAll(async () => await hub?.stop())

test('the overview names what waits, with links, and the sales of a period on demand', async () => {
  const { data, text } = await call('get_overview')
  expect(data).toMatchObject({ Orders: { ToAcknowledge: 2 }, ReturnsToDecide: 0 })
  expect(data.Links.orders).toBe('https://hub.example.com/console/orders')
  expect(data).not.toHaveProperty('Sales')
  expect(JSON.parse(text)).toEqual(data)
  const { data: sales } = await call('get_overview', { salesDays: 7 })
  expect(sales.Sales.Total).toMatchObject({ OrderCount: 2 })
  const { isError, text: refused } = await callTool(await hub.connect(), 'get_overview', {
    salesDays: 8,
  })
  expect(isError).toBe(true)
  expect(refused).toContain('salesDays')
})

test('a channel is explained by its polls, its refused polls and the products that it cannot get', async () => {
  const { data } = await call('get_channels')
  const [{ Id: id }] = data.channels
  expect(data.channels).toMatchObject([{ Name: '⟦Web⟧', IsActive: true, Sync: { LastPoll: null } }])
  expect(data.channels[0]).not.toHaveProperty('Polls')
  const { data: one } = await call('get_channels', { id })
  expect(one.channels).toMatchObject([{ Id: id, Polls: [], RefusedPolls: [], Problems: [] }])
  expect(one.channels[0].Sync.ToBeCreated).toBe(1)
  const { isError, text } = await call('get_channels', { id: 999_999 })
  expect(isError).toBe(true)
  expect(text).toContain('MARKET_NOT_FOUND')
  expect(text).toContain('without id')
})

test('events are listed by subject, by type and by agent, page by page', async () => {
  const order = hub.shop.orders[0]?.Id
  const { data } = await call('list_events', { subject: `order:${order}` })
  expect(data.events).toMatchObject([{ Type: 'order.created' }])
  const { data: first } = await call('list_events', {
    ...{ types: 'order.created', pageSize: 1, fields: ['Id'] },
  })
  expect(first.events).toHaveLength(1)
  const { data: second } = await call('list_events', {
    ...{ types: 'order.created', pageSize: 1, cursor: first.nextCursor },
  })
  expect(second.events[0].Id).not.toBe(first.events[0].Id)
  // What an agent did is in the log of the hub: see the test of its morning.
  const { data: nobody } = await call('list_events', { agent: 'nobody' })
  expect(nobody.events).toEqual([])
})

test('a stale cursor is refused with what to do', async () => {
  const { isError, text } = await call('list_events', { cursor: 'x' })
  expect(isError).toBe(true)
  expect(text).toContain('cursor')
  expect(hub.errors).toEqual([])
})

test('all tools of insight have answered with a result of the shape that they promise', () => {
  const names = TOOLS.filter(({ toolset }) => toolset === 'insight').map(({ name }) => name)
  expect([...checked.answered]).toEqual(expect.arrayContaining(names))
})

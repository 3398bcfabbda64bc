import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub(2)
})
afterAll(async () => await hub?.stop())

test('the overview names what waits, with links, and the sales of a period on demand', async () => {
  const client = await hub.connect()
  const { data, text } = await callTool(client, 'get_overview')
  expect(data).toMatchObject({ Orders: { ToAcknowledge: 2 }, ReturnsToDecide: 0 })
  expect(data.Links.orders).toBe('https://hub.example.com/console/orders')
  expect(data).not.toHaveProperty('Sales')
  expect(JSON.parse(text)).toEqual(data)
  const { data: sales } = await callTool(client, 'get_overview', { salesDays: 7 })
  expect(sales.Sales.Total).toMatchObject({ OrderCount: 2 })
  const { isError, text: refused } = await callTool(client, 'get_overview', { salesDays: 8 })
  expect(isError).toBe(true)
  expect(refused).toContain('salesDays')
})

test('a channel is explained by its polls, its refused polls and the products that it cannot get', async () => {
  const client = await hub.connect()
  const { data } = await callTool(client, 'get_channels')
  const [{ Id: id }] = data.channels
  expect(data.channels).toMatchObject([{ Name: '⟦Web⟧', IsActive: true, Sync: { LastPoll: null } }])
  expect(data.channels[0]).not.toHaveProperty('Polls')
  const { data: one } = await callTool(client, 'get_channels', { id })
  expect(one.channels).toMatchObject([{ Id: id, Polls: [], RefusedPolls: [], Problems: [] }])
  expect(one.channels[0].Sync.ToBeCreated).toBe(1)
  const { isError, text } = await callTool(client, 'get_channels', { id: 999_999 })
  expect(isError).toBe(true)
  expect(text).toContain('MARKET_NOT_FOUND')
})

test('events are listed by subject, by type and by actor, page by page', async () => {
  const client = await hub.connect()
  const order = hub.shop.orders[0]?.Id
  const { data } = await callTool(client, 'list_events', { subject: `order:${order}` })
  expect(data.events).toMatchObject([{ Type: 'order.created' }])
  const { data: first } = await callTool(client, 'list_events', {
    ...{ types: 'order.created', pageSize: 1, fields: ['Id'] },
  })
  expect(first.events).toHaveLength(1)
  const { data: second } = await callTool(client, 'list_events', {
    ...{ types: 'order.created', pageSize: 1, cursor: first.nextCursor },
  })
  expect(second.events[0].Id).not.toBe(first.events[0].Id)
  await callTool(client, 'change_products', { products: [{ reference: 'MUG', price: 9 }] })
  const { data: all } = await callTool(client, 'list_events', { types: 'products.*' })
  const actor = all.events[0].Actor.Id
  const { data: own } = await callTool(client, 'list_events', { actor })
  expect(own.events.every((event: { Actor: { Id: string } }) => event.Actor.Id === actor)).toBe(
    true,
  )
  expect(own.events.length).toBeGreaterThan(0)
  const { data: nobody } = await callTool(client, 'list_events', { actor: 'nobody' })
  expect(nobody.events).toEqual([])
})

test('a stale cursor is refused with what to do', async () => {
  const client = await hub.connect()
  const { isError, text } = await callTool(client, 'list_events', { cursor: 'x' })
  expect(isError).toBe(true)
  expect(text).toContain('cursor')
  expect(hub.errors).toEqual([])
})

import { placeOrder as place, type SoldLine } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AgentHub, startAgentHub } from './support/agent.ts'
import { type CheckedClient, checkedClient } from './support/checked.ts'

let hub: AgentHub
let client: CheckedClient
let call: CheckedClient['call']
beforeAll(async () => {
  hub = await startAgentHub(3)
  client = await checkedClient(await hub.connect())
  call = client.call
})
afterAll(async () => await hub?.stop())

const placeOrder = async (reference: string, lines?: readonly SoldLine[], change?: object) =>
  await place(hub.database, hub.shop, reference, lines, change)

const LINK = 'https://hub.example.com/console/orders/'

describe('list_orders', () => {
  test('returns a page in brief, with the total and the cursor of the next page', async () => {
    const { data: first } = await call('list_orders', { status: ['NEW'], pageSize: 2 })
    expect(first).toMatchObject({ orders: [{ Status: 'NEW' }, {}], total: 3 })
    const [{ Id }] = first.orders
    expect(first.orders[0]).toMatchObject({ Link: `${LINK}${Id}`, Lines: [{ Quantity: 2 }] })
    expect(first.orders[0]).not.toHaveProperty('BillingAddress')
    const place = { status: ['NEW'], pageSize: 2, cursor: first.nextCursor }
    const { data: second } = await call('list_orders', place)
    expect(second.orders).toHaveLength(1)
    expect(second).not.toHaveProperty('nextCursor')
  })

  test('counts a complete page without another call, and returns the fields that are asked for', async () => {
    const { data } = await call('list_orders', { fields: ['Id', 'Lines.ShortUnits'] })
    expect(data).toMatchObject({ total: 3 })
    expect(data.orders[0]).toEqual({ Id: expect.any(Number), Lines: [{ ShortUnits: 0 }] })
    const { data: whole } = await call('list_orders', { fields: ['*'], pageSize: 1 })
    expect(whole.orders[0]).toHaveProperty('BillingAddress')
  })

  test('finds by text, product, lateness and shortage', async () => {
    const late = { OrderDate: '2026-01-02T03:04:05Z' }
    const { Id } = await placeOrder('LATE-1', [{ quantity: 2_000 }], late)
    for (const filter of [{ text: 'LATE-1' }, { isLate: true, product: 'MUG', sort: 'shipBy' }]) {
      const { data } = await call('list_orders', { ...filter, fields: ['Id'] })
      expect(data.orders).toEqual([{ Id }])
    }
    await call('list_orders', { isShort: true, createdSince: '2026-01-01' })
  })

  test('leads back from a cursor that is not one, and refuses a status that is not one', async () => {
    const { isError, text } = await call('list_orders', { cursor: 'x' })
    expect([isError, text]).toEqual([true, expect.stringContaining('filters that it came with')])
    const client = await hub.connect()
    const wrong = await client.callTool({ name: 'list_orders', arguments: { status: ['OPEN'] } })
    expect(wrong).toMatchObject({ isError: true })
    expect(JSON.stringify(wrong.content)).toContain('status')
  })
})

describe('get_order', () => {
  test('returns what may be done now and why not, and the history if asked', async () => {
    const { Id } = await placeOrder('READ-1')
    const { data } = await call('get_order', { orderId: Id, history: true })
    expect(data.order).toMatchObject({ Id, Status: 'NEW', Link: `${LINK}${Id}` })
    expect(data.order.Actions).toContainEqual({ Action: 'acknowledge', IsAllowed: true })
    expect(data.order.Actions).toContainEqual({
      Action: 'ship',
      IsAllowed: false,
      Code: 'MARKET_ORDER_STATUS',
      Message: expect.stringContaining('Acknowledge it first'),
    })
    expect(data.history).toMatchObject([{ Type: 'CREATED' }])
    expect((await call('get_order', { orderId: Id })).data).not.toHaveProperty('history')
  })

  test('finds an order by the reference of the merchant', async () => {
    const { Id } = await placeOrder('READ-2')
    await call('acknowledge_orders', { orders: [{ orderId: Id, reference: 'OWN-2' }] })
    const { data } = await call('get_order', { reference: '⟦OWN-2⟧', fields: ['Id'] })
    expect(data.order).toEqual({ Id })
  })

  test('says that there is more history than it returns', async () => {
    const { Id } = await placeOrder('READ-3')
    const comment = { id: Id, body: { Comment: 'Again' } }
    await Promise.all(Array.from({ length: 100 }, async () => await hub.hub.commentOrder(comment)))
    const { data } = await call('get_order', { orderId: Id, history: true, fields: ['Id'] })
    expect([data.history.length, data.isHistoryCut]).toEqual([100, true])
  })

  test.each([
    [{ orderId: 999_999 }, 'MARKET_NOT_FOUND', 'list_orders'],
    [{ reference: 'NOWHERE' }, 'MARKET_NOT_FOUND', 'list_orders'],
    [{}, 'TOOL_INPUT', 'orderId'],
    [{ orderId: 1, reference: 'A' }, 'TOOL_INPUT', 'either'],
  ])('answers %j with %s, and names what to do: %s', async (args, code, hint) => {
    const { isError, text, data } = await call('get_order', args)
    expect([isError, data.error.code, text]).toEqual([true, code, expect.stringContaining(hint)])
  })
})

describe('acknowledge_orders', () => {
  test('acknowledges each order under its reference or one of the hub, and says of each why not', async () => {
    const one = await placeOrder('ACK-1')
    const two = await placeOrder('ACK-2', [{ product: 'NOWHERE' }])
    const three = await placeOrder('ACK-3')
    const orders = [
      { orderId: one.Id, reference: 'OWN-ACK' },
      { orderId: two.Id },
      { orderId: three.Id },
      { orderId: 999_999 },
    ]
    const { data } = await call('acknowledge_orders', { orders })
    expect(data).toMatchObject({ status: 'done', result: { done: 2, refused: 2 } })
    expect(data.result.orders).toMatchObject([
      { orderId: one.Id, reference: '⟦OWN-ACK⟧', outcome: 'done' },
      {
        outcome: 'refused',
        Code: 'MARKET_ORDER_STATUS',
        hint: expect.stringMatching(/correct_order/),
      },
      { reference: 'ACK-3', outcome: 'done' },
      { outcome: 'refused', Code: 'MARKET_NOT_FOUND', hint: expect.stringMatching(/list_orders/) },
    ])
    // A repeated call does no harm.
    const { data: again } = await call('acknowledge_orders', { orders: orders.slice(0, 1) })
    expect(again.result).toMatchObject({ done: 1, refused: 0 })
  })

  test('shows the orders before and after in a dry run', async () => {
    const { Id } = await placeOrder('ACK-4')
    const orders = [{ orderId: Id }, { orderId: 999_999 }]
    const { data } = await call('acknowledge_orders', { orders, dryRun: true })
    expect(data).toMatchObject({
      status: 'dry_run',
      before: { orders: [{ Id, Status: 'NEW' }, null] },
      after: { orders: [{ Id, Status: 'IN_PROGRESS', MerchantReference: 'ACK-4' }, null] },
      undo: expect.stringContaining('cancel_units'),
    })
  })
})

describe('correct_order', () => {
  test('corrects products and parts of the address, and keeps the others', async () => {
    const order = await placeOrder('COR-1', [{ product: 'NOWHERE' }])
    const { data } = await call('correct_order', {
      orderId: order.Id,
      lines: [{ lineId: order.Lines[0]?.Id, product: 'MUG' }],
      shippingAddress: { StreetName: 'Main Street', ZipCode: '3011 AA' },
    })
    expect(data.result.order).toMatchObject({ Status: 'NEW', Corrections: [], Warnings: [] })
    const { data: read } = await call('get_order', { orderId: order.Id })
    expect(read.order.ShippingAddress).toMatchObject({
      ...{ StreetName: '⟦Main Street⟧', ZipCode: '⟦3011 AA⟧', CountryIso: 'NL' },
    })
  })

  test('leads from an order that needs no correction to a comment, which stays in the history', async () => {
    const { Id: orderId } = await placeOrder('COR-2')
    const { text } = await call('correct_order', { orderId, email: 'ann@example.com' })
    expect(text).toContain('comment_order')
    const { data } = await call('comment_order', { orderId, comment: 'Ask for the street.' })
    expect(data.result).toEqual({ orderId, Link: `${LINK}${orderId}` })
    const args = { orderId, comment: 'Second', dryRun: true }
    expect((await call('comment_order', args)).data.before.comments).toHaveLength(1)
    const { data: read } = await call('get_order', { orderId, history: true })
    expect(read.history).toContainEqual(
      expect.objectContaining({ Type: 'COMMENTED', Comment: '⟦Ask for the street.⟧' }),
    )
  })
})

describe('close_order', () => {
  test('closes and reopens, by Id or by reference', async () => {
    const { Id: orderId } = await placeOrder('CLO-1')
    const early = await call('close_order', { orderId })
    expect([early.isError, early.text]).toEqual([
      true,
      expect.stringContaining('acknowledge_orders'),
    ])
    await call('acknowledge_orders', { orders: [{ orderId }] })
    const { data: closed } = await call('close_order', { orderId })
    expect(closed.result.order).toMatchObject({ Id: orderId, Status: 'CLOSED' })
    const { data: open } = await call('close_order', { reference: 'CLO-1', reopen: true })
    expect(open.result.order).toMatchObject({ Status: 'IN_PROGRESS' })
  })
})

test('every tool of orders has answered, as its output schema says', () => {
  expect([...client.answered].sort()).toEqual([
    'acknowledge_orders',
    'close_order',
    'comment_order',
    'correct_order',
    'get_order',
    'list_orders',
  ])
  expect(hub.errors).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../src/tools.ts'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'
import { type Call, type CheckedClient, checkedClient } from './support/checked.ts'

let hub: AgentHub
let checked: CheckedClient
const call: Call = async (name, args) => await checked.call(name, args)
beforeAll(async () => {
  hub = await startAgentHub(6)
  checked = await checkedClient(await hub.connect())
})
afterAll(async () => await hub?.stop())

/** Ships the order at a place in the list, and returns its id. */
async function ship(place: number): Promise<number> {
  const id = Number(hub.shop.orders[place]?.Id)
  await hub.hub.acknowledgeOrder({ body: { OrderId: id, MerchantOrderReference: `A-${place}` } })
  const body = { MerchantShipmentReference: `S-${place}`, MerchantOrderReference: `A-${place}` }
  const Lines = [{ ChannelOrderLineReference: '1', Quantity: 2 }]
  await hub.hub.createShipment({ body: { ...body, Lines } })
  return id
}

test('a return is registered once, listed, and refunded by the decision on it', async () => {
  const orderId = await ship(0)
  const registration = {
    ...{ orderId, reason: 'PRODUCT_DEFECT', comment: 'broken' },
    lines: [{ line: '1', quantity: 2 }],
  }
  const { data } = await call('register_return', registration)
  expect(data).toMatchObject({
    status: 'done',
    result: { return: { Status: 'ON_THE_WAY', RefundInclVat: 0, CurrencyCode: 'EUR' } },
  })
  const { data: again } = await call('register_return', registration)
  expect(again.result.return.Id).toBe(data.result.return.Id)
  const { MerchantReturnReference: reference } = data.result.return
  const { data: listed } = await call('list_returns', {
    ...{ status: 'ON_THE_WAY', orderId, fields: ['MerchantReturnReference', 'Link'] },
  })
  expect(listed.returns).toEqual([
    {
      MerchantReturnReference: reference,
      Link: `⟦https://hub.example.com/console/returns?decide=${reference.slice(1, -1)}⟧`,
    },
  ])
  const { data: decided } = await call('decide_return', {
    ...{ return: reference, lines: [{ line: '1', accept: 1, reject: 1 }], restock: true },
  })
  expect(decided.result.return).toMatchObject({ RefundInclVat: 9.95, Status: 'ACCEPTED' })
  const { isError, text } = await call('decide_return', {
    ...{ return: reference, status: 'REJECTED' },
  })
  expect(isError).toBe(true)
  expect(text).toContain('MARKET_RETURN_DECIDED')
})

test('a dry run shows what would be refunded, before and after', async () => {
  const orderId = await ship(1)
  const { data: registered } = await call('register_return', {
    ...{ orderId, lines: [{ line: '1', quantity: 2 }] },
  })
  const { MerchantReturnReference: reference } = registered.result.return
  const { data } = await call('decide_return', {
    ...{ return: reference, status: 'ACCEPTED', dryRun: true },
  })
  expect(data).toMatchObject({
    status: 'dry_run',
    before: { return: { RefundInclVat: 0 } },
    result: { return: { RefundInclVat: 19.9 } },
    after: { return: { RefundInclVat: 19.9 } },
  })
  expect(data.undo).toContain('final')
})

test('a refund without a return has one effect, and at most what was paid', async () => {
  const orderId = await ship(2)
  const refund = { orderId, refundInclVat: 5, reason: 'Scratched box' }
  const { data } = await call('refund_order', refund)
  expect(data.result.refund).toMatchObject({ RefundInclVat: 5, CurrencyCode: 'EUR' })
  expect(data.result.refund.Link).toBe(`https://hub.example.com/console/orders/${orderId}`)
  const { data: again } = await call('refund_order', refund)
  expect(again.result.refund.Id).toBe(data.result.refund.Id)
  const { isError, text } = await call('refund_order', {
    ...{ ...refund, refundInclVat: 100 },
  })
  expect(isError).toBe(true)
  expect(text).toContain('MARKET_REFUND_EXCEEDED')
  const { data: rehearsed } = await call('refund_order', { ...refund, dryRun: true })
  expect(rehearsed.before.order).toMatchObject({ OriginalTotalInclVat: 19.9, RefundedInclVat: 5 })
})

test('a new order has neither returns nor refunds, and the refusal says so', async () => {
  const orderId = Number(hub.shop.orders[3]?.Id)
  const { isError, text } = await call('refund_order', {
    ...{ orderId, refundInclVat: 1, reason: 'x' },
  })
  expect(isError).toBe(true)
  expect(text).toContain('not acknowledged')
  const { text: other } = await call('register_return', {
    ...{ orderId, lines: [{ line: '1', quantity: 1 }] },
  })
  expect(other).toContain('TOOL_INPUT')
})

test('a wrong line, a wrong id and more units than were shipped are refused', async () => {
  const orderId = await ship(4)
  const lines = [{ line: '9', quantity: 1 }]
  const register = async (more: object) =>
    await call('register_return', { orderId, lines, ...more })
  expect((await register({})).text).toContain('Lines')
  expect((await register({ orderId: 999_999 })).text).toContain('MARKET_NOT_FOUND')
  const tooMany = await register({ lines: [{ line: '1', quantity: 3 }] })
  expect(tooMany.isError).toBe(true)
  const wrong = { orderId, lines, reason: 'BROKEN' }
  const wrongReason = await callTool(await hub.connect(), 'register_return', wrong)
  expect(wrongReason.text).toContain('reason')
  const unknown = await call('decide_return', { return: 'NO', status: 'ACCEPTED' })
  expect(unknown.text).toContain('MARKET_NOT_FOUND')
  expect(hub.errors).toEqual([])
})

test('all tools of returns have answered with a result of the shape that they promise', () => {
  const names = TOOLS.filter(({ toolset }) => toolset === 'returns').map(({ name }) => name)
  expect([...checked.answered]).toEqual(expect.arrayContaining(names))
})

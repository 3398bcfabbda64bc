import { query, queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, createTestApi, type TestApi } from './api.ts'
import {
  acknowledgedOrder,
  aRecord,
  createProducts,
  type Path,
  placeOrder,
  progressOf,
  record,
} from './fulfilment-api.ts'
import { call, count, startNodes, type TestNodes } from './nodes.ts'

let api: TestApi
let nodes: TestNodes
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
  nodes = await startNodes(api.url)
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

const post = (path: Path, body: unknown, key = api.merchantKey) =>
  call('POST', `/v2/${path}`, key, body)
const codes = (answers: readonly Answer[]) =>
  [...new Set(answers.map((answer) => answer.body.code ?? answer.status))].sort()

describe('concurrent requests from four processes', () => {
  test('64 shipments of the last unit: one succeeds, the others are answered with the number of open units', async () => {
    await acknowledgedOrder(api, 'LAST', [{ quantity: 2 }])
    await record(api, 'shipments', 'LAST', { 1: 1 })
    const answers = await nodes.onAll(() =>
      Array.from({ length: 16 }, () => post('shipments', aRecord('shipments', 'LAST', { 1: 1 }))),
    )
    expect(count(answers, 201)).toBe(1)
    expect(count(answers, 409)).toBe(63)
    for (const { status, body } of answers) {
      if (status === 409) expect(body.detail).toContain('0 of the line are open (2 ordered, 2')
    }
    expect(await progressOf(api, 'LAST')).toEqual(['SHIPPED', 'SHIPPED 2/2/0/0/0'])
  })

  test('the same shipment sent 64 times is stored once, and all requests get it', async () => {
    await acknowledgedOrder(api, 'SAME', [{ quantity: 100 }])
    const body = aRecord('shipments', 'SAME', { 1: 1 })
    const calls = Array.from({ length: 16 }, () => post('shipments', body))
    const answers = await nodes.onAll(() => calls)
    expect([count(answers, 201), count(answers, 200)]).toEqual([1, 63])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await progressOf(api, 'SAME')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 100/1/0/0/0'])
  })

  test('one reference for shipments of several orders is accepted for exactly one', async () => {
    const orders = Array.from({ length: 16 }, (_, index) => `MANY-${index}`)
    for (const order of orders) await acknowledgedOrder(api, order, [{ quantity: 1 }])
    const answers = await nodes.onAll((node) =>
      orders.slice(node * 4, node * 4 + 4).map((order) =>
        post('shipments', {
          ...aRecord('shipments', order, { 1: 1 }),
          MerchantShipmentReference: 'ONE-FOR-ALL',
        }),
      ),
    )
    expect(count(answers, 201)).toBe(1)
    expect(codes(answers)).toEqual([201, 'MARKET_REFERENCE_IN_USE'])
    const row = await queryFirst(
      api.database,
      sql`select sum(l.shipped)::int as shipped from marketplace.order_lines l
      join marketplace.orders o using (customer_id, order_id) where o.merchant_reference like 'MANY-%'`,
    )
    expect(row?.shipped).toBe(1)
  })

  test('shipments, cancellations and backorders of the same lines never deadlock and never exceed the units', async () => {
    const lines = Array.from({ length: 4 }, () => ({ quantity: 40 }))
    const orders = ['MIX-1', 'MIX-2', 'MIX-3']
    for (const order of orders) await acknowledgedOrder(api, order, lines)
    const paths = ['shipments', 'cancellations', 'backorders'] as const
    const answers = await nodes.onAll((node) =>
      Array.from({ length: 60 }, (_, index) => {
        const path = paths[(node + index) % 3] as Path
        const order = orders[(node * 7 + index) % 3] as string
        const pair = index % 2 ? { 1: 1, 3: 2 } : { 4: 2, 2: 1 }
        const body = aRecord(path, order, pair) as { Lines: unknown[] }
        if (node % 2) body.Lines.reverse()
        return post(path, body)
      }),
    )
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
    expect(codes(answers)).toEqual([201, 'MARKET_QUANTITY_EXCEEDED'])
    const off = await query(
      api.database,
      sql`
      select l.line_id from marketplace.order_lines l
      join marketplace.orders o using (customer_id, order_id)
      left join lateral (
        select coalesce(sum(fl.quantity) filter (where f.kind = 'shipment'), 0) as shipped,
          coalesce(sum(fl.quantity) filter (where f.kind = 'cancellation'), 0) as cancelled
        from marketplace.fulfilment_lines fl join marketplace.fulfilments f using (customer_id, fulfilment_id)
        where fl.line_id = l.line_id) r on true
      where o.merchant_reference like 'MIX-%' and (l.shipped <> r.shipped or l.cancelled <> r.cancelled)`,
    )
    expect(off).toEqual([])
  })

  test('voids of a shipment, returns of its units and shipments of more never exceed the units', async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = `VOIDS-${round}`
      await acknowledgedOrder(api, name, [{ quantity: 2 }])
      const { body: first } = await record(api, 'shipments', name, { 1: 2 })
      const answers = await nodes.onAll((node) => {
        const path = node % 2 === 0 ? 'returns' : 'shipments'
        return [
          call(
            'POST',
            `/v2/shipments/${first.MerchantShipmentReference}/void`,
            api.merchantKey,
            undefined,
          ),
          post(path, aRecord(path, name, { 1: 1 })),
        ]
      })
      expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
      const voids = answers.filter((_, index) => index % 2 === 0)
      const made = answers.filter((_, index) => index % 2 === 1)
      const isVoided =
        (await api.merchant('GET', `/v2/shipments/${first.MerchantShipmentReference}`)).body
          .Status === 'VOIDED'
      expect(new Set(voids.map(({ status }) => status))).toEqual(new Set([isVoided ? 200 : 409]))
      const created = (reference: string) =>
        made.filter(({ status, body }) => status === 201 && reference in body).length
      const [shipped, returned] = [
        created('MerchantShipmentReference'),
        created('MerchantReturnReference'),
      ]
      const total = (isVoided ? 0 : 2) + shipped
      expect(returned).toBeLessThanOrEqual(total)
      const [, line] = await progressOf(api, name)
      expect(line).toContain(` 2/${total}/0/0/${returned}`)
      const { body: history } = await api.merchant('GET', `/v2/orders/${name}/history`)
      const told = history.filter(({ Type }: { Type: string }) => Type === 'SHIPMENT_VOIDED')
      expect(told).toHaveLength(isVoided ? 1 : 0)
    }
  })

  test('if a channel cancels an order while the merchant acknowledges it, one of them comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = `DUEL-${round}`
      const order = await placeOrder(api, name, [{ quantity: 1 }])
      const cancel = {
        ChannelCancellationReference: name,
        ChannelOrderReference: name,
        Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
      }
      const acknowledge = {
        OrderId: order.Id,
        MerchantOrderReference: name,
        Lines: [{ OrderLineId: order.Lines[0].Id, MerchantOrderLineReference: `${name}-1` }],
      }
      const answers = await nodes.onAll((node) =>
        node % 2 === 0
          ? [post('cancellations', cancel, api.channelKey)]
          : [call('POST', '/v2/orders/acknowledge', api.merchantKey, acknowledge)],
      )
      const { body } = await api.merchant('GET', `/v2/orders/id/${order.Id}`)
      const [one, other] = [answers[0]?.status, answers[1]?.status]
      expect([body.Status, one === 409, other === 409]).toEqual(
        body.Status === 'CANCELED' ? ['CANCELED', false, true] : ['IN_PROGRESS', true, false],
      )
    }
  })

  test('orders that are combined and shipped at the same time all become CLOSED', async () => {
    for (let round = 0; round < 6; round += 1) {
      const names = [0, 1, 2, 3].map((index) => `COMBI-${round}-${index}`)
      for (const name of names) await acknowledgedOrder(api, name, [{ quantity: 1 }])
      const answers = await nodes.onAll((node) => [
        call('PUT', `/v2/orders/${names[node]}/combination`, api.merchantKey, {
          MerchantOrderReferences: names,
        }),
        post('shipments', aRecord('shipments', names[3 - node] as string, { 1: 1 })),
      ])
      expect(codes(answers)).toEqual([200, 201])
      const statuses = await Promise.all(
        names.map(async (name) => (await progressOf(api, name))[0]),
      )
      expect(statuses).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'])
    }
  })

  test('decisions on one return are made one after the other', async () => {
    await acknowledgedOrder(api, 'DECIDE', [{ quantity: 2 }])
    await record(api, 'shipments', 'DECIDE', { 1: 2 })
    const { body } = await record(api, 'returns', 'DECIDE', { 1: 2 })
    const path = `/v2/returns/${body.MerchantReturnReference}`
    const answers = await nodes.onAll((node) =>
      Array.from({ length: 4 }, (_, index) =>
        call('PUT', path, api.merchantKey, {
          Status: (node + index) % 2 ? 'ACCEPTED' : 'REJECTED',
        }),
      ),
    )
    const after = await api.merchant('GET', path)
    const winners = answers.filter((answer) => answer.status === 200)
    expect(codes(answers)).toEqual([200, 'MARKET_RETURN_DECIDED'])
    for (const winner of winners) expect(winner.body).toEqual(after.body)
    expect(winners).toHaveLength(8)
  })
})

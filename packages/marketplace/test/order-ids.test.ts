import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcknowledgement, anOrder, createParties, createTestApi, type TestApi } from './api.ts'
import { call, startNodes, type TestNodes } from './nodes.ts'

let api: TestApi
let nodes: TestNodes
let other: Awaited<ReturnType<typeof createParties>>
beforeAll(async () => {
  api = await createTestApi()
  other = await createParties(api.database)
  for (const key of [api.merchantKey, other.merchantKey]) {
    const mug = { MerchantProductReference: 'MUG', Name: 'Mug' }
    await api.merchant('POST', '/v2/products', mug, { key })
  }
  nodes = await startNodes(api.url)
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

const TWO_LINES = ['1', '2'].map((reference) => ({
  ChannelReference: reference,
  MerchantProductReference: 'MUG',
  Quantity: 1,
  UnitPriceInclVat: 9.95,
}))

// biome-ignore lint/suspicious/noExplicitAny: an answered order
const lineIdsOf = (order: any): readonly number[] =>
  order.Lines.map((line: { readonly Id: number }) => line.Id)

describe('ids of orders, lines and shipments', () => {
  test('are counted per customer', async () => {
    const taken: { readonly customer: string; readonly order: number; readonly lines: number[] }[] =
      []
    for (const number of [1, 2, 3]) {
      for (const [customer, key] of Object.entries({ a: api.channelKey, b: other.channelKey })) {
        if (customer === 'b' && number < 3) continue
        const order = anOrder({ ChannelReference: `N-${number}`, Lines: TWO_LINES })
        const { body } = await api.channelCall('POST', '/v2/orders', order, { key })
        taken.push({ customer, order: body.Id, lines: [...lineIdsOf(body)] })
      }
    }
    expect(taken).toEqual([
      { customer: 'a', order: 1, lines: [1, 2] },
      { customer: 'a', order: 2, lines: [3, 4] },
      { customer: 'a', order: 3, lines: [5, 6] },
      { customer: 'b', order: 1, lines: [1, 2] },
    ])
  })

  test('do not reveal the number of shipments of other customers', async () => {
    const ids: number[] = []
    for (const [name, { merchantKey, channelKey }] of Object.entries({ a: api, b: other })) {
      const order = anOrder({ ChannelReference: 'SHIP' })
      const created = await api.channelCall('POST', '/v2/orders', order, { key: channelKey })
      const request = anAcknowledgement(created.body, name)
      await api.merchant('POST', '/v2/orders/acknowledge', request, { key: merchantKey })
      const shipment = {
        MerchantShipmentReference: `S-${name}`,
        MerchantOrderReference: name,
        Lines: [{ MerchantOrderLineReference: `${name}-1`, Quantity: 1 }],
      }
      const shipped = await api.merchant('POST', '/v2/shipments', shipment, { key: merchantKey })
      ids.push(shipped.body.Id)
    }
    expect(ids).toEqual([1, 1])
  })

  test('are unique for each customer when four processes create orders of two customers at once', async () => {
    const keys = [api.channelKey, other.channelKey]
    const answers = await nodes.onAll((node) =>
      keys.flatMap((key) =>
        Array.from({ length: 50 }, (_, index) => {
          // Some wait for a product, which takes another path.
          const product = index % 5 === 0 ? 'NOWHERE' : 'MUG'
          const lines = TWO_LINES.map((line) => ({ ...line, MerchantProductReference: product }))
          const order = anOrder({ ChannelReference: `P-${node}-${index}`, Lines: lines })
          return call('POST', '/v2/orders', key, order)
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    const channels = [api.channel.channelId, other.channel.channelId]
    for (const channelId of channels) {
      const orders = answers.map(({ body }) => body).filter((body) => body.ChannelId === channelId)
      expect(orders).toHaveLength(200)
      expect(new Set(orders.map((order) => order.Id)).size).toBe(200)
      expect(new Set(orders.flatMap(lineIdsOf)).size).toBe(400)
    }
  })
})

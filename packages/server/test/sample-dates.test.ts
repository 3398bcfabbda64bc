import { startHub, type TestHub } from '@entrepot/test-support/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateBackOrders } from '../src/host/sample/dates-store.ts'

let hub: TestHub
let channelKey: string
beforeAll(async () => {
  hub = await startHub()
  channelKey = await hub.addChannel()
  const product = { MerchantProductReference: 'MUG', Name: 'Mug', Price: 10, Stock: 9 }
  await hub.merchant('POST', '/v2/products', [product])
})
afterAll(async () => await hub.close())

/** Stores an order, acknowledges it and ships it. Returns its Id. */
async function shipOrder(name: string): Promise<number> {
  const line = { ChannelReference: '1', MerchantProductReference: 'MUG', Quantity: 1 }
  const order = await hub.app.inject({
    ...{ method: 'POST', url: '/v2/orders', headers: { 'x-api-key': channelKey } },
    payload: {
      ...{ ChannelReference: name, Email: 'ann@example.com', CurrencyCode: 'EUR' },
      ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
      Lines: [{ ...line, UnitPriceInclVat: 10 }],
    },
  })
  const { Id, Lines } = order.json()
  await hub.merchant('POST', '/v2/orders/acknowledge', {
    ...{ OrderId: Id, MerchantOrderReference: name },
    Lines: [{ OrderLineId: Lines[0].Id, MerchantOrderLineReference: name }],
  })
  await hub.merchant('POST', '/v2/shipments', {
    ...{ MerchantShipmentReference: name, MerchantOrderReference: name },
    Lines: [{ MerchantOrderLineReference: name, Quantity: 1 }],
  })
  return Id
}

type Dates = Readonly<Record<'CreatedAt' | 'UpdatedAt' | 'AcknowledgedDate', string>>
type Event = Readonly<Record<'Type' | 'OccurredAt', string>>

/** The times of an order, of its shipment, and of what happened to it. */
async function timesOf(name: string) {
  const get = async <T>(path: string) => (await hub.merchant('GET', `/v2/${path}`)) as T
  const { CreatedAt, UpdatedAt, AcknowledgedDate } = await get<Dates>(`orders/${name}`)
  const history = await get<readonly Event[]>(`orders/${name}/history`)
  return {
    order: [CreatedAt, AcknowledgedDate, UpdatedAt],
    shipment: (await get<Dates>(`shipments/${name}`)).CreatedAt,
    history: history.map(({ Type, OccurredAt }) => [Type, OccurredAt]),
  }
}

test('an order that is moved back keeps its story, with the given times; others keep theirs', async () => {
  const id = await shipOrder('MOVED')
  await shipOrder('KEPT')
  const before = await timesOf('KEPT')
  const [placed, acknowledged, shipped] = [1, 2, 3].map((day) => new Date(`2026-03-0${day}`))
  const times = { placed, acknowledged, shipped } as Record<string, Date>
  await dateBackOrders(hub.database, '1', [{ id, times }])
  const [first, second, third] = ['01', '02', '03'].map((day) => `2026-03-${day}T00:00:00.000Z`)
  expect(await timesOf('MOVED')).toEqual({
    order: [first, second, third],
    shipment: third,
    history: [
      ['CREATED', first],
      ['ACKNOWLEDGED', second],
      ['SHIPPED', third],
    ],
  })
  expect(await timesOf('KEPT')).toEqual(before)
})

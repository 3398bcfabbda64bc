/** Walks all fields of all records: what a request contains is stored, and read by each of the calls that answer the record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT_COLUMNS } from '../src/catalogue/products/columns.ts'
import { ProductPatch, ProductRequest, ProductResponse } from '../src/catalogue/products/schema.ts'
import { ProductView } from '../src/channels/copy/schema.ts'
import type { Columns } from '../src/kit/sql/columns.ts'
import { createRecordReader } from '../src/orders/fulfilment/event-records.ts'
import {
  ReturnDecision,
  ReturnRecord,
  ReturnRequest,
} from '../src/orders/fulfilment/records/return-schema.ts'
import {
  BackorderRequest,
  BackorderResponse,
  CancellationRequest,
  CancellationResponse,
  ChannelCancellationRequest,
  ShipmentChange,
  ShipmentRecord,
  ShipmentRequest,
} from '../src/orders/fulfilment/records/schema.ts'
import { ORDER_COLUMNS, ORDER_LINE_COLUMNS } from '../src/orders/record/columns.ts'
import { OrderCorrection } from '../src/orders/record/merchant-schema.ts'
import { OrderRecord, OrderRequest } from '../src/orders/record/schema.ts'
import type { Kind } from '../src/orders/record/state/record-kinds.ts'
import { type Answer, anAcknowledgement, createTestApi, type TestApi } from './api.ts'
import { emptyPaths, fill, only } from './filled.ts'
import { acknowledgedOrder, type Path, placeOrder } from './fulfilment-api.ts'
import { shopOf } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const mug = { MerchantProductReference: 'MUG', Name: 'Mug', ShippingTime: '2 days' }
  expect((await api.merchant('POST', '/v2/products', mug)).status).toBe(201)
  await shopOf(api, api.channel.channelId, api.channelKey).list('MUG')
})
afterAll(async () => await api.close())

/** The body of an answer with a status. */
async function expectStatus(status: number, answer: Promise<Answer>): Promise<Answer['body']> {
  const { status: actual, body } = await answer
  expect(actual, JSON.stringify(body)).toBe(status)
  return body
}
const read = async (path: string) => await expectStatus(200, api.merchant('GET', `/v2/${path}`))

/** The rows of an export. */
async function rowsOf(path: string): Promise<Record<string, unknown>[]> {
  const text: string = await read(`exports/${path}?format=ndjson`)
  return text
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row))
}

/** The record of an event, as webhooks send it. */
async function recordOf(type: string, orderId: number, record?: { Kind: Kind; Reference: string }) {
  const event = {
    Subject: { Kind: 'order', Id: String(orderId) },
    Data: { Record: record ?? null },
  }
  return await createRecordReader(api.database)(api.customer.customerId, type, event)
}

/** The names of columns that exports have. */
const exported = (columns: Columns) =>
  Object.keys(columns).filter((name) => columns[name]?.export !== false)

/** An object without the named properties. */
const without = (value: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

describe('each field of an order', () => {
  /** The parts of addresses that are not any text. */
  const ADDRESS = { CountryIso: 'NL', Gender: 'FEMALE' }

  test('that a channel sends is in the answer, the lists, the webhooks and the exports', async () => {
    const request = fill(OrderRequest, {
      ChannelId: api.channel.channelId,
      MerchantProductReference: 'MUG',
      ...ADDRESS,
    })
    const created = await expectStatus(201, api.channelCall('POST', '/v2/orders', request))
    expect(created).toMatchObject(request)
    const unknown = ['MerchantReference', 'Lines/0/MerchantReference', 'AcknowledgedDate']
    expect(emptyPaths(OrderRecord, created)).toEqual(unknown)
    // The channel may do something else with the order than the merchant.
    const ofMerchant = { ...created, Actions: expect.any(Array) }
    expect(await read(`orders/id/${created.Id}`)).toEqual(ofMerchant)
    expect(await read('orders/new')).toEqual([ofMerchant])
    expect(await recordOf('order.created', created.Id)).toEqual(without(created, 'Actions'))
    const repeated = await expectStatus(200, api.channelCall('POST', '/v2/orders', request))
    expect(repeated).toEqual(created)

    const body = anAcknowledgement(created, 'A-1')
    const order = await expectStatus(200, api.merchant('POST', '/v2/orders/acknowledge', body))
    expect(emptyPaths(OrderRecord, order)).toEqual([])
    expect(await read('orders/A-1')).toEqual(order)
    expect(await read('orders')).toEqual([order])
    expect(await recordOf('order.acknowledged', order.Id)).toEqual(without(order, 'Actions'))
    const [row = {}] = await rowsOf('orders')
    expect(row).toEqual({ ...only(order, exported(ORDER_COLUMNS)), LineCount: 1 })
    const [lineRow = {}] = await rowsOf('order-lines')
    expect(lineRow).toEqual({
      ...only(order, exported(ORDER_LINE_COLUMNS)),
      OrderId: order.Id,
      MerchantOrderReference: 'A-1',
      ChannelOrderReference: order.ChannelReference,
      OrderStatus: order.Status,
      ...without(
        order.Lines[0],
        ...['Status', 'OpenQuantity', 'ReturnableQuantity', 'ShortUnits', 'RefundedInclVat'],
      ),
    })
  })

  test('that a merchant corrects is in the answer, and is read back', async () => {
    const order = await placeOrder(api, 'TO-CORRECT', [{ quantity: 1, product: 'UNKNOWN' }])
    expect(order.Status).toBe('REQUIRES_CORRECTION')
    const line = { Id: order.Lines[0].Id, MerchantProductReference: 'MUG' }
    const correction = fill(OrderCorrection, { ...line, ...ADDRESS })
    const path = `/v2/orders/id/${order.Id}`
    const corrected = await expectStatus(200, api.merchant('PATCH', path, correction))
    expect(corrected).toMatchObject({ ...correction, Status: 'NEW' })
    expect(await read(`orders/id/${order.Id}`)).toEqual(corrected)
  })
})

describe('each field of', () => {
  const kinds = [
    ['shipment', 'shipments', ShipmentRequest, ShipmentRecord],
    ['backorder', 'backorders', BackorderRequest, BackorderResponse],
    ['cancellation', 'cancellations', CancellationRequest, CancellationResponse],
    ['return', 'returns', ReturnRequest, ReturnRecord],
  ] as const satisfies readonly (readonly [Kind, Path, object, object])[]

  test.each(kinds)(
    'a %s is in the answer, the list, the webhooks and the export',
    async (...of) => {
      const [kind, path, schema, answered] = of
      const order = await acknowledgedOrder(api, `O-${path}`, [{ quantity: 6 }])
      const names = namesOf(`O-${path}`)
      if (kind === 'return') {
        const shipment = fill(ShipmentRequest, { ...names, Quantity: 3, Parcels: undefined }, 100)
        await expectStatus(201, api.merchant('POST', '/v2/shipments', shipment))
      }
      const request = fill(schema, {
        ...{ ...names, ...REFUND, Quantity: 3, Status: 'ACCEPTED' },
        ...(kind === 'shipment' && { Parcels: parcelsOf(`O-${path}`) }),
      })
      const created = await expectStatus(201, api.merchant('POST', `/v2/${path}`, request))
      expect(created).toMatchObject(without(request, 'ChannelId'))
      const unknown = { cancellation: ['ChannelCancellationReference'], shipment: ['VoidedAt'] }
      expect(emptyPaths(answered, created)).toEqual(
        Object.hasOwn(unknown, kind) ? unknown[kind as keyof typeof unknown] : [],
      )
      await expectReadBack(kind, path, created, order.Id)
    },
  )

  test('a cancellation of a channel has its reference', async () => {
    const order = await placeOrder(api, 'O-CHANNEL', [{ quantity: 3 }])
    const names = {
      ChannelOrderReference: 'O-CHANNEL',
      MerchantOrderLineReference: undefined,
      ChannelOrderLineReference: '1',
    }
    const request = fill(ChannelCancellationRequest, { ...names, Quantity: 2 })
    const answer = api.channelCall('POST', '/v2/cancellations', request)
    const created = await expectStatus(201, answer)
    expect(created).toMatchObject(request)
    await expectReadBack('cancellation', 'cancellations', created, order.Id)
  })

  test('a change of a shipment or a decision on a return is in the answer, and is read back', async () => {
    await acknowledgedOrder(api, 'O-CHANGED', [{ quantity: 3 }])
    const names = { ...namesOf('O-CHANGED'), Quantity: 3 }
    const shipment = fill(ShipmentRequest, {
      ...{ ...names, Parcels: undefined },
      MerchantShipmentReference: 'S-CHANGED',
    })
    await expectStatus(201, api.merchant('POST', '/v2/shipments', shipment))
    const change = fill(ShipmentChange, { Parcels: parcelsOf('O-CHANGED') }, 50)
    const path = '/v2/shipments/S-CHANGED'
    const changed = await expectStatus(200, api.merchant('PUT', path, change))
    expect(changed).toMatchObject(change)
    expect(await read('shipments/S-CHANGED')).toEqual(changed)

    const announced = {
      MerchantReturnReference: 'R-CHANGED',
      MerchantOrderReference: 'O-CHANGED',
      Lines: [{ MerchantOrderLineReference: 'O-CHANGED-1', Quantity: 3 }],
    }
    await expectStatus(201, api.merchant('POST', '/v2/returns', announced))
    const decision = fill(ReturnDecision, { ...names, ...REFUND, Status: 'ACCEPTED' })
    const decided = await expectStatus(200, api.merchant('PUT', '/v2/returns/R-CHANGED', decision))
    expect(decided).toMatchObject(decision)
    expect(await read('returns/R-CHANGED')).toEqual(decided)
  })

  /** A refund of three units that is not what the hub would calculate: of the lines, and of the whole. */
  const REFUND = {
    AcceptedQuantity: 2,
    RejectedQuantity: 1,
    ManualRefundInclVat: 12.1,
    ManualRefundExclVat: 10,
    RefundInclVat: 12.1,
    RefundExclVat: 9.9,
  }

  /** Two parcels, of which the first has the tracking of the shipment. */
  const parcelsOf = (order: string) => {
    const Lines = [{ MerchantOrderLineReference: `${order}-1`, Quantity: 2 }]
    const { Parcels } = fill(ShipmentChange, { Lines }, 200)
    return [{ Lines }, ...Parcels]
  }

  const namesOf = (order: string) => ({
    MerchantOrderReference: order,
    ChannelOrderReference: order,
    ChannelId: api.channel.channelId,
    MerchantOrderLineReference: `${order}-1`,
    ChannelOrderLineReference: undefined,
  })

  async function expectReadBack(kind: Kind, path: Path, record: Answer['body'], orderId: number) {
    const [reference = ''] = Object.values<string>(record)
    expect(await read(`${path}/${reference}`)).toEqual(record)
    expect(await read(`${path}?orderId=${orderId}`)).toEqual([record])
    const Record = { Kind: kind, Reference: reference }
    expect(await recordOf(`${kind}.created`, orderId, Record)).toEqual(without(record, 'Actions'))
    const row = (await rowsOf(path)).find(({ OrderId }) => OrderId === orderId)
    const line = Object.entries(record.Lines[0]).map(([name, value]) => [
      name.includes('Refund') ? `Line${name}` : name,
      value,
    ])
    expect(row).toEqual({
      OrderLineId: expect.any(Number),
      MerchantProductReference: 'MUG',
      ...without(record, 'Lines', 'Actions'),
      ...(record.Parcels && {
        Parcels: record.Parcels.map((parcel: object) => without(parcel, 'TrackingPage')),
      }),
      ...Object.fromEntries(line),
    })
  }
})

describe('each field of a product', () => {
  test('is in the answer, the list, the export and the data for channels, and can be changed', async () => {
    const parent = { MerchantProductReference: 'PARENT', Name: 'Parent' }
    await expectStatus(201, api.merchant('POST', '/v2/products', parent))
    const names = {
      MerchantProductReference: 'FILLED',
      ParentMerchantReference: 'PARENT',
      Children: undefined,
    }
    const request = fill(ProductRequest, names)
    const written = await expectStatus(201, api.merchant('POST', '/v2/products', request))
    const created = without(written, 'Warnings')
    expect(created).toMatchObject(request)
    expect(emptyPaths(ProductResponse, { ...created, Actions: [] })).toEqual([])
    expect(await read('products/FILLED')).toEqual(created)
    expect(await read('products?reference=FILLED')).toEqual([created])
    const { ToBeCreated } = await expectStatus(200, api.channelCall('GET', '/v2/products/data'))
    const sent = ToBeCreated.find(isFilled)
    expect(sent).toEqual(
      only(created, Object.keys(without(ProductView.properties, 'Price', 'Stock'))),
    )
    const row = (await rowsOf('products')).find(isFilled)
    expect(row).toEqual(only(created, exported(PRODUCT_COLUMNS)))

    const patch = fill(ProductPatch, { ...names, IsActive: false, Expected: undefined }, 50)
    const changed = await expectStatus(200, api.merchant('PATCH', '/v2/products/FILLED', patch))
    expect(changed).toMatchObject(patch)
    expect(await read('products/FILLED')).toEqual(without(changed, 'Warnings'))
  })

  const isFilled = (product: { readonly MerchantProductReference?: unknown }) =>
    product.MerchantProductReference === 'FILLED'
})

import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrderIntake, expectDone } from '../src/index.ts'
import {
  type Answer,
  anAcknowledgement,
  anOrder,
  createParties,
  createTestApi,
  type TestApi,
} from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder, record } from './fulfilment-api.ts'
import { AGENT, asPrincipal, PERSON, testPeople } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { principals: [testPeople] })
  await createProducts(api)
})
afterAll(async () => await api.close())

const history = async (path: string) => await api.merchant('GET', `/v2/orders/${path}/history`)
const inShort = ({ body }: Answer): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: an answered event
  body.map(({ Type, Status, Key, Record }: any) =>
    [Type, Status, Key?.Kind ?? 'hub', ...(Record ? [Record.Kind, Record.Reference] : [])].join(
      ' ',
    ),
  )

describe('GET /v2/orders/<ref>/history', () => {
  test('returns the events of an order with their times, keys and records', async () => {
    await acknowledgedOrder(api, 'H-1', [{ quantity: 5 }])
    await acknowledgedOrder(api, 'H-2', [{ quantity: 1 }])
    const named = (reference: string, property = 'MerchantReference') => ({ [property]: reference })
    await record(api, 'backorders', 'H-1', { 1: 2 }, named('b', 'MerchantBackorderReference'))
    await record(api, 'shipments', 'H-1', { 1: 3 }, named('s', 'MerchantShipmentReference'))
    await record(api, 'shipments', 'H-1', { 1: 9 })
    await api.merchant('PUT', '/v2/shipments/s', { Method: 'DHL' })
    await api.merchant('PUT', '/v2/shipments/s', { Method: 'DHL' })
    await record(api, 'cancellations', 'H-1', { 1: 2 }, named('c'))
    await api.merchant('PUT', '/v2/orders/H-1/combination', { MerchantOrderReferences: ['H-2'] })
    await api.merchant('PUT', '/v2/orders/H-1/combination', { MerchantOrderReferences: [] })
    await api.channelCall('POST', '/v2/returns', {
      ChannelReturnReference: 'r',
      ChannelOrderReference: 'H-1',
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 3 }],
    })
    const returned = `channel-${api.channel.channelId}-r`
    await api.merchant('PUT', `/v2/returns/${returned}`, { Status: 'REJECTED' })
    await api.merchant('POST', '/v2/orders/H-1/close')
    await api.merchant('POST', '/v2/orders/H-1/reopen')
    const all = await history('H-1')
    expect(inShort(all)).toEqual([
      'CREATED NEW channel',
      'ACKNOWLEDGED IN_PROGRESS merchant',
      'BACKORDERED IN_PROGRESS merchant backorder b',
      'SHIPPED IN_BACKORDER merchant shipment s',
      'SHIPMENT_CHANGED IN_BACKORDER merchant shipment s',
      'CANCELLED SHIPPED merchant cancellation c',
      'COMBINED IN_COMBI merchant',
      'SEPARATED SHIPPED merchant',
      `RETURNED RETURNED channel return ${returned}`,
      `RETURN_CHANGED SHIPPED merchant return ${returned}`,
      'CLOSED CLOSED merchant',
      'REOPENED SHIPPED merchant',
    ])
    const { Key, Actor } = all.body[1]
    expect(Key).toMatchObject({ Id: expect.any(Number), Label: 'Merchant' })
    expect(Actor).toEqual({
      Kind: 'key',
      Id: String(Key.Id),
      Label: 'Merchant',
      Person: null,
      Tool: null,
    })
    const times = all.body.map((event: { OccurredAt: string }) => Date.parse(event.OccurredAt))
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    expect(inShort(await history('H-2')).slice(2)).toEqual([
      'COMBINED IN_PROGRESS merchant',
      'SEPARATED IN_PROGRESS merchant',
    ])
  })

  test('names the person or agent that did something, and for whom an agent did it', async () => {
    const [person, agent] = [PERSON, AGENT].map((actor) =>
      asPrincipal({ customer: api.customer, actor }),
    )
    const as = async (
      headers: Record<string, string> | undefined,
      ...call: [string, string, unknown]
    ) =>
      await api.raw({
        method: call[0] as 'PUT',
        url: `/v2/orders${call[1]}`,
        headers: { ...headers },
        payload: call[2] as object,
      })
    const { customer, channel, database } = api
    const place = createOrderIntake(database)
    // A host may let a person or a job act for a channel.
    const job = { kind: 'system', id: 'import', label: 'Import' } as const
    const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: 'LATER' }]
    const request = anOrder({ ChannelReference: 'H-P', Lines })
    const { order } = expectDone(await place({ customer, channel, actor: job }, request as never))
    const { Id } = order
    const correction = { Lines: [{ Id: order.Lines[0]?.Id, MerchantProductReference: 'MUG' }] }
    await as(person, 'PATCH', `/id/${Id}`, correction)
    await as(agent, 'POST', '/acknowledge', anAcknowledgement(order, 'H-P'))
    const line = { MerchantOrderLineReference: 'H-P-1', Quantity: 1 }
    const shipment = {
      MerchantShipmentReference: 'H-P',
      MerchantOrderReference: 'H-P',
      Lines: [line],
    }
    await api.raw({
      method: 'POST',
      url: '/v2/shipments',
      headers: { ...agent },
      payload: shipment,
    })
    await as(person, 'POST', '/H-P/close', undefined)
    const { body } = await history('H-P')
    const wirePerson = {
      Kind: 'person',
      Id: PERSON.id,
      Label: PERSON.label,
      Person: null,
      Tool: null,
    }
    const wireAgent = {
      Kind: 'agent',
      Id: AGENT.id,
      Label: AGENT.label,
      Person: { Id: PERSON.id, Label: PERSON.label },
      Tool: null,
    }
    // biome-ignore lint/suspicious/noExplicitAny: an answered event
    expect(body.map(({ Type, Key, Actor }: any) => ({ Type, Key, Actor }))).toEqual([
      {
        Type: 'CREATED',
        Key: null,
        Actor: { Kind: 'system', Id: 'import', Label: 'Import', Person: null, Tool: null },
      },
      { Type: 'CORRECTED', Key: null, Actor: wirePerson },
      { Type: 'ACKNOWLEDGED', Key: null, Actor: wireAgent },
      { Type: 'SHIPPED', Key: null, Actor: wireAgent },
      { Type: 'CLOSED', Key: null, Actor: wirePerson },
    ])
  })

  test('names the products that a correction has replaced, each once, as its event does', async () => {
    const line = anOrder().Lines[0]
    const Lines = ['GONE', 'GONE', 'MUG'].map((MerchantProductReference, index) => {
      return { ...line, ChannelReference: `${index + 1}`, MerchantProductReference }
    })
    const placed = await api.channelCall('POST', '/v2/orders', {
      ...anOrder({ ChannelReference: 'H-REPLACED', Lines }),
    })
    const { Id, Lines: stored } = placed.body
    const path = `/v2/orders/id/${Id}`
    await api.merchant('PATCH', path, {})
    await api.merchant('PATCH', path, {
      Lines: stored.map((one: { Id: number }) => {
        return { Id: one.Id, MerchantProductReference: 'MUG' }
      }),
    })
    const Replaced = [{ MerchantProductReferenceBefore: 'GONE', MerchantProductReference: 'MUG' }]
    expect((await api.merchant('GET', `${path}/history`)).body).toMatchObject([
      { Type: 'CREATED', Replaced: null },
      { Type: 'CORRECTED', Replaced: null, Status: 'REQUIRES_CORRECTION' },
      { Type: 'CORRECTED', Replaced, Status: 'NEW' },
    ])
    const query = `/v2/events?subject=order:${Id}&types=order.corrected`
    const { body: events } = await api.merchant('GET', query)
    expect(events.map(({ Data }: { Data: unknown }) => Data)).toEqual([
      { Status: 'REQUIRES_CORRECTION' },
      { Status: 'NEW', Replaced },
    ])
  })

  test('of an order from before actors were stored names its keys, and otherwise the hub', async () => {
    await acknowledgedOrder(api, 'H-OLD', [{ quantity: 1 }])
    await execute(
      api.database,
      sql`update marketplace.events set key_id = null where type = 'order.acknowledged'`,
    )
    const { body } = await history('H-OLD')
    expect(body[0].Actor).toMatchObject({ Kind: 'key', Label: 'Channel' })
    expect(body[1]).toMatchObject({
      Key: null,
      Actor: { Kind: 'system', Id: 'hub', Label: 'Entrepot', Person: null, Tool: null },
    })
  })

  test('returns the history page by page', async () => {
    await acknowledgedOrder(api, 'H-3', [{ quantity: 9 }])
    for (let more = 0; more < 5; more += 1) await record(api, 'shipments', 'H-3', { 1: 1 })
    const seen: string[] = []
    let path: string | undefined = '/v2/orders/H-3/history?pageSize=3'
    while (path !== undefined) {
      const page: Answer = await api.merchant('GET', path)
      expect(page.body.length).toBeLessThanOrEqual(3)
      seen.push(...page.body.map((event: { Type: string }) => event.Type))
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    }
    expect(seen).toEqual(['CREATED', 'ACKNOWLEDGED', ...Array(5).fill('SHIPPED')])
  })

  test('shows by its Id, before the acknowledgement, how an order that required correction became NEW', async () => {
    const order = await placeOrder(api, 'H-4', [{ quantity: 1, product: 'SOON' }])
    await api.merchant('PATCH', `/v2/orders/id/${order.Id}`, {})
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'SOON', Name: 'Soon' })
    expect(inShort(await history(`id/${order.Id}`))).toEqual([
      'CREATED REQUIRES_CORRECTION channel',
      'CORRECTED REQUIRES_CORRECTION merchant',
      'CORRECTED NEW hub',
    ])
  })

  test('of an unknown order or of another customer is answered with 404, and for a channel with 403', async () => {
    await acknowledgedOrder(api, 'H-5', [{ quantity: 1 }])
    const other = await createParties(api.database, { name: 'Other merchant' })
    const path = '/v2/orders/H-5/history'
    const foreign = await api.merchant('GET', path, undefined, { key: other.merchantKey })
    expect([foreign.status, (await history('NONE')).status]).toEqual([404, 404])
    expect((await api.channelCall('GET', path)).status).toBe(403)
    expect((await api.merchant('GET', `${path}?cursor=x`)).status).toBe(400)
  })
})

test('shows that an order is closed or reopened by changes of the orders that are combined with it', async () => {
  for (const order of ['H-7', 'H-8', 'H-9']) await acknowledgedOrder(api, order, [{ quantity: 1 }])
  const combine = async (...others: string[]) =>
    await api.merchant('PUT', '/v2/orders/H-7/combination', { MerchantOrderReferences: others })
  await combine('H-8')
  // At once, so that they may share a transaction.
  await Promise.all(
    ['H-7', 'H-8'].map(async (order) => await record(api, 'shipments', order, { 1: 1 })),
  )
  await combine('H-8', 'H-9')
  await api.merchant('POST', '/v2/orders/H-9/close')
  const lists = await Promise.all(
    ['H-7', 'H-8', 'H-9'].map(async (order) => inShort(await history(order)).slice(2)),
  )
  const [first, second] = lists.map((list) =>
    list.map((event) => event.replace(/ shipment .*/, '')),
  )
  const shipped = ['SHIPPED IN_COMBI merchant', 'CLOSED CLOSED merchant']
  const sequence = (...between: string[]) => [
    'COMBINED IN_PROGRESS merchant',
    ...between,
    'REOPENED IN_COMBI merchant',
    'CLOSED CLOSED merchant',
  ]
  const isFirst = first?.length === 5
  expect(isFirst ? first : second).toEqual(sequence(...shipped))
  expect(isFirst ? second : first).toEqual(sequence('SHIPPED CLOSED merchant'))
  expect(lists[2]).toEqual(['COMBINED IN_PROGRESS merchant', 'CLOSED CLOSED merchant'])
})

test('contains no event for calls that are refused or repeated', async () => {
  await acknowledgedOrder(api, 'H-6', [{ quantity: 1 }])
  const shipment = aRecord('shipments', 'H-6', { 1: 1 })
  await api.merchant('POST', '/v2/shipments', shipment)
  await api.merchant('POST', '/v2/shipments', shipment)
  await record(api, 'shipments', 'H-6', { 1: 1 })
  expect(inShort(await history('H-6'))).toHaveLength(3)
})

describe('POST /v2/orders/id/<Id>/comments', () => {
  test('adds what a person or a key wrote, which the channel does not see', async () => {
    const { Id } = await placeOrder(api, 'H-C', [{ quantity: 1 }])
    const path = `/v2/orders/id/${Id}/comments`
    const Comment = '<b>Call first</b>\nthen ship'
    const headers = asPrincipal({ customer: api.customer, actor: PERSON })
    const spoken = await api.app.inject({
      ...{ method: 'POST', url: path, headers },
      payload: { Comment: ` ${Comment} ` },
    })
    expect([spoken.statusCode, spoken.json()]).toEqual([201, {}])
    expect((await api.merchant('POST', path, { Comment: 'Called' })).status).toBe(201)
    const { body } = await api.merchant('GET', `/v2/orders/id/${Id}/history`)
    expect(body.slice(1)).toMatchObject([
      { Type: 'COMMENTED', Status: 'NEW', Comment, Actor: { Kind: 'person' }, Key: null },
      { Type: 'COMMENTED', Status: 'NEW', Comment: 'Called', Key: { Kind: 'merchant' } },
    ])
    const events = `/v2/events?subject=order:${Id}`
    const types = ({ body }: Answer) => body.map(({ Type }: { Type: string }) => Type)
    const written = ['order.created', 'order.commented', 'order.commented']
    expect(types(await api.merchant('GET', events))).toEqual(written)
    expect(types(await api.channelCall('GET', events))).toEqual(['order.created'])
    expect((await api.channelCall('POST', path, { Comment: 'x' })).status).toBe(403)
  })

  test('refuses blank and long comments, and orders that do not exist', async () => {
    const { Id } = await placeOrder(api, 'H-D', [{ quantity: 1 }])
    const comment = async (Comment: unknown, id = Id) =>
      (await api.merchant('POST', `/v2/orders/id/${id}/comments`, { Comment })).status
    expect([await comment('x'.repeat(2_000)), await comment('x'.repeat(2_001))]).toEqual([201, 400])
    expect([await comment(' \n '), await comment(''), await comment(7)]).toEqual([400, 400, 400])
    expect(await comment('Nowhere', 999_999)).toBe(404)
  })
})

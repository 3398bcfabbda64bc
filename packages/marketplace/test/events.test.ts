import { execute, queryOne, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givePendingNotices } from '../src/channels/notices/notices.ts'
import { createApiKey, createChannel } from '../src/index.ts'
import { listenToCommits } from '../src/kit/events/notifier.ts'
import { removeOldEvents } from '../src/kit/events/store.ts'
import {
  type Answer,
  addChannel,
  anAcknowledgement,
  anOrder,
  createParties,
  createTestApi,
  type TestApi,
} from './api.ts'
import { acknowledgedOrder, createProducts, record } from './fulfilment-api.ts'
import { asPrincipal, PERSON, testPeople } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { principals: [testPeople] })
  await createProducts(api)
})
afterAll(async () => await api.close())

const person = () => ({ ...asPrincipal({ customer: api.customer, actor: PERSON }) })
const read = async (query: string) =>
  await api.raw({ method: 'GET', url: `/v2/events?${query}`, headers: person() })
const inShort = ({ body }: Answer): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: an answered event
  body.map(({ Type, Sequence, Data }: any) =>
    [Type, Sequence, Data.StatusBefore, Data.Status, Data.Record?.Reference]
      .filter((part) => part !== undefined)
      .join(' '),
  )

describe('the events of an order', () => {
  test('say in their sequence what happened to it, and each change of its status', async () => {
    const order = await acknowledgedOrder(api, 'E-1', [{ quantity: 3 }])
    await record(api, 'backorders', 'E-1', { 1: 1 }, { MerchantBackorderReference: 'b' })
    await record(api, 'shipments', 'E-1', { 1: 2 }, { MerchantShipmentReference: 's' })
    await api.merchant('PUT', '/v2/shipments/s', { Method: 'DHL' })
    await record(api, 'cancellations', 'E-1', { 1: 1 }, { MerchantReference: 'c' })
    await record(api, 'returns', 'E-1', { 1: 2 }, { MerchantReturnReference: 'r' })
    await api.merchant('POST', '/v2/orders/E-1/close')
    await api.merchant('POST', '/v2/orders/E-1/close')
    await api.merchant('POST', '/v2/orders/E-1/reopen')
    const answer = await read(`subject=order:${order.Id}`)
    expect(inShort(answer)).toEqual([
      'order.created 1 NEW',
      'order.acknowledged 2 IN_PROGRESS',
      'order.status_changed 3 NEW IN_PROGRESS',
      'backorder.created 4 IN_PROGRESS b',
      'shipment.created 5 IN_BACKORDER s',
      'order.status_changed 6 IN_PROGRESS IN_BACKORDER',
      'shipment.updated 7 IN_BACKORDER s',
      'cancellation.created 8 SHIPPED c',
      'order.status_changed 9 IN_BACKORDER SHIPPED',
      'return.created 10 RETURNED r',
      'order.status_changed 11 SHIPPED RETURNED',
      'order.closed 12 CLOSED',
      'order.status_changed 13 RETURNED CLOSED',
      'order.reopened 14 RETURNED',
      'order.status_changed 15 CLOSED RETURNED',
    ])
    expect(answer.body[4]).toMatchObject({
      Id: expect.stringMatching(/^evt_\d+$/),
      Actor: { Kind: 'key', Label: 'Merchant' },
      Subject: {
        Kind: 'order',
        Id: String(order.Id),
        References: {
          MerchantOrderReference: 'E-1',
          ChannelOrderReference: order.ChannelReference,
        },
      },
      Data: { Status: 'IN_BACKORDER', Record: { Kind: 'shipment', Reference: 's' } },
    })
  })

  test('name the person and the request, of orders that were stored together, too', async () => {
    const calls = ['E-21', 'E-22', 'E-23'].map(async (ChannelReference) => {
      const headers = { 'request-id': `request-of-${ChannelReference}` }
      return await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference }), { headers })
    })
    for (const { body } of await Promise.all(calls)) {
      const payload = anAcknowledgement(body, body.ChannelReference)
      const headers = { ...person(), 'request-id': `acknowledgement-${body.Id}` }
      await api.raw({ method: 'POST', url: '/v2/orders/acknowledge', headers, payload })
      const [created, acknowledged] = (await read(`subject=order:${body.Id}`)).body
      expect(created).toMatchObject({
        RequestId: `request-of-${body.ChannelReference}`,
        Actor: { Kind: 'key', Label: 'Channel' },
      })
      expect(acknowledged).toMatchObject({
        RequestId: `acknowledgement-${body.Id}`,
        Actor: { Kind: 'person', Id: PERSON.id },
      })
    }
  })
})

describe('GET /v2/events', () => {
  test('names the products that were written, at most 100 of them by reference', async () => {
    const from = (await read('after=latest')).headers['entrepot-cursor']
    const many = Array.from({ length: 150 }, (_, n) => ({
      MerchantProductReference: `P-${n}`,
      Name: 'Product',
    }))
    await api.merchant('POST', '/v2/products', many)
    await api.merchant('POST', '/v2/products', many)
    await api.merchant('PATCH', '/v2/products/P-1', { Name: 'Changed' })
    await api.merchant('PUT', '/v2/offers', [{ MerchantProductReference: 'P-2', Price: 7 }])
    await api.merchant('PUT', '/v2/offers', [{ MerchantProductReference: 'P-2', Price: 7 }])
    await api.merchant('DELETE', '/v2/products/P-3')
    const { body } = await read(`types=products.*&after=${from}`)
    const data = body.map((event: { Data: unknown }) => event.Data)
    expect(data[0].References).toHaveLength(100)
    expect(data[0].More).toBe(50)
    const alone = (reference: string) => ({ References: [reference], More: 0 })
    expect(data.slice(1)).toEqual(['P-1', 'P-2', 'P-3'].map(alone))
    expect(body[0]).toMatchObject({ Subject: null, Sequence: null })
  })

  test('has what happened to channels and keys', async () => {
    const from = (await read('after=latest')).headers['entrepot-cursor']
    const call = async (method: string, url: string, payload?: object) =>
      (
        await api.raw({
          method: method as 'POST',
          url: `/v2/${url}`,
          headers: person(),
          ...(payload && { payload }),
        })
      ).body
    const { Id: channel } = await call('POST', 'channels', { Name: 'Told' })
    await call('PATCH', `channels/${channel}`, { OffersInData: true })
    await call('PATCH', `channels/${channel}`, { OffersInData: true })
    await call('POST', `channels/${channel}/sync/reset`)
    await call('DELETE', `channels/${channel}`)
    const { Id: key } = await call('POST', 'keys', {
      Label: 'Told',
      Kind: 'channel',
      ChannelId: channel,
    })
    await call('PATCH', `keys/${key}`, { Label: 'Told again' })
    await call('PATCH', `keys/${key}`, { Label: 'Told again' })
    const { Id: next } = await call('POST', `keys/${key}/rotate`, {})
    await call('DELETE', `keys/${key}`)
    await call('DELETE', `keys/${key}`)
    const { body } = await read(`types=channel.*,key.*&after=${from}`)
    const logged = body.map((event: { Type: string; Subject: { Id: string }; Sequence: number }) =>
      [event.Type, event.Subject.Id, event.Sequence].join(' '),
    )
    expect(logged).toEqual([
      `channel.created ${channel} 1`,
      `channel.updated ${channel} 2`,
      `channel.reset ${channel} 3`,
      `channel.deactivated ${channel} 4`,
      `key.created ${key} 1`,
      `key.updated ${key} 2`,
      `key.created ${next} 1`,
      `key.rotated ${key} 3`,
      `key.revoked ${key} 4`,
    ])
    expect(body[2]).toMatchObject({ Actor: { Kind: 'person' }, Data: { Name: 'Told' } })
    expect(body[7]).toMatchObject({
      Actor: { Kind: 'person' },
      Data: { Kind: 'channel', ChannelId: channel, Label: 'Told again', ReplacedBy: next },
    })
  })

  test('is followed page by page, and continued from its end', async () => {
    const order = await acknowledgedOrder(api, 'E-3', [{ quantity: 1 }])
    const types: string[] = []
    let url: string | undefined = `/v2/events?types=order.*&pageSize=1&subject=order:${order.Id}`
    let cursor: unknown
    while (url !== undefined) {
      const page: Answer = await api.raw({ method: 'GET', url, headers: person() })
      types.push(...inShort(page))
      cursor = page.headers['entrepot-cursor']
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    }
    expect(types).toHaveLength(3)
    expect((await read(`subject=order:${order.Id}&after=${cursor}`)).body).toEqual([])
    await api.merchant('POST', '/v2/orders/E-3/close')
    const rest = await read(`subject=order:${order.Id}&after=${cursor}`)
    expect(inShort(rest)).toEqual([
      'order.closed 4 CLOSED',
      'order.status_changed 5 IN_PROGRESS CLOSED',
    ])
  })

  test('refuses an unknown type, subject or cursor, and says what to change', async () => {
    for (const query of [
      'types=order',
      'types=order.*,foo.*',
      'types=',
      'subject=order',
      'subject=product:1',
      'after=x',
      'after=1.0.x.',
      'foo=1',
    ]) {
      const answer = await read(query)
      expect([query, answer.status]).toEqual([query, 400])
    }
    expect((await read('types=foo.*')).body.errors[0].message).toContain('order.created')
  })

  test('shows a channel the events of its own orders, without who acts for the merchant', async () => {
    const other = await addChannel(api, { name: 'Other events' })
    const order = await acknowledgedOrder(api, 'E-4', [{ quantity: 1 }])
    const own = await api.channelCall('GET', `/v2/events?subject=order:${order.Id}`)
    expect(
      own.body.map((event: { Type: string; Actor: unknown }) => [event.Type, event.Actor !== null]),
    ).toEqual([
      ['order.created', true],
      ['order.acknowledged', false],
      ['order.status_changed', false],
    ])
    expect(JSON.stringify(own.body)).not.toContain('Merchant"')
    expect(own.body[1].RequestId).toBeNull()
    const foreign = await api.channelCall(
      'GET',
      `/v2/events?subject=order:${order.Id}`,
      undefined,
      { key: other.key },
    )
    expect(foreign.body).toEqual([])
    const types = await api.channelCall('GET', '/v2/events?pageSize=1000')
    expect(new Set(types.body.map(({ Type }: { Type: string }) => Type.split('.')[0]))).toEqual(
      new Set(['order', 'shipment', 'cancellation', 'backorder', 'return']),
    )
  })

  test('shows only events of records that the key may read', async () => {
    const { customer, merchantKey } = await createParties(api.database, { name: 'Scoped' })
    const scoped = async (Scopes: string[]) => {
      const headers = asPrincipal({ customer, actor: PERSON })
      const payload = { Label: 'Scoped', Scopes }
      const { body } = await api.raw({ method: 'POST', url: '/v2/keys', headers, payload })
      return body.Key
    }
    const key = await scoped(['keys:read'])
    const { body } = await api.merchant('GET', '/v2/events', undefined, { key })
    expect(new Set(body.map(({ Type }: { Type: string }) => Type))).toEqual(
      new Set(['key.created']),
    )
    const withoutKeys = await api.merchant('GET', '/v2/events', undefined, { key: merchantKey })
    expect(withoutKeys.body.map(({ Type }: { Type: string }) => Type)).toEqual(['channel.created'])
    const none = await api.merchant('GET', '/v2/events', undefined, {
      key: await scoped(['fulfilment:write']),
    })
    expect(none.status).toBe(403)
  })
})

test('listeners in this process get each event after its commit, and of none that is rolled back', async () => {
  const { database, customer } = api
  const { customerId } = customer
  const reads: Promise<{ customerId: string; last: string }>[] = []
  const lastOf = async (id: string) =>
    await queryOne<{ customerId: string; last: string }>(
      database,
      sql`select ${id}::text as "customerId", max(event_id)::text as last from marketplace.events where customer_id = ${id}`,
    )
  const stop = listenToCommits(database, (id) => reads.push(lastOf(id)))
  const calls: readonly (() => Promise<unknown>)[] = [
    async () => await createChannel(database, customerId, { name: 'Noticed' }),
    async () =>
      await transaction(database, (tx) =>
        createChannel(tx, customerId, { name: 'In a transaction' }),
      ),
    async () => await createApiKey(database, customerId, { kind: 'merchant', label: 'Told' }),
    async () =>
      await api.merchant('POST', '/v2/products', [{ MerchantProductReference: 'T', Name: 'Told' }]),
    async () => await acknowledgedOrder(api, 'T-1', [{ quantity: 1 }]),
    async () => await record(api, 'shipments', 'T-1', { 1: 1 }, { MerchantShipmentReference: 't' }),
  ]
  for (const call of calls) {
    const before = await lastOf(customerId)
    await call()
    const after = await lastOf(customerId)
    expect(Number(after.last)).toBeGreaterThan(Number(before.last))
    expect(await Promise.all(reads.splice(0))).toContainEqual(after)
  }
  await transaction(database, async (tx) => {
    await createChannel(tx, customerId, { name: 'Lost' })
    throw new Error('no')
  }).catch(() => {})
  expect(reads).toEqual([])
  stop()
  await createChannel(database, customerId, { name: 'Unheard' })
  expect(reads).toEqual([])
})

describe('sync.pending', () => {
  const read = async (key: string) =>
    (await api.channelCall('GET', '/v2/events?types=sync.*', undefined, { key })).body
  /** Several nodes at once. */
  const give = async (customerId: string) => {
    const all = [1, 2, 3].map(async () => await givePendingNotices(api.database, [customerId]))
    await Promise.all(all)
  }
  const age = async (customerId: string, interval: string) =>
    await execute(
      api.database,
      sql`update marketplace.events set occurred_at = occurred_at - ${interval}::text::interval
        where customer_id = ${customerId} and type = 'sync.pending'`,
    )

  test('notifies a channel once that there is something to fetch, and again after it has polled', async () => {
    const parties = await createParties(api.database, { name: 'Told' })
    const { customer, merchantKey: key, channelKey } = parties
    const { customerId } = customer
    const poll = async (path: string) =>
      await api.channelCall('GET', path, undefined, { key: channelKey })
    const put = async (Name: string) =>
      await api.merchant('POST', '/v2/products', [{ MerchantProductReference: 'T', Name }], { key })
    const counts: number[] = []
    const count = async () => {
      await give(customerId)
      counts.push((await read(channelKey)).length)
    }
    await count()
    await put('One')
    await count()
    await age(customerId, '10 seconds')
    await put('Two')
    await count()
    await poll('/v2/products/data')
    await count()
    await poll('/v2/products/data')
    await count()
    await age(customerId, '16 minutes')
    await count()
    // The channel has not listed the product, so it needs no notice that it is gone.
    await api.merchant('DELETE', '/v2/products/T', undefined, { key })
    await age(customerId, '16 minutes')
    await count()
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect((await read(channelKey))[0]).toMatchObject({ Subject: { Kind: 'channel' }, Actor: null })
    const headers = { ...asPrincipal({ customer, actor: PERSON }) }
    const seen = await api.raw({ method: 'GET', url: '/v2/events?types=sync.*', headers })
    expect(seen.body).toEqual([])
  })
})

test('old events are removed, except those of orders and the last of each subject', async () => {
  const { customer } = await createParties(api.database, { name: 'Old' })
  const { customerId } = customer
  await execute(
    api.database,
    sql`insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, occurred_at, data) values
      (${customerId}, 'order.created', 'order', '1', 1, now() - interval '91 days', '{}'),
      (${customerId}, 'key.created', 'key', '1', 1, now() - interval '93 days', '{}'),
      (${customerId}, 'key.revoked', 'key', '1', 2, now() - interval '92 days', '{}'),
      (${customerId}, 'products.changed', null, null, null, now() - interval '91 days', '{}'),
      (${customerId}, 'products.changed', null, null, null, now() - interval '89 days', '{}')`,
  )
  const count = async () => await removeOldEvents(api.database, 1)
  expect([await count(), await count(), await count()]).toEqual([1, 1, 0])
  const headers = { ...asPrincipal({ customer, actor: PERSON }) }
  const url = '/v2/events?types=order.*,key.revoked,products.*'
  expect(inShort(await api.raw({ method: 'GET', url, headers }))).toEqual([
    'order.created 1',
    'key.revoked 2',
    'products.changed ',
  ])
})

describe('the latest events', () => {
  const latest = async (query: string) =>
    await api.raw({ method: 'GET', url: `/v2/events/recent?${query}`, headers: person() })

  test('come newest first, page by page, each once', async () => {
    const order = await acknowledgedOrder(api, 'RECENT-1', [{ quantity: 1 }])
    const subject = `subject=order:${order.Id}`
    const all = inShort(await read(subject)).toReversed()
    expect(inShort(await latest(subject))).toEqual(all)
    const pages: string[] = []
    let url: string | undefined = `/v2/events/recent?${subject}&pageSize=2`
    while (url !== undefined) {
      const page: Answer = await api.raw({ method: 'GET', url, headers: person() })
      pages.push(...inShort(page))
      url = /<([^>]*)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(pages).toEqual(all)
  })

  test('are found by reference, request, id, type and text of their data', async () => {
    const order = await acknowledgedOrder(api, 'RECENT-2', [{ quantity: 1 }])
    const [event] = (await latest(`subject=order:${order.Id}&types=order.created`)).body
    for (const q of ['RECENT-2', event.RequestId, event.Id]) {
      const { body } = await latest(`q=${encodeURIComponent(q)}&types=order.created`)
      expect(body.map(({ Id }: { Id: string }) => Id)).toContain(event.Id)
    }
    expect(inShort(await latest(`q=acknowledged&subject=order:${order.Id}`))).toHaveLength(1)
    expect((await latest('q=%25%25no-such-text')).body).toEqual([])
    expect((await latest('cursor=wrong')).status).toBe(400)
  })
})

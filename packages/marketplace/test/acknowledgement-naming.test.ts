/** The references that the hub gives orders whose acknowledgement names none, and the places of orders in lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candidateReferences } from '../src/orders/acknowledgement/naming.ts'
import { addChannel, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
let market: { readonly channelId: number; readonly key: string }
beforeAll(async () => {
  api = await createTestApi()
  market = await addChannel(api, { name: 'Market & more' })
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const create = async (reference: string, key = api.channelKey) =>
  (await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference }), { key }))
    .body
const acknowledge = async (order: { Id: number }, more: object = {}) =>
  await api.merchant('POST', '/v2/orders/acknowledge', { OrderId: order.Id, ...more })
const propose = async (orders: readonly { Id: number }[], query = '') => {
  const ids = orders.map(({ Id }) => `orderId=${Id}`).join('&')
  const { body } = await api.merchant('GET', `/v2/proposed-references?${ids}${query}`)
  return body.map((one: { MerchantOrderReference: string }) => one.MerchantOrderReference)
}

describe('an acknowledgement without a reference', () => {
  test('takes the reference of the channel, and gives each line one; a repeat changes nothing', async () => {
    const order = await create('WEB-1183')
    expect(await propose([order])).toEqual(['WEB-1183'])
    const first = await acknowledge(order)
    expect(first).toMatchObject({
      status: 200,
      body: {
        MerchantReference: 'WEB-1183',
        Status: 'IN_PROGRESS',
        Lines: [{ MerchantReference: `${order.Id}-1` }],
      },
    })
    expect((await acknowledge(order)).body).toEqual(first.body)
    expect((await acknowledge(order, { MerchantOrderReference: 'OTHER' })).status).toBe(409)
    expect(await propose([order])).toEqual([])
  })

  test('puts the name of the channel before a reference that another order has, as it has proposed', async () => {
    const [own, other] = [await create('TWICE'), await create('TWICE', market.key)]
    expect(await propose([own, other])).toEqual(['TWICE', 'Market-more-TWICE'])
    expect((await acknowledge(other)).body.MerchantReference).toBe('TWICE')
    expect((await acknowledge(own)).body.MerchantReference).toBe('Shop-TWICE')
  })

  test('takes a prefix or the Id of the order if it is told to', async () => {
    const [one, two] = [await create('CHOICE-1'), await create('CHOICE-2')]
    expect(await propose([one], '&referenceFrom=prefix&prefix=A-')).toEqual(['A-CHOICE-1'])
    const named = await acknowledge(one, { ReferenceFrom: 'prefix', Prefix: 'A-' })
    expect(named.body.MerchantReference).toBe('A-CHOICE-1')
    const numbered = await acknowledge(two, { ReferenceFrom: 'id' })
    expect(numbered.body.MerchantReference).toBe(String(two.Id))
  })

  test('finds another reference where all usual ones are taken, also for the lines', async () => {
    const order = await create('FULL')
    const names = ['FULL', 'Shop-FULL', `FULL-${order.Id}`]
    for (const [index, name] of names.entries()) {
      const other = await create(`TAKER-${index}`)
      const request = anAcknowledgement(other, name)
      const [line] = request.Lines as { MerchantOrderLineReference: string }[]
      const Lines = [{ ...line, MerchantOrderLineReference: `${order.Id}-${index + 1}` }]
      await acknowledge(other, { MerchantOrderReference: name, Lines })
    }
    const { body } = await acknowledge(order)
    expect(body.MerchantReference).toBe(`order-${order.Id}`)
    expect(body.Lines[0].MerchantReference).toBe(`line-${order.Lines[0].Id}`)
  })

  test('gives each of many orders its own reference, whoever acknowledges them at once', async () => {
    const keys = [api.channelKey, market.key]
    const orders: { Id: number }[] = []
    for (let number = 0; number < 8; number += 1) {
      for (const key of keys) orders.push(await create(`RACE-${number}`, key))
    }
    // Two windows with the same orders, in different order.
    const answers = await Promise.all([
      ...orders.map(async (order) => await acknowledge(order)),
      ...orders.toReversed().map(async (order) => await acknowledge(order)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const references = answers.map(({ body }) => body.MerchantReference)
    expect(new Set(references).size).toBe(orders.length)
    expect(references.filter((name) => /^RACE-\d$/.test(name))).toHaveLength(orders.length)
  })

  test('refuses a naming beside a reference, and a prefix that nothing uses', async () => {
    const order = await create('BOTH')
    const both = { MerchantOrderReference: 'A', ReferenceFrom: 'id' }
    for (const [request, path] of [
      [both, '/ReferenceFrom'],
      [{ Prefix: 'A-' }, '/Prefix'],
    ] as const) {
      const answer = await acknowledge(order, request)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
    }
    const query = await api.merchant('GET', `/v2/proposed-references?orderId=${order.Id}&prefix=A`)
    expect(query).toMatchObject({ status: 400, body: { errors: [{ path: '/prefix' }] } })
  })
})

test('candidates are references that the API takes, and fit into 50 characters', () => {
  const order = {
    Id: 7,
    ChannelReference: 'new',
    ChannelName: '  Überseehandel, Filiale Süd/Nord ',
  }
  const candidates = candidateReferences(order, {})
  expect(candidates[0]).toBe('Überseehandel-Filial-new')
  const long = { ...order, ChannelReference: 'x'.repeat(50) }
  expect(candidateReferences(long, {})[0]).toBe('x'.repeat(50))
  expect(candidateReferences(long, { ReferenceFrom: 'prefix', Prefix: 'A-' })[0]).toBe('order-7')
  expect(candidateReferences({ ...order, ChannelName: '***' }, {})[0]).toBe('new-7')
})

describe('GET /v2/orders/id/{id}/neighbours', () => {
  const neighbours = async (id: number, query: string) => {
    const { body } = await api.merchant('GET', `/v2/orders/id/${id}/neighbours?${query}`)
    return [body.Previous?.ChannelReference ?? null, body.Next?.ChannelReference ?? null]
  }

  test('finds the orders beside one in each sort, also if the order has left the list', async () => {
    const orders = []
    for (const [name, day] of [
      ['N-1', 3],
      ['N-2', 1],
      ['N-3', 2],
    ] as const) {
      const order = anOrder({ ChannelReference: name, OrderDate: `2026-01-0${day}T10:00:00Z` })
      orders.push((await api.channelCall('POST', '/v2/orders', order)).body)
    }
    const middle = orders[1].Id
    const list = 'status=NEW&q=N-'
    expect(await neighbours(middle, `${list}&sort=oldest`)).toEqual(['N-1', 'N-3'])
    expect(await neighbours(middle, `${list}&sort=newest`)).toEqual(['N-3', 'N-1'])
    expect(await neighbours(middle, `${list}&sort=shipBy`)).toEqual([null, 'N-3'])
    expect(await neighbours(middle, `${list}&sort=shipByLast`)).toEqual(['N-3', null])
    await acknowledge(orders[1])
    expect(await neighbours(middle, `${list}&sort=oldest`)).toEqual(['N-1', 'N-3'])
    expect(await neighbours(middle, 'status=SHIPPED')).toEqual([null, null])
  })

  test('is for a channel the list of its own orders', async () => {
    const order = await create('ALONE', market.key)
    const options = { key: market.key }
    const path = `/v2/orders/id/${order.Id}/neighbours?q=ALONE`
    expect((await api.channelCall('GET', path, undefined, options)).body).toEqual({
      Previous: null,
      Next: null,
    })
    expect((await api.channelCall('GET', path)).status).toBe(404)
  })
})

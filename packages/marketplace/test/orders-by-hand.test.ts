/** Orders that a merchant creates for one of its channels, such as those that it takes by phone. */
import { execute, query, raw, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, type Scope } from '../src/index.ts'
import {
  type Answer,
  addChannel,
  anAcknowledgement,
  anOrder,
  createParties,
  createTestApi,
  type TestApi,
} from './api.ts'
import { aRecord, createProducts } from './fulfilment-api.ts'
import { AGENT, asPrincipal, PERSON, testPeople } from './people.ts'

let api: TestApi
/** A merchant key that may create orders. */
let key: string
/** A channel without a program. */
let phone: number
beforeAll(async () => {
  api = await createTestApi({}, { principals: [testPeople], background: false })
  await createProducts(api)
  key = await keyWith(['orders:create', 'orders:read', 'orders:write'])
  const opened = await createParties(api.database, { name: 'Other' })
  foreign = opened.channel.channelId
  phone = (await addChannel(api, { name: 'Phone' })).channelId
})
afterAll(async () => await api.close())

let foreign: number

async function keyWith(scopes: readonly Scope[]): Promise<string> {
  const terms = { kind: 'merchant' as const, label: 'Desk', scopes: [...scopes] }
  return expectDone(await createApiKey(api.database, api.customer.customerId, terms)).key
}

const create = async (change: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  await api.merchant('POST', '/v2/orders', byHand(change), { key, headers })

const byHand = (change: object = {}) =>
  anOrder({ ChannelReference: null, ChannelId: phone, ...change })

/** Runs while no other transaction can write to a table, and then waits for what was begun. */
async function whileLocked(
  table: string,
  run: () => Promise<readonly Promise<Answer>[]>,
): Promise<readonly Answer[]> {
  const begun = await transaction(api.database, async (tx) => {
    await execute(tx, sql`lock table marketplace.${raw(table)} in exclusive mode`)
    return await run()
  })
  return await Promise.all(begun)
}

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const blocked = sql`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  return (await query(api.database, blocked)).length
}

const history = async ({ body }: Answer) =>
  (await api.merchant('GET', `/v2/orders/id/${body.Id}/history`)).body

describe('a merchant that creates an order', () => {
  test('names its channel, and gets a reference, the amounts and the rules of any order', async () => {
    const created = await create()
    expect([created.status, created.body.code]).toEqual([201, undefined])
    expect(created.body).toMatchObject({
      ChannelReference: expect.stringMatching(/^HUB-\d+$/),
      ChannelId: phone,
      ChannelName: 'Phone',
      MerchantReference: null,
      Status: 'NEW',
      Corrections: [],
    })
    const sent = await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: 'SAME' }))
    for (const name of ['TotalInclVat', 'TotalVat', 'ShippingCostsVat', 'Warnings']) {
      expect([name, created.body[name]]).toEqual([name, sent.body[name]])
    }
    const unknown = [{ ...anOrder().Lines[0], MerchantProductReference: 'UNKNOWN' }]
    expect((await create({ Lines: unknown })).body.Status).toBe('REQUIRES_CORRECTION')
  })

  test('acknowledges, ships and cancels it like any other order', async () => {
    const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: 'MUG', Quantity: 3 }]
    const { body } = await create({ Lines })
    const acknowledgement = anAcknowledgement(body, 'BY-HAND')
    await api.merchant('POST', '/v2/orders/acknowledge', acknowledgement)
    for (const [kind, units] of [
      ['shipments', 2],
      ['cancellations', 1],
    ] as const) {
      const record = aRecord(kind, 'BY-HAND', { 1: units })
      expect((await api.merchant('POST', `/v2/${kind}`, record)).status).toBe(201)
    }
    const after = (await api.merchant('GET', '/v2/orders/BY-HAND')).body
    expect(after).toMatchObject({
      Status: 'SHIPPED',
      Lines: [{ ShippedQuantity: 2, CancelledQuantity: 1 }],
    })
  })

  test('is named in the history: the key, the person, or the agent for its person', async () => {
    const [entry] = await history(await create())
    expect(entry).toMatchObject({ Type: 'CREATED', Actor: { Kind: 'key', Label: 'Desk' } })
    for (const actor of [PERSON, AGENT]) {
      const created = await api.raw({
        method: 'POST',
        url: '/v2/orders',
        headers: asPrincipal({ customer: api.customer, actor }),
        payload: byHand(),
      })
      expect(created.status).toBe(201)
      const [{ Actor }] = await history(created)
      expect([Actor.Kind, Actor.Id]).toEqual([actor.kind, actor.id])
    }
  })

  test('needs orders:create, which a key has only if it was named', async () => {
    const others = await keyWith(['orders:read', 'orders:write', 'fulfilment:write'])
    for (const without of [others, api.merchantKey]) {
      const refused = await api.merchant('POST', '/v2/orders', byHand(), { key: without })
      expect([refused.status, refused.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
    }
  })

  test.each([
    ['no channel', () => null, 400, '/ChannelId'],
    ['the channel of another customer', () => foreign, 404, undefined],
    ['a channel that does not exist', () => 999_999, 404, undefined],
  ])('is refused with %s', async (_, channelOf, status, path) => {
    const refused = await create({ ChannelId: channelOf() })
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([status, path])
  })

  test('is refused a channel that is not active', async () => {
    const { channelId } = await addChannel(api, { name: 'Former' })
    const manager = await keyWith(['channels:write'])
    const path = `/v2/channels/${channelId}`
    await api.merchant('PATCH', path, { IsActive: false }, { key: manager })
    const refused = await create({ ChannelId: channelId })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: '/ChannelId', message: expect.stringContaining('not active') }],
    ])
  })
})

test('a channel still has to name its orders, and creates them for itself only', async () => {
  const unnamed = await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: null }))
  expect([unnamed.status, unnamed.body.errors]).toEqual([
    400,
    [{ path: '/ChannelReference', message: 'is required' }],
  ])
  const other = anOrder({ ChannelReference: 'OTHER', ChannelId: phone })
  expect((await api.channelCall('POST', '/v2/orders', other)).status).toBe(403)
})

describe('the reference of an order that a merchant creates', () => {
  test('is another one for each of 20 parallel orders', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await create()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.ChannelReference)).size).toBe(20)
  })

  test('can be given: 20 parallel calls create one order, and other content is refused', async () => {
    const send = async () => await create({ ChannelReference: 'CALL-1' })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.Id)).size).toBe(1)
    const other = await create({ ChannelReference: 'CALL-1', Email: 'other@example.com' })
    expect([other.status, other.body.code]).toEqual([409, 'MARKET_ORDER_EXISTS'])
  })

  test('is the same for all of 20 parallel repeats with one Idempotency-Key', async () => {
    const send = async (): Promise<Answer> => {
      const answer = await create({}, { 'idempotency-key': 'one-click-only' })
      return answer.body.code === 'MARKET_IDEMPOTENCY_RUNNING' ? await send() : answer
    }
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(answers.map(({ body }) => body.Id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.ChannelReference)).size).toBe(1)
  })

  test('and 201 are the answer to a request and to its repeat that come together', async () => {
    const send = async () => await create({}, { 'idempotency-key': 'pressed-twice' })
    const answers = await whileLocked('orders', async () => {
      const first = send()
      await expect.poll(waiting).toBe(1)
      // The first has its reference now, so that the repeat finds it.
      const repeated = send()
      await expect.poll(waiting).toBe(2)
      return [first, repeated]
    })
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await send()).body).toEqual(answers[0]?.body)
  })

  test('is not waited for by other orders while it is stored', async () => {
    const answers = await whileLocked('idempotency_effects', async () => {
      const named = create({}, { 'idempotency-key': 'one-that-waits' })
      await expect.poll(waiting).toBe(1)
      expect((await create()).status).toBe(201)
      return [named]
    })
    expect(answers.map(({ status }) => status)).toEqual([201])
  })

  test('leaves out numbers that somebody has used already', async () => {
    const { ChannelReference } = (await create()).body
    const next = Number(ChannelReference.slice('HUB-'.length))
    // Each order takes a number as its Id, too, so these are the ones that come next.
    const taken = [0, 1, 2].map((index) => `HUB-${next + 5 + index}`)
    for (const reference of taken) await create({ ChannelReference: reference })
    const created = await create()
    expect(created.status).toBe(201)
    expect(created.body.ChannelReference).toBe(`HUB-${next + 8}`)
  })
})

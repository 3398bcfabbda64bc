import { execute, openDatabase, query, queryOne, sql } from '@entrepot/database'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, revokeApiKey } from '../src/index.ts'
import { createRefusalRecorder } from '../src/kit/refusals/recorder.ts'
import type { NewRefusedCall } from '../src/kit/refusals/store.ts'
import { type Answer, createParties, createTestApi, type TestApi } from './api.ts'
import { AGENT, asPrincipal, PERSON, testPeople } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { principals: [testPeople] })
})
afterAll(async () => await api.close())

type Party = Awaited<ReturnType<typeof createParties>>

const newCustomer = async () => await createParties(api.database, { name: 'Own customer' })
const as = ({ customer }: Pick<Party, 'customer'>, actor = PERSON) =>
  asPrincipal({ customer, actor })
const list = async (party: Party, query = '') =>
  await api.raw({ method: 'GET', url: `/v2/refusals${query}`, headers: as(party) })
const get = async (url: string, headers: Record<string, string>) =>
  await api.raw({ method: 'GET', url, headers })

/** The refused calls of a customer, as soon as there are so many. */
const listed = async (party: Party, count: number) => {
  await expect.poll(async () => (await list(party)).body.length).toBe(count)
  return (await list(party)).body
}

const aCall = (customerId: string, change: Partial<NewRefusedCall> = {}): NewRefusedCall => ({
  customerId,
  method: 'GET',
  route: '/v2/orders/:reference',
  status: 404,
  code: 'MARKET_NOT_FOUND',
  actor: PERSON,
  requestId: 'request-1',
  path: '/v2/orders/A-1',
  detail: 'There is no order A-1.',
  errors: [],
  errorCount: 0,
  ...change,
})

const failures: unknown[] = []
afterEach(() => void expect(failures).toEqual([]))
const fail = (error: unknown) => void failures.push(error)

describe('GET /v2/refusals', () => {
  test('lists refused calls newest first: when, which path, why, whose, and their request id', async () => {
    const party = await newCustomer()
    await get('/v2/orders/A%201?apikey=', { 'x-api-key': party.merchantKey })
    await listed(party, 1)
    await get('/v2/products/data', as(party, AGENT))
    await listed(party, 2)
    const post = await api.raw({
      method: 'POST',
      url: '/v2/products?apikey=',
      headers: { ...as(party), 'request-id': 'my-request' },
      payload: { Name: 'SECRET-NAME' },
    })
    expect(post.status).toBe(400)
    const all = await listed(party, 3)
    const person = { Kind: 'person', Id: PERSON.id, Label: PERSON.label, Person: null, Tool: null }
    const OccurredAt = expect.stringMatching(/^20\d\d-.*Z$/)
    const { detail, errors } = post.body
    const Errors = errors.map((issue: { path: string; message: string }) => ({
      Path: issue.path,
      Message: issue.message,
    }))
    expect(Errors).toContainEqual({ Path: '/MerchantProductReference', Message: 'is required' })
    expect(all).toEqual([
      {
        Id: 3,
        OccurredAt,
        Method: 'POST',
        Route: '/v2/products',
        Path: '/v2/products',
        Status: 400,
        Code: 'MARKET_INVALID_INPUT',
        Detail: detail,
        Errors,
        ErrorCount: errors.length,
        Actor: person,
        RequestId: 'my-request',
      },
      {
        Id: 2,
        OccurredAt,
        Method: 'GET',
        Route: '/v2/products/data',
        Path: '/v2/products/data',
        Status: 403,
        Code: 'MARKET_FORBIDDEN',
        Detail: expect.stringMatching(/channel/),
        Errors: [],
        ErrorCount: 0,
        Actor: {
          Kind: 'agent',
          Id: AGENT.id,
          Label: AGENT.label,
          Person: { Id: PERSON.id, Label: PERSON.label },
          Tool: null,
        },
        RequestId: expect.any(String),
      },
      {
        Id: 1,
        OccurredAt,
        Method: 'GET',
        Route: '/v2/orders/:reference',
        Path: '/v2/orders/A 1',
        Status: 404,
        Code: 'MARKET_NOT_FOUND',
        Detail: expect.stringContaining('A 1'),
        Errors: [],
        ErrorCount: 0,
        Actor: { Kind: 'key', Id: expect.any(String), Label: 'Merchant', Person: null, Tool: null },
        RequestId: expect.any(String),
      },
    ])
    const ofAgent = await get(`/v2/refusals?actor=${AGENT.id}`, as(party))
    expect(ofAgent.body.map((call: { Id: number }) => call.Id)).toEqual([2])
    const ofNobody = await get(`/v2/refusals?actor=${AGENT.id}&person=999`, as(party))
    expect(ofNobody.body).toEqual([])
    // Bodies are not stored.
    expect(JSON.stringify(all)).not.toContain('SECRET-NAME')
    for (const call of all) {
      const one = await get(`/v2/refusals/${call.Id}`, as(party))
      expect([one.status, one.body]).toEqual([200, call])
    }
    const none = await get('/v2/refusals/4', as(party))
    expect([none.status, none.body.code]).toEqual([404, 'MARKET_NOT_FOUND'])
  })

  test('finds calls by key, status, code, a part of the path, and request id', async () => {
    const party = await newCustomer()
    const { customerId } = party.customer
    const key = (id: string) => ({ kind: 'key', id, label: 'ERP' }) as const
    const recorder = createRefusalRecorder(api.database, fail)
    const calls: Partial<NewRefusedCall>[] = [
      { actor: key('7'), requestId: 'first' },
      { actor: key('8'), status: 422, code: 'MARKET_UNSELLABLE_LINES', requestId: 'second' },
      { actor: { ...PERSON, id: '7' }, path: '/v2/products/100%_MUG', requestId: 'third' },
      { route: '/v2/products/:reference', path: '/v2/products/x', requestId: 'fourth' },
    ]
    for (const call of calls) recorder.record(aCall(customerId, call))
    await recorder.flush()
    const found = async (query: string) => {
      const { status, body } = await list(party, `?${query}`)
      expect([query, status]).toEqual([query, 200])
      return body.map((call: { RequestId: string }) => call.RequestId)
    }
    expect(await found('keyId=7')).toEqual(['first'])
    expect(await found('keyId=9')).toEqual([])
    expect(await found('status=422')).toEqual(['second'])
    expect(await found('code=MARKET_NOT_FOUND')).toEqual(['fourth', 'third', 'first'])
    expect(await found('path=ORDERS')).toEqual(['third', 'second', 'first'])
    expect(await found('path=%25_mug')).toEqual(['third'])
    expect(await found('path=:reference&status=404&keyId=7')).toEqual(['first'])
    expect(await found('requestId=fourth')).toEqual(['fourth'])
    const first = await list(party, '?code=MARKET_NOT_FOUND&pageSize=2')
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
    expect((await get(next, as(party))).body).toHaveLength(1)
    for (const query of ['status=200', 'keyId=x', 'state=404']) {
      expect((await list(party, `?${query}`)).status).toBe(400)
    }
  })

  test('has no reason for calls that an earlier version has stored', async () => {
    const party = await newCustomer()
    const { customerId } = party.customer
    const recorder = createRefusalRecorder(api.database, fail)
    recorder.record(aCall(customerId))
    await recorder.flush()
    await execute(
      api.database,
      sql`update marketplace.refusals set path = null, detail = null, errors = null, error_count = default
      where customer_id = ${customerId}`,
    )
    const [call] = (await list(party, '?path=orders')).body
    expect(call).toMatchObject({ Path: null, Detail: null, Errors: null, ErrorCount: 0 })
  })

  test('has calls with a revoked key of the customer, and none of strangers', async () => {
    const party = await newCustomer()
    const { customerId } = party.customer
    const terms = { kind: 'merchant', label: 'Lost' } as const
    const lost = expectDone(await createApiKey(api.database, customerId, terms))
    expectDone(await revokeApiKey(api.database, customerId, lost.record.keyId))
    const unknown = `ent_m${customerId}_${'A'.repeat(43)}`
    for (const headers of [{}, { 'x-api-key': unknown }, { 'x-test-principal': 'expired' }]) {
      expect((await get('/v2/orders/new', headers)).status).toBe(401)
    }
    const both = { ...as(party), 'x-api-key': party.merchantKey }
    expect((await get('/v2/orders/new', both)).status).toBe(400)
    expect((await get('/v2/orders/new', { 'x-api-key': lost.key })).status).toBe(401)
    const [call] = await listed(party, 1)
    expect(call).toMatchObject({ Status: 401, Actor: { Kind: 'key', Id: lost.record.keyId } })
  })

  test('needs the scope settings:read, which a new key has only if it is named', async () => {
    const party = await newCustomer()
    const refused = await get('/v2/refusals', { 'x-api-key': party.merchantKey })
    expect(refused.body.detail).toMatch(/lacks the scope settings:read/)
    const { key } = expectDone(
      await createApiKey(api.database, party.customer.customerId, {
        kind: 'merchant',
        label: 'Console',
        scopes: ['settings:read'],
      }),
    )
    await listed(party, 1)
    expect((await get('/v2/refusals', { 'x-api-key': key })).body).toHaveLength(1)
  })

  test('answers page by page, and never the calls of other customers', async () => {
    const [party, other] = [await newCustomer(), await newCustomer()]
    const recorder = createRefusalRecorder(api.database, fail)
    for (let number = 1; number <= 7; number += 1) {
      recorder.record(aCall(party.customer.customerId, { requestId: `request-${number}` }))
    }
    await recorder.flush()
    const seen: string[] = []
    let path: string | undefined = '/v2/refusals?pageSize=3'
    while (path !== undefined) {
      const page: Answer = await get(path, as(party))
      seen.push(...page.body.map((call: { RequestId: string }) => call.RequestId))
      path = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `request-${number}`))
    expect((await list(other)).body).toEqual([])
    expect((await list(party, '?cursor=x')).status).toBe(400)
  })

  test('forgets calls after 7 days', async () => {
    const party = await newCustomer()
    const { customerId } = party.customer
    const first = createRefusalRecorder(api.database, fail)
    first.record(aCall(customerId, { requestId: 'old' }))
    await first.flush()
    await execute(
      api.database,
      sql`update marketplace.refusals set occurred_at = occurred_at - interval '169 hours' where customer_id = ${customerId}`,
    )
    expect((await list(party)).body).toEqual([])
    // The first write of a node cleans.
    const second = createRefusalRecorder(api.database, fail)
    second.record(aCall(customerId, { requestId: 'new' }))
    await second.flush()
    const rows = await query(
      api.database,
      sql`select request_id as id from marketplace.refusals where customer_id = ${customerId}`,
    )
    expect(rows).toEqual([{ id: 'new' }])
  })
})

describe('a flood of refused calls', () => {
  test('on four nodes at once is stored up to the limit of a minute, without duplicates, and beside the calls of others', async () => {
    const [loud, quiet] = [await newCustomer(), await newCustomer()]
    const limits = { perMinute: 20, perCustomer: 1_000 }
    const pools = await Promise.all([1, 2, 3, 4].map(async () => await openDatabase(api)))
    const nodes = pools.map((pool) => createRefusalRecorder(pool, fail, limits))
    for (let call = 0; call < 2_000; call += 1) {
      for (const node of nodes) node.record(aCall(loud.customer.customerId))
      if (call % 200 === 0) nodes[call % 4]?.record(aCall(quiet.customer.customerId))
    }
    await Promise.all(nodes.map(async (node) => await node.flush()))
    await Promise.all(pools.map(async (pool) => await pool.end()))
    const minutes = await query<{ count: number }>(
      api.database,
      sql`select count(*)::int as count from marketplace.refusals
      where customer_id = ${loud.customer.customerId} group by date_trunc('minute', occurred_at)`,
    )
    expect(minutes.length).toBeGreaterThan(0)
    for (const { count } of minutes) expect(count).toBeLessThanOrEqual(20)
    const stored = minutes.reduce((sum, { count }) => sum + count, 0)
    expect(stored).toBeGreaterThanOrEqual(20)
    const { last } = await queryOne<{ last: number }>(
      api.database,
      sql`select last_id::int as last from marketplace.refusal_clocks where customer_id = ${loud.customer.customerId}`,
    )
    expect(last).toBe(stored)
    expect(await listed(quiet, 10)).toHaveLength(10)
  })

  test('keeps the newest calls of the customer, and deletes the others', async () => {
    const party = await newCustomer()
    const { customerId } = party.customer
    const limits = { perMinute: 1_000, perCustomer: 5 }
    const recorder = createRefusalRecorder(api.database, fail, limits)
    for (let number = 1; number <= 9; number += 1) {
      recorder.record(aCall(customerId, { requestId: `request-${number}` }))
      await recorder.flush()
    }
    const ids = (await listed(party, 5)).map((call: { RequestId: string }) => call.RequestId)
    expect(ids).toEqual([9, 8, 7, 6, 5].map((number) => `request-${number}`))
  })

  test('waits in a bounded queue and is reported once per statement if the database is unavailable', async () => {
    const closed = await openDatabase(api)
    await closed.end()
    const errors: unknown[] = []
    const recorder = createRefusalRecorder(closed, (error) => void errors.push(error))
    for (let call = 0; call < 5_000; call += 1) recorder.record(aCall(String(call)))
    await recorder.flush()
    // 2,000 may wait, and 500 share a statement.
    expect(errors).toHaveLength(4)
  })

  test('with an unknown customer does not prevent those of others from being stored', async () => {
    const party = await newCustomer()
    const recorder = createRefusalRecorder(api.database, fail)
    recorder.record(aCall('999999999'))
    recorder.record(aCall(party.customer.customerId))
    await recorder.flush()
    expect((await list(party)).body).toHaveLength(1)
  })
})

/** Secrets of each kind, with a part that must not be stored. */
const SECRETS = {
  'merchant key': `ent_m1_q5Zb3vVx0nXlq6V0e2u2pQk1m7c9d4f8g6h2j5k3l1a`,
  'channel key': `ent_c12_-5Zb3vVx0nXlq6V0e2u2pQk1m7c9d4f8g6h2j5k3l1_`,
  'webhook secret': 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  'access token': 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg',
  'opaque token': 'f8xQ2vKp9RrT3mWz7LbN4cYhJ6sDg1Aq',
  'hexadecimal token': '5f4dcc3b5aa765d61d8327deb882cf99b1a2c3d4',
  'URL with a password': 'https://operator:hunter2hunter2@erp.internal/hook',
  'named password': 'password=hunter2hunter2',
  bearer: 'Bearer hunter2hunter2',
} as const

/** The part of a secret that would give it away. */
const tellingPart = (secret: string) =>
  secret.includes('hunter2') ? 'hunter2' : secret.slice(-12, -2)

describe.each(Object.entries(SECRETS))('a %s is not stored', (_, secret) => {
  test('wherever it stands in a refused call', async () => {
    const party = await newCustomer()
    const encoded = encodeURIComponent(secret)
    const headers = as(party)
    const post = async (url: string, payload: object, more = {}) =>
      await api.raw({ method: 'POST', url, payload, headers: { ...headers, ...more } })
    const order = {
      ChannelReference: secret,
      Email: secret,
      CurrencyCode: secret,
      ShippingAddress: { CountryIso: secret, [secret]: 1 },
      Lines: [{ MerchantProductReference: secret, Quantity: secret, UnitPriceInclVat: 1 }],
    }
    const answers = [
      await get(`/v2/orders/${encoded}`, headers),
      await get(`/v2/products/${encoded}`, headers),
      await get(`/v2/orders?${encoded}=1`, headers),
      await get(`/v2/orders?status=${encoded}&createdSince=${encoded}`, headers),
      await get(`/v2/orders?cursor=${encoded}`, headers),
      await get(`/v2/orders?apikey=${encoded}&token=${encoded}&password=${encoded}`, headers),
      await post('/v2/products', { [secret]: secret, MerchantProductReference: 1 }),
      await post('/v2/products', {
        MerchantProductReference: 'X',
        ParentMerchantReference: secret,
      }),
      await post('/v2/orders/acknowledge', { OrderId: secret, MerchantOrderReference: secret }),
      await post('/v2/shipments', { MerchantOrderReference: secret, Lines: [] }),
      await post('/v2/keys', { Label: '', Scopes: [secret], ExpiresAt: secret }),
      await post('/v2/products', [], { 'content-type': secret.replaceAll(/[^\w/]/g, '') }),
      await post('/v2/products', {}, { 'idempotency-key': secret, 'x-signature': secret }),
      await get('/v2/orders/none', {
        ...headers,
        // Other ids are not taken.
        ...(/^[\w.-]{8,64}$/.test(secret) && { 'request-id': secret }),
        cookie: `session=${encoded}`,
      }),
      await api.raw({
        method: 'POST',
        url: '/v2/orders',
        payload: order,
        headers: { 'x-api-key': party.channelKey },
      }),
    ]
    // All but those that are refused before it is known whose they are.
    const refused = answers.filter(({ status }) => status >= 400 && status < 500)
    expect(refused.length).toBe(answers.length)
    await expect.poll(async () => (await list(party)).body.length).toBeGreaterThan(11)
    const rows = await query(
      api.database,
      sql`select r::text as text from marketplace.refusals r where customer_id = ${party.customer.customerId}`,
    )
    const telling = rows.filter(({ text }) => String(text).includes(tellingPart(secret)))
    expect(telling).toEqual([])
  })
})

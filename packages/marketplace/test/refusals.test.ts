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
  ...change,
})

const failures: unknown[] = []
afterEach(() => void expect(failures).toEqual([]))
const fail = (error: unknown) => void failures.push(error)

describe('GET /v2/refusals', () => {
  test('lists refused calls newest first: when, which route, why, whose, and their request id', async () => {
    const party = await newCustomer()
    await get('/v2/orders/SECRET-REFERENCE', { 'x-api-key': party.merchantKey })
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
    const person = { Kind: 'person', Id: PERSON.id, Label: PERSON.label, Person: null }
    const OccurredAt = expect.stringMatching(/^20\d\d-.*Z$/)
    expect(all).toEqual([
      {
        OccurredAt,
        Method: 'POST',
        Route: '/v2/products',
        Status: 400,
        Code: 'MARKET_INVALID_INPUT',
        Actor: person,
        RequestId: 'my-request',
      },
      {
        OccurredAt,
        Method: 'GET',
        Route: '/v2/products/data',
        Status: 403,
        Code: 'MARKET_FORBIDDEN',
        Actor: {
          Kind: 'agent',
          Id: AGENT.id,
          Label: AGENT.label,
          Person: { Id: PERSON.id, Label: PERSON.label },
        },
        RequestId: expect.any(String),
      },
      {
        OccurredAt,
        Method: 'GET',
        Route: '/v2/orders/:reference',
        Status: 404,
        Code: 'MARKET_NOT_FOUND',
        Actor: { Kind: 'key', Id: expect.any(String), Label: 'Merchant', Person: null },
        RequestId: expect.any(String),
      },
    ])
    expect(JSON.stringify(all)).not.toContain('SECRET')
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

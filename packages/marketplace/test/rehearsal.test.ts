/** Every call that writes can be rehearsed: it answers as the real one does, changes nothing, and does not get in the way of the real one. */
import { rehearse } from '@entrepot/database'
import { comparable } from '@entrepot/test-support/comparable'
import { collectRoutes } from '@entrepot/test-support/isolation'
import { changedTables, sumRows } from '@entrepot/test-support/sum-rows'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listenToCommits } from '../src/kit/events/notifier.ts'
import { type Answer, anOrder, createTestApi, type TestApi } from './api.ts'
import { placeOrder } from './fulfilment-api.ts'
import { prepareWrites, sendOwn, sendWrite, WRITES } from './write-calls.ts'

let api: TestApi
let routes: ReturnType<typeof collectRoutes>
beforeAll(async () => {
  const webhooks = { secrets: ['a secret of at least thirty-two characters'] }
  api = await createTestApi({}, { webhooks, background: false }, (app) => {
    routes = collectRoutes(app)
  })
  await prepareWrites(api)
  // Both keys note their last use, which happens outside of rehearsals, too, and at most once a minute.
  expect((await sendOwn('GET', '/v2/views')).status).toBe(200)
  expect((await api.channelCall('GET', '/v2/orders')).status).toBe(200)
  // The first job of a node, which starts its queue.
  const importing = async () =>
    await sendOwn('POST', '/v2/imports?format=entrepot', 'MerchantProductReference,Name\nA,A\n')
  expect((await rehearse(api.database, importing)).status).toBe(202)
  expect((await importing()).status).toBe(202)
})
afterAll(async () => await api.close())

/** Requests that are only rehearsed are counted like others. What channels have fetched before is noted a moment later. */
const rowsOf = async () =>
  await sumRows(api.database, { tables: ['rate_windows', 'sync_log'], columns: [] })

const created = async (path: string, body: object): Promise<string> =>
  `${path}/${(await sendOwn('POST', path, body)).body.Id}`

const CHANNEL = () => `/v2/channels/${api.channel.channelId}`

/** PATCH and DELETE, which have no Idempotency-Key. */
const CHANGES: Readonly<Record<string, () => Promise<readonly [path: string, body?: object]>>> = {
  'PATCH /v2/products/:reference': async () => ['/v2/products/MUG', { Price: 12 }],
  'DELETE /v2/products/:reference': async () => {
    await sendOwn('POST', '/v2/products', { MerchantProductReference: 'GOES', Name: 'Goes' })
    return ['/v2/products/GOES']
  },
  'DELETE /v2/channels/:id/offer-overrides/:reference': async () => {
    const override = { MerchantProductReference: 'MUG', Hidden: true }
    await sendOwn('PUT', `${CHANNEL()}/offer-overrides`, [override])
    return [`${CHANNEL()}/offer-overrides/MUG`]
  },
  'DELETE /v2/imports/:id': async () => {
    const content = 'MerchantProductReference,Name\nSOON,Soon\n'
    const { body } = await sendOwn('POST', '/v2/imports?format=entrepot', content)
    return [`/v2/imports/${body.Id}`]
  },
  'DELETE /v2/import-mappings/:name': async () => {
    const mapping = { Columns: { SKU: 'MerchantProductReference' } }
    await sendOwn('PUT', '/v2/import-mappings/Theirs', mapping)
    return ['/v2/import-mappings/Theirs']
  },
  'PATCH /v2/orders/id/:id': async () => {
    const { Id } = await placeOrder(api, 'CORRECTED', [{ quantity: 1, product: 'UNKNOWN' }])
    return [`/v2/orders/id/${Id}`, { Phone: '+31 10 123 45 67' }]
  },
  'DELETE /v2/order-jobs/:id': async () => {
    const { Id } = await placeOrder(api, 'IN-A-JOB', [{ quantity: 1 }])
    return [await created('/v2/order-jobs', { Action: 'acknowledge', OrderIds: [Id] })]
  },
  'DELETE /v2/product-jobs/:id': async () => [
    await created('/v2/product-jobs', {
      Items: [{ MerchantProductReference: 'MUG', StockChange: 1 }],
    }),
  ],
  'PATCH /v2/channels/:id': async () => [CHANNEL(), { Name: 'Renamed shop' }],
  'DELETE /v2/channels/:id': async () => [await created('/v2/channels', { Name: 'Closing' })],
  'PATCH /v2/keys/:id': async () => [
    await created('/v2/keys', { Label: 'Changed', Scopes: ['orders:read'] }),
    { Label: 'New label' },
  ],
  'DELETE /v2/keys/:id': async () => [
    await created('/v2/keys', { Label: 'Revoked', Scopes: ['orders:read'] }),
  ],
  'PATCH /v2/customer': async () => ['/v2/customer', { Name: 'Renamed merchant' }],
  'DELETE /v2/rates/:currency/:date': async () => {
    await sendOwn('PUT', '/v2/rates', [{ CurrencyCode: 'GBP', Date: '2026-01-02', Rate: '1.1' }])
    return ['/v2/rates/GBP/2026-01-02']
  },
  'PATCH /v2/views/:id': async () => [
    await created('/v2/views', { Name: 'Changed', List: 'orders' }),
    { Name: 'New name' },
  ],
  'DELETE /v2/views/:id': async () => [
    await created('/v2/views', { Name: 'Removed', List: 'orders' }),
  ],
  'PATCH /v2/connections/:id': async () => [await connection('Paused'), { IsPaused: true }],
  'DELETE /v2/connections/:id': async () => [await connection('Deleted')],
  'DELETE /v2/connections/:id/lease': async () => {
    const path = `${await connection('Released')}/lease`
    const { body } = await sendOwn('PUT', path, { Holder: 'one', Seconds: 60 })
    return [`${path}?lease=${body.Number}`]
  },
  'PATCH /v2/webhooks/:id': async () => [
    await created('/v2/webhooks', { Url: 'https://shop.example/a', Types: ['order.*'] }),
    { Url: 'https://shop.example/b' },
  ],
  'DELETE /v2/webhooks/:id': async () => [
    await created('/v2/webhooks', { Url: 'https://shop.example/c', Types: ['order.*'] }),
  ],
}

/** The path of a new connection. */
async function connection(Name: string): Promise<string> {
  return await created('/v2/connections', {
    ...{ Name, Shop: 'medusa', Role: 'merchant', Settings: {} },
  })
}

test('each call that writes has an entry', () => {
  const names = [...Object.keys(WRITES), ...Object.keys(CHANGES)]
  const named = new Set(names.map((name) => name.split(',')[0]))
  const READS = /\/(preview|columns)$/
  const writes = [...routes.keys()].filter((name) => !name.startsWith('GET ') && !READS.test(name))
  expect([...named].sort()).toEqual(writes.sort())
})

/** Secrets, and what takes its number from a sequence. */
const VARYING = /Id$|^(Key|Prefix|Secret|PublicKey)$/

async function rehearseThenCall(call: () => Promise<Answer>): Promise<void> {
  const before = await rowsOf()
  const rehearsed = await rehearse(api.database, call)
  expect(changedTables(before, await rowsOf())).toEqual([])
  expect(rehearsed.status, JSON.stringify(rehearsed.body)).toBeLessThan(300)
  const real = await call()
  expect([real.status, comparable(real.body, VARYING)]).toEqual([
    rehearsed.status,
    comparable(rehearsed.body, VARYING),
  ])
  expect(real.headers['idempotent-replayed']).toBeUndefined()
  expect(changedTables(before, await rowsOf())).not.toEqual([])
}

test.each(Object.entries(WRITES))(
  '%s is rehearsed, changes nothing, and then does what it said',
  async (name, prepare) => {
    const call = await prepare()
    await rehearseThenCall(async () => await sendWrite(name, call))
  },
)

test.each(Object.entries(CHANGES))(
  '%s is rehearsed, changes nothing, and then does what it said',
  async (name, prepare) => {
    const [path, body] = await prepare()
    const [method = ''] = name.split(' ')
    await rehearseThenCall(async () => await sendOwn(method, path, body))
  },
)

test('a refused call leaves no trace in a rehearsal, and wakes nobody', async () => {
  const woken: string[] = []
  const stop = listenToCommits(api.database, (customerId) => woken.push(customerId))
  const before = await rowsOf()
  await rehearse(api.database, async () => {
    const missing = await sendOwn('PATCH', '/v2/products/NONE', { Price: 1 })
    expect(missing.status).toBe(404)
    const placed = await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: 'REH' }))
    expect(placed.status).toBe(201)
    const repeated = await api.channelCall(
      'POST',
      '/v2/orders',
      anOrder({ ChannelReference: 'REH', Email: 'other@example.com' }),
    )
    expect(repeated.status).toBe(409)
    const { body } = await sendOwn('GET', `/v2/orders/id/${placed.body.Id}`)
    expect(body.ChannelReference).toBe('REH')
  })
  await new Promise(setImmediate)
  expect(changedTables(before, await rowsOf())).toEqual([])
  expect(woken).toEqual([])
  stop()
})

test('an Idempotency-Key of a rehearsal is free afterwards, and is replayed within it', async () => {
  const headers = { 'idempotency-key': 'rehearsed-key' }
  const send = async () =>
    await sendOwn('POST', '/v2/views', { Name: 'Keyed', List: 'orders' }, headers)
  const before = await rowsOf()
  await rehearse(api.database, async () => {
    expect((await send()).headers['idempotent-replayed']).toBeUndefined()
    expect((await send()).headers['idempotent-replayed']).toBe('true')
  })
  expect(changedTables(before, await rowsOf())).toEqual([])
  expect((await send()).headers['idempotent-replayed']).toBeUndefined()
})

test('orders that are sent while others are rehearsed are all stored, and the rehearsed ones are not', async () => {
  const place = async (reference: string) =>
    await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference }))
  const references = Array.from({ length: 24 }, (_, n) => `MIXED-${n}`)
  const answers = await Promise.all(
    references.map(async (reference, n) =>
      n % 3 === 0
        ? await rehearse(api.database, async () => {
            const answer = await place(reference)
            const { body } = await sendOwn('GET', `/v2/orders/id/${answer.body.Id}`)
            expect(body.ChannelReference).toBe(reference)
            return answer
          })
        : await place(reference),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(references.map(() => 201))
  const { rows } = await api.database.query(
    `select channel_reference as name from marketplace.orders where channel_reference like 'MIXED-%'`,
  )
  const stored = references.filter((_, n) => n % 3 !== 0)
  expect(rows.map(({ name }) => name).sort()).toEqual(stored.sort())
})

test('requests of a rehearsal are counted like others', async () => {
  const limited = await createTestApi(
    {},
    { background: false, limits: { read: { requests: 20, seconds: 3_600 } } },
  )
  onTestFinished(async () => await limited.close())
  const read = async () => (await limited.merchant('GET', '/v2/views')).status
  const times = (count: number) => Promise.all(Array.from({ length: count }, read))
  const rehearsed = await rehearse(limited.database, async () => await times(15))
  expect(rehearsed).toEqual(Array.from({ length: 15 }, () => 200))
  expect((await times(10)).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(429)])
})

test('an export within a rehearsal has what was rehearsed', async () => {
  const exported = async () => String((await sendOwn('GET', '/v2/exports/products')).body)
  const text = await rehearse(api.database, async () => {
    await sendOwn('POST', '/v2/products', { MerchantProductReference: 'SHOWN', Name: 'Shown' })
    return await exported()
  })
  expect(text).toContain('SHOWN')
  expect(await exported()).toContain('MUG')
  expect(await exported()).not.toContain('SHOWN')
})

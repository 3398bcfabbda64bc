import { execute, openDatabase, query, sql, transaction } from '@entrepot/database'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketplace } from '../src/index.ts'
import { classifyClaim, KEPT_SECONDS, MAX_STORED_LENGTH } from '../src/kit/idempotency/rules.ts'
import { removeExpiredKeys, removeExpiredResults } from '../src/kit/idempotency/store.ts'
import { takeEffect } from '../src/routes.ts'
import { addChannel, anOrder, type CallOptions, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const withKey = (key: string): CallOptions => ({ headers: { 'idempotency-key': key } })

async function claims() {
  return await query<{ status: number | null; body: string | null }>(
    api.database,
    sql`select status, body from marketplace.idempotency_keys`,
  )
}

/** Changes the time of all claims, so that they are older. */
async function age(seconds: number) {
  await query(
    api.database,
    sql`update marketplace.idempotency_keys set claimed_at = claimed_at - ${seconds}::float8 * interval '1 s'`,
  )
}

/** Makes the claims of a finished request look as if its node had ended before its effect. */
async function forgetAnswers() {
  await query(api.database, sql`delete from marketplace.idempotency_effects`)
  await query(api.database, sql`update marketplace.idempotency_keys set status = null, body = null`)
}

const product = (reference: string) => ({ MerchantProductReference: reference, Name: 'Tea' })

describe('a request with an Idempotency-Key', () => {
  test('is answered with the stored status, headers and body when it is sent again', async () => {
    const send = async () =>
      await api.merchant('POST', '/v2/products', product('IDEM-1'), withKey('first-key'))
    const first = await send()
    const again = await send()
    expect(first.status).toBe(201)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect([again.status, again.body, again.headers['content-type']]).toEqual([
      first.status,
      first.body,
      first.headers['content-type'],
    ])
    expect(again.headers['cache-control']).toBe('no-store')
  })

  test('gets its own answer back, if many are answered at once', async () => {
    const names = Array.from({ length: 30 }, (_, index) => 'né€😀"\\'.repeat(index + 1))
    const sendAll = async () =>
      await Promise.all(
        names.map(async (Name, index) => {
          const body = { ...product(`IDEM-MANY-${index}`), Name }
          return await api.merchant('POST', '/v2/products', body, withKey(`many-key-${index}`))
        }),
      )
    const firsts = await sendAll()
    expect(firsts.map(({ status, body }) => [status, body.Name])).toEqual(
      names.map((Name) => [201, Name]),
    )
    const repeats = await sendAll()
    expect(repeats.map(({ body }) => body)).toEqual(firsts.map(({ body }) => body))
    for (const { headers } of repeats) expect(headers['idempotent-replayed']).toBe('true')
  })

  test('takes effect once among many with its key that are sent at once', async () => {
    const order = anOrder({ ChannelReference: 'IDEM-AT-ONCE' })
    const send = async () =>
      await api.channelCall('POST', '/v2/orders', order, withKey('at-once-key'))
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    const ran = answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)
    expect(ran.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.code]).toEqual([409, 'MARKET_IDEMPOTENCY_RUNNING'])
  })

  test('is refused with 422 if method, path, query or body differ from those of the first request', async () => {
    const send = async (method: string, path: string, body: unknown) =>
      await api.merchant(method, path, body, withKey('same-key'))
    const replacement = { Name: 'Tea' }
    expect((await send('POST', '/v2/products', product('IDEM-2'))).status).toBe(201)
    for (const [method, path, body] of [
      ['POST', '/v2/products', product('IDEM-3')],
      ['PUT', '/v2/products/IDEM-2', replacement],
      ['POST', '/v2/products', [product('IDEM-2')]],
      ['POST', '/v2/shipments', product('IDEM-2')],
    ] as const) {
      const answer = await send(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([
        path,
        422,
        'MARKET_IDEMPOTENCY_MISMATCH',
      ])
    }
  })

  test('compares the poll that an acknowledgement answers', async () => {
    const polled = await api.channelCall('GET', '/v2/products/data')
    const poll = { 'entrepot-sync': String(polled.headers['entrepot-sync']) }
    const send = async (further: Record<string, string>) => {
      const headers = { ...withKey('acknowledgement').headers, ...further }
      return (await api.channelCall('POST', '/v2/products/data', {}, { headers })).status
    }
    expect(await send(poll)).toBe(200)
    expect(await send(poll)).toBe(200)
    expect(await send({})).toBe(422)
  })

  test('compares the body as it was sent, also if it is large', async () => {
    const list = (name: string) =>
      Array.from({ length: 10_000 }, (_, number) => ({
        MerchantProductReference: `BULK-${number % 10}`,
        Name: `${name} ${'x'.repeat(60)}`,
      }))
    const send = async (name: string) =>
      await api.merchant('POST', '/v2/products', list(name), withKey('a-bulk-key'))
    const first = await send('one')
    expect(first.status).toBe(200)
    const again = await send('one')
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await send('two')).status).toBe(422)
  })

  test('does not see the keys of another principal', async () => {
    const other = await addChannel(api, { name: 'Other shop' })
    const order = anOrder({ ChannelReference: 'IDEM-ORDER' })
    const first = await api.channelCall('POST', '/v2/orders', order, withKey('shared-key'))
    const options = { ...withKey('shared-key'), key: other.key }
    const second = await api.channelCall('POST', '/v2/orders', order, options)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect(second.body.Id).not.toBe(first.body.Id)
  })

  test.each([
    ['is too short', 'seven77'],
    ['is too long', 'k'.repeat(256)],
    ['has a space', 'two words'],
    ['has other characters', 'schlüssel'],
  ])('is refused with 400 if the key %s', async (_, key) => {
    const answer = await api.merchant('POST', '/v2/products', product('IDEM-4'), withKey(key))
    expect([answer.status, answer.body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    expect(answer.body.errors[0].path).toBe('/Idempotency-Key')
    expect((await api.merchant('GET', '/v2/products/IDEM-4')).status).toBe(404)
  })

  test('takes a key of 8 and of 255 visible characters', async () => {
    for (const key of ['!"#$%&~}', 'k'.repeat(255)]) {
      const send = async () =>
        await api.merchant('PUT', '/v2/products/IDEM-1', { Name: 'Tea' }, withKey(key))
      expect((await send()).status).toBe(200)
      expect((await send()).headers['idempotent-replayed']).toBe('true')
    }
  })

  test('keeps the refusal of a rule about the state of the customer', async () => {
    const send = async () =>
      await api.merchant('POST', '/v2/products', product('MUG'), withKey('exists-key'))
    const first = await send()
    expect([first.status, first.body.code]).toEqual([409, 'MARKET_PRODUCT_EXISTS'])
    const again = await send()
    expect([again.status, again.body]).toEqual([409, first.body])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['content-type']).toContain('application/problem+json')
  })

  test('is not remembered if its input was refused', async () => {
    const before = (await claims()).length
    const options = withKey('invalid-key')
    for (const body of [{ Name: 'No reference' }, { ...product('IDEM-5'), Unknown: 1 }]) {
      const answer = await api.merchant('POST', '/v2/products', body, options)
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([400, undefined])
    }
    expect(await claims()).toHaveLength(before)
    expect((await api.merchant('POST', '/v2/products', product('IDEM-5'), options)).status).toBe(
      201,
    )
  })

  test('runs again after a refusal of its input by what is stored, when that has changed', async () => {
    const child = { ...product('IDEM-CHILD'), ParentMerchantReference: 'IDEM-PARENT' }
    const send = async () => await api.merchant('POST', '/v2/products', child, withKey('child-key'))
    expect((await send()).status).toBe(400)
    await api.merchant('POST', '/v2/products', product('IDEM-PARENT'))
    expect((await send()).status).toBe(201)
  })

  test('of PATCH, DELETE and GET has no effect', async () => {
    const before = (await claims()).length
    const options = withKey('patch-key')
    for (const body of [{ Name: 'A' }, { Name: 'B' }]) {
      expect((await api.merchant('PATCH', '/v2/products/MUG', body, options)).status).toBe(200)
    }
    expect((await api.merchant('GET', '/v2/products/MUG', undefined, options)).body.Name).toBe('B')
    expect(await claims()).toHaveLength(before)
  })
})

describe('the claim of a request', () => {
  test('that is running refuses a repeat with 409 and Retry-After, until 60 s have passed', async () => {
    const send = async () =>
      await api.merchant('PUT', '/v2/products/MUG', { Name: 'Mug' }, withKey('running-key'))
    expect((await send()).status).toBe(200)
    await forgetAnswers()
    await age(55)
    const refused = await send()
    expect([refused.status, refused.body.code]).toEqual([409, 'MARKET_IDEMPOTENCY_RUNNING'])
    expect(refused.headers['retry-after']).toBe('1')
    await age(10)
    const taken = await send()
    expect([taken.status, taken.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect((await send()).headers['idempotent-replayed']).toBe('true')
  })

  test('that was taken over does not take effect too, if its node goes on', async () => {
    const placed = await api.channelCall(
      'POST',
      '/v2/orders',
      anOrder({ ChannelReference: 'SLOW' }),
    )
    const path = `/v2/orders/id/${placed.body.Id}`
    const send = async () =>
      await api.merchant('POST', `${path}/comments`, { Comment: 'Once' }, withKey('slow-key'))
    const waiting = async () => {
      const blocked = sql`select from pg_locks where not granted and locktype in ('tuple', 'transactionid')`
      return (await query(api.database, blocked)).length
    }
    const [slow, second] = await transaction(api.database, async (tx) => {
      await execute(
        tx,
        sql`select from marketplace.orders where order_id = ${placed.body.Id} for update`,
      )
      const first = send()
      await expect.poll(waiting).toBe(1)
      await age(61)
      const repeated = send()
      await expect.poll(waiting).toBe(2)
      return [first, repeated]
    })
    expect([(await slow).status, (await second).status]).toEqual([201, 201])
    const { body: history } = await api.merchant('GET', `${path}/history`)
    expect(history.filter(({ Comment }: { Comment: unknown }) => Comment === 'Once')).toHaveLength(
      1,
    )
    expect((await send()).headers['idempotent-replayed']).toBe('true')
  })

  test('of a request that fails after its effect keeps the effect', async () => {
    const database = await openDatabase({ url: api.url, maxConnections: 4 })
    const app = Fastify()
    let effects = 0
    let failures = 1
    await app.register(marketplace, {
      database,
      routes: (scope) => {
        scope.post(
          '/fails-late',
          { config: { requires: { kind: 'merchant', scope: 'orders:read' } } },
          async () => {
            const result = await takeEffect(database, async () => {
              effects += 1
              return new Date(effects)
            })
            if (failures-- > 0) throw new Error('the first one fails')
            return { At: result.getTime() }
          },
        )
      },
    })
    const send = async () => {
      const headers = { 'x-api-key': api.merchantKey, 'idempotency-key': 'failing-late' }
      return await app.inject({ method: 'POST', url: '/v2/fails-late', headers })
    }
    try {
      expect((await send()).statusCode).toBe(500)
      const second = await send()
      expect([second.statusCode, second.json()]).toEqual([200, { At: 1 }])
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(effects).toBe(1)
    } finally {
      await app.close()
      await database.end()
    }
  })

  test('expires after 24 hours, and expired claims are removed in batches', async () => {
    const send = async (name: string) =>
      await api.merchant('PUT', '/v2/products/MUG', { Name: name }, withKey('daily-key'))
    await send('Monday')
    expect((await send('Tuesday')).status).toBe(422)
    await age(KEPT_SECONDS)
    expect((await send('Tuesday')).status).toBe(200)
    const old = (await claims()).length - 1
    expect(old).toBeGreaterThan(2)
    expect(await removeExpiredKeys(api.database, 2)).toBe(2)
    expect(await removeExpiredKeys(api.database, 1_000)).toBe(old - 2)
    await query(
      api.database,
      sql`update marketplace.idempotency_effects set settled_at = settled_at - interval '25 hours'
      where settled_at < (select max(settled_at) from marketplace.idempotency_effects)`,
    )
    expect(await removeExpiredResults(api.database, 1)).toBe(1)
    expect(await removeExpiredResults(api.database, 1_000)).toBeGreaterThan(0)
    expect((await send('Tuesday')).headers['idempotent-replayed']).toBe('true')
  })

  test('ends if the hub fails, so that the request runs when it is sent again', async () => {
    const database = await openDatabase({ url: api.url, maxConnections: 4 })
    const app = Fastify()
    let failures = 1
    await app.register(marketplace, {
      database,
      routes: (scope) => {
        scope.post(
          '/fails-once',
          { config: { requires: { kind: 'merchant', scope: 'orders:read' } } },
          async () => {
            if (failures-- > 0) throw new Error('the first one fails')
            return { Text: 'x'.repeat(failures === -1 ? MAX_STORED_LENGTH : 1) }
          },
        )
      },
    })
    const send = async () => {
      const headers = { 'x-api-key': api.merchantKey, 'idempotency-key': 'failing-key' }
      const answer = await app.inject({ method: 'POST', url: '/v2/fails-once', headers })
      return answer
    }
    try {
      expect((await send()).statusCode).toBe(500)
      expect((await send()).statusCode).toBe(200)
      // That answer was larger than what is stored.
      const third = await send()
      expect([third.statusCode, third.json().code]).toEqual([409, 'MARKET_IDEMPOTENCY_DONE'])
    } finally {
      await app.close()
      await database.end()
    }
  })

  test('stores neither the key nor the actor', async () => {
    await api.merchant('PUT', '/v2/products/MUG', { Name: 'Mug' }, withKey('my-secret-key-1'))
    const rows = await query<{ text: string }>(
      api.database,
      sql`select k::text as text from marketplace.idempotency_keys k`,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain('my-secret-key')
  })
})

test('a claim is evaluated by its age, its answer and its request', () => {
  const stored = { requestHash: 'a', claimId: 'x', status: null, isSettled: false, age: 0 }
  const classify = (change: object, hash = 'a') => classifyClaim({ ...stored, ...change }, hash)
  expect(classify({})).toBe('running')
  expect(classify({ age: 59.9 })).toBe('running')
  expect(classify({ age: 60 })).toBe('free')
  expect(classify({ age: 60 }, 'b')).toBe('mismatch')
  expect(classify({ isSettled: true })).toBe('resume')
  expect(classify({ isSettled: true, age: 60 }, 'b')).toBe('mismatch')
  expect(classify({ isSettled: true, status: 201 })).toBe('replay')
  expect(classify({ isSettled: true, age: KEPT_SECONDS })).toBe('free')
  expect(classify({ status: 201, age: 60 })).toBe('replay')
  expect(classify({ status: 201, age: KEPT_SECONDS - 1 })).toBe('replay')
  expect(classify({ status: 201, age: KEPT_SECONDS }, 'b')).toBe('free')
})

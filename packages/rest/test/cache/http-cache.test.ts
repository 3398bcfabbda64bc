import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { createClient, type Request, type SendOptions } from '@entrepot/rest'
import { HttpCache, type HttpCacheOptions } from '@entrepot/rest/cache'
import { type FakeReply, fakeTransport } from '@entrepot/rest/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const BASE_URL = 'https://api.test/products'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

type Reply = FakeReply | ((headers: Readonly<Record<string, string>>) => FakeReply)

/** A client with a cache, and a server that gives these answers in turn, then the last one again. */
function setUp(replies: readonly Reply[], options: HttpCacheOptions = {}) {
  const rest = [...replies]
  const transport = fakeTransport([
    {
      reply: ({ headers }) => {
        const reply = rest.length > 1 ? rest.shift() : rest[0]
        return (typeof reply === 'function' ? reply(headers) : reply) ?? {}
      },
    },
  ])
  const cache = new HttpCache(options)
  const client = createClient({ transport, interceptors: [cache] })
  const get = (request: Partial<Request> = {}, sendOptions?: SendOptions) =>
    client.send({ baseURL: BASE_URL, ...request }, sendOptions)
  const asked = () => transport.requests.length
  return { transport, cache, client, get, asked }
}

const answer = (body: string, headers: FakeReply['headers'] = {}): FakeReply => ({ body, headers })
const cached = (control: string, more: FakeReply['headers'] = {}) => ({
  'cache-control': control,
  ...more,
})

describe('freshness (RFC 9111, 4.2)', () => {
  test('a response is used until its max-age has passed, with its age', async () => {
    const { get, asked } = setUp([answer('1', cached('max-age=60')), answer('2')])
    expect((await get()).headers.age).toBeUndefined()
    pass(59)
    const second = await get()
    expect(second.body).toBe('1')
    expect(second.headers.age).toEqual(['59'])
    expect(second.statusCode).toBe(200)
    pass(1)
    expect((await get()).body).toBe('2')
    expect(asked()).toBe(2)
  })

  test.each([
    ['the Age of the response', { age: '50', 'cache-control': 'max-age=60' }, 9, 11],
    [
      'the Date of the response, if it is older than its Age',
      {
        date: new Date(Date.UTC(2025, 11, 31, 23, 59, 10)).toUTCString(),
        'cache-control': 'max-age=60',
      },
      9,
      11,
    ],
    [
      'Expires',
      {
        date: new Date(Date.UTC(2026, 0, 1)).toUTCString(),
        expires: new Date(Date.UTC(2026, 0, 1, 0, 1)).toUTCString(),
      },
      59,
      61,
    ],
    [
      'a tenth of the time since Last-Modified',
      {
        date: new Date(Date.UTC(2026, 0, 1)).toUTCString(),
        'last-modified': new Date(Date.UTC(2025, 11, 31)).toUTCString(),
      },
      8_600,
      8_700,
    ],
  ])('%s counts', async (_what, headers, fresh, stale) => {
    const { get, asked } = setUp([answer('1', headers), answer('2')])
    await get()
    pass(fresh)
    expect((await get()).body).toBe('1')
    pass(stale - fresh)
    expect((await get()).body).toBe('2')
    expect(asked()).toBe(2)
  })

  test.each([
    'no-store',
    'No-Store, max-age=60',
    'max-age=60, NO-STORE',
    'max-age=0',
    'Max-Age = 0',
    'max-age=0, max-age=60',
    'max-age=abc',
    'no-cache, max-age=60',
    'no-cache="set-cookie, x", max-age=60',
    'private="a, b", no-store, max-age=60',
    'no-cache, max-age=60, stale-while-revalidate=60',
  ])('a response with Cache-Control: %s is not used again', async (control) => {
    const { get, asked } = setUp([answer('1', cached(control)), answer('2')])
    await get()
    expect((await get()).body).toBe('2')
    expect(asked()).toBe(2)
  })

  test.each([
    'private, max-age=60',
    'max-age=60, must-revalidate',
    'MAX-AGE="60"',
    's-maxage=0, max-age=60',
  ])(
    'a response with Cache-Control: %s is used while it is fresh, since the cache is private',
    async (control) => {
      const { get, asked } = setUp([answer('1', cached(control))])
      await get()
      await get({ headers: { traceparent: '00-1' } })
      expect(asked()).toBe(1)
    },
  )

  test.each([
    ['no-store', '1', '2'],
    ['no-cache', '1', '2'],
    ['max-age=5', '1', '2'],
    ['min-fresh=55', '1', '2'],
    ['max-age=20', '1', '1'],
  ])('a request with Cache-Control: %s gets what it asks for', async (control, first, second) => {
    const { get, client } = setUp([answer('1', cached('max-age=60')), answer('2')])
    await (control === 'no-store'
      ? client.send({ baseURL: BASE_URL, headers: { 'cache-control': control } })
      : get())
    pass(10)
    const again = await get(control === 'no-store' ? {} : { headers: { 'cache-control': control } })
    expect([first, again.body]).toEqual([first, second])
  })

  test('only-if-cached is answered with 504 without asking the server', async () => {
    const { get, asked } = setUp([answer('1', cached('max-age=60'))])
    const only = { headers: { 'cache-control': 'only-if-cached' } }
    expect((await get(only)).statusCode).toBe(504)
    await get()
    expect((await get(only)).body).toBe('1')
    expect(asked()).toBe(1)
  })

  test('only complete answers to GET without ranges and conditions are stored', async () => {
    const { get, asked, client } = setUp([answer('1', cached('max-age=60'))])
    await get({ headers: { range: 'bytes=0-1' } })
    await get({ headers: { 'if-none-match': '"a"' } })
    await get({ body: 'x' })
    await get({ method: 'HEAD' })
    await get({ method: 'QUERY', body: 'x' })
    expect(asked()).toBe(5)
    await get()
    expect(asked()).toBe(6)
    const broken = setUp([
      { statusCode: 200, headers: cached('max-age=60'), body: 'half', error: new Error('reset') },
      { statusCode: 200, headers: cached('max-age=60', { 'content-length': '9' }), body: 'half' },
      answer('whole'),
    ])
    await expect(broken.get()).rejects.toThrow()
    await expect(broken.get()).rejects.toThrow()
    expect((await broken.get()).body).toBe('whole')
    await client.close()
  })

  test('a redirect is used as long as it is fresh, and repeated headers stay apart', async () => {
    const { transport, get } = setUp([
      { statusCode: 301, headers: cached('max-age=60', { location: '/moved' }) },
      answer('there', cached('max-age=60', { 'set-cookie': ['a=1', 'b=2'] })),
    ])
    await get()
    const again = await get()
    expect(again.body).toBe('there')
    expect(again.url).toBe('https://api.test/moved')
    expect(again.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(transport.requests).toHaveLength(2)
  })
})

describe('validation (RFC 9111, 4.3)', () => {
  test('a stale response is used again after 304, with the new headers and the old body', async () => {
    const { transport, get } = setUp([
      answer('1', cached('max-age=10', { etag: '"a"', 'x-old': 'kept', 'x-version': '1' })),
      {
        statusCode: 304,
        headers: cached('max-age=100', { etag: '"a"', 'x-version': '2', 'content-length': '999' }),
      },
      answer('2'),
    ])
    await get()
    pass(11)
    const second = await get()
    expect(transport.requests[1]?.headers['if-none-match']).toBe('"a"')
    expect(second.statusCode).toBe(200)
    expect(second.body).toBe('1')
    expect(second.headers['x-version']).toEqual(['2'])
    expect(second.headers['x-old']).toEqual(['kept'])
    expect(second.headers['content-length']).not.toEqual(['999'])
    pass(99)
    expect((await get()).body).toBe('1')
    expect(transport.requests).toHaveLength(2)
  })

  test('Last-Modified is a validator, too, and a new response replaces the old one', async () => {
    const modified = new Date(Date.UTC(2025, 11, 31)).toUTCString()
    const { transport, get } = setUp([
      answer('1', cached('no-cache', { 'last-modified': modified })),
      { statusCode: 304 },
      answer('2', cached('max-age=60')),
    ])
    await get()
    expect((await get()).body).toBe('1')
    expect(transport.requests[1]?.headers['if-modified-since']).toBe(modified)
    expect((await get()).body).toBe('2')
    expect((await get()).body).toBe('2')
    expect(transport.requests).toHaveLength(3)
  })

  test('a 304 about another response is not believed', async () => {
    const { transport, get } = setUp([
      answer('1', cached('max-age=10', { etag: '"a"' })),
      { statusCode: 304, headers: { etag: '"b"' } },
      answer('2', { etag: '"b"' }),
    ])
    await get()
    pass(11)
    expect((await get()).body).toBe('2')
    expect(transport.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ])
  })

  test('a response that must not be stored takes the place of the stored one', async () => {
    const { get } = setUp([
      answer('1', cached('max-age=10, stale-if-error=100', { etag: '"a"' })),
      answer('2', cached('no-store')),
      { statusCode: 503 },
    ])
    await get()
    pass(11)
    expect((await get()).body).toBe('2')
    expect((await get()).statusCode).toBe(503)
  })
})

describe('stale responses (RFC 5861)', () => {
  const stale = cached('max-age=10, stale-if-error=100', { etag: '"a"' })

  test.each([
    ['a status', { statusCode: 503, body: 'down' }],
    ['no answer', { error: new Error('reset') }],
  ])('stale-if-error lets one be used after %s, as long as it says', async (_what, failure) => {
    const { get, asked } = setUp([answer('1', stale), failure])
    await get()
    pass(50)
    expect((await get()).body).toBe('1')
    pass(100)
    const late = await get().then(
      ({ statusCode }) => statusCode,
      ({ code }) => code,
    )
    expect(['REST_RESPONSE', 'REST_ERROR', 'REST_CONNECT', 503]).toContain(late)
    expect(asked()).toBe(3)
  })

  test.each(['must-revalidate', 'no-cache', 'Must-Revalidate'])(
    '%s forbids it',
    async (directive) => {
      const control = `max-age=10, stale-if-error=100, stale-while-revalidate=100, ${directive}`
      const { get } = setUp([answer('1', cached(control, { etag: '"a"' })), { statusCode: 503 }])
      await get()
      pass(11)
      expect((await get()).statusCode).toBe(503)
      expect((await get({ headers: { 'cache-control': 'max-stale' } })).statusCode).toBe(503)
    },
  )

  test('max-stale of a request lets one be used', async () => {
    const { get, asked } = setUp([answer('1', cached('max-age=10')), answer('2')])
    await get()
    pass(15)
    expect((await get({ headers: { 'cache-control': 'max-stale=10' } })).body).toBe('1')
    expect(asked()).toBe(1)
  })

  test('stale-while-revalidate answers at once, and asks the server once in the background', async () => {
    const control = 'max-age=10, stale-while-revalidate=100'
    const { get, asked } = setUp([
      answer('1', cached(control, { etag: '"a"' })),
      answer('2', cached(control, { etag: '"b"' })),
    ])
    await get()
    pass(20)
    const answers = await Promise.all([get(), get(), get()])
    expect(answers.map(({ body }) => body)).toEqual(['1', '1', '1'])
    await setImmediate()
    expect(asked()).toBe(2)
    expect((await get()).body).toBe('2')
    expect(asked()).toBe(2)
  })
})

describe('who shares a response', () => {
  test('two users never do, whatever header says who they are and whatever the server says', async () => {
    const users = [
      {},
      { authorization: 'Bearer a' },
      { authorization: 'Bearer b' },
      { cookie: 'session=a' },
      { 'x-api-key': 'a' },
      { 'x-acme-user': 'a' },
    ]
    const { get, asked } = setUp([
      (headers) => answer(JSON.stringify(headers), cached('public, max-age=60, s-maxage=60')),
    ])
    for (const headers of users) await get({ headers })
    for (const headers of users)
      expect(JSON.parse((await get({ headers })).body)).toMatchObject(headers)
    expect(asked()).toBe(users.length)
  })

  test('different hosts, queries and languages have responses of their own', async () => {
    const { get, asked } = setUp([answer('x', cached('max-age=60'))])
    await get()
    await get({ queryParams: { page: '2' } })
    await get({ headers: { 'accept-language': 'de' } })
    await get({ headers: { host: 'other.test' } })
    expect(asked()).toBe(4)
  })

  test('the order of headers and the fragment make no difference', async () => {
    const { get, asked } = setUp([answer('x', cached('max-age=60'))])
    await get({ headers: { a: '1', b: '2' } })
    await get({ baseURL: `${BASE_URL}#part`, headers: { b: '2', a: '1' } })
    expect(asked()).toBe(1)
  })

  test('Vary applies to ignored headers, and Vary: * forbids each use', async () => {
    const options = { ignoredHeaders: ['X-Region'] }
    const { get, asked } = setUp([answer('x', cached('max-age=60', { vary: 'x-region' }))], options)
    await get({ headers: { 'x-region': 'eu' } })
    await get({ headers: { 'x-region': 'eu' } })
    expect(asked()).toBe(1)
    await get({ headers: { 'x-region': 'us' } })
    expect(asked()).toBe(2)
    const star = setUp([answer('x', cached('max-age=60', { vary: '*' }))])
    await star.get()
    await star.get()
    expect(star.asked()).toBe(2)
  })

  test('clients that share a cache share its responses', async () => {
    const { cache, get, asked } = setUp([answer('x', cached('max-age=60'))])
    await get()
    const other = createClient({ transport: fakeTransport([]), interceptors: [cache] })
    expect((await other.send({ baseURL: BASE_URL })).body).toBe('x')
    cache.clear()
    expect(cache.bytes).toBe(0)
    await get()
    expect(asked()).toBe(2)
  })
})

describe('invalidation (RFC 9111, 4.4)', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])(
    '%s removes the URI for all users',
    async (method) => {
      const { get, asked } = setUp([answer('x', cached('max-age=60'))])
      await get()
      await get({ headers: { authorization: 'a' } })
      await get({ method })
      await get()
      await get({ headers: { authorization: 'a' } })
      expect(asked()).toBe(5)
    },
  )

  test('Location and Content-Location are removed at the same origin only', async () => {
    const { get, asked } = setUp([
      answer('x', cached('max-age=60')),
      answer('x', cached('max-age=60')),
      answer('x', cached('max-age=60')),
      {
        statusCode: 201,
        headers: { location: '/products/7', 'content-location': 'https://other.test/a' },
      },
      answer('y', cached('max-age=60')),
    ])
    await get({ baseURL: `${BASE_URL}/7` })
    await get({ baseURL: 'https://other.test/a' })
    await get({ baseURL: 'https://api.test/else' })
    await get({ method: 'POST', body: 'x' })
    expect((await get({ baseURL: `${BASE_URL}/7` })).body).toBe('y')
    expect((await get({ baseURL: 'https://other.test/a' })).body).toBe('x')
    expect((await get({ baseURL: 'https://api.test/else' })).body).toBe('x')
    expect(asked()).toBe(5)
  })

  test('a write whose answer is lost removes, too', async () => {
    const { get, asked } = setUp([
      answer('x', cached('max-age=60')),
      { error: new Error('reset') },
      answer('y', cached('max-age=60')),
      { hang: true },
      answer('z', cached('max-age=60')),
    ])
    await get()
    await expect(get({ method: 'PUT' })).rejects.toThrow()
    expect((await get()).body).toBe('y')
    await expect(get({ method: 'PUT' }, { timeout: 20 })).rejects.toMatchObject({
      code: 'REST_TIMEOUT',
    })
    expect((await get()).body).toBe('z')
    expect(asked()).toBe(5)
  })

  test('what was asked before a write is not stored after it', async () => {
    const gate = Promise.withResolvers<void>()
    let reads = 0
    const transport = fakeTransport([
      { method: 'PUT', reply: {} },
      {
        reply: async () => {
          reads += 1
          if (reads === 1) await gate.promise
          return answer(`state ${reads}`, cached('max-age=60'))
        },
      },
    ])
    const client = createClient({ transport, interceptors: [new HttpCache()] })
    const before = client.send({ baseURL: BASE_URL })
    await setImmediate()
    await client.send({ baseURL: BASE_URL, method: 'PUT' })
    gate.resolve()
    expect((await before).body).toBe('state 1')
    expect((await client.send({ baseURL: BASE_URL })).body).toBe('state 2')
  })
})

describe('bounds', () => {
  test('the least recently used responses leave, and large ones are not stored', async () => {
    const body = 'x'.repeat(10_000)
    const { cache, get, asked } = setUp([answer(body, cached('max-age=60'))], {
      maxBytes: 36_000,
      maxResponseBytes: 20_000,
    })
    await get({ baseURL: 'https://h/1' })
    await get({ baseURL: 'https://h/2' })
    await get({ baseURL: 'https://h/3' })
    await get({ baseURL: 'https://h/1' })
    await get({ baseURL: 'https://h/4' })
    expect(cache.bytes).toBeLessThanOrEqual(36_000)
    await get({ baseURL: 'https://h/1' })
    expect(asked()).toBe(4)
    await get({ baseURL: 'https://h/2' })
    expect(asked()).toBe(5)
    const large = setUp([answer('x'.repeat(20_001), cached('max-age=60'))], {
      maxResponseBytes: 20_000,
    })
    await large.get()
    expect((await large.get()).body).toHaveLength(20_001)
    expect(large.asked()).toBe(2)
    expect(large.cache.bytes).toBe(0)
  })

  test('the headers of requests count', async () => {
    const { cache, get } = setUp([answer('x', cached('max-age=60'))])
    await get({ headers: { cookie: 'a'.repeat(10_000) } })
    expect(cache.bytes).toBeGreaterThan(10_000)
  })

  test('a reader of a stream cannot change what is stored', async () => {
    const { client, get } = setUp([answer('abc', cached('max-age=60'))])
    await get()
    const stream = await client.stream({ baseURL: BASE_URL })
    for await (const chunk of stream.body) (chunk as Uint8Array).fill(0)
    expect((await get()).body).toBe('abc')
    expect(await text((await client.stream({ baseURL: BASE_URL })).body)).toBe('abc')
  })

  test('what is not positive is no limit', () => {
    expect(() => new HttpCache({ maxBytes: 0 })).toThrow(RangeError)
    expect(() => new HttpCache({ maxResponseBytes: Number.NaN })).toThrow(RangeError)
  })
})

import { setImmediate } from 'node:timers/promises'
import { createClient, type Request } from '@entrepot/rest'
import { HttpCache } from '@entrepot/rest/cache'
import { type JoinOptions, joinGets } from '@entrepot/rest/join'
import { type FakeReply, fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHeldServer, startServer } from './support/servers.ts'

const BASE_URL = 'https://api.test/products'

/** A client, and a server whose answers the test lets go. */
function setUp(options?: JoinOptions) {
  const gates: ((reply?: FakeReply) => void)[] = []
  const transport = fakeTransport([
    {
      reply: () =>
        new Promise<FakeReply>((resolve) => {
          const number = gates.length + 1
          gates.push((reply) => resolve(reply ?? { body: `answer ${number}` }))
        }),
    },
  ])
  const client = createClient({ transport, interceptors: [joinGets(options)] })
  const get = (request: Partial<Request> = {}) => client.send({ baseURL: BASE_URL, ...request })
  const release = (reply?: FakeReply) => {
    for (const gate of gates.splice(0)) gate(reply)
  }
  return { client, get, release, transport, asked: () => transport.requests.length }
}

describe('equal GET requests', () => {
  test('that run at the same time are sent once, and later ones anew', async () => {
    const { get, release, asked } = setUp()
    const calls = Array.from({ length: 50 }, () => get({ headers: { a: '1', b: '2' } }))
    calls.push(get({ headers: { b: '2', a: '1', traceparent: '00-x' } }))
    await setImmediate()
    release()
    expect(new Set((await Promise.all(calls)).map(({ body }) => body))).toEqual(
      new Set(['answer 1']),
    )
    expect(asked()).toBe(1)
    const later = get()
    await setImmediate()
    release()
    await later
    expect(asked()).toBe(2)
  })

  test.each<[string, Partial<Request>]>([
    ['another user', { headers: { authorization: 'Bearer b' } }],
    ['another key', { headers: { 'x-acme-key': 'b' } }],
    ['another cookie', { headers: { cookie: 'a=2' } }],
    ['another language', { headers: { 'accept-language': 'de' } }],
    ['another query', { queryParams: { page: '2' } }],
    ['another method', { method: 'HEAD' }],
    ['a body', { body: 'x' }],
    ['another host', { headers: { host: 'other.test' } }],
  ])('are not joined with those of %s', async (_what, other) => {
    const { get, release, asked } = setUp()
    const calls = [get(), get(other)]
    await setImmediate()
    release()
    await Promise.all(calls)
    expect(asked()).toBe(2)
  })

  test('may differ in the headers that are ignored', async () => {
    const { get, release, asked } = setUp({ ignoredHeaders: ['X-Attempt'] })
    const calls = [get({ headers: { 'x-attempt': '1' } }), get({ headers: { 'x-attempt': '2' } })]
    await setImmediate()
    release()
    await Promise.all(calls)
    expect(asked()).toBe(1)
  })

  test('all fail if their exchange does, each with an error of its own', async () => {
    const { get, release } = setUp()
    const calls = [get(), get()]
    await setImmediate()
    release({ error: new Error('reset') })
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'that were sent before a %s are not joined after it',
    async (method) => {
      const { get, release, asked } = setUp()
      const before = get()
      await setImmediate()
      const write = get({ method })
      const during = get()
      await setImmediate()
      release({ body: 'old' })
      await Promise.all([before, write, during])
      expect(asked()).toBe(3)
      const reads = [get(), get()]
      await setImmediate()
      release({ body: 'new' })
      expect((await Promise.all(reads)).map(({ body }) => body)).toEqual(['new', 'new'])
      expect(asked()).toBe(4)
    },
  )

  test('that were sent while a write was running are not joined after its answer or its end', async () => {
    for (const ending of ['answer', 'error', 'abort'] as const) {
      const held: ((reply: FakeReply) => void)[] = []
      const transport = fakeTransport([
        { reply: () => new Promise<FakeReply>((resolve) => held.push(resolve)) },
      ])
      const client = createClient({ transport, interceptors: [joinGets()] })
      const controller = new AbortController()
      const write = client.sendResult(
        { baseURL: BASE_URL, method: 'PUT' },
        { signal: controller.signal },
      )
      const during = client.send({ baseURL: BASE_URL })
      await setImmediate()
      if (ending === 'abort') controller.abort()
      else held[0]?.(ending === 'answer' ? {} : { error: new Error('reset') })
      await write
      const after = client.send({ baseURL: BASE_URL })
      await setImmediate()
      expect(transport.requests).toHaveLength(3)
      held[1]?.({ body: 'old' })
      held[2]?.({ body: 'new' })
      expect([(await during).body, (await after).body]).toEqual(['old', 'new'])
    }
  })

  test('to another origin are still joined after a write', async () => {
    const { get, release, asked } = setUp()
    const calls = [get(), get({ method: 'PUT', baseURL: 'https://other.test/' }), get()]
    await setImmediate()
    release()
    await Promise.all(calls)
    expect(asked()).toBe(2)
  })
})

describe('each of the callers', () => {
  test('can leave without the others, also the first one; the last one ends the exchange', async () => {
    const server = await startHeldServer()
    onTestFinished(() => server.close())
    const client = createClient({ interceptors: [joinGets()] })
    onTestFinished(() => client.close())
    const controllers = [new AbortController(), new AbortController(), new AbortController()]
    const calls = controllers.map(({ signal }) =>
      client.sendResult({ baseURL: server.origin }, { signal }),
    )
    const response = await server.next()
    const closed = new Promise<void>((resolve) => response?.on('close', () => resolve()))
    controllers[0]?.abort()
    expect((await calls[0])?.error?.code).toBe('REST_ABORTED')
    controllers[1]?.abort()
    await calls[1]
    expect(response?.destroyed).toBe(false)
    controllers[2]?.abort()
    expect((await calls[2])?.error?.code).toBe('REST_ABORTED')
    await closed
  })

  test('has its own limits and its own timeout', async () => {
    const { client, release } = setUp()
    const small = client.sendResult({ baseURL: BASE_URL }, { limits: { bodyBytes: 5 } })
    const short = client.sendResult({ baseURL: BASE_URL }, { timeout: 10 })
    const normal = client.send({ baseURL: BASE_URL })
    expect((await short).error?.code).toBe('REST_TIMEOUT')
    release({ body: 'more than five' })
    expect((await small).error?.code).toBe('REST_TOO_LARGE')
    expect((await normal).body).toBe('more than five')
  })

  test('follows redirects and retries by itself, joined again', async () => {
    let requests = 0
    const server = await startServer((request, response) => {
      requests += 1
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.end('new')
    })
    onTestFinished(() => server.close())
    const client = createClient({ interceptors: [joinGets()] })
    onTestFinished(() => client.close())
    const calls = Array.from({ length: 5 }, () => client.send({ baseURL: `${server.origin}/old` }))
    expect((await Promise.all(calls)).map(({ body }) => body)).toEqual(Array(5).fill('new'))
    expect(requests).toBe(2)
  })

  test('reads a stream of its own', async () => {
    const { client, release, asked } = setUp()
    const calls = [
      client.stream({ baseURL: BASE_URL }),
      client.stream({ baseURL: BASE_URL }),
      client.send({ baseURL: BASE_URL }),
    ]
    await setImmediate()
    release()
    await Promise.all(calls)
    expect(asked()).toBe(3)
  })
})

test('behind a cache, equal requests that it cannot answer are sent once', async () => {
  let requests = 0
  const transport = fakeTransport([
    {
      reply: async () => {
        requests += 1
        await setImmediate()
        return { body: 'x', headers: { 'cache-control': 'max-age=60' } }
      },
    },
  ])
  const client = createClient({ transport, interceptors: [new HttpCache(), joinGets()] })
  await Promise.all([client.send({ baseURL: BASE_URL }), client.send({ baseURL: BASE_URL })])
  await client.send({ baseURL: BASE_URL })
  expect(requests).toBe(1)
})

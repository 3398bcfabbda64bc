import type { IncomingMessage, ServerResponse } from 'node:http'
import * as rest from '@entrepot/rest'
import { buildRequest, buildResponse } from '@entrepot/rest/go'
import { parseRetryAfter } from '@entrepot/rest/headers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHttpDate } from '../src/http/response/retry-after.ts'
import { createRetryPolicy, RetryBudget, retryDelay } from '../src/settings/retry.ts'
import { bodyOf, failureOf, startRawServer, startServer } from './support/servers.ts'

const fast = { attempts: 3, backoff: () => 1 } as const

/** Answers the first requests with `statusCode`, later ones with 200. */
async function startFailingServer(
  failures: number,
  statusCode: number,
  headers: Record<string, string> = {},
) {
  const seen: { method: string; body: string; key: unknown }[] = []
  const server = await startServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', headers: sent } = request
    seen.push({ method, body: await bodyOf(request), key: sent['idempotency-key'] })
    if (seen.length <= failures) response.writeHead(statusCode, headers).end(`no ${seen.length}`)
    else response.end('yes')
  })
  return { seen, ...server }
}

describe('retries', () => {
  test('are off by default', async () => {
    await using server = await startFailingServer(1, 503)
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({ statusCode: 503 })
    expect(server.seen).toHaveLength(1)
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('happen after status %i', async (statusCode) => {
    await using server = await startFailingServer(2, statusCode)
    const response = await rest.send({ baseURL: server.origin }, { retry: fast })
    expect(response).toMatchObject({ statusCode: 200, body: 'yes' })
    expect(server.seen).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 409, 422, 501])(
    'do not happen after status %i',
    async (statusCode) => {
      await using server = await startFailingServer(2, statusCode)
      const response = await rest.send({ baseURL: server.origin }, { retry: fast })
      expect(response).toMatchObject({ statusCode })
      expect(server.seen).toHaveLength(1)
    },
  )

  test('return the last response with its body if none succeeds', async () => {
    await using server = await startFailingServer(9, 503)
    const response = await rest.send({ baseURL: server.origin }, { retry: fast })
    expect(response).toMatchObject({ statusCode: 503, body: 'no 3' })
  })

  test.each(['GET', 'OPTIONS', 'PUT', 'DELETE'])('repeat %s with its body', async (method) => {
    await using server = await startFailingServer(1, 503)
    await rest.send({ method, baseURL: server.origin, body: 'same' }, { retry: fast })
    expect(server.seen.map(({ body }) => body)).toEqual(['same', 'same'])
  })

  test.each(['POST', 'PATCH', 'LOCK'])('never repeat %s by default', async (method) => {
    await using server = await startFailingServer(1, 503)
    const response = await rest.send({ method, baseURL: server.origin }, { retry: fast })
    expect(response).toMatchObject({ statusCode: 503 })
    expect(server.seen).toHaveLength(1)
  })

  test('repeat a POST with an idempotency key, always with the same key', async () => {
    await using server = await startFailingServer(2, 503)
    const options = { retry: fast, idempotencyKey: true } as const
    await rest.send({ method: 'POST', baseURL: server.origin, body: 'pay' }, options)
    const keys = server.seen.map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('send the key of the caller', async () => {
    await using server = await startFailingServer(0, 503)
    const options = { idempotencyKey: 'order-7' }
    await rest.send({ method: 'POST', baseURL: server.origin }, options)
    expect(server.seen).toMatchObject([{ key: 'order-7' }])
  })

  test('happen after a connection that is reset before the first byte', async () => {
    let requests = 0
    await using server = await startRawServer((socket) => {
      socket.once('data', () => {
        requests += 1
        if (requests < 3) socket.resetAndDestroy()
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyes')
      })
    })
    const response = await rest.send({ baseURL: server.origin }, { retry: fast })
    expect(response).toMatchObject({ body: 'yes' })
  })

  test('do not happen after a body that ended early', async () => {
    let requests = 0
    await using server = await startRawServer((socket) => {
      socket.once('data', () => {
        requests += 1
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')
      })
    })
    await failureOf(rest.send({ baseURL: server.origin }, { retry: fast }))
    expect(requests).toBe(1)
  })

  test('throw the error of the last attempt with its number', async () => {
    const error = await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1' }, { retry: fast }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', attempt: 3 })
  })

  test('never send a stream twice', async () => {
    await using server = await startFailingServer(1, 503)
    async function* body() {
      yield 'once'
    }
    const request = { method: 'PUT', baseURL: server.origin, body: body() }
    const response = await rest.stream(request, { retry: fast })
    expect(response.statusCode).toBe(503)
    await buildResponse(response)
    expect(server.seen).toMatchObject([{ body: 'once' }])
  })

  test('call the onRetry hooks with the reason and the pause', async () => {
    await using server = await startFailingServer(1, 503)
    const events: unknown[] = []
    await using client = rest.createClient({
      retry: { attempts: 2, backoff: () => 3 },
      hooks: {
        onRetry: ({ delayMs, answer }, { attempt }) => {
          events.push({ delayMs, statusCode: answer?.statusCode, attempt })
        },
      },
    })
    await client.send({ baseURL: server.origin })
    expect(events).toEqual([{ delayMs: 3, statusCode: 503, attempt: 1 }])
  })

  test('can be configured with other statuses and methods', async () => {
    await using server = await startFailingServer(1, 418)
    const retry = { ...fast, statuses: [418], methods: ['POST'] }
    const response = await rest.send({ method: 'POST', baseURL: server.origin }, { retry })
    expect(response).toMatchObject({ statusCode: 200 })
  })

  test('of a method that the caller lists also happen after failures of the connection', async () => {
    const retry = { ...fast, methods: ['POST'] }
    const refused = await failureOf(
      rest.send({ method: 'POST', baseURL: 'http://127.0.0.1:1' }, { retry }),
    )
    expect(refused).toMatchObject({ code: 'REST_CONNECT', attempt: 3, retryable: true })
    await using server = await startRawServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    const reset = await failureOf(rest.send({ method: 'POST', baseURL: server.origin }, { retry }))
    expect(reset).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset', attempt: 3 })
    const other = await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1' }, { retry }))
    expect(other).toMatchObject({ attempt: 1, retryable: true })
  })
})

describe('Retry-After', () => {
  test('replaces the backoff', async () => {
    await using server = await startFailingServer(1, 429, { 'retry-after': '0' })
    const retry = { attempts: 2, backoff: () => 60_000 }
    expect(await rest.send({ baseURL: server.origin }, { retry })).toMatchObject({ body: 'yes' })
  })

  test('longer than the maximum delay of a timer does not cause an immediate retry', async () => {
    let requests = 0
    await using server = await startServer((_request, response) => {
      requests += 1
      response.writeHead(503, { 'retry-after': '9999999' }).end()
    })
    const controller = new AbortController()
    await using client = rest.createClient({
      retry: { attempts: 3, maxRetryAfter: Number.POSITIVE_INFINITY },
      timeout: false,
      // A timer that overflows fires after 1 ms.
      hooks: { onRetry: () => void setTimeout(() => controller.abort(), 50) },
    })
    const error = await failureOf(client.send({ baseURL: server.origin }, controller))
    expect(error).toMatchObject({ code: 'REST_ABORTED' })
    expect(requests).toBe(1)
  })

  test('longer than allowed ends the attempts with the response', async () => {
    await using server = await startFailingServer(1, 429, { 'retry-after': '1' })
    const retry = { ...fast, maxRetryAfter: 999 }
    const response = await rest.send({ baseURL: server.origin }, { retry })
    expect(response).toMatchObject({ statusCode: 429 })
    expect(server.seen).toHaveLength(1)
  })

  test.each(['', 'soon', '-1', '1.5', '1e9', '0x1', 'Sun, 31 Feb 2026 00:00:00 GMT', '1, 2'])(
    'that is malformed (%j) is ignored',
    async (value) => {
      await using server = await startFailingServer(1, 503, { 'retry-after': value })
      const response = await rest.send({ baseURL: server.origin }, { retry: fast })
      expect(response).toMatchObject({ body: 'yes' })
    },
  )

  const now = Date.UTC(2026, 10, 21, 12)

  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Sun Nov  6 08:49:37 1994', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Sat, 21 Nov 2026 12:00:60 GMT', 60_000],
  ])('%j is accepted', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected)
  })

  test.each([
    'Sat, 21 Nov 2026 12:00:30 UTC',
    'Sat, 21 Nov 2026 24:00:00 GMT',
    'Sat, 21 Nov 2026 12:60:00 GMT',
    'Sat, 21 Noo 2026 12:00:00 GMT',
    'Sat, 00 Nov 2026 12:00:00 GMT',
    'Xxx, 21 Nov 2026 12:00:00 GMT',
    '2026-11-21T12:00:00Z',
    '99999999999999999999',
  ])('%j is refused', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined()
  })

  test('accepts all date formats of HTTP', () => {
    const date = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, (moment) => {
        const whole = Math.floor(moment.getTime() / 1000) * 1000
        expect(parseHttpDate(new Date(whole).toUTCString(), now)).toBe(whole)
      }),
    )
  })

  test('always gives a duration or undefined', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const span = parseRetryAfter(value, now)
        expect(span === undefined || (Number.isFinite(span) && span >= 0)).toBe(true)
      }),
    )
  })
})

describe('the backoff', () => {
  test('is random between 0 and a limit that doubles up to its cap', () => {
    const backoff = rest.fullJitter(300, 10_000)
    const upper = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoff(attempt, () => 1))
    expect(upper).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 10_000])
    expect(backoff(5, () => 0)).toBe(0)
  })

  test('stays within its limits for any attempt and random value', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), random, (attempt, chance) => {
        const pause = rest.fullJitter()(attempt, () => chance)
        expect(pause).toBeGreaterThanOrEqual(0)
        expect(pause).toBeLessThanOrEqual(10_000)
      }),
    )
  })
})

describe('the retry budget', () => {
  test('starts full, is reduced by retries and refilled by requests', () => {
    const budget = new RetryBudget({ ratio: 0.5, capacity: 2 })
    expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false])
    budget.deposit()
    expect(budget.withdraw()).toBe(false)
    budget.deposit()
    expect(budget.withdraw()).toBe(true)
  })

  test('limits the additional load on a server that is down', async () => {
    await using server = await startFailingServer(1_000, 503)
    await using client = rest.createClient({
      retry: { ...fast, budget: { ratio: 0.1, capacity: 5 } },
    })
    for (let i = 0; i < 50; i++) await client.send({ baseURL: server.origin })
    const retries = server.seen.length - 50
    expect(retries).toBeGreaterThanOrEqual(5)
    expect(retries).toBeLessThanOrEqual(5 + 50 * 0.1 + 1)
  })

  test('is shared by the requests of a client even if they have their own retry options', async () => {
    await using server = await startFailingServer(1_000, 503)
    await using client = rest.createClient({
      retry: { ...fast, budget: { ratio: 0, capacity: 3 } },
    })
    for (let i = 0; i < 5; i++) await client.send({ baseURL: server.origin }, { retry: fast })
    expect(server.seen).toHaveLength(5 + 3)
  })
})

test('is not used for a retry that would exceed the total time', () => {
  const policy = createRetryPolicy({ attempts: 5, budget: { capacity: 1 }, backoff: () => 100 })
  const request = buildRequest({ baseURL: 'http://h/' })
  const answer = { statusCode: 503, headers: {}, url: 'http://h/' }
  const delayWith = (left: number) =>
    retryDelay(policy, request, 1, { answer }, { now: 0, left, random: () => 0 })
  expect(delayWith(100)).toBeUndefined()
  expect(delayWith(101)).toBe(100)
  expect(delayWith(101)).toBeUndefined()
})

test('retryDelay never repeats requests that must not be repeated', () => {
  const policy = createRetryPolicy({ attempts: 5, budget: false })
  const answer = { statusCode: 503, headers: {}, url: 'http://h/' }
  const clock = { now: 0, left: 1_000, random: () => 0.5 }
  fc.assert(
    fc.property(fc.constantFrom('POST', 'PATCH', 'LOCK', 'get'), (method) => {
      const request = buildRequest({ method, baseURL: 'http://h/' })
      expect(retryDelay(policy, request, 1, { answer }, clock)).toBeUndefined()
    }),
  )
})

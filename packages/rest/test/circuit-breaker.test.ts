import * as rest from '@entrepot/rest'
import {
  CircuitBreaker,
  type CircuitBreakerOptions,
  CircuitOpenError,
} from '@entrepot/rest/circuit-breaker'
import { fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, test } from 'vitest'
import { failureOf } from './support/servers.ts'

/** A client with a breaker, a clock that is turned by hand and an origin that can be broken. */
function setUp(options: CircuitBreakerOptions = {}) {
  const state = { now: 0, statusCode: 200, error: undefined as Error | undefined }
  const breaker = new CircuitBreaker({
    failures: 3,
    openMs: 1_000,
    now: () => state.now,
    ...options,
  })
  const transport = fakeTransport([
    {
      url: /^http:\/\/weak\.test/,
      reply: () =>
        state.error === undefined ? { statusCode: state.statusCode } : { error: state.error },
    },
    { reply: { statusCode: 200 } },
  ])
  const client = rest.createClient({ transport, hooks: breaker })
  const send = (origin = 'http://weak.test') => client.sendResult({ baseURL: origin })
  return { state, breaker, transport, send, origin: 'http://weak.test' }
}

describe('CircuitBreaker', () => {
  test('opens after a number of consecutive failures and then sends nothing', async () => {
    const { state, breaker, transport, send, origin } = setUp()
    state.statusCode = 500
    for (let i = 0; i < 3; i++) expect((await send()).ok).toBe(true)
    expect(breaker.stateOf(origin)).toBe('open')
    const { error } = await send()
    expect(error).toBeInstanceOf(CircuitOpenError)
    expect(error).toMatchObject({ code: 'REST_CIRCUIT_OPEN', retryAt: 1_000, origin })
    expect(transport.requests).toHaveLength(3)
  })

  test('counts only consecutive failures', async () => {
    const { state, breaker, send, origin } = setUp()
    for (const statusCode of [500, 500, 200, 500, 500]) {
      state.statusCode = statusCode
      await send()
    }
    expect(breaker.stateOf(origin)).toBe('closed')
  })

  test('sends one request after the pause, and closes if it succeeds', async () => {
    const { state, breaker, transport, send, origin } = setUp()
    state.statusCode = 503
    for (let i = 0; i < 3; i++) await send()
    state.now = 1_000
    state.statusCode = 200
    expect(breaker.stateOf(origin)).toBe('half-open')
    const results = await Promise.all([send(), send(), send()])
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false])
    expect(transport.requests).toHaveLength(4)
    expect(breaker.stateOf(origin)).toBe('closed')
    expect((await send()).ok).toBe(true)
  })

  test('opens again if that request fails', async () => {
    const { state, breaker, send, origin } = setUp()
    state.error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    for (let i = 0; i < 3; i++) await send()
    state.now = 1_000
    expect((await send()).error?.code).toBe('REST_CONNECT')
    expect(breaker.stateOf(origin)).toBe('open')
  })

  test('separates origins', async () => {
    const { state, send } = setUp()
    state.statusCode = 500
    for (let i = 0; i < 4; i++) await send()
    expect((await send('http://strong.test')).ok).toBe(true)
  })

  test('does not count errors that are not caused by the server', async () => {
    const { breaker, send, origin, transport } = setUp({ failures: 1 })
    const client = rest.createClient({ transport, hooks: breaker })
    await failureOf(client.send({ baseURL: origin }, { signal: AbortSignal.abort() }))
    await send()
    expect(breaker.stateOf(origin)).toBe('closed')
  })

  test('counts the responses that an option selects', async () => {
    const { state, breaker, send, origin } = setUp({
      failures: 1,
      isFailure: ({ statusCode }) => statusCode === 429,
    })
    state.statusCode = 500
    await send()
    expect(breaker.stateOf(origin)).toBe('closed')
    state.statusCode = 429
    await send()
    expect(breaker.stateOf(origin)).toBe('open')
  })

  test('counts the attempts within one request', async () => {
    const { state, breaker, origin, transport } = setUp()
    state.error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const retry = { attempts: 9, backoff: () => 0 }
    const client = rest.createClient({ transport, hooks: breaker, retry })
    const error = await failureOf(client.send({ baseURL: origin }))
    expect(error).toMatchObject({ code: 'REST_CIRCUIT_OPEN' })
    expect(transport.requests).toHaveLength(3)
  })
})

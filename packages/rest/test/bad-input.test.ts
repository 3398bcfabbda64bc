import * as rest from '@entrepot/rest'
import { createTransport } from '@entrepot/rest/transport'
import { describe, expect, test } from 'vitest'
import { failureOf } from './support/servers.ts'

const BASE_URL = 'http://127.0.0.1:9/'

describe('a request that cannot be sent', () => {
  test.each([
    ['empty', ''],
    ['relative', '/p'],
    ['without a scheme', 'h/p'],
    ['without a host', 'http://'],
    ['with a broken host', 'http://[::1'],
    ['with a scheme only', '://x'],
    ['of another scheme', 'ftp://h/'],
    ['of a script', 'javascript:alert(1)'],
    ['of a file', 'file:///etc/passwd'],
    ['with a port out of range', 'http://h:65536/'],
    ['with a user', 'http://user@h/'],
    ['with a user and a password', 'http://user:s3cret@h/'],
    ['with a password that holds a slash', 'http://user:s3/cret@h/'],
    ['with a password and a broken port', 'http:user:s3cret@h:99999/'],
    ['with a password behind backslashes', 'http:\\\\user:s3cret@h:99999/'],
  ])('is refused when its URL is %s', async (_name, url) => {
    const error = await failureOf(rest.send({ baseURL: url }))
    expect(error).toBeInstanceOf(rest.InvalidRequestError)
    expect(error).toMatchObject({
      code: 'REST_INVALID_REQUEST',
      field: 'baseURL',
      retryable: false,
    })
    expect(String(error)).not.toMatch(/s3|cret/)
  })

  test.each([undefined, null, 7, new URL(BASE_URL), {}])(
    'is refused when its URL is %j, which is not text',
    async (url) => {
      const request = { baseURL: url } as unknown as rest.Request
      expect(await failureOf(rest.send(request))).toMatchObject({ field: 'baseURL' })
    },
  )

  test.each([undefined, null, 'http://h/'])(
    'is refused when it is %j, which is not an object',
    async (request) => {
      const error = await failureOf(rest.send(request as unknown as rest.Request))
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'request' })
    },
  )

  test.each([
    ['headers', new Headers({ a: '1' })],
    ['headers', new Map([['a', '1']])],
    ['headers', [['a', '1']]],
    ['headers', null],
    ['headers', 'a: 1'],
    ['queryParams', new URLSearchParams({ a: '1' })],
    ['queryParams', new Map([['a', '1']])],
    ['queryParams', null],
    ['queryParams', 'a=1'],
  ])(
    'is refused when its %s are not a plain object, instead of being sent without them',
    async (field, value) => {
      const request = { baseURL: BASE_URL, [field]: value }
      const error = await failureOf(rest.send(request))
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field })
    },
  )

  test.each(['5', 'x', '-1'])(
    'is refused when it has a content length for a body of %s but no body',
    async (length) => {
      const headers = { 'content-length': length }
      const error = await failureOf(rest.send({ method: 'POST', baseURL: BASE_URL, headers }))
      expect(error).toMatchObject({ field: 'headers.content-length' })
    },
  )

  test.each([7, null, [], Symbol('x')])(
    'is refused when its method is not text',
    async (method) => {
      const request = { baseURL: BASE_URL, method } as unknown as rest.Request
      expect(await failureOf(rest.send(request))).toMatchObject({ field: 'method' })
    },
  )

  test.each([
    ['a number', 7],
    ['an object', { a: 1 }],
    ['null', null],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['true', true],
  ])('is refused when its body is %s', async (_name, body) => {
    const request = { baseURL: BASE_URL, body } as unknown as rest.Request
    expect(await failureOf(rest.send(request))).toMatchObject({ field: 'body' })
  })

  const cycle: { self?: unknown } = {}
  cycle.self = cycle

  test.each([
    ['a cycle', cycle],
    ['a BigInt', { n: 1n }],
    ['a function', () => 1],
  ])('is refused when its json is %s', async (_name, json) => {
    expect(await failureOf(rest.send({ baseURL: BASE_URL, json }))).toMatchObject({ field: 'json' })
  })

  test('is refused when it has both body and json', async () => {
    const error = await failureOf(rest.send({ baseURL: BASE_URL, body: 'a', json: {} }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'json' })
  })

  test('is a rejection, never a synchronous throw', () => {
    expect(() => {
      rest.send({ baseURL: '' }).catch(() => {})
      rest.sendResult({ baseURL: '' }).catch(() => {})
      rest.stream({ baseURL: '' }).catch(() => {})
    }).not.toThrow()
  })

  test('is a result for sendResult', async () => {
    const { ok, error, response } = await rest.sendResult({ baseURL: '' })
    expect(ok).toBe(false)
    expect(error).toBeInstanceOf(rest.InvalidRequestError)
    expect(response).toBeUndefined()
  })
})

describe('an invalid option', () => {
  test.each<[string, rest.ClientOptions]>([
    ['timeout.total', { timeout: 0 }],
    ['timeout.total', { timeout: -1 }],
    ['timeout.total', { timeout: Number.NaN }],
    ['timeout.total', { timeout: Number.POSITIVE_INFINITY }],
    ['timeout.connect', { timeout: { connect: '5' as unknown as number } }],
    ['timeout.conect', { timeout: { conect: 5 } as rest.Timeouts }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['retry.attempts', { retry: { attempts: 1.5 } }],
    ['retry.maxRetryAfter', { retry: { attempts: 2, maxRetryAfter: Number.NaN } }],
    ['redirect', { redirect: 'follow' as rest.RedirectMode }],
    ['redirect.max', { redirect: { max: -1 } }],
    ['redirect', { redirect: true as unknown as rest.RedirectMode }],
    ['redirect', { redirect: null as unknown as rest.RedirectMode }],
    ['retry', { retry: null as unknown as false }],
    ['retry', { retry: 3 as unknown as false }],
    ['timeout.total', { timeout: null as unknown as false }],
    ['traceContext.origins', { traceContext: { origins: ['api.test'], inject: () => {} } }],
    ['traceContext.origins', { traceContext: { origins: ['mailto:a@b'], inject: () => {} } }],
    ['limits.bodyBytes', { limits: { bodyBytes: 0 } }],
    ['limits.bodyBytes', { limits: { bodyBytes: 1.5 } }],
    ['limits.headerBytes', { limits: { headerBytes: -1 } }],
    ['pool.connections', { pool: { connections: 0 } }],
    ['pool.keepAliveMs', { pool: { keepAliveMs: -1 } }],
    ['pool.keepAliveMaxMs', { pool: { keepAliveMaxMs: Number.NaN } }],
    ['proxy', { proxy: 'not a url' }],
    ['proxy', { proxy: 'ftp://proxy' }],
  ])('%s is reported when a client is created with %j', (field, options) => {
    expect(() => rest.createClient(options)).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST', field }),
    )
  })

  test('is also reported for a single request', async () => {
    const error = await failureOf(rest.send({ baseURL: BASE_URL }, { timeout: { idle: -5 } }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'timeout.idle' })
  })

  test.each(['guard', 'proxy', 'tls', 'pool', 'http2'] as const)(
    'such as %s is refused together with a transport, because it would have no effect',
    (name) => {
      const transport = createTransport()
      const value = { guard: true, proxy: 'env', tls: {}, pool: {}, http2: true }[name]
      expect(() => rest.createClient({ transport, [name]: value })).toThrow(
        expect.objectContaining({ field: name }),
      )
    },
  )
})

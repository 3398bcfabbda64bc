import * as rest from '@entrepot/rest'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, startRawServer, type TestServer } from './support/servers.ts'

/** Attempts to make one request into two, or to add headers, by way of any field of a request. */
describe('header injection', () => {
  let server: TestServer
  let received: string

  beforeAll(async () => {
    received = ''
    server = await startRawServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      })
    })
  })
  afterAll(() => server.close())

  const refusal = async (request: Partial<rest.Request>, options?: rest.SendOptions) => {
    received = ''
    const error = await failureOf(rest.send({ baseURL: server.origin, ...request }, options))
    expect(received).toBe('')
    return error
  }

  const breaks = ['\r\nx-evil: 1', '\n', '\r', '\0', '\x7f', '\u2028', '\u0100', '\x1b']

  test.each(breaks)('a header value with %j is refused before anything is sent', async (evil) => {
    const error = await refusal({ headers: { 'x-tag': `a${evil}b` } })
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'headers.x-tag' })
    expect(String(error)).not.toContain(evil)
  })

  test.each([...breaks, ' ', ':', '(', 'é', ''])(
    'a header name with %j is refused before anything is sent',
    async (evil) => {
      const error = await refusal({ headers: { [evil === '' ? '' : `x${evil}y`]: 'a' } })
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'headers' })
    },
  )

  test.each([...breaks, ' ', '/'])('a method with %j is refused', async (evil) => {
    const error = await refusal({ method: `GET${evil}` })
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'method' })
  })

  test.each(['CONNECT', 'TRACE'])('the method %s is refused', async (method) => {
    expect(await refusal({ method })).toMatchObject({ field: 'method' })
  })

  test.each(['\r\n', '\n', '\t', ' ', '\0', '\x7f'])(
    'a URL with %j is refused instead of being cleaned',
    async (evil) => {
      const error = await refusal({ baseURL: `${server.origin}/a${evil}b` })
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'baseURL' })
    },
  )

  test('line breaks in query parameters arrive encoded', async () => {
    received = ''
    await rest.send({ baseURL: server.origin, queryParams: { q: 'a\r\nx-evil: 1' } })
    expect(received.split('\r\n')[0]).toBe('GET /?q=a%0D%0Ax-evil%3A+1 HTTP/1.1')
  })

  test.each([
    'transfer-encoding',
    'keep-alive',
    'upgrade',
    'expect',
    'te',
    'trailer',
    'proxy-authorization',
    'proxy-connection',
    '__proto__',
  ])('the header %s is refused, because the transport writes it', async (name) => {
    const error = await refusal({ headers: Object.fromEntries([[name, 'chunked']]) })
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: `headers.${name}` })
  })

  test.each(['upgrade', 'x-tag', 'a b', '', 'close, x-tag'])(
    'a connection header of %j is refused, because only close and keep-alive are allowed',
    async (connection) => {
      const error = await refusal({ headers: { Connection: connection } })
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'headers.connection' })
    },
  )

  test.each(['5', '0', '-1', '1e1', '3, 3', ''])(
    'a content-length of %j for a body of three bytes is refused',
    async (length) => {
      const error = await refusal({ body: 'abc', headers: { 'content-length': length } })
      expect(error).toMatchObject({ field: 'headers.content-length' })
    },
  )

  test('a correct content-length is sent once', async () => {
    received = ''
    await rest.send({
      method: 'POST',
      baseURL: server.origin,
      body: 'äbc',
      headers: { 'content-length': '4' },
    })
    expect(received.match(/content-length/gi)).toHaveLength(1)
  })

  test.each([null, 1, ['a'], { a: 1 }, undefined])(
    'a header value that is %j instead of text is refused',
    async (value) => {
      const headers = { 'x-tag': value } as unknown as Record<string, string>
      expect(await refusal({ headers })).toMatchObject({ field: 'headers.x-tag' })
    },
  )

  test('an idempotency key cannot contain a line break', async () => {
    const error = await refusal({}, { idempotencyKey: 'a\r\nx-evil: 1' })
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'idempotencyKey' })
  })

  test('a hook cannot inject either, because its result is checked again', async () => {
    const evil = { 'x-tag': 'a\r\nx-evil: 1' }
    await using client = rest.createClient({
      hooks: { onRequest: (request) => ({ ...request, headers: evil }) },
    })
    received = ''
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'headers.x-tag' })
    expect(received).toBe('')
  })

  test('the default headers and the user agent of a client are checked when it is created', () => {
    expect(() => rest.createClient({ headers: { 'x-tag': 'a\nb' } })).toThrow(/x-tag/)
    expect(() => rest.createClient({ userAgent: 'a\r\nb' })).toThrow(/user-agent/)
  })

  test('the server always receives one request with the given headers', async () => {
    const name = fc.stringMatching(/^x-[a-z0-9!#$%&'*+.^_`|~-]{1,12}$/)
    const value = fc.string({ unit: 'binary', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4 }), async (headers) => {
        received = ''
        const result = await rest.sendResult({ baseURL: server.origin, headers })
        if (!result.ok) {
          expect(result.error.code).toBe('REST_INVALID_REQUEST')
          expect(received).toBe('')
          return
        }
        const lines = received.slice(0, received.indexOf('\r\n\r\n')).split('\r\n')
        expect(lines.filter((line) => line.startsWith('GET '))).toHaveLength(1)
        const sent = lines.filter((line) => line.startsWith('x-')).length
        expect(sent).toBe(Object.keys(headers).length)
      }),
      { numRuns: 200 },
    )
  })
})

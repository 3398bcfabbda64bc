import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResponse } from '../src/http/message/response.ts'
import { startServer, type TestServer } from './support/servers.ts'

const request = buildRequest({ baseURL: 'http://h/' })

function responseOf(bytes: Uint8Array) {
  return createResponse({ statusCode: 200, headers: {}, bytes, request })
}

describe('the body of a response', () => {
  test.each<[string, number[], string]>([
    ['ASCII', [0x68, 0x69], 'hi'],
    ['UTF-8 of two, three and four bytes', [...Buffer.from('é€😀')], 'é€😀'],
    ['a byte order mark, which stays', [0xef, 0xbb, 0xbf, 0x78], '\ufeffx'],
    ['NUL', [0x61, 0, 0x62], 'a\0b'],
    ['Latin-1, which is not valid UTF-8', [0xe9], '\ufffd'],
    ['half a character', [0xe2, 0x82], '\ufffd'],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    ['a replacement character that is really there', [0xef, 0xbf, 0xbd], '\ufffd'],
    ['nothing', [], ''],
  ])('is read as UTF-8 and kept as bytes: %s', (_name, bytes, text) => {
    const response = responseOf(Uint8Array.from(bytes))
    expect(response.body).toBe(text)
    expect([...response.bytes]).toEqual(bytes)
  })

  test('returns the received bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Buffer.from(responseOf(bytes).bytes).equals(bytes)).toBe(true)
      }),
    )
  })

  test('does not keep the larger receive buffer', () => {
    const socketBuffer = Buffer.alloc(65_536, 0xff)
    const response = responseOf(socketBuffer.subarray(10, 20))
    expect(response.bytes.buffer.byteLength).toBe(10)
  })

  test('does not change with that buffer', () => {
    const socketBuffer = Buffer.from([0xff, 0xfe, 0x41])
    const response = responseOf(socketBuffer)
    socketBuffer.fill(0)
    expect([...response.bytes]).toEqual([0xff, 0xfe, 0x41])
  })
})

describe('a response', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer((_request, response) => response.end('{"a":1}'))
  })
  afterAll(() => server.close())

  test('is frozen, and the same however often it is read', async () => {
    const response = await rest.send({ baseURL: server.origin })
    expect(Object.isFrozen(response)).toBe(true)
    expect(response.body).toBe(response.body)
    expect(rest.json(response)).toEqual(rest.json(response))
  })

  test('contains status, headers and body as JSON', async () => {
    const response = await rest.send({ baseURL: server.origin })
    const written = JSON.parse(JSON.stringify(response))
    expect(Object.keys(written)).toEqual(['statusCode', 'body', 'headers'])
    expect(written).toMatchObject({ statusCode: 200, body: '{"a":1}' })
  })
})

describe('a built request', () => {
  test.each<[string, rest.Request, Partial<rest.BuiltRequest>]>([
    ['a bare host', { baseURL: 'http://h' }, { url: 'http://h', path: '/', origin: 'http://h' }],
    ['a port', { baseURL: 'http://h:80/' }, { origin: 'http://h' }],
    ['another port', { baseURL: 'https://h:8443/' }, { origin: 'https://h:8443' }],
    ['a host in capitals', { baseURL: 'HTTP://H.Test/P' }, { origin: 'http://h.test', path: '/P' }],
    [
      'a host in Unicode',
      { baseURL: 'http://bücher.test/' },
      { origin: 'http://xn--bcher-kva.test' },
    ],
    [
      'an IPv6 host',
      { baseURL: 'http://[::1]:8080/p' },
      { origin: 'http://[::1]:8080', path: '/p' },
    ],
    ['a path in Unicode', { baseURL: 'http://h/é' }, { path: '/%C3%A9' }],
    ['dots in the path', { baseURL: 'http://h/a/../b/./c' }, { path: '/b/c' }],
    ['encoded slashes', { baseURL: 'http://h/a%2Fb' }, { path: '/a%2Fb' }],
    ['a fragment', { baseURL: 'http://h/p#f' }, { path: '/p', url: 'http://h/p#f' }],
    ['a query of its own', { baseURL: 'http://h/p?b&a=%20' }, { path: '/p?b&a=%20' }],
    ['no body', { baseURL: 'http://h', method: 'POST' }, { body: undefined, headers: {} }],
    ['an empty body', { baseURL: 'http://h', body: '' }, { body: undefined, headers: {} }],
    [
      'an empty body of bytes',
      { baseURL: 'http://h', body: new Uint8Array(0) },
      { body: undefined },
    ],
    ['json', { baseURL: 'http://h', json: { a: [null] } }, { body: '{"a":[null]}' }],
    ['json that is false', { baseURL: 'http://h', json: false }, { body: 'false' }],
    ['json that is null', { baseURL: 'http://h', json: null }, { body: 'null' }],
  ])('has %s', (_name, given, expected) => {
    expect(buildRequest(given)).toMatchObject(expected)
  })

  test('has the content type of JSON unless the caller sets another', () => {
    const built = buildRequest({ baseURL: 'http://h', json: {} })
    expect(built.headers).toEqual({ 'content-type': 'application/json' })
    const headers = { 'Content-Type': 'application/merge-patch+json' }
    expect(buildRequest({ baseURL: 'http://h', json: {}, headers }).headers).toEqual({
      'content-type': 'application/merge-patch+json',
    })
  })

  test('has a path that is valid in a request line, for any URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (baseURL) => {
        const { path, origin } = buildRequest({ baseURL })
        expect(path).toMatch(/^\/[!-~]*$/)
        expect(path).not.toContain('#')
        expect(URL.parse(origin)?.origin).toBe(origin)
      }),
    )
  })

  test('refuses a URL that is invalid, in any spelling', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          buildRequest({ baseURL: text })
        } catch (error) {
          expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'baseURL' })
        }
      }),
    )
  })
})

import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as rest from '@entrepot/rest'
import {
  addQueryParameters,
  api,
  buildRequest,
  buildResponse,
  Delete,
  encodeQuery,
  Get,
  Head,
  makeRequest,
  Options,
  Patch,
  Post,
  Put,
} from '@entrepot/rest/go'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Echo,
  failureOf,
  startEchoServer,
  startFixedServer,
  startRawServer,
  startServer,
  type TestServer,
} from './support/servers.ts'

/**
 * Behaviours that the tests of the Go package sendgrid/rest 2.6.9 expect, or that were found by trying it. Behaviours that need more than a
 * few lines have their own test files.
 */
describe('compatibility with the Go package sendgrid/rest', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startEchoServer()
  })
  afterAll(() => server.close())

  const echoOf = async (request: Partial<rest.Request>) => {
    const response = await rest.send({ baseURL: `${server.origin}/p`, ...request })
    return rest.json<Echo>(response)
  }

  test('query parameters are added without a slash', () => {
    const url = addQueryParameters('http://api.test.com', { test: '1', test2: '2' })
    expect(url).toBe('http://api.test.com?test=1&test2=2')
  })

  test('a built request contains method, query and headers', () => {
    const built = buildRequest({
      method: Get,
      baseURL: 'http://api.test.com',
      headers: { Authorization: 'Bearer APIKEY', 'X-Test': 'Test' },
      queryParams: { test: '1', test2: '2' },
    })
    expect(built).toMatchObject({
      method: 'GET',
      origin: 'http://api.test.com',
      path: '/?test=1&test2=2',
      headers: { authorization: 'Bearer APIKEY', 'x-test': 'Test' },
    })
  })

  test('a bad method causes an error and no request object', () => {
    expect(() => buildRequest({ method: '@', baseURL: 'http://api.test.com' })).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'method' }),
    )
  })

  test('the deprecated api fails for a bad method like send', async () => {
    const error = await failureOf(api({ method: '@', baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'method' })
  })

  test('the three steps of send can be executed one by one', async () => {
    const built = buildRequest({ baseURL: server.origin })
    const response = await buildResponse(await makeRequest(built))
    expect(response.statusCode).toBe(200)
    expect(response.body).not.toBe('')
    expect(response.headers['content-type']).toEqual(['application/json'])
  })

  test('a body that ends early while a response is built causes an error', async () => {
    await using broken = await startRawServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
    })
    const streamed = await makeRequest(buildRequest({ baseURL: broken.origin }))
    const error = await failureOf(buildResponse(streamed))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated' })
    expect((error as rest.ResponseError).response).toMatchObject({ statusCode: 200, body: 'half' })
  })

  test('send and the deprecated api both work end to end', async () => {
    const request = { method: Get, baseURL: server.origin, queryParams: { a: 'b' } }
    for (const call of [rest.send, api]) {
      const response = await call(request)
      expect(response.statusCode).toBe(200)
      expect(rest.json<Echo>(response).url).toBe('/?a=b')
    }
  })

  test('a body without a content type is sent as application/json, with GET as well', async () => {
    const echo = await echoOf({ method: Get, body: 'Hello World' })
    expect(echo).toMatchObject({ method: 'GET', body: 'Hello World' })
    expect(echo.headers['content-type']).toBe('application/json')
    expect(echo.headers['content-length']).toBe('11')
  })

  test('the content type of the caller is used, in any case of its name and even if it is empty', async () => {
    const custom = await echoOf({ headers: { 'CONTENT-TYPE': 'custom' }, body: 'Hello World' })
    expect(custom.headers['content-type']).toBe('custom')
    const empty = await echoOf({ headers: { 'Content-Type': '' }, body: 'Hello World' })
    expect(empty.headers['content-type']).toBe('')
  })

  test('without a body no content type is sent, not even for POST', async () => {
    const echo = await echoOf({ method: Post })
    expect(echo.headers).not.toHaveProperty('content-type')
    expect(echo.headers['content-length']).toBe('0')
  })

  test('a client with a short timeout fails with an error that names the timeout', async () => {
    await using slow = await startServer(() => {})
    await using client = rest.createClient({ timeout: 10 })
    const error = await failureOf(client.send({ baseURL: slow.origin }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'total', limitMs: 10 })
    expect(String(error)).toContain('total timeout after 10 ms')
  })

  test('an error value contains the response with its text', async () => {
    await using teapot = await startFixedServer('HTTP/1.1 418 T\r\ncontent-length: 5\r\n\r\nshort')
    const error = await failureOf(rest.sendOk({ baseURL: teapot.origin }))
    expect(error).toBeInstanceOf(rest.HttpStatusError)
    expect((error as rest.HttpStatusError).response.body).toBe('short')
  })

  test('a deadline of the caller ends the request with its reason', async () => {
    await using slow = await startServer(() => {})
    const signal = AbortSignal.timeout(10)
    const error = await failureOf(rest.send({ baseURL: slow.origin }, { signal }))
    expect(error).toMatchObject({ code: 'REST_ABORTED', reason: signal.reason })
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('the query is encoded byte for byte like in Go, sorted by name', () => {
    const encoded = encodeQuery({ k: "a b&c=d/é~*'()!+@:,;$-_." })
    expect(encoded).toBe('k=a+b%26c%3Dd%2F%C3%A9~%2A%27%28%29%21%2B%40%3A%2C%3B%24-_.')
    expect(encodeQuery({ z: '1', é: '4', a: '2', M: '3' })).toBe('M=3&a=2&z=1&%C3%A9=4')
  })

  test('a base URL with a query gets the parameters after an ampersand', async () => {
    const url = '/p?a=1&b=2'
    const baseURL = `${server.origin}/p?a=1`
    expect(await echoOf({ baseURL, queryParams: { b: '2' } })).toMatchObject({ url })
  })

  test('a fragment stays at the end of the URL and is not sent', async () => {
    expect(addQueryParameters('http://h/p#f', { a: '1' })).toBe('http://h/p?a=1#f')
    const echo = await echoOf({ baseURL: `${server.origin}/p#f`, queryParams: { a: '1' } })
    expect(echo.url).toBe('/p?a=1')
  })

  test('repeated response headers are lists in the order of their lines', async () => {
    await using dup = await startFixedServer(
      'HTTP/1.1 204 No\r\nX-Dup: a\r\nSet-Cookie: a=1\r\nx-dup: b\r\nset-cookie: b=2\r\n\r\n',
    )
    const { headers } = await rest.send({ baseURL: dup.origin })
    expect({ ...headers }).toEqual({ 'x-dup': ['a', 'b'], 'set-cookie': ['a=1', 'b=2'] })
  })

  test.each([404, 503])('status %i resolves', async (statusCode) => {
    await using failing = await startServer((_request, response) => {
      response.writeHead(statusCode).end('sorry')
    })
    const response = await rest.send({ baseURL: failing.origin })
    expect(response).toMatchObject({ statusCode, body: 'sorry' })
  })

  test('a body that ends early causes an error with the partial response', async () => {
    await using broken = await startRawServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 206 P\r\ncontent-length: 9\r\n\r\nhalf'))
    })
    const result = await rest.sendResult({ baseURL: broken.origin })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'REST_RESPONSE', fault: 'truncated' },
      response: { statusCode: 206, body: 'half' },
    })
  })

  test('a redirect to another origin drops credentials and every header that is not listed', async () => {
    await using entry = await startServer((_request, response) => {
      response.writeHead(302, { location: `${server.origin}/moved` }).end()
    })
    const headers = { authorization: 'Bearer k', 'x-api-key': 'k', accept: 'text/plain' }
    const echo = rest.json<Echo>(await rest.send({ baseURL: entry.origin, headers }))
    expect(echo.url).toBe('/moved')
    expect(echo.headers.accept).toBe('text/plain')
    expect(echo.headers).not.toHaveProperty('authorization')
    expect(echo.headers).not.toHaveProperty('x-api-key')
  })

  test('a Referer is never sent', async () => {
    await using entry = await startServer((request, response) => {
      if (request.url === '/from?apikey=s3cret') response.writeHead(302, { location: '/to' }).end()
      else response.end(JSON.stringify(request.headers))
    })
    const { body } = await rest.send({ baseURL: `${entry.origin}/from?apikey=s3cret` })
    expect(JSON.parse(body)).not.toHaveProperty('referer')
  })

  test('a compressed body is decompressed, and its coding headers are removed', async () => {
    await using zipped = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('plain text'))
    })
    const { body, headers } = await rest.send({ baseURL: zipped.origin })
    expect(body).toBe('plain text')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('content-length')
  })

  test('a Host header is sent', async () => {
    const echo = await echoOf({ headers: { Host: 'virtual.test' } })
    expect(echo.headers.host).toBe('virtual.test')
  })

  test('headers that differ only in case are refused', async () => {
    const headers = { 'X-Key': '1', 'x-key': '2' }
    expect(await failureOf(echoOf({ headers }))).toMatchObject({
      code: 'REST_INVALID_REQUEST',
      field: 'headers.x-key',
    })
  })

  test('a request without a method is a GET', async () => {
    expect(await echoOf({})).toMatchObject({ method: 'GET', url: '/p', body: '' })
    expect(await echoOf({ method: '' })).toMatchObject({ method: 'GET' })
  })

  test.each([Get, Post, Put, Patch, Delete, Options])(
    'the constant for %s is sent as this method',
    async (method) => {
      expect(await echoOf({ method })).toMatchObject({ method })
    },
  )

  test('the constant Head gets headers and no body', async () => {
    const response = await rest.send({ method: Head, baseURL: server.origin })
    expect(response).toMatchObject({ statusCode: 200, body: '' })
    expect(rest.header(response, 'Content-Type')).toBe('application/json')
  })

  test('any other token is sent as the method', async () => {
    expect(await echoOf({ method: 'PROPFIND' })).toMatchObject({ method: 'PROPFIND' })
  })

  test('many concurrent requests each get their own answer', async () => {
    const echoes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => echoOf({ queryParams: { i: String(i) } })),
    )
    expect(echoes.map((echo) => echo.url)).toEqual(
      Array.from({ length: 200 }, (_, i) => `/p?i=${i}`),
    )
  })

  test('a body of bytes is sent and received unchanged', async () => {
    await using mirror = await startServer((request, response) => request.pipe(response))
    const body = Uint8Array.from({ length: 256 }, (_, i) => i)
    const response = await rest.send({ method: 'PUT', baseURL: mirror.origin, body })
    expect(response.bytes).toEqual(body)
  })

  test('requests on one connection are sent one after the other', async () => {
    await using single = await startEchoServer()
    await using client = rest.createClient({ pool: { connections: 1 } })
    for (let i = 0; i < 3; i++) await client.send({ baseURL: single.origin, body: 'GET with body' })
    await delay(0)
    expect(single.connections()).toBe(1)
  })
})

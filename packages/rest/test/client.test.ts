import * as rest from '@entrepot/rest'
import { buildRequest, buildResponse, makeRequest, version } from '@entrepot/rest/go'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Echo,
  failureOf,
  startEchoServer,
  startServer,
  type TestServer,
} from './support/servers.ts'

describe('a client', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startEchoServer()
  })
  afterAll(() => server.close())

  const echoOf = async (client: rest.Client, request: Partial<rest.Request> = {}) =>
    rest.json<Echo>(await client.send({ baseURL: server.origin, ...request }))

  test('sends its name and the codings that it can decode', async () => {
    await using client = rest.createClient()
    const { headers } = await echoOf(client)
    expect(headers['user-agent']).toBe(`entrepot-rest/${version}`)
    expect(headers['accept-encoding']).toBe('gzip, br, zstd')
  })

  test('sends no other headers by default', async () => {
    await using client = rest.createClient({ userAgent: false, decompress: false })
    const { rawHeaders } = await echoOf(client)
    expect(rawHeaders.filter((_, i) => i % 2 === 0)).toEqual(['host', 'connection'])
  })

  test('uses another name if it is configured, and the name of a request before that', async () => {
    await using client = rest.createClient({ userAgent: 'shop/7' })
    expect((await echoOf(client)).headers['user-agent']).toBe('shop/7')
    const mine = await echoOf(client, { headers: { 'User-Agent': 'mine' } })
    expect(mine.headers['user-agent']).toBe('mine')
  })

  test('adds its headers unless the request has them, in any case', async () => {
    await using client = rest.createClient({ headers: { 'X-Tenant': 'a', Accept: 'text/plain' } })
    expect((await echoOf(client)).headers).toMatchObject({ 'x-tenant': 'a', accept: 'text/plain' })
    const overridden = await echoOf(client, { headers: { 'x-TENANT': 'b' } })
    expect(overridden.headers).toMatchObject({ 'x-tenant': 'b', accept: 'text/plain' })
  })

  test('has functions that work without the object', async () => {
    const { send, sendOk, sendResult, stream, close } = rest.createClient()
    const request = { baseURL: server.origin }
    expect((await send(request)).statusCode).toBe(200)
    expect((await sendOk(request)).statusCode).toBe(200)
    expect((await sendResult(request)).ok).toBe(true)
    await buildResponse(await stream(request))
    await close()
  })

  test('can be closed twice', async () => {
    const client = rest.createClient()
    await Promise.all([client.close(), client.close()])
    await client[Symbol.asyncDispose]()
  })

  test('cannot be changed', () => {
    const client = rest.createClient()
    expect(Object.isFrozen(client)).toBe(true)
  })

  test('does not change the given request or options', async () => {
    const headers = Object.freeze({ 'X-A': '1' })
    const queryParams = Object.freeze({ b: Object.freeze(['2', '1']), a: '0' })
    const request = Object.freeze({ baseURL: server.origin, headers, queryParams, body: 'x' })
    const timeout = Object.freeze({ total: 1_000 })
    await using client = rest.createClient(Object.freeze({ timeout }))
    await client.send(request, Object.freeze({ timeout }))
    expect(headers).toEqual({ 'X-A': '1' })
    expect(queryParams).toEqual({ b: ['2', '1'], a: '0' })
  })

  test('works with any implementation of a transport', async () => {
    const transport: rest.Transport = {
      dispatch(request, sink) {
        queueMicrotask(() => {
          sink.onStart(false)
          sink.onHeaders(200, { 'x-path': request.path })
          sink.onData(new TextEncoder().encode('hand'))
          sink.onData(new TextEncoder().encode('made'))
          sink.onEnd()
        })
        return { cancel() {}, pause() {}, resume() {} }
      },
      async close() {},
    }
    const client = rest.createClient({ transport })
    const response = await client.send({ baseURL: 'http://h/p' })
    expect(response).toMatchObject({ statusCode: 200, body: 'handmade' })
    expect(rest.header(response, 'X-Path')).toBe('/p')
  })

  test('keeps no more connections to an origin than allowed', async () => {
    let running = 0
    let most = 0
    const full = Promise.withResolvers<void>()
    await using slow = await startServer(async (_request, response) => {
      running += 1
      most = Math.max(most, running)
      if (running === 3) full.resolve()
      await full.promise
      setTimeout(() => {
        running -= 1
        response.end()
      }, 5)
    })
    await using client = rest.createClient({ pool: { connections: 3 } })
    await Promise.all(Array.from({ length: 20 }, () => client.send({ baseURL: slow.origin })))
    expect(most).toBe(3)
    expect(slow.connections()).toBe(3)
  })

  test('closes an idle connection after the configured time', async () => {
    let gone = () => {}
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    await using idle = await startServer((request, response) => {
      request.socket.once('close', gone)
      response.end()
    })
    await using client = rest.createClient({ pool: { keepAliveMs: 30 } })
    await client.send({ baseURL: idle.origin })
    await closed
    await client.send({ baseURL: idle.origin })
    expect(idle.connections()).toBe(2)
  })

  test('has its own connections: two clients share none', async () => {
    await using own = await startEchoServer()
    await using one = rest.createClient({ pool: { connections: 1 } })
    await using two = rest.createClient({ pool: { connections: 1 } })
    await one.send({ baseURL: own.origin })
    await two.send({ baseURL: own.origin })
    expect(own.connections()).toBe(2)
  })

  test('of the package is created on first use and executes all functions of the package', async () => {
    const [a, b] = await Promise.all([
      rest.send({ baseURL: server.origin }),
      rest.stream({ baseURL: server.origin }).then(buildResponse),
    ])
    expect([a.statusCode, b.statusCode]).toEqual([200, 200])
  })
})

describe('options of a single request', () => {
  test.each<[string, rest.ClientOptions, rest.SendOptions, object]>([
    ['timeout', { timeout: 5_000 }, { timeout: 20 }, { code: 'REST_TIMEOUT', limitMs: 20 }],
    ['limits', {}, { limits: { bodyBytes: 2 } }, { code: 'REST_TOO_LARGE', limitBytes: 2 }],
    ['redirect', {}, { redirect: 'error' }, { code: 'REST_REDIRECT' }],
  ])('override %s of the client', async (name, clientOptions, options, expected) => {
    await using server = await startServer((_request, response) => {
      if (name === 'redirect') response.writeHead(302, { location: '/x' }).end()
      else if (name === 'limits') response.end('long')
    })
    await using client = rest.createClient(clientOptions)
    const error = await failureOf(client.send({ baseURL: server.origin }, options))
    expect(error).toMatchObject(expected)
  })

  test('that are missing or undefined change nothing', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(503).end()
    })
    let retries = 0
    await using client = rest.createClient({
      retry: { attempts: 2, backoff: () => 0 },
      hooks: {
        onRetry: () => {
          retries += 1
        },
      },
    })
    const options = { retry: undefined, timeout: undefined, signal: undefined, limits: undefined }
    await client.send({ baseURL: server.origin }, options)
    await client.send({ baseURL: server.origin }, {})
    expect(retries).toBe(2)
    await client.send({ baseURL: server.origin }, { retry: false })
    expect(retries).toBe(2)
  })

  test('can turn decompression off and on, together with accept-encoding', async () => {
    await using server = await startEchoServer()
    const asked = async (client: rest.Client, options: rest.SendOptions) =>
      rest.json<Echo>(await client.send({ baseURL: server.origin }, options)).headers[
        'accept-encoding'
      ]
    await using decoding = rest.createClient()
    expect(await asked(decoding, { decompress: false })).toBeUndefined()
    expect(await asked(decoding, { timeout: 5_000 })).toBe('gzip, br, zstd')
    await using plain = rest.createClient({ decompress: false })
    expect(await asked(plain, { decompress: true })).toBe('gzip, br, zstd')
    await using own = rest.createClient({ headers: { 'Accept-Encoding': 'br' } })
    expect(await asked(own, { decompress: true })).toBe('br')
  })

  test('that request a range accept no coding, because a part cannot be decompressed', async () => {
    await using server = await startEchoServer()
    const asked = async (headers: Record<string, string>) =>
      rest.json<Echo>(await rest.send({ baseURL: server.origin, headers })).headers[
        'accept-encoding'
      ]
    expect(await asked({ Range: 'bytes=5-' })).toBe('identity')
    expect(await asked({ range: 'bytes=5-', 'accept-encoding': 'br' })).toBe('br')
  })

  test('can turn decompression off', async () => {
    const { gzipSync } = await import('node:zlib')
    await using server = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('x'))
    })
    const response = await rest.send({ baseURL: server.origin }, { decompress: false })
    expect(Buffer.from(response.bytes).equals(gzipSync('x'))).toBe(true)
    expect(rest.header(response, 'content-encoding')).toBe('gzip')
  })

  test('sends a changed built request to its changed URL', async () => {
    await using server = await startEchoServer()
    const built = buildRequest({ baseURL: `${server.origin}/old` })
    const changed = { ...built, url: `${server.origin}/new` }
    const response = await buildResponse(await makeRequest(changed))
    expect(rest.json(response)).toMatchObject({ url: '/new' })
    const headers = { 'x-a': 'b\r\nx-c: d' }
    expect(await failureOf(makeRequest({ ...built, headers }))).toMatchObject({
      field: 'headers.x-a',
    })
  })
})

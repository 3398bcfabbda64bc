import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import * as rest from '@entrepot/rest'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Echo,
  failureOf,
  fixture,
  startEchoServer,
  startTlsServer,
  type TestServer,
} from './support/servers.ts'

/** A forward proxy: absolute requests for http, CONNECT tunnels for https; `login` is its password. */
async function startProxy(login?: string) {
  const seen: string[] = []
  const allowed = (request: IncomingMessage) =>
    login === undefined ||
    request.headers['proxy-authorization'] === `Basic ${Buffer.from(login).toString('base64')}`
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    if (!allowed(request)) {
      response.writeHead(407).end()
      return
    }
    const upstream = await rest.stream({ method: request.method, baseURL: String(request.url) })
    response.writeHead(upstream.statusCode)
    upstream.body.pipe(response)
  })
  server.on('connect', (request, socket) => {
    seen.push(`${request.method} ${request.url}`)
    if (!allowed(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const [host, port] = String(request.url).split(':')
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { seen, url: `http://127.0.0.1:${port}`, port, [Symbol.asyncDispose]: close }
}

describe('a proxy', () => {
  let plain: TestServer
  let secure: TestServer
  const tls = { ca: fixture('authority.crt') }

  beforeAll(async () => {
    plain = await startEchoServer()
    secure = await startTlsServer({
      cert: fixture('localhost.crt'),
      key: fixture('localhost.key'),
    })
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    await plain.close()
    await secure.close()
  })

  test('forwards http and tunnels https', async () => {
    await using proxy = await startProxy()
    await using client = rest.createClient({ proxy: proxy.url, tls })
    const echo = rest.json<Echo>(await client.send({ baseURL: `${plain.origin}/p` }))
    expect(echo.url).toBe('/p')
    expect(await client.send({ baseURL: secure.origin })).toMatchObject({ body: 'secure' })
    expect(proxy.seen).toEqual([`GET ${plain.origin}/p`, `CONNECT 127.0.0.1:${secure.port}`])
  })

  test('is given as a URL as well', async () => {
    await using proxy = await startProxy()
    await using client = rest.createClient({ proxy: new URL(proxy.url) })
    await client.send({ baseURL: plain.origin })
    expect(proxy.seen).toHaveLength(1)
  })

  test('gets the login that its URL holds, and the server does not', async () => {
    await using proxy = await startProxy('user:pass word')
    const url = `http://user:pass%20word@127.0.0.1:${proxy.port}`
    await using client = rest.createClient({ proxy: url, tls })
    const response = await client.send({ baseURL: plain.origin })
    expect(rest.json<Echo>(response).headers).not.toHaveProperty('proxy-authorization')
    expect(await client.send({ baseURL: secure.origin })).toMatchObject({ body: 'secure' })
  })

  test('that wants a login is a ConnectError of phase proxy', async () => {
    await using proxy = await startProxy('user:password')
    await using client = rest.createClient({ proxy: proxy.url, tls })
    for (const { origin } of [plain, secure]) {
      const error = await failureOf(client.send({ baseURL: origin }))
      expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'proxy' })
    }
  })

  test('that is not there is a ConnectError', async () => {
    await using client = rest.createClient({ proxy: 'http://127.0.0.1:1', tls })
    for (const { origin } of [plain, secure]) {
      const error = await failureOf(client.send({ baseURL: origin }))
      expect(error).toMatchObject({ code: 'REST_CONNECT', errno: 'ECONNREFUSED' })
    }
  })

  test('does not relieve servers of proving who they are', async () => {
    await using proxy = await startProxy()
    await using client = rest.createClient({ proxy: proxy.url })
    const error = await failureOf(client.send({ baseURL: secure.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test('from the environment is used only when that is asked for', async () => {
    await using proxy = await startProxy()
    vi.stubEnv('HTTP_PROXY', proxy.url)
    vi.stubEnv('http_proxy', proxy.url)
    await using without = rest.createClient()
    await without.send({ baseURL: plain.origin })
    expect(proxy.seen).toEqual([])
    await using client = rest.createClient({ proxy: 'env' })
    await client.send({ baseURL: `${plain.origin}/p` })
    expect(proxy.seen).toEqual([`GET ${plain.origin}/p`])
  })

  test('from the environment is passed by for what NO_PROXY lists', async () => {
    await using proxy = await startProxy()
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      vi.stubEnv(name, proxy.url)
    }
    for (const [list, used] of [
      ['127.0.0.1', 0],
      ['*', 0],
      [`127.0.0.1:${plain.port}`, 0],
      ['127.0.0.1:1,example.com', 1],
    ] as const) {
      proxy.seen.length = 0
      vi.stubEnv('NO_PROXY', list)
      vi.stubEnv('no_proxy', list)
      await using client = rest.createClient({ proxy: 'env', tls })
      await client.send({ baseURL: plain.origin })
      expect(proxy.seen, list).toHaveLength(used)
    }
  })

  test('that is not set in the environment is no proxy', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      vi.stubEnv(name, '')
    }
    await using client = rest.createClient({ proxy: 'env' })
    expect(await client.send({ baseURL: plain.origin })).toMatchObject({ statusCode: 200 })
  })
})

import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import * as rest from '@entrepot/rest'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Echo,
  failureOf,
  fixture,
  startEchoServer,
  startFixedServer,
  startServer,
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

  test('can be given as a URL object', async () => {
    await using proxy = await startProxy()
    await using client = rest.createClient({ proxy: new URL(proxy.url) })
    await client.send({ baseURL: plain.origin })
    expect(proxy.seen).toHaveLength(1)
  })

  test('gets the login in its URL, and the server does not', async () => {
    await using proxy = await startProxy('user:pass word')
    const url = `http://user:pass%20word@127.0.0.1:${proxy.port}`
    await using client = rest.createClient({ proxy: url, tls })
    const response = await client.send({ baseURL: plain.origin })
    expect(rest.json<Echo>(response).headers).not.toHaveProperty('proxy-authorization')
    expect(await client.send({ baseURL: secure.origin })).toMatchObject({ body: 'secure' })
  })

  test('that requires a login causes a ConnectError of phase proxy', async () => {
    await using proxy = await startProxy('user:password')
    await using client = rest.createClient({ proxy: proxy.url, tls })
    for (const { origin } of [plain, secure]) {
      const error = await failureOf(client.send({ baseURL: origin }))
      expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'proxy' })
    }
  })

  test('that is unreachable causes a ConnectError', async () => {
    await using client = rest.createClient({ proxy: 'http://127.0.0.1:1', tls })
    for (const { origin } of [plain, secure]) {
      const error = await failureOf(client.send({ baseURL: origin }))
      expect(error).toMatchObject({ code: 'REST_CONNECT', errno: 'ECONNREFUSED' })
    }
  })

  test('does not replace the verification of server certificates', async () => {
    await using proxy = await startProxy()
    await using client = rest.createClient({ proxy: proxy.url })
    const error = await failureOf(client.send({ baseURL: secure.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test("from the environment is used only with proxy: 'env'", async () => {
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

  test('from the environment is not used for hosts in NO_PROXY', async () => {
    await using proxy = await startProxy()
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      vi.stubEnv(name, proxy.url)
    }
    for (const [list, used] of [
      ['127.0.0.1', 0],
      ['*', 0],
      ['10.0.0.0/8,127.0.0.0/8', 0],
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

  test('from the environment is read once, when the client is created', async () => {
    await using proxy = await startProxy()
    for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, proxy.url)
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '127.0.0.1')
    await using client = rest.createClient({ proxy: 'env' })
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '')
    await client.send({ baseURL: plain.origin })
    expect(proxy.seen).toEqual([])
  })

  test('from the environment can lack a scheme', async () => {
    await using proxy = await startProxy()
    for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, `127.0.0.1:${proxy.port}`)
    await using client = rest.createClient({ proxy: 'env' })
    await client.send({ baseURL: plain.origin })
    expect(proxy.seen).toHaveLength(1)
  })

  test.each(['http://user:s3cret@[', 'socks5://user:s3cret@h', 'http://user:s3cret%@h', 's3 cret'])(
    'from the environment that is not a URL (%s) is refused by the name of its variable, without its value',
    (value) => {
      for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, value)
      let error: unknown
      try {
        rest.createClient({ proxy: 'env' })
      } catch (thrown) {
        error = thrown
      }
      expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'proxy' })
      expect((error as Error).message).toContain('HTTPS_PROXY')
      expect(inspect(error, { showHidden: true })).not.toMatch(/s3 ?cret/)
    },
  )

  test('that is not set in the environment is not used', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      vi.stubEnv(name, '')
    }
    await using client = rest.createClient({ proxy: 'env' })
    expect(await client.send({ baseURL: plain.origin })).toMatchObject({ statusCode: 200 })
  })

  test('does not change the limit of headers', async () => {
    const head = `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n`
    await using proxy = await startFixedServer(head)
    for (const [headerBytes, expected] of [
      [8_192, { error: { code: 'REST_TOO_LARGE', part: 'headers' } }],
      [32_768, { ok: true }],
    ] as const) {
      await using client = rest.createClient({ proxy: proxy.origin, limits: { headerBytes } })
      expect(await client.sendResult({ baseURL: 'http://api.test/' })).toMatchObject(expected)
    }
  })

  test('gets no more connections than the pool allows', async () => {
    const waiting: (() => void)[] = []
    await using proxy = await startServer((_request, response) => {
      waiting.push(() => response.end())
      if (waiting.length === 2) for (const answer of waiting.splice(0)) answer()
    })
    await using client = rest.createClient({ proxy: proxy.origin, pool: { connections: 2 } })
    const sends = Array.from({ length: 10 }, () => client.send({ baseURL: 'http://api.test/' }))
    await Promise.all(sends)
    expect(proxy.connections()).toBe(2)
  })

  test('that answers CONNECT with something else than HTTP causes a ConnectError of phase proxy', async () => {
    await using proxy = await startFixedServer('SSH-2.0-OpenSSH_9.6\r\n\r\n')
    await using client = rest.createClient({ proxy: proxy.origin })
    const error = await failureOf(client.send({ baseURL: 'https://api.test/' }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'proxy' })
  })

  test('with https is verified by its own name, and does not get the certificate of the client', async () => {
    const certificates: unknown[] = []
    const identity = { cert: fixture('localhost.crt'), key: fixture('localhost.key') }
    const ask = { requestCert: true, rejectUnauthorized: false }
    const proxy = createTlsServer({ ...identity, ...ask })
    proxy.on('connect', (request, socket: TLSSocket) => {
      certificates.push(socket.getPeerCertificate().subject)
      const upstream = connect(Number(String(request.url).split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(socket).pipe(upstream)
      })
      socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    const server = { cert: fixture('elsewhere.crt'), key: fixture('elsewhere.key') }
    await using target = await startTlsServer({ ...server, ...ask }, (request, response) => {
      response.end((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
    })
    const client = rest.createClient({
      proxy: `https://localhost:${port}`,
      tls: {
        ...tls,
        cert: fixture('client.crt'),
        key: fixture('client.key'),
        servername: 'elsewhere.test',
      },
    })
    const { body } = await client.send({ baseURL: target.origin })
    await client.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    expect(body).toBe('Test Client')
    expect(certificates).toEqual([undefined])
  })
})

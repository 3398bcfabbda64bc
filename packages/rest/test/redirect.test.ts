import * as rest from '@entrepot/rest'
import { buildResponse } from '@entrepot/rest/go'
import { allowInsecureRedirects } from '@entrepot/rest/unsafe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bodyOf,
  type Echo,
  failureOf,
  fixture,
  startRawServer,
  startServer,
  startTlsServer,
  type TestServer,
} from './support/servers.ts'

/**
 * `/<status>/to/<rest of the path>` redirects there with this status; anything else is echoed.
 */
async function startRedirectingServer(): Promise<TestServer> {
  return startServer(async (request, response) => {
    const { method, url = '', headers, rawHeaders } = request
    const body = await bodyOf(request)
    const [, status, target] = /^\/(\d{3})\/to(\/.*)$/.exec(url) ?? []
    if (target === undefined)
      response.end(JSON.stringify({ method, url, headers, rawHeaders, body }))
    else response.writeHead(Number(status), { location: target }).end('moved')
  })
}

describe('redirects', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startRedirectingServer()
  })
  afterAll(() => server.close())

  const all = { methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] }
  const to = async (
    path: string,
    request: Partial<rest.Request> = {},
    redirect?: rest.RedirectOptions,
  ) => {
    const options = redirect === undefined ? {} : { redirect }
    const response = await rest.send({ baseURL: server.origin + path, ...request }, options)
    return rest.json<Echo>(response)
  }

  test.each([301, 302, 303, 307, 308])('of status %i are followed for GET', async (status) => {
    const echo = await to(`/${status}/to/end?a=1`, { headers: { 'x-key': 'kept' } })
    expect(echo).toMatchObject({ method: 'GET', url: '/end?a=1', headers: { 'x-key': 'kept' } })
  })

  test.each([300, 304, 305, 306])(
    'of status %i are not followed, and are returned to the caller',
    async (status) => {
      const response = await rest.send({ baseURL: `${server.origin}/${status}/to/end` })
      expect(response.statusCode).toBe(status)
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'are returned to the caller for %s by default',
    async (method) => {
      const response = await rest.send({ method, baseURL: `${server.origin}/302/to/end` })
      expect(response.statusCode).toBe(302)
      expect(rest.header(response, 'location')).toBe('/end')
    },
  )

  test.each([301, 302, 303])(
    'of status %i turn a POST into a GET without its body',
    async (status) => {
      const echo = await to(`/${status}/to/end`, { method: 'POST', body: 'x' }, all)
      expect(echo).toMatchObject({ method: 'GET', body: '' })
      expect(echo.headers).not.toHaveProperty('content-type')
      expect(echo.headers).not.toHaveProperty('content-length')
    },
  )

  test.each([307, 308])('of status %i keep method and body', async (status) => {
    const echo = await to(`/${status}/to/end`, { method: 'POST', body: 'x' }, all)
    expect(echo).toMatchObject({ method: 'POST', body: 'x' })
    expect(echo.headers['content-type']).toBe('application/json')
  })

  test.each([
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [303, 'PUT', 'GET'],
    [303, 'DELETE', 'GET'],
  ])('of status %i turn %s into %s', async (status, method, expected) => {
    expect(await to(`/${status}/to/end`, { method }, all)).toMatchObject({ method: expected })
  })

  test('keep HEAD for a HEAD request', async () => {
    const response = await rest.send({ method: 'HEAD', baseURL: `${server.origin}/303/to/end` })
    expect(response).toMatchObject({ statusCode: 200, body: '' })
  })

  test('can have a path in unescaped UTF-8 or Latin-1', async () => {
    for (const [location, path] of [
      [Buffer.from('/grün'), '/gr%C3%BCn'],
      [Buffer.from('/grün', 'latin1'), '/gr%C3%BCn'],
      [Buffer.from('/%FC'), '/%FC'],
    ] as const) {
      await using server = await startRawServer((socket) => {
        socket.on('data', (request) => {
          const isFirst = request.toString('latin1').startsWith('GET / ')
          const head = isFirst ? 'HTTP/1.1 302 Found\r\nlocation: ' : 'HTTP/1.1 200 OK\r\nx-end: '
          socket.write(Buffer.concat([Buffer.from(head), location]))
          socket.write('\r\ncontent-length: 0\r\n\r\n')
        })
      })
      const response = await rest.send({ baseURL: `${server.origin}/` })
      expect(response.url).toBe(server.origin + path)
    }
  })

  test('are visible in the URL of the response', async () => {
    const response = await rest.send({ baseURL: `${server.origin}/302/to/301/to/end?q=1` })
    expect(response.url).toBe(`${server.origin}/end?q=1`)
  })

  test('without a location are returned to the caller', async () => {
    await using bare = await startServer((_request, response) => response.writeHead(302).end('?'))
    expect(await rest.send({ baseURL: bare.origin })).toMatchObject({ statusCode: 302, body: '?' })
  })

  test('are followed ten times at most', async () => {
    const chain = (hops: number) => `${'/302/to'.repeat(hops)}/end`
    expect(await to(chain(10))).toMatchObject({ url: '/end' })
    const error = await failureOf(to(chain(11)))
    expect(error).toBeInstanceOf(rest.RedirectError)
    expect(error).toMatchObject({ code: 'REST_REDIRECT', count: 10, retryable: false })
    expect(String(error)).toContain('more than 10 redirects')
  })

  test('are followed as often as the caller allows', async () => {
    const error = await failureOf(to('/302/to/302/to/end', {}, { max: 1 }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', count: 1 })
  })

  test('in a loop are detected at once', async () => {
    let requests = 0
    await using looping = await startServer((request, response) => {
      requests += 1
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end()
    })
    const error = await failureOf(rest.send({ baseURL: `${looping.origin}/a` }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${looping.origin}/a` })
    expect(String(error)).toContain('a loop')
    expect(requests).toBe(2)
  })

  test.each([
    ['another scheme', 'ftp://h/x', 'ftp://h/x'],
    ['a script', 'javascript:alert(1)', 'javascript:'],
    ['no URL', 'http://[', 'http://['],
    ['user information', 'http://user:s3cret@h/', 'http://h/'],
  ])('to %s are refused', async (_name, location, shown) => {
    await using evil = await startServer((_request, response) => {
      response.writeHead(302, { location }).end()
    })
    const error = await failureOf(rest.send({ baseURL: evil.origin }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: shown, count: 0 })
    expect(String(error)).not.toContain('s3cret')
  })

  test('are all returned to the caller in mode manual', async () => {
    const options = { redirect: 'manual' } as const
    const response = await rest.send({ baseURL: `${server.origin}/302/to/end` }, options)
    expect(response).toMatchObject({ statusCode: 302, body: 'moved' })
  })

  test('are errors in mode error', async () => {
    const options = { redirect: 'error' } as const
    const error = await failureOf(
      rest.send({ baseURL: `${server.origin}/302/to/end?k=s3` }, options),
    )
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${server.origin}/end` })
  })

  test('are followed for streams, and their bodies are released', async () => {
    await using client = rest.createClient({ pool: { connections: 1 } })
    const response = await client.stream({ baseURL: `${server.origin}/302/to/301/to/end` })
    expect(await buildResponse(response)).toMatchObject({ statusCode: 200 })
  })

  test('are refused if the body is a stream that would be sent again', async () => {
    async function* body() {
      yield 'once'
    }
    const request = { method: 'POST', baseURL: `${server.origin}/307/to/end`, body: body() }
    const error = await failureOf(rest.stream(request, { redirect: all }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT' })
  })
})

describe('a redirect from https to http', () => {
  const secure = () =>
    startTlsServer(
      { cert: fixture('localhost.crt'), key: fixture('localhost.key') },
      (request, response) => {
        response.writeHead(302, { location: request.url?.slice(1) }).end()
      },
    )
  const tls = { ca: fixture('authority.crt') }

  test('is refused', async () => {
    await using server = await secure()
    await using client = rest.createClient({ tls })
    const baseURL = `${server.origin}/http://127.0.0.1:1/x`
    const error = await failureOf(client.send({ baseURL }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: 'http://127.0.0.1:1/x' })
  })

  test('is followed only with a symbol', async () => {
    await using plain = await startServer((_request, response) => response.end('plain'))
    await using server = await secure()
    await using client = rest.createClient({
      tls,
      redirect: { [allowInsecureRedirects]: true },
    })
    const response = await client.send({ baseURL: `${server.origin}/${plain.origin}/x` })
    expect(response.body).toBe('plain')
  })
})

import * as rest from '@entrepot/rest'
import { rateLimit } from '@entrepot/rest/headers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf, startRawServer, startServer } from './support/servers.ts'

/**
 * What users of other HTTP clients complain about in their issue trackers. Most of it has a test file of its own:
 * network-failures (hidden reasons, dead connections), abort (shared signals), retry (unwanted retries), timeouts
 * (no connect timeout), secret-leak, redirect-leak, query (lists), compressed-bomb, proxy, ssrf-guard, telemetry,
 * testing (fakes) and packaging (dependencies). The rest is here.
 */
describe('frequent complaints about HTTP clients', () => {
  afterEach(() => vi.restoreAllMocks())

  test('keep-alive: a connection is closed early, even if the server offers to keep it for ten minutes', async () => {
    let gone = () => {}
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    await using server = await startRawServer((socket) => {
      socket.on('close', gone)
      socket.on('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 0\r\n\r\n')
      })
    })
    await using client = rest.createClient({ pool: { keepAliveMaxMs: 40 } })
    await client.send({ baseURL: server.origin })
    await closed
  })

  test('retries: a body never contains parts of two answers', async () => {
    const requests: string[] = []
    await using server = await startRawServer((socket) => {
      socket.on('data', (chunk) => {
        requests.push(String(chunk))
        const head =
          'HTTP/1.1 200 OK\r\naccept-ranges: bytes\r\netag: "1"\r\ncontent-length: 10\r\n\r\n'
        socket.end(`${head}01234`)
      })
    })
    const retry = { attempts: 3, backoff: () => 0 }
    const error = await failureOf(rest.send({ baseURL: server.origin }, { retry }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated' })
    expect(requests).toHaveLength(1)
    expect(requests.join()).not.toMatch(/range/i)
  })

  test('retries: an unexpected 206 is returned unchanged', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('forged')
    })
    const retry = { attempts: 3 }
    const response = await rest.send({ baseURL: server.origin }, { retry })
    expect(response).toMatchObject({ statusCode: 206, body: 'forged' })
  })

  test('bodies: an answer that is not read does not occupy a connection', async () => {
    await using server = await startServer((_request, response) => response.end('x'.repeat(99_999)))
    await using client = rest.createClient({ pool: { connections: 1 } })
    for (let i = 0; i < 5; i++) await client.send({ baseURL: server.origin })
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  test('bodies: an error handler and the caller can both read the body', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(422).end('{"reason":"sku"}')
    })
    const read: unknown[] = []
    await using client = rest.createClient()
    const error = (await failureOf(
      client.sendOk({ baseURL: server.origin }),
    )) as rest.HttpStatusError
    read.push(rest.json(error.response), rest.json(error.response), error.response.body)
    expect(read).toEqual([{ reason: 'sku' }, { reason: 'sku' }, '{"reason":"sku"}'])
  })

  test('timeouts: a request to a silent server ends by itself', async () => {
    await using server = await startRawServer(() => {})
    const { defaults } = { defaults: rest.createClient() }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pending = failureOf(defaults.send({ baseURL: server.origin }))
    await vi.advanceTimersByTimeAsync(30_001)
    vi.useRealTimers()
    const error = await pending
    expect(error).toMatchObject({ code: 'REST_TIMEOUT' })
    await defaults.close()
  })

  test('logs: an error is one line of a few hundred characters, not the whole request', async () => {
    const body = 'x'.repeat(250_000)
    const request = { method: 'POST', baseURL: 'http://127.0.0.1:1/p', body }
    const error = await failureOf(rest.send(request))
    expect(JSON.stringify(error).length).toBeLessThan(600)
  })

  test('mocking: a fake belongs to its client and changes nothing global', async () => {
    const { fakeTransport } = await import('@entrepot/rest/testing')
    await using server = await startServer((_request, response) => response.end('real'))
    const fake = rest.createClient({ transport: fakeTransport([{ reply: { body: 'fake' } }]) })
    const request = { baseURL: server.origin }
    const [a, b] = await Promise.all([fake.send(request), rest.send(request)])
    expect([a.body, b.body]).toEqual(['fake', 'real'])
  })

  test('status codes: 429 and 503 are answers with their limits', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'x-ratelimit-remaining': '0' }).end()
    })
    const response = await rest.send({ baseURL: server.origin })
    expect(response.statusCode).toBe(429)
    expect(rateLimit(response)).toMatchObject({ remaining: 0, retryAfterMs: 7_000 })
  })
})

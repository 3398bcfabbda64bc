import * as rest from '@entrepot/rest'
import { describe, expect, test } from 'vitest'
import { failureOf, startHeldServer, startRawServer, startServer } from './support/servers.ts'
import { stopTime } from './support/time.ts'

/** A server that sends a byte of the body every few milliseconds, for ever. */
function startDrippingServer(everyMs: number) {
  return startServer((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), everyMs)
    response.on('close', () => clearInterval(timer))
  })
}

/** A server that never answers. */
function startSilentServer() {
  return startServer(() => {})
}

describe('the timeouts', () => {
  test('that are undefined keep their default, or the setting of the client', async () => {
    await using server = await startHeldServer()
    const undefinedTotal = { total: undefined } as object
    await using client = rest.createClient({ timeout: { total: 30 } })
    const error = await failureOf(
      client.send({ baseURL: server.origin }, { timeout: undefinedTotal }),
    )
    expect(error).toMatchObject({ phase: 'total', limitMs: 30 })
    await using plain = rest.createClient({ timeout: undefinedTotal })
    using time = stopTime()
    const silent = failureOf(plain.send({ baseURL: `${server.origin}/silent` }))
    while ((await server.next()).req.url !== '/silent');
    time.advance(30_000)
    expect(await silent).toMatchObject({ phase: 'total', limitMs: 30_000 })
  })

  test('headers: expires if the answer does not start in time', async () => {
    await using server = await startSilentServer()
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { timeout: { headers: 30, total: 60_000 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'headers', limitMs: 30 })
  })

  test('headers: expires if the server sends headers slowly', async () => {
    await using server = await startRawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write('x: y\r\n'), 5)
        socket.on('close', () => clearInterval(timer))
      })
    })
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { timeout: { headers: 60, total: 60_000 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'headers' })
  })

  test('idle: expires if the body stops', async () => {
    await using server = await startServer((_request, response) => {
      response.write('first')
    })
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { timeout: { idle: 30, total: 60_000 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'idle', limitMs: 30 })
  })

  test('total: expires for a slow body that never reaches idle', async () => {
    await using server = await startDrippingServer(5)
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { timeout: { idle: 1_000, total: 100 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'total', limitMs: 100 })
  })

  test('attempt: ends one attempt, and the next one starts at zero', async () => {
    await using server = await startHeldServer()
    await using client = rest.createClient({
      timeout: { attempt: 60, total: 10_000 },
      // The pause is over as soon as it has begun.
      retry: { attempts: 3, backoff: () => 1 },
      hooks: { onRetry: () => void setImmediate(() => time.advance(1)) },
    })
    using time = stopTime()
    const sent = client.send({ baseURL: server.origin })
    for (let attempt = 1; attempt < 3; attempt++) {
      await server.next()
      time.advance(60)
    }
    const third = await server.next()
    time.advance(59)
    third.end('third time lucky')
    expect(await sent).toMatchObject({ body: 'third time lucky' })
  })

  test('attempt: is reported when it ends the last attempt', async () => {
    await using server = await startSilentServer()
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { timeout: { attempt: 20, total: 60_000 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'attempt', limitMs: 20 })
  })

  test('attempt: includes the redirects of one attempt', async () => {
    await using server = await startServer((request, response) => {
      const hop = Number(request.url?.slice(1))
      setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 30)
    })
    const error = await failureOf(
      rest.send({ baseURL: `${server.origin}/0` }, { timeout: { attempt: 100, total: 60_000 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'attempt' })
  })

  test('connect: includes the wait for a free connection', async () => {
    await using server = await startSilentServer()
    await using client = rest.createClient({ pool: { connections: 1 } })
    const holding = failureOf(client.send({ baseURL: server.origin }, { timeout: 300 }))
    const error = await failureOf(
      client.send({ baseURL: server.origin }, { timeout: { connect: 30 } }),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'connect', limitMs: 30 })
    await holding
  })

  test('connect: includes TCP to a host that does not answer', async () => {
    // TEST-NET-1: routed nowhere. Some networks drop the packets, others say so at once.
    await using client = rest.createClient({ timeout: { connect: 50 } })
    const error = await failureOf(client.send({ baseURL: 'http://192.0.2.1:81/' }))
    expect(error).toBeInstanceOf(rest.RestError)
    expect((error as rest.RestError).code).toMatch(/^REST_(TIMEOUT|CONNECT)$/)
  })

  test('a request that waits in the queue can expire without affecting the others', async () => {
    await using server = await startHeldServer()
    await using client = rest.createClient({ pool: { connections: 1 } })
    const first = client.send({ baseURL: server.origin })
    const held = await server.next()
    await failureOf(client.send({ baseURL: server.origin }, { timeout: 30 }))
    const third = client.send({ baseURL: server.origin })
    held.end('first')
    expect(await first).toMatchObject({ body: 'first' })
    ;(await server.next()).end('third')
    expect(await third).toMatchObject({ body: 'third' })
    expect(server.connections()).toBe(1)
  })

  test('false turns a timeout off', async () => {
    await using server = await startServer((_request, response) => {
      setTimeout(() => response.end('slow'), 60)
    })
    await using client = rest.createClient({ timeout: 20 })
    const timeout = { total: false, attempt: false } as const
    expect(await client.send({ baseURL: server.origin }, { timeout })).toMatchObject({
      body: 'slow',
    })
  })

  test('a number sets the total', async () => {
    await using server = await startSilentServer()
    const error = await failureOf(rest.send({ baseURL: server.origin }, { timeout: 15 }))
    expect(error).toMatchObject({ phase: 'total', limitMs: 15 })
  })

  test('timeouts that a request does not set keep the setting of the client', async () => {
    await using server = await startSilentServer()
    await using client = rest.createClient({ timeout: { headers: 20 } })
    const error = await failureOf(client.send({ baseURL: server.origin }, { timeout: 60_000 }))
    expect(error).toMatchObject({ phase: 'headers', limitMs: 20 })
  })

  test('total: includes retries and their pauses, and ends them with the last answer', async () => {
    let requests = 0
    await using server = await startServer((_request, response) => {
      requests += 1
      response.writeHead(503).end('busy')
    })
    await using client = rest.createClient({
      timeout: 300,
      retry: { attempts: 100, backoff: () => 100, budget: false },
      hooks: { onRetry: () => void setImmediate(() => time.advance(100)) },
    })
    using time = stopTime()
    const response = await client.send({ baseURL: server.origin })
    expect(response).toMatchObject({ statusCode: 503, body: 'busy' })
    // A third pause would last until the total is over.
    expect(requests).toBe(3)
  })

  test('a timeout closes its connection, so that a late answer does not reach the next request', async () => {
    await using server = await startHeldServer()
    await using client = rest.createClient({ pool: { connections: 1 } })
    using time = stopTime()
    const late = failureOf(client.send({ baseURL: server.origin }, { timeout: 30 }))
    const first = await server.next()
    time.advance(30)
    expect(await late).toMatchObject({ code: 'REST_TIMEOUT' })
    const answer = client.send({ baseURL: server.origin })
    first.end('answer 1')
    ;(await server.next()).end('answer 2')
    expect(await answer).toMatchObject({ body: 'answer 2' })
    expect(server.connections()).toBe(2)
  })

  test('timeouts longer than the maximum of a timer do not expire at once', async () => {
    await using server = await startServer((_request, response) => {
      setTimeout(() => response.end('fine'), 20)
    })
    const timeout = { total: 2 ** 40, connect: 2 ** 40 }
    expect(await rest.send({ baseURL: server.origin }, { timeout })).toMatchObject({ body: 'fine' })
  })
})

describe('the defaults', () => {
  test('end a request automatically: 30 s in total, 10 s to connect', async () => {
    const { bufferedTimeouts, streamedTimeouts } = await import('../src/settings/settings.ts')
    expect(bufferedTimeouts({})).toEqual({
      connect: 10_000,
      headers: 30_000,
      idle: 30_000,
      attempt: 30_000,
      total: 30_000,
    })
    expect(streamedTimeouts({})).toEqual({
      connect: 10_000,
      headers: 30_000,
      idle: 30_000,
      attempt: Number.POSITIVE_INFINITY,
      total: Number.POSITIVE_INFINITY,
    })
  })
})

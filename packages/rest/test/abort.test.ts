import { EventEmitter, getEventListeners } from 'node:events'
import * as rest from '@entrepot/rest'
import { describe, expect, test } from 'vitest'
import { failureOf, startEchoServer, startServer } from './support/servers.ts'

describe("the caller's signal", () => {
  test('ends a request that waits for its answer, and the error contains its reason', async () => {
    const controller = new AbortController()
    await using server = await startServer(() => controller.abort('not needed any more'))
    const error = await failureOf(rest.send({ baseURL: server.origin }, controller))
    expect(error).toBeInstanceOf(rest.AbortedError)
    expect(error).toMatchObject({
      code: 'REST_ABORTED',
      reason: 'not needed any more',
      cause: 'not needed any more',
      retryable: false,
    })
  })

  test('that is already aborted prevents the request', async () => {
    await using server = await startEchoServer()
    const error = await failureOf(
      rest.send({ baseURL: server.origin }, { signal: AbortSignal.abort() }),
    )
    expect(error).toMatchObject({ code: 'REST_ABORTED' })
    expect(server.connections()).toBe(0)
  })

  test('can be null, and is refused if it is not a signal, with no timer left running', async () => {
    await using server = await startEchoServer()
    const send = (signal: unknown, timeout?: number) =>
      rest.send({ baseURL: server.origin }, { signal: signal as AbortSignal, timeout })
    expect(await send(null)).toMatchObject({ statusCode: 200 })
    for (const signal of ['x', {}, 1]) {
      expect(await failureOf(send(signal, 20))).toMatchObject({ field: 'signal' })
    }
    // A clock that runs out without anybody waiting would be an unhandled rejection here.
    await new Promise((resolve) => setTimeout(resolve, 40))
  })

  test('ends a request while the body is received', async () => {
    const controller = new AbortController()
    await using server = await startServer((_request, response) => {
      response.write('first')
      setImmediate(() => controller.abort())
    })
    const error = await failureOf(rest.send({ baseURL: server.origin }, controller))
    expect(error).toMatchObject({ code: 'REST_ABORTED' })
  })

  test('ends the pause before a retry immediately', async () => {
    const controller = new AbortController()
    await using server = await startServer((_request, response) => {
      response.writeHead(503).end()
    })
    await using client = rest.createClient({
      retry: { attempts: 2, backoff: () => 20_000 },
      hooks: { onRetry: () => void setImmediate(() => controller.abort()) },
    })
    const error = await failureOf(client.send({ baseURL: server.origin }, controller))
    expect(error).toMatchObject({ code: 'REST_ABORTED' })
  })

  test('is not a failure that is retried', async () => {
    let requests = 0
    const controller = new AbortController()
    await using server = await startServer(() => {
      requests += 1
      controller.abort()
    })
    await using client = rest.createClient({ retry: { attempts: 5, backoff: () => 0 } })
    await failureOf(client.send({ baseURL: server.origin }, controller))
    expect(requests).toBe(1)
  })

  test('closes the connection, so that the server can stop working', async () => {
    const controller = new AbortController()
    const closed = new EventEmitter()
    const seen = new Promise((resolve) => closed.once('close', resolve))
    await using server = await startServer((request) => {
      request.on('close', () => closed.emit('close'))
      controller.abort()
    })
    await failureOf(rest.send({ baseURL: server.origin }, controller))
    await seen
  })

  test('has no effect after the answer', async () => {
    await using server = await startEchoServer()
    const controller = new AbortController()
    const response = await rest.send({ baseURL: server.origin }, controller)
    controller.abort()
    expect(response.statusCode).toBe(200)
  })

  test('can be shared by many requests without leaving a listener or a warning', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    await using server = await startEchoServer()
    const { signal } = new AbortController()
    for (let round = 0; round < 20; round++) {
      const batch = Array.from({ length: 5 }, () =>
        rest.send({ baseURL: server.origin }, { signal }),
      )
      await Promise.all(batch)
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1/' }, { signal }))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  test('ends all the requests that share it', async () => {
    await using server = await startServer(() => {})
    const controller = new AbortController()
    const errors = Array.from({ length: 8 }, () =>
      failureOf(rest.send({ baseURL: server.origin }, controller)),
    )
    controller.abort()
    for (const error of await Promise.all(errors)) {
      expect(error).toMatchObject({ code: 'REST_ABORTED' })
    }
  })

  test('does not close the connection if the request still waits for it', async () => {
    let answer = () => {}
    await using server = await startServer((_request, response) => {
      answer = () => response.end('ok')
      if (server.connections() === 1) setImmediate(answer)
    })
    await using client = rest.createClient({ pool: { connections: 1 } })
    const controller = new AbortController()
    const first = client.send({ baseURL: server.origin })
    const second = failureOf(client.send({ baseURL: server.origin }, controller))
    controller.abort()
    expect(await second).toMatchObject({ code: 'REST_ABORTED' })
    expect(await first).toMatchObject({ body: 'ok' })
    expect(await client.send({ baseURL: server.origin })).toMatchObject({ body: 'ok' })
    expect(server.connections()).toBe(1)
  })
})

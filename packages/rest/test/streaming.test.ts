import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as rest from '@entrepot/rest'
import { multipartStream } from '@entrepot/rest/forms'
import { buildResponse } from '@entrepot/rest/go'
import { describe, expect, test } from 'vitest'
import { failureOf, startRawServer, startServer } from './support/servers.ts'
import { stopTime } from './support/time.ts'

const MEBIBYTE = 2 ** 20

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A server that streams as many bytes as the path says, or counts and hashes what it is sent. */
function startStreamServer() {
  return startServer(async (request, response) => {
    if (request.method === 'GET') {
      const piece = Buffer.alloc(64 * 1024, 'x')
      await pipeline(function* () {
        for (let left = Number(request.url?.slice(1)); left > 0; left -= piece.length) {
          yield piece.subarray(0, left)
        }
      }, response).catch(() => {})
      return
    }
    const hash = createHash('sha256')
    let length = 0
    for await (const chunk of request) {
      hash.update(chunk)
      length += chunk.length
    }
    const { 'transfer-encoding': encoding, 'content-length': announced } = request.headers
    response.end(JSON.stringify({ length, sha256: hash.digest('hex'), encoding, announced }))
  })
}

describe('a streamed response', () => {
  test('resolves with the headers, before the body has arrived', async () => {
    let finish = () => {}
    await using server = await startServer((_request, response) => {
      response.write('first')
      finish = () => response.end(' last')
    })
    const response = await rest.stream({ baseURL: server.origin })
    expect(response.statusCode).toBe(200)
    const iterator = response.body[Symbol.asyncIterator]()
    expect(String((await iterator.next()).value)).toBe('first')
    finish()
    expect(String((await iterator.next()).value)).toBe(' last')
    expect((await iterator.next()).done).toBe(true)
  })

  test('is complete at any size, because there is no default limit', async () => {
    await using server = await startStreamServer()
    const response = await rest.stream({ baseURL: `${server.origin}/${32 * MEBIBYTE}` })
    let received = 0
    for await (const chunk of response.body) received += chunk.length
    expect(received).toBe(32 * MEBIBYTE)
  })

  test('slows the server down if the reader is slow', async () => {
    let written = 0
    await using server = await startServer((_request, response) => {
      const piece = Buffer.alloc(64 * 1024)
      const write = () => {
        while (response.writable && written < 256 * MEBIBYTE) {
          written += piece.length
          if (!response.write(piece)) return
        }
      }
      response.on('drain', write)
      write()
    })
    const response = await rest.stream({ baseURL: server.origin })
    const iterator = response.body[Symbol.asyncIterator]()
    await iterator.next()
    let before = -1
    while (written !== before) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(written).toBeLessThan(32 * MEBIBYTE)
    await iterator.return?.()
  })

  test('does not count pauses of its reader as pauses of the server', async () => {
    await using server = await startStreamServer()
    await using client = rest.createClient({ timeout: { idle: 40 } })
    using time = stopTime()
    const { body } = await client.stream({ baseURL: `${server.origin}/${4 * MEBIBYTE}` })
    let received = 0
    for await (const chunk of body) {
      if (received === 0) {
        while (body.readableLength < body.readableHighWaterMark) await nextTurn()
        time.advance(120)
      }
      received += chunk.length
    }
    expect(received).toBe(4 * MEBIBYTE)
  })

  test('ends with a timeout when the server pauses too long', async () => {
    await using server = await startServer((_request, response) => void response.write('first'))
    const response = await rest.stream({ baseURL: server.origin }, { timeout: { idle: 30 } })
    const error = await failureOf(buildResponse(response))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'idle', limitMs: 30 })
  })

  test('ends after the total time if it is set, even if bytes arrive', async () => {
    await using server = await startServer((_request, response) => {
      const timer = setInterval(() => response.write('.'), 5)
      response.on('close', () => clearInterval(timer))
    })
    using time = stopTime()
    const { body } = await rest.stream({ baseURL: server.origin }, { timeout: 400 })
    const read = async () => {
      for await (const _piece of body) time.advance(20)
    }
    const error = await failureOf(read())
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'total', limitMs: 400 })
  })

  test('ends when the signal is aborted, even after the headers', async () => {
    const controller = new AbortController()
    await using server = await startServer((_request, response) => void response.write('first'))
    const response = await rest.stream({ baseURL: server.origin }, controller)
    controller.abort('enough')
    const error = await failureOf(buildResponse(response))
    expect(error).toMatchObject({ code: 'REST_ABORTED', reason: 'enough' })
  })

  test('fails with the partial response when it ends early', async () => {
    await using server = await startRawServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
    })
    const response = await rest.stream({ baseURL: server.origin })
    const error = (await failureOf(buildResponse(response))) as rest.ResponseError
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated' })
    expect(error.response?.body).toBe('half')
  })

  test('does not end the process when it fails without a reader', async () => {
    await using server = await startRawServer((socket) => {
      socket.on('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')
        setImmediate(() => socket.resetAndDestroy())
      })
    })
    const response = await rest.stream({ baseURL: server.origin })
    await new Promise((resolve) => response.body.once('close', resolve))
    expect(response.body.errored).toMatchObject({ code: 'REST_RESPONSE' })
  })

  test('releases its connection when it is disposed of', async () => {
    let closed = () => {}
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    await using server = await startServer((_request, response) => {
      response.on('close', closed)
      response.write('first')
    })
    await using client = rest.createClient({ pool: { connections: 1 } })
    {
      await using response = await client.stream({ baseURL: server.origin })
      expect(response.statusCode).toBe(200)
    }
    await gone
  })

  test('keeps its connection when it is read to the end', async () => {
    await using server = await startStreamServer()
    await using client = rest.createClient({ pool: { connections: 1 } })
    for (let i = 0; i < 3; i++) {
      await buildResponse(await client.stream({ baseURL: `${server.origin}/100000` }))
    }
    expect(server.connections()).toBe(1)
  })

  test('has the configured limit', async () => {
    await using server = await startStreamServer()
    const options = { limits: { bodyBytes: MEBIBYTE } }
    const response = await rest.stream({ baseURL: `${server.origin}/${2 * MEBIBYTE}` }, options)
    const error = await failureOf(buildResponse(response))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: MEBIBYTE })
  })
})

describe('a streamed request', () => {
  const pieces = ['first', ' second', new TextEncoder().encode(' third')]

  async function* generate() {
    yield* pieces
  }
  const sha256 = createHash('sha256').update('first second third').digest('hex')

  test.each<[string, () => rest.BodyStream]>([
    ['an async generator', generate],
    ['a Node stream', () => Readable.from(generate(), { objectMode: false })],
    ['a web stream', () => ReadableStream.from(generate()) as unknown as rest.BodyStream],
  ])('accepts %s', async (_name, body) => {
    await using server = await startStreamServer()
    const request = { method: 'POST', baseURL: server.origin, body: body() }
    const response = await buildResponse(await rest.stream(request))
    expect(rest.json(response)).toMatchObject({ length: 18, sha256, encoding: 'chunked' })
  })

  test('sends its length if the caller gives it', async () => {
    await using server = await startStreamServer()
    const headers = { 'content-length': '18' }
    const request = { method: 'POST', baseURL: server.origin, body: generate(), headers }
    const response = await buildResponse(await rest.stream(request))
    expect(rest.json(response)).toMatchObject({ length: 18, announced: '18' })
  })

  test.each(['17', '19'])('fails when its length is not the announced %s', async (length) => {
    await using server = await startStreamServer()
    const headers = { 'content-length': length }
    const request = { method: 'POST', baseURL: server.origin, body: generate(), headers }
    const error = await failureOf(rest.stream(request))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'body' })
  })

  test('fails with the error of its source as the cause', async () => {
    async function* broken() {
      yield 'first'
      throw new Error('the disk is gone')
    }
    await using server = await startStreamServer()
    const error = await failureOf(
      rest.stream({ method: 'POST', baseURL: server.origin, body: broken() }),
    )
    expect(error).toMatchObject({
      code: 'REST_ERROR',
      cause: { message: 'the disk is gone' },
    })
  })

  test.each([5, null, undefined, {}, [1]])('fails for a piece that is %j', async (piece) => {
    async function* odd() {
      yield 'first'
      yield piece as unknown as string
    }
    await using server = await startStreamServer()
    const request = { method: 'POST', baseURL: server.origin, body: odd() }
    expect(await failureOf(rest.stream(request))).toMatchObject({
      code: 'REST_INVALID_REQUEST',
      field: 'body',
    })
  })

  test('is refused when it has already been read, instead of being sent as empty', async () => {
    const body = Readable.from(['text'])
    for await (const _piece of body);
    await using server = await startStreamServer()
    const error = await failureOf(rest.stream({ method: 'POST', baseURL: server.origin, body }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'body' })
    expect(server.connections()).toBe(0)
  })

  test('is read no faster than the server receives it', async () => {
    let produced = 0
    async function* endless() {
      for (;;) {
        produced += 64 * 1024
        yield Buffer.alloc(64 * 1024)
      }
    }
    await using server = await startServer(() => {})
    const options = { timeout: { total: 400 } }
    const error = await failureOf(
      rest.stream({ method: 'POST', baseURL: server.origin, body: endless() }, options),
    )
    expect(error).toMatchObject({ code: 'REST_TIMEOUT' })
    expect(produced).toBeLessThan(32 * MEBIBYTE)
  })

  test('is released when the request fails', async () => {
    let released = false
    async function* source() {
      try {
        for (;;) yield Buffer.alloc(1024)
      } finally {
        released = true
      }
    }
    const controller = new AbortController()
    await using server = await startServer((request) => {
      request.once('data', () => controller.abort())
    })
    const request = { method: 'POST', baseURL: server.origin, body: source() }
    await failureOf(rest.stream(request, controller))
    while (!released) await nextTurn()
  })

  const failing = {
    'it cannot be sent as given': (body) => rest.stream({ baseURL: 'ftp://h/', body }),
    'its signal has fired': (body) =>
      rest.stream({ ...post, body }, { signal: AbortSignal.abort() }),
    'there is no connection': (body) =>
      rest.stream({ ...post, baseURL: 'http://127.0.0.1:1/', body }),
    'a hook throws': (body) => {
      const onRequest = () => {
        throw new Error('no')
      }
      return rest.createClient({ hooks: { onRequest } }).stream({ ...post, body })
    },
    'its time is over': async (body) => {
      await using silent = await startServer(() => {})
      return await rest.stream({ ...post, baseURL: silent.origin, body }, { timeout: 30 })
    },
  } satisfies Record<string, (body: rest.BodyStream) => Promise<unknown>>
  const post = { method: 'POST', baseURL: 'http://127.0.0.1:9/' }

  test.each(Object.entries(failing))('releases a waiting source when %s', async (_why, fail) => {
    const source = new Readable({ read() {} })
    await failureOf(fail(source))
    expect(source.destroyed).toBe(true)
    const part = new Readable({ read() {} })
    await failureOf(fail(multipartStream([{ name: 'f', value: part }]).body))
    expect(part.destroyed).toBe(true)
    let cancelled = false
    const cancel = () => {
      cancelled = true
    }
    await failureOf(fail(new ReadableStream({ cancel })))
    expect(cancelled).toBe(true)
  })

  test('leaves a request of a server open, so that it can be answered', async () => {
    await using gateway = await startServer(async (request, response) => {
      const upstream = { method: 'POST', baseURL: 'http://127.0.0.1:1/', body: request }
      const error = await failureOf(rest.stream(upstream))
      response.writeHead(502).end((error as rest.RestError).code)
    })
    const answer = await rest.send({ method: 'POST', baseURL: gateway.origin, body: 'x' })
    expect(answer).toMatchObject({ statusCode: 502, body: 'REST_CONNECT' })
  })

  test('releases a waiting source when the answer arrives before its end', async () => {
    await using server = await startServer((_request, response) => response.end('enough'))
    const source = new Readable({ read() {} })
    source.push('first')
    const response = await rest.stream({ ...post, baseURL: server.origin, body: source })
    expect((await buildResponse(response)).body).toBe('enough')
    await expect.poll(() => source.destroyed).toBe(true)
  })

  test('can be answered while it is still being sent', async () => {
    await using server = await startServer(async (request, response) => {
      response.writeHead(200)
      for await (const chunk of request) response.write(String(chunk).toUpperCase())
      response.end()
    })
    const request = { method: 'POST', baseURL: server.origin, body: generate() }
    const response = await buildResponse(await rest.stream(request))
    expect(response.body).toBe('FIRST SECOND THIRD')
  })
})

test('a hundred megabytes pass in both directions with constant memory', async () => {
  await using server = await startStreamServer()
  const size = 100 * MEBIBYTE
  async function* body() {
    const piece = Buffer.alloc(64 * 1024, 'y')
    for (let left = size; left > 0; left -= piece.length) yield piece
  }
  const before = process.memoryUsage().heapUsed
  const down = await rest.stream({ baseURL: `${server.origin}/${size}` })
  let received = 0
  let peak = 0
  for await (const chunk of down.body) {
    received += chunk.length
    peak = Math.max(peak, process.memoryUsage().heapUsed - before)
  }
  expect(received).toBe(size)
  const up = await rest.stream({ method: 'PUT', baseURL: server.origin, body: body() })
  expect(rest.json(await buildResponse(up))).toMatchObject({ length: size })
  expect(peak).toBeLessThan(size / 2)
})

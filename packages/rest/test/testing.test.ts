import { gzipSync } from 'node:zlib'
import * as rest from '@entrepot/rest'
import { buildResponse } from '@entrepot/rest/go'
import {
  fakeTransport,
  type Recording,
  recordingTransport,
  replayTransport,
} from '@entrepot/rest/testing'
import { createTransport } from '@entrepot/rest/transport'
import { describe, expect, test } from 'vitest'
import { failureOf, startServer } from './support/servers.ts'

const URL = 'http://api.test/orders'

describe('fakeTransport', () => {
  test('answers by method and URL with the first matching route, and records the requests', async () => {
    const transport = fakeTransport([
      { method: 'POST', url: URL, reply: { statusCode: 201, json: { id: 7 } } },
      { url: /orders/, reply: { body: 'list' } },
    ])
    const client = rest.createClient({ transport })
    const created = await client.send({ method: 'POST', baseURL: URL, json: { sku: 'A' } })
    expect(created).toMatchObject({ statusCode: 201, body: '{"id":7}' })
    expect(rest.header(created, 'content-type')).toBe('application/json')
    expect(await client.send({ baseURL: URL, queryParams: { page: '2' } })).toMatchObject({
      body: 'list',
    })
    expect(transport.requests).toMatchObject([
      { method: 'POST', url: URL, body: '{"sku":"A"}' },
      { method: 'GET', path: '/orders?page=2' },
    ])
  })

  test('returns headers by name, in any case', async () => {
    const headers = { 'Retry-After': '3', 'Content-Type': 'application/problem+json' }
    const transport = fakeTransport([{ reply: { headers, json: {} } }])
    const client = rest.createClient({ transport })
    const response = await client.send({ baseURL: 'http://h/' })
    expect(response.headers).toEqual({
      'retry-after': ['3'],
      'content-type': ['application/problem+json'],
    })
  })

  test('answers a given number of times and then uses the next route', async () => {
    const transport = fakeTransport([
      { times: 2, reply: { statusCode: 503 } },
      { reply: { body: 'up again' } },
    ])
    const client = rest.createClient({ transport, retry: { attempts: 3, backoff: () => 0 } })
    expect(await client.send({ baseURL: URL })).toMatchObject({ body: 'up again' })
    expect(transport.requests).toHaveLength(3)
  })

  test('can compute the answer from the request', async () => {
    const transport = fakeTransport([{ reply: async ({ body }) => ({ body: `got ${body}` }) }])
    const client = rest.createClient({ transport })
    expect(await client.send({ baseURL: URL, body: 'x' })).toMatchObject({ body: 'got x' })
  })

  test('fails a request without a matching route with a clear error', async () => {
    const client = rest.createClient({ transport: fakeTransport([]) })
    const error = await failureOf(client.send({ baseURL: URL }))
    expect(error).toMatchObject({
      code: 'REST_ERROR',
      message: 'no fake route for GET http://api.test',
    })
  })

  test('can fail before or within the answer', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const transport = fakeTransport([
      { times: 1, reply: { error: refused } },
      { reply: { statusCode: 200, body: 'half', error: new Error('cut') } },
    ])
    const client = rest.createClient({ transport })
    expect(await failureOf(client.send({ baseURL: URL }))).toMatchObject({ code: 'REST_CONNECT' })
    const { error, response } = await client.sendResult({ baseURL: URL })
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated' })
    expect(response).toMatchObject({ statusCode: 200, body: 'half' })
  })

  test('matches an expression every time, even a global one', async () => {
    const client = rest.createClient({ transport: fakeTransport([{ url: /api/g, reply: {} }]) })
    for (let i = 0; i < 3; i++) await client.sendOk({ baseURL: URL })
  })

  test('can hang within an answer, for timeouts and signals', async () => {
    const reply = { statusCode: 200, body: 'half', hang: true }
    const client = rest.createClient({ transport: fakeTransport([{ reply }]) })
    const error = await failureOf(client.send({ baseURL: URL }, { timeout: { idle: 10 } }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'idle' })
  })

  test('can hang, for timeouts and signals', async () => {
    const client = rest.createClient({ transport: fakeTransport([{ reply: { hang: true } }]) })
    const error = await failureOf(client.send({ baseURL: URL }, { timeout: { headers: 10 } }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'headers' })
  })

  test('uses decompression, limits and redirects like any transport', async () => {
    const transport = fakeTransport([
      { url: URL, reply: { statusCode: 302, headers: { location: '/moved' } } },
      { reply: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('decoded') } },
    ])
    const client = rest.createClient({ transport })
    expect(await client.send({ baseURL: URL })).toMatchObject({ body: 'decoded' })
    const error = await failureOf(client.send({ baseURL: URL }, { limits: { bodyBytes: 3 } }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE' })
  })

  test('reads streams to their end and returns streams', async () => {
    const chunks: string[] = []
    async function* body() {
      for (const chunk of ['a', 'b']) {
        chunks.push(chunk)
        yield chunk
      }
    }
    const client = rest.createClient({
      transport: fakeTransport([{ reply: { body: 'streamed' } }]),
    })
    const response = await client.stream({ method: 'POST', baseURL: URL, body: body() })
    expect(await buildResponse(response)).toMatchObject({ body: 'streamed' })
    expect(chunks).toEqual(['a', 'b'])
  })
})

describe('recordingTransport', () => {
  test('records every exchange, including redirects and attempts, and can be replayed', async () => {
    let requests = 0
    await using server = await startServer((request, response) => {
      requests += 1
      response.setHeader('set-cookie', 's3cret')
      if (request.url?.startsWith('/a')) response.writeHead(302, { location: '/b' }).end()
      else if (requests < 3) response.writeHead(503).end('busy')
      else response.setHeader('content-encoding', 'gzip').end(gzipSync('done'))
    })
    const transport = recordingTransport(createTransport())
    const retry = { attempts: 2, backoff: () => 0 }
    await using client = rest.createClient({ transport, retry })
    const headers = { authorization: 's3cret' }
    const request = { baseURL: `${server.origin}/a?key=s3cret`, headers }
    const live = await client.send(request)
    expect(live.body).toBe('done')
    const recordings: Recording[] = JSON.parse(JSON.stringify(transport.recordings))
    expect(recordings.map(({ statusCode }) => statusCode)).toEqual([302, 503, 302, 200])
    expect(recordings[0]).toMatchObject({
      method: 'GET',
      url: `${server.origin}/a?key=[redacted]`,
      requestHeaders: { authorization: '[redacted]' },
    })
    expect(JSON.stringify(recordings)).not.toContain('s3cret')

    const replayed = rest.createClient({ transport: replayTransport(recordings), retry })
    const again = await replayed.send(request)
    expect([again.statusCode, again.body]).toEqual([200, 'done'])
  })

  test('records failures', async () => {
    const transport = recordingTransport(createTransport())
    await using client = rest.createClient({ transport })
    await failureOf(client.send({ baseURL: 'http://127.0.0.1:1/' }))
    expect(transport.recordings).toMatchObject([{ error: 'connect ECONNREFUSED 127.0.0.1:1' }])
    const replayed = rest.createClient({ transport: replayTransport(transport.recordings) })
    const { error } = await replayed.sendResult({ baseURL: 'http://127.0.0.1:1/' })
    expect(error).toMatchObject({ code: 'REST_CONNECT' })
  })

  test('records everything with reveal', async () => {
    const inner = fakeTransport([{ reply: { headers: { location: '/b' }, statusCode: 302 } }])
    const transport = recordingTransport(inner, { reveal: true })
    const client = rest.createClient({ transport, redirect: 'manual' })
    await client.send({ baseURL: `${URL}?key=k` })
    expect(transport.recordings).toMatchObject([
      { url: `${URL}?key=k`, responseHeaders: { location: '/b' } },
    ])
  })

  test('replays an incomplete answer as incomplete', async () => {
    await using server = await startServer((_request, response) => void response.write('half'))
    const transport = recordingTransport(createTransport())
    const recorded = rest.createClient({ transport, timeout: { idle: 20 } })
    await recorded.sendResult({ baseURL: server.origin })
    await recorded.close()
    const replay = replayTransport(JSON.parse(JSON.stringify(transport.recordings)))
    const replayed = rest.createClient({ transport: replay, timeout: { idle: 20 } })
    const { error, ok } = await replayed.sendResult({ baseURL: server.origin })
    expect({ ok, error }).toMatchObject({ ok: false, error: { phase: 'idle' } })
  })

  test('replays an aborted request without an answer', async () => {
    await using server = await startServer(() => {})
    const transport = recordingTransport(createTransport())
    const recorded = rest.createClient({ transport, timeout: 20 })
    await recorded.sendResult({ baseURL: server.origin })
    const replay = replayTransport(JSON.parse(JSON.stringify(transport.recordings)))
    const replayed = rest.createClient({ transport: replay, timeout: 20 })
    const { error } = await replayed.sendResult({ baseURL: server.origin })
    expect(error).toMatchObject({ code: 'REST_TIMEOUT' })
    await recorded.close()
  })
})

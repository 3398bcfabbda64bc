import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import * as rest from '@entrepot/rest'
import { buildResponse } from '@entrepot/rest/go'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, fixture } from './support/servers.ts'

type Answer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

const answers: Readonly<Record<string, Answer>> = {
  '/hang': () => {},
  '/cut': (stream) => {
    stream.respond({ ':status': 200, 'content-length': '9' })
    stream.write('half', () => stream.destroy())
  },
  '/reset': (stream) => {
    stream.respond({ ':status': 200 })
    stream.write('half', () => stream.session?.destroy())
  },
  '/mirror': (stream, headers) => {
    stream.respond({ ':status': 200, 'x-method': String(headers[':method']) })
    stream.pipe(stream)
  },
  '/long-header': (stream) => {
    stream.respond({ ':status': 200, 'x-long': 'x'.repeat(20_000) })
    stream.end()
  },
  '/large': (stream) => {
    stream.respond({ ':status': 200 })
    stream.end(Buffer.alloc(3_000_000, 'x'))
  },
}

const echoPath: Answer = (stream, headers) => {
  stream.respond({ ':status': 200, 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
  stream.end(headers[':path'])
}

describe('over HTTP/2', () => {
  let server: Http2SecureServer
  let origin: string
  let sessions = 0
  let client: rest.Client

  beforeAll(async () => {
    server = createSecureServer({ cert: fixture('localhost.crt'), key: fixture('localhost.key') })
    server.on('session', () => {
      sessions += 1
    })
    server.on('sessionError', () => {})
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.on('error', () => {})
      const path = String(headers[':path'])
      const answer = answers[path] ?? echoPath
      answer(stream, headers)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `https://127.0.0.1:${(server.address() as { port: number }).port}`
    client = rest.createClient({ http2: true, tls: { ca: fixture('authority.crt') } })
  })
  afterAll(async () => {
    await client.close()
    server.close()
  })

  test('many requests share a connection, each with its own answer', async () => {
    const before = sessions
    const paths = Array.from({ length: 30 }, (_, i) => `/path-${i}`)
    const responses = await Promise.all(
      paths.map((path) => client.send({ baseURL: origin + path })),
    )
    expect(responses.map(({ body }) => body)).toEqual(paths)
    expect(sessions - before).toBeLessThanOrEqual(1)
  })

  test('headers are lists, with one entry per cookie', async () => {
    const { headers } = await client.send({ baseURL: origin })
    expect(headers['content-type']).toEqual(['text/plain'])
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(Object.keys(headers).filter((name) => name.startsWith(':'))).toEqual([])
  })

  test('bodies are sent and received', async () => {
    const baseURL = `${origin}/mirror`
    const response = await client.send({ method: 'POST', baseURL, body: 'text' })
    expect(response.body).toBe('text')
    expect(rest.header(response, 'x-method')).toBe('POST')
    async function* body() {
      yield 'one '
      yield 'two'
    }
    const streamed = await client.stream({ method: 'POST', baseURL, body: body() })
    expect((await buildResponse(streamed)).body).toBe('one two')
  })

  test('limits are effective', async () => {
    const long = await failureOf(client.send({ baseURL: `${origin}/long-header` }))
    expect(long).toMatchObject({ code: 'REST_TOO_LARGE', part: 'headers', limitBytes: 16_384 })
    const options = { limits: { bodyBytes: 1_000 } }
    const error = await failureOf(client.send({ baseURL: `${origin}/large` }, options))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: 1_000 })
  })

  test('timeouts and signals are effective, and do not affect other requests of the connection', async () => {
    const other = client.send({ baseURL: `${origin}/large` })
    const late = failureOf(client.send({ baseURL: `${origin}/hang` }, { timeout: { headers: 30 } }))
    const controller = new AbortController()
    const aborted = failureOf(client.send({ baseURL: `${origin}/hang` }, controller))
    setTimeout(() => controller.abort(), 20)
    expect(await late).toMatchObject({ code: 'REST_TIMEOUT', phase: 'headers' })
    expect(await aborted).toMatchObject({ code: 'REST_ABORTED' })
    expect((await other).body).toHaveLength(3_000_000)
  })

  test.each(['/cut', '/reset'])('a body that ends early (%s) causes an error', async (path) => {
    const error = await failureOf(client.send({ baseURL: origin + path }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated' })
    const streamed = await client.stream({ baseURL: origin + path })
    expect(await failureOf(buildResponse(streamed))).toMatchObject({ fault: 'truncated' })
  })

  test('the guard checks these connections, too', async () => {
    const guard = { allowedPorts: [Number(new URL(origin).port)] }
    await using guarded = rest.createClient({ http2: true, guard })
    const before = sessions
    const error = await failureOf(guarded.send({ baseURL: origin }))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS', address: '127.0.0.1' })
    expect(sessions).toBe(before)
  })
})

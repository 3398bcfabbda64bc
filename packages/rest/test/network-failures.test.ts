import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import { describe, expect, test } from 'vitest'
import {
  failureOf,
  startFixedServer,
  startRawServer,
  startServer,
  type TestServer,
} from './support/servers.ts'

/** A port on which nobody listens: one that was free a moment ago may be somebody's by now. */
const CLOSED_PORT = 1

/** Answers the first request on each connection with these bytes, then ends the connection. */
function startBrokenServer(bytes: string): Promise<TestServer> {
  return startRawServer((socket) => {
    socket.once('data', () => socket.end(bytes))
  })
}

describe('a connection that fails', () => {
  test('is a ConnectError of phase tcp when it is refused', async () => {
    const origin = `http://127.0.0.1:${CLOSED_PORT}`
    const error = await failureOf(rest.send({ baseURL: `${origin}/a/b?c=d` }))
    expect(error).toBeInstanceOf(rest.ConnectError)
    expect(error).toMatchObject({
      name: 'ConnectError',
      code: 'REST_CONNECT',
      phase: 'tcp',
      errno: 'ECONNREFUSED',
      method: 'GET',
      origin,
      path: '/a/b',
      attempt: 1,
      retryable: true,
      cause: { code: 'ECONNREFUSED', syscall: 'connect' },
    })
  })

  test('is a ConnectError of phase tcp when all addresses of a name refuse', async () => {
    const error = await failureOf(rest.send({ baseURL: `http://localhost:${CLOSED_PORT}` }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tcp', errno: 'ECONNREFUSED' })
  })

  test('is a ConnectError of phase dns when the name does not exist', async () => {
    // The system's resolver gives up by a clock of its own, where it cannot ask anybody.
    const request = { baseURL: 'http://does-not-exist.invalid/' }
    const error = await failureOf(rest.send(request, { timeout: false }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'dns' })
    expect((error as rest.ConnectError).errno).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/)
  })

  test('is not retryable for a method that is not idempotent', async () => {
    const baseURL = `http://127.0.0.1:${CLOSED_PORT}`
    const error = await failureOf(rest.send({ method: 'POST', baseURL }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', retryable: false })
  })
})

describe('an answer that is missing', () => {
  test('is a reset when the server closes the connection', async () => {
    await using server = await startBrokenServer('')
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toBeInstanceOf(rest.ResponseError)
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset', retryable: true })
    expect((error as rest.ResponseError).response).toBeUndefined()
  })

  test('is a reset when the server resets the connection', async () => {
    await using server = await startRawServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset' })
  })

  test('is a reset when the headers end early', async () => {
    await using server = await startBrokenServer('HTTP/1.1 200 OK\r\ncontent-le')
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset' })
  })
})

describe('an answer that is not a valid response', () => {
  test.each([
    ['is not HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['is of another version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['has no number as status', 'HTTP/1.1 OK\r\n\r\n'],
    ['has a broken header line', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
    ['has a NUL in a header', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'],
    ['has a space before the colon', 'HTTP/1.1 200 OK\r\nx : a\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['has a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: 1.5\r\n\r\nab'],
    ['has a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nab'],
    ['switches protocols unasked', 'HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('is a protocol or reset fault when it %s', async (_name, bytes) => {
    await using server = await startBrokenServer(bytes)
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE' })
    expect((error as rest.ResponseError).fault).toMatch(/^(protocol|reset)$/)
    expect((error as rest.ResponseError).response).toBeUndefined()
  })

  test('is a protocol fault when its status is below 100', async () => {
    await using server = await startBrokenServer('HTTP/1.1 099 OK\r\n\r\n')
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'protocol', retryable: false })
  })

  test('keeps the parser error as its cause, without the bytes of the response', async () => {
    await using server = await startBrokenServer('HTTP/1.1 200 OK\r\nx s3cret\r\n\r\n')
    const error = (await failureOf(rest.send({ baseURL: server.origin }))) as Error
    expect(error.cause).toMatchObject({ name: 'HTTPParserError' })
    expect(error.cause).not.toHaveProperty('data')
  })
})

describe('a body that does not match its announced length', () => {
  test('is truncated when it ends before its length', async () => {
    await using server = await startBrokenServer('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')
    const error = (await failureOf(rest.send({ baseURL: server.origin }))) as rest.ResponseError
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'truncated', retryable: false })
    expect(error.response).toMatchObject({ statusCode: 200, body: 'half' })
  })

  test('is truncated when its last chunk is missing', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'
    await using server = await startBrokenServer(bytes)
    const error = (await failureOf(rest.send({ baseURL: server.origin }))) as rest.ResponseError
    expect(error).toMatchObject({ fault: 'truncated' })
    expect(error.response?.body).toBe('half')
  })

  test('is a protocol fault when a chunk has no valid size', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhalf\r\n'
    await using server = await startBrokenServer(bytes)
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'protocol' })
  })

  test('is cut at its length, and the rest does not become the next answer', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\n'
    await using server = await startFixedServer(bytes)
    await using client = rest.createClient({ pool: { connections: 1 } })
    for (let i = 0; i < 3; i++) {
      expect(await client.send({ baseURL: server.origin })).toMatchObject({ body: 'body' })
    }
  })

  test('is complete when it ends with the connection and has no announced length', async () => {
    await using server = await startBrokenServer('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall')
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({ body: 'all' })
  })

  test('has the request id of the server in its error', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\nx-request-id: r-7\r\ncontent-length: 9\r\n\r\nhalf'
    await using server = await startBrokenServer(bytes)
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ requestId: 'r-7' })
  })
})

describe('a kept connection that the server resets', () => {
  /** Answers one request on each connection and resets it at the next; notes the method of all. */
  async function startForgetfulServer() {
    const methods: string[] = []
    const note = (chunk: Buffer) => methods.push(String(chunk).split(' ', 1)[0] ?? '')
    const server = await startRawServer((socket) => {
      socket.once('data', (first) => {
        note(first)
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
        socket.once('data', (second) => {
          note(second)
          socket.resetAndDestroy()
        })
      })
    })
    return { ...server, methods }
  }

  const oneConnection = { pool: { connections: 1 } } as const
  const retry = { attempts: 2, backoff: () => 0 } as const

  test.each(['GET', 'HEAD', 'OPTIONS'])('is replaced, and %s is sent once more', async (method) => {
    await using server = await startForgetfulServer()
    await using client = rest.createClient(oneConnection)
    await client.send({ baseURL: server.origin })
    expect(await client.send({ method, baseURL: server.origin })).toMatchObject({ statusCode: 200 })
    expect(server.methods).toEqual(['GET', method, method])
    expect(server.connections()).toBe(2)
  })

  test.each(['PUT', 'DELETE', 'QUERY', 'POST', 'PATCH'])(
    'causes an error without retry, and %s is not sent again',
    async (method) => {
      await using server = await startForgetfulServer()
      await using client = rest.createClient(oneConnection)
      await client.send({ baseURL: server.origin })
      const error = await failureOf(client.send({ method, baseURL: server.origin }))
      expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset', attempt: 1 })
      expect(server.methods).toEqual(['GET', method])
    },
  )

  test('causes an error for a POST with an idempotency key, because a key alone does not allow a retry', async () => {
    await using server = await startForgetfulServer()
    await using client = rest.createClient(oneConnection)
    await client.send({ baseURL: server.origin })
    const request = { method: 'POST', baseURL: server.origin }
    const error = await failureOf(client.send(request, { idempotencyKey: true }))
    expect(error).toMatchObject({ fault: 'reset', retryable: true })
    expect(server.methods).toEqual(['GET', 'POST'])
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])(
    'causes an error with retry: false, and %s is not sent again',
    async (method) => {
      await using server = await startForgetfulServer()
      await using client = rest.createClient({ ...oneConnection, retry: false })
      await client.send({ baseURL: server.origin })
      const error = await failureOf(client.send({ method, baseURL: server.origin }))
      expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset' })
      expect(server.methods).toEqual(['GET', method])
    },
  )

  test('causes an error if one request has retry: false, whatever its client has', async () => {
    await using server = await startForgetfulServer()
    await using client = rest.createClient({ ...oneConnection, retry })
    await client.send({ baseURL: server.origin })
    const request = { method: 'DELETE', baseURL: server.origin }
    expect(await failureOf(client.send(request, { retry: false }))).toMatchObject({
      fault: 'reset',
    })
    expect(server.methods).toEqual(['GET', 'DELETE'])
  })

  test('causes an error for makeRequest, which is exactly one exchange', async () => {
    await using server = await startForgetfulServer()
    await using client = rest.createClient(oneConnection)
    await client.send({ baseURL: server.origin })
    const error = await failureOf(client.makeRequest(buildRequest({ baseURL: server.origin })))
    expect(error).toMatchObject({ fault: 'reset' })
    expect(server.methods).toEqual(['GET', 'GET'])
  })

  test('is retried with retry, for a DELETE as the second attempt', async () => {
    await using server = await startForgetfulServer()
    const attempts: number[] = []
    const hooks = {
      onResponse: (_: unknown, context: rest.HookContext) => void attempts.push(context.attempt),
    }
    await using client = rest.createClient({ ...oneConnection, retry, hooks })
    await client.send({ baseURL: server.origin })
    await client.send({ method: 'DELETE', baseURL: server.origin })
    expect(server.methods).toEqual(['GET', 'DELETE', 'DELETE'])
    expect(attempts).toEqual([1, 2])
  })

  test('is not hidden when a new connection is reset, too', async () => {
    await using server = await startRawServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    })
    await using client = rest.createClient()
    await failureOf(client.send({ baseURL: server.origin }))
    expect(server.connections()).toBe(1)
  })

  test('is replaced once only', async () => {
    let requests = 0
    await using server = await startRawServer((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        else socket.resetAndDestroy()
      })
    })
    await using client = rest.createClient({ pool: { connections: 1 } })
    await client.send({ baseURL: server.origin })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset' })
    expect(requests).toBe(3)
  })
})

describe('informational responses', () => {
  test('are ignored', async () => {
    await using server = await startServer((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.end('final')
    })
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({
      statusCode: 200,
      body: 'final',
    })
  })
})

describe('a closed client', () => {
  test('lets running requests end and refuses new ones', async () => {
    await using server = await startServer((_request, response) => {
      setImmediate(() => response.end('done'))
    })
    const client = rest.createClient()
    const running = client.send({ baseURL: server.origin })
    await client.close()
    expect(await running).toMatchObject({ body: 'done' })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_ERROR', message: 'the client is closed' })
  })
})

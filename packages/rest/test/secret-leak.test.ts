import { inspect } from 'node:util'
import * as rest from '@entrepot/rest'
import { toCurl } from '@entrepot/rest/curl'
import { buildRequest } from '@entrepot/rest/go'
import { spanAttributes } from '@entrepot/rest/telemetry'
import { fakeTransport, recordingTransport } from '@entrepot/rest/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactURL } from '../src/http/message/redact.ts'
import { failureOf, startRawServer, startServer } from './support/servers.ts'

const SECRET = 's3cret-Zq8'

/** A request with a secret in every place that may hold one. */
function secretRequest(origin: string): rest.Request {
  return {
    method: 'POST',
    baseURL: `${origin}/path?apikey=${SECRET}#${SECRET}`,
    queryParams: { token: SECRET, [`x-${SECRET}`]: 'named' },
    headers: { authorization: `Bearer ${SECRET}`, cookie: `a=${SECRET}`, 'x-custom': SECRET },
    body: JSON.stringify({ password: SECRET }),
  }
}

/** Everything that a logger could make of an error. */
function printed(error: unknown): string {
  const plain = error as Error & { toJSON?: () => unknown }
  return [
    String(error),
    inspect(error, { depth: 10 }),
    inspect(error, { depth: 10, showHidden: true }),
    inspect(error, { depth: 10, getters: false, compact: true }),
    JSON.stringify(error),
    JSON.stringify(plain, Object.getOwnPropertyNames(plain)),
    JSON.stringify({ ...plain }),
    plain.stack ?? '',
    inspect(structuredCloneable(error)),
  ].join('\n')
}

function structuredCloneable(error: unknown): unknown {
  return structuredClone(error)
}

/** The name of a parameter is shown; only the one that holds the secret here is special. */
const request = (origin: string): rest.Request => {
  const { queryParams: _named, ...rest } = secretRequest(origin)
  return { ...rest, queryParams: { token: SECRET } }
}

describe('no error contains a secret', () => {
  test('when the connection is refused', async () => {
    const error = await failureOf(rest.send(request('http://127.0.0.1:1')))
    expect(error).toMatchObject({ code: 'REST_CONNECT' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when a timeout expires', async () => {
    await using server = await startServer(() => {})
    const error = await failureOf(rest.send(request(server.origin), { timeout: 20 }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the caller aborts', async () => {
    const options = { signal: AbortSignal.abort() }
    const error = await failureOf(rest.send(request('http://127.0.0.1:1'), options))
    expect(error).toMatchObject({ code: 'REST_ABORTED' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the answer is not HTTP, even if the server repeats the secret', async () => {
    await using server = await startRawServer((socket) => {
      socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\n${SECRET} ${SECRET}\r\n\r\n`))
    })
    const error = await failureOf(rest.send(request(server.origin)))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'protocol' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the body ends early', async () => {
    const head = `HTTP/1.1 200 OK\r\nset-cookie: a=${SECRET}\r\ncontent-length: 99\r\n\r\n`
    await using server = await startRawServer((socket) => {
      socket.on('data', () => socket.end(head + SECRET))
    })
    const error = (await failureOf(rest.send(request(server.origin)))) as rest.ResponseError
    expect(error.response?.body).toBe(SECRET)
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the body is too large', async () => {
    await using server = await startServer((_request, response) => response.end(SECRET.repeat(9)))
    const options = { limits: { bodyBytes: 9 } }
    const error = await failureOf(rest.send(request(server.origin), options))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the status is an error, although the response can be read', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(401, { 'set-cookie': SECRET }).end(`{"token":"${SECRET}"}`)
    })
    const error = (await failureOf(rest.sendOk(request(server.origin)))) as rest.HttpStatusError
    expect(error.message).toBe(`401 from POST ${server.origin}/path`)
    expect(error.response.body).toContain(SECRET)
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the body is not JSON', async () => {
    await using server = await startServer((_request, response) => response.end(`{"a": ${SECRET}`))
    const response = await rest.send(request(server.origin))
    const error = await failureOf((async () => rest.json(response))())
    expect(error).toMatchObject({ code: 'REST_PARSE' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the body does not match a schema whose messages quote values', async () => {
    await using server = await startServer((_request, response) => response.end(`"${SECRET}"`))
    const schema: rest.StandardSchema<never> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ issues: [{ message: `bad value ${value}`, path: ['a'] }] }),
      },
    }
    const error = (await failureOf(
      rest.sendJSON(request(server.origin), schema),
    )) as rest.ParseError
    expect(error.issues[0]?.message).toContain(SECRET)
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when a redirect is refused', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(302, { location: `/next?code=${SECRET}` }).end()
    })
    const error = await failureOf(rest.send(request(server.origin), { redirect: 'error' }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${server.origin}/next` })
    expect(printed(error)).not.toContain(SECRET)
  })

  test.each<[string, Partial<rest.Request>]>([
    ['URL', { baseURL: `http://[/?apikey=${SECRET}` }],
    ['URL with a user', { baseURL: `http://user:${SECRET}@h/` }],
    ['URL with a scheme', { baseURL: `ftp://h/?apikey=${SECRET}` }],
    ['URL with a space', { baseURL: `http://h/?apikey= ${SECRET}` }],
    ['method', { method: `${SECRET} ` }],
    ['header value', { headers: { 'x-custom': `${SECRET}\n` } }],
    ['header name', { headers: { [`${SECRET}:`]: 'x' } }],
    ['query value', { queryParams: { q: `${SECRET}\ud800` } }],
    ['body', { body: { secret: SECRET } as unknown as string }],
    ['json', { json: { secret: SECRET, big: 1n }, body: undefined }],
  ])('when the %s is invalid', async (_name, part) => {
    const error = await failureOf(rest.send({ baseURL: 'http://h/', ...part }))
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the guard refuses', async () => {
    await using client = rest.createClient({ guard: true })
    const error = await failureOf(client.send(request('https://127.0.0.1')))
    expect(error).toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
    expect(printed(error)).not.toContain(SECRET)
  })

  test('when the proxy with its password is unreachable', async () => {
    await using client = rest.createClient({ proxy: `http://user:${SECRET}@127.0.0.1:1` })
    for (const origin of ['http://h.test', 'https://h.test']) {
      const error = await failureOf(client.send(request(origin)))
      expect(error).toMatchObject({ code: 'REST_CONNECT' })
      expect(printed(error)).not.toContain(SECRET)
    }
  })
})

describe('the content of an error', () => {
  test('is the method, origin and path, the cause, and whether a retry makes sense', async () => {
    const error = await failureOf(
      rest.send({ baseURL: 'http://127.0.0.1:1/a?b=c', queryParams: { d: 'e' } }),
    )
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ConnectError',
      code: 'REST_CONNECT',
      message: 'tcp failure (ECONNREFUSED) connecting to http://127.0.0.1:1',
      method: 'GET',
      origin: 'http://127.0.0.1:1',
      path: '/a',
      attempt: 1,
      retryable: true,
      phase: 'tcp',
      errno: 'ECONNREFUSED',
      cause: {
        name: 'Error',
        code: 'ECONNREFUSED',
        message: 'connect ECONNREFUSED 127.0.0.1:1',
      },
    })
  })

  test('includes the status and the request id of the server if there was an answer', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(503, { 'x-request-id': 'r-7' }).end()
    })
    const error = await failureOf(rest.sendOk({ baseURL: server.origin }))
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ statusCode: 503, requestId: 'r-7' })
  })

  test('can be serialised as JSON, whatever the reason of the caller was', async () => {
    for (const [reason, shown] of [
      ['text', 'text'],
      [1n, undefined],
      [new Map(), undefined],
    ]) {
      const signal = AbortSignal.abort(reason)
      const error = await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1' }, { signal }))
      expect(error).toMatchObject({ reason })
      expect(JSON.parse(JSON.stringify(error)).reason).toBe(shown)
    }
  })

  test('includes the redacted request on demand', async () => {
    const error = (await failureOf(rest.send(request('http://127.0.0.1:1')))) as rest.RestError
    expect(error.request).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:1/path?apikey=[redacted]&token=[redacted]',
      headers: {
        authorization: '[redacted]',
        cookie: '[redacted]',
        'x-custom': '[redacted]',
        'content-type': 'application/json',
      },
      bodyBytes: 25,
    })
    expect(Object.keys(error)).not.toContain('request')
  })
})

describe('other outputs', () => {
  test('a curl command shows secrets only with reveal', () => {
    expect(toCurl(request('http://h'))).not.toContain(SECRET)
    expect(toCurl(request('http://h'), { reveal: true })).toContain(SECRET)
  })

  test('a recording contains secrets of the request only with reveal', async () => {
    const inner = () => fakeTransport([{ reply: { headers: { 'set-cookie': SECRET } } }])
    for (const reveal of [false, true]) {
      const transport = recordingTransport(inner(), { reveal })
      await rest.createClient({ transport }).send(request('http://h'))
      expect(JSON.stringify(transport.recordings).includes(SECRET)).toBe(reveal)
    }
  })

  test('span attributes contain no query value', () => {
    const built = buildRequest(request('http://h'))
    const attributes = spanAttributes({ request: built, attempt: 1, startedAt: 0 })
    expect(JSON.stringify(attributes)).not.toContain(SECRET)
    expect(attributes['url.full']).toBe('http://h/path?apikey=[redacted]&token=[redacted]')
  })

  test('a printed response shows status, headers and body, but not the URL', async () => {
    await using server = await startServer((_request, response) => response.end('body'))
    const response = await rest.send({ baseURL: `${server.origin}/?apikey=${SECRET}` })
    expect(inspect(response, { depth: 10 })).not.toContain(SECRET)
    expect(Object.keys(response)).toEqual(['statusCode', 'body', 'headers'])
    expect(response.url).toContain(SECRET)
  })
})

describe('redactURL', () => {
  test.each([
    ['https://h/p', 'https://h/p'],
    ['https://h/p?a=1&b=2', 'https://h/p?a=[redacted]&b=[redacted]'],
    ['https://h/p?token', 'https://h/p?[redacted]'],
    ['https://h/p?', 'https://h/p?[redacted]'],
    ['https://h/p#access_token=1', 'https://h/p'],
    ['https://u:p@h/p', 'https://[redacted]@h/p'],
    ['https://u:p@x@h/p', 'https://[redacted]@h/p'],
    ['not a url?a=1', 'not a url?a=[redacted]'],
  ])('turns %s into %s', (url, expected) => {
    expect(redactURL(url)).toBe(expected)
  })

  test('removes every query value, user information and fragment', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/)
    fc.assert(
      fc.property(word, word, word, (query, user, fragment) => {
        const shown = redactURL(`https://${user}:${user}@host/path?key=${query}#${fragment}`)
        for (const hidden of [query, user, fragment]) expect(shown).not.toContain(hidden)
      }),
    )
  })
})

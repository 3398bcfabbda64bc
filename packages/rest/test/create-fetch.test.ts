import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import * as rest from '@entrepot/rest'
import { FormData as OtherFormData } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Echo,
  failureOf,
  startEchoServer,
  startFixedServer,
  startServer,
  type TestServer,
} from './support/servers.ts'

describe('createFetch', () => {
  let server: TestServer
  let client: rest.Client
  let fetch: rest.Fetch

  beforeAll(async () => {
    server = await startEchoServer()
    client = rest.createClient()
    fetch = rest.createFetch(client)
  })
  afterAll(async () => {
    await client.close()
    await server.close()
  })

  test('has the type of the global fetch', () => {
    const assigned: typeof globalThis.fetch = fetch as typeof globalThis.fetch
    expect(assigned).toBe(fetch)
  })

  test('accepts a string, a URL and a Request', async () => {
    for (const input of [server.origin, new URL(server.origin), new Request(server.origin)]) {
      const response = await fetch(input)
      expect(response).toBeInstanceOf(Response)
      expect(response.ok).toBe(true)
      expect(await response.json()).toMatchObject({ method: 'GET', url: '/' })
    }
  })

  test.each<[string, RequestInit, object]>([
    [
      'text',
      { body: 'text' },
      { body: 'text', headers: { 'content-type': 'text/plain;charset=UTF-8' } },
    ],
    [
      'bytes',
      { body: Uint8Array.of(65) },
      { body: 'A', headers: { 'content-type': 'application/octet-stream' } },
    ],
    ['a form', { body: new URLSearchParams({ a: 'b' }) }, { body: 'a=b' }],
    [
      'typed JSON',
      { body: '{}', headers: { 'Content-Type': 'application/json' } },
      { body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a stream',
      { body: ReadableStream.from([Buffer.from('s')]), duplex: 'half' } as RequestInit,
      { body: 's', headers: { 'transfer-encoding': 'chunked' } },
    ],
    ['nothing', {}, { body: '', headers: { 'content-length': '0' } }],
  ])('sends %s', async (_name, init, expected) => {
    const response = await fetch(server.origin, { method: 'POST', ...init })
    expect(await response.json()).toMatchObject({ method: 'POST', ...expected })
  })

  test('sends multipart forms', async () => {
    const form = new FormData()
    form.set('a', 'b')
    const response = await fetch(server.origin, { method: 'POST', body: form })
    const echo = (await response.json()) as Echo
    expect(echo.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(echo.body).toContain('name="a"')
  })

  test.each<[string, () => unknown]>([
    ['a plain object', () => ({ secret: 's3cret' })],
    ['an object without a prototype', () => Object.create(null)],
    ['a list', () => [1, 2]],
    ['the object of another realm', () => runInNewContext('({ a: 1 })')],
    ['the FormData of another package', () => new OtherFormData()],
    ['a Map', () => new Map([['a', 'b']])],
    ['a Response', () => new Response('text')],
  ])('refuses %s as a body, which fetch would send as [object ...]', async (_name, body) => {
    const init = { method: 'POST', body: body() as string }
    const error = (await failureOf(fetch(server.origin, init))) as TypeError
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toMatch(
      /^body is \[object \w+\], .* pass text \(JSON\.stringify\(value\)\)/,
    )
    expect(error.message).not.toContain('s3cret')
    expect(error.cause).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'body' })
  })

  test('sends objects that are text, and the bytes of another realm', async () => {
    for (const [body, text] of [
      [new URL('http://h/'), 'http://h/'],
      [runInNewContext('Uint8Array.of(65)'), 'A'],
      [runInNewContext('Uint8Array.of(65).buffer'), 'A'],
    ] as const) {
      const response = await fetch(server.origin, { method: 'POST', body: body as string })
      expect(await response.json()).toMatchObject({ body: text })
    }
  })

  test('ignores connection headers that libraries often set', async () => {
    const headers = { 'keep-alive': '5', te: 'trailers', 'x-mine': '1' }
    const echo = (await (await fetch(server.origin, { headers })).json()) as Echo
    expect(echo.headers).toMatchObject({ 'x-mine': '1' })
    expect(echo.headers).not.toHaveProperty('te')
  })

  test('returns repeated headers one by one, including cookies', async () => {
    const answer =
      'HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nx: 1\r\nx: 2\r\ncontent-length: 0\r\n\r\n'
    await using fixed = await startFixedServer(answer)
    const { headers } = await fetch(fixed.origin)
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('x')).toBe('1, 2')
  })

  test.each([204, 205, 304])('returns status %i without a body', async (status) => {
    await using empty = await startServer((_request, response) => response.writeHead(status).end())
    const response = await fetch(empty.origin)
    expect(response.status).toBe(status)
    expect(response.body).toBeNull()
  })

  test('returns a HEAD response without a body', async () => {
    const response = await fetch(server.origin, { method: 'HEAD' })
    expect(response.body).toBeNull()
  })

  test('streams the body, so that events can be read as they arrive', async () => {
    let send = (_text: string) => {}
    await using events = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      send = (text) => void response.write(text)
      send('one')
    })
    const response = await fetch(events.origin)
    const reader = response.body?.getReader()
    expect(String(Buffer.from((await reader?.read())?.value ?? ''))).toBe('one')
    send('two')
    expect(String(Buffer.from((await reader?.read())?.value ?? ''))).toBe('two')
    await reader?.cancel()
  })

  describe('closes the connection of a body that is not needed', () => {
    let events: TestServer
    let closed: Promise<unknown>
    beforeAll(async () => {
      events = await startServer((_request, response) => {
        closed = new Promise((resolve) => response.on('close', resolve))
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('one')
      })
    })
    afterAll(() => events.close())

    test('before the first read', async () => {
      await (await fetch(events.origin)).body?.cancel()
      await closed
    })

    test('while a read waits for the next piece', async () => {
      const reader = (await fetch(events.origin)).body?.getReader()
      await reader?.read()
      const waiting = reader?.read()
      await reader?.cancel()
      expect(await waiting).toEqual({ done: true, value: undefined })
      await closed
    })

    test('when the signal is aborted, and the reader gets its reason', async () => {
      const controller = new AbortController()
      const { body } = await fetch(events.origin, { signal: controller.signal })
      const reader = body?.getReader()
      await reader?.read()
      const waiting = failureOf(reader?.read() ?? Promise.resolve())
      controller.abort()
      expect(await waiting).toBe(controller.signal.reason)
      await closed
    })
  })

  test('returns clones that contain the URL of the response', async () => {
    const response = await fetch(server.origin)
    const clone = response.clone().clone()
    expect(clone.url).toBe(response.url)
    expect(clone.redirected).toBe(false)
    expect(await clone.text()).toBe(await response.text())
  })

  test('returns statuses that `new Response` would refuse', async () => {
    await using odd = await startServer((_request, response) => response.writeHead(999).end('no'))
    const response = await fetch(odd.origin)
    expect(response).toMatchObject({ status: 999, ok: false })
    expect(await response.text()).toBe('no')
  })

  test('follows redirects and returns the final URL', async () => {
    await using entry = await startServer((_request, response) => {
      response.writeHead(302, { location: `${server.origin}/end` }).end()
    })
    const response = await fetch(entry.origin)
    expect(response.url).toBe(`${server.origin}/end`)
    expect(response.redirected).toBe(true)
    expect((await fetch(server.origin)).redirected).toBe(false)
    expect((await fetch(entry.origin, { redirect: 'manual' })).status).toBe(302)
    const error = await failureOf(fetch(entry.origin, { redirect: 'error' }))
    expect(error).toMatchObject({ cause: { code: 'REST_REDIRECT' } })
  })

  test('rejects with a TypeError with a clear message and with the error as its cause', async () => {
    const error = await failureOf(fetch('http://127.0.0.1:1/?apikey=s3cret'))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({
      message: 'tcp failure (ECONNREFUSED) connecting to http://127.0.0.1:1',
      cause: { code: 'REST_CONNECT' },
    })
  })

  test('rejects with the reason of the signal', async () => {
    await using slow = await startServer(() => {})
    const error = await failureOf(fetch(slow.origin, { signal: AbortSignal.timeout(10) }))
    expect(error).toMatchObject({ name: 'TimeoutError' })
    const aborted = await failureOf(fetch(slow.origin, { signal: AbortSignal.abort() }))
    expect(aborted).toMatchObject({ name: 'AbortError' })
  })

  test('has the timeouts and limits of its client, and its own options', async () => {
    await using slow = await startServer(() => {})
    await using quick = rest.createClient({ timeout: { headers: 20 } })
    const error = await failureOf(rest.createFetch(quick)(slow.origin))
    expect(error).toMatchObject({ cause: { code: 'REST_TIMEOUT', phase: 'headers' } })
    await using small = rest.createClient({ limits: { bodyBytes: 5 } })
    const response = await rest.createFetch(small)(server.origin)
    expect(await failureOf(response.text())).toMatchObject({ code: 'REST_TOO_LARGE' })
    const bounded = rest.createFetch(client, { limits: { bodyBytes: 5 } })
    expect(await failureOf((await bounded(server.origin)).text())).toMatchObject({
      code: 'REST_TOO_LARGE',
    })
  })

  test('retries requests whose body is not a stream', async () => {
    let requests = 0
    await using flaky = await startServer((_request, response) => {
      requests += 1
      response.writeHead(requests === 1 ? 503 : 200).end('done')
    })
    await using retrying = rest.createClient({ retry: { attempts: 2, backoff: () => 1 } })
    const response = await rest.createFetch(retrying)(flaky.origin, { method: 'PUT', body: 'x' })
    expect(await response.text()).toBe('done')
  })

  test('leaves no listener on a signal that many requests share', async () => {
    const { signal } = new AbortController()
    for (let i = 0; i < 20; i++) await (await fetch(server.origin, { signal })).text()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('accepts a Request as options', async () => {
    const { signal } = new AbortController()
    const headers = { 'x-tag': 'a' }
    const init = new Request('http://h/', { method: 'PUT', body: 'text', headers, signal })
    const response = await fetch(server.origin, init)
    const expected = { method: 'PUT', body: 'text', headers: { 'x-tag': 'a' } }
    expect(await response.json()).toMatchObject(expected)
  })

  test('observes the signal while it reads a Request whose body does not end', async () => {
    const reason = new Error('enough')
    for (const signal of [AbortSignal.abort(reason), abortedSoon(reason)]) {
      const body = new ReadableStream({ pull: () => new Promise(() => {}) })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      const request = new Request(server.origin, init)
      expect(await failureOf(fetch(request, { signal }))).toBe(reason)
    }
  })

  test.each<[string, (source: AsyncIterable<Uint8Array>) => unknown]>([
    ['of an async iterable', (source) => source],
    ['of Node', (source) => Readable.from(source)],
    ['of the web', (source) => ReadableStream.from(source)],
  ])('sends a stream %s piece by piece', async (_name, streamOf) => {
    await using mirror = await startServer((request, response) => request.pipe(response))
    const { promise: firstIsBack, resolve } = Promise.withResolvers<void>()
    async function* source() {
      yield Buffer.from('first')
      await firstIsBack
      yield Buffer.from('second')
    }
    const init = { method: 'POST', body: streamOf(source()), duplex: 'half' } as RequestInit
    const response = await fetch(mirror.origin, init)
    const read: string[] = []
    for await (const piece of response.body ?? []) {
      read.push(Buffer.from(piece).toString())
      resolve()
    }
    expect(read).toEqual(['first', 'second'])
  })

  test.each<[string, string, RequestInit]>([
    ['a URL with a password', 'http://user:s3cret@h/', {}],
    ['a URL that is none', 'http://[/?apikey=s3cret', {}],
    [
      'a header that breaks the line',
      'http://h/',
      { headers: { authorization: 's3cret\r\nx: "y"' } },
    ],
  ])('does not show the secret in the error for %s', async (_name, url, init) => {
    const error = await failureOf(fetch(url, init))
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error, { showHidden: true, depth: 10 })).not.toContain('s3cret')
  })
})

function abortedSoon(reason: Error): AbortSignal {
  const controller = new AbortController()
  setImmediate(() => controller.abort(reason))
  return controller.signal
}

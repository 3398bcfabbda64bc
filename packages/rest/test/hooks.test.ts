import diagnostics from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import * as rest from '@entrepot/rest'
import { CircuitOpenError } from '@entrepot/rest/circuit-breaker'
import { buildResponse } from '@entrepot/rest/go'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Echo,
  failureOf,
  startEchoServer,
  startServer,
  type TestServer,
} from './support/servers.ts'
import { stopTime } from './support/time.ts'

describe('hooks', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startEchoServer()
  })
  afterAll(() => server.close())

  test('get request and answer in the given order', async () => {
    const seen: string[] = []
    const hooks = ['a', 'b'].map(
      (name): rest.Hooks => ({
        onRequest: (request) => void seen.push(`${name} ${request.method} ${request.path}`),
        onResponse: (answer) => void seen.push(`${name} ${answer.statusCode}`),
      }),
    )
    await using client = rest.createClient({ hooks })
    await client.send({ baseURL: `${server.origin}/p`, queryParams: { q: '1' } })
    expect(seen).toEqual(['a GET /p?q=1', 'b GET /p?q=1', 'a 200', 'b 200'])
  })

  test('can have a request with any method sent again, once, and the other hooks see both answers', async () => {
    const seen: [number, boolean | undefined, number][] = []
    const hooks: rest.Hooks[] = [
      { onResponse: () => 'retry' },
      {
        onResponse: ({ statusCode }, { attempt, resent }) =>
          void seen.push([attempt, resent, statusCode]),
        onRetry: ({ delayMs }) => expect(delayMs).toBe(0),
      },
    ]
    await using client = rest.createClient({ hooks })
    await client.send({ method: 'POST', baseURL: server.origin, body: 'x' })
    expect(seen).toEqual([
      [1, false, 200],
      [2, true, 200],
    ])
  })

  test('cannot have a stream sent again', async () => {
    let answers = 0
    const onResponse = () => {
      answers += 1
      return 'retry' as const
    }
    await using client = rest.createClient({ hooks: { onResponse } })
    const body = Readable.from(['x'])
    const answer = await client.stream({ method: 'PUT', baseURL: server.origin, body })
    expect((await buildResponse(answer)).statusCode).toBe(200)
    expect(answers).toBe(1)
  })

  test('can return another request, and each gets the result of the one before', async () => {
    const add = (name: string): rest.Hooks => ({
      onRequest: async (request) => ({
        ...request,
        headers: { ...request.headers, [name]: Object.keys(request.headers).join() },
      }),
    })
    await using client = rest.createClient({ hooks: [add('x-first'), add('x-second')] })
    const { headers } = rest.json<Echo>(await client.send({ baseURL: server.origin }))
    expect(headers['x-second']).toContain('x-first')
  })

  test('can send the request elsewhere, because the URL determines the target', async () => {
    await using client = rest.createClient({
      hooks: { onRequest: (request) => ({ ...request, url: `${server.origin}/other?x=y` }) },
    })
    const echo = rest.json<Echo>(await client.send({ baseURL: 'http://127.0.0.1:1/' }))
    expect(echo.url).toBe('/other?x=y')
  })

  test('sign every attempt again', async () => {
    let requests = 0
    await using flaky = await startServer((request, response) => {
      requests += 1
      response.writeHead(requests < 3 ? 503 : 200).end(request.headers['x-signature'])
    })
    await using client = rest.createClient({
      retry: { attempts: 3, backoff: () => 1 },
      hooks: {
        onRequest: (request, { attempt }) => ({
          ...request,
          headers: { ...request.headers, 'x-signature': `try ${attempt}` },
        }),
      },
    })
    expect(await client.send({ baseURL: flaky.origin })).toMatchObject({ body: 'try 3' })
  })

  test('get a failure once, when it is final', async () => {
    const errors: string[] = []
    const retries: string[] = []
    await using client = rest.createClient({
      retry: { attempts: 3, backoff: () => 1 },
      hooks: {
        onRetry: ({ error }) => void retries.push(error?.code ?? ''),
        onError: (error, { attempt }) => void errors.push(`${error.code} ${attempt}`),
      },
    })
    await failureOf(client.send({ baseURL: 'http://127.0.0.1:1/' }))
    expect(retries).toEqual(['REST_CONNECT', 'REST_CONNECT'])
    expect(errors).toEqual(['REST_CONNECT 3'])
  })

  test.each(['onRequest', 'onResponse'] as const)(
    'that throw in %s end the request with an error that has theirs as the cause',
    async (name) => {
      const cause = new Error('no')
      await using client = rest.createClient({
        hooks: {
          [name]: () => {
            throw cause
          },
        },
      })
      const error = await failureOf(client.send({ baseURL: server.origin }))
      expect(error).toMatchObject({ code: 'REST_ERROR', message: `the ${name} hook threw`, cause })
    },
  )

  test('that throw an error of this package end the request with that error', async () => {
    const mine = new CircuitOpenError('closed for today', { retryAt: 7 })
    await using client = rest.createClient({
      hooks: {
        onRequest: async () => {
          throw mine
        },
      },
    })
    expect(await failureOf(client.send({ baseURL: server.origin }))).toBe(mine)
  })

  test('that throw in onError cannot replace the error, and cause a warning', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    await using client = rest.createClient({
      hooks: {
        onError: () => {
          throw new Error('broken logger')
        },
      },
    })
    const error = await failureOf(client.send({ baseURL: 'http://127.0.0.1:1/' }))
    expect(error).toMatchObject({ code: 'REST_CONNECT' })
    expect(await warned).toMatchObject({ name: 'RestHookWarning' })
  })

  test.each(['onRequest', 'onResponse', 'onRetry'] as const)(
    'that never end in %s cannot extend the total time or ignore the signal of a request',
    async (name) => {
      await using busy = await startServer((_request, response) => response.writeHead(503).end())
      let meanwhile = () => {}
      const hook = () => {
        setImmediate(() => meanwhile())
        return new Promise<undefined>(() => {})
      }
      await using client = rest.createClient({
        hooks: { [name]: hook },
        retry: { attempts: 2, backoff: () => 1 },
        timeout: { total: 50 },
      })
      const request = { baseURL: busy.origin }
      using time = stopTime()
      meanwhile = () => time.advance(50)
      const late = await failureOf(client.send(request))
      expect(late).toMatchObject({ code: 'REST_TIMEOUT', phase: 'total', limitMs: 50, attempt: 1 })
      const controller = new AbortController()
      const { signal } = controller
      meanwhile = () => controller.abort()
      expect(await failureOf(client.send(request, { signal, timeout: false }))).toMatchObject({
        code: 'REST_ABORTED',
      })
    },
  )

  test('that end after the total time do not cause a request', async () => {
    let requests = 0
    await using counting = await startServer((_request, response) => {
      requests += 1
      response.end()
    })
    let release = () => {}
    const onRequest = () =>
      new Promise<void>((resolve) => {
        release = resolve
      })
    await using client = rest.createClient({ hooks: { onRequest }, timeout: 20 })
    await failureOf(client.send({ baseURL: counting.origin }))
    release()
    await client.close()
    expect(requests).toBe(0)
  })

  test('that throw for a stream release it', async () => {
    let gone = () => {}
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    await using endless = await startServer((_request, response) => {
      response.on('close', gone).write('first')
    })
    await using client = rest.createClient({
      hooks: {
        onResponse: () => {
          throw new Error('no')
        },
      },
    })
    await failureOf(client.stream({ baseURL: endless.origin }))
    await closed
  })

  test('are called for streams, too', async () => {
    const statuses: number[] = []
    await using client = rest.createClient({
      hooks: { onResponse: ({ statusCode }) => void statuses.push(statusCode) },
    })
    await buildResponse(await client.stream({ baseURL: server.origin }))
    expect(statuses).toEqual([200])
  })
})

describe('diagnostics channels', () => {
  test('publish start, retry, end and error without secrets', async () => {
    await using server = await startServer((request, response) => {
      response.writeHead(request.url?.startsWith('/busy') ? 503 : 200).end()
    })
    const messages: [string, Record<string, unknown>][] = []
    const names = ['start', 'end', 'retry', 'error'].map((name) => `rest:request:${name}`)
    const listeners = names.map((name) => (message: unknown) => {
      messages.push([name, message as Record<string, unknown>])
    })
    names.forEach((name, i) => {
      diagnostics.subscribe(name, listeners[i] as () => void)
    })
    const retry = { attempts: 2, backoff: () => 1 }
    const headers = { authorization: 'Bearer s3cret' }
    await rest.send({ baseURL: `${server.origin}/busy?k=s3cret`, headers }, { retry })
    await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1/?k=s3cret' }))
    names.forEach((name, i) => {
      diagnostics.unsubscribe(name, listeners[i] as () => void)
    })
    expect(messages.map(([name]) => name.split(':')[2])).toEqual([
      'start',
      'end',
      'retry',
      'start',
      'end',
      'start',
      'error',
    ])
    expect(messages[1]?.[1]).toMatchObject({ statusCode: 503, attempt: 1 })
    expect(messages[6]?.[1]).toMatchObject({ error: { code: 'REST_CONNECT' } })
    expect(JSON.stringify(messages)).not.toContain('s3cret')
  })
})

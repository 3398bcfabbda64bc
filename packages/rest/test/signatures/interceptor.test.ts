/** Signed requests and verified responses over real connections. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { createClient } from '@entrepot/rest'
import { HttpCache } from '@entrepot/rest/cache'
import { progress } from '@entrepot/rest/progress'
import {
  contentDigest,
  createSigningKey,
  createVerificationKey,
  type RequestMessage,
  type SignOptions,
  signatures,
  signMessage,
  verifyMessage,
} from '@entrepot/rest/signatures'
import { fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bodyOf, startServer } from '../support/servers.ts'

const secret = randomBytes(32)
const key = createSigningKey({ keyid: 'k1', key: secret })
const keyOf = () => createVerificationKey({ key: secret })

interface Seen {
  readonly message: RequestMessage
  readonly nonce: string | undefined
  readonly components: readonly string[]
}

type Answer = (response: ServerResponse, message: RequestMessage) => void | Promise<void>

/** A server that verifies each request, and answers. */
async function serverThat(answer: Answer = (response) => void response.end('ok')) {
  const seen: Seen[] = []
  const failures: unknown[] = []
  const server = await startServer(async (request: IncomingMessage, response) => {
    const body = await bodyOf(request)
    const message = {
      method: request.method ?? '',
      url: `${server.origin}${request.url}`,
      headers: request.headersDistinct,
      body,
    }
    try {
      const { nonce, components } = await verifyMessage(message, { keyOf })
      seen.push({ message, nonce, components })
    } catch (error) {
      failures.push(error)
    }
    await answer(response, message)
  })
  onTestFinished(() => server.close())
  return { server, seen, failures }
}

function clientOf(origin: string, sign: Partial<SignOptions> = {}) {
  const interceptors = [signatures({ origins: [origin], sign: { key, ...sign } })]
  const client = createClient({ interceptors, retry: { attempts: 3, backoff: () => 0 } })
  onTestFinished(() => client.close())
  return client
}

describe('requests', () => {
  test('are signed as they go over the wire, with their body, query and token', async () => {
    const { server, seen, failures } = await serverThat()
    const { send, stream } = clientOf(server.origin)
    const headers = { authorization: 'Bearer a' }
    await send({ baseURL: `${server.origin}/a%20b/../c`, queryParams: { q: 'ü +&' }, headers })
    await send({ method: 'POST', baseURL: server.origin, json: { price: '10 €' } })
    await send({ method: 'PUT', baseURL: server.origin, body: Uint8Array.of(0, 65) })
    const digest = contentDigest('streamed')
    const body = Readable.from(['strea', 'med'])
    const answer = await stream({
      method: 'PUT',
      baseURL: server.origin,
      body,
      headers: { 'content-digest': digest },
    })
    await text(answer.body)
    expect(failures).toEqual([])
    expect(seen.map(({ components }) => components.length)).toEqual([3, 4, 4, 3])
    expect(seen[0]?.components).toContain('"authorization"')
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(4)
  })

  test('have a new signature in each attempt and for each redirect', async () => {
    let requests = 0
    const { server, seen, failures } = await serverThat((response, { url }) => {
      requests += 1
      if (requests === 1) response.writeHead(503).end()
      else if (url.endsWith('/old')) response.writeHead(302, { location: '/new' }).end()
      else response.end('ok')
    })
    expect((await clientOf(server.origin).send({ baseURL: `${server.origin}/old` })).body).toBe(
      'ok',
    )
    expect(failures).toEqual([])
    expect(seen.map(({ message }) => new URL(message.url).pathname)).toEqual([
      '/old',
      '/old',
      '/new',
    ])
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(3)
  })

  test('that a transport refuses fail with its error', async () => {
    const transport = {
      dispatch: () => {
        throw new Error('no more requests')
      },
      close: async () => {},
    }
    const interceptors = [signatures({ origins: ['https://a.test'], sign: { key } })]
    const client = createClient({ transport, interceptors })
    const { error } = await client.sendResult({ baseURL: 'https://a.test/' }, { timeout: 1_000 })
    expect(error?.cause).toMatchObject({ message: 'no more requests' })
  })

  test('have progress behind the signature, or in front of it with a digest of their own', async () => {
    const { server, failures } = await serverThat()
    const uploads: number[] = []
    const watched = progress({ onUpload: ({ bytes }) => uploads.push(bytes) })
    const signed = signatures({ origins: [server.origin], sign: { key } })
    const client = createClient({ interceptors: [signed] })
    onTestFinished(() => client.close())
    const request = { method: 'PUT', baseURL: server.origin, body: 'abc' } as const
    const behind = { interceptors: [signed, watched] }
    const { send, close } = createClient(behind)
    onTestFinished(() => close())
    await send(request)
    await client.send(
      { ...request, headers: { 'content-digest': contentDigest('abc') } },
      { interceptors: [watched] },
    )
    expect(failures).toEqual([])
    expect(uploads).toEqual([0, 3, 0, 3])
  })

  test('to other origins are not signed, not even after a redirect', async () => {
    const transport = fakeTransport([
      {
        url: 'https://a.test/',
        reply: { statusCode: 302, headers: { location: 'https://b.test/' } },
      },
      { reply: {} },
    ])
    const interceptors = [signatures({ origins: ['https://a.test'], sign: { key } })]
    const client = createClient({ transport, interceptors })
    await client.send({ baseURL: 'https://a.test/' })
    await client.send({ baseURL: 'https://b.test/' })
    expect(transport.requests.map(({ headers }) => 'signature' in headers)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('with another host are signed for that host', async () => {
    const transport = fakeTransport([{ reply: {} }])
    const interceptors = [
      signatures({ origins: ['https://10.0.0.1'], sign: { key, components: ['@authority'] } }),
    ]
    await createClient({ transport, interceptors }).send({
      baseURL: 'https://10.0.0.1/',
      headers: { host: 'Api.test' },
    })
    const headers = transport.requests[0]?.headers ?? {}
    await verifyMessage(
      { method: 'GET', url: 'https://api.test/', headers },
      { keyOf, required: ['@authority'] },
    )
  })

  test('whose body is a stream without a digest are refused, unless the digest is not signed', async () => {
    const { server, failures } = await serverThat()
    const request = { method: 'PUT', baseURL: server.origin, body: Readable.from(['x']) }
    const error = await clientOf(server.origin)
      .stream(request)
      .catch((reason) => reason)
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'headers.content-digest' })
    expect(request.body.destroyed).toBe(true)
    const { stream } = clientOf(server.origin, { components: ['@method'] })
    await text((await stream({ ...request, body: Readable.from(['x']) })).body)
    expect(failures).toHaveLength(1)
  })

  test('fail if a component is missing or the key fails, and nothing is sent', async () => {
    const transport = fakeTransport([{ reply: {} }])
    const failing = { ...key, sign: () => Promise.reject(new Error('the module is locked')) }
    for (const sign of [{ key, components: ['missing'] }, { key: failing }]) {
      const interceptors = [signatures({ origins: ['https://a.test'], sign })]
      const { error } = await createClient({ transport, interceptors }).sendResult({
        baseURL: 'https://a.test/',
      })
      expect(['REST_SIGNATURE', 'REST_ERROR']).toContain(error?.code)
    }
    expect(transport.requests).toEqual([])
  })

  test('whose caller leaves while they are signed are not sent', async () => {
    const gate = Promise.withResolvers<Uint8Array>()
    const transport = fakeTransport([{ reply: {} }])
    const sign = { key: { ...key, sign: () => gate.promise } }
    const interceptors = [signatures({ origins: ['https://a.test'], sign })]
    const sent = createClient({ transport, interceptors }).send(
      { baseURL: 'https://a.test/' },
      { timeout: 10 },
    )
    await expect(sent).rejects.toMatchObject({ code: 'REST_TIMEOUT' })
    gate.resolve(randomBytes(32))
    await new Promise(setImmediate)
    expect(transport.requests).toEqual([])
  })
})

describe('responses', () => {
  type Change = (response: ServerResponse, headers: Record<string, string>) => string | Uint8Array

  /** A client that verifies, and a server that signs and then changes its answer. */
  async function setUp(
    change: Change,
    body: string | Uint8Array = 'paid',
    own: Record<string, string> = {},
    sign: Partial<SignOptions> = {},
  ) {
    const { server } = await serverThat(async (response, request) => {
      const message = { statusCode: 200, headers: own, body, request }
      const headers = { ...own, ...(await signMessage(message, { key, ...sign })) }
      const sent = change(response, headers)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.end(sent)
    })
    const verify = { keyOf, claimNonce: () => true }
    const interceptors = [signatures({ origins: [server.origin], sign: { key }, verify })]
    const client = createClient({ interceptors })
    onTestFinished(() => client.close())
    return { client, request: { baseURL: `${server.origin}/pay` } }
  }

  test('that are right are passed on, compressed ones, too, and streams with backpressure', async () => {
    const large = randomBytes(300_000).toString('base64')
    for (const body of ['paid', gzipSync(large), '']) {
      const own: Record<string, string> =
        typeof body === 'string' ? {} : { 'content-encoding': 'gzip' }
      const { client, request } = await setUp(() => body, body, own)
      const expected = typeof body === 'string' ? body : large
      expect((await client.send(request)).body).toBe(expected)
      expect(await text((await client.stream(request)).body)).toBe(expected)
    }
  })

  test.each<[string, Change, string]>([
    ['another body', () => 'free', 'digest'],
    ['a body that is cut off', () => 'pai', 'digest'],
    [
      'another status',
      (response) => {
        response.statusCode = 402
        return 'paid'
      },
      'wrong',
    ],
    [
      'no signature',
      (_response, headers) => {
        delete headers.signature
        return 'paid'
      },
      'malformed',
    ],
    [
      'no signature headers at all',
      (_response, headers) => {
        delete headers.signature
        delete headers['signature-input']
        return 'paid'
      },
      'missing',
    ],
    [
      'another digest',
      (_response, headers) => {
        headers['content-digest'] = contentDigest('free')
        return 'free'
      },
      'wrong',
    ],
  ])('with %s are refused', async (_what, change, fault) => {
    const { client, request } = await setUp(change)
    const { error } = await client.sendResult(request)
    expect(error).toMatchObject({ code: 'REST_SIGNATURE', fault, path: '/pay' })
    expect(error?.message).not.toContain('k1')
  })

  test('with a body that is not covered are refused', async () => {
    const components = ['@status', '"@method";req', '"@target-uri";req']
    const { client, request } = await setUp(() => 'paid', 'paid', {}, { components })
    await expect(client.send(request)).rejects.toMatchObject({ fault: 'component' })
  })

  test('that are streamed fail at their end, not before', async () => {
    const { client, request } = await setUp(() => 'free')
    const { body, statusCode } = await client.stream(request)
    expect(statusCode).toBe(200)
    await expect(text(body)).rejects.toMatchObject({ fault: 'digest' })
  })

  test('of another origin are refused, and an error of the lookup of keys is the cause', async () => {
    const verify = { keyOf: () => Promise.reject(new Error('no database')) }
    const transport = fakeTransport([
      {
        reply: {
          headers: {
            'signature-input': 'sig1=("@status" "@method";req "@target-uri";req);created=1',
            signature: 'sig1=:AAAA:',
          },
        },
      },
    ])
    const now = () => 1_000
    const interceptors = [signatures({ origins: ['https://a.test'], verify: { ...verify, now } })]
    const client = createClient({ transport, interceptors })
    await expect(client.send({ baseURL: 'https://b.test/' })).rejects.toMatchObject({
      fault: 'key',
    })
    expect(transport.requests).toEqual([])
    const error = await client.send({ baseURL: 'https://a.test/' }).catch((reason) => reason)
    expect(error.code).toBe('REST_ERROR')
    expect(error.cause.message).toBe('no database')
  })

  test('that were verified can be used from a cache in front', async () => {
    let answers = 0
    const { server } = await serverThat(async (response, request) => {
      answers += 1
      const headers = { 'cache-control': 'max-age=60' }
      const signed = await signMessage({ statusCode: 200, headers, body: 'x', request }, { key })
      for (const [name, value] of Object.entries({ ...headers, ...signed }))
        response.setHeader(name, value)
      response.end('x')
    })
    const own = signatures({ origins: [server.origin], sign: { key }, verify: { keyOf } })
    const client = createClient({ interceptors: [new HttpCache(), own] })
    onTestFinished(() => client.close())
    await client.send({ baseURL: server.origin })
    expect((await client.send({ baseURL: server.origin })).headers.age).toBeDefined()
    expect(answers).toBe(1)
  })
})

test('origins must be URLs', () => {
  expect(() => signatures({ origins: ['a.test'], sign: { key } })).toThrow('origins')
})

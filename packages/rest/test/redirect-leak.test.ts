import * as rest from '@entrepot/rest'
import { buildRequest, buildResponse } from '@entrepot/rest/go'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nextRequest, type RedirectPolicy } from '../src/settings/redirect.ts'
import { bodyOf, failureOf, startServer, type TestServer } from './support/servers.ts'

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An honest server that redirects to a stranger, and the stranger, who writes down what he gets. */
describe('a redirect to another origin', () => {
  let honest: TestServer
  let stranger: TestServer
  let received: Received[]
  let back: string | undefined

  beforeAll(async () => {
    stranger = await startServer(async (request, response) => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: await bodyOf(request) })
      if (back === undefined) response.end('thanks')
      else response.writeHead(302, { location: back }).end()
    })
    honest = await startServer(async (request, response) => {
      const status = Number(request.url?.slice(1, 4))
      const { method, url, headers } = request
      const body = await bodyOf(request)
      if (Number.isNaN(status)) {
        received.push({ method, url, headers, body })
        response.end('home')
      } else response.writeHead(status, { location: `${stranger.origin}/steal` }).end()
    })
  })
  beforeEach(() => {
    received = []
    back = undefined
  })
  afterAll(async () => {
    await honest.close()
    await stranger.close()
  })

  const secrets = {
    authorization: 'Bearer s3cret',
    cookie: 'session=s3cret',
    'x-api-key': 's3cret',
    'proxy-authenticate': 's3cret',
    'x-acme-token': 's3cret',
    'idempotency-key': 's3cret',
    referer: 'https://h/?apikey=s3cret',
    origin: 's3cret',
    host: 's3cret.test',
    'x-amz-security-token': 's3cret',
  }
  const harmless = {
    accept: 'text/plain',
    'accept-language': 'de',
    'user-agent': 'mine/1',
  }
  const headers = { ...secrets, ...harmless }
  const all = { methods: ['GET', 'POST'] }

  test.each([301, 302, 303, 307, 308])(
    'with status %i sends no header that is not listed',
    async (status) => {
      await rest.send({ baseURL: `${honest.origin}/${status}`, headers })
      expect(received).toHaveLength(1)
      expect(JSON.stringify(received)).not.toContain('s3cret')
      expect(received[0]?.headers).toMatchObject(harmless)
    },
  )

  test('sends nothing of the query', async () => {
    await rest.send({ baseURL: `${honest.origin}/302`, queryParams: { apikey: 's3cret' } })
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test.each([307, 308])('with status %i is refused if it would send the body', async (status) => {
    const request = { method: 'POST', baseURL: `${honest.origin}/${status}`, body: 's3cret' }
    const error = await failureOf(rest.send(request, { redirect: all }))
    expect(error).toMatchObject({ code: 'REST_REDIRECT', location: `${stranger.origin}/steal` })
    expect(received).toEqual([])
  })

  test('sends the body only if the caller allows it', async () => {
    const request = { method: 'POST', baseURL: `${honest.origin}/307`, body: 'x', headers }
    await rest.send(request, { redirect: { ...all, crossOriginBody: true } })
    expect(received).toMatchObject([{ method: 'POST', body: 'x' }])
    expect(received[0]?.headers).toHaveProperty('content-type', 'application/json')
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test('sends the headers that the caller lists, in any case', async () => {
    await rest.send(
      { baseURL: `${honest.origin}/302`, headers },
      { redirect: { keepHeaders: ['X-Acme-Token'] } },
    )
    expect(received[0]?.headers).toHaveProperty('x-acme-token', 's3cret')
    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })

  test('sends none of the default headers of the client', async () => {
    await using client = rest.createClient({ headers: { authorization: 's3cret' } })
    await client.send({ baseURL: `${honest.origin}/302` })
    expect(received).toHaveLength(1)
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test('does not restore them for a redirect back, because the other origin chose the target', async () => {
    back = `${honest.origin}/home`
    await rest.send({ baseURL: `${honest.origin}/302`, headers })
    expect(received.map(({ url }) => url)).toEqual(['/steal', '/home'])
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test('sends no trace context to an origin that is not listed', async () => {
    await using client = rest.createClient({
      traceContext: {
        origins: [honest.origin],
        inject: (carrier) => {
          carrier.traceparent = '00-s3cret'
        },
      },
    })
    await client.send({ baseURL: `${honest.origin}/302` })
    expect(received).toHaveLength(1)
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test('leaks nothing in streams or in the fetch adapter either', async () => {
    await using client = rest.createClient()
    await buildResponse(await client.stream({ baseURL: `${honest.origin}/302`, headers }))
    const { host: _host, ...fetchHeaders } = headers
    await rest.createFetch(client)(`${honest.origin}/302`, { headers: fetchHeaders })
    expect(received).toHaveLength(2)
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  test('includes a redirect to another port of the same host', async () => {
    expect(new URL(honest.origin).hostname).toBe(new URL(stranger.origin).hostname)
    await rest.send({ baseURL: `${honest.origin}/302`, headers })
    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })
})

test('never sends a header outside of the list, whatever its name is', () => {
  const policy: RedirectPolicy = {
    mode: 'follow',
    methods: new Set(['GET']),
    max: 10,
    keepHeaders: new Set(),
    crossOriginBody: false,
    allowInsecure: false,
  }
  const listed = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']
  const name = fc.stringMatching(/^[a-z0-9!#$%&'*+.^`|~-]{1,20}$/)
  fc.assert(
    fc.property(fc.dictionary(name, fc.constant('v')), fc.webUrl(), (headers, location) => {
      const request = {
        ...buildRequest({ baseURL: 'http://home.test/' }),
        headers,
      }
      const answer = { statusCode: 302, headers: { location: [location] }, url: request.url }
      const next = nextRequest(request, answer, policy, ['GET http://home.test/'], 1)
      for (const kept of Object.keys(next?.headers ?? {})) expect(listed).toContain(kept)
    }),
  )
})

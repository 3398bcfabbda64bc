import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import * as rest from '@entrepot/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, startServer, type TestServer } from './support/servers.ts'

type Answer = (
  response: ServerResponse,
  value: string,
  seen: { readonly request: IncomingMessage; readonly body: string },
) => void

const answers: Readonly<Record<string, Answer>> = {
  status: (response, value) => response.writeHead(Number(value)).end(value === '304' ? '' : 'text'),
  redirect: (response, value) => response.writeHead(Number(value), { location: '/echo' }).end(),
  gzip: (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('zip')),
  headers: (response) => {
    response.setHeader('x-many', ['a', 'b']).setHeader('set-cookie', ['a=1', 'b=2']).end()
  },
}

const echo: Answer = (response, _value, { request, body }) => {
  const { method, url, headers } = request
  const { 'content-type': type, 'content-length': length } = headers
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, type, length, body }))
}

/**
 * The adapter against the global fetch: a library must not notice which of the two it got. What they
 * are meant to do differently is said in the docstring of `createFetch` and left out here.
 */
describe('createFetch and the global fetch', () => {
  let server: TestServer
  const ours = rest.createFetch(
    rest.createClient({ redirect: { methods: ['GET', 'HEAD', 'POST'] } }),
  )

  beforeAll(async () => {
    server = await startServer(async (request, response) => {
      const [, kind = '', value = ''] = (request.url ?? '').split('/')
      const body = await bodyOf(request)
      const answer = answers[kind] ?? echo
      answer(response, value, { request, body })
    })
  })
  afterAll(() => server.close())

  const describeResponse = async (response: Response) => ({
    status: response.status,
    ok: response.ok,
    type: response.headers.get('content-type'),
    many: response.headers.get('x-many'),
    cookies: response.headers.getSetCookie(),
    redirected: response.redirected,
    path: URL.parse(response.url)?.pathname,
    fragment: URL.parse(response.url)?.hash,
    hasBody: response.body !== null,
    text: await response.text(),
    used: response.bodyUsed,
  })

  test.each<[string, RequestInit]>([
    ['/echo', {}],
    ['/echo?a=b%20c&d', {}],
    ['/echo#fragment', {}],
    ['/echo', { method: 'DELETE' }],
    ['/echo', { method: 'POST', body: 'text' }],
    ['/echo', { method: 'POST', body: '' }],
    ['/echo', { method: 'PUT', body: 'x', headers: { 'content-type': 'a/b' } }],
    ['/echo', { method: 'POST', body: new URLSearchParams({ a: 'b c' }) }],
    ['/echo', { method: 'POST', body: new Blob(['blob'], { type: 'x/y' }) }],
    ['/echo', { method: 'POST', headers: [['x-a', '1']] }],
    ['/echo', { method: 'post', body: 'lower case' }],
    ['/status/200', {}],
    ['/status/201', {}],
    ['/status/204', {}],
    ['/status/304', {}],
    ['/status/404', {}],
    ['/status/500', {}],
    ['/status/599', {}],
    ['/redirect/301', {}],
    ['/redirect/302', { method: 'POST', body: 'x' }],
    ['/redirect/303', { method: 'POST', body: 'x' }],
    ['/redirect/307', { method: 'POST', body: 'x' }],
    ['/redirect/308', {}],
    ['/gzip', {}],
    ['/headers', {}],
    ['/echo', { method: 'HEAD' }],
  ])('agree about %s with %j', async (path, init) => {
    const url = server.origin + path
    const theirs = await describeResponse(await fetch(url, init))
    expect(await describeResponse(await ours(url, init))).toEqual(theirs)
  })

  test.each<[string, string, RequestInit]>([
    ['a relative URL', '/echo', {}],
    ['a scheme that is none', 'nothing://h', {}],
    ['a body on GET', 'http://127.0.0.1:1/', { body: 'x' }],
    ['a method that is forbidden', 'http://127.0.0.1:1/', { method: 'CONNECT' }],
    ['a method that is no token', 'http://127.0.0.1:1/', { method: 'A B' }],
    ['a header that breaks the line', 'http://127.0.0.1:1/', { headers: { 'x-a': 'a\r\nb: c' } }],
    ['a port on which nobody listens', 'http://127.0.0.1:1/', {}],
  ])('both reject %s with a TypeError', async (_name, url, init) => {
    await expect(fetch(url, init)).rejects.toBeInstanceOf(TypeError)
    await expect(ours(url, init)).rejects.toBeInstanceOf(TypeError)
  })

  test('both read a body once', async () => {
    for (const send of [fetch, ours]) {
      const response = await send(`${server.origin}/echo`)
      await response.text()
      await expect(response.text()).rejects.toBeInstanceOf(TypeError)
    }
  })

  test('both return clones that can be read independently', async () => {
    for (const send of [fetch, ours]) {
      const response = await send(`${server.origin}/gzip`)
      const clone = response.clone()
      expect([await response.text(), await clone.text()]).toEqual(['zip', 'zip'])
    }
  })
})

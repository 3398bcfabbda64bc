/** The client for browsers, against a real server. Node has the same `fetch`. */
import { createClient, paginate } from '@entrepot/rest/browser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bodyOf, startServer, type TestServer } from './support/servers.ts'

let server: TestServer
let other: TestServer
let seen: { method: string; key: string; body: string }[] = []
let failures = 0
const backoff = () => 0

beforeAll(async () => {
  const respond: Parameters<typeof startServer>[0] = async (request, response) => {
    const body = (await bodyOf(request)).toString()
    const key = String(request.headers['idempotency-key'])
    seen.push({ method: String(request.method), key, body })
    if (request.url === '/never') return
    if (request.url === '/moved') {
      response.writeHead(307, { location: `${other.origin}/a` }).end()
      return
    }
    if (request.url === '/renamed') {
      response.writeHead(301, { location: '/list/first' }).end()
      return
    }
    if (request.url === '/reset') {
      request.socket.destroy()
      return
    }
    if (failures > 0) {
      failures -= 1
      response.writeHead(503).end()
      return
    }
    if (request.url === '/list/first') response.setHeader('link', '<?page=2>; rel="next"')
    if (request.url === '/first') response.setHeader('link', '</second>; rel="next"')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url))
  }
  ;[server, other] = await Promise.all([startServer(respond), startServer(respond)])
})
beforeEach(() => {
  seen = []
  failures = 0
})
afterAll(async () => {
  await Promise.all([server.close(), other.close()])
})

const retry = { attempts: 3, backoff }

test('sends a request value and returns a response value', async () => {
  const { send } = createClient()
  const answer = await send({ method: 'POST', baseURL: `${server.origin}/a`, json: { b: 1 } })
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
    200,
    '"/a"',
    ['application/json'],
  ])
  expect(seen).toMatchObject([{ method: 'POST', body: '{"b":1}' }])
})

test('repeats a POST with the same idempotency key, and one without a key never', async () => {
  const { send } = createClient({ retry })
  const request = { method: 'POST', baseURL: `${server.origin}/a`, json: 1 }
  failures = 2
  expect((await send(request, { idempotencyKey: true })).statusCode).toBe(200)
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  expect(seen).toHaveLength(3)
  failures = 1
  expect((await send(request)).statusCode).toBe(503)
  expect(seen).toHaveLength(4)
})

test('repeats a GET whose connection breaks, and then throws a typed error', async () => {
  const { send } = createClient({ retry })
  const sent = send({ baseURL: `${server.origin}/reset` })
  await expect(sent).rejects.toMatchObject({ code: 'REST_RESPONSE', fault: 'reset', attempt: 3 })
})

test('ends with the signal and with the timeout', async () => {
  const controller = new AbortController()
  const sent = createClient().send({ baseURL: `${server.origin}/never` }, controller)
  await expect.poll(() => seen.length).toBe(1)
  controller.abort(new Error('away'))
  await expect(sent).rejects.toMatchObject({ code: 'REST_ABORTED', reason: { message: 'away' } })
  const late = createClient({ timeout: 1 }).send({ baseURL: `${server.origin}/never` })
  await expect(late).rejects.toMatchObject({ code: 'REST_TIMEOUT', phase: 'total', limitMs: 1 })
})

test('follows pages, and refuses a status outside 200 to 299 there', async () => {
  const client = createClient()
  const pages = []
  for await (const page of paginate(client, { baseURL: `${server.origin}/first` })) {
    pages.push(page.body)
  }
  expect(pages).toEqual(['"/first"', '"/second"'])
  failures = 1
  const refused = client.sendOk({ baseURL: `${server.origin}/a` })
  await expect(refused).rejects.toMatchObject({ code: 'REST_HTTP_STATUS', statusCode: 503 })
})

test('a redirect takes neither the body nor a header of a request to another origin', async () => {
  const { send } = createClient({ retry })
  const baseURL = `${server.origin}/moved`
  for (const request of [
    { method: 'PUT', baseURL, json: 1 },
    { baseURL, headers: { 'x-api-key': 'secret' } },
  ]) {
    await expect(send(request)).rejects.toMatchObject({ code: 'REST_REDIRECT' })
  }
  expect(seen.map(({ method }) => method)).toEqual(['PUT', 'GET'])
})

test('a redirect of a read is followed, and links are of the page that has answered', async () => {
  const client = createClient()
  const pages = []
  for await (const page of paginate(client, { baseURL: `${server.origin}/renamed` })) {
    pages.push(page.url)
  }
  expect(pages).toEqual([`${server.origin}/list/first`, `${server.origin}/list/first?page=2`])
})

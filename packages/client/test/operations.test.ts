/** Calls over a transport that plays the hub: what is sent, what is sent again, and what errors become. */
import { createClient as createSender } from '@entrepot/rest'
import { fakeTransport } from '@entrepot/rest/testing'
import { expect, expectTypeOf, test } from 'vitest'
import {
  ClientError,
  type ClientOptions,
  createClient,
  type HubError,
  isProblem,
  type ProblemCode,
  UnexpectedAnswerError,
} from '../src/index.ts'

type Reply = NonNullable<NonNullable<Parameters<typeof fakeTransport>[0]>[number]['reply']>

const KEY = 'ent_c1_secret'
const problem = (code: string, status: number, more: object = {}): Reply => ({
  statusCode: status,
  headers: { 'content-type': 'application/problem+json', 'request-id': 'req-12345678' },
  json: { type: 'x', title: 'Refused', status, code, detail: 'Change it.', ...more },
})
const ORDER = { ChannelReference: 'A-1' } as never

function hubThat(replies: readonly Reply[], options: Partial<ClientOptions> = { key: KEY }) {
  const transport = fakeTransport(replies.map((reply) => ({ reply, times: 1 })))
  const rest = createSender({ transport, retry: { attempts: 3, backoff: () => 0 } })
  const client = createClient({ hub: 'https://hub.test/', rest, ...options })
  return { client, sent: transport.requests }
}

const errorOf = async (call: Promise<unknown>) =>
  await call.then(
    () => expect.unreachable(),
    (error) => error,
  )

test('a call has the path, the query and the body of its input, and the key', async () => {
  const { client, sent } = hubThat([{ json: {} }, { json: [] }, { json: {} }])
  await client.changeProduct({ reference: 'a/b c', body: { Name: 'Mug' } })
  await client.listOrders({ status: 'NEW', pageSize: 5 })
  await client.getOrderById({ id: 7 })
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PATCH', 'https://hub.test/v2/products/a%2Fb%20c', '{"Name":"Mug"}'],
    ['GET', 'https://hub.test/v2/orders?pageSize=5&status=NEW', undefined],
    ['GET', 'https://hub.test/v2/orders/id/7', undefined],
  ])
  expect(sent[0]?.headers).toMatchObject({ 'x-api-key': KEY })
})

test('a file is sent as it is, whatever its type', async () => {
  const { client, sent } = hubThat([{ statusCode: 202, json: { Id: 3 } }])
  const csv = 'MerchantProductReference,Stock\nMUG,5\n'
  expect(await client.createImport({ body: csv, dryRun: true })).toMatchObject({ Id: 3 })
  const [request] = sent
  expect([request?.url, request?.body]).toEqual(['https://hub.test/v2/imports?dryRun=true', csv])
  expect(request?.headers['content-type']).toBe('application/octet-stream')
})

test('`request` returns the status and the headers too', async () => {
  const { client } = hubThat([{ statusCode: 201, headers: { 'x-a': 'b' }, json: { Id: 1 } }])
  const answer = await client.request('createOrder', { body: ORDER })
  expect(answer).toMatchObject({ status: 201, headers: { 'x-a': ['b'] }, body: { Id: 1 } })
})

test('an answer of another type of JSON has its type', async () => {
  const { client } = hubThat([{ json: { keys: [{ kid: '5' }] } }])
  const { keys } = await client.getWebhookKeys({ customerId: 1, webhookId: 5 })
  expectTypeOf(keys[0]?.kid).toEqualTypeOf<string | undefined>()
  expect(keys[0]?.kid).toBe('5')
})

test('a token is asked for with each call, and names the customer', async () => {
  let count = 0
  const token = () => `token-${++count}`
  const { client, sent } = hubThat([{ json: [] }, { json: [] }], { token, customer: 3 })
  await client.listOrders()
  await client.listOrders()
  expect(sent.map(({ headers }) => [headers.authorization, headers['entrepot-customer']])).toEqual([
    ['Bearer token-1', '3'],
    ['Bearer token-2', '3'],
  ])
})

test('POST and PUT are sent again with the same idempotency key, and each call has its own', async () => {
  const down: Reply = { statusCode: 503 }
  const { client, sent } = hubThat([down, down, { json: {} }, down, { json: {} }, { json: {} }])
  await client.createOrder({ body: ORDER })
  await client.replaceProduct({ reference: 'a', body: {} as never })
  await client.createOrder({ body: ORDER }, { idempotencyKey: 'order-A-1' })
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], 'order-A-1'])
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{8,255}$/)
})

test('GET is sent again without a key, and PATCH is sent once', async () => {
  const { client, sent } = hubThat([{ statusCode: 502 }, { json: [] }, { statusCode: 502 }])
  await client.listOrders()
  const error = await errorOf(client.changeProduct({ reference: 'a', body: {} }))
  expect(error).toMatchObject({ code: 'CLIENT_UNEXPECTED_ANSWER', status: 502 })
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH'])
  expect(sent.some(({ headers }) => 'idempotency-key' in headers)).toBe(false)
})

test('a call waits while the hub still works on its first attempt', async () => {
  const running = problem('MARKET_IDEMPOTENCY_RUNNING', 409)
  const wait = { ...running, headers: { 'retry-after': '0' } }
  const { client, sent } = hubThat([wait, wait, { json: { Id: 4 } }])
  expect(await client.createOrder({ body: ORDER })).toMatchObject({ Id: 4 })
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const stuck = hubThat(Array.from({ length: 11 }, () => wait))
  const error = await errorOf(stuck.client.createOrder({ body: ORDER }))
  expect([error.code, stuck.sent.length]).toEqual(['MARKET_IDEMPOTENCY_RUNNING', 10])
})

test('a call that is ended while it waits for its first attempt ends as one that is sent', async () => {
  const running = problem('MARKET_IDEMPOTENCY_RUNNING', 409)
  const { client, sent } = hubThat([{ ...running, headers: { 'retry-after': '60' } }])
  const controller = new AbortController()
  const call = errorOf(client.createOrder({ body: ORDER }, controller))
  await expect.poll(() => sent.length).toBe(1)
  controller.abort(new Error('away'))
  expect(await call).toMatchObject({ code: 'REST_ABORTED', reason: { message: 'away' } })
})

test.each(['.', '..'])('a part of a path that is %s calls no other operation', async (dots) => {
  const { client, sent } = hubThat([])
  const call = client.replayWebhookDelivery({ id: 5, deliveryId: dots as never })
  expect(await errorOf(call)).toBeInstanceOf(TypeError)
  expect(sent).toEqual([])
})

test('an error says how long the hub asks to wait', async () => {
  const limited = { ...problem('MARKET_RATE_LIMITED', 429), headers: { 'retry-after': '30' } }
  const { client } = hubThat([limited, problem('MARKET_NOT_FOUND', 404)])
  expect(await errorOf(client.changeProduct({ reference: 'a', body: {} }))).toMatchObject({
    status: 429,
    retryAfterMs: 30_000,
  })
  const missing = await errorOf(client.changeProduct({ reference: 'a', body: {} }))
  expect(missing).toMatchObject({ status: 404, retryAfterMs: undefined })
})

test('a problem becomes an error with its code, its issues and the id of the request', async () => {
  const errors = [{ path: '/Lines/0/Quantity', message: 'must be at least 1' }]
  const { client } = hubThat([problem('MARKET_INVALID_INPUT', 400, { errors })])
  const error = await errorOf(client.createOrder({ body: ORDER }))
  expect(isProblem(error)).toBe(true)
  expect(isProblem(error, 'MARKET_NOT_FOUND', 'MARKET_INVALID_INPUT')).toBe(true)
  expect(isProblem(error, 'MARKET_NOT_FOUND')).toBe(false)
  expect(error).toMatchObject({
    code: 'MARKET_INVALID_INPUT',
    status: 400,
    detail: 'Change it.',
    issues: errors,
    requestId: 'req-12345678',
    operation: 'createOrder',
    message: 'createOrder: Refused. Change it.',
  })
})

test('a code narrows a problem', () => {
  const narrow = (error: unknown) => {
    if (!isProblem(error)) return
    expectTypeOf(error.code).toEqualTypeOf<ProblemCode>()
    switch (error.code) {
      case 'MARKET_NOT_FOUND':
        expectTypeOf(error).toEqualTypeOf<HubError<'MARKET_NOT_FOUND'>>()
        break
      default:
        expectTypeOf(error.code).toEqualTypeOf<Exclude<ProblemCode, 'MARKET_NOT_FOUND'>>()
    }
    // @ts-expect-error the hub has no such code
    if (error.code === 'MARKET_NO_SUCH_CODE') return
  }
  expect(narrow(new Error('other'))).toBeUndefined()
})

test('what a proxy answers is no problem of the hub', async () => {
  const html = { statusCode: 404, body: '<h1>Not found</h1>' }
  const { client } = hubThat([html, { statusCode: 404, json: { code: 7 } }, { body: '<h1>' }])
  for (const status of [404, 404, 200]) {
    const error = await errorOf(client.listOrders())
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect([isProblem(error), ClientError.is(error), error.status]).toEqual([false, true, status])
  }
})

test('neither the client nor an error shows the key', async () => {
  const { inspect } = await import('node:util')
  const { client } = hubThat([problem('MARKET_UNAUTHENTICATED', 401)])
  const error = await errorOf(client.listOrders())
  expect(inspect([client, error], { depth: 9, showHidden: true })).not.toContain(KEY)
})

test('pages follow the links, with the key on each, and end with the last', async () => {
  const linked: Reply = {
    headers: { link: '</v2/orders?cursor=x&pageSize=1>; rel="next"' },
    json: [{ Id: 1 }],
  }
  const { client, sent } = hubThat([linked, { json: [{ Id: 2 }] }])
  const ids: number[] = []
  for await (const orders of client.pages('listOrders', { pageSize: 1 })) {
    expectTypeOf(orders[0]?.Id).toEqualTypeOf<number | undefined>()
    ids.push(...orders.map(({ Id }) => Id))
  }
  expect(ids).toEqual([1, 2])
  expect(sent.map(({ url }) => url)).toEqual([
    'https://hub.test/v2/orders?pageSize=1',
    'https://hub.test/v2/orders?cursor=x&pageSize=1',
  ])
  expect(sent.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true)
})

test.each([
  [undefined, undefined],
  ['</v2/orders?cursor=abc&pageSize=50>; rel="next"', 'abc'],
  ['</v2/orders?cursor=a%2Bb>; rel=next', 'a+b'],
  ['</v2/orders?cursor=first>; rel="first"', undefined],
])('the cursor of the next page with the link %s is %s', async (link, cursor) => {
  const { client } = hubThat([{ headers: link === undefined ? {} : { link }, json: [] }])
  expect((await client.request('listOrders')).next).toBe(cursor)
})

test('a link to another host gets no key', async () => {
  const away = { headers: { link: '<https://evil.test/v2/orders>; rel="next"' }, json: [] }
  const { client, sent } = hubThat([away, { json: [] }])
  const read = async () => {
    for await (const _ of client.pages('listOrders'));
  }
  expect(await errorOf(read())).toMatchObject({ code: 'REST_REDIRECT' })
  expect(sent).toHaveLength(1)
})

test('a call ends with its signal', async () => {
  const { client } = hubThat([{ json: [] }])
  const error = await errorOf(client.listOrders({}, { signal: AbortSignal.abort() }))
  expect(error.code).toBe('REST_ABORTED')
})

test.each([
  [{ hub: 'hub.example.com' }, 'hub must be the address'],
  [{ hub: 'ftp://hub.example.com' }, 'hub must be the address'],
  [{ hub: 'https://h', key: 'a', token: 'b' }, 'Set key or token'],
  [{ hub: 'https://h', attempts: 0 }, 'attempts must be'],
])('the options %j are refused', (options, message) => {
  expect(() => createClient(options)).toThrow(message)
})

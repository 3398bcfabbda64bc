import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { execute, sql, transaction } from '@entrepot/database'
import { until } from '@entrepot/test-support/outcomes'
import { createRandom } from '@entrepot/test-support/random'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApiKey, createChannel, expectDone, marketplace, revokeApiKey } from '../src/index.ts'
import { appendEvents, type NewEvent } from '../src/kit/events/store.ts'
import { SYSTEM } from '../src/kit/principals/actor.ts'
import { createParties, createTestApi, type TestApi } from './api.ts'
import { openStream, type StreamOptions, type TestStream } from './event-stream-api.ts'

let api: TestApi
/** Two nodes over one database. */
let nodes: readonly string[]
let close: () => Promise<void>

beforeAll(async () => {
  api = await createTestApi()
  const other = Fastify()
  await other.register(marketplace, { database: api.database })
  const listen = { host: '127.0.0.1', port: 0 }
  nodes = [await api.app.listen(listen), await other.listen(listen)]
  close = async () => {
    await other.close()
    await api.close()
  }
})
afterAll(async () => await close())

const opened: TestStream[] = []
async function stream(key: string, options: StreamOptions = {}, node = 0): Promise<TestStream> {
  const made = await openStream(nodes[node] as string, key, options)
  opened.push(made)
  onTestFinished(() => made.close())
  return made
}

/** Commits events. */
async function append(customerId: string, events: readonly Partial<NewEvent>[]) {
  await transaction(api.database, async (tx) => {
    const made = events.map((event) => ({
      type: 'products.changed' as const,
      actor: SYSTEM,
      ...event,
    }))
    await appendEvents(tx, customerId, made)
  })
}

const numbered = (from: number, count: number): readonly Partial<NewEvent>[] =>
  Array.from({ length: count }, (_, index) => ({ data: { Number: from + index } }))

const numbers = ({ events }: TestStream) => events.map(({ Data }) => Data.Number as number)

const inOrder = (count: number) => Array.from({ length: count }, (_, index) => index)

test('each committed event is sent once, in order, with ids to go on from', async () => {
  const { customer, merchantKey } = await createParties(api.database)
  const open = await stream(merchantKey)
  expect(open.status).toBe(200)
  expect(open.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'request-id': expect.any(String),
    'ratelimit-policy': expect.any(String),
  })
  // Events after the first id are not missed, even if the connection breaks before one arrives.
  await until('it has an id', () => open.cursor() !== undefined)
  const first = open.cursor() as string
  for (let number = 0; number < 30; number += 1)
    await append(customer.customerId, numbered(number, 1))
  await until('all arrive', () => open.events.length === 30)
  expect(numbers(open)).toEqual(inOrder(30))
  const again = await stream(merchantKey, { query: `?after=${first}` }, 1)
  await until('all arrive again', () => again.events.length === 30)
  expect(numbers(again)).toEqual(inOrder(30))
  expect(again.events).toEqual(open.events)
})

test('what was missed is sent first, however much it is, and then what happens', async () => {
  const { customer, merchantKey } = await createParties(api.database)
  const { customerId } = customer
  const open = await stream(merchantKey)
  await until('it has an id', () => open.cursor() !== undefined)
  const cursor = open.cursor() as string
  open.close()
  await append(customerId, numbered(0, 450))
  const again = await stream(merchantKey, { headers: { 'last-event-id': cursor } }, 1)
  for (let number = 450; number < 500; number += 1) await append(customerId, numbered(number, 1))
  await until('all arrive', () => again.events.length >= 500)
  expect(numbers(again)).toEqual(inOrder(500))
})

test('a client that changes nodes all the time gets each event, however late its transaction commits', async () => {
  const { customer, merchantKey } = await createParties(api.database)
  const { customerId } = customer
  const random = createRandom(17)
  const seen = new Set<number>()
  let cursor: string | undefined
  const read = async (wants: () => boolean) => {
    const headers = cursor === undefined ? {} : { 'last-event-id': cursor }
    const part = await stream(merchantKey, { headers }, random.chance(0.5) ? 0 : 1)
    await until('it goes on', () => part.cursor() !== undefined && wants())
    part.close()
    for (const number of numbers(part)) seen.add(number)
    cursor = part.cursor()
  }
  await read(() => true)
  let written = 0
  const writers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 15; round += 1) {
      await transaction(api.database, async (tx) => {
        await appendEvents(tx, customerId, [
          { type: 'products.changed', actor: SYSTEM, data: { Number: written++ } },
        ])
        await delay(random.int(0, 40))
      })
    }
  })
  let isDone = false
  const done = Promise.all(writers).then(() => {
    isDone = true
  })
  while (!isDone) {
    const waitUntil = performance.now() + random.int(0, 80)
    await read(() => performance.now() > waitUntil)
  }
  await done
  const end = await stream(merchantKey, { headers: { 'last-event-id': cursor as string } })
  const all = () => new Set([...seen, ...numbers(end)])
  await until('each has arrived', () => all().size === written)
  expect([...all()].toSorted((one, other) => one - other)).toEqual(inOrder(60))
})

test('types and a subject select events, and a channel gets those that concern it', async () => {
  const { customer, channel, merchantKey, channelKey } = await createParties(api.database)
  const { customerId } = customer
  const other = expectDone(await createChannel(api.database, customerId, { name: 'Other' }))
  const stranger = await createParties(api.database)
  const streams = {
    orders: await stream(merchantKey, { query: '?types=order.*,key.created' }),
    seven: await stream(merchantKey, { query: '?subject=order:7' }),
    channel: await stream(channelKey),
    stranger: await stream(stranger.merchantKey),
  }
  const order = (id: number, channelId: number) => ({
    type: 'order.created' as const,
    subject: { kind: 'order' as const, id },
    channelId,
    data: { Number: id },
  })
  await append(customerId, [
    order(6, other.channelId),
    order(7, channel.channelId),
    { data: { Number: 1 } },
    { type: 'key.created', subject: { kind: 'key', id: 1 }, data: { Number: 2 } },
    { type: 'key.revoked', subject: { kind: 'key', id: 1 }, data: { Number: 3 } },
  ])
  await append(stranger.customer.customerId, [{ data: { Number: 9 } }])
  await until('the last arrives', () => streams.stranger.events.length === 1)
  await until('the orders arrive', () => streams.orders.events.length === 2)
  await until('the order arrives', () => streams.seven.events.length === 1)
  await until('the channel gets its order', () => streams.channel.events.length === 1)
  expect(Object.values(streams).map(numbers)).toEqual([[6, 7], [7], [7], [9]])
})

test('a channel gets what only channels see while it happens, too, and the merchant does not', async () => {
  const { customer, channel, merchantKey, channelKey } = await createParties(api.database)
  const { channelId } = channel
  const [ofChannel, ofMerchant] = [await stream(channelKey), await stream(merchantKey)]
  const subject = { kind: 'channel', id: channelId } as const
  await append(customer.customerId, [
    { type: 'sync.pending', subject, channelId },
    { type: 'channel.updated', subject, channelId, data: { Name: 'Shop' } },
  ])
  const typesOf = ({ events }: TestStream) => events.map(({ Type }) => Type)
  await until('both get the last one', () =>
    [ofChannel, ofMerchant].every(({ events }) => events.at(-1)?.Type === 'channel.updated'),
  )
  expect(typesOf(ofChannel)).toEqual(['sync.pending', 'channel.updated'])
  expect(typesOf(ofMerchant)).toEqual(['channel.updated'])
})

test('a stream ends when its key is revoked, and sends nothing that happens later', async () => {
  const { customer, merchantKey } = await createParties(api.database)
  const { customerId } = customer
  const { key, record } = expectDone(
    await createApiKey(api.database, customerId, { kind: 'merchant', label: 'Short' }),
  )
  const short = await stream(key)
  // As a browser must send it, and checked again before each event.
  const long = await stream('', { query: `?apikey=${merchantKey}` })
  await append(customerId, numbered(0, 1))
  await until('both have it', () => short.events.length + long.events.length === 2)
  expectDone(await revokeApiKey(api.database, customerId, String(record.keyId)))
  expect(await short.ended).toBe('end')
  await append(customerId, numbered(1, 1))
  await until('the other one goes on', () => long.events.length === 2)
  expect(numbers(short)).toEqual([0])
  expect((await stream(key)).status).toBe(401)
})

test('a client that does not read is cut off, and the others are not held up', async () => {
  const { customer, merchantKey } = await createParties(api.database)
  const slow = await stream(merchantKey)
  const fast = await stream(merchantKey)
  await until('it has an id', () => slow.cursor() !== undefined)
  slow.response.pause()
  const connections = promisify(api.app.server.getConnections.bind(api.app.server))
  const before = await connections()
  const Text = 'x'.repeat(200_000)
  let count = 0
  while ((await connections()) === before) {
    await append(customer.customerId, [{ data: { Number: count++, Text } }])
    await until('the others get it', () => fast.events.length === count)
    expect(count).toBeLessThan(500)
  }
  slow.response.resume()
  expect(await slow.ended).toBe('broken')
  expect(slow.events.length).toBeLessThan(count)
  const again = await stream(merchantKey, { headers: { 'last-event-id': slow.cursor() as string } })
  await until('it gets the rest', () => slow.events.length + again.events.length >= count)
  expect(new Set([...numbers(slow), ...numbers(again)]).size).toBe(count)
})

test('malformed cursors, too many streams and other methods are refused', async () => {
  const { merchantKey } = await createParties(api.database)
  for (const options of [{ query: '?after=x' }, { headers: { 'last-event-id': '1.x\u00e9' } }]) {
    const refused = await stream(merchantKey, options)
    await refused.ended
    expect(refused.status).toBe(400)
    expect(refused.problem().code).toBe('MARKET_INVALID_INPUT')
  }
  const all = await Promise.all(Array.from({ length: 50 }, () => stream(merchantKey)))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  const last = await stream(merchantKey)
  await last.ended
  expect(last.status).toBe(429)
  expect(last.headers['retry-after']).toBe('5')
  all[0]?.close()
  await until('its place is free', async () => (await stream(merchantKey)).status === 200)
  const head = await fetch(`${nodes[0]}/v2/events/stream`, {
    method: 'HEAD',
    headers: { 'x-api-key': merchantKey },
  })
  expect(head.status).toBe(405)
})

test('a node that closes ends its streams, and waits for none', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  await app.register(marketplace, { database: api.database })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { merchantKey } = await createParties(api.database)
  const open = await openStream(address, merchantKey)
  await until('it has an id', () => open.cursor() !== undefined)
  await app.close()
  expect(await open.ended).toBe('end')
  const rest = await execute(
    api.database,
    sql`select from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
  )
  expect(rest).toBeLessThanOrEqual(2)
})

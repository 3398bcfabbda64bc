import { PassThrough } from 'node:stream'
import { closeDatabase, execute, openDatabase, query, sql } from '@entrepot/database'
import { until } from '@entrepot/test-support/outcomes'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Principal } from '../src/index.ts'
import { publishCommit } from '../src/kit/events/notifier.ts'
import { EventStream, type StreamEnd } from '../src/kit/events/streams/event-stream.ts'
import { LogReader } from '../src/kit/events/streams/log-reader.ts'
import { announceToNodes, createRelay } from '../src/kit/events/streams/relay.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(async () => await own.drop())

const NEVER = { listening: 1_000_000, polling: 1_000_000 }

/** A node with connections of its own, and what its listener receives. */
async function createNode(looks = NEVER) {
  const database = await openDatabase({ url: own.url, maxConnections: 2 })
  const relay = createRelay(database, looks)
  onTestFinished(async () => {
    await relay.close()
    await closeDatabase(database, 1_000)
  })
  const received: (string | undefined)[] = []
  return { database, received, listen: () => relay.listen((id) => received.push(id)) }
}

const listeners = async () =>
  await query(
    own.database,
    sql`select pid from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
  )

test('what a command has committed reaches all nodes', async () => {
  const nodes = [await createNode(), await createNode()]
  for (const node of nodes) node.listen()
  await until('both have begun', () => nodes.every(({ received }) => received.length === 1))
  await announceToNodes(own.database)
  await until('it has reached both', () => nodes.every(({ received }) => received.length === 2))
  expect(nodes.map(({ received }) => received[1])).toEqual([undefined, undefined])
})

test('a commit of one node reaches the others, and itself once', async () => {
  const one = await createNode()
  const other = await createNode()
  one.listen()
  other.listen()
  await until('both have begun', () => one.received.length + other.received.length === 2)
  publishCommit(one.database, '7')
  expect(one.received).toEqual([undefined, '7'])
  await until('it has reached the other', () => other.received.length === 2)
  publishCommit(other.database, '8')
  await until('it has reached the first one', () => one.received.length === 3)
  expect([one.received, other.received]).toEqual([
    [undefined, '7', '8'],
    [undefined, '7', '8'],
  ])
})

test('many commits are sent in few notifications, and none of them is lost', async () => {
  const one = await createNode()
  const other = await createNode()
  other.listen()
  await until('it has begun', () => other.received.length === 1)
  for (let round = 0; round < 1_000; round += 1) publishCommit(one.database, String(round % 400))
  await until('all have arrived', () => other.received.length >= 3)
  // The first at once, and the rest together: more than a notification names.
  expect(other.received).toEqual([undefined, '0', undefined])
})

test('without notifications, a listener is made to look', async () => {
  const node = await createNode({ listening: 20, polling: 20 })
  node.listen()
  await until('it looks', () => node.received.length > 3)
  expect(new Set(node.received)).toEqual(new Set([undefined]))
})

test('while nobody listens, a node has no connection and sends nothing but notifications', async () => {
  const node = await createNode()
  // PostgreSQL ends those of other tests a moment after they are closed.
  await until('it has none', async () => (await listeners()).length === 0)
  const stop = node.listen()
  await until('it has one', async () => (await listeners()).length === 1)
  stop()
  await until('it has none', async () => (await listeners()).length === 0)
  await execute(own.database, sql`select 1`)
  expect(node.received.length).toBeLessThanOrEqual(1)
})

/** A stream of an empty log, with a clock that the test moves. */
async function createStream(body = new PassThrough()) {
  const clock = { now: 0 }
  const ends: StreamEnd[] = []
  let principal: Principal | undefined | Error = { scopes: [] } as never
  const reader = await LogReader.open<number>({
    read: async (cursor) => ({ items: [], next: cursor, isLast: true }),
    findEnd: async () => 'c1',
    onError: () => expect.unreachable(),
  })
  const stream = new EventStream<number>({
    reader,
    readWanted: async (cursor) => ({ items: [], next: cursor, isLast: true }),
    selectFor: () => () => true,
    recipient: undefined,
    recheck: async () => {
      if (principal instanceof Error) throw principal
      return principal
    },
    body,
    onEnd: (reason) => ends.push(reason),
    now: () => clock.now,
  })
  const deliver = (number: number) =>
    stream.deliver({
      items: [{ eventId: String(number), event: number, text: () => String(number) }],
      next: `c${number}`,
      isLast: true,
    })
  return {
    stream,
    clock,
    ends,
    deliver,
    body,
    setPrincipal: (value: typeof principal) => {
      principal = value
    },
  }
}

const textOf = (body: PassThrough) => body.read()?.toString() ?? ''

test('a quiet stream gets a comment after 15 seconds, or the cursor of what it did not want', async () => {
  const { stream, clock, body } = await createStream()
  await stream.start(undefined)
  expect(textOf(body)).toMatch(/^retry: [12]\d\d\d\n\nevent: cursor\nid: c1\ndata:\n\n$/)
  clock.now = 15_000
  stream.tick()
  expect(textOf(body)).toBe('')
  clock.now = 15_001
  stream.tick()
  expect(textOf(body)).toBe(': \n\n')
  stream.deliver({ items: [], next: 'c2', isLast: true })
  await until('it is taken', () => {
    clock.now += 15_001
    stream.tick()
    return textOf(body).includes('event: cursor\nid: c2\ndata:\n\n')
  })
})

test('a client that takes nothing for 15 seconds is cut off', async () => {
  const { stream, clock, body, ends, deliver } = await createStream(
    new PassThrough({ highWaterMark: 1 }),
  )
  await stream.start(undefined)
  clock.now = 15_000
  stream.tick()
  expect(ends).toEqual([])
  clock.now = 15_001
  stream.tick()
  expect(ends).toEqual(['slow'])
  expect(body.destroyed).toBe(true)
  deliver(1)
  stream.tick()
  expect(ends).toEqual(['slow'])
})

test('events wait while the credentials cannot be checked, and are not sent if they have ended', async () => {
  const { stream, body, ends, deliver, setPrincipal } = await createStream()
  await stream.start(undefined)
  await new Promise(setImmediate)
  textOf(body)
  setPrincipal(new Error('the database is down'))
  deliver(1)
  stream.tick()
  await new Promise(setImmediate)
  expect([textOf(body), ends]).toEqual(['', []])
  setPrincipal({ scopes: [] } as never)
  stream.tick()
  await new Promise(setImmediate)
  expect(textOf(body)).toBe('id: c1\ndata: 1\n\n')
  setPrincipal(undefined)
  deliver(2)
  await new Promise(setImmediate)
  expect([textOf(body), ends]).toEqual(['', ['refused']])
})

import { setImmediate as turn } from 'node:timers/promises'
import {
  closeDatabase,
  execute,
  migrate,
  openDatabase,
  query,
  queryOne,
  sql,
  transaction,
} from '@entrepot/database'
import { createTestDatabase, runSql } from '@entrepot/test-support/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCustomer, expectDone, migrations, namesWith } from '../src/index.ts'
import { latestCursor, readEvents } from '../src/kit/events/read-store.ts'
import { continueEventLog } from '../src/kit/events/restored-store.ts'
import { appendEvents } from '../src/kit/events/store.ts'
import { SYSTEM } from '../src/kit/principals/actor.ts'
import { createTestApi, type TestApi } from './api.ts'

const ALL = { types: namesWith().eventTypes }

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

/** A transaction that writes to some subjects, one after the other, and is then rolled back or committed. */
interface Writer {
  readonly subjects: readonly number[]
  readonly isRolledBack: boolean
}

const writer = fc.record({
  subjects: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
  isRolledBack: fc.boolean(),
})

const newCustomer = async () => {
  const input = { name: 'Log', baseCurrency: 'EUR', defaultVatRate: 21 }
  return expectDone(await createCustomer(api.database, input)).customerId
}

/** Reads until it has seen the end of the log after `isDone`. */
async function follow(customerId: string, limit: number, isDone: () => boolean) {
  const seen: { id: string; subject: string | null; sequence: number | null }[] = []
  let cursor: string | undefined
  for (;;) {
    const wasDone = isDone()
    const page = await readEvents(api.database, customerId, { ...ALL, cursor, limit })
    expect(page.events.length).toBeLessThanOrEqual(limit)
    for (const { eventId: id, subjectId: subject, sequence } of page.events) {
      seen.push({ id, subject, sequence })
    }
    cursor = page.next
    if (wasDone && page.isLast) return seen
    await turn()
  }
}

/** Writes event by event, and lets others run in between. Subjects are locked in their order, so that writers cannot deadlock. */
async function write(customerId: string, { subjects, isRolledBack }: Writer) {
  const work = transaction(api.database, async (tx) => {
    for (const subject of subjects.toSorted()) {
      const key = `${customerId} ${subject}`
      await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
      await appendEvents(tx, customerId, [
        { type: 'order.closed', subject: { kind: 'order', id: subject }, actor: SYSTEM },
        { type: 'products.changed', actor: SYSTEM },
      ])
      await turn()
    }
    if (isRolledBack) throw new RolledBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

class RolledBack extends Error {}

describe('the log of events', () => {
  test('is read completely, each event once and in the order of its subject, while transactions commit in any order', {
    timeout: 120_000,
  }, async () => {
    const runs = Number(process.env.EVENT_LOGS ?? 25)
    await fc.assert(
      fc.asyncProperty(
        fc.array(writer, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        async (writers, limit) => {
          const customerId = await newCustomer()
          let isDone = false
          const reader = follow(customerId, limit, () => isDone)
          await Promise.all(writers.map(async (one) => await write(customerId, one)))
          isDone = true
          const seen = await reader
          const stored = await query<{ id: string }>(
            api.database,
            sql`select event_id::text as id from marketplace.events where customer_id = ${customerId} order by event_id`,
          )
          const ids = seen.map(({ id }) => id)
          expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(stored.map(({ id }) => id))
          for (const events of Map.groupBy(seen, ({ subject }) => subject).values()) {
            if (events[0]?.subject === null) continue
            expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, n) => n + 1))
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test('shows the events of a transaction that commits after many others, and then no event twice', async () => {
    const customerId = await newCustomer()
    const close = async (id: number) =>
      await transaction(api.database, async (tx) => {
        await appendEvents(tx, customerId, [
          { type: 'order.closed', subject: { kind: 'order', id }, actor: SYSTEM },
        ])
      })
    const subjects = async (cursor: string | undefined, limit = 100) => {
      const page = await readEvents(api.database, customerId, { ...ALL, cursor, limit })
      return [page.events.map((event) => Number(event.subjectId)), page.next] as const
    }
    const release = Promise.withResolvers<void>()
    const isOpen = Promise.withResolvers<void>()
    const late = transaction(api.database, async (tx) => {
      const events = [1, 2, 3].map(
        (id) => ({ type: 'order.closed', subject: { kind: 'order', id }, actor: SYSTEM }) as const,
      )
      await appendEvents(tx, customerId, events)
      isOpen.resolve()
      await release.promise
    })
    await isOpen.promise
    await close(11)
    const [first, afterFirst] = await subjects(undefined)
    await close(12)
    const [second, afterSecond] = await subjects(afterFirst)
    const fromNow = await latestCursor(api.database, customerId)
    release.resolve()
    await late
    await close(13)
    const [third, afterThird] = await subjects(afterSecond, 2)
    const [fourth, afterFourth] = await subjects(afterThird, 2)
    const [last] = await subjects(afterFourth)
    expect([first, second, third, fourth, last]).toEqual([[11], [12], [1, 2], [3, 13], []])
    expect((await subjects(fromNow))[0]).toEqual([1, 2, 3, 13])
    expect((await subjects(afterFirst))[0]).toEqual([1, 2, 3, 12, 13])
  })

  test('has filters that skip nothing, even if a read examines many events that do not match', async () => {
    const customerId = await newCustomer()
    await execute(
      api.database,
      sql`insert into marketplace.events (customer_id, type, channel_id, subject_kind, subject_id, sequence, data)
        select ${customerId}, case when n % 5000 = 0 then 'order.closed' else 'order.created' end, n % 2, 'order', n, 1, '{}'
        from generate_series(1, 12000) n`,
    )
    const readAll = async (filter: object) => {
      const found: (string | null)[] = []
      let cursor: string | undefined
      for (;;) {
        const page = await readEvents(api.database, customerId, {
          ...ALL,
          ...filter,
          cursor,
          limit: 1,
        })
        for (const { subjectId } of page.events) found.push(subjectId)
        if (page.isLast) return found
        cursor = page.next
      }
    }
    expect(await readAll({ types: ['order.closed'] })).toEqual(['5000', '10000'])
    expect(
      await readAll({ types: ['order.created'], subject: { kind: 'order', id: '77' } }),
    ).toEqual(['77'])
    expect(await readAll({ types: ['order.closed'], channelId: 1 })).toEqual([])
    expect(await readAll({ types: ['key.created'], channelId: 0 })).toEqual([])
    expect(await readAll({ channelId: 0, subject: { kind: 'order', id: '8' } })).toEqual(['8'])
  })

  test('that was restored from a dump gives no event to which a reader of the lost events is blind', async () => {
    const customerId = await newCustomer()
    const write = async (subject: number) =>
      await transaction(api.database, async (tx) => {
        await appendEvents(tx, customerId, [
          { type: 'order.closed', subject: { kind: 'order', id: subject }, actor: SYSTEM },
        ])
      })
    await write(1)
    // The dump contains the first event only. Its transaction ids are of another cluster, some of them in the future of this one.
    const { last } = await queryOne<{ last: string }>(
      api.database,
      sql`select last_value::text as last from marketplace.event_ids`,
    )
    await write(2)
    await write(3)
    const before = await readEvents(api.database, customerId, { ...ALL, limit: 10 })
    const late = `${before.next}.zzzzzz_5.2`
    await execute(
      api.database,
      sql`delete from marketplace.events where customer_id = ${customerId} and subject_id <> '1'`,
    )
    await execute(
      api.database,
      sql`update marketplace.events set changed = '99999999999' where customer_id = ${customerId}`,
    )
    await execute(api.database, sql`select setval('marketplace.event_ids', ${last}::bigint)`)
    await execute(api.database, sql`update marketplace.event_log set written_by = '12345'`)
    const continued = Array.from({ length: 3 }, async () => {
      await transaction(api.database, continueEventLog)
    })
    await Promise.all(continued)
    await transaction(api.database, continueEventLog)
    await write(4)
    for (const cursor of [before.next, late]) {
      const page = await readEvents(api.database, customerId, { ...ALL, cursor, limit: 10 })
      expect(page.events.map(({ subjectId }) => subjectId)).toEqual(['4'])
      const rest = await readEvents(api.database, customerId, {
        ...ALL,
        cursor: page.next,
        limit: 10,
      })
      expect([rest.events, rest.isLast]).toEqual([[], true])
    }
    const all = await readEvents(api.database, customerId, { ...ALL, limit: 1 })
    const [first] = all.events
    const { events } = await readEvents(api.database, customerId, {
      ...ALL,
      cursor: all.next,
      limit: 10,
    })
    expect([first?.subjectId, events.map(({ subjectId }) => subjectId)]).toEqual(['1', ['4']])
    expect(Number(events[0]?.eventId) - Number(last)).toBeLessThan(1.1e12)
  })

  test('begins anew in a new database only, and continues with unused ids in a copy and after its rows were loaded again', async () => {
    // Not a copy of one with migrations, as createTestDatabase makes it.
    const store = await createTestDatabase()
    await migrate(store.database, migrations)
    const name = new URL(store.url).pathname.slice(1)
    onTestFinished(async () => {
      for (const one of [name, `${name}_copy`])
        await runSql(api.url, `drop database if exists ${one} with (force)`)
    })
    /** The first ids that new connections give, in units of 10^12. */
    const firstIds = async (url: string) => {
      const ids: number[] = []
      for (const _ of [1, 2]) {
        const database = await openDatabase({ url, maxConnections: 1 })
        const { id } = await queryOne<{ id: string }>(
          database,
          sql`select marketplace.next_event_id()::text as id`,
        )
        ids.push(Math.floor(Number(id) / 1e12))
        await closeDatabase(database, 5_000)
      }
      return ids
    }
    expect(await firstIds(store.url)).toEqual([0, 0])
    const load = sql`with dump as (delete from marketplace.event_log returning *) insert into marketplace.event_log select * from dump`
    await execute(store.database, load)
    expect(await firstIds(store.url)).toEqual([1, 1])
    await closeDatabase(store.database, 5_000)
    await runSql(api.url, `create database ${name}_copy template ${name}`)
    expect(await firstIds(store.url.replace(name, `${name}_copy`))).toEqual([2, 2])
  })

  test('refuses a cursor that it has not made', async () => {
    for (const cursor of [
      '',
      '1',
      '1.',
      '2.0',
      '1.0.',
      '1.00',
      '1.0.A',
      '1.0.5-',
      `1.${'z'.repeat(13)}`,
    ]) {
      await expect(
        readEvents(api.database, '1', { ...ALL, cursor, limit: 1 }),
        cursor,
      ).rejects.toThrow(RangeError)
    }
  })
})

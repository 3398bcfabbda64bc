import { closeDatabase, openDatabase, query, sql, transaction } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createJobs, JOBS_SCHEMA, type Jobs, runJobs } from '../src/kit/jobs/jobs.ts'

let test1: TestDatabase
const log = Fastify({ logger: { level: 'fatal' } }).log as FastifyBaseLogger
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  test1 = await createTestDatabase()
})

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await test1.drop()
})

interface Numbered {
  readonly number: number
}

async function startNode(prepare: (jobs: Jobs) => void, works = true) {
  const database = await openDatabase({ url: test1.url, maxConnections: 4 })
  const jobs = createJobs(database, log, works)
  prepare(jobs)
  stops.push(async () => {
    await jobs.stop()
    await closeDatabase(database, 1_000)
  })
  return { database, jobs }
}

test('a job that is sent in a transaction runs once on all nodes, and not at all after a rollback', async () => {
  const ran: number[] = []
  const handle = (jobs: Jobs) =>
    jobs.handle<Numbered>(
      'numbered',
      async ({ number }) => {
        ran.push(number)
      },
      { concurrency: 4, pollSeconds: 0.5 },
    )
  const nodes = [await startNode(handle), await startNode(handle)]
  await Promise.all(nodes.map(({ jobs }) => jobs.start()))
  const [first] = nodes
  if (!first) throw new Error('there is no node')
  const { database, jobs } = first
  for (let number = 0; number < 20; number += 1) {
    await transaction(database, async (tx) => {
      await jobs.send(tx, 'numbered', { number })
      if (number % 2 === 1) throw new Error('rolled back')
    }).catch(() => undefined)
  }
  for (const node of nodes) node.jobs.wake('numbered')
  await vi.waitFor(() => expect(ran).toHaveLength(10), { timeout: 20_000 })
  expect(ran.toSorted((a, b) => a - b)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  expect(await jobStates('numbered')).toEqual({ completed: 10 })
})

test('a node that only sends leaves the work to others', async () => {
  const ran: string[] = []
  const handle = (node: string) => (jobs: Jobs) => {
    jobs.handle('sent', async () => void ran.push(node), { pollSeconds: 0.5 })
  }
  const sender = await startNode(handle('sender'), false)
  await sender.jobs.send(sender.database, 'sent', {})
  await sender.jobs.start()
  expect(await jobStates('sent')).toEqual({ created: 1 })
  const worker = await startNode(handle('worker'))
  await worker.jobs.start()
  await vi.waitFor(() => expect(ran).toEqual(['worker']), { timeout: 20_000 })
})

test('a job that throws is tried again later, and a stop waits for the running one', async () => {
  const { promise: isRunning, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { jobs, database } = await startNode((own) => {
    own.handle('failing', async () => {
      throw new Error('not now')
    })
    own.handle('long', async () => {
      begin()
      await mayEnd
    })
  })
  await jobs.start()
  await jobs.send(database, 'failing', {})
  await jobs.send(database, 'long', {})
  jobs.wake('failing')
  jobs.wake('long')
  await vi.waitFor(async () => expect(await jobStates('failing')).toEqual({ retry: 1 }), {
    timeout: 20_000,
  })
  await isRunning
  const stopping = jobs.stop()
  end()
  await stopping
  expect(await jobStates('long')).toEqual({ completed: 1 })
})

test('a schedule exists once for all nodes, and its job once while it waits', async () => {
  const schedule = (jobs: Jobs) => jobs.schedule('nightly', '15 3 * * *', async () => undefined)
  const nodes = [await startNode(schedule, false), await startNode(schedule, false)]
  await Promise.all(nodes.map(({ jobs }) => jobs.start()))
  for (const { jobs, database } of nodes) await jobs.send(database, 'nightly', {})
  expect(await jobStates('nightly')).toEqual({ created: 1 })
  const schedules = await query(
    test1.database,
    sql`select cron, timezone from marketplace_jobs.schedule where name = 'nightly'`,
  )
  expect(schedules).toEqual([{ cron: '15 3 * * *', timezone: 'UTC' }])
})

test('jobs of an application that does not listen do not start', async () => {
  const fresh = await createTestDatabase()
  stops.push(fresh.drop)
  const app = Fastify()
  const jobs = createJobs(fresh.database, log)
  jobs.handle('any', async () => undefined)
  runJobs(app, jobs)
  await app.ready()
  await app.close()
  const schemas = await query(
    fresh.database,
    sql`select 1 from pg_namespace where nspname = ${JOBS_SCHEMA}`,
  )
  expect(schemas).toEqual([])
})

async function jobStates(name: string): Promise<Record<string, number>> {
  const rows = await query<{ state: string; count: number }>(
    test1.database,
    sql`select state::text, count(*)::int from marketplace_jobs.job where name = ${name} group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

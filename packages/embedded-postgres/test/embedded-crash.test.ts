import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { closeDatabase, execute, openDatabase, query, sql, transaction } from '@entrepot/database'
import { databaseDirectory, serverPid } from '@entrepot/test-support/folders'
import { failureOf, until } from '@entrepot/test-support/outcomes'
import { runSql } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../src/index.ts'
import { startHub, writePidFile } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

test('after kill -9 of the hub, the next hub takes over the server with its data', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  await runSql(first.report.url, 'create table t as select 1 as id')
  await first.kill('SIGKILL')
  expect(await serverPid(directory)).toBe(first.report.pid)

  const second = await startHub(directory)
  expect(second.report).toMatchObject({ adopted: true, pid: first.report.pid })
  expect(await runSql(second.report.url, 'select id from t')).toEqual([{ id: 1 }])

  await second.kill('SIGTERM')
  expect(await serverPid(directory)).toBe(0)
})

test('after kill -9 of hub and server, the next hub recovers all committed data', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  await runSql(first.report.url, 'create table t as select 1 as id')
  await first.kill('SIGKILL')
  process.kill(first.report.pid, 'SIGKILL')

  const second = await startHub(directory)
  expect(second.report).toMatchObject({ event: 'started', adopted: false })
  expect(await runSql(second.report.url, 'select id from t')).toEqual([{ id: 1 }])
})

test('after kill -9 of the server, it is restarted on its port, and the pool reconnects', async () => {
  const directory = await databaseDirectory()
  const postgres = await startEmbeddedPostgres({ directory })
  onTestFinished(() => postgres.stop())
  const database = await openDatabase({ url: postgres.url })
  onTestFinished(() => closeDatabase(database, 5_000))
  await execute(database, sql`create table acknowledged (id int primary key)`)

  const acknowledged: number[] = []
  const failures = new Set<string>()
  let stopped = false
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let round = 0; !stopped; round++) {
      const id = writer * 1_000_000 + round
      await transaction(database, (tx) =>
        query(tx, sql`insert into acknowledged values (${id})`),
      ).then(
        () => acknowledged.push(id),
        (error) => failures.add(error.code),
      )
      await new Promise(setImmediate)
    }
  })
  for (let crash = 1; crash <= 3; crash++) {
    const { pid } = postgres
    const before = acknowledged.length
    await until('writers have written', () => acknowledged.length > before + 100)
    process.kill(pid, 'SIGKILL')
    await until('another server runs', () => postgres.pid !== pid)
  }
  const before = acknowledged.length
  await until('writers go on', () => acknowledged.length > before + 100)
  stopped = true
  await Promise.all(writers)

  const rows = await query<{ id: number }>(database, sql`select id from acknowledged`)
  const stored = new Set(rows.map((row) => row.id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  for (const code of failures) expect(code).toMatch(/^DATABASE_(CONNECTION_LOST|UNREACHABLE)$/)
  const all = await Promise.all(
    Array.from({ length: 64 }, () => query(database, sql`select 1 as one`)),
  )
  expect(all).toHaveLength(64)
})

test('a server that was taken over is also restarted after it is killed', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  await first.kill('SIGKILL')
  const second = await startHub(directory)
  process.kill(second.report.pid, 'SIGKILL')
  await until('the server is back', () =>
    second.lines.some((line) => line.includes('was restarted')),
  )
  expect(await serverPid(directory)).not.toBe(second.report.pid)
  expect(await runSql(second.report.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a process number that now belongs to another program does not prevent the start', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  await first.kill('SIGTERM')
  // What a power failure leaves behind in a container, where small numbers come again.
  await writePidFile(directory, process.pid)
  const second = await startHub(directory)
  expect(second.report).toMatchObject({ event: 'started', adopted: false })
})

test('a lost password file is replaced, the role gets the new password, and the data is kept', async () => {
  const directory = await databaseDirectory()
  const first = await startHub(directory)
  await runSql(first.report.url, 'create table t as select 1 as id')
  await first.kill('SIGKILL')
  await writeFile(join(directory, 'postgres-password'), 'somebody-edited-this')
  const second = await startHub(directory)
  expect(new URL(second.report.url).password).toBe('somebody-edited-this')
  expect(await runSql(second.report.url, 'select id from t')).toEqual([{ id: 1 }])
})

test('Ctrl+C in the terminal of the hub does not reach the server', async () => {
  const directory = await databaseDirectory()
  const hub = await startHub(directory)
  // What a terminal does: the signal goes to the whole process group.
  process.kill(-(hub.child.pid ?? 0), 'SIGINT')
  await until('the hub ends', () => hub.child.signalCode)
  expect(hub.child.signalCode).toBe('SIGINT')
  expect(await runSql(hub.report.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stop does not wait for a server that cannot be restarted', async () => {
  const directory = await databaseDirectory()
  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ directory, onLog: (line) => lines.push(line) })
  const port = Number(new URL(postgres.url).port)
  process.kill(postgres.pid, 'SIGKILL')
  const squatter = createServer()
  onTestFinished(() => void squatter.close())
  const occupy = () =>
    new Promise((done) => {
      squatter.once('error', () => done(false))
      squatter.listen(port, '127.0.0.1', () => done(true))
    })
  if (await occupy()) {
    await until('it is tried in vain', () => lines.some((line) => line.includes('port taken')))
  }
  const begin = performance.now()
  await postgres.stop()
  expect(performance.now() - begin).toBeLessThan(30_000) // and not for the two minutes of a start
})

test('a server that does not start causes an error with the end of its log', async () => {
  const directory = await databaseDirectory()
  const settings = { shared_buffers: 'plenty' }
  const error = await failureOf(startEmbeddedPostgres({ directory, settings }))
  expect(error).toMatchObject({
    code: 'DATABASE_START_FAILED',
    message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
  })
})

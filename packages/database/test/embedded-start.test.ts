import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, openDatabase, startEmbeddedPostgres } from '../src/index.ts'

let directory: string
let running: EmbeddedPostgres | undefined

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-start-'))
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  await rm(directory, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ directory })
  return running
}

async function run<T>(url: string, statement: string): Promise<T[]> {
  const database = await openDatabase({ url, maxConnections: 1 })
  return await database.unsafe<T[]>(statement).finally(() => database.end())
}

test('an empty directory becomes a database, and keeps its data over a stop and a start', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  await run(first.url, 'create table t as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await run(second.url, 'select answer from t')).toEqual([{ answer: 42 }])
})

test('an existing database starts well under three seconds', async () => {
  const first = await start()
  await first.stop()
  const begin = performance.now()
  const second = await start()
  const database = await openDatabase({ url: second.url })
  expect(performance.now() - begin).toBeLessThan(2_000)
  await database.end()
})

test('stop ends the server, and a second stop is harmless', async () => {
  const postgres = await start()
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(() => process.kill(postgres.pid, 0)).toThrow('ESRCH')
})

test('the password is generated, kept in a file that only its owner reads, and stays the same', async () => {
  const first = await start()
  const file = join(directory, 'postgres-password')
  const password = (await readFile(file, 'utf8')).trim()
  expect(password).toMatch(/^[\w-]{32}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(new URL(first.url).password).toBe(password)
  await first.stop()
  expect(new URL((await start()).url).password).toBe(password)
})

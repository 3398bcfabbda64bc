import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execute, openDatabase, query, sql } from '@entrepot/database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDirectory } from '../src/folders.ts'
import { failureOf, until } from '../src/outcomes.ts'
import { createTestDatabase, runSql, TEST_DATABASE_VARIABLE } from '../src/postgres/postgres.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000 })

const migrations = [
  {
    name: 'things',
    directory: new URL('../../database/test/fixtures/migrations/', import.meta.url),
  },
]

test('each test database is empty, migrated, separate from the others, and removed by drop', async () => {
  // At once, so that both need the template, which neither has made.
  const [first, second] = await Promise.all([
    createTestDatabase({ migrations }),
    createTestDatabase({ migrations }),
  ])
  onTestFinished(() => second.drop())
  await execute(first.database, sql`insert into things values (1)`)
  expect(await query(second.database, sql`select * from things`)).toEqual([])
  const visitor = await openDatabase({ url: first.url, maxConnections: 1 })
  await first.drop()
  await visitor.end()
  expect((await failureOf(openDatabase({ url: first.url }))).code).toBe('DATABASE_NOT_FOUND')
})

test('a test database whose migrations fail is removed', async () => {
  const count = async () => {
    const url = process.env[TEST_DATABASE_VARIABLE] ?? ''
    const comment = 'left by a failed migration'
    const statement = `select 1 from pg_database where shobj_description(oid, 'pg_database') = '${comment}'`
    return (await runSql(url, statement)).length
  }
  const directory = new URL('../../database/test/fixtures/broken-migrations/', import.meta.url)
  const sets = [{ name: 'broken', directory }]
  const error = await failureOf(createTestDatabase({ migrations: sets }))
  expect(error).toMatchObject({ code: 'DATABASE_MIGRATION_FAILED' })
  expect(await count()).toBe(0)
})

test('the next test run removes the server of a killed test run', async () => {
  // Runs of other tests on this machine would remove it as well.
  const folder = await temporaryDirectory()
  const killed = await startRun(folder)
  const { port } = new URL(killed.url)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(isServed(port)).toBe(true)
  const next = await startRun(folder)
  await until('the old server is gone', () => !isServed(port))
  next.child.kill('SIGTERM')
  await once(next.child, 'exit')
  expect(isServed(new URL(next.url).port)).toBe(false)
})

async function startRun(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('fixtures/test-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', file], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')
  return { child, url }
}

/** Whether a PostgreSQL that was started with this port runs. */
function isServed(port: string): boolean {
  const commands = execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' })
  return commands.includes(`port=${port}`)
}

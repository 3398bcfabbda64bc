import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Database, execute, migrate, openDatabase, query, sql } from '../src/index.ts'
import { spawnFixture } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** A process that is ready to migrate when told. */
async function readyNode(url: string, directory: string) {
  const child = spawnFixture('migrate.ts', [url, directory])
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  expect(await lines.next()).toMatchObject({ value: 'ready' })
  return async (): Promise<string[]> => {
    child.stdin?.write('go\n')
    const { value } = await lines.next()
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
    expect(code).toBe(0)
    return JSON.parse(value ?? '')
  }
}

async function slowSet(count: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-race-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (let number = 1; number <= count; number++) {
    const file = `${String(number).padStart(4, '0')}-step.sql`
    // Not idempotent, and slow enough that all nodes are at it together.
    const sql = `create table step_${number} (id int); select pg_sleep(0.05); insert into step_${number} values (1);`
    await writeFile(join(directory, file), sql)
  }
  return directory
}

test('five processes that migrate an empty database at once apply each migration once', async () => {
  const { url, database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const directory = await slowSet(6)
  const nodes = await Promise.all(Array.from({ length: 5 }, () => readyNode(url, directory)))
  const applied = await Promise.all(nodes.map((go) => go()))
  const expected = Array.from({ length: 6 }, (_, index) => `000${index + 1}-step`)
  expect(applied.flat().sort()).toEqual(expected)
  expect(
    await query(database, sql`select number, name from entrepot.migrations order by number`),
  ).toEqual(expected.map((name, index) => ({ number: index + 1, name })))
  expect(await query(database, sql`select count(*)::int as rows from step_6`)).toEqual([
    { rows: 1 },
  ])
})

test('a node that is killed during a migration leaves nothing behind, and the next one continues', async () => {
  const { url, database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const directory = await slowSet(2)
  const stuck = 'create table step_3 (id int); select pg_sleep(60);'
  await writeFile(join(directory, '0003-step.sql'), stuck)
  const child = spawnFixture('migrate.ts', [url, directory])
  child.stdin?.write('go\n')
  const isMigrating = async () => {
    const rows = await query(
      database,
      sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)%'
                                and pid <> pg_backend_pid() and state = 'active'`,
    )
    return rows.length > 0
  }
  await expect.poll(isMigrating).toBe(true)
  child.kill('SIGKILL')
  await writeFile(join(directory, '0003-step.sql'), 'create table step_3 (id int);')
  // PostgreSQL notices a vanished client at the next write; an operator, or its own timeouts, end the statement.
  await execute(
    database,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
                  where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
  )
  expect(await migrate(database, { name: 'race', directory })).toEqual({
    applied: ['0001-step', '0002-step', '0003-step'],
  })
})

test('a migration, and the wait for another node, can take longer than the statement timeout', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const directory = await slowSet(1)
  await writeFile(join(directory, '0001-step.sql'), 'select pg_sleep(4); create table t ();')
  const nodes = await Promise.all(
    Array.from({ length: 3 }, () =>
      openDatabase({ url, maxConnections: 1, statementTimeout: 3_000 }),
    ),
  )
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.end()))))
  const results = await Promise.all(nodes.map((node) => migrate(node, { name: 'slow', directory })))
  expect(results.flatMap((result) => result.applied)).toEqual(['0001-step'])
  expect(await query(nodes[0] as Database, sql`show statement_timeout`)).toEqual([
    { statement_timeout: '3s' },
  ])
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { execute, executeScript, openDatabase, query, sql } from '@entrepot/database'
import { databaseDirectory, temporaryDirectory } from '@entrepot/test-support/folders'
import { failureOf } from '@entrepot/test-support/outcomes'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepPassword } from '../src/cluster/password.ts'
import { connectEmbedded, startEmbeddedPostgres } from '../src/index.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Everything that a logger might print of a value, hidden properties and causes included. */
function printed(value: unknown): string {
  const text = inspect(value, { depth: 10, showHidden: true })
  const stack = value instanceof Error ? `${value.stack}${JSON.stringify(value)}` : ''
  return text + stack
}

test('the embedded server shows its password only in its url', async () => {
  const directory = await temporaryDirectory()
  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ directory, onLog: (line) => lines.push(line) })
  onTestFinished(() => postgres.stop())
  const command = await connectEmbedded({ directory })
  const { password } = new URL(postgres.url)
  expect(password).toHaveLength(32)
  expect(printed([postgres, command])).not.toContain(password)
  expect(JSON.stringify([postgres, command])).not.toContain(password)
  expect(lines.join('\n')).not.toContain(password)
  expect(await readFile(join(directory, 'postgres.log'), 'utf8')).not.toContain(password)
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${postgres.pid}/environ`, 'utf8')
    const command = await readFile(`/proc/${postgres.pid}/cmdline`, 'utf8')
    expect(environment + command).not.toContain(password)
    expect(
      environment
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0]),
    ).toEqual(['PATH', 'LC_ALL'])
  }
})

test('processes that create the password at the same time agree on one, and leave no draft, not even that of one that was killed', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'password.0123456789ab.new'), 'of a killed process')
  const file = join(directory, 'password')
  const passwords = await Promise.all(Array.from({ length: 8 }, () => keepPassword(file)))
  expect(new Set(passwords).size).toBe(1)
  expect(await readdir(directory)).toEqual(['password'])
})

test('failed statements leave no values in the log of the embedded server', async () => {
  const directory = await databaseDirectory()
  const postgres = await startEmbeddedPostgres({ directory })
  onTestFinished(() => postgres.stop())
  const database = await openDatabase({ url: postgres.url, maxConnections: 1 })
  await execute(database, sql`create table people (email text primary key)`)
  await execute(database, sql`insert into people values ('ada@example.com')`)
  await failureOf(
    Promise.resolve(query(database, sql`insert into people values (${'ada@example.com'})`)),
  )
  await failureOf(Promise.resolve(executeScript(database, `select 'ada@example.com' from nowhere`)))
  await database.end()
  expect(await readFile(join(directory, 'postgres.log'), 'utf8')).not.toContain('ada@')
})

test('the hub is not a superuser of its embedded database', async () => {
  const directory = await databaseDirectory()
  const postgres = await startEmbeddedPostgres({ directory })
  onTestFinished(() => postgres.stop())
  const database = await openDatabase({ url: postgres.url, maxConnections: 1 })
  onTestFinished(() => database.end())
  expect(await query(database, sql`show is_superuser`)).toEqual([{ is_superuser: 'off' }])
  const file = await failureOf(
    Promise.resolve(query(database, sql`select pg_read_file('/etc/passwd')`)),
  )
  expect(file).toMatchObject({ code: '42501' })
  const program = executeScript(database, `copy (select 1) to program 'true'`)
  expect(await failureOf(Promise.resolve(program))).toMatchObject({ code: '42501' })
  const superuser = new URL(postgres.url)
  superuser.username = 'postgres'
  for (const password of ['', 'postgres', superuser.password]) {
    superuser.password = password
    const error = await failureOf(openDatabase({ url: superuser.href }))
    expect(error.code).toBe('DATABASE_WRONG_PASSWORD')
  }
  await execute(database, sql`create schema own`)
})

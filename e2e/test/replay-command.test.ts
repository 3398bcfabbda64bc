/** Tests `npm run replay` as a process with its own hub. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DIRT_CARRIED, writeShop } from './shop.ts'

const CLI = join(import.meta.dirname, '../replay/src/cli.ts')

// Each test starts processes and a PostgreSQL, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-replay-command-'))
})
afterEach(async () => await rm(directory, { recursive: true, force: true }))

interface Run {
  readonly child: ChildProcess
  output(): string
  errors(): string
  readonly exit: Promise<number | null>
}

function start(...args: readonly string[]): Run {
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', CLI, ...args], {
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return { child, exit, output: () => output, errors: () => errors }
}

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith('entrepot-replay-'))
}

test('replays a file on its own hub, shows progress, reconciles and leaves nothing behind', async () => {
  const file = join(directory, 'shop.csv')
  await writeShop(file, 100)
  const run = start(file)
  const code = await run.exit
  expect(run.errors()).toMatch(/100 % {2}104 posted, 104 of 104 read back/)
  expect(run.output()).toContain('RECONCILED')
  expect(run.output()).toMatch(new RegExp(` ${100 + DIRT_CARRIED.orders} {2}ordered`))
  expect(code).toBe(0)
  expect(await leftovers()).toEqual([])
})

test('Ctrl+C during a replay ends it with its hub, and leaves nothing behind', async () => {
  const file = join(directory, 'shop.csv')
  await writeShop(file, 20_000)
  const run = start(file)
  const posting = Promise.withResolvers<void>()
  run.child.stderr?.on('data', () => {
    if (run.errors().includes('posted')) posting.resolve()
  })
  await Promise.race([posting.promise, run.exit])
  run.child.kill('SIGINT')
  expect(await run.exit).toBe(1)
  expect(run.errors()).toContain('(REPLAY_INTERRUPTED)')
  expect(await leftovers()).toEqual([])
})

test('invalid input is refused with the reason and the next step', async () => {
  const none = start(join(directory, 'none.csv'))
  expect(await none.exit).toBe(1)
  expect(none.errors()).toContain('ENOENT')
  const halfGiven = start('x.csv', '--url', 'http://127.0.0.1:8080')
  expect(await halfGiven.exit).toBe(1)
  expect(halfGiven.errors()).toContain('--url needs --merchant-key and --channel-key')
})

/** The command, as people run it and as it is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@entrepot/test-support/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram, runCommand } from '../src/cli/main.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, SECRETS, startHarness } from './support/harness.ts'
import { httpShop, serveShop } from './support/http-shop.ts'

const COMMAND = fileURLToPath(new URL('./support/command.ts', import.meta.url))
const BIN = fileURLToPath(new URL('../bin/entrepot-connect.js', import.meta.url))

const shop = new FakeMerchant('http-shop')
let harness: Harness
let served: Awaited<ReturnType<typeof serveShop>>
let folder: string

beforeAll(async () => {
  harness = await startHarness()
  served = await serveShop(shop)
  folder = await mkdtemp(join(tmpdir(), 'entrepot-connect-'))
})
afterAll(async () => {
  await served.close()
  await harness.close()
  await rm(folder, { recursive: true })
})

/** Runs the command in this process. */
async function run(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  input: readonly string[] = [],
) {
  let [stdout, stderr] = ['', '']
  const stdin = new PassThrough()
  stdin.end(input.map((line) => `${line}\n`).join(''))
  const terminal = {
    env,
    stdin,
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    exitCode: undefined as number | string | null | undefined,
    on: () => {},
    off: () => {},
  }
  await runCommand(args, terminal, [httpShop])
  return { code: terminal.exitCode ?? 0, stdout, stderr }
}

const start = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--conditions=@entrepot/source', COMMAND, 'run'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('each help fits a terminal, and lists what can be set', async () => {
  const program = createProgram(
    { ...process, env: {}, stdout: process.stdout, stderr: process.stderr } as never,
    [httpShop],
  )
  for (const name of ['', ...program.commands.map((command) => command.name())]) {
    const { stdout, code } = await run([...(name === '' ? [] : [name]), '--help'])
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('init connects a shop, whose secrets nobody can read, and the other commands use it', async () => {
  shop.addProduct('CLI')
  const file = join(folder, 'one.sealed')
  const env = { ENTREPOT_CONNECT_FILE: file }
  const answers = [
    harness.hub.url,
    harness.merchantKey,
    'http-shop',
    '',
    served.url,
    SECRETS.apiKey,
  ]
  const made = await run(['init'], { ...env }, answers)
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain('The shop answers.')
  const [, secret] = /ENTREPOT_CONNECT_SECRET=(\S+)/.exec(made.stdout) ?? []
  expect(secret).toHaveLength(43)
  const sealed = await readFile(file, 'utf8')
  expect(sealed).not.toContain(SECRETS.apiKey)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const all = { ...env, ENTREPOT_CONNECT_SECRET: secret }
  const dry = await run(['once', '--dry-run'], all)
  expect(dry.stdout).toContain('Product CLI')
  const done = await run(['once'], all)
  expect(done).toMatchObject({ code: 0 })
  expect(done.stdout).toMatch(/products\s+1 read, 1 written/)
  const status = await run(['status'], all)
  expect(status.stdout).toMatch(/Shop over HTTP \(http-shop\): running/)
  const doctor = await run(['doctor'], all)
  expect(doctor.stdout).toContain('The shop answers.')
  expect(doctor.stdout.replace(/\s+/g, ' ')).toContain('CountsExclude "acknowledged"')
})

test('init with a secret that is too short creates no connection', async () => {
  const before = await harness.merchant.listConnections()
  const answers = [harness.hub.url, harness.merchantKey, 'http-shop', '', served.url, 'a key']
  const env = { ENTREPOT_CONNECT_FILE: join(folder, 'new'), ENTREPOT_CONNECT_SECRET: 'short' }
  const made = await run(['init'], env, answers)
  expect(made).toMatchObject({ code: 1 })
  expect(made.stderr).toContain('at least 32 characters')
  expect(await harness.merchant.listConnections()).toHaveLength(before.length)
})

test('a failure names the next step', async () => {
  const nothing = await run(['once'], { ENTREPOT_CONNECT_FILE: join(folder, 'none') })
  expect(nothing).toMatchObject({ code: 1 })
  expect(nothing.stderr).toContain('entrepot-connect init')
  const file = join(folder, 'one.sealed')
  const closed = await run(['once'], { ENTREPOT_CONNECT_FILE: file })
  expect(closed.stderr).toContain('ENTREPOT_CONNECT_SECRET')
  const wrong = { ENTREPOT_CONNECT_FILE: file, ENTREPOT_CONNECT_SECRET: 'x'.repeat(40) }
  expect((await run(['once'], wrong)).stderr).toContain('does not open')
  const key = { ENTREPOT_HUB: harness.hub.url, ENTREPOT_KEY: 'unknown' }
  const refused = await run(['once'], { ...key, ENTREPOT_CONNECT_FILE: join(folder, 'none') })
  expect(refused.stderr).toContain('ENTREPOT_KEY')
  const away = { ENTREPOT_HUB: 'http://127.0.0.1:1', ENTREPOT_KEY: 'unknown' }
  const unreachable = await run(['status'], { ...away, ENTREPOT_CONNECT_FILE: join(folder, 'x') })
  expect(unreachable.stderr).toContain('ENTREPOT_HUB')
})

test('the published command prints its version', async () => {
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', BIN, '--version'])
  const parts: string[] = []
  child.stdout.on('data', (part) => parts.push(String(part)))
  await once(child, 'exit')
  expect(parts.join('')).toMatch(/^\d+\.\d+\.\d+/)
})

test('a process that is killed again and again leaves each order once in the shop', async () => {
  const killed = new FakeMerchant('http-shop')
  killed.addProduct('KILL', { stock: 1_000 })
  const site = await serveShop(killed)
  const id = await harness.connect('http-shop', { Settings: { url: site.url } })
  const env = {
    ENTREPOT_HUB: harness.hub.url,
    ENTREPOT_KEY: harness.merchantKey,
    [`ENTREPOT_CONNECTION_${id}_API_KEY`]: SECRETS.apiKey,
    ENTREPOT_CONNECT_FILE: join(folder, 'none'),
    ENTREPOT_CONNECT_INTERVAL: '5',
  }
  const random = createRandom(7)
  let made = 0
  for (let round = 0; round < 4; round += 1) {
    await harness.expireLeases()
    const child = start(env)
    for (let more = random.int(2, 4); more > 0; more -= 1) {
      made += 1
      await harness.order(`KILL-${made}`, { KILL: 1 })
    }
    // At a call of its choice, not at a time.
    const at = killed.calls.length + random.int(1, 12)
    await expect.poll(() => killed.calls.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(at)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await harness.expireLeases()
  const last = start(env)
  await expect.poll(() => killed.orders.size, { timeout: 90_000 }).toBe(made)
  const unacknowledged = () => harness.merchant.listOrders({ status: ['NEW'] } as never)
  await expect.poll(unacknowledged, { timeout: 90_000 }).toEqual([])
  const lease = async () => (await harness.merchant.getConnection({ id })).Lease
  await expect.poll(lease, { timeout: 90_000 }).not.toBeNull()
  last.kill('SIGTERM')
  const [code] = await once(last, 'exit')
  expect(code).toBe(0)
  expect(await lease()).toBeNull()
  expect(killed.orders.size).toBe(made)
  expect(new Set([...killed.orders.values()].map(({ mark }) => mark)).size).toBe(made)
  await site.close()
})

/** The hub as its users get it: packed, and run by npx in an empty folder. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, PACKED, tarballsOf } from '@entrepot/test-support/packages'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ReadyLine, runEntrepot, spawnHub } from '../src/testing.ts'
import { makeMainCalls } from './main-calls.ts'

// npm asks the registry, and the compilers take all the processors that there are.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let work: string
let project: string
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-server-'))
  project = createProject(work, await tarballsOf(PACKED))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Runs a hub in an empty folder, reads a product with its key, and stops it. */
async function tryHub(command: string, args: readonly string[]) {
  const folder = mkdtempSync(join(work, 'empty-'))
  const { DATABASE_URL: _, NODE_OPTIONS: __, ENTREPOT_DATA: ___, ...env } = process.env
  const hub = spawn(command, args, {
    cwd: folder,
    env: { ...env, NODE_ENV: '', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // At its exit, not all that it has written has arrived.
  const ended = once(hub, 'close')
  let output = ''
  let errors = ''
  hub.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  hub.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  try {
    await Promise.race([
      expect.poll(() => output, { timeout: 120_000 }).toContain('\n'),
      ended.then((end) => Promise.reject(new Error(`the hub ended with ${end}: ${errors}`))),
    ])
    const { url, merchantKey, pid } = JSON.parse(output) as ReadyLine
    const headers = { 'x-api-key': merchantKey ?? '' }
    const product = await fetch(`${url}/v2/products/MUG`, { headers })
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    // The hub itself: the shell of npx ends without passing a signal on.
    process.kill(pid, 'SIGTERM')
    return { product: product.status, page: page.status, exit: await ended, errors, folder }
  } finally {
    // A group of its own, so that a test that fails leaves nothing behind.
    if (hub.exitCode === null && hub.signalCode === null)
      process.kill(-(hub.pid as number), 'SIGKILL')
  }
}

test('npx starts a hub with sample data in an empty folder', async () => {
  // As npx finds an installed package. Without one it installs the package first.
  const npx = ['--no', '--prefix', project, '--', 'entrepot', 'start', '--json']
  const { folder, ...outcome } = await tryHub('npx', npx)
  expect(outcome).toMatchObject({ product: 200, page: 200, exit: [0, null] })
  expect(readdirSync(folder)).toEqual(['.entrepot'])
})

test('a service manager starts it without npm, and its signal ends it with 0', async () => {
  const cli = join(project, 'node_modules/@entrepot/server/bin/entrepot.js')
  const outcome = await tryHub(process.execPath, [cli, 'start', '--json'])
  expect(outcome).toMatchObject({ product: 200, page: 200, exit: [0, null], errors: '' })
})

/** The version of the last release; undefined before the first one. */
function previousRelease(): string | undefined {
  const file = new URL('../../../tools/releases.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }[]).at(-1)?.version
}

function isPublished(version: string): boolean {
  const { stdout } = spawnSync('npm', ['view', `@entrepot/server@${version}`, 'version'])
  return String(stdout).trim() === version
}

// Before the first release is published, the packages of today stand for it.
test('the previous release makes its main calls on the tables of this version', async () => {
  const version = previousRelease()
  const installed =
    version && isPublished(version) ? createProject(work, [`@entrepot/server@${version}`]) : project
  const store = await createTestDatabase()
  onTestFinished(store.drop)
  const folder = mkdtempSync(join(work, 'previous-'))
  writeFileSync(join(folder, 'entrepot.yaml'), 'mcp: {enabled: true}\n')
  const env = {
    DATABASE_URL: store.url,
    ENTREPOT_DATA: folder,
    ENTREPOT_CONFIG: join(folder, 'entrepot.yaml'),
  }
  const migrated = await runEntrepot(['migrate'], env)
  expect(migrated).toMatchObject({ code: 0, stderr: '' })
  const cli = join(installed, 'node_modules/@entrepot/server/bin/entrepot.js')
  const hub = await spawnHub({ env, cli })
  try {
    await makeMainCalls(hub, 'PREVIOUS')
  } finally {
    await hub.end()
  }
})

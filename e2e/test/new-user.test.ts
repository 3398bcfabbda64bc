/**
 * Follows the README of @entrepot/oauth like a new user: installs the packages into an empty project, copies the ten lines, uses a provider
 * on the same machine, and signs in. The test reads the lines from the README, so that both stay the same.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@entrepot/test-support/free-port'
import { APPLICATION, createApplication } from '@entrepot/test-support/packages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Person } from './mcp/person.ts'

const readme = readFileSync(new URL('../../packages/oauth/README.md', import.meta.url), 'utf8')
const [, ten = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
const [, ownMachine = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
const [, names = ''] = /^ {4}npm install (.*)$/m.exec(readme) ?? []
const [, file = ''] = /save the code as `([\w.]+)`/.exec(readme) ?? []
const [, command = ''] = /`npx ([\w-]+)`/.exec(readme) ?? []

let work: string
let project: string
const children: ChildProcess[] = []
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-new-user-'))
  project = await createApplication(work)
  // As `npm init -y` leaves it.
  const path = join(project, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, type: 'commonjs' }))
}, 600_000)
afterAll(async () => {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode)
  await Promise.all(
    running.map(async (child) => {
      child.kill()
      await once(child, 'exit')
    }),
  )
  rmSync(work, { recursive: true, force: true })
})

/** Starts a program in the project. */
function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const options = { cwd: project, env: { ...process.env, NODE_OPTIONS: '', ...env } }
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

test('a new application signs a person in with the ten lines of the README and a local provider', async () => {
  expect(names.split(' ')).toEqual(APPLICATION)
  const code = ten.split('\n').filter((line) => line !== '' && !line.startsWith('import'))
  expect(code.length).toBeLessThanOrEqual(10)
  const provider = /^ {2}providers: .*\n/m
  expect(ten).toMatch(provider)
  const [port, idpPort] = [await freePort(), await freePort()]
  const app = ten
    .replace(provider, () => ownMachine)
    .replaceAll(':3000/', `:${port}/`)
    .replace('port: 3000', `port: ${port}`)
    .replace(':8090', `:${idpPort}`)
  writeFileSync(join(project, file), app)

  const idp = start([`node_modules/.bin/${command}`, '--port', String(idpPort)])
  await once(idp.stdout ?? idp, 'data')
  const origin = `http://localhost:${port}`
  expect(readme).toContain(`run \`node ${file}\``)
  const application = start([file], { SESSION_SECRET: 's'.repeat(32) })
  const ended = once(application, 'exit').then(([exit]) => {
    throw new Error(`the application ended with ${exit}`)
  })
  const greeting = async () => (await fetch(origin)).json()
  const nobody = { user: expect.stringMatching(/^nobody/) }
  await Promise.race([ended, expect.poll(greeting, { timeout: 120_000 }).toEqual(nobody)])

  const { browser } = new Person('ann')
  const page = await browser.open(`${origin}/oauth/dev/login`)
  expect(page.body).toContain('Ann Archer')
  const landing = await browser.submit(page, { person: 'ann' })
  expect([landing.url, JSON.parse(landing.body)]).toEqual([
    `${origin}/`,
    { user: 'ann@example.com' },
  ])
  await browser.open(`${origin}/oauth/logout`, undefined, { method: 'POST' })
  expect(JSON.parse((await browser.open(origin)).body)).toEqual(nobody)
}, 240_000)

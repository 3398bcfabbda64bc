/**
 * Follows the README of @entrepot/oauth like a new user: installs the packages into an empty project, copies each start, and uses a
 * provider on the same machine. The test reads the lines from the README, so that both stay the same.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@entrepot/test-support/free-port'
import { APPLICATION, createApplication, MCP_SDK } from '@entrepot/test-support/packages'
import { Person } from '@entrepot/test-support/person'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool, connect } from './mcp/connect.ts'
import { CALLBACK, StoredProvider } from './mcp/stored-provider.ts'

const readme = readFileSync(new URL('../../packages/oauth/README.md', import.meta.url), 'utf8')
/** The code of a section. */
const codeOf = (title: string) => {
  const section = readme.slice(readme.indexOf(`\n## ${title}\n`))
  return /^```ts\n(.*?)^```$/ms.exec(section)?.[1] ?? ''
}
const [, ownMachine = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
const installs = Array.from(readme.matchAll(/^ {4}npm install (.*)$/gm), ([, names = '']) => names)
const [, file = ''] = /save the code as `([\w.]+)`/.exec(readme) ?? []
const [, command = ''] = /`npx ([\w-]+)`/.exec(readme) ?? []

let work: string
let project: string
let idpPort: number
const children: ChildProcess[] = []
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-new-user-'))
  project = await createApplication(work)
  // As `npm init -y` leaves it.
  const path = join(project, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, type: 'commonjs' }))
  idpPort = await freePort()
  const idp = run([`node_modules/.bin/${command}`, '--port', String(idpPort)])
  await once(idp.stdout ?? idp, 'data')
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
function run(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const options = { cwd: project, env: { ...process.env, NODE_OPTIONS: '', ...env } }
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Starts the code of a section with the provider on this machine, and waits until it answers. Returns its origin. */
async function start(title: string): Promise<string> {
  const code = codeOf(title)
  const provider = /^ {2}providers: .*\n/m
  expect(code).toMatch(provider)
  const port = await freePort()
  const app = code
    .replace(provider, () => ownMachine)
    .replaceAll(':3000', `:${port}`)
    .replace('port: 3000', `port: ${port}`)
    .replace(':8090', `:${idpPort}`)
  writeFileSync(join(project, file), app)
  expect(readme).toContain(`run \`node ${file}\``)
  const application = run([file], { SESSION_SECRET: 's'.repeat(32) })
  let complaint = ''
  application.stderr?.on('data', (text) => {
    complaint += text
  })
  const ended = once(application, 'close').then(([code, signal]) => {
    throw new Error(`the application ended with ${signal ?? code}: ${complaint}`)
  })
  const origin = `http://localhost:${port}`
  const answers = async () => (await fetch(origin)).status
  const poll = expect.poll(answers, { timeout: 120_000 })
  await Promise.race([ended, poll.toBeGreaterThan(0)])
  return origin
}

test('the README installs what its starts use', () => {
  expect(installs.map((names) => names.split(' '))).toEqual([APPLICATION, MCP_SDK])
})

test.each([
  ['Sign-in only', 10],
  ['An MCP server with sign-in', 10],
  ['A hub with agents', 13],
])('the start "%s" has at most %i lines besides imports and tools', (title, most) => {
  const [application = ''] = codeOf(title).split('\n// ')
  const lines = application.split('\n').filter((line) => line && !line.startsWith('import'))
  expect(lines.length).toBeLessThanOrEqual(most)
})

test('a new application signs a person in, and out', async () => {
  const origin = await start('Sign-in only')
  const greeting = async () => (await fetch(origin)).json()
  const nobody = { user: expect.stringMatching(/^nobody/) }
  expect(await greeting()).toEqual(nobody)
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

test.each([
  ['of 2025', { mode: 'legacy' }],
  ['of 2026-07-28', { mode: { pin: '2026-07-28' } }],
] as const)(
  'an MCP client %s calls the tool of a new application for a person',
  async (_, version) => {
    const origin = await start('An MCP server with sign-in')
    const provider = new StoredProvider()
    const { client } = await connect(`${origin}/mcp`, provider, new Person('ann'), {}, version)
    expect(await callTool(client, 'list_notes')).toMatchObject({
      text: 'Notes of ann@example.com',
      isError: false,
    })
    await client.close()
  },
  240_000,
)

test('a client of a new hub gets a token for one resource, which no other resource accepts', async () => {
  const origin = await start('A hub with agents')
  const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
  const config = await openid.dynamicClientRegistration(new URL(origin), metadata, openid.None(), {
    execute: [openid.allowInsecureRequests],
    algorithm: 'oauth2',
  })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    resource: `${origin}/orders`,
    scope: 'orders:read',
    state: 'a-state',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const answer = await new Person('ann').answer(url)
  const checks = { pkceCodeVerifier, expectedState: 'a-state' }
  const { access_token } = await openid.authorizationCodeGrant(config, answer, checks)
  const ask = (path: string) =>
    fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${access_token}` } })
  const orders = await ask('/orders')
  expect([orders.status, await orders.json()]).toEqual([200, { ordersOf: 'ann@example.com' }])
  expect((await ask('/stock')).status).toBe(401)
}, 240_000)

/** `entrepot doctor mcp` against the hub itself, with the defaults of `npm start`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalHub, runEntrepot, startHubHere } from '../../src/testing.ts'
import { newKey } from '../two-hubs.ts'

let folder: string
let store: TestDatabase
let hub: LocalHub
let keyFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-doctor-mcp-'))
  store = await createTestDatabase()
  const env = { DATABASE_URL: store.url, ENTREPOT_DATA: folder, NODE_ENV: 'development' }
  hub = await startHubHere(env)
  const shop = await createShop(store.database, 'Corner Shop')
  const key = await newKey({ store }, shop, ['agents:write', 'orders:read'])
  const created = await fetch(`${hub.url}/v2/headless-agents`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ Name: 'Doctor', Scopes: ['orders:read'] }),
  })
  keyFile = join(folder, 'agent.json')
  await writeFile(keyFile, await created.text())
})
afterAll(async () => {
  await hub?.end()
  await store?.drop()
  await rm(folder, { recursive: true, force: true })
})

const LOCAL = ['claude-code', 'vscode', 'codex', 'inspector']
const doctor = async (...args: readonly string[]) => await runEntrepot(['doctor', 'mcp', ...args])

test('a hub that is started without configuration works for all clients of this machine', async () => {
  const { code, stdout, stderr } = await doctor(
    `${hub.url}/mcp`,
    ...['--client', ...LOCAL, '--key', keyFile],
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toMatch(/failure|warning/)
  expect(stdout).toMatch(/^ {14}Claude Code {2}VS Code {2}Codex {4}Inspector\n/)
  expect(stdout).toContain('The server speaks 2025-06-18, 2025-11-25, 2026-07-28.')
  expect(stdout).toMatch(/\d tools take about \d+ tokens/)
})

test('clients of the cloud register and get a consent page, and fail only because they cannot reach this machine', async () => {
  const { code, stdout } = await doctor(`${hub.url}/mcp`, '--json')
  expect(code).toBe(1)
  const findings = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(findings.filter(({ state }) => state !== 'ok')).toMatchObject([
    { step: 'address', clients: ['claude.ai', 'chatgpt'] },
  ])
  const consent = findings.find(({ step }) => step === 'consent')
  expect(consent).toMatchObject({ clients: ['claude.ai', 'chatgpt', ...LOCAL], state: 'ok' })
})

test('another name of this machine is not the name in the metadata, and the output says which one is', async () => {
  const url = `${hub.url.replace('127.0.0.1', 'localhost')}/mcp`
  const { code, stdout } = await doctor(url, '--client', 'codex')
  expect(code).toBe(1)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    `resource is "${hub.url}/mcp", but the clients connect to ${url}`,
  )
  expect(stdout).toContain('The tools were not listed: add --token or --key')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('a wrong token, a key that gets none and a file without a key are told apart', async () => {
  const refused = await doctor(`${hub.url}/mcp`, '--client', 'codex', '--token', 'wrong')
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain('The server refuses the token (401).')
  const other = await doctor(
    `${hub.url}/mcp`,
    ...['--client', 'codex', '--key', keyFile, '--client-id', 'agent_unknown'],
  )
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringMatching(/^The key gets no token: status 401, invalid_client/),
  ])
  for (const [text, message] of [
    ['{', 'cannot be read as JSON'],
    ['{}', 'names no client: add --client-id'],
    ['{"ClientId": "x", "PrivateKey": {"kty": "OKP"}}', 'has no private key'],
  ] as const) {
    const file = join(folder, 'other.json')
    await writeFile(file, text)
    const { code, stderr } = await doctor(`${hub.url}/mcp`, '--key', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  }
})

test.each([
  'mcp.example',
  'ftp://mcp.example',
  'https://user@mcp.example',
  'https://mcp.example/#a',
])('%s is no address of an endpoint', async (url) => {
  const { code, stderr } = await doctor(url)
  expect([code, stderr]).toEqual([1, expect.stringContaining('such as https://hub.example/mcp')])
})

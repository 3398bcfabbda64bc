/** Keys of the configuration (`signingKeyPem`) that are changed while tokens are about. */
import { generateKeyPairSync } from 'node:crypto'
import { memoryStore } from '@entrepot/oauth/memory'
import { expect, test, vi } from 'vitest'
import { readMcp } from '../../src/mcp/config/read-mcp.ts'
import { createKeyRing } from '../../src/mcp/keys/key-ring.ts'
import { createSealer } from '../../src/shared/sealer.ts'
import { call, getCode, redeem, startMcp } from '../support/mcp.ts'

const ACCESS_TTL = 600

function makePem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function setUp() {
  let now = Date.now() / 1_000
  const store = memoryStore({ clock: () => now })
  await store.prepare()
  const logger = { info: vi.fn(), warn: vi.fn() } as never
  const start = (signingKeyPem?: string) => {
    const settings = { enabled: true, issuer: 'https://shop.example', accessTokenTtl: ACCESS_TTL }
    const config = readMcp({ ...settings, ...(signingKeyPem && { signingKeyPem }) }, new Map(), [])
    if (config === undefined) throw new Error('the settings are wrong')
    return createKeyRing(config, store.mcp.keys, createSealer(['x'.repeat(32)]), logger)
  }
  const pass = (seconds: number) => {
    now += seconds
  }
  return { start, pass, keys: store.mcp.keys }
}

const kids = (ring: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['start']>>) =>
  ring.published().map(({ kid }) => kid)

test('a key that another took the place of stays published until its last token has expired, and goes then', async () => {
  const { start, pass } = await setUp()
  const old = await start(makePem())
  // It runs for days, and signs until the last moment.
  for (let time = 0; time < 200_000; time += 300) {
    pass(300)
    await old.refresh()
  }
  const next = await start(makePem())
  expect(next.signer().kid).not.toBe(old.signer().kid)
  pass(ACCESS_TTL)
  await next.refresh()
  expect(kids(next)).toContain(old.signer().kid)
  pass(2 * ACCESS_TTL + 600)
  await next.refresh()
  expect(kids(next)).toEqual([next.signer().kid])
})

test('nodes with different keys know the keys of each other, however long both run', async () => {
  const { start, pass } = await setUp()
  const nodes = [await start(makePem()), await start(makePem())]
  const both = nodes.map((node) => node.signer().kid)
  for (let time = 0; time < 20_000; time += 60) {
    pass(60)
    for (const node of nodes) await node.refresh()
  }
  for (const node of nodes) {
    await node.refresh()
    expect(kids(node).toSorted()).toEqual(both.toSorted())
  }
})

test('a key of the configuration that is left out stays until its last token has expired', async () => {
  const { start, pass } = await setUp()
  const pinned = await start(makePem())
  const made = await start()
  pass(ACCESS_TTL)
  await made.refresh()
  expect(kids(made)).toEqual(expect.arrayContaining([pinned.signer().kid, made.signer().kid]))
  expect(made.signer().kid).not.toMatch(/^pinned-/)
  pass(2 * ACCESS_TTL + 600)
  await made.refresh()
  expect(kids(made)).not.toContain(pinned.signer().kid)
})

test('a key that is looked at every few seconds is written rarely', async () => {
  const { start, pass, keys } = await setUp()
  const publish = vi.spyOn(keys, 'publish')
  const ring = await start(makePem())
  for (let time = 0; time < ACCESS_TTL; time += 3) {
    pass(3)
    await ring.refresh()
  }
  expect(publish.mock.calls.length).toBeLessThan(5)
})

test('a token that was signed before the change is taken after it', async () => {
  const store = memoryStore()
  const first = await startMcp({ store, mcp: { signingKeyPem: makePem() } })
  const port = Number(new URL(first.origin).port)
  const { json } = await redeem(first, await getCode(first))
  await first.close()
  const second = await startMcp({ store, port, mcp: { signingKeyPem: makePem() } })
  expect((await call(second, json.access_token)).status).toBe(200)
  const { keys } = (await (await fetch(`${second.origin}/.well-known/jwks.json`)).json()) as {
    keys: object[]
  }
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(key).not.toHaveProperty('d')
  await second.close()
})

/** Nodes over one store that cannot open each other's keys: secrets that are being changed, or that were set wrongly. */
import { memoryStore } from '@entrepot/oauth/memory'
import { expect, test, vi } from 'vitest'
import { readMcp } from '../../src/mcp/config/read-mcp.ts'
import { createKeyRing } from '../../src/mcp/keys/key-ring.ts'
import { createSealer } from '../../src/shared/sealer.ts'

const [OLD, NEW] = ['the old secret of all the nodes here', 'the new secret of all the nodes here']
const SETTINGS = { enabled: true, issuer: 'https://shop.example', accessTokenTtl: 60 }

async function setUp() {
  // Stands still unless a test lets time pass: a key that is about to go would go sooner on a slow machine.
  let now = Date.now() / 1_000
  const store = memoryStore({ clock: () => now })
  await store.prepare()
  const config = readMcp(SETTINGS, new Map(), [])
  if (config === undefined) throw new Error('the settings are wrong')
  const logger = { info: vi.fn(), warn: vi.fn() } as never
  return {
    keys: store.mcp.keys,
    start: (...secrets: readonly string[]) =>
      createKeyRing(config, store.mcp.keys, createSealer(secrets), logger),
    pass: (seconds: number) => {
      now += seconds
    },
  }
}

test('do not make key after key: each has one that it can open, and all publish both', async () => {
  const { keys, start } = await setUp()
  const rings = [await start(OLD), await start(NEW)]
  for (let round = 0; round < 10; round += 1) for (const ring of rings) await ring.refresh()
  const stored = (await keys.list()).map(({ kid }) => kid).sort()
  expect(stored).toHaveLength(2)
  for (const ring of rings)
    expect(
      ring
        .published()
        .map(({ kid }) => kid)
        .sort(),
    ).toEqual(stored)
  expect(rings.map((ring) => ring.signer().kid).sort()).toEqual(stored)
})

test('start at the same time on an empty store, each with a key of its own', async () => {
  const { keys, start } = await setUp()
  const secrets = Array.from(
    { length: 5 },
    (_, number) => `secret ${number}, which no other node has`,
  )
  // Two nodes of each secret, which share a key.
  const rings = await Promise.all(
    [...secrets, ...secrets].map(async (secret) => await start(secret)),
  )
  expect(await keys.list()).toHaveLength(5)
  expect(new Set(rings.map((ring) => ring.signer().kid)).size).toBe(5)
})

test('go on signing while one retires the keys of the other, and keep few', async () => {
  const { keys, start, pass } = await setUp()
  const rings = [await start(OLD), await start(NEW)]
  for (let time = 0; time < 3_600; time += 5) {
    pass(5)
    for (const ring of rings) await ring.refresh()
    const live = new Map((await keys.list()).map(({ kid, ttl = 3_600 }) => [kid, ttl]))
    for (const ring of rings) {
      // What it signs now is good for a minute, and so is the key that verifies it.
      expect(live.get(ring.signer().kid)).toBeGreaterThan(60)
    }
    expect(live.size).toBeLessThan(16)
  }
})

test('that take a new secret one after the other have one key at the end', async () => {
  const { keys, start } = await setUp()
  const before = await start(OLD)
  const between = await start(NEW, OLD)
  for (const ring of [before, between]) await ring.refresh()
  expect(between.signer().kid).toBe(before.signer().kid)
  expect(await keys.list()).toHaveLength(1)
})

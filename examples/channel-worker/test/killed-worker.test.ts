/** The worker is killed at each of its steps, while the merchant changes products and shoppers order. Nothing is lost, and nothing comes twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startHub, type TestHub } from '@entrepot/test-support/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../src/store.ts'

const script = fileURLToPath(new URL('crashing-worker.ts', import.meta.url))

let hub: TestHub
let folder: string
let file: string
let key: string
beforeAll(async () => {
  hub = await startHub()
  key = await hub.addChannel()
  folder = mkdtempSync(join(tmpdir(), 'channel-worker-'))
  file = join(folder, 'channel.db')
})
afterAll(async () => {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the worker until it is killed, or until there is nothing to do. */
async function run(killAt: number | undefined) {
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', script], {
    env: { ...process.env, H: hub.url, C: key, CHANNEL_STORE: file, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ])
  if (signal === 'SIGKILL') return undefined
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as { readonly steps: number; readonly totals: object }
}

/** The n-th change of the world: products come, change and go, and a shopper orders. */
async function change(n: number): Promise<void> {
  const product = (number: number) => ({
    MerchantProductReference: `P-${number}`,
    Name: `Name ${n}`,
    // By so little that no price waits for a review.
    Price: 100 + n,
    Stock: 100,
  })
  await hub.merchant('POST', '/v2/products', n < 3 ? [product(n)] : [product(n), product(n % 3)])
  if (n % 3 === 2) await hub.merchant('DELETE', `/v2/products/P-${n - 1}`)
  const store = openStore(file)
  store.placeOrder({
    ChannelReference: `O-${n}`,
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: [
      {
        ChannelReference: '1',
        MerchantProductReference: `P-${n}`,
        Quantity: 1,
        UnitPriceInclVat: 1,
      },
    ],
  })
  store.close()
}

interface ActiveProduct {
  readonly MerchantProductReference: string
  readonly Name: string
  readonly Price: number
  readonly StockAvailable: number
  readonly IsActive: boolean
}

/** What the shop must have: the active products of the merchant. */
async function expectedArticles(count: number) {
  const all = await Promise.all(
    Array.from(
      { length: count },
      async (_, n) => (await hub.merchant('GET', `/v2/products/P-${n}`)) as ActiveProduct,
    ),
  )
  return all
    .filter(({ IsActive }) => IsActive)
    .map(({ MerchantProductReference: merchant, Name, Price, StockAvailable }) => ({
      reference: `article-${merchant}`,
      merchantReference: merchant,
      name: Name,
      price: Price,
      stock: StockAvailable,
    }))
    .sort((one, other) => (one.merchantReference < other.merchantReference ? -1 : 1))
}

test('a worker that is killed at each of its steps loses nothing and does nothing twice', async () => {
  let changes = 0
  let kills = 0
  // Run n is killed at its step n, until one has fewer steps than that.
  for (let isDone = false; !isDone; ) {
    if (kills < 3 || kills % 6 === 0) {
      await change(changes)
      changes += 1
    }
    isDone = (await run(kills + 1)) !== undefined
    if (!isDone) kills += 1
  }
  expect(kills).toBeGreaterThanOrEqual(20)

  const store = openStore(file)
  expect(store.articles()).toEqual(await expectedArticles(changes))
  expect(store.waitingOrders()).toEqual([])
  store.close()

  const orders = (await hub.merchant('GET', '/v2/orders?pageSize=1000')) as {
    readonly ChannelReference: string
  }[]
  const names = orders.map(({ ChannelReference }) => ChannelReference)
  const placed = Array.from({ length: changes }, (_, n) => `O-${n}`)
  expect(names.toSorted()).toEqual(placed.toSorted())

  const nothing = { created: 0, updated: 0, removed: 0, offers: 0, failed: 0 }
  expect((await run(undefined))?.totals).toEqual(nothing)
}, 240_000)

/** The channels of sync-rules.test.ts against the real hub: in this process, and as two processes that are killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rejection } from '../src/channels/copy/schema.ts'
import { createTestApi, type TestApi } from './api.ts'
import { openShop, product, type Shop } from './sync-api.ts'
import {
  type AcknowledgedItems,
  type Feed,
  type Hub,
  type Naming,
  type Polled,
  PRODUCTS,
  STEPS,
  type Step,
  type Wish,
  World,
} from './sync-world.ts'

const SCRIPT = fileURLToPath(new URL('./fixtures/listening-node.ts', import.meta.url))
const KILLS = 12

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

interface Reply {
  readonly token: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any
}

/** A call of the channel; undefined when its answer did not arrive. */
type Call = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
) => Promise<Reply | undefined>

class RealHub implements Hub {
  readonly #shop: Shop
  readonly #call: Call

  constructor(shop: Shop, call: Call) {
    this.#shop = shop
    this.#call = call
  }

  async setProducts(change: Readonly<Record<string, Partial<Wish>>>): Promise<void> {
    for (const [reference, { brand, price, isActive }] of Object.entries(change)) {
      if (brand && price) {
        await this.#shop.put(product(reference, { Brand: brand, Price: price }))
      } else if (brand) await this.#shop.patch(reference, { Brand: brand })
      else if (price) {
        const offer = { MerchantProductReference: reference, Price: price }
        await this.#shop.merchant('PUT', '/v2/offers', [offer])
      } else if (isActive === true) await this.#shop.on(reference)
      else if (isActive === false) await this.#shop.off(reference)
    }
  }

  async setOffersInData(isOn: boolean): Promise<void> {
    await this.#shop.settings({ OffersInData: isOn })
  }

  async setSelection(references: readonly string[]): Promise<void> {
    const isAll = references.length === PRODUCTS.length
    await this.#shop.settings({ Selection: isAll ? null : { Products: references } })
  }

  async reset(): Promise<void> {
    await this.#shop.reset()
  }

  async poll(feed: Feed, maxCount: number): Promise<Polled | undefined> {
    const reply = await this.#call('GET', `/v2/products/${feed}?maxCount=${maxCount}`)
    if (reply === undefined) return undefined
    const {
      ToBeCreated: create = [],
      ToBeUpdated: update = [],
      ToBeRemoved: remove = [],
    } = reply.body
    return {
      token: reply.token,
      create,
      update,
      remove,
      offers: feed === 'offers' ? reply.body : [],
    }
  }

  async acknowledge(
    { feed, Offers, ...data }: AcknowledgedItems,
    token: string | undefined,
  ): Promise<readonly Rejection[]> {
    const { Created, Updated, Removed } = data
    const body = feed === 'offers' ? Offers : { Created, Updated, Removed }
    // Until it is answered it is repeated.
    for (;;) {
      const reply = await this.#call('POST', `/v2/products/${feed}`, body, token)
      if (reply) return reply.body.Rejected ?? []
    }
  }
}

async function play(
  list: readonly Step[],
  naming: Naming,
  withHeader: boolean,
  callFor: (shop: Shop) => Call,
): Promise<void> {
  const shop = await openShop(api)
  const world = new World(new RealHub(shop, callFor(shop)), naming, withHeader)
  await world.open()
  for (const step of list) await world.step(step)
  await world.settle()
  world.expectCopy()
  expect(await shop.status()).toMatchObject({
    ...{ Listed: world.store.size, ToBeCreated: 0, ToBeUpdated: 0, ToBeRemoved: 0 },
    ...{ Offers: 0, IsComplete: true, OldestPending: null },
  })
}

const steps = (maxLength: number) =>
  fc.array(fc.record({ kind: fc.constantFrom(...STEPS), pick: fc.nat(999) }), {
    minLength: maxLength >> 1,
    maxLength,
    size: 'max',
  })

describe.each([
  ['by product', true],
  ['always new', true],
  ['again', true],
  ['by product', false],
] as const)('a channel that chooses its references %s (header: %s)', (naming, withHeader) => {
  const here =
    (shop: Shop): Call =>
    async (method, path, body, token) => {
      const headers: Record<string, string> = token === undefined ? {} : { 'entrepot-sync': token }
      const answer = await shop.call(method, path, body, headers)
      expect(answer.status).toBe(200)
      return { body: answer.body, token: String(answer.headers['entrepot-sync']) }
    }

  test('has the correct copy in the end, whatever its workers did', async () => {
    const property = fc.asyncProperty(steps(80), (list) => play(list, naming, withHeader, here))
    await fc.assert(property, { numRuns: 10, endOnFailure: true })
  }, 600_000)
})

/** A hub process that listens. */
async function startNode(): Promise<{ readonly node: ChildProcess; readonly url: string }> {
  const node = fork(SCRIPT, [api.url], {
    execArgv: ['--conditions=@entrepot/source'],
    stdio: 'ignore',
  })
  return { node, url: String((await once(node, 'message'))[0]) }
}

describe('two hub processes that are killed in the middle of calls', () => {
  test('lose nothing: the channel has the correct copy in the end', async () => {
    const nodes = await Promise.all([startNode(), startNode()])
    let killed = 0
    let calls = 0
    /** Every so often the node is killed while the call is under way, and started again. */
    const callFor =
      (shop: Shop): Call =>
      async (method, path, body, token) => {
        calls += 1
        const index = calls % 2
        const { node, url } = nodes[index] as (typeof nodes)[number]
        const reply = fetch(`${url}${path}`, {
          method,
          headers: {
            'x-api-key': shop.key,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(token !== undefined && { 'entrepot-sync': token }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
          .then(async (answer) => ({
            status: answer.status,
            body: await answer.json(),
            token: answer.headers.get('entrepot-sync') ?? '',
          }))
          .catch(() => undefined)
        if (calls % 9 === 0 && killed < KILLS) {
          killed += 1
          const gone = once(node, 'exit')
          // At another moment of the call each time.
          for (let turn = 0; turn < killed * 3; turn += 1) await new Promise(setImmediate)
          node.kill('SIGKILL')
          await gone
          nodes[index] = await startNode()
        }
        const arrived = await reply
        expect(arrived?.status ?? 200).toBe(200)
        return arrived
      }
    try {
      const property = fc.asyncProperty(steps(60), (list) =>
        play(list, 'by product', true, callFor),
      )
      await fc.assert(property, { numRuns: 6, endOnFailure: true })
      expect(killed).toBe(KILLS)
    } finally {
      const exits = nodes.map(async ({ node }) => await once(node, 'exit'))
      for (const { node } of nodes) node.disconnect()
      await Promise.all(exits)
    }
  }, 600_000)
})

/** Whatever happens, in the end each channel's copy is what it should be: it is built only from the answers that arrived. */
import { query, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'
import { openShop, product, type Shop } from './sync-api.ts'
import { Copy, expectCopy } from './sync-copy.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const CATALOGUE = [
  product('P'),
  product('P-1', { ParentMerchantReference: 'P' }),
  product('P-2', { ParentMerchantReference: 'P', Brand: 'own' }),
  product('Q', { Description: 'of Q' }),
  product('Q-1', { ParentMerchantReference: 'Q' }),
  product('S', { Price: 1, Stock: 1 }),
  product('T'),
  product('U'),
]
const REFERENCES = CATALOGUE.map((item) => item.MerchantProductReference)

const WRITES = ['brand', 'describe', 'offer', 'off', 'on', 'move', 'order', 'close'] as const
const CALLS = ['pollData', 'pollData', 'pollOffers', 'acknowledge', 'acknowledge'] as const
const RARE = ['reset', 'mode', 'status'] as const

interface Step {
  readonly kind: (typeof WRITES)[number] | (typeof CALLS)[number] | (typeof RARE)[number]
  readonly pick: number
}

const stepOf = (kinds: readonly Step['kind'][], weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(999) }),
})
const steps = fc.array(fc.oneof(stepOf(WRITES, 8), stepOf(CALLS, 8), stepOf(RARE, 1)), {
  minLength: 10,
  maxLength: 60,
})

interface AcknowledgedItems {
  readonly feed: 'data' | 'offers'
  readonly body: unknown
  readonly token: string | undefined
}

/** A merchant and one channel worker, or several that are late when the header tells their answers apart. */
class Play {
  readonly copy = new Copy()
  readonly open: AcknowledgedItems[] = []
  /** Those that are open. */
  readonly orders: Answer['body'][] = []
  #ordered = 0
  mode: 'flat' | 'grouped'
  readonly shop: Shop
  readonly withHeader: boolean

  constructor(shop: Shop, mode: 'flat' | 'grouped', withHeader: boolean) {
    this.shop = shop
    this.mode = mode
    this.withHeader = withHeader
  }

  async step({ kind, pick }: Step): Promise<void> {
    const reference = REFERENCES[pick % REFERENCES.length] as string
    const value = ['a', 'b', null][pick % 3]
    const { shop } = this
    if (kind === 'brand') await shop.patch(reference, { Brand: value })
    else if (kind === 'describe') await shop.put({ ...product(reference), Description: value })
    else if (kind === 'offer') {
      const offer = { MerchantProductReference: reference, Price: pick % 4, Stock: pick % 3 }
      await shop.merchant('PUT', '/v2/offers', [offer])
    } else if (kind === 'off') await shop.off(reference)
    else if (kind === 'on') await shop.on(reference)
    else if (kind === 'move') {
      await shop.patch('P-2', { ParentMerchantReference: ['P', 'Q', null][pick % 3] })
    } else if (kind === 'order') await this.order(reference, 1 + (pick % 2))
    else if (kind === 'close') await this.close(pick)
    else await this.call(kind, pick)
  }

  /** Takes units of a product off what the channel may sell. */
  async order(reference: string, quantity: number): Promise<void> {
    const line = { MerchantProductReference: reference, Quantity: quantity, UnitPriceInclVat: 1 }
    this.#ordered += 1
    const Lines = [{ ...line, ChannelReference: '1' }]
    const order = anOrder({ ChannelReference: `O-${this.#ordered}`, Lines })
    const { status, body } = await this.shop.call('POST', '/v2/orders', order)
    expect(status).toBe(201)
    this.orders.push(body)
  }

  /** Frees the units of an order. */
  async close(pick: number): Promise<void> {
    const { merchant } = this.shop
    const [order] = this.orders.splice(pick % (this.orders.length || 1), 1)
    if (order === undefined) return
    // Orders of parents cannot be acknowledged, and stay open.
    const request = anAcknowledgement(order, order.ChannelReference)
    const { status } = await merchant('POST', '/v2/orders/acknowledge', request)
    if (status !== 200) return
    const closed = await merchant('POST', `/v2/orders/${order.ChannelReference}/close`)
    expect(closed.status).toBe(200)
  }

  async call(kind: Step['kind'], pick: number): Promise<void> {
    const { shop } = this
    if (kind === 'pollData') await this.poll('data', pick)
    else if (kind === 'pollOffers') await this.poll('offers', pick)
    else if (kind === 'acknowledge') await this.acknowledge(pick)
    else if (kind === 'status') await shop.status()
    else if (kind === 'reset') {
      // Without the header nobody can tell an acknowledgement from before the reset from a later one.
      if (!this.withHeader) this.open.length = 0
      await shop.reset()
    } else {
      this.mode = pick % 2 ? 'flat' : 'grouped'
      await shop.settings({ Mode: this.mode })
    }
  }

  async poll(feed: 'data' | 'offers', pick: number): Promise<void> {
    // Without the header a worker says what it has done before it asks again, or never.
    const waiting = this.open.findIndex((acknowledged) => acknowledged.feed === feed)
    if (!this.withHeader && waiting !== -1) await this.acknowledge(pick, waiting)
    const query = `?maxCount=${[1, 2, 1000][pick % 3]}`
    const { body, headers } = await this.shop.call('GET', `/v2/products/${feed}${query}`)
    // The answer is lost.
    if (pick % 7 === 0) return
    const acknowledged = feed === 'data' ? this.copy.takeData(body) : this.copy.takeOffers(body)
    const token = this.withHeader ? String(headers['entrepot-sync']) : undefined
    this.open.push({ feed, body: pick % 5 === 0 ? partOf(acknowledged) : acknowledged, token })
  }

  /** Acknowledges an answer, any one: late, partly, twice, or never. */
  async acknowledge(pick: number, index = pick % (this.open.length || 1)): Promise<void> {
    const [acknowledged] = this.open.splice(index, 1)
    if (acknowledged === undefined || pick % 6 === 0) return
    const times = this.withHeader && pick % 4 === 0 ? 2 : 1
    for (let time = 0; time < times; time += 1) await this.send(acknowledged)
  }

  async send({ feed, body, token }: AcknowledgedItems): Promise<void> {
    const answer = await (feed === 'data'
      ? this.shop.ack(body, token)
      : this.shop.ackOffers(body, token))
    expect([answer.status, answer.body]).toEqual([200, {}])
  }

  /** What it has created and not said so, a channel says in the end: nobody else knows under which reference. */
  async acknowledgeCreated(): Promise<void> {
    const listed = await query<{ reference: string }>(
      api.database,
      sql`
      select channel_reference as reference from marketplace.listings
      where channel_id = ${this.shop.channelId} and channel_reference is not null`,
    )
    const known = new Set(listed.map((row) => row.reference))
    const unacknowledged = [...this.copy.data.keys()].filter((reference) => !known.has(reference))
    const Created = unacknowledged.map((reference) => ({
      MerchantReference: reference.slice('c-'.length),
      ChannelReference: reference,
    }))
    await this.send({ feed: 'data', body: { Created }, token: undefined })
  }

  async settle(): Promise<void> {
    for (const acknowledged of this.open) await this.send(acknowledged)
    await this.acknowledgeCreated()
    for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
      expect(rounds).toBeLessThan(40)
      quiet += 1
      for (const feed of ['data', 'offers'] as const) {
        const { body, headers } = await this.shop.call('GET', `/v2/products/${feed}`)
        const acknowledged = feed === 'data' ? this.copy.takeData(body) : this.copy.takeOffers(body)
        if (Object.values(acknowledged).flat().length === 0) continue
        quiet = 0
        const token = this.withHeader ? String(headers['entrepot-sync']) : undefined
        await this.send({ feed, body: acknowledged, token })
      }
    }
  }
}

/** The first half of each list: the rest is never acknowledged. */
function partOf(acknowledged: object): unknown {
  if (Array.isArray(acknowledged)) return acknowledged.slice(0, acknowledged.length >> 1)
  const lists = Object.entries(acknowledged as Record<string, readonly unknown[]>)
  return Object.fromEntries(lists.map(([name, list]) => [name, list.slice(0, list.length >> 1)]))
}

describe.each([
  ['flat', true],
  ['flat', false],
  ['grouped', true],
  ['grouped', false],
] as const)('a %s channel (header: %s)', (mode, withHeader) => {
  test('has the correct copy in the end, even if acknowledgements are lost, late, partial or repeated', async () => {
    const play = async (list: readonly Step[]) => {
      const shop = await openShop(api, { mode })
      await shop.put(...CATALOGUE)
      const game = new Play(shop, mode, withHeader)
      for (const step of list) await game.step(step)
      await game.settle()
      await expectCopy(api.database, shop.customerId, game.mode, game.copy)
      expect(await shop.status()).toMatchObject({
        ...{ Listed: game.copy.data.size, ToBeCreated: 0, ToBeUpdated: 0, ToBeRemoved: 0 },
        ...{ Offers: 0, IsComplete: true, OldestPending: null },
      })
    }
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: 20, endOnFailure: true })
  }, 600_000)

  test('gets each change exactly once in a simple loop', async () => {
    const writes = fc.array(fc.array(stepOf(WRITES, 1).arbitrary, { maxLength: 4 }), {
      maxLength: 12,
    })
    const play = async (rounds: readonly (readonly Step[])[]) => {
      const shop = await openShop(api, { mode })
      await shop.put(...CATALOGUE)
      const game = new Play(shop, mode, withHeader)
      await game.settle()
      for (const list of rounds) {
        for (const step of list) await game.step(step)
        const before = { data: new Map(game.copy.data), offers: new Map(game.copy.offers) }
        const items = await simpleRound(game)
        await expectCopy(api.database, shop.customerId, mode, game.copy)
        expect(items.toSorted()).toEqual(differences(before, game.copy).toSorted())
        expect(await simpleRound(game)).toEqual([])
      }
    }
    await fc.assert(fc.asyncProperty(writes, play), { numRuns: 15, endOnFailure: true })
  }, 600_000)
})

/** Polls, processes and acknowledges once, data and then offers; answers what came. */
async function simpleRound(game: Play): Promise<string[]> {
  const items: string[] = []
  for (const feed of ['data', 'offers'] as const) {
    const { body, headers } = await game.shop.call('GET', `/v2/products/${feed}`)
    const views = Object.values(body).flat() as { MerchantProductReference: string }[]
    items.push(...views.map((view) => `${feed} c-${view.MerchantProductReference}`))
    const acknowledged = feed === 'data' ? game.copy.takeData(body) : game.copy.takeOffers(body)
    const token = game.withHeader ? String(headers['entrepot-sync']) : undefined
    await game.send({ feed, body: acknowledged, token })
  }
  return items
}

type Contents = Pick<Copy, 'data' | 'offers'>

/** What differs between two copies. An offer that goes with its product needs no message. */
function differences(before: Contents, after: Contents): string[] {
  const differing = (feed: 'data' | 'offers', keys: Iterable<string>) =>
    [...new Set(keys)]
      .filter(
        (key) => JSON.stringify(before[feed].get(key)) !== JSON.stringify(after[feed].get(key)),
      )
      .map((key) => `${feed} ${key}`)
  return [
    ...differing('data', [...before.data.keys(), ...after.data.keys()]),
    ...differing('offers', after.offers.keys()),
  ]
}

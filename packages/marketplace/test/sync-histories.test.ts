/** Histories of several workers that ended with a wrong copy before, each step by step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { openShop, product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

interface View {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
  readonly Brand: string | null
  readonly Price?: number | null
}

interface Polled {
  readonly token: string
  readonly body: Record<'ToBeCreated' | 'ToBeUpdated' | 'ToBeRemoved', readonly View[]>
}

const priceOf = (view: Partial<View>) => 'Price' in view && { price: view.Price ?? null }

/** A channel with one product X, whose store is a map from its references to brands and prices. */
async function openChannel() {
  const shop = await openShop(api)
  const store = new Map<string, { brand: string | null; price?: number | null }>()
  const poll = async (): Promise<Polled> => {
    const { body, headers } = await shop.poll()
    return { body, token: String(headers['entrepot-sync']) }
  }
  const acknowledge = async (body: unknown, { token }: Pick<Polled, 'token'>) => {
    const answer = await shop.ack(body, token)
    expect([answer.status, answer.body]).toEqual([200, {}])
  }
  const created = (reference: string) => ({
    Created: [{ MerchantReference: 'X', ChannelReference: reference }],
  })
  const update = ({ ChannelProductReference: reference, ...view }: View): boolean => {
    const entry = store.get(reference)
    if (entry === undefined) return false
    store.set(reference, { ...entry, brand: view.Brand, ...priceOf(view) })
    return true
  }
  /** Does what an answer says, in the store. What is to be updated and is not there is said to be removed. */
  const process = ({ body }: Polled, createAs: string) => {
    for (const view of body.ToBeCreated) {
      store.set(createAs, { brand: view.Brand, ...priceOf(view) })
    }
    const [updated, missing] = [true, false].map((isThere) =>
      body.ToBeUpdated.filter((view) => store.has(view.ChannelProductReference) === isThere),
    ) as [View[], View[]]
    for (const view of updated) update(view)
    for (const view of body.ToBeRemoved) store.delete(view.ChannelProductReference)
    return {
      Created: body.ToBeCreated.flatMap(() => created(createAs).Created),
      Updated: updated.map((view) => view.ChannelProductReference),
      Removed: [...body.ToBeRemoved, ...missing].map((view) => view.ChannelProductReference),
    }
  }
  /** Polls, processes and acknowledges once; answers how much came. */
  const round = async (createAs: string): Promise<number> => {
    const data = await poll()
    const count = Object.values(data.body).flat().length
    if (count > 0) await acknowledge(process(data, createAs), data)
    const offers = await shop.call('GET', '/v2/products/offers')
    for (const { ChannelProductReference: reference, Price } of offers.body as View[]) {
      const entry = store.get(reference)
      if (entry) store.set(reference, { ...entry, price: Price ?? null })
    }
    const references = (offers.body as View[]).map((offer) => offer.ChannelProductReference)
    await shop.ackOffers(references, String(offers.headers['entrepot-sync']))
    return count + references.length
  }
  /** One worker alone, until nothing comes. */
  const settle = async (createAs: string) => {
    for (let rounds = 0; (await round(createAs)) > 0; rounds += 1) expect(rounds).toBeLessThan(10)
  }
  return { ...shop, store, poll, acknowledge, created, process, settle }
}

test('a product that was listed under two references, and is created late under the first, does not block', async () => {
  const channel = await openChannel()
  await channel.put(product('X'))
  const first = await channel.poll()
  await channel.acknowledge(channel.process(first, 'c1'), first)
  await channel.off('X')
  await channel.settle('c1')
  await channel.on('X')
  await channel.settle('c2')
  await channel.off('X')
  await channel.settle('c2')
  await channel.on('X')
  // The same worker says once more what it did long ago.
  await channel.acknowledge(channel.created('c1'), first)
  await channel.settle('c3')
  expect([...channel.store.keys()]).toEqual(['c3'])
  expect(await channel.status()).toMatchObject({ Listed: 1, ToBeUpdated: 0 })
})

test('an old version that a slow worker writes over a newer one before the acknowledgement is corrected', async () => {
  const channel = await openChannel()
  const brand = async (value: string) => await channel.put(product('X', { Brand: value }))
  await brand('A')
  await channel.settle('c1')
  await brand('B')
  await channel.poll()
  await brand('A')
  const third = await channel.poll()
  const fourth = await channel.poll()
  await brand('B')
  await channel.acknowledge(channel.process(fourth, 'c1'), fourth)
  const fifth = await channel.poll()
  const fifthDone = channel.process(fifth, 'c1')
  await channel.acknowledge(channel.process(third, 'c1'), third)
  await channel.acknowledge(fifthDone, fifth)
  await channel.settle('c1')
  expect(channel.store.get('c1')).toMatchObject({ brand: 'B' })
})

test('a price that was only in a lost answer of data is sent', async () => {
  const channel = await openChannel()
  await channel.put(product('X', { Price: 7 }))
  await channel.settings({ OffersInData: true })
  await channel.poll()
  await channel.settings({ OffersInData: false })
  const second = await channel.poll()
  const done = channel.process(second, 'c1')
  await channel.acknowledge(done, second)
  await channel.acknowledge(done, second)
  await channel.settle('c1')
  expect(channel.store.get('c1')).toEqual({ brand: null, price: 7 })
})

test('a price that was only in a lost answer of data is also sent without the header', async () => {
  const channel = await openChannel()
  await channel.put(product('X', { Price: 7 }))
  await channel.settings({ OffersInData: true })
  await channel.poll()
  await channel.settings({ OffersInData: false })
  const done = channel.process(await channel.poll(), 'c1')
  await channel.ack(done)
  await channel.ack(done)
  await channel.settle('c1')
  expect(channel.store.get('c1')).toEqual({ brand: null, price: 7 })
})

test('a product that a slow worker creates after its removal is removed again', async () => {
  const channel = await openChannel()
  await channel.put(product('X'))
  const first = await channel.poll()
  const second = await channel.poll()
  await channel.acknowledge(channel.process(first, 'c1'), first)
  await channel.off('X')
  const third = await channel.poll()
  const removed = channel.process(third, 'c1')
  await channel.acknowledge(channel.process(second, 'c1'), second)
  await channel.acknowledge(removed, third)
  await channel.settle('c1')
  expect([...channel.store.keys()]).toEqual([])
  expect(await channel.status()).toMatchObject({ Listed: 0, ToBeRemoved: 0 })
})

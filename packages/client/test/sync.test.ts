/** The loop of a channel against a real hub. */
import { type BuiltRequest, createClient as createSender } from '@entrepot/rest'
import { CircuitBreaker } from '@entrepot/rest/circuit-breaker'
import { startHub, type TestHub } from '@entrepot/test-support/hub'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createClient,
  type OfferToStore,
  type ProductToRemove,
  type ProductToStore,
  type SyncChannel,
  type SyncFailure,
} from '../src/index.ts'

let hub: TestHub
let onAnswer: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
beforeAll(async () => {
  hub = await startHub((app) =>
    app.addHook('onSend', async (request, reply) => await onAnswer?.(request, reply)),
  )
})
afterAll(async () => await hub.close())

const put = async (...references: readonly string[]) =>
  await hub.merchant(
    'POST',
    '/v2/products',
    references.map((reference) => ({
      MerchantProductReference: reference,
      Name: `Name of ${reference}`,
      Price: 1,
      Stock: 2,
    })),
  )
const off = async (reference: string) => await hub.merchant('DELETE', `/v2/products/${reference}`)

interface Entry {
  readonly merchant: string
  name: string | null
  price?: number | null
}

/** A channel in memory. Its functions may be replaced. */
class Shop implements SyncChannel {
  readonly entries = new Map<string, Entry>()
  readonly failures: SyncFailure[] = []
  readonly onFailure = (failure: SyncFailure) => void this.failures.push(failure)
  onItem: (reference: string) => void = () => {}

  create(product: ProductToStore): string {
    this.onItem(product.MerchantProductReference)
    const reference = `c-${product.MerchantProductReference}`
    this.entries.set(reference, {
      merchant: product.MerchantProductReference,
      name: product.Name,
    })
    return reference
  }

  update(product: ProductToStore): boolean {
    this.onItem(product.MerchantProductReference)
    const entry = this.entries.get(String(product.ChannelProductReference))
    if (entry) entry.name = product.Name
    return entry !== undefined
  }

  remove(product: ProductToRemove): void {
    this.onItem(product.MerchantProductReference)
    const { ChannelProductReference: reference, MerchantProductReference: merchant } = product
    if (this.entries.get(reference)?.merchant === merchant) this.entries.delete(reference)
  }

  offer(offer: OfferToStore): void {
    this.onItem(`offer ${offer.MerchantProductReference}`)
    const entry = this.entries.get(offer.ChannelProductReference)
    if (entry) entry.price = offer.Price
  }
}

/** A new channel, which selects the products of one test by their brand, since all tests share the customer. */
async function open(options: { readonly rest?: ReturnType<typeof createSender> } = {}) {
  const key = await hub.addChannel()
  const client = createClient({ hub: hub.url, key, ...options })
  const shop = new Shop()
  const once = async () => await client.sync(shop, { once: true, onFailure: shop.onFailure })
  return { key, client, shop, once }
}

const QUIET = { created: 0, updated: 0, removed: 0, offers: 0, failed: 0 }

test('the channel gets creations, offers, updates and removals, and is quiet afterwards', async () => {
  await put('A1', 'A2')
  const { shop, once } = await open()
  expect(await once()).toMatchObject({ failed: 0 })
  expect(shop.entries.get('c-A1')).toEqual({ merchant: 'A1', name: 'Name of A1', price: 1 })
  expect(await once()).toEqual(QUIET)
  await hub.merchant('PATCH', '/v2/products/A1', { Name: 'New', Price: 1.25 })
  await off('A2')
  expect(await once()).toEqual({ created: 0, updated: 1, removed: 1, offers: 1, failed: 0 })
  expect(shop.entries.get('c-A1')).toEqual({ merchant: 'A1', name: 'New', price: 1.25 })
  expect(shop.entries.has('c-A2')).toBe(false)
  expect(await once()).toEqual(QUIET)
})

test('only what was processed is acknowledged: what fails comes again, and does not hold up the rest', async () => {
  await put('B1', 'B2', 'B3')
  const { shop, once } = await open()
  shop.onItem = (reference) => {
    if (reference === 'B2') throw new Error('disk full')
  }
  expect((await once()).failed).toBeGreaterThan(0)
  expect([shop.entries.has('c-B1'), shop.entries.has('c-B2'), shop.entries.has('c-B3')]).toEqual([
    true,
    false,
    true,
  ])
  expect(shop.failures).toContainEqual({
    kind: 'item',
    reference: 'B2',
    error: new Error('disk full'),
  })
  shop.onItem = () => {}
  expect(await once()).toMatchObject({ created: 1, updated: 0, removed: 0, failed: 0 })
  expect(await once()).toEqual(QUIET)
})

test('after a reset, a product that the channel lost is created again', async () => {
  await put('C1')
  const { shop, once } = await open()
  await once()
  shop.entries.delete('c-C1')
  const channels = (await hub.merchant('GET', '/v2/channels')) as { readonly Id: number }[]
  await hub.merchant('POST', `/v2/channels/${channels.at(-1)?.Id}/sync/reset`)
  expect(await once()).toMatchObject({ created: 1, failed: 0 })
  expect(shop.entries.get('c-C1')).toMatchObject({ merchant: 'C1', price: 1 })
})

test('an entry whose reference another product has is removed, and the other product stays', async () => {
  await put('D1')
  const { shop, client, once } = await open()
  await once()
  await put('D2')
  const removed: ProductToRemove[] = []
  const clashing: SyncChannel = {
    create: () => 'c-D1',
    update: (product) => shop.update(product),
    remove: (product) => void removed.push(product),
  }
  const failures: SyncFailure[] = []
  const onFailure = (failure: SyncFailure) => void failures.push(failure)
  const totals = await client.sync(clashing, { once: true, onFailure })
  expect(totals).toMatchObject({ failed: 1 })
  expect(failures).toMatchObject([
    { kind: 'rejected', reference: 'D2', code: 'MARKET_REFERENCE_IN_USE' },
  ])
  expect(removed).toEqual([{ MerchantProductReference: 'D2', ChannelProductReference: 'c-D1' }])
  expect(shop.entries.get('c-D1')).toMatchObject({ merchant: 'D1' })
  await off('D2')
})

test('the signal ends the loop, after what was processed is acknowledged', async () => {
  await put('E1', 'E2', 'E3')
  const { shop, client, once } = await open()
  const controller = new AbortController()
  let handed = 0
  shop.onItem = () => {
    handed += 1
    if (handed === 2) controller.abort()
  }
  const totals = await client.sync(shop, { signal: controller.signal })
  expect(totals).toEqual({ ...QUIET, created: 2 })
  const before = new Set(shop.entries.keys())
  shop.onItem = (reference) => expect([...before]).not.toContain(`c-${reference}`)
  const rest = await once()
  expect([rest.failed, rest.created + 2]).toEqual([0, shop.entries.size])
})

test('without `once`, the loop follows changes until its signal', async () => {
  await put('F1')
  const { shop, client } = await open()
  const controller = new AbortController()
  const pauses = { first: 1, longest: 5 }
  const running = client.sync(shop, { signal: controller.signal, pauses })
  await expect.poll(() => shop.entries.get('c-F1')?.price).toBe(1)
  await hub.merchant('PATCH', '/v2/products/F1', { Price: 1.25 })
  await expect.poll(() => shop.entries.get('c-F1')?.price).toBe(1.25)
  controller.abort()
  expect(await running).toMatchObject({ failed: 0 })
})

test('an unreachable hub is a failure that the loop outlives, a wrong key ends it', async () => {
  await put('G1')
  let isDown = true
  const down = {
    onRequest: (request: BuiltRequest) =>
      isDown ? { ...request, url: 'http://127.0.0.1:1/' } : request,
  }
  const breaker = new CircuitBreaker({ failures: 1 })
  const rest = createSender({ hooks: [down, breaker] })
  const { shop, client, once } = await open({ rest })
  await expect(once()).rejects.toMatchObject({ code: 'REST_CONNECT' })
  const controller = new AbortController()
  const onFailure = (failure: SyncFailure) => {
    if (failure.kind === 'hub') isDown = false
    shop.onFailure(failure)
  }
  const pauses = { first: 1, longest: 2 }
  const running = client.sync(shop, { signal: controller.signal, pauses, onFailure })
  await expect.poll(() => shop.entries.get('c-G1')?.price).toBe(1)
  controller.abort()
  await running
  expect(shop.failures).toMatchObject([{ kind: 'hub', error: { code: 'REST_CIRCUIT_OPEN' } }])
  const stranger = createClient({ hub: hub.url, key: 'ent_unknown' })
  await expect(stranger.sync(shop)).rejects.toMatchObject({ code: 'MARKET_UNAUTHENTICATED' })
})

test('an acknowledgement whose answer is lost is sent again, and nothing comes twice', async () => {
  await put('H1')
  let lost = 0
  const lose = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'POST' || lost > 0) return
    lost += 1
    // The hub has processed the request.
    reply.raw.destroy()
  }
  onAnswer = lose
  const { shop, once } = await open()
  await once()
  onAnswer = undefined
  expect(lost).toBe(1)
  const handed: string[] = []
  shop.onItem = (reference) => void handed.push(reference)
  expect(await once()).toEqual(QUIET)
  expect(handed).toEqual([])
})

/** `Work` of a lease: another text whenever there may be something to carry to a shop, however late it was committed. */
import { execute, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendEvents } from '../src/kit/events/store.ts'
import { SYSTEM } from '../src/kit/principals/actor.ts'
import { createTestApi, type TestApi } from './api.ts'
import {
  A_CHANNEL_CONNECTION,
  leasedConnection,
  sendAsMerchant,
  takeLease,
} from './connection-api.ts'
import { openStock, type Stocked } from './stock-api.ts'
import { product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())

/** A merchant whose channel has taken everything, with a connection of the merchant and one of the channel. */
async function openConnections() {
  const shop = await openStock(api)
  const send = await sendAsMerchant(api, shop.customerId)
  const merchant = await leasedConnection(send)
  const ofChannel = { ...A_CHANNEL_CONNECTION, ChannelId: shop.channelId }
  const channel = await leasedConnection(send, ofChannel)
  const workOf = async ({ path }: { path: string }) => (await takeLease(send, path)).body.Work
  const read = async () => ({ merchant: await workOf(merchant), channel: await workOf(channel) })
  /** As a connector does: reads everything, until nothing has changed since. */
  const settle = async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await read()
      await shop.settle()
      await shop.drain()
      const after = await read()
      if (before.merchant === after.merchant && before.channel === after.channel) return after
    }
    throw new Error('the work changes without end')
  }
  /** Which of the connections hear of something. */
  const heard = async (work: () => Promise<unknown>) => {
    const before = await settle()
    await work()
    await shop.settle()
    const after = await read()
    return (['merchant', 'channel'] as const).filter((name) => before[name] !== after[name])
  }
  return { shop, send, read, heard, settle }
}

type Connections = Awaited<ReturnType<typeof openConnections>>
type Change = (parts: Connections) => Promise<unknown>
const BOTH = ['merchant', 'channel']

let number = 0
/** An order of the channel that is not acknowledged, or that is. */
const ordered = async (shop: Stocked) => await shop.place({ MUG: 2 })
const sold = async (shop: Stocked) => await shop.sell({ MUG: 2 })

/** Prepares something, and returns what is then heard of. */
const CHANGES: Readonly<
  Record<string, [heard: readonly string[], (parts: Connections) => Promise<Change>]>
> = {
  'an order is created': [
    BOTH,
    async () =>
      async ({ shop }) =>
        await ordered(shop),
  ],
  'an order is acknowledged': [
    BOTH,
    async ({ shop }) => {
      const order = await ordered(shop)
      return async () => await shop.acknowledge(order)
    },
  ],
  'an order is cancelled': [
    BOTH,
    async ({ shop }) => {
      const order = await sold(shop)
      return async () => await shop.cancel(order, { 1: 1 })
    },
  ],
  'an order is shipped': [
    BOTH,
    async ({ shop }) => {
      const order = await sold(shop)
      return async () => await shop.ship(order, { 1: 1 })
    },
  ],
  'a shipment gets its tracking': [
    BOTH,
    async ({ shop }) => {
      const order = await sold(shop)
      const shipment = await shop.ship(order, { 1: 1 })
      return async () =>
        await shop.merchant('PUT', `/v2/shipments/${shipment}`, { TrackTraceNo: '3S' })
    },
  ],
  'units come back': [
    BOTH,
    async ({ shop }) => {
      const order = await sold(shop)
      await shop.ship(order, { 1: 2 })
      return async () => await shop.takeBack(order, { 1: 1 })
    },
  ],
  'an order is closed': [
    BOTH,
    async ({ shop }) => {
      const order = await sold(shop)
      return async () => await shop.turn(order, 'close')
    },
  ],
  'a product is changed': [
    ['channel'],
    async () =>
      async ({ shop }) =>
        await shop.put(product('MUG', { Name: 'Other', Stock: 20 })),
  ],
  'a product is created': [
    ['channel'],
    async () =>
      async ({ shop }) => {
        number += 1
        await shop.put(product(`NEW-${number}`))
      },
  ],
  'the stock is counted': [
    ['channel'],
    async () =>
      async ({ shop }) => {
        const item = { MerchantProductReference: 'TEA', Stock: 3 }
        await shop.offer(item)
      },
  ],
  'the rules of the channel are changed': [
    ['channel'],
    async () =>
      async ({ shop, send }) => {
        const rules = { Price: { Default: { Steps: [{ Percent: 7 }] } } }
        expect((await send('PUT', `/channels/${shop.channelId}/offer-rules`, rules)).status).toBe(
          200,
        )
      },
  ],
  'an override of the channel is set': [
    ['channel'],
    async () =>
      async ({ shop, send }) => {
        const body = [{ MerchantProductReference: 'MUG', Price: 3 }]
        const path = `/channels/${shop.channelId}/offer-overrides`
        expect((await send('PUT', path, body)).status).toBe(200)
      },
  ],
  'the channel is reset': [
    ['channel'],
    async () =>
      async ({ shop, send }) =>
        await send('POST', `/channels/${shop.channelId}/sync/reset`),
  ],
  'the channel selects other products': [
    ['channel'],
    async () =>
      async ({ shop, send }) =>
        await send('PATCH', `/channels/${shop.channelId}`, { OffersInData: true }),
  ],
  'nothing happens': [[], async () => async () => undefined],
  'the connection itself is changed': [
    [],
    async () =>
      async ({ send }) => {
        const { body } = await send('GET', '/connections')
        await send('PATCH', `/connections/${body[0].Id}`, { Name: 'Renamed' })
      },
  ],
  'an order gets a comment': [
    [],
    async ({ shop, send }) => {
      const { Id } = await ordered(shop)
      return async () => await send('POST', `/orders/id/${Id}/comments`, { Comment: 'Called.' })
    },
  ],
  'a key is created': [
    [],
    async () =>
      async ({ send }) =>
        await send('POST', '/keys', { Label: 'ERP', Scopes: ['orders:read'] }),
  ],
  'an order comes from another channel and takes no stock of this one': [
    ['merchant'],
    async ({ shop }) => {
      const other = await shop.addShop()
      return async () => await shop.place({ UNKNOWN: 1 }, other.key)
    },
  ],
}

describe('the work of a connection changes', () => {
  test.each(Object.entries(CHANGES))('as it should when %s', async (_, [expected, prepare]) => {
    const parts = await openConnections()
    const change = await prepare(parts)
    expect(await parts.heard(async () => await change(parts))).toEqual(expected)
    // Once everything was read, it stays.
    await parts.settle()
  })

  test('for each change, also where the one before was not read yet', async () => {
    const { shop, read, settle } = await openConnections()
    await settle()
    const seen = new Set<string>()
    for (const stock of [1, 2, 3, 4]) {
      await shop.place({ MUG: 1 })
      const item = { MerchantProductReference: 'TEA', Stock: stock }
      await shop.offer(item)
      await shop.drain()
      const { merchant, channel } = await read()
      seen.add(`merchant ${merchant}`)
      seen.add(`channel ${channel}`)
    }
    expect(seen.size).toBe(8)
  })

  test('for an event that is committed after later ones', async () => {
    const { shop, settle, read } = await openConnections()
    await settle()
    const { customerId, channelId } = shop
    const close = (id: number) =>
      ({ type: 'order.closed', subject: { kind: 'order', id }, channelId, actor: SYSTEM }) as const
    const release = Promise.withResolvers<void>()
    const isOpen = Promise.withResolvers<void>()
    const late = transaction(api.database, async (tx) => {
      await appendEvents(tx, customerId, [close(900_001)])
      isOpen.resolve()
      await release.promise
    })
    await isOpen.promise
    await transaction(api.database, async (tx) => {
      await appendEvents(tx, customerId, [close(900_002)])
    })
    const [first, again] = [await read(), await read()]
    expect(again).toEqual(first)
    release.resolve()
    await late
    const after = await read()
    expect(after.merchant).not.toBe(first.merchant)
    expect(after.channel).not.toBe(first.channel)
    expect(await read()).toEqual(after)
  })

  test('for a product that is committed after later ones', async () => {
    const { shop, settle, read } = await openConnections()
    await settle()
    const release = Promise.withResolvers<void>()
    const isOpen = Promise.withResolvers<void>()
    const late = transaction(api.database, async (tx) => {
      await execute(
        tx,
        sql`update marketplace.products set stock = 1, changed = pg_current_xact_id()
          where customer_id = ${shop.customerId} and merchant_product_reference = 'MUG'`,
      )
      isOpen.resolve()
      await release.promise
    })
    await isOpen.promise
    await shop.offer({ MerchantProductReference: 'TEA', Stock: 5 })
    await shop.drain()
    const { channel } = await read()
    release.resolve()
    await late
    expect((await read()).channel).not.toBe(channel)
  })

  test('each hour, where the rules of a channel convert currencies', async () => {
    const { shop, send, settle } = await openConnections()
    const rate = { CurrencyCode: 'USD', Date: '2026-01-02', Rate: 0.9 }
    expect((await send('PUT', '/rates', [rate])).status).toBe(200)
    expect((await settle()).channel).not.toContain('h')
    const rules = { Price: { Default: { Currency: 'USD' } } }
    const path = `/channels/${shop.channelId}/offer-rules`
    expect((await send('PUT', path, rules)).status).toBe(200)
    expect((await settle()).channel).toMatch(/h\d{10}$/)
  })

  test('once more than a read examines was written by others', async () => {
    const { shop, settle, read } = await openConnections()
    const before = await settle()
    await transaction(api.database, async (tx) => {
      const event = { type: 'products.changed', actor: SYSTEM, data: {} } as const
      await appendEvents(tx, shop.customerId, Array(6_000).fill(event))
    })
    const after = await read()
    expect(after.merchant).not.toBe(before.merchant)
    expect(await read()).toEqual(after)
  })
})

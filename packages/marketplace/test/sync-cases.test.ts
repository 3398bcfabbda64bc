/** The life of one product on a channel, case by case. */
import { queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { NOTHING, openShop, product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const created = (reference: string, as = `c-${reference}`) => ({
  Created: [{ MerchantReference: reference, ChannelReference: as }],
})

describe('data', () => {
  test('polling twice without an acknowledgement returns the same lists in the same order', async () => {
    const shop = await openShop(api)
    await shop.put(...['C', 'A', 'D', 'B'].map((reference) => product(reference)))
    await shop.list('D')
    const first = await shop.poll()
    const second = await shop.poll()
    expect(first.body.ToBeCreated).toHaveLength(3)
    expect(second.body).toEqual(first.body)
    expect(first.headers['cache-control']).toBe('no-store')
  })

  test('an acknowledged creation lists the product, and it is not sent again', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
    const answer = await shop.ack(created('A'))
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await shop.lists()).toEqual(NOTHING)
    expect(await shop.status()).toMatchObject({ Listed: 1, ToBeCreated: 0, ToBeUpdated: 0 })
  })

  test('after a partial acknowledgement, only the rest is sent again', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'), product('C'))
    await shop.lists()
    await shop.ack(created('B'))
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A', 'C'] })
  })

  test('writing identical values changes nothing, whatever the order of keys and the format of numbers', async () => {
    const shop = await openShop(api)
    const fields = { MSRP: 9.9, ExtraData: { a: '1', b: '2' }, Description: 'x' }
    await shop.put(product('A', fields))
    await shop.settle()
    await shop.put(product('A', { ...fields, ExtraData: { b: '2', a: '1' } }))
    const spelt = `[{"MerchantProductReference":"A","Name":"Name of A","MSRP":9.90,"ExtraData":{"b":"2","a":"1"},"Description":"x"}]`
    await api.raw({
      method: 'POST',
      url: '/v2/products',
      headers: { 'x-api-key': shop.merchantKey, 'content-type': 'application/json' },
      payload: spelt,
    })
    expect(await shop.lists()).toEqual(NOTHING)
    expect(await shop.status()).toMatchObject({ ToBeUpdated: 0, OldestPending: null })
  })

  test('values that change from A to B and back before any poll are not sent', async () => {
    const shop = await openShop(api)
    await shop.put(product('X', { Brand: 'A' }))
    await shop.settle()
    await shop.put(product('X', { Brand: 'B' }))
    await shop.put(product('X', { Brand: 'A' }))
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test.each([[true], [false]])(
    'after B was served and the value is A again, A is sent until it is certain (status between: %s)',
    async (looks) => {
      const shop = await openShop(api)
      await shop.put(product('X', { Brand: 'A' }))
      await shop.settle()
      await shop.put(product('X', { Brand: 'B' }))
      expect(await shop.lists()).toEqual({ ...NOTHING, update: ['X'] })
      await shop.put(product('X', { Brand: 'A' }))
      if (looks) await shop.status()
      const again = await shop.poll()
      expect(again.body.ToBeUpdated[0].Brand).toBe('A')
      // Without the header this confirms B, the oldest.
      await shop.ack({ Updated: ['c-X'] })
      expect((await shop.poll()).body.ToBeUpdated[0].Brand).toBe('A')
      await shop.ack({ Updated: ['c-X'] })
      expect(await shop.lists()).toEqual(NOTHING)
    },
  )

  test('a change between poll and acknowledgement is sent by the next poll', async () => {
    const shop = await openShop(api)
    await shop.put(product('X', { Brand: 'A' }))
    await shop.settle()
    await shop.put(product('X', { Brand: 'B' }))
    await shop.lists()
    await shop.put(product('X', { Brand: 'C' }))
    await shop.ack({ Updated: ['c-X'] })
    expect((await shop.poll()).body.ToBeUpdated[0].Brand).toBe('C')
    await shop.ack({ Updated: ['c-X'] })
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test.each([['without'], ['with']])(
    'a late acknowledgement of the first poll does not confirm the items of the second (%s the header)',
    async (header) => {
      const shop = await openShop(api)
      await shop.put(product('X', { Brand: '1' }))
      const first = await shop.poll()
      await shop.put(product('X', { Brand: '2' }))
      await shop.poll()
      const token = header === 'with' ? String(first.headers['entrepot-sync']) : undefined
      await shop.ack(created('X'), token)
      expect((await shop.poll()).body.ToBeUpdated[0].Brand).toBe('2')
      const views = await shop.drain(header === 'with')
      if (header === 'with') expect(views.get('X')).toMatchObject({ Brand: '2' })
      expect(await shop.lists()).toEqual(NOTHING)
    },
  )

  test('the items of a lost answer are sent again', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.poll()
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
  })

  test('a product that is deactivated before its creation is acknowledged is listed, and then removed', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.lists()
    await shop.off('A')
    expect((await shop.ack(created('A'))).body).toEqual({})
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A'] })
  })

  test('a product that is deactivated before any poll is never sent', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.off('A')
    expect(await shop.lists()).toEqual(NOTHING)
    await shop.status()
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a listed product that is deactivated is sent for removal until acknowledged, and has no offers', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1, Stock: 1 }))
    await shop.settle()
    await shop.put(product('A', { Price: 2 }))
    expect(await shop.offers()).toHaveLength(1)
    await shop.off('A')
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A'] })
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A'] })
    expect(await shop.offers()).toEqual([])
  })

  test('an acknowledged removal unlists the product, keeps its reference, and can be repeated', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.settle()
    await shop.off('A')
    await shop.lists()
    expect((await shop.ack({ Removed: ['c-A'] })).body).toEqual({})
    expect(await shop.lists()).toEqual(NOTHING)
    expect((await shop.ack({ Removed: ['c-A'] })).body).toEqual({})
    expect(await shop.status()).toMatchObject({ Listed: 0, ToBeRemoved: 0 })
    const row = await queryFirst(
      api.database,
      sql`
      select former_reference as former from marketplace.listings where channel_id = ${shop.channelId}`,
    )
    expect(row).toEqual({ former: 'c-A' })
  })

  test.each([['c-A'], ['other']])(
    'a removed product that is active again is created, and the channel can list it as %s',
    async (reference) => {
      const shop = await openShop(api)
      await shop.put(product('A', { Brand: 'x' }))
      await shop.settle()
      await shop.off('A')
      await shop.lists()
      await shop.ack({ Removed: ['c-A'] })
      await shop.on('A')
      const { body } = await shop.poll()
      expect(body.ToBeCreated).toMatchObject([{ Brand: 'x', ChannelProductReference: 'c-A' }])
      expect((await shop.ack(created('A', reference))).body).toEqual({})
      expect(await shop.lists()).toEqual(NOTHING)
    },
  )

  test('a product that is active again after its removal was served is updated, and a late removal makes it a creation', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.settle()
    await shop.off('A')
    await shop.lists()
    await shop.on('A')
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
    expect((await shop.ack({ Removed: ['c-A'] })).body).toEqual({})
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
    await shop.ack(created('A'))
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a removal that arrives after the update was acknowledged still counts', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.settle()
    await shop.off('A')
    await shop.lists()
    await shop.on('A')
    await shop.settle()
    expect((await shop.ack({ Removed: ['c-A'] })).body).toEqual({})
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
  })

  test('the removal of a product that should not be removed is refused, and changes nothing', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    await shop.settle()
    await shop.off('B')
    await shop.lists()
    const { status, body } = await shop.ack({ Removed: ['c-A', 'c-B'] })
    expect(status).toBe(200)
    expect(body.Rejected).toEqual([
      {
        List: 'Removed',
        Reference: 'c-A',
        Code: 'MARKET_NOT_TO_BE_REMOVED',
        Detail: expect.stringContaining('c-A'),
      },
    ])
    expect(await shop.lists()).toEqual(NOTHING)
    expect(await shop.status()).toMatchObject({ Listed: 1 })
  })

  test('a product that leaves or enters the selection is removed or created on that channel only', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A', { Brand: 'Acme' }), product('B', { Brand: 'Bolt' }))
    await shop.settle()
    await other.settle()
    const { status } = await shop.settings({ Selection: { Brands: ['Acme'] } })
    expect(status).toBe(200)
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['B'] })
    await shop.settle()
    await shop.put(product('B', { Brand: 'Acme' }), product('A', { Brand: 'Bolt' }))
    expect(await shop.lists()).toEqual({ create: ['B'], update: [], remove: ['A'] })
    expect((await other.lists()).update.toSorted()).toEqual(['A', 'B'])
    await shop.settings({ Selection: null })
    expect(await shop.lists()).toEqual({ create: ['B'], update: ['A'], remove: [] })
  })

  test('categories select all categories below them, and a list selects children by their parent', async () => {
    const shop = await openShop(api)
    await shop.put(
      product('A', { CategoryTrail: 'Home > Kitchen > Mugs' }),
      product('B', { CategoryTrail: 'Home>Kitchenware' }),
      product('P', { CategoryTrail: 'Home > Kitchen' }),
      product('P-1', { ParentMerchantReference: 'P' }),
    )
    await shop.settings({ Selection: { Categories: ['Home > Kitchen'] } })
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A', 'P-1'] })
    await shop.settings({ Selection: { Products: ['P', 'B'] } })
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['B', 'P-1'] })
    await shop.settings({ Selection: { Products: ['A', 'B'], Categories: ['Home'] } })
    expect((await shop.lists()).create.toSorted()).toEqual(['A', 'B'])
    await shop.settings({ Selection: { Products: ['A'], Categories: ['Garden'] } })
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a listed single product that becomes a parent is removed from a flat channel, and its children are created', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Price: 1 }))
    await shop.settle()
    await shop.put(product('A-1', { ParentMerchantReference: 'A' }))
    expect(await shop.lists()).toEqual({ create: ['A-1'], update: [], remove: ['A'] })
    await shop.patch('A', { Price: 2 })
    expect(await shop.offers()).toEqual([])
  })
})

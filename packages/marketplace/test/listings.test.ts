/** What channels know of products: the listings of a product, and the lists of listings. */
import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { openShop, product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

interface Item {
  readonly ChannelId: number
  readonly [name: string]: unknown
}

const listingsOf = async (shop: Shop, reference: string): Promise<Item[]> =>
  (await shop.merchant('GET', `/v2/products/${reference}/listings`)).body

/** The listing of a product on a channel. */
const listingOf = async (
  shop: Shop,
  reference: string,
  { channelId }: { channelId: number } = shop,
) => (await listingsOf(shop, reference)).find((item) => item.ChannelId === channelId) as Item

const listed = async (shop: Shop, query = '') =>
  (await shop.merchant('GET', `/v2/listings${query}`)).body.map(
    (listing: { MerchantProductReference: string }) => listing.MerchantProductReference,
  )

/** The versions of data that are stored for a product, as names. */
const storedNames = async (shop: Shop, reference: string) => {
  const rows = await query<{ name: string }>(
    api.database,
    sql`select data ->> 'Name' as name from marketplace.listing_views
      where customer_id = ${shop.customerId} and merchant_product_reference = ${reference} order by 1`,
  )
  return rows.map((row) => row.name)
}

describe('the listings of a product', () => {
  test('tell what a channel has confirmed, what it would get, and the fields that differ', async () => {
    const shop = await openShop(api)
    await shop.put(
      product('A', { Name: 'Cup', Price: 5, Stock: 1, ExtraData: { Material: 'clay', Size: 'S' } }),
    )
    const fresh = await listingOf(shop, 'A')
    expect(fresh).toMatchObject({
      ChannelId: shop.channelId,
      MerchantProductReference: 'A',
      ChannelProductReference: null,
      IsWanted: true,
      Pending: 'create',
      PendingSince: expect.stringMatching(/Z$/),
      IsOfferPending: false,
      ConfirmedAt: null,
      Confirmed: null,
      Current: { Name: 'Cup' },
      ConfirmedOffer: null,
      CurrentOffer: { Price: 5, Stock: 1 },
      Changes: [],
      Problem: null,
    })
    await shop.settle(true)
    const settled = await listingOf(shop, 'A')
    expect(settled).toMatchObject({
      ChannelProductReference: 'c-A',
      Pending: null,
      PendingSince: null,
      IsOfferPending: false,
      OfferPendingSince: null,
      ConfirmedAt: expect.stringMatching(/Z$/),
      OfferConfirmedAt: expect.stringMatching(/Z$/),
      ConfirmedOffer: { Price: 5, Stock: 1 },
      Changes: [],
    })
    expect(settled.Confirmed).toEqual(settled.Current)
    await shop.patch('A', { Name: 'Mug', Stock: 4, ExtraData: { Material: 'stone', Size: null } })
    const changes = [
      { Field: 'Name', Confirmed: 'Cup', Current: 'Mug' },
      { Field: 'ExtraData.Material', Confirmed: 'clay', Current: 'stone' },
      { Field: 'ExtraData.Size', Confirmed: 'S', Current: null },
      { Field: 'Stock', Confirmed: 1, Current: 4 },
    ]
    const changed = await listingOf(shop, 'A')
    expect(changed).toMatchObject({
      Pending: 'update',
      PendingSince: expect.stringMatching(/Z$/),
      IsOfferPending: true,
      Confirmed: { Name: 'Cup', ExtraData: { Material: 'clay', Size: 'S' } },
      Current: { Name: 'Mug' },
      ConfirmedAt: settled.ConfirmedAt,
      Changes: changes,
    })
    // What is served and not acknowledged is not confirmed.
    await shop.poll()
    await shop.offers()
    const served = await listingOf(shop, 'A')
    expect(served.Changes).toEqual(changes)
    await shop.settle(true)
    expect(await listingOf(shop, 'A')).toMatchObject({
      Pending: null,
      Confirmed: { Name: 'Mug' },
      Changes: [],
    })
  })

  test('have one item for each channel, with the data that this channel gets', async () => {
    const shop = await openShop(api)
    const plain = await shop.addShop()
    const other = await shop.addShop()
    await shop.settings({ OffersInData: true })
    await shop.settings({ Selection: { Brands: ['Other'] } }, other.channelId)
    await shop.put(product('A', { Price: 2, Stock: 3 }))
    await shop.settle(true)
    const ids = (await listingsOf(shop, 'A')).map((item) => item.ChannelId)
    expect(ids).toEqual(expect.arrayContaining([shop.channelId, plain.channelId, other.channelId]))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect((await listingOf(shop, 'A')).Confirmed).toMatchObject({ Price: 2, Stock: 3 })
    const second = await listingOf(shop, 'A', plain)
    expect(second).toMatchObject({ Pending: 'create', Confirmed: null })
    expect(second.Current).not.toHaveProperty('Price')
    expect(await listingOf(shop, 'A', other)).toMatchObject({
      IsWanted: false,
      Pending: null,
      Current: null,
      CurrentOffer: null,
    })
    await shop.patch('A', { Price: 4 })
    expect((await listingOf(shop, 'A')).Changes).toEqual([
      { Field: 'Price', Confirmed: 2, Current: 4 },
    ])
  })

  test('say why a channel should not have the product', async () => {
    const shop = await openShop(api)
    const grouped = await shop.addShop()
    await shop.settings({ Mode: 'grouped', Selection: { Products: ['V-1'] } }, grouped.channelId)
    const family = (name: string) => product(name, { Children: [product(`${name}-1`)] })
    for (const one of [product('A'), family('V'), family('W')]) await shop.put(one)
    const reasons = async (reference: string) => [
      (await listingOf(shop, reference)).UnwantedReason,
      (await listingOf(shop, reference, grouped)).UnwantedReason,
    ]
    expect(await reasons('A')).toEqual([null, 'NOT_SELECTED'])
    expect(await reasons('V')).toEqual(['VARIANTS_ONLY', null])
    expect(await reasons('V-1')).toEqual([null, null])
    expect(await reasons('W')).toEqual(['VARIANTS_ONLY', 'NO_VARIANT_SELECTED'])
    await shop.off('V')
    expect(await reasons('V')).toEqual(['INACTIVE', 'INACTIVE'])
    expect(await reasons('V-1')).toEqual(['PARENT_INACTIVE', 'PARENT_INACTIVE'])
  })

  test('say that a channel must remove what it lists, and forget what it had when it has', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.settle(true)
    await shop.off('A')
    expect(await listingOf(shop, 'A')).toMatchObject({
      ChannelProductReference: 'c-A',
      IsWanted: false,
      Pending: 'remove',
      Confirmed: { Name: 'Name of A' },
      Current: null,
      Changes: [],
    })
    await shop.settle(true)
    expect(await listingOf(shop, 'A')).toMatchObject({
      ChannelProductReference: null,
      Pending: null,
      Confirmed: null,
      ConfirmedAt: null,
      ConfirmedOffer: null,
    })
    expect(await storedNames(shop, 'A')).toEqual([])
  })

  test('keep the confirmed version and the one served last, and no others', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Name: 'One' }))
    await shop.settle(true)
    for (const Name of ['Two', 'Three']) {
      await shop.patch('A', { Name })
      await shop.poll()
      await shop.poll()
    }
    expect(await storedNames(shop, 'A')).toEqual(['One', 'Three'])
    await shop.settle(true)
    expect(await storedNames(shop, 'A')).toEqual(['Three'])
    await shop.reset()
    expect(await listingOf(shop, 'A')).toMatchObject({
      Pending: 'update',
      Confirmed: { Name: 'Three' },
      Changes: [],
    })
    await shop.settle(true)
    expect(await storedNames(shop, 'A')).toEqual(['Three'])
  })

  test('tell why an acknowledgement was rejected, until the data is confirmed', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    await shop.poll()
    await shop.list('A')
    const Created = [{ MerchantReference: 'B', ChannelReference: 'c-A' }]
    const { body } = await shop.ack({ Created })
    const [rejection] = body.Rejected
    expect((await listingOf(shop, 'B')).Problem).toEqual({
      Code: 'MARKET_REFERENCE_IN_USE',
      Detail: rejection.Detail,
      OccurredAt: expect.stringMatching(/Z$/),
    })
    expect((await shop.merchant('GET', '/v2/listings?product=B')).body[0].Problem.Detail).toBe(
      rejection.Detail,
    )
    await shop.settle(true)
    expect((await listingOf(shop, 'B')).Problem).toBeNull()
  })

  test('tell why the channel could not process a product, which is sent again', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    const { body } = await shop.poll()
    expect(body.ToBeCreated).toHaveLength(2)
    const failed = await shop.ack({
      Failed: [
        { MerchantReference: 'A', Detail: 'first' },
        { MerchantReference: 'A', Detail: 'The category is closed.' },
        { MerchantReference: 'X', Detail: 'unknown' },
        { MerchantReference: 'B', Detail: '' },
        { MerchantReference: null, Detail: 'no name' },
      ],
    })
    expect(failed.body.Rejected).toEqual([
      expect.objectContaining({ List: 'Failed', Reference: 'B', Code: 'MARKET_INVALID_INPUT' }),
      expect.objectContaining({ List: 'Failed', Reference: null, Code: 'MARKET_INVALID_INPUT' }),
      expect.objectContaining({ List: 'Failed', Reference: 'X', Code: 'MARKET_NOT_FOUND' }),
    ])
    const problem = { Code: 'REPORTED_BY_CHANNEL', Detail: 'The category is closed.' }
    expect(await listingOf(shop, 'A')).toMatchObject({ Pending: 'create', Problem: problem })
    expect((await listingOf(shop, 'B')).Problem).toBeNull()
    expect((await shop.lists()).create).toEqual(['A', 'B'])
    await shop.settle(true)
    expect((await listingOf(shop, 'A')).Problem).toBeNull()
  })

  test('are for a channel its own item, of products that it has or should have', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.settings({ Selection: { Brands: ['Other'] } }, other.channelId)
    await shop.put(product('A'))
    const own = await shop.call('GET', '/v2/products/A/listings')
    expect(own.body.map((item: Item) => item.ChannelId)).toEqual([shop.channelId])
    const hidden = await other.call('GET', '/v2/products/A/listings')
    const unknown = await other.call('GET', '/v2/products/X/listings')
    expect(hidden.status).toBe(404)
    expect(unknown.status).toBe(404)
    expect(hidden.body.detail).toBe(unknown.body.detail.replace('"X"', '"A"'))
  })
})

describe('the list of listings', () => {
  test('is filtered by channel, by the references of both, and by what is pending', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A'), product('B'), product('C'))
    await shop.poll()
    await shop.list('A', 'B')
    await shop.settle(true)
    await shop.put(product('D'))
    await shop.patch('A', { Name: 'New' })
    await shop.patch('B', { Stock: 9 })
    await shop.off('C')
    const own = `?channelId=${shop.channelId}`
    expect(await listed(shop, own)).toEqual(['A', 'B', 'C', 'D'])
    expect(await listed(shop, `${own}&pending=create`)).toEqual(['D'])
    expect(await listed(shop, `${own}&pending=update`)).toEqual(['A'])
    expect(await listed(shop, `${own}&pending=remove&pending=offer`)).toEqual(['B', 'C'])
    expect(await listed(shop, `${own}&isListed=false`)).toEqual(['D'])
    expect(await listed(shop, `${own}&channelReference=c-B&channelReference=c-C`)).toEqual([
      'B',
      'C',
    ])
    expect(await listed(shop, '?product=A&product=X')).toEqual(['A'])
    await other.poll()
    expect(await listed(shop, '?product=A')).toEqual(['A', 'A'])
    expect(await listed(shop, '?channelReference=c-A')).toEqual(['A'])
    const [listing] = (await shop.merchant('GET', `/v2/listings${own}&product=A`)).body
    const known = await listingOf(shop, 'A')
    expect(known).toMatchObject(listing)
    const unknown = await shop.merchant('GET', '/v2/listings?channelId=999999')
    expect(unknown.body.errors).toEqual([
      { path: '/channelId', message: 'must be the Id of a channel' },
    ])
  })

  test('comes in pages over all channels, and a channel lists its own', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A'), product('B'), product('Ü/ x'))
    await shop.poll()
    await other.poll()
    const seen: string[] = []
    let path = '/v2/listings?pageSize=2'
    for (;;) {
      const { body, headers } = await shop.merchant('GET', path)
      for (const { ChannelId, MerchantProductReference } of body)
        seen.push(`${ChannelId} ${MerchantProductReference}`)
      const next = /<(.*)>/.exec(String(headers.link ?? ''))?.[1]
      if (next === undefined) break
      path = next
    }
    const of = (channelId: number) => ['A', 'B', 'Ü/ x'].map((name) => `${channelId} ${name}`)
    expect(seen).toEqual([...of(shop.channelId), ...of(other.channelId)])
    const own = await other.call('GET', '/v2/listings')
    expect(own.body.map((item: Item) => item.ChannelId)).toEqual(Array(3).fill(other.channelId))
    expect((await other.call('GET', `/v2/listings?channelId=${shop.channelId}`)).body).toEqual([])
    expect((await shop.merchant('GET', '/v2/listings?cursor=x')).status).toBe(400)
  })
})

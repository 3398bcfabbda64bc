import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../src/tools.ts'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'
import { type Call, type CheckedClient, checkedClient } from './support/checked.ts'

let hub: AgentHub
let checked: CheckedClient
const call: Call = async (name, args) => await checked.call(name, args)
let channelId: number
beforeAll(async () => {
  hub = await startAgentHub(1, true)
  checked = await checkedClient(await hub.connect())
  channelId = Number(hub.shop.orders[0]?.ChannelId)
  await hub.hub.createProducts({
    body: [
      { MerchantProductReference: 'CUP', Name: 'Cup', Price: 5, Stock: 0 },
      { MerchantProductReference: 'JUG', Name: 'Jug', Price: 20, Stock: 7, Description: 'Long' },
    ],
  })
})
afterAll(async () => await hub?.stop())

test('products are listed with a total, filters and pages', async () => {
  const { data } = await call('list_products', { pageSize: 2, sort: 'priceLast' })
  expect(data).toMatchObject({
    total: 3,
    products: [{ MerchantProductReference: 'JUG' }, { MerchantProductReference: 'MUG' }],
  })
  expect(data.products[0].Link).toBe('https://hub.example.com/console/products/JUG')
  expect(data.products[0]).not.toHaveProperty('Description')
  const { data: second } = await call('list_products', {
    ...{ pageSize: 2, sort: 'priceLast', cursor: data.nextCursor },
  })
  expect(second.products).toHaveLength(1)
  expect(second).not.toHaveProperty('nextCursor')
  const { data: sold } = await call('list_products', {
    ...{ inStock: false, fields: ['MerchantProductReference'] },
  })
  expect(sold.products).toEqual([{ MerchantProductReference: 'CUP' }])
  const { data: found } = await call('list_products', { q: 'jug' })
  expect(found).toMatchObject({ total: 1 })
})

test('products that are nearly sold out are found, those with the fewest units first', async () => {
  // Orders hold units of the mug, so that fewer can be sold than are in stock.
  const mug = await hub.hub.getProduct({ reference: 'MUG' })
  expect(mug.StockAvailable).toBeLessThan(mug.Stock ?? 0)
  const list = async (filter: object) => {
    const { data } = await call('list_products', {
      ...{ sort: 'available', fields: ['MerchantProductReference', 'StockAvailable'] },
      ...filter,
    })
    return data
  }
  const low = await list({ maxAvailable: mug.StockAvailable })
  expect(low.products.at(-1)).toEqual({
    ...{ MerchantProductReference: 'MUG', StockAvailable: mug.StockAvailable },
  })
  expect(low.total).toBe(low.products.length)
  const units = (data: { products: { StockAvailable: number }[] }) =>
    data.products.map((product) => product.StockAvailable)
  expect(units(low)).toEqual(units(low).toSorted((one, other) => one - other))
  expect(units(await list({ sort: 'availableLast' }))).toEqual(units(await list({})).toReversed())
  expect((await list({ maxAvailable: 0 })).products).toMatchObject([
    { MerchantProductReference: 'CUP' },
  ])
})

test('products that are short come with the orders that wait for them', async () => {
  await call('change_products', { products: [{ reference: 'MUG', stock: 1 }] })
  const listShort = async () => (await call('list_products', { short: true })).data.products
  await expect
    .poll(listShort)
    .toMatchObject([
      { MerchantProductReference: 'MUG', ShortUnits: 1, Orders: [{ ShortUnits: 1 }] },
    ])
  const { text } = await call('list_products', { short: true, q: 'mug' })
  expect(text).toContain('without other filters')
  await call('change_products', { products: [{ reference: 'MUG', stock: 1000 }] })
  await expect.poll(listShort).toEqual([])
})

test('one call changes prices, counts and changes of stock', async () => {
  const { data } = await call('change_products', {
    products: [
      { reference: 'JUG', price: 19, stockChange: -2 },
      { reference: 'CUP', stock: 4 },
      { reference: 'NO', stock: 4 },
    ],
  })
  expect(data.result).toMatchObject({ AcceptedCount: 2, RejectedCount: 1 })
  expect(data.result.ProductMessages).toMatchObject([{ Reference: 'NO' }])
  const { data: jug } = await call('get_product', { reference: 'JUG' })
  expect(jug.product).toMatchObject({ Price: 19, Stock: 5, Description: '⟦Long⟧' })
})

test('names and activity are changed, and no product is created by a wrong reference', async () => {
  const change = async (...products: object[]) => await call('change_products', { products })
  const { data } = await change({ reference: 'CUP', name: 'Blue cup', isActive: false, price: 6 })
  expect(data.result).toMatchObject({ AcceptedCount: 1, RejectedCount: 0 })
  expect(await hub.hub.getProduct({ reference: 'CUP' })).toMatchObject({
    ...{ Name: 'Blue cup', IsActive: false, Price: 6 },
  })
  const { isError, text } = await change({ reference: 'TYPO', name: 'Cup' })
  expect(isError).toBe(true)
  expect(text).toContain('There are no products TYPO')
  expect((await change({ reference: 'CUP', name: 'x', stockChange: 1 })).text).toContain(
    'a call of its own',
  )
  expect((await change({ reference: 'TYPO', price: 1 })).text).toContain('Nothing was changed')
  expect((await hub.hub.countProducts()).Total).toBe(3)
  const invalid = async (products: object[]) =>
    await callTool(await hub.connect(), 'change_products', { products })
  expect((await invalid([])).isError).toBe(true)
  const many = Array.from({ length: 101 }, () => ({ reference: 'CUP', price: 1 }))
  expect((await invalid(many)).text).toContain('100')
})

test('a new name makes no product active that is not', async () => {
  const isActive = async () => (await hub.hub.getProduct({ reference: 'CUP' })).IsActive
  expect(await isActive()).toBe(false)
  const { isError, text } = await call('change_products', {
    products: [
      { reference: 'JUG', name: 'Jug' },
      { reference: 'CUP', name: 'Green cup' },
    ],
  })
  expect(isError).toBe(true)
  expect(text).toContain('Not active: CUP. Set isActive')
  await call('change_products', {
    products: [{ reference: 'CUP', name: 'Green cup', isActive: false }],
  })
  expect(await hub.hub.getProduct({ reference: 'CUP' })).toMatchObject({
    ...{ Name: 'Green cup', IsActive: false },
  })
})

test('a dry run of a change shows the products before and after', async () => {
  const { data } = await call('change_products', {
    ...{ products: [{ reference: 'CUP', price: 7 }], dryRun: true },
  })
  expect(data).toMatchObject({
    status: 'dry_run',
    before: { products: [{ Price: 6 }] },
    after: { products: [{ Price: 7 }] },
  })
})

test('a product says what each channel knows, and an offer is explained', async () => {
  const { data } = await call('get_product', { reference: 'JUG' })
  expect(data.channels).toMatchObject([
    { ChannelId: channelId, IsWanted: true, Pending: 'create', CurrentOffer: { Price: 19 } },
  ])
  expect(data.channels[0]).not.toHaveProperty('Current')
  const { data: why } = await call('explain_offer', { reference: 'JUG', channelId })
  expect(why).toMatchObject({ Offer: { Price: 19, Stock: 5 }, Currency: 'EUR', Hold: null })
  expect(why.Price).toContain('19')
  expect(why.PriceChanges).toMatchObject([{ Before: 20, After: 19 }])
  const { text } = await call('explain_offer', { reference: 'JUG', channelId: 999 })
  // Quoted, so that a name that says something is marked.
  expect(text).toContain(`Set channelId to one of: ${channelId} ("Web")`)
  const { text: unknown } = await call('explain_offer', { reference: 'NO', channelId })
  expect(unknown).toContain('Find the product with list_products')
})

test('an offer is overridden for a channel, and the override is removed again', async () => {
  const offer = { channelId, reference: 'JUG' }
  const { data } = await call('change_offer', { ...offer, price: 15, stock: 2 })
  expect(data.result.overrides).toMatchObject([{ Price: 15, Stock: { Fixed: 2 }, IsActive: true }])
  const { data: why } = await call('explain_offer', offer)
  expect(why.Offer).toMatchObject({ Price: 15, Stock: 2 })
  const { data: removed } = await call('change_offer', { ...offer, remove: true })
  expect(removed.result.overrides).toEqual([])
  const { isError, text } = await call('change_offer', {
    ...{ channelId, reference: 'NO', price: 1 },
  })
  expect(isError).toBe(true)
  expect(text).toContain('Nothing was changed. NO')
  const wrong = await call('change_offer', { ...offer, price: 1, from: 'tomorrow' })
  expect(wrong.isError).toBe(true)
})

test('a price that moves too far waits, and is decided', async () => {
  const { ToBeCreated } = await hub.channel.pollProductData()
  const Created = ToBeCreated.map(({ MerchantProductReference: reference }) => ({
    ...{ MerchantReference: reference, ChannelReference: `web-${reference}` },
  }))
  await hub.channel.acknowledgeProductData({ body: { Created } })
  const offers = await hub.channel.pollProductOffers()
  const body = offers.map((offer) => offer.ChannelProductReference)
  await hub.channel.acknowledgeProductOffers({ body })
  await call('change_products', { products: [{ reference: 'JUG', price: 2 }] })
  await hub.channel.pollProductOffers()
  const { data } = await call('list_guarded_prices', { channel: channelId })
  expect(data.prices).toMatchObject([
    { ChannelId: channelId, MerchantProductReference: 'JUG', KnownPrice: 19, Price: 2 },
  ])
  expect(data.Link).toBe('https://hub.example.com/console/prices')
  const { data: held } = await call('explain_offer', { channelId, reference: 'JUG' })
  expect(held.Hold).toMatchObject({ Code: 'PRICE_GUARD' })
  const items = [{ channelId, reference: 'JUG', price: 3 }]
  const decide = async (more: object) =>
    (await call('decide_prices', { decision: 'refuse', ...more })).data
  expect((await decide({ items })).result).toEqual({ DecidedCount: 0, MissingCount: 1 })
  expect((await decide({ channelId })).result).toEqual({ DecidedCount: 1, MissingCount: 0 })
  const { data: refused } = await call('list_guarded_prices', { decision: 'refused' })
  expect(refused.prices).toHaveLength(1)
  const { data: overview } = await call('get_overview')
  expect(overview.Offers.ToReview).toEqual([])
  expect(hub.errors).toEqual([])
})

test('all tools of products have answered with a result of the shape that they promise', () => {
  const names = TOOLS.filter(({ toolset }) => toolset === 'products').map(({ name }) => name)
  expect([...checked.answered]).toEqual(expect.arrayContaining(names))
})

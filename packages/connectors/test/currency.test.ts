/** A merchant's shop with prices in another currency than the hub: they are refused, in words, and everything else goes on. */
import { createClient } from '@entrepot/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyFinding } from '../src/core/merchant/currency.ts'
import { countedHub } from '../src/core/records/hub.ts'
import { FakeChannel } from './support/fake-channel.ts'
import { FakeMerchant } from './support/fake-merchant.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness
let serial = 0

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A shop with prices in pounds and a product that the hub has already. The base currency of the hub is EUR. */
async function openShop(countsHavePrices = true) {
  const name = `currency${++serial}`
  const shop = new FakeMerchant(name)
  Object.assign(shop, { currency: 'GBP', countsHavePrices })
  shop.addProduct(name, { price: 8, stock: 7 })
  const product = { MerchantProductReference: name, Name: name, Price: 10, Stock: 5 }
  await harness.merchant.createProducts({ body: [product] } as never)
  const id = await harness.connect(name)
  const connector = harness.connector(shop.adapter())
  const run = async () => (await connector.runOnce(id))[0]
  const read = () => harness.merchant.getProduct({ reference: name })
  return { shop, name, id, connector, run, read }
}

const DIFFERS = 'The prices of the shop are in GBP, and the hub would take them for EUR.'

test('the first run refuses prices in another currency in words, and orders go on', async () => {
  const { shop, name, run, read } = await openShop()
  await harness.order(name, { [name]: 1 })
  expect((await run())?.failure).toEqual({
    kind: 'settings',
    message: DIFFERS,
    remedy: expect.stringContaining('base currency'),
  })
  expect(await read()).toMatchObject({ Price: 10, Stock: 5, Name: name })
  expect(shop.orders.size).toBe(1)
  shop.currency = 'EUR'
  expect((await run())?.failure).toBeUndefined()
  expect(await read()).toMatchObject({ Price: 8, Stock: 6 })
  await run()
  await run()
  // Once while they differ, by the first of the steps that need it, and once more.
  expect(shop.calls.filter((call) => call === 'readCurrency')).toHaveLength(2)
})

test('counts without prices are taken, whatever the currency', async () => {
  const { id, run, read } = await openShop(false)
  const Settings = { url: 'https://shop.example', steps: 'stock' }
  await harness.merchant.changeConnection({ id, body: { Settings } } as never)
  expect((await run())?.failure).toBeUndefined()
  expect(await read()).toMatchObject({ Price: 10, Stock: 7 })
})

test('counts with prices are refused, too', async () => {
  const { id, run, read } = await openShop()
  const Settings = { url: 'https://shop.example', steps: 'stock' }
  await harness.merchant.changeConnection({ id, body: { Settings } } as never)
  expect((await run())?.failure?.message).toBe(DIFFERS)
  expect(await read()).toMatchObject({ Price: 10, Stock: 5 })
})

test('the check compares the currencies', async () => {
  const { shop, id, connector } = await openShop()
  const last = async () => (await connector.check(id))[0]?.findings.at(-1)
  expect(await last()).toMatchObject({ level: 'error', message: DIFFERS })
  shop.currency = 'EUR'
  expect(await last()).toEqual({
    level: 'ok',
    message: 'The prices of the shop are in EUR, as those of the hub.',
  })
})

test('with a key that may not read the settings of the merchant, nothing is compared', async () => {
  const body = { Kind: 'merchant', Label: 'Connector', Scopes: ['products:read'] }
  const { Key } = await harness.merchant.createKey({ body } as never)
  const client = createClient({ hub: harness.hub.url, key: Key })
  const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
  const shop = { readCurrency: async () => 'GBP' }
  expect(await currencyFinding(hub, shop)).toBeUndefined()
  await client.close()
})

test('a channel with prices in another currency keeps its own, each product says why, and orders go on', async () => {
  const name = 'pounds'
  const product = { MerchantProductReference: name, Name: name, Price: 10, Stock: 5 }
  await harness.merchant.createProducts({ body: [product] } as never)
  const shop = new FakeChannel(name)
  const { channelId, key } = await harness.addChannel()
  const id = await harness.connect(name, { Role: 'channel', ChannelId: channelId, Settings: {} })
  const connector = harness.connector(shop.adapter(), { key })
  const run = async () => (await connector.runOnce(id))[0]
  const problemsOf = () => harness.merchant.listConnectionProblems({ id })
  await run()
  expect(shop.find(name)).toMatchObject({ price: 10, stock: 5 })
  shop.currency = 'GBP'
  await harness.merchant.changeOffers({
    body: [{ MerchantProductReference: name, Price: 12, Stock: 4 }],
  })
  const sold = shop.sell(name, 1)
  expect((await run())?.failure).toBeUndefined()
  expect(await harness.merchant.listOrders({ channelReference: [sold.reference] })).toHaveLength(1)
  expect(shop.find(name)).toMatchObject({ price: 10, stock: 4 })
  expect(await problemsOf()).toMatchObject([
    {
      Kind: 'product',
      Code: 'other_currency',
      Message: `The hub offers ${name} for 12 EUR, and the prices of the shop are in GBP. Price and stock stay as they are in the shop.`,
    },
  ])
  shop.currency = 'EUR'
  await harness.merchant.createConnectionRequest({ id, body: { Action: 'run' } })
  await run()
  expect(shop.find(name)).toMatchObject({ price: 12, stock: 3 })
  expect(await problemsOf()).toEqual([])
})

/** The VAT of orders across borders, and the table of rates. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey, expectDone } from '../src/index.ts'
import {
  type Answer,
  anAcknowledgement,
  anOrder,
  createParties,
  createTestApi,
  type TestApi,
} from './api.ts'

let api: TestApi
let merchantKey: string
let channelKey: string
beforeAll(async () => {
  api = await createTestApi()
  merchantKey = await merchantKeyOf(api.customer.customerId)
  channelKey = api.channelKey
  await send('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug' },
    { MerchantProductReference: 'BOOK', Name: 'Book', VatRate: 9, VatClass: 'reduced' },
  ])
})
afterAll(async () => await api.close())

async function merchantKeyOf(customerId: string): Promise<string> {
  const scopes =
    'settings:read settings:write products:write orders:read orders:write fulfilment:write'
  const terms = { kind: 'merchant', label: 'ERP', scopes: scopes.split(' ') } as const
  return expectDone(await createApiKey(api.database, customerId, terms)).key
}

/** A node remembers the settings of who calls for up to a second: a new key has the current ones. */
async function renewKeys(): Promise<void> {
  merchantKey = await merchantKeyOf(api.customer.customerId)
  const { channelId } = api.channel
  const terms = { kind: 'channel', channelId, label: 'Shop' } as const
  channelKey = expectDone(await createApiKey(api.database, api.customer.customerId, terms)).key
}

async function send(method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await api.merchant(method, path, body, { key: merchantKey })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const RATES = [
  { CountryIso: 'DE', VatClass: 'reduced', Rate: 7 },
  { CountryIso: 'DE', VatClass: 'standard', Rate: 19 },
]
const byDestination = async (rates: readonly object[] = RATES) => {
  await send('PUT', '/v2/vat-rates', rates)
  await send('PATCH', '/v2/customer', {
    ...{ VatRule: 'destination', CountryIso: 'NL', ZeroVatForBusinesses: true },
  })
  await renewKeys()
}
async function byProduct(): Promise<void> {
  await send('PATCH', '/v2/customer', { VatRule: 'product' })
  await renewKeys()
}

const place = async (body: unknown) =>
  await api.channelCall('POST', '/v2/orders', body, { key: channelKey })

let count = 0
async function order(country: string | null, change: object = {}, line: object = {}) {
  count += 1
  const body = anOrder({
    ChannelReference: `VAT-${count}`,
    ShippingAddress: { ...{ StreetName: 'A', ZipCode: '1', City: 'B' }, CountryIso: country },
    Lines: [
      {
        ...{ ChannelReference: '1', MerchantProductReference: 'MUG', Quantity: 1 },
        ...{ UnitPriceInclVat: 119, ...line },
      },
    ],
    ...change,
  })
  const answer = await place(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

test('the rule is the product until the merchant chooses the destination, which needs its country', async () => {
  expect(await order('DE')).toMatchObject({
    TotalVat: 20.65,
    ShippingVatSource: 'product',
    Lines: [{ VatRate: 21, VatSource: 'product' }],
  })
  const refused = await api.merchant(
    'PATCH',
    '/v2/customer',
    { VatRule: 'destination' },
    { key: merchantKey },
  )
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/CountryIso' }] } })
  expect(await send('GET', '/v2/customer')).toMatchObject({ VatRule: 'product', CountryIso: null })
})

test('orders have the rates of the country to which they are sent, and stay as they were stored', async () => {
  await byDestination()
  const german = await order('DE', { ShippingCostsInclVat: 11.9 })
  expect(german).toMatchObject({
    OriginalTotalVat: 20.9,
    ...{ ShippingCostsVat: 1.9, ShippingVatRate: 19, ShippingVatSource: 'destination' },
    Lines: [{ VatRate: 19, UnitVat: 19, VatSource: 'destination' }],
  })
  const book = { MerchantProductReference: 'BOOK' }
  expect((await order('DE', {}, book)).Lines[0]).toMatchObject({ VatRate: 7 })
  expect(await order('NO')).toMatchObject({ TotalVat: 0, Lines: [{ VatSource: 'outside-area' }] })
  const business = await order('DE', { VatNo: 'DE123456789' })
  expect(business).toMatchObject({ TotalVat: 0, Lines: [{ VatRate: 0, VatSource: 'business' }] })
  expect((await order('NL')).Lines[0]).toMatchObject({ VatRate: 21, VatSource: 'product' })

  await byDestination([{ CountryIso: 'DE', VatClass: 'standard', Rate: 20 }])
  const later = await order('DE', {}, book)
  expect(later).toMatchObject({
    Lines: [{ VatRate: 20 }],
    Warnings: [{ Code: 'VAT_RATE_MISSING' }],
  })
  const acknowledged = await send(
    'POST',
    '/v2/orders/acknowledge',
    anAcknowledgement(german, 'GERMAN'),
  )
  expect(acknowledged.Lines[0]).toMatchObject({ VatRate: 19, VatSource: 'destination' })
  expect(acknowledged.OriginalTotalVat).toBe(german.OriginalTotalVat)
  await byProduct()
  expect((await send('GET', '/v2/orders/GERMAN')).TotalVat).toBe(german.TotalVat)
})

test('what the channel gives wins over every rule, and a repeat of it is the same order', async () => {
  await byDestination()
  const change = { ShippingCostsInclVat: 10.7, ShippingVatRate: 7, ChannelReference: 'GIVEN' }
  const given = await order('DE', change, { VatRate: 5 })
  expect(given).toMatchObject({
    ...{ ShippingVatRate: 7, ShippingVatSource: 'given', ShippingCostsVat: 0.7 },
    Lines: [{ VatRate: 5, VatSource: 'given', VatAmount: null }],
  })
  const { Lines, Email, CurrencyCode, ShippingAddress } = anOrder()
  const [line] = Lines
  const request = { ...change, Email, CurrencyCode, ShippingAddress }
  const other = { ...request, Lines: [{ ...line, VatRate: 6 }] }
  const refused = await place(other)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toContain('Lines/0/VatRate')
})

test('a repeat with empty values is the same order after the rule has changed', async () => {
  await byProduct()
  const body = (more: object) => anOrder({ ChannelReference: 'AGAIN', ...more })
  const first = await place(body({}))
  await byDestination([])
  const again = await place(body({ PaymentMethod: '' }))
  expect(again).toMatchObject({ status: 200, body: { Id: first.body.Id, TotalVat: 3.45 } })
})

test('a refund of an order with a given amount has all of it, and a part its share', async () => {
  const tax = { UnitPriceInclVat: 10.875, Quantity: 2, VatAmount: 1.77 }
  const ordered = await order('US', { ShippingCostsInclVat: 5.4, ShippingVatAmount: 0.4 }, tax)
  expect(ordered).toMatchObject({
    ...{ OriginalTotalInclVat: 27.15, OriginalTotalVat: 2.17, ShippingVatSource: 'given' },
    Lines: [{ VatAmount: 1.77, VatRate: 8.8589, VatSource: 'given' }],
  })
  await send('POST', '/v2/orders/acknowledge', anAcknowledgement(ordered, 'US-1'))
  const refund = { MerchantOrderReference: 'US-1', Reason: 'Lost' }
  const all = { ...refund, MerchantReference: 'US-ALL', RefundInclVat: 27.15 }
  expect(await send('POST', '/v2/refunds', all)).toMatchObject({ RefundExclVat: 24.98 })
})

test('a correction keeps the VAT of lines that it leaves, and decides that of others anew', async () => {
  await byDestination()
  const lines = ['MUG', 'MISSING', 'OTHER'].map((MerchantProductReference, index) => ({
    ...{ ChannelReference: String(index), MerchantProductReference },
    ...{ Quantity: 1, UnitPriceInclVat: 10, ...(index === 2 && { VatRate: 3 }) },
  }))
  const waiting = await order('DE', { Lines: lines })
  expect(waiting).toMatchObject({ Status: 'REQUIRES_CORRECTION', TotalVat: null })
  await byDestination([{ CountryIso: 'DE', VatClass: 'standard', Rate: 20 }])
  const path = `/v2/orders/id/${waiting.Id}`
  const [, missing] = waiting.Lines
  const Lines = [{ Id: missing.Id, MerchantProductReference: 'BOOK' }]
  const corrected = await send('PATCH', path, { Lines })
  expect(corrected.Lines.map((line: { VatRate: number }) => line.VatRate)).toEqual([19, 20, null])
  // The creation of the last product releases the order, with the rate that the channel has given.
  await send('POST', '/v2/products', { MerchantProductReference: 'OTHER', Name: 'Other' })
  const released = await send('GET', path)
  expect(released).toMatchObject({ Status: 'NEW', ShippingVatRate: 20 })
  expect(released.Lines).toMatchObject([
    { VatRate: 19, VatSource: 'destination' },
    { VatRate: 20, VatSource: 'destination' },
    { VatRate: 3, VatSource: 'given' },
  ])
  expect(released.Warnings).toMatchObject([{ Code: 'VAT_RATE_MISSING', Path: '/Lines/1/VatRate' }])
})

test('a correction of the country decides all lines anew', async () => {
  await byDestination()
  const line = { MerchantProductReference: 'NOWHERE' }
  const lines = [
    { ChannelReference: '1', MerchantProductReference: 'MUG', Quantity: 1, UnitPriceInclVat: 10 },
    { ChannelReference: '2', ...line, Quantity: 1, UnitPriceInclVat: 10 },
  ]
  const waiting = await order('NO', { Lines: lines })
  expect(waiting.Lines[0]).toMatchObject({ VatRate: 0, VatSource: 'outside-area' })
  const moved = await send('PATCH', `/v2/orders/id/${waiting.Id}`, {
    ShippingAddress: { CountryIso: 'DE' },
  })
  expect(moved.Lines[0]).toMatchObject({ VatRate: 19, VatSource: 'destination' })
})

test('the table is refused as a whole, and each change is an event with who made it', async () => {
  await byDestination()
  const wrong = [...RATES, RATES[0], { CountryIso: 'EL', VatClass: 'standard', Rate: 124 }]
  const refused = await api.merchant('PUT', '/v2/vat-rates', wrong, { key: merchantKey })
  expect(refused.status).toBe(400)
  const repeated = await api.merchant('PUT', '/v2/vat-rates', [...RATES, RATES[0]], {
    key: merchantKey,
  })
  expect(repeated.body.errors).toEqual([
    { path: '/2', message: 'has the country and class of item 0' },
  ])
  expect(await send('GET', '/v2/vat-rates')).toEqual(RATES)
  await send('PUT', '/v2/vat-rates', [RATES[1], { CountryIso: 'FR', VatClass: 'a', Rate: 5.5 }])
  await send('PUT', '/v2/vat-rates', [RATES[1], { CountryIso: 'FR', VatClass: 'a', Rate: 5.5 }])
  const events = await send('GET', '/v2/events?types=vat_rates.changed')
  expect(events.at(-1)).toMatchObject({
    Actor: { Kind: 'key', Label: 'ERP' },
    Data: { Count: 2, Countries: ['DE', 'FR'] },
  })
  const settings = await send('GET', '/v2/events?types=customer.updated')
  expect(settings.at(-1)).toMatchObject({
    Actor: { Kind: 'key' },
    Data: { VatRule: 'destination', CountryIso: 'NL', ZeroVatForBusinesses: true },
  })
  const { Date: date, Rates } = await send('GET', '/v2/vat-rates/eu')
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await send('PUT', '/v2/vat-rates', Rates)).toMatchObject({ StoredCount: Rates.length })
})

test('of many tables that are stored at once, one remains whole', async () => {
  const own = await createParties(api.database)
  const key = await merchantKeyOf(own.customer.customerId)
  const tables = Array.from({ length: 12 }, (_, rate) =>
    ['AT', 'DE', 'FR', 'SE'].map((CountryIso) => ({
      CountryIso,
      VatClass: 'standard',
      Rate: rate,
    })),
  )
  const call = async (method: string, body?: unknown) =>
    await api.merchant(method, '/v2/vat-rates', body, { key })
  const answers = await Promise.all(tables.map(async (table) => await call('PUT', table)))
  expect(answers.map(({ status }) => status)).toEqual(tables.map(() => 200))
  expect(tables).toContainEqual((await call('GET')).body)
})

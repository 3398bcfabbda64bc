/** The time zone of a customer: the setting, and the days that depend on it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCustomer, createApiKey, createCustomer, expectDone, SCOPES } from '../src/index.ts'
import { createParties, createTestApi, type TestApi } from './api.ts'
import { placeOrder } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

async function openShop(timeZone: string, handlingDays = 2) {
  const parties = await createParties(api.database, { name: 'Zone', timeZone, handlingDays })
  const scopes = [...SCOPES.merchant]
  const input = { kind: 'merchant' as const, label: 'Owner', scopes }
  const { key } = expectDone(await createApiKey(api.database, parties.customer.customerId, input))
  const call = async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, `/v2${path}`, body, { key })
  await call('POST', '/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
  const place = async (reference: string, OrderDate: string) =>
    await placeOrder(api, reference, [{ quantity: 1 }], { OrderDate }, parties.channelKey)
  return { ...parties, call, place }
}

describe('the setting TimeZone', () => {
  test('is UTC until it is changed, and takes the names of the IANA database', async () => {
    const { customer } = await createParties(api.database)
    expect(customer.timeZone).toBe('UTC')
    const { call, customer: own } = await openShop('Europe/Amsterdam')
    expect((await call('GET', '/customer')).body.TimeZone).toBe('Europe/Amsterdam')
    for (const TimeZone of ['America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC']) {
      expect((await call('PATCH', '/customer', { TimeZone })).body).toMatchObject({ TimeZone })
    }
    const wrong = [
      'Europe/Nowhere',
      'CET',
      'EST5EDT',
      '+01:00',
      'posix/Europe/Paris',
      '',
      'Europe/Paris;',
    ]
    for (const TimeZone of wrong) {
      const { status, body } = await call('PATCH', '/customer', { TimeZone })
      expect([TimeZone, status, body.errors[0].path]).toEqual([TimeZone, 400, '/TimeZone'])
    }
    const events = await call('GET', '/events?types=customer.updated')
    expect(events.body[0]?.Data).toEqual({ TimeZone: 'America/Argentina/Buenos_Aires' })
    expect((await call('GET', '/customer')).body.TimeZone).toBe('UTC')
    const change = { timeZone: 'Mars/Olympus' }
    expect(await changeCustomer(api.database, own.customerId, change)).toMatchObject({
      code: 'MARKET_INVALID_INPUT',
    })
    const input = { name: 'x', baseCurrency: 'EUR', defaultVatRate: 21, ...change }
    expect(await createCustomer(api.database, input)).toMatchObject({
      code: 'MARKET_INVALID_INPUT',
    })
  })
})

describe('ShipBy', () => {
  test.each([
    // Clocks go forward on 29 March 2026 and back on 25 October: the time of the day stays.
    ['Europe/Amsterdam', '2026-03-27T16:39:00+01:00', '2026-03-29T14:39:00.000Z'],
    ['Europe/Amsterdam', '2026-03-28T23:30:00+01:00', '2026-03-30T21:30:00.000Z'],
    ['Europe/Amsterdam', '2026-10-23T16:39:00+02:00', '2026-10-25T15:39:00.000Z'],
    ['Europe/Amsterdam', '2026-11-25T16:39:00+01:00', '2026-11-27T15:39:00.000Z'],
    // A time that the clocks skip is that of an hour later.
    ['Europe/Amsterdam', '2026-03-27T02:30:00+01:00', '2026-03-29T01:30:00.000Z'],
    ['UTC', '2026-03-27T16:39:00+01:00', '2026-03-29T15:39:00.000Z'],
  ])('in %s of an order of %s is %s', async (zone, ordered, due) => {
    const { place, call } = await openShop(zone)
    const order = await place('A', ordered)
    expect(order.ShipBy).toBe(due)
    expect((await call('GET', `/orders/id/${order.Id}`)).body.ShipBy).toBe(due)
    const found = async (shipBefore: string) =>
      (await call('GET', `/orders?shipBefore=${shipBefore}`)).body.length
    expect(await found(due)).toBe(0)
    expect(await found(due.replace('.000Z', '.001Z'))).toBe(1)
    expect((await call('GET', '/figures/overview')).body.Orders.OldestShipBy).toBe(
      Date.parse(due) < Date.now() ? due : null,
    )
  })
})

describe('days in filters', () => {
  test('begin at midnight where the customer is, and move with it', async () => {
    const { place, call, customer } = await openShop('Europe/Amsterdam')
    await place('LAST', '2026-11-20T23:59:59+01:00')
    await place('FIRST', '2026-11-21T00:00:00+01:00')
    const found = async (query: string) =>
      (await call('GET', `/orders?${query}`)).body.map(
        ({ ChannelReference }: { ChannelReference: string }) => ChannelReference,
      )
    expect(await found('orderedSince=2026-11-21')).toEqual(['FIRST'])
    expect(await found('orderedBefore=2026-11-21')).toEqual(['LAST'])
    const day = 'orderedSince=2026-11-20&orderedBefore=2026-11-21'
    expect(await found(day)).toEqual(['LAST'])
    expect((await call('GET', `/figures/orders?${day}`)).body.Total).toBe(1)
    const csv = (await call('GET', `/exports/orders?format=csv&${day}`)).body as string
    expect([csv.includes('LAST'), csv.includes('FIRST')]).toEqual([true, false])
    // Moments stay moments.
    expect(await found('orderedSince=2026-11-20T23:00:00Z')).toEqual(['FIRST'])
    await changeCustomer(api.database, customer.customerId, { timeZone: 'UTC' })
    expect(await found(day)).toEqual(['LAST', 'FIRST'])
    for (const wrong of ['2026-02-30', '2026-1-1', '2026', 'today']) {
      expect((await call('GET', `/orders?orderedSince=${wrong}`)).status).toBe(400)
    }
  })

  test('are taken by the other lists and by saved views', async () => {
    const { call } = await openShop('Europe/Amsterdam')
    for (const path of [
      '/returns?createdSince=2026-11-21',
      '/refunds?createdBefore=2026-11-21',
      '/products?updatedSince=2026-11-21&createdSince=2026-11-21',
    ]) {
      expect((await call('GET', path)).status).toBe(200)
    }
    const Filter = { orderedSince: '2026-11-20', orderedBefore: '2026-11-21' }
    const view = await call('POST', '/views', { Name: 'Day', List: 'orders', Filter })
    expect(view).toMatchObject({ status: 201, body: { Filter } })
  })
})

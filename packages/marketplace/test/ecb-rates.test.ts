/** The euro reference rates of the European Central Bank. */
import { createServer } from 'node:http'
import { query, sql } from '@entrepot/database'
import { RestError } from '@entrepot/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiKey, expectDone, isRefusal, SCOPES } from '../src/index.ts'
import { fetchEcbRates, storeEcbRates } from '../src/orders/rates/ecb.ts'
import { readEcbRates } from '../src/orders/rates/ecb-file.ts'
import { expectedDay } from '../src/orders/rates/rules.ts'
import { anOrder, createParties, createTestApi, type TestApi } from './api.ts'

type Days = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A file in the form of the bank's. */
const toXml = (days: Days) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
\t<Cube>
${Object.entries(days)
  .map(
    ([day, rates]) => `\t\t<Cube time='${day}'>
${Object.entries(rates)
  .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
  .join('')}\t\t</Cube>\n`,
  )
  .join('')}\t</Cube>\n</gesmes:Envelope>`

/** Friday, then Monday. */
const DAYS = {
  '2011-12-19': { USD: '1.3039', GBP: '0.8398', JPY: '101.52', IDR: '11825.13', SEK: '8.9898' },
  '2011-12-16': { USD: '1.3064', GBP: '0.83970', JPY: '101.62' },
}

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await createTestApi()
  owner = await ownerKey(api.customer.customerId)
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

async function ownerKey(customerId: string) {
  const input = { kind: 'merchant' as const, label: 'Owner', scopes: [...SCOPES.merchant] }
  return expectDone(await createApiKey(api.database, customerId, input)).key
}

const place = async (ChannelReference: string, CurrencyCode: string, OrderDate: string) => {
  const order = anOrder({ ChannelReference, CurrencyCode, OrderDate })
  const answer = await api.channelCall('POST', '/v2/orders', order)
  expect(answer.status).toBe(201)
  return answer.body
}
const read = async (id: number) =>
  (await api.merchant('GET', `/v2/orders/id/${id}`, undefined, { key: owner })).body
const rates = async (query: string, key = owner) =>
  (await api.merchant('GET', `/v2/rates${query}`, undefined, { key })).body

describe('a file of the bank', () => {
  test('is read as XML and as CSV, with a rate of the euro for each day', () => {
    const expected = [
      { CurrencyCode: 'EUR', Date: '2011-12-19', PerEuro: '1' },
      { CurrencyCode: 'USD', Date: '2011-12-19', PerEuro: '1.3039' },
      { CurrencyCode: 'EUR', Date: '2011-12-16', PerEuro: '1' },
      { CurrencyCode: 'USD', Date: '2011-12-16', PerEuro: '1.3064' },
      { CurrencyCode: 'GBP', Date: '2011-12-16', PerEuro: '0.8397' },
    ]
    const xml = toXml({
      '2011-12-19': { USD: '1.3039', EEK: '15.6466' },
      '2011-12-16': { USD: '1.3064', GBP: '0.83970' },
    })
    expect(readEcbRates(xml)).toEqual(expected)
    const csv =
      '\uFEFFDate,USD,EEK,GBP, \r\n2011-12-19,1.3039,15.6466,N/A,\r\n2011-12-16,1.3064,N/A,0.83970,\r\n'
    expect(readEcbRates(csv)).toEqual(expected)
  })

  test('is refused as a whole if a part is missing or wrong', () => {
    const xml = toXml(DAYS)
    for (let end = 0; end < xml.trimEnd().length; end += 7) {
      expect([end, isRefusal(readEcbRates(xml.slice(0, end)))]).toEqual([end, true])
    }
    const wrong = [
      toXml({ '2011-13-19': { USD: '1' } }),
      toXml({ '2011-12-19': { USD: '-1' } }),
      toXml({ '2011-12-19': { USD: '1e9' } }),
      toXml({}),
      '<html><body>Not found</body></html>',
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><Cube time="2011-12-19"><Cube currency="USD" rate="&a;"/></Cube>',
      'Date,GBP\n2011-12-19,1',
      'Date,USD\n2011-12-19,one',
      'Date,USD\n19-12-2011,1.3',
      '\u0000',
    ]
    for (const text of wrong) {
      const refusal = readEcbRates(text)
      expect([text, isRefusal(refusal) && refusal.code]).toEqual([text, 'MARKET_INVALID_INPUT'])
    }
  })

  test('can have rates of the last working day after 14:00 UTC', () => {
    const day = (time: string) => expectedDay(new Date(time))
    expect(day('2026-11-20T13:59:00Z')).toBe('2026-11-19')
    expect(day('2026-11-20T14:00:00Z')).toBe('2026-11-20')
    expect(day('2026-11-22T23:00:00Z')).toBe('2026-11-20')
    expect(day('2026-11-23T13:00:00Z')).toBe('2026-11-20')
    expect(day('2026-11-23T14:00:00Z')).toBe('2026-11-23')
  })
})

describe('the stored rates of the bank', () => {
  test('release the orders that wait, each with the rate of its date or the last one before it', async () => {
    const friday = await place('E-1', 'USD', '2011-12-16T09:00:00Z')
    const sunday = await place('E-2', 'USD', '2011-12-18T23:59:59Z')
    const monday = await place('E-3', 'USD', '2011-12-19T00:00:00Z')
    const early = await place('E-4', 'USD', '2011-12-15T12:00:00Z')
    const late = await place('E-5', 'SEK', '2011-12-30T12:00:00Z')
    for (const order of [friday, sunday, monday, early, late]) {
      expect(order).toMatchObject({ Status: 'REQUIRES_CORRECTION', RateToBaseCurrency: null })
    }
    const stored = await storeEcbRates(api.database, toXml(DAYS))
    expect(stored).toEqual({ count: 10, changed: 10, from: '2011-12-16', to: '2011-12-19' })
    // 1 / 1.3064, and 1 / 1.3039, with 12 decimals. 2 x 9.95 = 19.90 USD.
    const before = { Status: 'NEW', RateToBaseCurrency: 0.765462339253, TotalInclVat: 15.23 }
    expect(await read(friday.Id)).toMatchObject(before)
    expect(await read(sunday.Id)).toMatchObject(before)
    expect(await read(monday.Id)).toMatchObject({
      Status: 'NEW',
      RateToBaseCurrency: 0.766929979293,
      TotalInclVat: 15.26,
    })
    expect(await read(early.Id)).toMatchObject({ Status: 'REQUIRES_CORRECTION' })
    // The last rate is eleven days old.
    expect(await read(late.Id)).toMatchObject({ Status: 'REQUIRES_CORRECTION' })
    expect(await place('E-6', 'JPY', '2011-12-20T12:00:00Z')).toMatchObject({
      Status: 'NEW',
      RateToBaseCurrency: 0.009850275808,
    })
    expect(await storeEcbRates(api.database, toXml(DAYS))).toMatchObject({ changed: 0 })
  })

  test('give way to rates of the customer, and are listed with them', async () => {
    const own = [{ CurrencyCode: 'GBP', Date: '2011-12-16', Rate: '1.2' }]
    expect((await api.merchant('PUT', '/v2/rates', own, { key: owner })).status).toBe(200)
    const order = async (reference: string, day: string) =>
      (await place(reference, 'GBP', `${day}T12:00:00Z`)).RateToBaseCurrency
    expect(await order('G-1', '2011-12-16')).toBe(1.2)
    expect(await order('G-2', '2011-12-18')).toBe(1.2)
    expect(await order('G-3', '2011-12-19')).toBe(1.190759704692)
    const inPounds = await rates('?currency=GBP')
    expect(inPounds).toEqual([
      { CurrencyCode: 'GBP', Date: '2011-12-16', Rate: 1.2, Source: 'OWN' },
      { CurrencyCode: 'GBP', Date: '2011-12-19', Rate: 1.190759704692, Source: 'ECB' },
    ])
    const seen: string[] = []
    let next: string | undefined = '/v2/rates?pageSize=3'
    while (next !== undefined) {
      const page = await api.merchant('GET', next, undefined, { key: owner })
      seen.push(
        ...page.body.map((rate: Record<string, string>) => `${rate.Date} ${rate.CurrencyCode}`),
      )
      next = /^<(.*)>/.exec(String(page.headers.link))?.[1]
    }
    expect(seen).toEqual([
      ...['GBP', 'JPY', 'USD'].map((code) => `2011-12-16 ${code}`),
      ...['GBP', 'IDR', 'JPY', 'SEK', 'USD'].map((code) => `2011-12-19 ${code}`),
    ])
    const path = '/v2/rates/USD/2011-12-19'
    expect((await api.merchant('DELETE', path, undefined, { key: owner })).status).toBe(404)
  })

  test('apply to any base currency of the bank, with at most 15 significant digits', async () => {
    const { customer } = await createParties(api.database, { name: 'Pounds', baseCurrency: 'GBP' })
    const key = await ownerKey(customer.customerId)
    const monday = '?from=2011-12-19&to=2011-12-19'
    const values = async () =>
      Object.fromEntries(
        (await rates(monday, key)).map((rate: { CurrencyCode: string; Rate: number }) => [
          rate.CurrencyCode,
          rate.Rate,
        ]),
      )
    expect(await values()).toEqual({
      EUR: 0.8398,
      USD: 0.64406779661,
      JPY: 0.008272261623,
      IDR: 0.000071018247,
      SEK: 0.093416983693,
    })
    const change = { BaseCurrency: 'IDR' }
    await api.merchant('PATCH', '/v2/customer', change, { key })
    // 11825.13 / 0.8398 = 14080.88830..., of which 15 digits are kept.
    expect(await values()).toMatchObject({ EUR: 11825.13, GBP: 14080.8883067397 })
    await api.merchant('PATCH', '/v2/customer', { BaseCurrency: 'AED' }, { key })
    expect(await values()).toEqual({})
  })

  test('never miss an order that is stored at the same time', async () => {
    const day = { '2011-11-10': { USD: '1.36' } }
    const orders = Array.from({ length: 40 }, (_, index) =>
      place(`R-${index}`, 'USD', '2011-11-10T10:00:00Z'),
    )
    const [, ...placed] = await Promise.all([storeEcbRates(api.database, toXml(day)), ...orders])
    // Marks of a currency may have been claimed by another node; the next run converts what is left.
    const waiting = await query(
      api.database,
      sql`
      select order_id from marketplace.orders o where status = 'REQUIRES_CORRECTION' and order_date::date = '2011-11-10'
        and not exists (select from marketplace.changed_rates c where c.customer_id = o.customer_id)`,
    )
    expect(placed).toHaveLength(40)
    expect(waiting).toEqual([])
  })
})

describe('the address of the configuration', () => {
  let answer: { status: number; body: string }
  let requests = 0
  const bank = createServer((_, response) => {
    requests += 1
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body)
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
    const address = bank.address() as { port: number }
    url = `http://127.0.0.1:${address.port}/stats/eurofxref/eurofxref-hist-90d.xml`
  })
  afterAll(() => bank.close())
  beforeEach(() => {
    requests = 0
  })
  const today = () => expectedDay(new Date())

  test('is not called if it is not public, unless the configuration allows that', async () => {
    answer = { status: 200, body: toXml(DAYS) }
    const error = await fetchEcbRates(api.database, { url }).catch((thrown: unknown) => thrown)
    expect(RestError.is(error)).toBe(true)
    expect(requests).toBe(0)
  })

  test('is fetched until the newest rates are stored, by one node', async () => {
    const options = { url, allowPrivate: true }
    answer = { status: 404, body: 'gone' }
    const failed = await fetchEcbRates(api.database, options).catch((thrown: unknown) => thrown)
    expect(RestError.is(failed)).toBe(true)
    answer = { status: 200, body: '<html/>' }
    expect(isRefusal(await fetchEcbRates(api.database, options))).toBe(true)
    answer = { status: 200, body: toXml({ [today()]: { USD: '1.1' } }) }
    expect(await fetchEcbRates(api.database, options)).toMatchObject({ changed: 2, to: today() })
    requests = 0
    expect(await fetchEcbRates(api.database, options)).toBeUndefined()
    expect(requests).toBe(0)
  })

  test('is fetched when a hub starts, and its rates apply to orders without a date', async () => {
    await query(api.database, sql`delete from marketplace.ecb_rates`)
    answer = { status: 200, body: toXml({ [today()]: { USD: '1.25' } }) }
    const second = await createTestApi({}, { ecbRates: { url, allowPrivate: true } })
    try {
      await second.app.listen({ port: 0 })
      const key = expectDone(
        await createApiKey(second.database, second.customer.customerId, {
          kind: 'merchant',
          label: 'Owner',
          scopes: [...SCOPES.merchant],
        }),
      ).key
      await vi.waitFor(
        async () => {
          const listed = await second.merchant('GET', '/v2/rates', undefined, { key })
          expect(listed.body).toMatchObject([{ CurrencyCode: 'USD', Rate: 0.8, Source: 'ECB' }])
        },
        { timeout: 60_000, interval: 250 },
      )
    } finally {
      await second.close()
    }
  })
})

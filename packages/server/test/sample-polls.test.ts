/** The channels of the sample poll as real ones do: they confirm new prices, and learn what others have sold. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalHub, startHubHere } from '../src/testing.ts'

let directory: string
let hub: LocalHub
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-polls-'))
  hub = await startHubHere({ ENTREPOT_DATA: directory }, { samplePolls: true })
})
afterAll(async () => {
  await hub.end()
  await rm(directory, { recursive: true, force: true })
})

const call = async (method: string, path: string, body?: unknown, key = hub.merchantKey) => {
  const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' }
  const answer = await fetch(`${hub.url}/v2/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return await answer.json()
}

/** What the channels have confirmed of a product, by name. */
async function confirmed(reference: string): Promise<Readonly<Record<string, unknown>>> {
  const listings = (await call('GET', `products/${reference}/listings`)) as readonly {
    readonly ChannelName: string
    readonly ConfirmedOffer: unknown
  }[]
  return Object.fromEntries(
    listings.map(({ ChannelName, ConfirmedOffer }) => [ChannelName, ConfirmedOffer]),
  )
}

const create = async (reference: string) =>
  await call('POST', 'products', {
    ...{ MerchantProductReference: reference, Name: reference, Price: 10, Stock: 1 },
  })

test('a new price rule of the web shop is confirmed by it, and by no other channel', async () => {
  await create('RULED')
  const before = { Price: 10, Currency: 'EUR', Stock: 1 }
  await expect.poll(() => confirmed('RULED')).toEqual({ 'Web shop': before, Marketplace: before })
  const rules = { Price: { Default: { Steps: [{ Percent: 5 }] } } }
  await call('PUT', `channels/${hub.channels[0]?.id}/offer-rules`, rules)
  await expect
    .poll(() => confirmed('RULED'))
    .toEqual({ 'Web shop': { Price: 10.5, Currency: 'EUR', Stock: 1 }, Marketplace: before })
})

test('the last unit that one channel sells is gone on the other', async () => {
  await create('LAST')
  const stocks = async () =>
    Object.values(await confirmed('LAST')).map(
      (offer) => (offer as { Stock: number } | null)?.Stock,
    )
  await expect.poll(stocks).toEqual([1, 1])
  const order = {
    ...{ ChannelReference: 'LAST-1', Email: 'ann@example.com', CurrencyCode: 'EUR' },
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: [
      {
        ...{ ChannelReference: '1', MerchantProductReference: 'LAST', Quantity: 1 },
        UnitPriceInclVat: 10,
      },
    ],
  }
  await call('POST', 'orders', order, hub.channels[1]?.key)
  await expect.poll(stocks).toEqual([0, 0])
})

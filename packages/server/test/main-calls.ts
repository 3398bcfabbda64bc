/** The main calls of merchants, channels, people and agents, for tests of several versions of the hub on one database. */
import { randomUUID } from 'node:crypto'
import { connectAgent, signIn } from '@entrepot/test-support/sign-in'
import { expect } from 'vitest'
import type { LocalHub } from '../src/testing.ts'

const ORDER = {
  Email: 'ann@example.com',
  CurrencyCode: 'EUR',
  ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam' },
}

const line = (number: number) => ({
  ChannelReference: String(number),
  MerchantProductReference: 'MUG-RED',
  Quantity: 2,
  UnitPriceInclVat: 9.95,
})

/** The part of a hub that the calls need. */
export type CalledHub = Pick<LocalHub, 'url' | 'merchantKey' | 'channels'>

/** Makes the calls at a hub with the sample customer, sign-in and MCP, and fails for every unexpected status. `name` makes the records new. */
export async function makeMainCalls(hub: CalledHub, name: string): Promise<void> {
  const { merchantKey: merchant } = hub
  const channel = hub.channels[0]?.key
  const get = caller(hub, 'GET', 200)
  const post = caller(hub, 'POST', 201)
  const send = caller(hub, 'POST', 200)
  const product = { MerchantProductReference: name, Name: name, Price: 1, Stock: 5 }
  await post(merchant, '/v2/products', product)
  await caller(hub, 'PATCH', 200)(merchant, `/v2/products/${name}`, { Name: 'Renamed' })
  const offer = { MerchantProductReference: name, Price: 2, Stock: 4 }
  await caller(hub, 'PUT', 200)(merchant, '/v2/offers', [offer])
  const { ToBeCreated: offered } = await get(channel, '/v2/products/data')
  const Created = offered.map((one: { MerchantProductReference: string }) => ({
    MerchantReference: one.MerchantProductReference,
    ChannelReference: `at-${one.MerchantProductReference}`,
  }))
  await send(channel, '/v2/products/data', { Created })
  await get(channel, '/v2/products/offers')
  const order = { ...ORDER, ChannelReference: name, Lines: [line(1), line(2)] }
  const { Id: id, Lines: lines } = await post(channel, '/v2/orders', order)
  await get(merchant, '/v2/orders/new')
  const references = lines.map((one: { Id: number }) => ({
    OrderLineId: one.Id,
    MerchantOrderLineReference: `${name}-${one.Id}`,
  }))
  const acknowledged = { OrderId: id, MerchantOrderReference: name, Lines: references }
  await send(merchant, '/v2/orders/acknowledge', acknowledged)
  const Lines = [
    { MerchantOrderLineReference: references[0].MerchantOrderLineReference, Quantity: 1 },
  ]
  const part = { MerchantOrderReference: name, Lines }
  await post(merchant, '/v2/shipments', { ...part, MerchantShipmentReference: name })
  await post(merchant, '/v2/cancellations', { ...part, MerchantReference: name })
  await post(merchant, `/v2/orders/id/${id}/comments`, { Comment: name })
  for (const path of [
    `/v2/orders/id/${id}/history`,
    '/v2/orders',
    '/v2/events/recent',
    '/v2/imports',
  ])
    await get(merchant, path)
  await get(merchant, '/v2/exports/orders?format=ndjson')
  await makePeopleCalls(hub)
}

/** Signs a person in, and connects an agent that calls the API. */
async function makePeopleCalls(hub: CalledHub): Promise<void> {
  const person = await signIn(hub, 'ann')
  const cookie = person.cookiesFor(hub.url)
  const asPerson = { cookie, 'sec-fetch-site': 'same-origin', 'entrepot-customer': '*' }
  expect((await fetch(`${hub.url}/v2/me`, { headers: asPerson })).status).toBe(200)
  const { access_token } = await connectAgent(hub, 'ann')
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await fetch(`${hub.url}/v2/orders`, { headers })).status).toBe(200)
}

/** Makes calls as clients do: an answer with 503, such as while a migration holds locks, is followed by the same request again. */
function caller({ url }: CalledHub, method: string, status: number) {
  return async (key: string | null | undefined, path: string, body?: unknown) => {
    const request = {
      method,
      headers: {
        'x-api-key': key ?? '',
        'content-type': 'application/json',
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    let response = await fetch(`${url}${path}`, request)
    for (let repeats = 0; response.status === 503 && repeats < 10; repeats += 1) {
      await response.body?.cancel()
      response = await fetch(`${url}${path}`, request)
    }
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text.slice(0, 500)}`).toBe(status)
    return response.headers.get('content-type')?.includes('application/json')
      ? JSON.parse(text)
      : text
  }
}

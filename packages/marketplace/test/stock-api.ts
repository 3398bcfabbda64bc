/** What tests of the stock do: a customer whose stock is kept, its orders and what becomes of them, in short. */
import { execute, sql } from '@entrepot/database'
import { expect } from 'vitest'
import type { CustomerSettings } from '../src/accounts/settings/schema.ts'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { settleMarks } from '../src/catalogue/stock/marks.ts'
import { createApiKey, expectDone } from '../src/index.ts'
import { type Answer, anAcknowledgement, anOrder, type TestApi } from './api.ts'
import { aRecord, type Path } from './fulfilment-api.ts'
import { openShop, product, type Shop } from './sync-api.ts'

/** Units of products, by reference. */
export type Units = Readonly<Record<string, number>>

let number = 0

export type Stocked = Awaited<ReturnType<typeof openStock>>

/** A customer with the settings, the products MUG and TEA with a stock of 20, and a channel. */
export async function openStock(api: TestApi, initial: Partial<CustomerSettings> = {}) {
  const shop: Shop = await openShop(api)
  const { key } = expectDone(
    await createApiKey(api.database, shop.customerId, {
      kind: 'merchant',
      label: 'Settings',
      scopes: ['settings:read', 'settings:write', 'keys:read', 'keys:write', 'products:read'],
    }),
  )
  const settings = async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, path, body, { key })
  const change = async (given: Partial<CustomerSettings>) => {
    const answer = await settings('PATCH', '/v2/customer', given)
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(given)])
  }
  if (Object.keys(initial).length > 0) await change(initial)
  await shop.put(product('MUG', { Stock: 20 }), product('TEA', { Stock: 20 }))
  const settle = async () => await settleMarks(api.database, shop.customerId)
  return {
    ...shop,
    ask: settings,
    change,
    settle,
    ...ordersOf(shop),
    ...recordsOf(shop),
    ...countsOf(api, shop),
  }
}

function ordersOf({ call, merchant }: Shop) {
  /** Places an order as a channel. Its lines are numbered from 1. */
  const place = async (units: Units, key?: string): Promise<Answer['body']> => {
    number += 1
    const order = anOrder({
      ChannelReference: `O-${number}`,
      Lines: Object.entries(units).map(([reference, quantity], index) => ({
        ChannelReference: String(index + 1),
        MerchantProductReference: reference,
        Quantity: quantity,
        UnitPriceInclVat: 9.95,
      })),
    })
    const answer = await call('POST', '/v2/orders', order, key ? { 'x-api-key': key } : {})
    expect(answer.status).toBe(201)
    return answer.body
  }
  const acknowledge = async (order: Answer['body']): Promise<string> => {
    const request = anAcknowledgement(order, order.ChannelReference)
    expect((await merchant('POST', '/v2/orders/acknowledge', request)).status).toBe(200)
    return order.ChannelReference
  }
  return {
    place,
    acknowledge,
    /** Places an order, and acknowledges it. Answers its reference. */
    sell: async (units: Units) => await acknowledge(await place(units)),
    /** Closes an order, or reopens it. */
    async turn(order: string, to: 'close' | 'reopen') {
      expect((await merchant('POST', `/v2/orders/${order}/${to}`)).status).toBe(200)
    },
    read: async (id: number) => (await merchant('GET', `/v2/orders/id/${id}`)).body,
  }
}

function recordsOf({ merchant }: Shop) {
  type Rest = [order: string, units: Units, more?: object]
  /** Makes a record of units of an order, by the number of the line. Answers its reference. */
  const record = async (path: Path, ...rest: Rest) => {
    const body = aRecord(path, ...rest)
    expect((await merchant('POST', `/v2/${path}`, body)).status).toBe(201)
    return Object.values(body)[0] as string
  }
  return {
    ship: async (...rest: Rest) => await record('shipments', ...rest),
    cancel: async (...rest: Rest) => await record('cancellations', ...rest),
    wait: async (...rest: Rest) => await record('backorders', ...rest),
    takeBack: async (...rest: Rest) => await record('returns', ...rest),
    async decide(reference: string, body: object) {
      expect((await merchant('PUT', `/v2/returns/${reference}`, body)).status).toBe(200)
    },
    async unship(reference: string) {
      expect((await merchant('POST', `/v2/shipments/${reference}/void`)).status).toBe(200)
    },
  }
}

function countsOf(api: TestApi, { customerId, merchant, merchantKey }: Shop) {
  const read = async (reference: string) =>
    (await merchant('GET', `/v2/products/${reference}`)).body as {
      readonly Stock: number
      readonly StockReserved: number
      readonly StockAvailable: number
      readonly StockCountedAt: string | null
    }
  return {
    product: read,
    /** Stock, reserved and available units, in short: `20/5/15`. */
    async see(reference = 'MUG') {
      const { Stock, StockReserved, StockAvailable } = await read(reference)
      return `${Stock}/${StockReserved}/${StockAvailable}`
    },
    /** Writes an offer of a product, MUG unless it says otherwise. Answers the messages. */
    async offer(change: object) {
      const item = { MerchantProductReference: 'MUG', ...change }
      const { status, body } = await merchant('PUT', '/v2/offers', [item])
      expect(status).toBe(200)
      return body.ProductMessages
    },
    /** Uploads a file with counts of products. Answers the id of the import. */
    async upload(counts: Units, at?: string) {
      const dated = at === undefined ? ['', ''] : [',StockCountedAt', `,${at}`]
      const rows = Object.entries(counts).map(([name, count]) => `${name},${count}${dated[1]}\n`)
      const { status, body } = await api.raw({
        method: 'POST',
        url: '/v2/imports',
        headers: { 'x-api-key': merchantKey, 'content-type': 'text/csv' },
        payload: `MerchantProductReference,Stock${dated[0]}\n${rows.join('')}`,
      })
      expect([status, body.Status]).toEqual([202, 'queued'])
      return body.Id as number
    },
    /** Applies the files that were uploaded. */
    applyImports: async () =>
      await runImports(api.database, customerId, new AbortController().signal),
    /** Lets minutes pass for what has left, and for what is due. */
    async age(minutes: number) {
      const by = sql`- ${minutes} * interval '1 minute'`
      await execute(
        api.database,
        sql`update marketplace.stock_departures set left_at = left_at ${by} where customer_id = ${customerId}`,
      )
      await execute(
        api.database,
        sql`update marketplace.stock_movements set moved_at = moved_at ${by} where customer_id = ${customerId}`,
      )
      await execute(
        api.database,
        sql`update marketplace.imports set created_at = created_at ${by} where customer_id = ${customerId}`,
      )
      await execute(
        api.database,
        sql`update marketplace.stock_marks set due_at = due_at ${by} where customer_id = ${customerId}`,
      )
      await execute(
        api.database,
        sql`update marketplace.products set stock_counted_at = stock_counted_at ${by} where customer_id = ${customerId}`,
      )
    },
    shortfalls: async (query = '') => await merchant('GET', `/v2/stock/shortfalls${query}`),
    events: async (type: string) =>
      (await merchant('GET', `/v2/events?types=${type}`)).body as readonly { Data: object }[],
  }
}

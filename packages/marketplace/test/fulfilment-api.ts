/** Orders to fulfil, and the records that do so. */
import { expect } from 'vitest'
import { type Answer, anAcknowledgement, anOrder, type TestApi } from './api.ts'

/** A line of an order: what it sells, how many, at what price. */
export interface SoldLine {
  readonly quantity: number
  readonly price?: number
  readonly product?: string
}

/** Creates the products that {@link placeOrder} sells: at 21 and 9 %. */
export async function createProducts(api: TestApi): Promise<void> {
  const answer = await api.merchant('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug', VatRate: 21 },
    { MerchantProductReference: 'TEA', Name: 'Tea', VatRate: 9 },
  ])
  expect(answer.body.AcceptedCount).toBe(2)
}

/** Places an order as the channel: its lines are named 1, 2, ... */
export async function placeOrder(
  api: TestApi,
  reference: string,
  lines: readonly SoldLine[],
  change: object = {},
  key = api.channelKey,
): Promise<Answer['body']> {
  const order = anOrder({
    ChannelReference: reference,
    Lines: lines.map(({ quantity, price = 9.95, product = 'MUG' }, index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: product,
      Quantity: quantity,
      UnitPriceInclVat: price,
    })),
    ...change,
  })
  const answer = await api.channelCall('POST', '/v2/orders', order, { key })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Places an order and acknowledges it under the same reference: its lines are `<reference>-1`, `<reference>-2`, ... */
export async function acknowledgedOrder(
  api: TestApi,
  reference: string,
  lines: readonly SoldLine[],
  change: object = {},
): Promise<Answer['body']> {
  const order = await placeOrder(api, reference, lines, change)
  const request = anAcknowledgement(order, reference)
  const answer = await api.merchant('POST', '/v2/orders/acknowledge', request)
  expect(answer.status).toBe(200)
  return answer.body
}

let number = 0

const NAMES = {
  shipments: 'MerchantShipmentReference',
  cancellations: 'MerchantReference',
  backorders: 'MerchantBackorderReference',
  returns: 'MerchantReturnReference',
} as const
export type Path = keyof typeof NAMES

/** The body of a record: quantities by the number of the line, from 1. */
export function aRecord(
  path: Path,
  order: string,
  quantities: Readonly<Record<number, number>>,
  change: object = {},
) {
  number += 1
  return {
    [NAMES[path]]: `${path}-${number}`,
    MerchantOrderReference: order,
    Lines: Object.entries(quantities).map(([line, quantity]) => ({
      MerchantOrderLineReference: `${order}-${line}`,
      Quantity: quantity,
    })),
    ...change,
  }
}

/** Creates a record as the merchant. */
export async function record(api: TestApi, path: Path, ...given: Rest): Promise<Answer> {
  return await api.merchant('POST', `/v2/${path}`, aRecord(path, ...given))
}
type Rest = [order: string, quantities: Readonly<Record<number, number>>, change?: object]

/** Numbers of the lines of an order, and its status, in short: `IN_PROGRESS 2/1/0/0/0` is quantity to returned. */
export async function progressOf(api: TestApi, order: string): Promise<readonly string[]> {
  const { body } = await api.merchant('GET', `/v2/orders/${encodeURIComponent(order)}`)
  // biome-ignore lint/suspicious/noExplicitAny: an answered line
  const lines = body.Lines.map((line: any) =>
    [
      line.Status,
      [
        line.Quantity,
        line.ShippedQuantity,
        line.CancelledQuantity,
        line.BackorderQuantity,
        line.ReturnedQuantity,
      ].join('/'),
    ].join(' '),
  )
  return [body.Status, ...lines]
}

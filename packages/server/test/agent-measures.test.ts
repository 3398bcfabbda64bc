/** What calls of agents cancel and refund, measured by what the marketplace would do now. */
import { execute, sql } from '@entrepot/database'
import {
  acknowledgeOrder,
  createFulfilment,
  draftCancellation,
  draftReturn,
  draftShipment,
  expectDone,
  type FulfilmentDraft,
  isRefusal,
  migrations,
  type Principal,
} from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureCall } from '../src/agents/measures/measure.ts'

const ACTOR = { kind: 'system', id: 'test', label: 'Test' } as const

let store: TestDatabase
let shop: Shop
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations] })
  shop = await createShop(store.database, 'Measured Shop', 2)
  for (const [at, { Id }] of shop.orders.entries()) {
    const request = { OrderId: Id, MerchantOrderReference: `A-${at}` }
    expectDone(await acknowledgeOrder(store.database, shop.customer, request))
  }
  // The order with two mugs at 9.95 is in a currency that is worth twice the one of the customer.
  await execute(store.database, sql`update marketplace.orders set rate_to_base_currency = 2`)
})
afterAll(async () => await store?.drop())

const principal = (): Principal => ({
  ...{ customer: shop.customer, channel: null, actor: ACTOR, kind: 'merchant', scopes: [] },
})

/** The only part of a call, or the code with which it would be refused. */
async function measure(operationId: string, body: unknown, reference?: string) {
  const call = { operationId, method: 'POST', params: { reference }, body }
  const parts = await measureCall(store.database, principal(), call)
  if (isRefusal(parts)) return parts.code
  expect(parts).toHaveLength(1)
  return parts[0]
}

const record = async (draft: FulfilmentDraft) =>
  expectDone(await createFulfilment(store.database)(principal(), draft))

const lines = (Quantity: unknown) => [{ ChannelOrderLineReference: '1', Quantity }]

test('a cancellation is measured by its units and their price, a repeated one as nothing, and a refused one not at all', async () => {
  const cancel = (Quantity: unknown, order = 'A-0') => ({
    ...{ MerchantReference: 'C-1', MerchantOrderReference: order, Lines: lines(Quantity) },
  })
  expect(await measure('createCancellation', cancel(2))).toEqual({
    ...{ kind: 'cancel', amount: 39.8, units: 2, count: 1 },
  })
  expect(await measure('createCancellation', cancel(3))).toBe('MARKET_QUANTITY_EXCEEDED')
  expect(await measure('createCancellation', cancel(1, 'A-9'))).toBe('MARKET_NOT_FOUND')
  for (const odd of ['1', -1, 0.5, null, Number.POSITIVE_INFINITY, [1], true]) {
    expect(await measure('createCancellation', cancel(odd))).toBe('MARKET_INVALID_INPUT')
  }
  for (const odd of [null, 7, 'text', [], [null], {}, { Lines: 7 }, { Lines: [null, 7, {}] }]) {
    expect(await measure('createCancellation', odd)).toBe('MARKET_INVALID_INPUT')
    expect(await measure('createReturn', odd)).toBe('MARKET_INVALID_INPUT')
  }
  await record(draftCancellation(cancel(1) as never))
  expect(await measure('createCancellation', cancel(1))).toEqual({
    ...{ kind: 'cancel', amount: 0, units: 0, count: 1 },
  })
})

test('returns, decisions and refunds are measured by what they give back, in the base currency', async () => {
  const named = { MerchantShipmentReference: 'S-1', MerchantOrderReference: 'A-1' }
  await record(draftShipment({ ...named, Lines: [{ ChannelOrderLineReference: '1' }] }))
  const body = (more: object) => ({
    ...{ MerchantReturnReference: 'R-1', MerchantOrderReference: 'A-1', Lines: lines(2), ...more },
  })
  expect(await measure('createReturn', body({ Status: 'ACCEPTED' }))).toEqual({
    ...{ kind: 'return', amount: 39.8, units: 2, count: 1 },
  })
  expect(await measure('createReturn', body({}))).toMatchObject({ amount: 0, units: 0 })
  await record(draftReturn(body({}) as never))
  const decide = async (decision: object) => await measure('decideReturn', decision, 'R-1')
  expect(await decide({ Status: 'ACCEPTED' })).toMatchObject({ amount: 39.8, units: 2 })
  expect(await decide({ Status: 'REJECTED' })).toMatchObject({ amount: 0, units: 0 })
  const one = { ChannelOrderLineReference: '1', AcceptedQuantity: 1 }
  expect(await decide({ Lines: [one] })).toMatchObject({ amount: 19.9, units: 1 })
  const manual = { ...one, ManualRefundInclVat: 12 }
  expect(await decide({ Lines: [manual] })).toMatchObject({ amount: 24 })
  expect(await measure('decideReturn', { Status: 'ACCEPTED' }, 'R-9')).toBe('MARKET_NOT_FOUND')
  const refund = (order: string) => ({
    ...{ MerchantReference: 'G-1', MerchantOrderReference: order, RefundInclVat: 2.5 },
    Reason: 'Scratched',
  })
  expect(await measure('createRefund', refund('A-1'))).toEqual({
    ...{ kind: 'refund', amount: 5, count: 1 },
  })
  expect(await measure('createRefund', refund('A-9'))).toBe('MARKET_NOT_FOUND')
  await execute(store.database, sql`update marketplace.orders set rate_to_base_currency = null`)
  expect(await measure('createRefund', refund('A-1'))).toMatchObject({ amount: null })
  expect(await decide({ Status: 'ACCEPTED' })).toMatchObject({ amount: null, units: 2 })
})

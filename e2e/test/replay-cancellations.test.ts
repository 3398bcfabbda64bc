/** Tests without a hub which purchases a cancellation returns. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlannedReturn, Purchases } from '../replay/src/cancellations.ts'
import type { CancelledRow, SaleRow } from '../replay/src/classify.ts'
import type { Invoice } from '../replay/src/invoices.ts'
import { toShipments } from '../replay/src/ship-orders.ts'

interface Sale {
  readonly day: number
  readonly price: number
  readonly quantity: number
  readonly customer?: string
  readonly code?: string
}

const dayOf = (day: number) => `2011-03-${String(day).padStart(2, '0')}T08:00:00Z`

const anInvoice = (number: number, sales: readonly Sale[]): Invoice => ({
  number: String(number),
  rows: sales.map(({ day, price, quantity, customer = 'ann', code = 'MUG' }) => ({
    ...{ invoice: String(number), code, description: '', quantity, date: dayOf(day) },
    ...{ price: '', unitPrice: BigInt(price), customer, country: '', text: '' },
  })) as unknown as [SaleRow, ...SaleRow[]],
})

const aCancellation = ({ day, price, quantity, customer = 'ann', code = 'MUG' }: Sale) =>
  ({
    ...{ invoice: 'C9', code, quantity, date: dayOf(day), unitPrice: BigInt(price), customer },
  }) as CancelledRow

function plan(invoices: readonly (readonly Sale[])[], cancelled: readonly Sale[]) {
  const rows = cancelled.map(aCancellation)
  const purchases = new Purchases(rows)
  for (const [index, sales] of invoices.entries()) purchases.add(anInvoice(index + 1, sales))
  return purchases.plan(rows)
}
const inShort = (returns: readonly PlannedReturn[]) =>
  returns.map(({ reference, lines }) => [
    reference,
    ...[...lines].map(([line, { quantity, refund }]) => `${line}: ${quantity} for ${refund}`),
  ])

test('returns the latest purchase with the same price first, and several purchases if one is not enough', () => {
  const sold = { price: 10, quantity: 3 }
  const { returns, rows } = plan(
    [
      [{ ...sold, day: 1 }],
      [{ ...sold, day: 2 }],
      [{ ...sold, day: 3, price: 12 }],
      [{ ...sold, day: 9 }],
    ],
    [{ day: 5, price: 10, quantity: 5 }],
  )
  expect(rows).toBe(1)
  expect(inShort(returns)).toEqual([
    ['C9-2', '1: 3 for 30'],
    ['C9-1', '1: 2 for 20'],
  ])
})

test('refunds less than was paid if the cancellation says so, and joins rows for the same line', () => {
  const { returns } = plan(
    [[{ day: 1, price: 10, quantity: 3 }]],
    [
      { day: 5, price: 8, quantity: 1 },
      { day: 5, price: 10, quantity: 2 },
    ],
  )
  expect(inShort(returns)).toEqual([['C9-1', '1: 3 for 28']])
  expect(returns[0]?.lines.get(1)?.standardRefund).toBe(30n)
})

test.each([
  ['noCustomer', { day: 5, price: 1, quantity: 1, customer: '' }],
  ['neverBought', { day: 5, price: 1, quantity: 1, code: 'TEA' }],
  ['boughtLater', { day: 0, price: 1, quantity: 1 }],
  ['tooMany', { day: 5, price: 1, quantity: 4 }],
  ['tooDear', { day: 5, price: 11, quantity: 1 }],
] as const)('counts a row that returns nothing as %s', (reason, cancelled) => {
  const { returns, unmatched } = plan([[{ day: 1, price: 10, quantity: 3 }]], [cancelled])
  const amount = BigInt(cancelled.quantity * cancelled.price)
  expect([returns, [...unmatched]]).toEqual([[], [[reason, { rows: 1, amount }]]])
})

test('never returns more units of a line than were bought, and never refunds more than they cost', () => {
  const sale = fc.record({
    day: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 0, max: 3 }),
    quantity: fc.integer({ min: 1, max: 5 }),
    customer: fc.constantFrom('ann', 'bob'),
  })
  const invoices = fc.array(fc.array(sale, { minLength: 1, maxLength: 3 }), { maxLength: 5 })
  fc.assert(
    fc.property(invoices, fc.array(sale, { maxLength: 8 }), (sold, cancelled) => {
      const { returns, rows, unmatched, units } = plan(sold, cancelled)
      const counted = unmatched.values().reduce((sum, one) => sum + one.rows, rows)
      expect(counted).toBe(cancelled.length)
      const taken = new Map<string, number>()
      for (const { order, lines } of returns) {
        for (const [line, { quantity, refund }] of lines) {
          const sales = sold[Number(order) - 1] as readonly Sale[]
          const { price, quantity: bought } = sales[line - 1] as Sale
          const name = `${order}-${line}`
          taken.set(name, (taken.get(name) ?? 0) + quantity)
          expect(taken.get(name)).toBeLessThanOrEqual(bought)
          expect(refund).toBeLessThanOrEqual(BigInt(price * quantity))
        }
      }
      const sumOf = (counts: ReadonlyMap<string, number>) =>
        counts.values().reduce((sum, count) => sum + count, 0)
      expect(sumOf(units)).toBe(sumOf(taken))
    }),
  )
})

test('the shipments of an order contain each of its units once, and are the same each time', () => {
  const quantities = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(fc.integer({ min: 536_365, max: 536_400 }), quantities, (number, counts) => {
      const name = String(number)
      const order = {
        ...{ Id: 1, ChannelReference: name, MerchantReference: name, Status: 'IN_PROGRESS' },
        ...{ OrderDate: '', TotalInclVat: 0, OriginalTotalInclVat: 0, Corrections: [] },
        Lines: counts.map((Quantity, index) => ({
          ...{
            Id: index,
            ChannelReference: String(index + 1),
            Quantity,
            OriginalUnitPriceInclVat: 1,
          },
          ...{ MerchantReference: `${name}-${index + 1}`, MerchantProductReference: 'MUG' },
        })),
      }
      const shipments = toShipments(order)
      expect(shipments).toEqual(toShipments(order))
      for (const [index, line] of order.Lines.entries()) {
        const parts = shipments.flatMap(({ Lines }) =>
          Lines.filter((part) => part.MerchantOrderLineReference === line.MerchantReference),
        )
        expect(parts.every((part) => part.Quantity > 0)).toBe(true)
        expect(parts.reduce((sum, part) => sum + part.Quantity, 0)).toBe(counts[index])
      }
    }),
  )
})

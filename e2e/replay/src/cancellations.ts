/** Finds the purchases that the rows of cancellation invoices return. */
import type { CancelledRow } from './classify.ts'
import type { Invoice } from './invoices.ts'
import { count } from './sums.ts'

/** Reasons why a row of a cancellation returns no purchase. The summary prints these texts. */
export const UNMATCHED = {
  noCustomer: 'the row has no customer',
  neverBought: 'the customer never bought that code',
  boughtLater: 'the customer bought that code only later',
  tooMany: 'more units than are left of the earlier purchases',
  tooDear: 'more money than the earlier purchases of these units cost',
} as const
export type Unmatched = keyof typeof UNMATCHED

/** A line of an order that can be returned. */
interface Purchase {
  readonly invoice: string
  /** Position of the line in its order, starting at 1. */
  readonly line: number
  readonly date: string
  readonly unitPrice: bigint
  /** Units that no cancellation has returned yet. */
  left: number
}

/** The part of an order line that a cancellation returns. */
export interface ReturnedLine {
  readonly code: string
  quantity: number
  /** In ten-thousandths. */
  refund: bigint
  /** The same for the price of the purchase. */
  standardRefund: bigint
}

/** The part of one order that a cancellation returns. It becomes one return. */
export interface PlannedReturn {
  /** The cancellation and the order: `C536379-536365`. */
  readonly reference: string
  readonly order: string
  /** Month of the cancellation. */
  readonly month: string
  /** Lines by their position in the order. */
  readonly lines: Map<number, ReturnedLine>
}

/** Whether the channel announces a return. The merchant makes the others itself. */
export function isChannels({ reference }: PlannedReturn): boolean {
  return Number(reference.slice(1).split('-')[0]) % 2 === 1
}

/** Rows that return nothing, and the amount that they refund in the file, in ten-thousandths. */
export interface UnmatchedRows {
  rows: number
  amount: bigint
}

/** The treatment of the rows of cancellations. */
export interface ReturnPlan {
  readonly returns: readonly PlannedReturn[]
  /** Number of rows that are returned, always completely. */
  readonly rows: number
  readonly unmatched: ReadonlyMap<Unmatched, UnmatchedRows>
  /** Number of returned units of each order. */
  readonly units: ReadonlyMap<string, number>
}

/** Records the purchases that cancellations may return: those with the customer and code of a cancellation. */
export class Purchases {
  readonly #byKey: ReadonlyMap<string, Purchase[]>

  constructor(cancelled: readonly CancelledRow[]) {
    this.#byKey = new Map(cancelled.map((row) => [keyOf(row), []]))
  }

  /** Adds an invoice that was ordered. */
  add({ number: invoice, rows }: Invoice): void {
    const [{ date }] = rows
    for (const [index, row] of rows.entries()) {
      const { quantity: left, unitPrice } = row
      this.#byKey.get(keyOf(row))?.push({ invoice, line: index + 1, date, unitPrice, left })
    }
  }

  /**
   * Plans the returns. A row returns units that the same customer has bought earlier under the same code, that are not returned yet, and
   * whose price is at least the refund per unit. Purchases with exactly this price come first, and among these the latest. A row returns
   * either all of its units or none.
   */
  plan(cancelled: readonly CancelledRow[]): ReturnPlan {
    const returns = new Map<string, PlannedReturn>()
    const unmatched = new Map<Unmatched, UnmatchedRows>()
    const units = new Map<string, number>()
    let rows = 0
    for (const row of cancelled) {
      const known = this.#byKey.get(keyOf(row)) ?? []
      const taken = takeBack(row, known)
      if (typeof taken === 'string') {
        const sum = unmatched.get(taken) ?? { rows: 0, amount: 0n }
        sum.rows += 1
        sum.amount += BigInt(row.quantity) * row.unitPrice
        unmatched.set(taken, sum)
        continue
      }
      rows += 1
      for (const { purchase, quantity } of taken) {
        purchase.left -= quantity
        count(units, purchase.invoice, quantity)
        addLine(returns, row, purchase, quantity)
      }
    }
    return { returns: [...returns.values()], rows, unmatched, units }
  }
}

function takeBack(row: CancelledRow, known: readonly Purchase[]) {
  if (row.customer === '') return 'noCustomer'
  if (known.length === 0) return 'neverBought'
  const earlier = known.filter(({ date }) => date <= row.date)
  if (earlier.length === 0) return 'boughtLater'
  const left = earlier.reduce((sum, purchase) => sum + purchase.left, 0)
  if (left < row.quantity) return 'tooMany'
  const fitting = earlier
    .filter(({ unitPrice, left }) => unitPrice >= row.unitPrice && left > 0)
    .sort((a, b) => rankOf(a, row) - rankOf(b, row) || (a.date < b.date ? 1 : -1))
  const taken: { readonly purchase: Purchase; readonly quantity: number }[] = []
  let rest = row.quantity
  for (const purchase of fitting) {
    const quantity = Math.min(rest, purchase.left)
    if (quantity > 0) taken.push({ purchase, quantity })
    rest -= quantity
  }
  return rest === 0 ? taken : 'tooDear'
}

function rankOf(purchase: Purchase, row: CancelledRow): number {
  return purchase.unitPrice === row.unitPrice ? 0 : 1
}

function addLine(
  returns: Map<string, PlannedReturn>,
  row: CancelledRow,
  purchase: Purchase,
  quantity: number,
): void {
  const reference = `${row.invoice}-${purchase.invoice}`
  const planned = returns.get(reference) ?? {
    reference,
    order: purchase.invoice,
    month: row.date.slice(0, 7),
    lines: new Map<number, ReturnedLine>(),
  }
  const line = planned.lines.get(purchase.line)
  planned.lines.set(purchase.line, {
    code: row.code,
    quantity: (line?.quantity ?? 0) + quantity,
    refund: (line?.refund ?? 0n) + BigInt(quantity) * row.unitPrice,
    standardRefund: (line?.standardRefund ?? 0n) + BigInt(quantity) * purchase.unitPrice,
  })
  returns.set(reference, planned)
}

function keyOf({ customer, code }: { readonly customer: string; readonly code: string }): string {
  return `${customer}\0${code}`
}

/** Finds the purchases that the rows of cancellation invoices take back. */
import type { CancelledRow } from './classify.ts'
import type { Invoice } from './invoices.ts'
import { count } from './sums.ts'

/** Why a row of a cancellation takes back no purchase; the texts stand in the summary. */
export const UNMATCHED = {
  noCustomer: 'no customer: nobody knows whose purchase it was',
  neverBought: 'the customer never bought that code',
  boughtLater: 'the customer bought that code only later',
  tooMany: 'more units than the earlier purchases have left',
  tooDear: 'more money than the earlier purchases of so many units cost',
} as const
export type Unmatched = keyof typeof UNMATCHED

/** A line of an order that can be taken back. */
interface Purchase {
  readonly invoice: string
  /** Place of the line in its order, from 1. */
  readonly line: number
  readonly date: string
  readonly unitPrice: bigint
  /** Units that no cancellation has taken back yet. */
  left: number
}

/** What a cancellation takes back of one line of an order. */
export interface ReturnedLine {
  quantity: number
  /** In ten-thousandths. */
  refund: bigint
  /** The same at the price of the purchase. */
  standardRefund: bigint
}

/** What a cancellation takes back of one order: it becomes one return. */
export interface PlannedReturn {
  /** The cancellation and the order: `C536379-536365`. */
  readonly reference: string
  readonly order: string
  /** Month of the cancellation. */
  readonly month: string
  /** By the place of the line in its order. */
  readonly lines: Map<number, ReturnedLine>
}

/** Rows that take back nothing, and what they give back in the file, in ten-thousandths. */
export interface UnmatchedRows {
  rows: number
  amount: bigint
}

/** What becomes of the rows of cancellations. */
export interface ReturnPlan {
  readonly returns: readonly PlannedReturn[]
  /** Rows that are taken back, each of them whole. */
  readonly rows: number
  readonly unmatched: ReadonlyMap<Unmatched, UnmatchedRows>
  /** Units that are taken back of each order. */
  readonly units: ReadonlyMap<string, number>
}

/** Remembers the purchases that cancellations may take back: those of a customer and code that a cancellation names. */
export class Purchases {
  readonly #byKey: ReadonlyMap<string, Purchase[]>

  constructor(cancelled: readonly CancelledRow[]) {
    this.#byKey = new Map(cancelled.map((row) => [keyOf(row), []]))
  }

  /** Takes in an invoice that was ordered. */
  add({ number: invoice, rows }: Invoice): void {
    const [{ date }] = rows
    for (const [index, row] of rows.entries()) {
      const { quantity: left, unitPrice } = row
      this.#byKey.get(keyOf(row))?.push({ invoice, line: index + 1, date, unitPrice, left })
    }
  }

  /**
   * Plans the returns. A row takes back units of earlier purchases of the same code by the same customer that have units left
   * and cost at least what it gives back for a unit: first those of just its price, and of these the latest first. It takes
   * back all of its units or none.
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
    quantity: (line?.quantity ?? 0) + quantity,
    refund: (line?.refund ?? 0n) + BigInt(quantity) * row.unitPrice,
    standardRefund: (line?.standardRefund ?? 0n) + BigInt(quantity) * purchase.unitPrice,
  })
  returns.set(reference, planned)
}

function keyOf({ customer, code }: { readonly customer: string; readonly code: string }): string {
  return `${customer}\0${code}`
}

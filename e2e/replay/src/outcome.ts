/** What came of a replay, and whether it adds up. */
import type { Note } from './invoices.ts'
import { type StoredOrder, storedFingerprintOf, sumsOf } from './orders.ts'
import { addTo, type MonthSums, noSums, totalOf } from './sums.ts'
import type { Survey } from './survey.ts'

/** A reason for which the hub refused, and how much. */
export interface HubRefusal {
  orders: number
  rows: number
  /** The first one, as an example. */
  readonly example: string
}

/** Counts what happens on the hub. Sums are made only of what the hub answers when orders are read back. */
export class Outcome {
  /** Answered with 201. */
  created = 0
  /** Answered with 200: created by an earlier run. */
  alreadyThere = 0
  /** Read back, whether acknowledged now or before. */
  readBack = 0
  readonly notes = new Map<Note, number>()
  readonly months: MonthSums = new Map()
  readonly refusals = new Map<string, HubRefusal>()
  /** Orders that the hub answered with 2xx and does not have. */
  readonly lost: string[] = []
  /** Orders whose stored content is not what was sent. */
  readonly different: string[] = []
  /** Products that the hub refused, with what it said. */
  readonly refusedProducts: string[] = []

  /** Counts an order that the hub refused. */
  refuse(reason: string, rows: number, example: string): void {
    const refusal = this.refusals.get(reason) ?? { orders: 0, rows: 0, example }
    refusal.orders += 1
    refusal.rows += rows
    this.refusals.set(reason, refusal)
  }

  /** Adds up a stored order, and compares it with what was sent. */
  tally(order: StoredOrder, fingerprint: string): void {
    this.readBack += 1
    addTo(this.months, order.OrderDate.slice(0, 7), sumsOf(order))
    if (storedFingerprintOf(order) !== fingerprint) this.different.push(order.ChannelReference)
  }
}

/**
 * Everything that does not add up, in words; empty when all does: every row of the file is in exactly one count, and the sums
 * of the file equal the sums of the hub, month by month, to the ten-thousandth of a pound.
 *
 * @example
 * if (findFaults(survey, outcome).length > 0) process.exitCode = 1
 */
export function findFaults(survey: Survey, outcome: Outcome): readonly string[] {
  const faults: string[] = []
  const fail = (isFault: boolean, text: string) => isFault && faults.push(text)
  const { rows, accounted } = accountForRows(survey, outcome)
  fail(rows !== accounted, `${rows} rows were read, and ${accounted} are accounted for`)
  for (const [reason, { orders, example }] of outcome.refusals) {
    fail(true, `the hub refused ${orders} orders: ${reason}; for example ${example}`)
  }
  for (const refused of outcome.refusedProducts) fail(true, `the hub refused a product: ${refused}`)
  const named = (references: readonly string[]) => references.slice(0, 10).join(', ')
  const { lost, different } = outcome
  fail(lost.length > 0, `${lost.length} orders were answered and are not there: ${named(lost)}`)
  fail(different.length > 0, `${different.length} orders are other than sent: ${named(different)}`)
  for (const month of monthsOf(survey, outcome)) {
    const file = survey.months.get(month) ?? noSums()
    const hub = outcome.months.get(month) ?? noSums()
    for (const name of ['orders', 'lines', 'units', 'amount'] as const) {
      fail(file[name] !== hub[name], `${month}: ${name} in the file and on the hub differ`)
    }
  }
  return faults
}

/** The rows that were read, and those that are in one of the counts; the carried ones are counted as the hub's lines. */
export function accountForRows(
  survey: Survey,
  outcome: Outcome,
): { readonly rows: number; readonly accounted: number; readonly carried: number } {
  const carried = totalOf(outcome.months).lines
  const refused = survey.refused.values().reduce((sum, rows) => sum + rows, 0)
  const byHub = outcome.refusals.values().reduce((sum, { rows }) => sum + rows, 0)
  return { rows: survey.rows, accounted: carried + refused + byHub + survey.leftOut, carried }
}

/** All months that the file or the hub has, in order. */
export function monthsOf(survey: Survey, outcome: Outcome): readonly string[] {
  return [...new Set([...survey.months.keys(), ...outcome.months.keys()])].sort()
}

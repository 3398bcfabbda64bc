/** The result of a replay, and its verification. */
import type { ReturnPlan } from './cancellations.ts'
import type { Note } from './invoices.ts'
import { answeredFingerprintOf, baseAmountOf, type OrderAnswer, sumsOf } from './orders.ts'
import { addTo, count, type MonthSums, noSums, totalOf } from './sums.ts'
import type { Survey } from './survey.ts'

/** A reason of the hub for refusals, with the number of refused orders and rows. */
export interface HubRefusal {
  orders: number
  rows: number
  /** The first refusal, as an example. */
  readonly example: string
}

/** Counts the results of requests. The sums contain only values that the hub answers when orders are read back. */
export class Outcome {
  /** Answered with 201. */
  created = 0
  /** Answered with 200: an earlier run has created them. */
  alreadyThere = 0
  /** Read back, no matter when they were acknowledged. */
  readBack = 0
  readonly notes = new Map<Note, number>()
  readonly months: MonthSums = new Map()
  /** Amounts in the base currency of the customer, by month. */
  readonly baseMonths = new Map<string, bigint>()
  readonly refusals = new Map<string, HubRefusal>()
  /** Orders that the hub answered with 2xx and that do not exist. */
  readonly lost: string[] = []
  /** Orders whose stored content differs from what was sent. */
  readonly different: string[] = []
  /** References of the shipments that the hub answered with 2xx, and the counts from its list of shipments. */
  readonly shipments = new Set<string>()
  shipmentsListed = 0
  unitsShipped = 0
  /** Units of the stored orders, by stock code. */
  readonly sold = new Map<string, number>()
  /** The stock that the hub answers at the end, by stock code. Undefined if the hub does not keep it. */
  stock: ReadonlyMap<string, number> | undefined
  /** Returns that the hub refused, with its reasons. */
  readonly refusedReturns: string[] = []
  /** Accepted returns as the hub lists them, by the month of the cancellation. */
  readonly refunds: MonthSums = new Map()
  /** Orders that the hub lists as RETURNED. */
  readonly ordersReturned = new Set<string>()
  /** Products that the hub refused, with its reasons. */
  readonly refusedProducts: string[] = []

  /** Counts an order that the hub refused. */
  refuse(reason: string, rows: number, example: string): void {
    const refusal = this.refusals.get(reason) ?? { orders: 0, rows: 0, example }
    refusal.orders += 1
    refusal.rows += rows
    this.refusals.set(reason, refusal)
  }

  /** Adds a stored return to the sums. */
  addRefund(month: string, units: number, amount: bigint): void {
    addTo(this.refunds, month, { orders: 1, lines: 0, units, amount })
  }

  /** Adds a stored order to the sums, and compares it with what was sent. */
  tally(order: OrderAnswer, fingerprint: string): void {
    this.readBack += 1
    const month = order.OrderDate.slice(0, 7)
    addTo(this.months, month, sumsOf(order))
    for (const line of order.Lines) count(this.sold, line.MerchantProductReference, line.Quantity)
    this.baseMonths.set(month, (this.baseMonths.get(month) ?? 0n) + baseAmountOf(order))
    if (answeredFingerprintOf(order) !== fingerprint) this.different.push(order.ChannelReference)
  }
}

/**
 * Lists everything that does not match. Empty if every row of the file is in exactly one count, and the sums of the file equal those of the
 * hub for each month, to the cent, in pounds and in the base currency. Each order is rounded once.
 *
 * @param base sums of the file in the base currency, by month; not compared if undefined
 *
 * @example
 * if (findIssues(survey, outcome).length > 0) process.exitCode = 1
 */
export function findIssues(
  survey: Survey,
  outcome: Outcome,
  plan: ReturnPlan = NO_RETURNS,
  base?: ReadonlyMap<string, bigint>,
): readonly string[] {
  const issues: string[] = []
  const fail = (isIssue: boolean, text: string) => isIssue && issues.push(text)
  const { rows, accounted } = accountForRows(survey, outcome, plan)
  fail(rows !== accounted, `${rows} rows were read, but ${accounted} are counted`)
  for (const [reason, { orders, example }] of outcome.refusals) {
    fail(true, `the hub refused ${orders} orders: ${reason}; for example ${example}`)
  }
  for (const refused of outcome.refusedProducts) fail(true, `the hub refused a product: ${refused}`)
  const named = (references: readonly string[]) => references.slice(0, 10).join(', ')
  const { lost, different } = outcome
  fail(
    lost.length > 0,
    `${lost.length} orders were answered with 2xx but do not exist: ${named(lost)}`,
  )
  fail(
    different.length > 0,
    `${different.length} orders differ from what was sent: ${named(different)}`,
  )
  for (const month of monthsOf(survey, outcome)) {
    const file = survey.months.get(month) ?? noSums()
    const hub = outcome.months.get(month) ?? noSums()
    for (const name of ['orders', 'lines', 'units', 'amount'] as const) {
      fail(file[name] !== hub[name], `${month}: ${name} in the file and on the hub differ`)
    }
    const converted = outcome.baseMonths.get(month)
    fail(
      base !== undefined && base.get(month) !== converted,
      `${month}: the amount in the base currency differs from that of the file and its rates`,
    )
  }
  return [...issues, ...findFulfilmentIssues(survey, outcome, plan)]
}

const NO_RETURNS: ReturnPlan = { returns: [], rows: 0, unmatched: new Map(), units: new Map() }

function findFulfilmentIssues(
  survey: Survey,
  outcome: Outcome,
  plan: ReturnPlan,
): readonly string[] {
  const issues: string[] = []
  const fail = (isIssue: boolean, text: string) => isIssue && issues.push(text)
  const { shipments, shipmentsListed, unitsShipped, refusedReturns, refunds } = outcome
  fail(
    shipments.size !== shipmentsListed,
    `${shipments.size} shipments were answered with 2xx, but ${shipmentsListed} are listed`,
  )
  const { units } = totalOf(survey.months)
  const isShipped = shipments.size > 0
  fail(
    isShipped && unitsShipped !== units,
    `${units} units were ordered, but ${unitsShipped} were shipped`,
  )
  for (const refused of refusedReturns.slice(0, 10))
    fail(true, `the hub refused a return: ${refused}`)
  const planned = refundsOf(plan)
  for (const month of new Set([...planned.keys(), ...refunds.keys()])) {
    const file = planned.get(month) ?? noSums()
    const hub = refunds.get(month) ?? noSums()
    for (const name of ['orders', 'units', 'amount'] as const) {
      fail(file[name] !== hub[name], `${month}: ${name} returned in the file and on the hub differ`)
    }
  }
  const whole = wholeReturns(survey, plan)
  const missing = whole.filter((order) => !outcome.ordersReturned.has(order))
  fail(missing.length > 0, `${missing.length} orders are not RETURNED: ${missing.slice(0, 10)}`)
  return issues
}

/** The refunds of the returned rows of cancellations by month, calculated directly from the file. */
export function refundsOf(plan: ReturnPlan): Readonly<MonthSums> {
  const months: MonthSums = new Map()
  for (const { month, lines } of plan.returns) {
    for (const [index, { quantity, refund }] of [...lines.values()].entries()) {
      addTo(months, month, {
        orders: index === 0 ? 1 : 0,
        lines: 0,
        units: quantity,
        amount: refund,
      })
    }
  }
  return months
}

/** Orders with all units returned. */
export function wholeReturns(survey: Survey, plan: ReturnPlan): readonly string[] {
  return [...plan.units]
    .filter(([order, units]) => survey.invoices.get(order)?.units === units)
    .map(([order]) => order)
}

/**
 * The number of rows in the file, and the number of rows in one of the counts. For imported rows, the lines that the hub answers are
 * counted.
 */
export function accountForRows(
  survey: Survey,
  outcome: Outcome,
  plan: ReturnPlan = NO_RETURNS,
): { readonly rows: number; readonly accounted: number; readonly carried: number } {
  const carried = totalOf(outcome.months).lines
  const refused = survey.refused.values().reduce((sum, rows) => sum + rows, 0)
  const byHub = outcome.refusals.values().reduce((sum, { rows }) => sum + rows, 0)
  const cancelled = plan.unmatched.values().reduce((sum, { rows }) => sum + rows, plan.rows)
  const accounted = carried + refused + byHub + survey.leftOut + cancelled
  return { rows: survey.rows, accounted, carried }
}

/** All months of the file and of the hub, sorted. */
export function monthsOf(survey: Survey, outcome: Outcome): readonly string[] {
  return [...new Set([...survey.months.keys(), ...outcome.months.keys()])].sort()
}

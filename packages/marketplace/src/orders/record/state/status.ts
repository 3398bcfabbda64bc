/** The status of orders and of lines: a table, and a pure function of numbers and flags. */
import { ORDER_STATUSES, type OrderStatus } from './statuses.ts'
import { openOf, type Units } from './units.ts'

/** The values that the status of an order depends on. */
export interface StatusFacts {
  readonly units: Units
  readonly isAcknowledged: boolean
  /** Whether a correction is still missing. */
  readonly needsCorrection: boolean
  /** Whether the merchant has closed the order. */
  readonly isClosed: boolean
  /** The orders that are combined with it: none, at least one with open units, or only orders without open units. */
  readonly combination: 'none' | 'unfinished' | 'finished'
}

/** A row of the table. Its status applies if no earlier row applies and `applies` returns true. */
export interface StatusRow {
  readonly status: OrderStatus
  /** A description for people. It is part of `docs/guides/fulfilment.md`. */
  readonly when: string
  readonly applies: (facts: StatusFacts) => boolean
}

/** The first row that applies determines the status. */
export const STATUS_TABLE: readonly StatusRow[] = Object.freeze<StatusRow[]>([
  {
    status: 'CLOSED',
    when: 'the merchant has closed the order',
    applies: ({ isClosed }) => isClosed,
  },
  {
    status: 'CANCELED',
    when: 'every unit is cancelled',
    applies: ({ units }) => units.cancelled === units.quantity,
  },
  {
    status: 'REQUIRES_CORRECTION',
    when: 'not acknowledged, and something is left to correct',
    applies: ({ isAcknowledged, needsCorrection }) => !isAcknowledged && needsCorrection,
  },
  {
    status: 'NEW',
    when: 'not acknowledged',
    applies: ({ isAcknowledged }) => !isAcknowledged,
  },
  {
    status: 'IN_BACKORDER',
    when: 'units are open, and all of them wait for stock',
    applies: ({ units }) => openOf(units) > 0 && units.backordered === openOf(units),
  },
  {
    status: 'IN_PROGRESS',
    when: 'units are open',
    applies: ({ units }) => openOf(units) > 0,
  },
  {
    status: 'RETURNED',
    when: 'nothing is open, and all shipped units are returned',
    applies: ({ units }) => units.returned === units.shipped,
  },
  {
    status: 'IN_COMBI',
    when: 'nothing is open, but an order that it is combined with has open units',
    applies: ({ combination }) => combination === 'unfinished',
  },
  {
    status: 'CLOSED',
    when: 'nothing is open, nor in any order that it is combined with',
    applies: ({ combination }) => combination === 'finished',
  },
  {
    status: 'MANCO',
    when: 'nothing is open, and some units could not be supplied',
    applies: ({ units }) => units.manco > 0,
  },
  {
    status: 'SHIPPED',
    when: 'nothing is open',
    applies: () => true,
  },
])

/**
 * Returns the status of an order.
 *
 * @example
 * orderStatus({ units: newUnits(2), isAcknowledged: true, needsCorrection: false, isClosed: false, combination: 'none' })
 * // 'IN_PROGRESS'
 */
export function orderStatus(facts: StatusFacts, table = STATUS_TABLE): OrderStatus {
  const row = table.find(({ applies }) => applies(facts))
  if (row === undefined) throw new Error(`no status applies to ${JSON.stringify(facts)}`)
  return row.status
}

/** Returns the status of a line: the same table, with the units of the line. Facts that concern only orders are not set. */
export function lineStatus(units: Units, isAcknowledged: boolean): OrderStatus {
  return orderStatus({
    units,
    isAcknowledged,
    needsCorrection: false,
    isClosed: false,
    combination: 'none',
  })
}

/** Whether an order counts as finished for the orders that are combined with it. */
export function isFinished(order: { readonly units: Units; readonly isClosed: boolean }): boolean {
  return order.isClosed || openOf(order.units) === 0
}

/**
 * Checks a table with every combination of facts and up to three units: each combination has a status, each row is the first to apply for
 * at least one combination, and every status is reached. It runs when the module is loaded, so at every start.
 *
 * @throws Error that names the wrong row or status
 */
export function checkStatusTable(
  statuses: readonly OrderStatus[],
  table: readonly StatusRow[] = STATUS_TABLE,
): void {
  const reached = new Set<StatusRow>()
  for (const facts of everyFact()) {
    const row = table.find(({ applies }) => applies(facts))
    if (row === undefined) throw new Error(`no status applies to ${JSON.stringify(facts)}`)
    reached.add(row)
  }
  const idle = table.find((row) => !reached.has(row))
  if (idle) throw new Error(`the row '${idle.when}' of status ${idle.status} never applies`)
  const missing = statuses.find((status) => !table.some((row) => row.status === status))
  if (missing) throw new Error(`no row gives the status ${missing}`)
}

function* everyFact(): Generator<StatusFacts> {
  const flags = [false, true]
  for (const units of everyUnits()) {
    for (const isAcknowledged of flags)
      for (const needsCorrection of flags)
        for (const isClosed of flags)
          for (const combination of ['none', 'unfinished', 'finished'] as const)
            yield { units, isAcknowledged, needsCorrection, isClosed, combination }
  }
}

/** All numbers of units that the arithmetic allows, up to 3 of each: the digits of 0 to 4^6 - 1 in base 4. */
function* everyUnits(): Generator<Units> {
  for (let code = 0; code < 4 ** 6; code += 1) {
    const digit = (place: number) => Math.floor(code / 4 ** place) % 4
    const units: Units = {
      quantity: digit(0),
      shipped: digit(1),
      cancelled: digit(2),
      manco: digit(3),
      backordered: digit(4),
      returned: digit(5),
    }
    if (units.quantity > 0 && isPossible(units)) yield units
  }
}

function isPossible(units: Units): boolean {
  const { cancelled, manco, backordered, shipped, returned } = units
  return backordered <= openOf(units) && manco <= cancelled && returned <= shipped
}

checkStatusTable(ORDER_STATUSES)

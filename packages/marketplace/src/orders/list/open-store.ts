/** The SQL that says what is left to do for orders, and until when. */
import { raw, type Sql, sql } from '@entrepot/database'
import { zoneOf } from '../../kit/sql/day-store.ts'
import { dueAt } from '../record/due-store.ts'
import { statusesOf, type Work } from '../record/state/statuses.ts'

/** The condition that something is left to do for an order `o`. The statuses are literals, so that partial indexes can be used. */
export function isLeft(...work: readonly Work[]): Sql {
  const statuses = statusesOf(...work).map((status) => `'${status}'`)
  return sql`o.status in (${raw(statuses.join(', '))})`
}

/** The conditions of orders `o` with something left to do. For each there is an index of these orders only. */
export const OPEN_ORDERS = {
  isToAcknowledge: isLeft('to acknowledge'),
  isToCorrect: isLeft('to correct'),
  isToShip: isLeft('to ship'),
} as const

/** The condition that an order `o` has units to ship, as `isOpen` says; apart, so that the indexes of open orders can be used. */
const OPEN_ORDER = sql`(${OPEN_ORDERS.isToAcknowledge} or ${OPEN_ORDERS.isToCorrect} or ${OPEN_ORDERS.isToShip})`

/** The condition that an order `o` has units to ship, and was to be shipped before a time. */
export function dueBefore(customerId: string, time: Sql): Sql {
  const days = sql`(select c.handling_days from marketplace.customers c where c.customer_id = ${customerId})`
  return sql`(${OPEN_ORDER} and ${dueAt(zoneOf(customerId), days)} < ${time})`
}

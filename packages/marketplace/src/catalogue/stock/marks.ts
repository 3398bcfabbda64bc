/** Lets channels and merchants know of changed availability: marked products become changed products, and shortfalls become events. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { runAfterCommits } from '../../kit/events/after-commits.ts'
import { publishCommit } from '../../kit/events/notifier.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { SYSTEM } from '../../kit/principals/actor.ts'
import * as marks from '../../orders/stock/mark-store.ts'
import { lockUnlocked, markCaused } from '../products/marking/store.ts'
import { MAX_SHORT_ORDERS } from './schema.ts'

/** Marks that are read for one transaction. */
const MARKS = 500

/**
 * Marks the products whose availability has changed as changed for the channels, once for all changes since the last time, and stores
 * which of them are short. Products that a writer has locked stay marked. Customers have their turns, so that none waits for the many marks of
 * another one. Any number of nodes may call it at once.
 *
 * @param customerId only products of this customer. @default of all
 */
export async function settleMarks(database: Database, customerId?: string): Promise<void> {
  const locked = new Map<string, readonly string[]>()
  for (let isMore = true; isMore; ) {
    isMore = false
    const customers = customerId ? [customerId] : await marks.findMarkedCustomers(database)
    for (const id of customers) if (await settleNext(database, id, locked)) isMore = true
  }
}

/**
 * Settles the next marks of a customer. Returns whether there may be more.
 *
 * @param locked products that somebody was found to have locked, by customer
 */
async function settleNext(
  database: Database,
  customerId: string,
  locked: Map<string, readonly string[]>,
): Promise<boolean> {
  const without = locked.get(customerId) ?? []
  const marked = await marks.findMarked(database, customerId, MARKS, without)
  if (marked.length === 0) return false
  const references = [...new Set(marked)]
  const settled = await transaction(
    database,
    async (tx) => await settle(tx, customerId, references),
  )
  const others = references.filter((reference) => !settled.has(reference))
  locked.set(customerId, [...without, ...others])
  return marked.length === MARKS
}

/** Settles the marks of products. Returns those that it could lock. */
async function settle(
  tx: Transaction,
  customerId: string,
  marked: readonly string[],
): Promise<ReadonlySet<string>> {
  const references = await lockUnlocked(tx, customerId, marked)
  const settled = new Set(references)
  const changed = await marks.takeMarks(tx, customerId, references)
  if (changed.length === 0) return settled
  await markCaused(tx, customerId, changed)
  const names = changed.map(({ reference }) => reference)
  const grown = await marks.storeShortfalls(tx, customerId, names, MAX_SHORT_ORDERS)
  const events = grown.map(({ reference, units, orderIds }) => ({
    type: 'stock.short' as const,
    actor: SYSTEM,
    data: { MerchantProductReference: reference, ShortUnits: units, Orders: [...orderIds] },
  }))
  if (events.length > 0) await appendEvents(tx, customerId, events)
  publishCommit(tx, customerId)
  return settled
}

/** How long a node collects orders before it marks their products, and how often it looks for those of other nodes. */
const TIMES = { collectMs: 200, intervalMs: 500 }

/** Settles marks soon after they are made, from when the host listens until it closes. */
export function settleMarksInBackground(fastify: FastifyInstance, database: Database): void {
  runAfterCommits(fastify, database, TIMES, 'availability was not updated', async () => {
    await settleMarks(database)
  })
}

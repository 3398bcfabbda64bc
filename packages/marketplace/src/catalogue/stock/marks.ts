/** Lets channels and merchants know of changed availability: marked products become changed products, and shortfalls become events. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { publishCommit } from '../../kit/events/notifier.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { runAfterCommits } from '../../kit/jobs/after-commits.ts'
import { SYSTEM } from '../../kit/principals/actor.ts'
import * as store from './marks-store.ts'

/** Products that one transaction marks. */
const PRODUCTS = 500

/** Orders that an event names. */
const MAX_ORDERS = 20

/**
 * Marks the products whose availability has changed as changed for the channels, once for all changes since the last time, and stores
 * which of them are short. Products that a writer has locked stay marked. Any number of nodes may call it at once.
 *
 * @param customerId only products of this customer. @default of all
 */
export async function settleMarks(database: Database, customerId?: string): Promise<void> {
  for (;;) {
    const marked = await store.findMarked(database, customerId, PRODUCTS)
    if (marked.length === 0) return
    const settled = await transaction(database, async (tx) => await settle(tx, marked))
    if (marked.length < PRODUCTS || settled === 0) return
  }
}

async function settle(tx: Transaction, marked: readonly store.ProductKey[]): Promise<number> {
  const changed = await store.takeMarks(tx, marked)
  if (changed.length === 0) return 0
  const grown = await store.storeShortfalls(tx, changed, MAX_ORDERS)
  for (const [customerId, shortfalls] of Map.groupBy(grown, (one) => one.customerId)) {
    const events = shortfalls.map(({ reference, units, orderIds }) => ({
      type: 'stock.short' as const,
      actor: SYSTEM,
      data: { MerchantProductReference: reference, ShortUnits: units, Orders: [...orderIds] },
    }))
    await appendEvents(tx, customerId, events)
  }
  for (const customerId of new Set(changed.map((one) => one.customerId))) {
    publishCommit(tx, customerId)
  }
  return changed.length
}

/** How long a node collects orders before it marks their products, and how often it looks for those of other nodes. */
const TIMES = { collectMs: 200, intervalMs: 1_000 }

/** Settles marks soon after they are made, from when the host listens until it closes. */
export function settleMarksInBackground(fastify: FastifyInstance, database: Database): void {
  runAfterCommits(fastify, database, TIMES, 'availability was not updated', async () => {
    await settleMarks(database)
  })
}

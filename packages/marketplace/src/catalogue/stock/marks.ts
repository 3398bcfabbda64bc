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

/** Products that one transaction marks. */
const PRODUCTS = 500

/**
 * Marks the products whose availability has changed as changed for the channels, once for all changes since the last time, and stores
 * which of them are short. Products that a writer has locked stay marked. Any number of nodes may call it at once.
 *
 * @param customerId only products of this customer. @default of all
 */
export async function settleMarks(database: Database, customerId?: string): Promise<void> {
  const customers = customerId ? [customerId] : await marks.findMarkedCustomers(database)
  for (const id of customers) await settleCustomer(database, id)
}

async function settleCustomer(database: Database, customerId: string): Promise<void> {
  for (;;) {
    const marked = await marks.findMarked(database, customerId, PRODUCTS)
    if (marked.length === 0) return
    const settled = await transaction(database, async (tx) => await settle(tx, customerId, marked))
    if (marked.length < PRODUCTS || settled === 0) return
  }
}

/** Settles the marks of products. Returns how many products it could lock. */
async function settle(
  tx: Transaction,
  customerId: string,
  marked: readonly string[],
): Promise<number> {
  const references = await lockUnlocked(tx, customerId, marked)
  const changed = await marks.takeMarks(tx, customerId, references)
  if (changed.length === 0) return references.length
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
  return references.length
}

/** How long a node collects orders before it marks their products, and how often it looks for those of other nodes. */
const TIMES = { collectMs: 200, intervalMs: 500 }

/** Settles marks soon after they are made, from when the host listens until it closes. */
export function settleMarksInBackground(fastify: FastifyInstance, database: Database): void {
  runAfterCommits(fastify, database, TIMES, 'availability was not updated', async () => {
    await settleMarks(database)
  })
}

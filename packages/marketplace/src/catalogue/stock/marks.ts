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

/** Marks that one transaction settles, which takes about 60 ms. */
const MARKS = 500

/** Transactions of one call. The marks of a sale of many products are settled by several polls, and by the nodes in the background. */
const STEPS_OF_CALL = 4

/** Transactions for one customer in the background, until others have their turn. */
const STEPS_OF_TURN = 20

/**
 * Marks the products of a customer whose availability has changed as changed for the channels, once for all changes since the last time, and
 * stores which of them are short: those of the newest marks first, and up to a number. Products that a writer has locked stay marked,
 * and hold up no others. Any number of nodes may call it at once.
 *
 * @returns false if there may be more
 */
export async function settleMarks(
  database: Database,
  customerId: string,
  steps = STEPS_OF_CALL,
): Promise<boolean> {
  const locked: string[] = []
  for (let step = 0; step < steps; step += 1) {
    const { references, hasMore } = await marks.findMarked(database, customerId, MARKS, locked)
    if (references.length === 0) return true
    const { settled, isSpread } = await transaction(
      database,
      async (tx) => await settle(tx, customerId, references),
    )
    if (!hasMore && !isSpread) return true
    locked.push(...references.filter((reference) => !settled.has(reference)))
  }
  return false
}

/** Settles marks of all customers, in turns. */
export async function settleAllMarks(database: Database): Promise<void> {
  for (const customerId of await marks.findMarkedCustomers(database)) {
    await settleMarks(database, customerId, STEPS_OF_TURN)
  }
}

/** Settles the marks of products. Returns those that it could lock, and whether others are marked instead. */
async function settle(
  tx: Transaction,
  customerId: string,
  marked: readonly string[],
): Promise<{ readonly settled: ReadonlySet<string>; readonly isSpread: boolean }> {
  const references = await lockUnlocked(tx, customerId, marked)
  const settled = new Set(references)
  const changed = await marks.takeMarks(tx, customerId, references)
  if (changed.length === 0) return { settled, isSpread: false }
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
  return { settled, isSpread: changed.some((product) => product.isSpread) }
}

/** How long a node collects orders before it marks their products, and how often it looks for those of other nodes. */
const TIMES = { collectMs: 200, intervalMs: 500 }

/** Settles marks soon after they are made, from when the host listens until it closes. */
export function settleMarksInBackground(fastify: FastifyInstance, database: Database): void {
  runAfterCommits(fastify, database, TIMES, 'availability was not updated', async () => {
    await settleAllMarks(database)
  })
}

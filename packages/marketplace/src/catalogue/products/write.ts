/** Stores writes of products: reads and locks what exists, plans, and stores the plan, in one transaction. */
import type { Database, Transaction } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Issue } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { releaseWaitingOrders } from '../../orders/corrections/corrections.ts'
import { momentsOf } from '../../orders/stock/counts.ts'
import { markChanged } from './marking/store.ts'
import {
  planWrite,
  referencesOf,
  type UnitDecision,
  type WritePlan,
  type WriteUnit,
} from './plan.ts'
import { savePriceChanges } from './prices/store.ts'
import { recordCounts, recordProducts } from './product-events.ts'
import type { WriteMode } from './rules.ts'
import * as store from './store.ts'

/** What a write does besides storing its units. */
export interface WriteHooks {
  /** Checks that need the locks of the products. With an issue, nothing is stored. */
  readonly check?: (tx: Transaction) => Promise<readonly Issue[]>
  /** Runs in the transaction after everything was stored. */
  readonly alongside?: (tx: Transaction, plan: WritePlan) => Promise<void>
  /** If true, the write is planned and not stored. */
  readonly isDryRun?: boolean
  /** If true, the write is the effect of a request; see `takeEffect`. */
  readonly isEffect?: boolean
  /** Why channels see the changes, if not because of a write. */
  readonly cause?: 'import'
  /** When the stock was counted of which an item does not say it. @default now */
  readonly countedAt?: string
  /** Completes what was read before the plan is made. */
  readonly complete?: (locked: store.LockedProducts) => store.LockedProducts
}

const NOTHING: WritePlan = {
  inserts: [],
  updates: [],
  dated: [],
  decisions: [],
  concerned: { parents: new Set(), grown: new Set() },
  counted: [],
  prices: [],
}

/** For whom and by whom products are written. */
export interface Writer {
  readonly customer: Customer
  readonly actor: Actor
}

/** Plans and stores one write. There are no decisions if the mode requires the product and it does not exist. */
export async function writeUnits(
  database: Database,
  writer: Writer,
  mode: WriteMode,
  units: readonly WriteUnit[],
  hooks: WriteHooks = {},
): Promise<readonly UnitDecision[]> {
  const { customerId } = writer.customer
  const write = async (side: 'shared' | 'alone') => {
    const work = async (tx: Transaction): Promise<readonly UnitDecision[]> => {
      await store.lockCatalogue(tx, customerId, side)
      const issues = (await hooks.check?.(tx)) ?? []
      if (issues.length > 0) return [{ issues, warnings: [] }]
      const plan = await tryWrite(tx, writer, mode, units, side, hooks)
      await hooks.alongside?.(tx, plan)
      return plan.decisions
    }
    if (!hooks.isEffect) return await keyedTransaction(database, customerId, work)
    return await takeKeyedEffect(database, customerId, work, isStored)
  }
  try {
    return await write('shared')
  } catch (error) {
    if (!(error instanceof Crossed)) throw error
    return await write('alone')
  }
}

/** Whether at least one unit was stored. */
function isStored(decisions: readonly UnitDecision[]): boolean {
  return decisions.some(({ issues, exists }) => issues.length === 0 && exists === undefined)
}

/**
 * A conflict with another writer. It has created a product between our read and our insert, or it holds the lock of a product that our
 * write must mark, and might wait for us. The write is repeated alone.
 */
class Crossed extends Error {}

async function tryWrite(
  tx: Transaction,
  { customer, actor }: Writer,
  mode: WriteMode,
  units: readonly WriteUnit[],
  side: 'shared' | 'alone',
  { isDryRun = false, cause, countedAt, complete = (locked) => locked }: WriteHooks,
): Promise<WritePlan> {
  if (units.length === 0) return NOTHING
  const changes = units.flatMap(({ rows }) => rows.map(({ change }) => change))
  const counted = momentsOf(changes, countedAt)
  const stored = await store.lockProducts(tx, customer.customerId, referencesOf(units), counted)
  const locked = complete(stored)
  const needsProduct = mode === 'merge' || mode === 'replace'
  const reference = units[0]?.rows[0]?.change.MerchantProductReference ?? ''
  if (needsProduct && !locked.records.has(reference)) return NOTHING
  const plan = await planWrite(mode, units, { ...locked, countedAt })
  if (isDryRun || plan.decisions.some((decision) => decision.exists !== undefined)) return plan
  await storePlan(tx, customer, plan, cause ?? null)
  await markConcerned(tx, customer, plan, { wait: side === 'alone', cause: cause ?? null })
  const written = [...plan.inserts, ...plan.updates]
  const references = written.map((record) => record.MerchantProductReference)
  await recordProducts(tx, customer.customerId, references, actor)
  await recordCounts(tx, customer.customerId, plan.counted, actor)
  await savePriceChanges(tx, customer.customerId, plan.prices, cause ?? 'write', actor)
  return plan
}

async function storePlan(
  tx: Transaction,
  customer: Customer,
  plan: WritePlan,
  cause: string | null,
): Promise<void> {
  const { inserts, updates, dated } = plan
  if (inserts.length > 0) {
    const count = await store.insertProducts(tx, customer.customerId, inserts)
    if (count < inserts.length) throw new Crossed()
    const references = inserts.map((record) => record.MerchantProductReference)
    await releaseWaitingOrders(tx, customer, references)
  }
  if (updates.length > 0) {
    await store.updateProducts(tx, customer.customerId, updates, cause)
  }
  await store.storeCountDates(tx, customer.customerId, dated)
}

/** Marks the other products that the plan affects as changed, for the channels. */
async function markConcerned(
  tx: Transaction,
  { customerId }: Customer,
  { inserts, updates, concerned }: WritePlan,
  how: Parameters<typeof markChanged>[3],
): Promise<void> {
  const marked = new Set(concerned.grown)
  if (concerned.parents.size > 0) {
    const children = await store.findChildren(tx, customerId, [...concerned.parents])
    for (const child of children) marked.add(child)
  }
  for (const { MerchantProductReference } of [...inserts, ...updates]) {
    marked.delete(MerchantProductReference)
  }
  if (marked.size === 0) return
  const count = await markChanged(tx, customerId, [...marked], how)
  if (count < marked.size) throw new Crossed()
}

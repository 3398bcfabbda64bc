/** Creates, changes and reads products, for the calls of /v2, the console and the agents. */

import type { Connection, Database, Transaction } from '@entrepot/database'
import { actionsOf } from '../../kit/principals/actions.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { availableOf } from '../../orders/stock/counts.ts'
import { PRODUCT_ACTIONS } from './actions.ts'
import { checkItems, toResult } from './bulk.ts'
import { referencesOf, toUnit, type UnitDecision, type WriteUnit } from './plan.ts'
import { type ReadOnlyFields, readOnlyIssues, type WriteMode } from './rules.ts'
import {
  type ProductChange,
  type ProductCreationResult,
  type ProductPatch,
  type ProductReplacement,
  ProductRequest,
  type ProductResponse,
} from './schema.ts'
import * as store from './store.ts'
import { writeUnits } from './write.ts'
import type { WrittenProduct } from './written-schema.ts'

const issuesOf = compileBody(ProductRequest)

/** Fields of an answer that may be sent back, and are ignored: they change without a write of the product. */
type IgnoredField = 'Actions' | 'StockReserved' | 'StockAvailable' | 'Warnings'

const EFFECT = { isEffect: true } as const

/**
 * Creates a product with all of its children, or nothing.
 *
 * Refusals: `MARKET_PRODUCT_EXISTS` a product with one of the references exists, active or not; `MARKET_INVALID_INPUT` issues of the tree.
 *
 * @example
 * const product = await createProduct(database, customer, {
 *   MerchantProductReference: 'MUG', Name: 'Mug', Children: [{ MerchantProductReference: 'MUG-RED', Name: 'Red mug' }],
 * })
 */
export async function createProduct(
  database: Database,
  customer: Customer,
  request: ProductRequest,
  actor: Actor = SYSTEM,
): Promise<WrittenRow | Refusal> {
  const units = [toUnit(request)]
  const [decision] = await writeUnits(database, { customer, actor }, 'create', units, EFFECT)
  return await readWritten(database, customer, request.MerchantProductReference, decision)
}

/**
 * Creates or changes many products in one transaction. An invalid item does not prevent others from being stored: it is counted as
 * rejected, and its messages say why. If a product exists, only the properties that are sent change; null clears a property.
 *
 * @param items the items of the request, not yet checked
 * @param actor who does it, for the log of events
 */
export async function upsertProducts(
  database: Database,
  customer: Customer,
  items: readonly unknown[],
  actor: Actor = SYSTEM,
): Promise<ProductCreationResult> {
  const checked = await checkItems(items, issuesOf, toUnit)
  const units = checked.filter((entry): entry is WriteUnit => 'rows' in entry)
  const decisions =
    units.length > 0 ? await writeUnits(database, { customer, actor }, 'upsert', units, EFFECT) : []
  return toResult(items, checked, decisions)
}

/**
 * Changes one product: `replace` for PUT, `merge` for PATCH (RFC 7396).
 *
 * Read-only fields (Id, Children, CreatedAt, UpdatedAt) may be sent back unchanged.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT` another reference in the body, a changed read-only field, or issues of the tree;
 * `MARKET_PRODUCT_CHANGED` the product is not as `Expected` says.
 */
export async function changeProduct(
  database: Database,
  customer: Customer,
  mode: Extract<WriteMode, 'merge' | 'replace'>,
  reference: string,
  change: ProductChange &
    ReadOnlyFields &
    Pick<ProductReplacement, IgnoredField> &
    Pick<ProductPatch, 'Expected'>,
  actor: Actor = SYSTEM,
): Promise<WrittenRow | Refusal> {
  const named = change.MerchantProductReference ?? reference
  if (named !== reference) {
    const message = `must be left out or ${JSON.stringify(reference)}: the reference of a product cannot change`
    return refuseIssues([{ path: '/MerchantProductReference', message }])
  }
  const { Id, Children, CreatedAt, UpdatedAt, ...writable } = change
  const { Actions, StockReserved, StockAvailable, Warnings, Expected: expected, ...own } = writable
  const sentBack = { Id, Children, CreatedAt, UpdatedAt }
  const rows = [{ change: { ...own, MerchantProductReference: reference }, path: '', expected }]
  const unit = { item: 0, rows }
  const [decision] = await writeUnits(database, { customer, actor }, mode, [unit], {
    ...EFFECT,
    check: async (tx) => await changedFields(tx, customer, [unit], sentBack),
  })
  if (decision === undefined) return noSuchProduct(reference)
  return await readWritten(database, customer, reference, decision)
}

/** Reads a product, active or not. Refusal: `MARKET_NOT_FOUND`. */
export async function getProduct(
  connection: Connection,
  customer: Customer,
  reference: string,
): Promise<store.ProductRow | Refusal> {
  const row = await store.findProduct(connection, customer.customerId, reference)
  return row ?? noSuchProduct(reference)
}

/**
 * Deactivates a product. The product is kept, because orders refer to it. Repeating the call changes nothing. Refusal: `MARKET_NOT_FOUND`.
 */
export async function deactivateProduct(
  database: Database,
  customer: Customer,
  reference: string,
  actor: Actor = SYSTEM,
): Promise<Refusal | undefined> {
  const change = { MerchantProductReference: reference, IsActive: false }
  const unit = { item: 0, rows: [{ change, path: '' }] }
  const [decision] = await writeUnits(database, { customer, actor }, 'merge', [unit])
  return decision ? undefined : noSuchProduct(reference)
}

/** Returns an issue for each read-only field that was sent back with another value. */
async function changedFields(
  tx: Transaction,
  customer: Customer,
  units: readonly WriteUnit[],
  sentBack: ReadOnlyFields,
): Promise<readonly Issue[]> {
  if (Object.values(sentBack).every((value) => (value ?? null) === null)) return []
  const references = referencesOf(units)
  await store.lockProducts(tx, customer.customerId, references)
  const product = await store.findProduct(tx, customer.customerId, references[0] ?? '')
  return product ? readOnlyIssues(readOnlyOf(product), sentBack) : []
}

function refusalOf(decision: UnitDecision | undefined): Refusal | undefined {
  if (decision?.exists !== undefined) {
    const name = JSON.stringify(decision.exists)
    const detail = `The product ${name} already exists. Change it with PUT or PATCH, or send an array to create or change products.`
    const issue: Issue = { path: '/MerchantProductReference', message: `${name} is in use` }
    return refuse('MARKET_PRODUCT_EXISTS', detail, [issue])
  }
  if (decision === undefined || decision.issues.length === 0) return undefined
  if (!decision.isConflict) return refuseIssues(decision.issues)
  const detail = 'Somebody has changed the product meanwhile. Read it again, and decide.'
  return refuse('MARKET_PRODUCT_CHANGED', detail, decision.issues)
}

function noSuchProduct(reference: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no product ${quoteReference(reference)}.`)
}

/** A product after a write, and the warnings about it. */
export type WrittenRow = store.ProductRow & Pick<UnitDecision, 'warnings'>

/** Reads a product after a write, or answers why it was refused. */
async function readWritten(
  connection: Connection,
  customer: Customer,
  reference: string,
  decision: UnitDecision | undefined,
): Promise<WrittenRow | Refusal> {
  const refusal = refusalOf(decision)
  if (refusal !== undefined) return refusal
  const row = await store.findProduct(connection, customer.customerId, reference)
  if (row === undefined) throw new Error(`product ${reference} was stored and is gone`)
  return { ...row, warnings: decision?.warnings ?? [] }
}

/** The fields of a product that a merchant cannot write, as they are answered. */
function readOnlyOf({ Id, Children, CreatedAt, UpdatedAt }: store.ProductRow) {
  return {
    Id: Number(Id),
    Children: [...Children],
    CreatedAt: CreatedAt.toISOString(),
    UpdatedAt: UpdatedAt.toISOString(),
  }
}

/** A parent is never sold, so it has no stock to reserve. */
function stockOf({ Children, Stock, StockReserved }: store.ProductRow) {
  if (Children.length > 0) return { StockReserved: 0, StockAvailable: 0 }
  return { StockReserved, StockAvailable: availableOf(Stock, StockReserved) }
}

/** Converts a product to its answer for a reader. */
export function toProductResponse(row: store.ProductRow, reader: Principal): ProductResponse {
  const { IsOffered, StockReserved, ...record } = row
  return {
    ...record,
    ...readOnlyOf(row),
    IsActive: IsOffered,
    ...stockOf(row),
    Actions: actionsOf(PRODUCT_ACTIONS, reader, row),
  }
}

/** The answer of a call that returns a product, or refuses. */
export function answerProduct(
  outcome: store.ProductRow | Refusal,
  reader: Principal,
): ProductResponse | Refusal {
  return isRefusal(outcome) ? outcome : toProductResponse(outcome, reader)
}

/** The answer of a call that writes a product, or refuses. */
export function answerWritten(
  outcome: WrittenRow | Refusal,
  reader: Principal,
): WrittenProduct | Refusal {
  if (isRefusal(outcome)) return outcome
  const { warnings, ...row } = outcome
  return { ...toProductResponse(row, reader), Warnings: [...warnings] }
}

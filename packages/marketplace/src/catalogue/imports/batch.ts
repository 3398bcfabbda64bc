/** One batch of rows: what is checked, written and reported. Pure functions. */
import type { CatalogueItem } from '@entrepot/catalogues'
import type { Issue } from '../../kit/shared/errors.ts'
import { startOf, storable } from '../../kit/shared/storable.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import type { UnitDecision, WritePlan, WriteUnit } from '../products/plan.ts'
import { ProductRequest } from '../products/schema.ts'
import type { Progress } from './claim-store.ts'
import type { ImportRow } from './store.ts'

const issuesOf = compileBody(ProductRequest)

/** Characters of a report that are stored. */
const MAX_MESSAGE = 2_000

/** An item, and how many items of the file stand before it, plus one. */
export interface PlacedItem {
  readonly position: number
  readonly item: CatalogueItem
  /** The row in which the reference of the item stood first. */
  readonly firstRow?: number
}

/** The items that are written, and the reports of the others. */
export interface CheckedBatch {
  readonly writes: readonly { readonly placed: PlacedItem; readonly unit: WriteUnit }[]
  readonly rows: readonly ImportRow[]
}

/** Checks the items by the shape of products. */
export function checkBatch(batch: readonly PlacedItem[]): CheckedBatch {
  const writes: { placed: PlacedItem; unit: WriteUnit }[] = []
  const rows: ImportRow[] = []
  for (const placed of batch) {
    const { item } = placed
    if (item.kind === 'skipped') rows.push(report(placed, 'skipped', item.reason))
    else if (item.kind === 'error') rows.push(report(placed, 'error', item.message))
    else if (placed.firstRow !== undefined)
      rows.push(report(placed, 'error', `has the reference of row ${placed.firstRow}`))
    else {
      const issues = issuesOf(item.product)
      if (issues.length > 0) rows.push(report(placed, 'error', describe(issues)))
      else writes.push({ placed, unit: toUnit(placed, writes.length) })
    }
  }
  return { writes, rows }
}

/** A link changes the parent only, and never makes a product active again. */
function toUnit({ item }: PlacedItem, index: number): WriteUnit {
  if (item.kind !== 'product' && item.kind !== 'link') throw new Error('the item is no product')
  const rows = [{ change: item.product as ProductRequest, path: '' }]
  return item.kind === 'link' ? { item: index, mode: 'merge', rows } : { item: index, rows }
}

/**
 * What a batch has done. A row whose only issue is its parent is deferred in pass 1: the parent may stand behind it.
 */
export function decideBatch(
  { writes, rows }: CheckedBatch,
  { inserts, updates, decisions }: Pick<WritePlan, 'inserts' | 'updates' | 'decisions'>,
  pass: number,
): Pick<Progress, 'counts' | 'rows' | 'settled'> & { readonly brought: readonly string[] } {
  const created = new Set(inserts.map((record) => record.MerchantProductReference))
  const changed = new Set(updates.map((record) => record.MerchantProductReference))
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    stocked: 0,
    unmanaged: 0,
  }
  const brought: string[] = []
  const reports = [...rows]
  const settled: number[] = []
  for (const [index, { placed }] of writes.entries()) {
    const decision = decisions[index] ?? ACCEPTED
    if (decision.issues.length > 0) {
      reports.push(...reportIssues(placed, decision, pass))
      continue
    }
    if (pass > 1) settled.push(placed.position)
    const { item } = placed
    if (item.kind !== 'product') continue
    brought.push(item.product.MerchantProductReference)
    if (item.hasUnmanagedStock) counts.unmanaged += 1
    else if ((item.product.Stock ?? 0) > 0) counts.stocked += 1
    counts[effectOf(item.product.MerchantProductReference, created, changed)] += 1
    const notes = [...item.notes, ...decision.warnings]
    if (notes.length > 0) reports.push(report(placed, 'note', notes.join('; ')))
  }
  counts.skipped = reports.filter(({ kind }) => kind === 'skipped').length
  counts.failed = reports.filter(({ kind }) => kind === 'error').length
  return { counts, rows: reports, settled, brought }
}

const ACCEPTED: UnitDecision = { issues: [], warnings: [] }

function effectOf(
  reference: string,
  created: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): 'created' | 'updated' | 'unchanged' {
  if (created.has(reference)) return 'created'
  return changed.has(reference) ? 'updated' : 'unchanged'
}

function reportIssues(placed: PlacedItem, { issues }: UnitDecision, pass: number): ImportRow[] {
  const waits = pass === 1 && issues.every(({ path }) => path === '/ParentMerchantReference')
  if (placed.item.kind === 'link') {
    // What is not stored has no parent, and its own row tells why it is not.
    if (placed.item.product.ParentMerchantReference === null) return []
    return [report(placed, 'error', 'names a variation that is not in the file before it')]
  }
  return [report(placed, waits ? 'deferred' : 'error', describe(issues))]
}

function report(
  { position, item }: PlacedItem,
  kind: ImportRow['kind'],
  message: string,
): ImportRow {
  const reference = 'product' in item ? item.product.MerchantProductReference : item.reference
  return {
    position,
    line: item.row,
    kind,
    reference: reference === null ? null : startOf(storable(String(reference)), 256),
    message: startOf(storable(message), MAX_MESSAGE),
  }
}

function describe(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ')
}

/**
 * Plans a write of many products: which items are accepted, and what is stored for them. Pure functions: the caller reads and locks the
 * existing products, and stores the plan.
 */
import type { Issue } from '../../kit/shared/errors.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import {
  type CountFacts,
  countIssues,
  countWarnings,
  isCounted,
} from '../../orders/stock/counts.ts'
import { type PriceChange, priceChangeOf } from './prices/change.ts'
import {
  applyWrite,
  conflictsOf,
  isSameField,
  isSameRecord,
  type ProductRecord,
  recordIssues,
  recordWarnings,
  type WriteMode,
} from './rules.ts'
import type { ExpectedProduct, ProductChange, ProductRequest } from './schema.ts'
import type { LockedProducts } from './store.ts'
import {
  type Concerned,
  concernedBy,
  duplicateIssue,
  foreignParentIssue,
  unfitParentIssue,
  type Written,
} from './tree.ts'

type Change = ProductChange & { readonly MerchantProductReference: string }

/** One item of a call: a product and its nested children, stored together or not at all. */
export interface WriteUnit {
  /** The index of the item in the call. */
  readonly item: number
  /** How this unit is written, if not as the others. */
  readonly mode?: WriteMode
  readonly rows: readonly UnitRow[]
}

interface UnitRow {
  readonly change: Change
  readonly path: string
  /** What the product has to be before the write. */
  readonly expected?: ExpectedProduct | undefined
}

/** The result of one item. */
export interface UnitDecision {
  readonly issues: readonly Issue[]
  readonly warnings: readonly string[]
  /** Set in mode `create` when a product of the item exists. */
  readonly exists?: string
  /** Whether the issues say that a product is not as expected. */
  readonly isConflict?: boolean
}

/** The writes to store, and the decision of each item in order. */
export interface WritePlan {
  readonly inserts: readonly ProductRecord[]
  readonly updates: readonly ProductRecord[]
  /** Products of which only the time of the count is stored: their number was counted again. */
  readonly dated: readonly ProductRecord[]
  readonly decisions: readonly UnitDecision[]
  /** Other products that the writes affect. */
  readonly concerned: Concerned
  /** References of the products whose stock was counted or changed. */
  readonly counted: readonly string[]
  /** Prices of existing products that are changed. */
  readonly prices: readonly PriceChange[]
}

/** Converts an item to a unit: children get the reference of the product that contains them. */
export function toUnit(request: ProductRequest, item = 0): WriteUnit {
  const { Children, ...own } = request
  const parent = request.MerchantProductReference
  const rows: { change: Change; path: string }[] = [{ change: own, path: '' }]
  for (const [index, child] of (Children ?? []).entries()) {
    const named = child.ParentMerchantReference ?? parent
    rows.push({
      change: { ...child, ParentMerchantReference: named },
      path: `/Children/${index}`,
    })
  }
  return { item, rows }
}

/** The references whose records a plan needs: those written, and those named as parents. */
export function referencesOf(units: readonly WriteUnit[]): readonly string[] {
  const references = new Set<string>()
  for (const { rows } of units) {
    for (const { change } of rows) {
      references.add(change.MerchantProductReference)
      if (change.ParentMerchantReference) references.add(change.ParentMerchantReference)
    }
  }
  return [...references]
}

interface Row {
  readonly record: ProductRecord
  readonly path: string
  readonly unit: number
  /** Whether the stock of a product that exists is counted or changed. */
  readonly isCounted: boolean
}

/**
 * Plans the write; other requests run in between. Items may name each other as parents in any order. If an item is refused, only the items
 * that need it are refused too.
 */
export async function planWrite(
  mode: WriteMode,
  units: readonly WriteUnit[],
  locked: LockedProducts,
): Promise<WritePlan> {
  const planner = new Planner(mode, locked)
  await forEachYielding(units, (unit, index) => planner.add(unit, index))
  const decisions: UnitDecision[] = []
  await forEachYielding(units, (_, index) => decisions.push(planner.decision(index)))
  const inserts: ProductRecord[] = []
  const updates: ProductRecord[] = []
  const dated: ProductRecord[] = []
  const writes: Written[] = []
  const counted: string[] = []
  const prices: PriceChange[] = []
  await forEachYielding([...planner.rows.values()], ({ record, unit, isCounted }) => {
    if (!planner.isAccepted(unit)) return
    const before = locked.records.get(record.MerchantProductReference)
    if (before && isSameRecord(before, record)) return
    const { StockCountedAt } = record
    if (before && !isCounted && isSameRecord({ ...before, StockCountedAt }, record)) {
      dated.push(record)
      return
    }
    if (before) updates.push(record)
    else inserts.push(record)
    if (isCounted) counted.push(record.MerchantProductReference)
    if (before) prices.push(...priceChangeOf(before, record))
    writes.push({ before, after: record })
  })
  const concerned = await concernedBy(writes, isSameField)
  return { inserts, updates, dated, decisions, concerned, counted, prices }
}

const ACCEPTED: readonly Issue[] = []

class Planner {
  readonly rows = new Map<string, Row>()
  readonly #units: Row[][] = []
  readonly #items: number[] = []
  readonly #early: Issue[][] = []
  readonly #issues: (readonly Issue[] | undefined)[] = []
  readonly #requestParents = new Set<string>()
  /** The units of which a product is not as expected. */
  readonly #conflicts = new Set<number>()
  /** Warnings about counts that are not applied, by unit. */
  readonly #late = new Map<number, readonly string[]>()
  readonly #locked: LockedProducts
  readonly #mode: WriteMode

  constructor(mode: WriteMode, locked: LockedProducts) {
    this.#mode = mode
    this.#locked = locked
  }

  /** Adds the next unit. All units must be added before the first is checked. */
  add(unit: WriteUnit, index: number): void {
    this.#items.push(unit.item)
    const mode = unit.mode ?? this.#mode
    const rows: Row[] = []
    const issues: Issue[] = []
    for (const given of unit.rows) {
      const { change, path } = given
      const reference = change.MerchantProductReference
      const stored = this.#locked.records.get(reference)
      const facts = this.#factsOf(given)
      const record = applyWrite(mode, stored, change, facts)
      issues.push(...this.#conflictsOf(index, stored, given))
      issues.push(...countIssues(change, facts.now, path))
      const late = stored ? countWarnings(stored, change, facts) : []
      if (late.length > 0) this.#late.set(index, [...this.#lateOf(index), ...late])
      const row = {
        record,
        path,
        unit: index,
        isCounted: stored !== undefined && isCounted(stored, record, facts),
      }
      rows.push(row)
      const first = this.rows.get(reference)
      if (first === undefined) this.rows.set(reference, row)
      else issues.push(duplicateIssue(row, first, this.#items[first.unit] ?? 0))
      if (record.ParentMerchantReference) this.#requestParents.add(record.ParentMerchantReference)
    }
    this.#units.push(rows)
    this.#early.push(issues)
  }

  #factsOf({ change: { MerchantProductReference: reference }, expected }: UnitRow): CountFacts {
    const { records, left, movements, now, countedAt } = this.#locked
    return {
      now,
      // The first count of a product says something even if it is 0: an older one must not replace it.
      hasLeft: !records.has(reference) || left.has(reference),
      takesBack: expected?.StockCountedAt !== undefined,
      countedAt,
      movements: movements.get(reference),
    }
  }

  /** What is not as expected of a product that exists. */
  #conflictsOf(unit: number, stored: ProductRecord | undefined, row: UnitRow): readonly Issue[] {
    const conflicts = stored && row.expected ? conflictsOf(stored, row.expected, row.path) : []
    if (conflicts.length > 0) this.#conflicts.add(unit)
    return conflicts
  }

  isAccepted(unit: number): boolean {
    return this.#decide(unit).length === 0
  }

  decision(unit: number): UnitDecision {
    const issues = this.#decide(unit)
    const rows = this.#units[unit] ?? []
    const exists =
      this.#mode === 'create'
        ? rows.find((row) => this.#locked.records.has(row.record.MerchantProductReference))
        : undefined
    const warnings = [
      ...rows.flatMap((row) =>
        recordWarnings(row.record, this.#isParent(row.record.MerchantProductReference)),
      ),
      ...this.#lateOf(unit),
    ]
    return {
      issues,
      warnings: issues.length === 0 ? warnings : [],
      ...(exists && { exists: exists.record.MerchantProductReference }),
      ...(this.#conflicts.has(unit) && { isConflict: true }),
    }
  }

  #lateOf(unit: number): readonly string[] {
    return this.#late.get(unit) ?? []
  }

  /** The issues of a unit, decided once. */
  #decide(unit: number): readonly Issue[] {
    const known = this.#issues[unit]
    if (known !== undefined) return known
    const issues = [...(this.#early[unit] ?? [])]
    for (const row of this.#units[unit] ?? []) {
      issues.push(...recordIssues(row.record, row.path), ...this.#treeIssues(row))
    }
    const decided = issues.length === 0 ? ACCEPTED : issues
    this.#issues[unit] = decided
    return decided
  }

  /** Checks the tree, which has one level only: a parent exists and has no parent, and a child has no children. */
  #treeIssues(row: Row): readonly Issue[] {
    const { MerchantProductReference: own, ParentMerchantReference: parent } = row.record
    if (parent === null || parent === own) return []
    const enclosing = this.#units[row.unit]?.[0]?.record.MerchantProductReference
    if (row.path !== '' && parent !== enclosing) return [foreignParentIssue(row, enclosing)]
    // Stored products are valid, and the parent cannot become a child while it has this child.
    if (this.#locked.records.get(own)?.ParentMerchantReference === parent) return []
    const path = `${row.path}/ParentMerchantReference`
    const issues: Issue[] = []
    if (this.#locked.parents.has(own) || this.#hasNestedChildren(row)) {
      issues.push({ path, message: 'must be empty: this product has children' })
    }
    const state = this.#parentState(parent, row.unit)
    return state === 'fit' ? issues : [...issues, unfitParentIssue(path, parent, state)]
  }

  #hasNestedChildren(row: Row): boolean {
    return row.path === '' && (this.#units[row.unit]?.length ?? 0) > 1
  }

  /** The state of a parent after the write. A product that the call makes a child is not a parent, even if that item is refused. */
  #parentState(reference: string, askingUnit: number): 'missing' | 'child' | 'fit' {
    const written = this.rows.get(reference)
    if (written && written.record.ParentMerchantReference !== null) return 'child'
    if (written && (written.unit === askingUnit || this.isAccepted(written.unit))) return 'fit'
    const stored = this.#locked.records.get(reference)
    if (stored === undefined) return 'missing'
    return stored.ParentMerchantReference === null ? 'fit' : 'child'
  }

  #isParent(reference: string): boolean {
    return this.#locked.parents.has(reference) || this.#requestParents.has(reference)
  }
}

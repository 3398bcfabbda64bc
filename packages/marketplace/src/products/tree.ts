/** How parents and children relate: what a child inherits, and which relatives a write affects. Pure. */
import { inTurns } from '../shared/in-turns.ts'
import type { ProductRecord } from './rules.ts'

/**
 * What a child takes from its parent where it has no value of its own, on a channel that never sees the parent. Intentionally
 * not what tells children apart (Size, Color, Ean), what they are sold for, or the VAT rate: an order line takes that from the
 * product itself.
 */
const INHERITED = [
  'Description',
  'Details',
  'Brand',
  'ShippingCost',
  'ShippingTime',
  'Url',
  'ImageUrl',
  'CategoryTrail',
  'ExtraData',
] as const satisfies readonly (keyof ProductRecord)[]

/** What of a parent its children depend on: their activity is its activity too. */
const HERITAGE = ['IsActive', ...INHERITED] as const

/** What of a child its parent depends on: on some channels a parent is there only for children that are. */
const BRANCH = ['IsActive', 'ParentMerchantReference', 'Brand', 'CategoryTrail'] as const

/** A child with what it inherits. Of `ExtraData` it inherits the names that it has not itself. */
export function withInheritance(child: ProductRecord, parent: ProductRecord): ProductRecord {
  const taken: Partial<Record<keyof ProductRecord, unknown>> = {}
  for (const field of INHERITED) {
    if (child[field] === null || child[field] === '') taken[field] = parent[field]
  }
  if (child.ExtraData && parent.ExtraData) {
    taken.ExtraData = { ...parent.ExtraData, ...child.ExtraData }
  }
  return { ...child, ...taken } as ProductRecord
}

/** The relatives that a write affects besides the products that it writes. */
export interface Concerned {
  /** Parents whose children look different now. */
  readonly parents: ReadonlySet<string>
  /** Parents that have other children now, or children that look different. */
  readonly grown: ReadonlySet<string>
}

/** A product before and after a write; `before` undefined when it was created. */
export interface Written {
  readonly before: ProductRecord | undefined
  readonly after: ProductRecord
}

/** Finds the relatives that writes affect besides the products that are written; other requests run in between. */
export async function concernedBy(
  writes: readonly Written[],
  isSame: FieldTest,
): Promise<Concerned> {
  const parents = new Set<string>()
  const grown = new Set<string>()
  await inTurns(writes, ({ before, after }) => {
    const differs = (field: keyof ProductRecord) => !before || !isSame(field, before, after)
    if (before && HERITAGE.some(differs)) parents.add(after.MerchantProductReference)
    if (!BRANCH.some(differs)) return
    for (const parent of [before?.ParentMerchantReference, after.ParentMerchantReference]) {
      if (parent) grown.add(parent)
    }
  })
  return { parents, grown }
}

type FieldTest = (field: keyof ProductRecord, a: ProductRecord, b: ProductRecord) => boolean

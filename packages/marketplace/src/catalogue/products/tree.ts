/** The relation between parents and children: what a child inherits, and which relatives a write affects. Pure functions. */
import { quoteReference } from '../../kit/shared/clean-text.ts'
import type { Issue } from '../../kit/shared/errors.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import type { ProductRecord } from './rules.ts'

/**
 * The fields that a child inherits from its parent if it has no value of its own, on a channel that does not get the parent. Intentionally
 * without fields that distinguish children (Size, Color, Ean), prices, and the VAT rate, which an order line takes from the product itself.
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

/** The fields of a parent that affect its children: children of an inactive parent are inactive. */
const HERITAGE = ['IsActive', ...INHERITED] as const

/** The fields of a child that affect its parent: some channels get a parent only if they get one of its children. */
const BRANCH = ['IsActive', 'ParentMerchantReference', 'Brand', 'CategoryTrail'] as const

/** A child with its inherited values. It inherits the names in `ExtraData` that it does not have itself. */
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

/** The relatives that a write affects besides the written products. */
export interface Concerned {
  /** Parents whose children look different after the write. */
  readonly parents: ReadonlySet<string>
  /** Parents that have other children after the write, or children that look different. */
  readonly grown: ReadonlySet<string>
}

/** A product before and after a write. `before` is undefined if the product was created. */
export interface Written {
  readonly before: ProductRecord | undefined
  readonly after: ProductRecord
}

/** Finds the relatives that writes affect besides the written products. Other requests run in between. */
export async function concernedBy(
  writes: readonly Written[],
  isSame: FieldTest,
): Promise<Concerned> {
  const parents = new Set<string>()
  const grown = new Set<string>()
  await forEachYielding(writes, ({ before, after }) => {
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

/** A product of an item, and its place in it. */
interface PlacedProduct {
  readonly record: ProductRecord
  readonly path: string
  /** The number of the item. */
  readonly unit: number
}

/**
 * The issue of a product that a call names twice.
 *
 * @param item the index of the item that has named it first
 */
export function duplicateIssue(row: PlacedProduct, first: PlacedProduct, item: number): Issue {
  const where = row.unit === first.unit ? 'in this product' : `by item ${item}`
  return {
    path: `${row.path}/MerchantProductReference`,
    message: `is already used ${where}: ${JSON.stringify(row.record.MerchantProductReference)}`,
  }
}

/** The issue of a product in another one that names a third one as its parent. */
export function foreignParentIssue({ path }: PlacedProduct, parent = ''): Issue {
  return {
    path: `${path}/ParentMerchantReference`,
    message: `must be left out or ${JSON.stringify(parent)}, the product that it stands in`,
  }
}

/** The issue of a product whose parent does not exist, or is a child. */
export function unfitParentIssue(path: string, parent: string, state: 'missing' | 'child'): Issue {
  const message =
    state === 'missing'
      ? `names a product that does not exist: ${quoteReference(parent)}`
      : `names a product that is itself a child: ${JSON.stringify(parent)}`
  return { path, message }
}

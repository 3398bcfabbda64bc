/** The search parameters of the list of products. */
import * as v from 'valibot'
import { flag, id, listEntries, searchSchema, text, units } from '../search-params.ts'
import { PRODUCT_SORTS } from './sorts.ts'

/** Open families that a URL may name. */
const MAX_OPEN = 50

const references = v.pipe(
  v.array(text),
  v.transform((open) => open.slice(0, MAX_OPEN)),
  v.nonEmpty(),
  v.readonly(),
)

const parameters = searchSchema({
  ...listEntries,
  status: v.picklist(['active', 'inactive']),
  outOfStock: flag,
  /** At most so many units can be sold. */
  lowStock: units,
  noEan: flag,
  /** The channel that has not fetched everything of the product. */
  pendingAt: id,
  /** What it has not fetched. */
  pending: v.picklist(['create', 'update', 'remove', 'offer']),
  /** The channel that lists the product. */
  listedAt: id,
  /** Changed then or later. */
  changedSince: v.pipe(text, v.isoTimestamp()),
  /** Of what has changed since then, only what was created. */
  isNew: flag,
  /** The order of the list; by reference without it. */
  sort: v.picklist(PRODUCT_SORTS),
  /** The families that are open, by the references of their parents. */
  open: references,
  panel: v.picklist(['import', 'changes']),
  /** The import that the panel shows. */
  import: id,
})
export type ProductsSearch = v.InferOutput<typeof parameters>
export type Pending = NonNullable<ProductsSearch['pending']>
export type Status = NonNullable<ProductsSearch['status']>

/** The position in the list, its filters, and the panel. What is pending is left out without a channel. */
export const productsSearch = v.pipe(
  parameters,
  v.transform(({ pending, ...others }): ProductsSearch => {
    return { ...others, ...(pending && others.pendingAt && { pending }) }
  }),
)

/** The search parameters of a product. */
export const productSearch = searchSchema({
  /** Whether the form is shown. */
  edit: flag,
  /** The channel of the panel in which something is set for the product. */
  override: id,
  /** The channel whose history is shown; that of the product itself without one. */
  history: id,
})

/** The search parameters of a new product: what the form begins with. */
export const newProductSearch = searchSchema({ reference: text, parent: text })

/** The filter as the hub takes it, for the list and for the export. Empty if nothing is filtered. */
export function filterOf(search: ProductsSearch) {
  const { q, status, outOfStock, lowStock, noEan, pendingAt, pending, listedAt } = search
  const { changedSince: updatedSince, isNew } = search
  return {
    ...(q && { q }),
    ...(status && { isActive: status === 'active' }),
    ...(lowStock !== undefined && { maxAvailable: lowStock }),
    ...(outOfStock && { maxAvailable: 0 }),
    ...(noEan && { hasEan: false }),
    ...(pendingAt && { pendingAt }),
    ...(pending && { pending: [pending] }),
    ...(listedAt && { listedAt }),
    ...(updatedSince && { updatedSince, ...(isNew && { createdSince: updatedSince }) }),
  }
}

/** The search parameters without the position in the list, after the filter has changed. */
export function withFilters(
  { cursor: _, open: __, ...search }: ProductsSearch,
  changed: Partial<Record<keyof ProductsSearch, unknown>>,
): ProductsSearch {
  return v.parse(productsSearch, { ...search, ...changed })
}

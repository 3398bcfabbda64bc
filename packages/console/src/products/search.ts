/** The state of the pages of products in the address. */
import { checkPageSearch, type PageSearch } from '../search-params.ts'

/** What can be pending at a channel. */
const PENDING = ['create', 'update', 'remove', 'offer'] as const
export type Pending = (typeof PENDING)[number]

/** The filters of the list. */
export interface ProductFilters {
  readonly active?: true
  readonly outOfStock?: true
  readonly noEan?: true
  /** The channel that has not fetched everything of the product. */
  readonly pendingAt?: number
  /** What it has not fetched. */
  readonly pending?: Pending
  /** The channel that lists the product. */
  readonly listedAt?: number
}

/** The state of the list. */
export interface ProductsSearch extends PageSearch, ProductFilters {
  /** The families that are open, by the references of their parents. */
  readonly open?: readonly string[]
  readonly panel?: 'import'
  /** The import that the panel shows. */
  readonly import?: number
}

/** Reads the state from an address. What is not understood is left out. */
export function checkProductsSearch(search: Record<string, unknown>): ProductsSearch {
  const pendingAt = idOf(search.pendingAt)
  const pending = pendingAt && PENDING.find((kind) => kind === search.pending)
  const listedAt = idOf(search.listedAt)
  const shown = idOf(search.import)
  const open = Array.isArray(search.open) ? search.open.map(String).slice(0, 50) : []
  return {
    ...checkPageSearch(search),
    ...(isSet(search.active) && { active: true }),
    ...(isSet(search.outOfStock) && { outOfStock: true }),
    ...(isSet(search.noEan) && { noEan: true }),
    ...(pendingAt && { pendingAt }),
    ...(pending && { pending }),
    ...(listedAt && { listedAt }),
    ...(open.length > 0 && { open }),
    ...(search.panel === 'import' && { panel: 'import' }),
    ...(shown && { import: shown }),
  }
}

const isSet = (value: unknown) => value === true || value === 'true'

function idOf(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** The filter as the hub takes it, for the list and for the export. Empty if nothing is filtered. */
export function filterOf(search: ProductsSearch) {
  const { q, active, outOfStock, noEan, pendingAt, pending, listedAt } = search
  return {
    ...(q && { q }),
    ...(active && { isActive: true }),
    ...(outOfStock && { inStock: false }),
    ...(noEan && { hasEan: false }),
    ...(pendingAt && { pendingAt }),
    ...(pending && { pending: [pending] }),
    ...(listedAt && { listedAt }),
  }
}

/** The state without the place in the list, after the filter has changed. */
export function withFilters(
  { cursor: _, open: __, ...search }: ProductsSearch,
  changed: Partial<Record<keyof ProductsSearch, unknown>>,
): ProductsSearch {
  return checkProductsSearch({ ...search, ...changed })
}

/** The rules of jobs of products: which are accepted, and in which calls their products have their turn. They need no database. */
import type { StoredOffers } from '../../../catalogue/products/offers.ts'
import type { Outcome } from '../../../kit/jobs/records/job-store.ts'
import { quoteReference } from '../../../kit/shared/clean-text.ts'
import type { Issue } from '../../../kit/shared/errors.ts'
import type { JobChange, JobItem, JobKind, OnlyItem, ProductJobRequest } from './schema.ts'
import type { ChangedProduct, StockMove, WaitingProduct } from './store.ts'

/** Returns what is wrong with a request, apart from its filter. */
export function requestIssues({
  Items,
  Filter,
  Change,
  Undo,
}: ProductJobRequest): readonly Issue[] {
  const hasFilter = Filter !== undefined || Change !== undefined
  if (Undo !== undefined) {
    const message = 'must be alone: leave out Items, Filter and Change'
    return hasFilter || Items !== undefined ? [{ path: '/Undo', message }] : []
  }
  if ((Items === undefined) !== hasFilter || (hasFilter && !(Filter && Change))) {
    return [{ path: '', message: 'must have either Items, or Filter and Change, or Undo' }]
  }
  if (Change !== undefined) return changeIssues(Change, '/Change')
  const named = new Set<string>()
  return (Items ?? []).flatMap(({ MerchantProductReference: reference, ...change }, index) => {
    const path = `/Items/${index}`
    const message = `names a product a second time: ${quoteReference(reference)}`
    const isTwice = named.has(reference)
    named.add(reference)
    const twice = isTwice ? [{ path: `${path}/MerchantProductReference`, message }] : []
    return [...changeIssues(change, path), ...twice]
  })
}

function changeIssues({ Expected: _, ...change }: JobChange, path: string): readonly Issue[] {
  const names = Object.keys(change)
  if (names.length === 0) return [{ path, message: 'must change at least one value' }]
  if (change.IsActive === undefined || names.length === 1) return []
  return [{ path: `${path}/IsActive`, message: 'must be the only value that changes' }]
}

/**
 * Returns the changes that take changes back. What a product had before is known from what its change expected, and a count needs the time of
 * the count before, so that what has left since is held back as before.
 */
export function undoItemsOf(changed: readonly ChangedProduct[]): readonly JobItem[] {
  return changed.map(({ reference, change, countedAt }) => {
    return { MerchantProductReference: reference, ...undoOf(change, countedAt) }
  })
}

function undoOf(change: JobChange, countedAt: string | null): JobChange {
  const { Price, Stock, StockChange, IsActive, Expected = {} } = change
  if (IsActive !== undefined) return { IsActive: !IsActive }
  return {
    ...(Price !== undefined && { Price: Expected.Price }),
    ...(Stock !== undefined && { Stock: Expected.Stock, StockCountedAt: Expected.StockCountedAt }),
    ...(StockChange !== undefined && { StockChange: -StockChange }),
    Expected: {
      ...(Price !== undefined && { Price }),
      ...(Stock !== undefined && { Stock }),
      // An older count is stored only over the one that it expects, and units that were added are part of each count since.
      ...((Stock ?? StockChange) !== undefined && { StockCountedAt: countedAt }),
    },
  }
}

/** What a change is about. */
export function kindOf({ Price, IsActive }: JobChange): JobKind {
  if (IsActive !== undefined) return IsActive ? 'activate' : 'deactivate'
  return Price === undefined ? 'stock' : 'price'
}

/** What is done with the only product of a job. */
export function onlyItemOf(item: JobItem): OnlyItem {
  const { MerchantProductReference, StockChange = null, Expected = {} } = item
  const field = kindOf(item) === 'price' ? 'Price' : 'Stock'
  const [Before, After] = [Expected[field] ?? null, item[field] ?? null]
  return { MerchantProductReference, Before, After, StockChange }
}

/** Why a job that takes nothing back is refused. */
export const NOTHING_TO_UNDO: readonly Issue[] = [
  {
    path: '/Undo',
    message:
      'must name a job whose changes can be taken back: it has changed nothing, its items did not expect the values before, or all of it is taken back',
  },
]

/** Products that have their turn together, and those whose outcome needs no write. */
export interface Turn {
  readonly offers: readonly WaitingProduct[]
  readonly activities: readonly WaitingProduct[]
  readonly settled: readonly Outcome[]
}

/** What is done with the next products of a job. */
export function turnOf(waiting: readonly WaitingProduct[]): Turn {
  const settled = waiting.flatMap((product) => settledOf(product) ?? [])
  const over = new Set(settled.map(({ key }) => key))
  const others = waiting.filter(({ reference }) => !over.has(reference))
  return {
    offers: others.filter(({ change }) => change.IsActive === undefined),
    activities: others.filter(({ change }) => change.IsActive !== undefined),
    settled,
  }
}

function settledOf({ reference, change, isActive }: WaitingProduct): Outcome | undefined {
  if (isActive === null) {
    const detail = `There is no product ${quoteReference(reference)}.`
    return { key: reference, outcome: 'refused', code: 'MARKET_NOT_FOUND', detail }
  }
  return change.IsActive === isActive
    ? { key: reference, outcome: 'unchanged', code: null, detail: null }
    : undefined
}

/** What became of products, from what was stored for their changes. */
export function outcomesOf(
  products: readonly WaitingProduct[],
  { decisions, moves }: Pick<StoredOffers, 'decisions' | 'moves'>,
): readonly Outcome[] {
  return products.map(({ reference: key }, index) => {
    const { issues = [], isConflict = false } = decisions[index] ?? {}
    if (issues.length === 0) {
      return { key, outcome: moves.has(key) ? 'done' : 'unchanged', code: null, detail: null }
    }
    const code = isConflict ? 'MARKET_PRODUCT_CHANGED' : 'MARKET_INVALID_INPUT'
    const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return { key, outcome: 'refused', code, detail }
  })
}

/** The moves of stocks that are others than was asked for: a stock has limits. */
export function otherMovesOf(
  products: readonly WaitingProduct[],
  { decisions, moves }: Pick<StoredOffers, 'decisions' | 'moves'>,
): readonly StockMove[] {
  return products.flatMap(({ reference, change: { StockChange } }, index) => {
    const moved = moves.get(reference) ?? 0
    const isAccepted = decisions[index]?.issues.length === 0
    const isOther = StockChange !== undefined && StockChange !== moved
    return isAccepted && isOther ? [{ reference, moved }] : []
  })
}

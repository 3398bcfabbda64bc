/** The rules of counts: what a write of the stock does. Pure functions. */
import type { Issue } from '../../kit/shared/errors.ts'

/** The stock of a product, and when it was counted, in ISO 8601 in UTC with milliseconds. Null if no count is known. */
export interface StockCount {
  readonly Stock: number
  readonly StockCountedAt: string | null
}

/** What a request says of the stock. */
export interface RequestedCount {
  readonly Stock?: number | null | undefined
  readonly StockCountedAt?: string | null | undefined
  readonly StockChange?: number | undefined
}

/** What a count depends on besides. */
export interface CountFacts {
  /** The time of the database. */
  readonly now: string
  /** Whether units have left since the last count. */
  readonly hasLeft: boolean
  /** Whether the request names the time of the count that it replaces: it takes that count back, and may be older. */
  readonly takesBack?: boolean
}

/** How far the clock of a client may be ahead. A later count counts as one of now. */
const CLOCK_TOLERANCE_MS = 60_000

/** The largest stock. */
export const MAX_STOCK = 2_147_483_647

/** Returns what is wrong with a count. */
export function countIssues(
  { Stock, StockCountedAt, StockChange }: RequestedCount,
  now: string,
  path: string,
): readonly Issue[] {
  const issues: Issue[] = []
  if (StockChange !== undefined && Stock !== undefined) {
    const message = 'cannot be given with Stock: send the count or the difference'
    issues.push({ path: `${path}/StockChange`, message })
  }
  if (StockCountedAt && StockChange !== undefined) {
    const message = 'cannot be given with StockChange: a difference counts nothing'
    issues.push({ path: `${path}/StockCountedAt`, message })
  }
  if (StockCountedAt && Date.parse(StockCountedAt) > Date.parse(now) + CLOCK_TOLERANCE_MS) {
    issues.push({ path: `${path}/StockCountedAt`, message: `is in the future: it is now ${now}` })
  }
  return issues
}

/** Whether a count is older than the stored one, so that it is not applied. */
export function isLateCount(
  current: StockCount,
  { Stock, StockCountedAt }: RequestedCount,
): boolean {
  if (Stock === undefined || current.StockCountedAt === null) return false
  return !!StockCountedAt && toMoment(StockCountedAt) < current.StockCountedAt
}

/** The warning about a count that was not applied. */
export function lateCountWarning(current: StockCount, request: RequestedCount): string {
  return `The count of ${request.StockCountedAt} was not applied, because the stored one is of ${current.StockCountedAt}.`
}

/**
 * Returns the stock after a write. Each count is stored with its time, except one that repeats the number of a product of which nothing has
 * left: it changes nothing.
 */
export function applyCount(
  current: StockCount,
  request: RequestedCount,
  { now, hasLeft, takesBack = false }: CountFacts,
): StockCount {
  const { Stock, StockChange } = request
  const { StockCountedAt } = current
  if (StockChange !== undefined) {
    const changed = Math.min(MAX_STOCK, Math.max(0, current.Stock + StockChange))
    return { Stock: changed, StockCountedAt }
  }
  const unchanged = { Stock: current.Stock, StockCountedAt }
  if (takesBack && Stock !== undefined && request.StockCountedAt !== undefined) {
    return { Stock: Stock ?? 0, StockCountedAt: momentOf(request.StockCountedAt, now) }
  }
  if (Stock === undefined || isLateCount(current, request)) return unchanged
  const count = Stock ?? 0
  if (count === current.Stock && !hasLeft) return unchanged
  return { Stock: count, StockCountedAt: momentOf(request.StockCountedAt ?? now, now) }
}

/** A moment as it is stored. Null is no moment, and one in the future is now. */
function momentOf(text: string | null, now: string): string | null {
  if (text === null) return null
  const given = toMoment(text)
  return given > now ? now : given
}

/** Returns the units that may still be sold. */
export function availableOf(stock: number, held: number): number {
  return Math.max(0, stock - held)
}

/**
 * Returns a replacement without a time of counting that was read with the stock before, and sent back with another: the new count is of now.
 * A replacement without a stock counts 0.
 */
export function countOfReplacement<Change extends RequestedCount>(
  current: StockCount,
  change: Change,
): Change {
  const counted = { ...change, Stock: change.Stock ?? 0 }
  const isSentBack = change.StockCountedAt === current.StockCountedAt
  return isSentBack && counted.Stock !== current.Stock
    ? { ...counted, StockCountedAt: undefined }
    : counted
}

/** Whether a write has counted the stock, or changed it. */
export function isCounted(before: StockCount, after: StockCount): boolean {
  return before.Stock !== after.Stock || before.StockCountedAt !== after.StockCountedAt
}

function toMoment(text: string): string {
  return new Date(text).toISOString()
}

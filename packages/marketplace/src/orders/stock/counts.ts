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

/** Units that came into the stock of a product at a moment, or left it if they are negative, without a count. */
export interface Movement {
  readonly movedAt: string
  readonly units: number
}

/** What a count depends on besides. */
export interface CountFacts {
  /** The time of the database. */
  readonly now: string
  /** Whether units have left since the last count. */
  readonly hasLeft: boolean
  /** Whether the request names the time of the count that it replaces: it takes that count back, and may be older. */
  readonly takesBack?: boolean
  /** When counts were made of which the request does not say it. @default now */
  readonly countedAt?: string | undefined
  /** What has moved since the count was made, if that is not now: the earliest first. */
  readonly movements?: readonly Movement[] | undefined
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
function isLateCount(
  current: StockCount,
  { Stock, StockCountedAt }: RequestedCount,
  { countedAt }: CountFacts,
): boolean {
  const given = StockCountedAt ?? countedAt
  if (Stock === undefined || current.StockCountedAt === null) return false
  return given !== undefined && toMoment(given) < current.StockCountedAt
}

/** The warning about a count that is not applied. None about others. */
export function countWarnings(
  current: StockCount,
  request: RequestedCount,
  facts: CountFacts,
): readonly string[] {
  if (facts.takesBack || !isLateCount(current, request, facts)) return []
  return [
    `The count of ${request.StockCountedAt ?? facts.countedAt} was not applied, because the stored one is of ${current.StockCountedAt}.`,
  ]
}

/**
 * Returns the stock after a write. Each count is stored with its time. One that repeats the number of a product of which nothing has left
 * changes nothing, but for its time if the request says it: an older count must not replace it. One that was read and is sent back changes
 * nothing, either. What has moved since a count is added to it.
 */
export function applyCount(
  current: StockCount,
  request: RequestedCount,
  facts: CountFacts,
): StockCount {
  const { Stock, StockChange, StockCountedAt } = request
  const unchanged = { Stock: current.Stock, StockCountedAt: current.StockCountedAt }
  if (StockChange !== undefined) return { ...unchanged, Stock: move(current.Stock, StockChange) }
  if (Stock === undefined) return unchanged
  const isLate = isLateCount(current, request, facts)
  // The stock as it was read with that time: it has what had moved since.
  if (facts.takesBack && (isLate || StockCountedAt === null)) {
    return { Stock: Stock ?? 0, StockCountedAt: StockCountedAt ? toMoment(StockCountedAt) : null }
  }
  return isLate ? unchanged : takeCount(unchanged, Stock ?? 0, StockCountedAt, facts)
}

function takeCount(
  current: StockCount,
  count: number,
  said: string | null | undefined,
  { now, hasLeft, countedAt: usual, movements = [] }: CountFacts,
): StockCount {
  const given = said ?? usual
  const countedAt = momentOf(given ?? now, now)
  if (count === current.Stock && countedAt === current.StockCountedAt) return current
  const stock = given ? movedSince(count, countedAt, movements) : count
  if (stock === current.Stock && !hasLeft && !said) return current
  return { Stock: stock, StockCountedAt: countedAt }
}

/** Returns the stock now, of a count at a moment: as if the count had been stored then, and the units had moved after it. */
function movedSince(count: number, countedAt: string, movements: readonly Movement[]): number {
  return movements
    .filter(({ movedAt }) => movedAt > countedAt)
    .reduce((stock, { units }) => move(stock, units), count)
}

const move = (stock: number, units: number) => Math.min(MAX_STOCK, Math.max(0, stock + units))

/**
 * Returns the moments of counts that were not made now, by product: the earliest if there are several. What has moved since has to be known for
 * them.
 *
 * @param countedAt when counts were made of which the request does not say it. @default now
 */
export function momentsOf(
  requests: readonly (RequestedCount & { readonly MerchantProductReference: string })[],
  countedAt?: string,
): ReadonlyMap<string, string> {
  const moments = new Map<string, string>()
  for (const { MerchantProductReference: reference, Stock, StockCountedAt } of requests) {
    const given = StockCountedAt ?? countedAt
    if (Stock === undefined || given === undefined) continue
    const moment = toMoment(given)
    const other = moments.get(reference)
    if (other === undefined || moment < other) moments.set(reference, moment)
  }
  return moments
}

/** A moment as it is stored. One in the future is now. */
function momentOf(text: string, now: string): string {
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

/** Whether stock and time are the same. */
export function isSameCount(before: StockCount, after: StockCount): boolean {
  return before.Stock === after.Stock && before.StockCountedAt === after.StockCountedAt
}

/** Whether a write has changed the stock, or what is held back of it. Otherwise it has stored a time at most. */
export function isCounted(
  before: StockCount,
  after: StockCount,
  { hasLeft, takesBack = false }: CountFacts,
): boolean {
  if (before.Stock !== after.Stock) return true
  return before.StockCountedAt !== after.StockCountedAt && (hasLeft || takesBack)
}

function toMoment(text: string): string {
  return new Date(text).toISOString()
}

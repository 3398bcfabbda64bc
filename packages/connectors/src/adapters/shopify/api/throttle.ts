/** The bucket of points that Shopify keeps for each app and store. Every answer says how full it is. */
export interface Bucket {
  readonly maximumAvailable: number
  readonly currentlyAvailable: number
  readonly restoreRate: number
}

export interface Cost {
  readonly requestedQueryCost: number
  readonly actualQueryCost?: number | null
  readonly throttleStatus: Bucket
}

/** Remembers the bucket and what each query was estimated at, to wait before a query that would be refused. */
export class Throttle {
  private bucket: Bucket | undefined
  private at = 0
  private readonly costs = new Map<string, number>()

  /** Milliseconds to wait before the query. The first query of its kind is taken to cost a tenth of the bucket. */
  wait(query: string, now: number): number {
    if (this.bucket === undefined) return 0
    const { maximumAvailable, currentlyAvailable, restoreRate } = this.bucket
    const restored = currentlyAvailable + ((now - this.at) / 1000) * restoreRate
    const cost = this.costs.get(query) ?? maximumAvailable / 10
    const missing = Math.min(cost, maximumAvailable) - Math.min(restored, maximumAvailable)
    return missing <= 0 ? 0 : Math.ceil((missing / restoreRate) * 1000)
  }

  /** @param now the time of the answer */
  learn(query: string, cost: Cost, now: number): void {
    this.bucket = cost.throttleStatus
    this.at = now
    this.costs.set(query, cost.requestedQueryCost)
  }
}

/** Seconds until a query that was refused can be sent, at least one. */
export function retryAfterOf(cost: Cost | undefined): number {
  if (cost === undefined) return 2
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return Math.max(1, Math.ceil((cost.requestedQueryCost - currentlyAvailable) / restoreRate))
}

/** Lists of users and groups, with filters (RFC 7644, section 3.4.2). */
import type { Lookup, Selection } from '../resources/filter.ts'
import type { Page } from '../resources/project.ts'
import type { Json } from '../resources/values.ts'

/** A page of resources, and how many there are. */
export interface Found<T> {
  readonly total: number
  readonly page: readonly T[]
}

/** How a kind of resource is listed. */
export interface ListSource<T> {
  count(lookup: Lookup | undefined): Promise<number>
  /** May read less than a page. */
  select(page: Page, lookup: Lookup | undefined): Promise<readonly T[]>
  toResource(row: T): Json
  /** Whether no more rows fit into an answer. */
  isFull?(page: readonly T[]): boolean
}

/** Resources that are tested at once. */
const PART = 500

/** Lists resources, oldest first. Those with a lookup are found with an index; the others are tested part by part. */
export async function listResources<T>(
  { count, select, toResource, isFull }: ListSource<T>,
  { lookup, test }: Partial<Selection>,
  { offset, limit }: Page,
): Promise<Found<T>> {
  if (test === undefined)
    return { total: await count(lookup), page: await select({ offset, limit }, lookup) }
  const page: T[] = []
  let total = 0
  for (let start = 0; ; ) {
    const rows = await select({ offset: start, limit: PART }, lookup)
    if (rows.length === 0) return { total, page }
    for (const row of rows) {
      if (!test(toResource(row))) continue
      if (total >= offset && page.length < limit && !isFull?.(page)) page.push(row)
      total += 1
    }
    start += rows.length
  }
}

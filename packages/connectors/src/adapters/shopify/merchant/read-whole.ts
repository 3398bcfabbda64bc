import type { ReadPage } from '../../../adapter/merchant.ts'
import type { Api } from '../api/api.ts'
import { type BulkGroup, bulkRead, readPlace, writePlace } from '../api/bulk.ts'
import { sinceTime, writePair } from '../mapping/cursor.ts'

export interface WholeQuery<T, R> {
  readonly document: string
  readonly rootsOfAPage: number
  /** @param createdAt when Shopify began to collect */
  readonly map: (group: BulkGroup<T>, createdAt: string) => readonly R[]
}

/** Everything, by a bulk operation. The last page has the cursor of a pair of lists, with which changes since its begin are read. */
export async function* readWhole<T, R>(
  api: Api,
  cursor: string | undefined,
  { document, rootsOfAPage, map }: WholeQuery<T, R>,
): AsyncGenerator<ReadPage<R>> {
  let records: R[] = []
  let roots = 0
  let createdAt = api.time
  for await (const { place, group } of bulkRead<T>(api, document, readPlace(cursor))) {
    createdAt = place.createdAt
    if (group) {
      records.push(...map(group, createdAt))
      roots += 1
      if (roots % rootsOfAPage !== 0) continue
    }
    yield { records, cursor: writePlace(place) }
    records = []
  }
  const since = sinceTime(createdAt)
  yield { records, cursor: writePair(since, since) }
}

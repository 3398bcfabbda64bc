import type { MedusaApi } from './api.ts'

/** A list of Medusa that can be filtered by the time of the last change. */
export interface ChangingList {
  readonly path: string
  readonly key: string
  readonly fields: string
  readonly filter?: Readonly<Record<string, string | readonly string[]>>
  /** @default 100 */
  readonly pageSize?: number
}

interface Row {
  readonly id: string
  readonly updated_at: string
}

/** Rows, and the time up to which all changes have been read. */
export interface Changes<T> {
  readonly rows: readonly T[]
  readonly until: string
}

/**
 * Reads what has changed since a time, oldest first. Each page starts at the time of the last row before it, because pages by offset
 * skip a row whenever a row before it changes. Medusa sorts by one column only: rows with one time, such as those of an import, are
 * therefore read by their ids. A row may come twice, and a row that changes meanwhile comes again.
 */
export async function* readChanges<T extends Row>(
  api: MedusaApi,
  list: ChangingList,
  since: string,
): AsyncGenerator<Changes<T>> {
  const { path, key, fields, filter = {}, pageSize = 100 } = list
  let from = since
  for (;;) {
    const rows = await api.page<T>(path, key, {
      fields,
      limit: pageSize,
      order: 'updated_at',
      filter: { ...filter, 'updated_at[$gte]': from },
    })
    const last = rows.at(-1)?.updated_at ?? from
    if (rows.length < pageSize) return yield { rows: inOrder(rows), until: last }
    if (last > from) {
      // Medusa sorts by one field, so the page may have any of the rows of its last moment. The next page has all of them.
      const whole = inOrder(rows.filter(({ updated_at }) => updated_at < last))
      if (whole.length > 0) yield { rows: whole, until: whole.at(-1)?.updated_at ?? from }
      from = last
    } else {
      yield* readMoment<T>(api, list, from)
      from = nextMoment(from)
    }
  }
}

/** Reads the rows with one time, by their ids. If a row leaves the moment meanwhile, the pages move: they are read again. */
async function* readMoment<T extends Row>(
  api: MedusaApi,
  list: ChangingList,
  moment: string,
): AsyncGenerator<Changes<T>> {
  const { path, key, fields, filter = {}, pageSize = 100 } = list
  const within = { 'updated_at[$gte]': moment, 'updated_at[$lt]': nextMoment(moment) }
  let offset = 0
  let last: string | undefined
  for (;;) {
    const rows = await api.page<T>(path, key, {
      fields,
      limit: pageSize,
      offset,
      order: 'id',
      filter: { ...filter, ...within },
    })
    // Pages overlap by one row: if it is another one, rows before it have gone.
    const isMoved = last !== undefined && rows[0]?.id !== last
    if (!isMoved) yield { rows, until: moment }
    if (!isMoved && rows.length < pageSize) return
    last = isMoved ? undefined : rows.at(-1)?.id
    offset = isMoved ? 0 : offset + pageSize - 1
  }
}

/** Always the same for rows of the same time, so that an unchanged page is recognised. */
function inOrder<T extends Row>(rows: readonly T[]): readonly T[] {
  const keyOf = (row: T) => `${row.updated_at} ${row.id}`
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Medusa keeps microseconds and answers milliseconds. */
function nextMoment(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString()
}

/** How far a read steps back, because a change gets its time before it is committed. */
const OVERLAP_MS = 30_000

/** The time from which to read again: that of the cursor, less what may have been committed late. */
export function stepBack(time: string): string {
  return new Date(Date.parse(time) - OVERLAP_MS).toISOString()
}

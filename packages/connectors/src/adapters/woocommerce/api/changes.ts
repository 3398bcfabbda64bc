/**
 * Reads what has changed. `modified_after` is strictly later and its dates are whole seconds, so a read begins one second before the last
 * date that was seen, and leaves out what it has seen. Dates are UTC without `Z`: with one, a shop that is not in UTC shifts them.
 */
import { createHash } from 'node:crypto'
import { PAGE_SIZE, type Query, type WooCalls } from './calls.ts'

interface Changing {
  readonly id: number
  readonly date_modified_gmt: string
}

/** Where a read has come to, of what is settled. */
interface Place {
  /** The last date: `2026-11-25T18:05:06`. */
  readonly at?: string | undefined
  /** Records of this second: their ids and what they contained. */
  readonly seen: Readonly<Record<string, string>>
}

/**
 * How old a date is before no write can have it or an earlier one any more: the shop sets the date before it writes the record. What is not
 * settled is read again by the next read.
 */
const SETTLED_MS = 10_000

/** A cursor has up to 2,000 characters. What is left out is read twice, which changes nothing. */
const MAX_SEEN = 60

export interface ChangedPage<T> {
  readonly records: readonly T[]
  readonly cursor: string
  /** When the page was asked for, by the clock of the connector. */
  readonly readAt: Date
}

/**
 * @param query parameters of the list, besides those of paging and dates
 * @param sinceQuery parameters that only a read of changes needs, such as the status of what was thrown away
 */
export async function* readChanges<T extends Changing>(
  calls: WooCalls,
  path: string,
  options: {
    readonly query?: Query
    readonly sinceQuery?: Query
    readonly cursor?: string | undefined
  },
): AsyncGenerator<ChangedPage<T>> {
  const begun = readPlace(options.cursor)
  let reached = begun
  let { at } = begun
  let page = 1
  const readNow = new Set<string>()
  for (;;) {
    const readAt = new Date()
    const { records, clock } = await calls.list<T>(path, {
      ...options.query,
      ...(begun.at !== undefined && options.sinceQuery),
      ...sinceOf(at),
      orderby: 'modified',
      order: 'asc',
      per_page: PAGE_SIZE,
      page,
    })
    const fresh = records.filter((record) => {
      const content = contentOf(record)
      return begun.seen[record.id] !== content && !readNow.has(`${record.id} ${content}`)
    })
    const settled = settledOf(records, clock)
    for (const record of settled) readNow.add(`${record.id} ${contentOf(record)}`)
    const next = placeAfter(reached, settled)
    if (fresh.length > 0 || writePlace(next) !== writePlace(reached)) {
      yield { records: fresh, cursor: writePlace(next), readAt }
    }
    if (records.length < PAGE_SIZE) return
    reached = next
    // A list by number of page shifts while records change. So each page begins at the last date, unless all of it is within one second.
    const last = records.at(-1)?.date_modified_gmt
    page = last === at ? page + 1 : 1
    at = last
  }
}

/** The cursor of the first read: this word, the time when it began, and the place that it has come to. */
const FIRST = 'first'

/**
 * Reads at first only the records of `firstQuery`, such as the orders that are not done, since a shop can have years of others; then all that have
 * changed since the first read began.
 */
export async function* readFirstAndChanges<T extends Changing>(
  calls: WooCalls,
  path: string,
  options: Parameters<typeof readChanges>[2] & { readonly firstQuery: Query },
): AsyncGenerator<ChangedPage<T>> {
  const { cursor, firstQuery, query } = options
  const isFirst = cursor === undefined || cursor.startsWith(`${FIRST} `)
  if (!isFirst) {
    yield* readChanges<T>(calls, path, options)
    return
  }
  const [, known, ...place] = cursor?.split(' ') ?? []
  const begun = known ?? (await settledNow(calls, path))
  const prefix = `${FIRST} ${begun}`
  yield { records: [], cursor: cursor ?? prefix, readAt: new Date() }
  const first = {
    query: { ...query, ...firstQuery },
    cursor: place.length > 0 ? place.join(' ') : undefined,
  }
  for await (const page of readChanges<T>(calls, path, first)) {
    yield { ...page, cursor: `${prefix} ${page.cursor}` }
  }
  yield { records: [], cursor: writePlace({ at: begun, seen: {} }), readAt: new Date() }
}

/** The last date that is settled now, by the clock of the shop. */
async function settledNow(calls: WooCalls, path: string): Promise<string> {
  const { clock } = await calls.list(path, { per_page: 1 })
  return new Date(clock - SETTLED_MS).toISOString().slice(0, 19)
}

function sinceOf(at: string | undefined): Query {
  if (at === undefined) return {}
  const before = new Date(Date.parse(`${at}Z`) - 1000).toISOString().slice(0, 19)
  return { modified_after: before, dates_are_gmt: true }
}

function settledOf<T extends Changing>(records: readonly T[], clock: number): readonly T[] {
  const last = new Date(clock - SETTLED_MS).toISOString()
  return records.filter((record) => record.date_modified_gmt < last)
}

function placeAfter(place: Place, settled: readonly Changing[]): Place {
  const at = settled.at(-1)?.date_modified_gmt
  if (at === undefined) return place
  const seen: Record<string, string> = at === place.at ? { ...place.seen } : {}
  for (const record of settled.filter((one) => one.date_modified_gmt === at)) {
    if (Object.keys(seen).length < MAX_SEEN) seen[record.id] = contentOf(record)
  }
  return { at, seen }
}

function contentOf(record: unknown): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 10)
}

/** The cursor of a shop in which nothing is settled yet. */
const START = '-'

function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined || cursor === START) return { seen: {} }
  const [at, seen = '{}'] = cursor.split(' ')
  return { at, seen: JSON.parse(seen) }
}

function writePlace({ at, seen }: Place): string {
  return at === undefined ? START : `${at} ${JSON.stringify(seen)}`
}

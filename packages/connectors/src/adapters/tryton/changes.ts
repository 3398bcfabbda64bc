/** Reads what has changed since a cursor. Times are Tryton's own throughout: its clock and its time zone may differ from ours. */
import { createHash } from 'node:crypto'
import type { ReadPage } from '../../adapter/merchant.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import type { Domain, Row, Tryton } from './rpc.ts'
import { moved, timestamp } from './values.ts'

/** What is read: which models say that something has changed, and how to get from there to records. */
export interface Feed<T> {
  /** Their `write_date` moves with each change that matters. */
  readonly watched: readonly string[]
  /** Values that are records of their own, which only a search can reach: changes of them do not tell their time. */
  readonly hidden?: readonly HiddenValue[]
  /** Models of which a change concerns many records: then everything is read. */
  readonly decisive?: readonly string[]
  /** Ids above `after` in ascending order, at most `limit`: of what has changed since, or of everything. */
  ids(since: string | undefined, after: number, limit: number): Promise<readonly number[]>
  read(ids: readonly number[]): Promise<readonly T[]>
}

/** Such as the cost price of products: `{ model: 'product.product', path: 'cost_prices.', field: 'cost_price' }`. */
export interface HiddenValue {
  readonly model: string
  readonly path: string
  readonly field: string
}

/** Where a read continues. */
interface Position {
  /** Read changes since then; everything if it is missing. */
  readonly since?: string
  /** The last id of the page before, inside of a read. */
  readonly after?: number
  /** Where the next read begins, once this one is complete. */
  readonly next?: Mark
  /** What the last read saw of the time since `since`: if it is the same now, nothing has changed. */
  readonly seen?: string
  /** When everything was read last, on our clock. */
  readonly whole: string
}

interface Mark {
  readonly since?: string
  readonly seen: string
}

const PAGE = 200
/** A long transaction of Tryton becomes visible late, with the time of its start. */
const OVERLAP_MS = 10 * 60_000

/** @param wholeAfter how old the last read of everything may be in milliseconds, where deletions matter */
export async function* readChanges<T>(
  tryton: Tryton,
  feed: Feed<T>,
  cursor: string | undefined,
  wholeAfter = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadPage<T>> {
  let position = parse(cursor)
  if (position.after === undefined) {
    const age = Date.now() - new Date(position.whole).getTime()
    if (age > wholeAfter) position = { whole: new Date().toISOString() }
    const { since } = position
    const decisive = feed.decisive ?? []
    const next = await markNow(tryton, feed, since)
    if (since !== undefined && position.seen === next.seen) return
    const isWhole = since !== undefined && (await hasChanged(tryton, decisive, since))
    position = {
      whole: position.whole,
      ...(isWhole || since === undefined ? {} : { since }),
      after: 0,
      next,
    }
  }
  yield* readPages(feed, position)
}

async function* readPages<T>(feed: Feed<T>, start: Position): AsyncGenerator<ReadPage<T>> {
  let position = start
  while (position.after !== undefined) {
    const ids = await feed.ids(position.since, position.after, PAGE)
    const after = ids.at(-1)
    const isLast = ids.length < PAGE || after === undefined
    position = isLast ? { whole: position.whole, ...position.next } : { ...position, after }
    const records = ids.length === 0 ? [] : await feed.read(ids)
    yield { records, cursor: JSON.stringify(position) }
  }
}

function parse(cursor: string | undefined): Position {
  if (cursor === undefined) return { whole: new Date().toISOString() }
  try {
    return JSON.parse(cursor) as Position
  } catch (cause) {
    throw new ShopFailure('settings', `The cursor ${cursor} is none of Tryton.`, { cause })
  }
}

/** What the models look like now, to recognise later that nothing has changed. */
async function markNow(
  tryton: Tryton,
  feed: Pick<Feed<unknown>, 'watched' | 'hidden' | 'decisive'>,
  since: string | undefined,
): Promise<Mark> {
  const models = [...feed.watched, ...(feed.decisive ?? [])]
  const from = since ?? (await newest(tryton, models))
  if (from === undefined) return { seen: hash([]) }
  const stamps: Stamp[] = []
  for (const model of models) {
    const rows = await tryton.searchAll(model, changedSince(from), STAMPS, ALL)
    stamps.push(...rows.map((row) => ({ at: stampOf(row), id: `${model},${row.id}` })))
  }
  const top = stamps.reduce((latest, { at }) => (at > latest ? at : latest), from)
  const next = later(from, moved(top, -OVERLAP_MS), since)
  const hidden = await hiddenChanges(tryton, next, feed.hidden)
  return { since: next, seen: hash([...stamps.filter(({ at }) => at >= next), ...hidden]) }
}

async function hiddenChanges(
  tryton: Tryton,
  since: string,
  hidden: readonly HiddenValue[] = [],
): Promise<readonly Stamp[]> {
  const stamps: Stamp[] = []
  for (const { model, path, field } of hidden) {
    const rows = await tryton.searchAll(model, changedSince(since, path), [field], ALL)
    stamps.push(...rows.map((row) => ({ at: String(row[field]), id: `${model},${row.id}` })))
  }
  return stamps
}

async function hasChanged(tryton: Tryton, models: readonly string[], since: string) {
  for (const model of models) {
    const options = { limit: 1, context: ALL }
    const rows = await tryton.search(model, changedSince(since), ['id'], options)
    if (rows.length > 0) return true
  }
  return false
}

interface Stamp {
  readonly at: string
  readonly id: string
}

const STAMPS = ['write_date', 'create_date']
const ALL = { active_test: false }

/** The first read has no time before: its overlap reaches back from the newest record. */
const later = (from: string, back: string, since: string | undefined) =>
  since === undefined || back > from ? back : from

/** The time of the last change of any of the models, less the overlap. */
async function newest(tryton: Tryton, models: readonly string[]): Promise<string | undefined> {
  let top: string | undefined
  for (const model of models) {
    for (const field of STAMPS) {
      const options = { limit: 1, order: [[field, 'DESC']], context: ALL }
      const found = await tryton.search(model, [[field, '!=', null]], [field], options)
      const at = found[0]?.[field]
      if (typeof at === 'string' && (top === undefined || at > top)) top = at
    }
  }
  return top === undefined ? undefined : moved(top, -OVERLAP_MS)
}

/** A condition on records that were made or changed since. `path` leads to a related model: `template.`. */
export function changedSince(since: string, path = ''): Domain {
  return [
    'OR',
    [[`${path}write_date`, '>=', timestamp(since)]],
    [[`${path}create_date`, '>=', timestamp(since)]],
  ]
}

const stampOf = (row: Row) => String(row.write_date ?? row.create_date)

function hash(stamps: readonly Stamp[]): string {
  const lines = stamps.map(({ at, id }) => `${at} ${id}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22)
}

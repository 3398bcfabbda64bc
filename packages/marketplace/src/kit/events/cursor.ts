/**
 * Positions in the log of events. Pure functions.
 *
 * Events are read in the order of their ids. Transactions do not commit in that order, so 'everything up to this id' would skip events that
 * are committed late. A cursor therefore also contains the transactions that may have been open when it passed the ids that they may have
 * taken. Their events are read as soon as they have ended, before all others: a transaction that writes the next event of a subject has waited for
 * the one before, so the events of a subject are always read in the order of their sequence.
 *
 * Transaction ids are meaningless in another database. A customer that has moved has bounds (see the migration 0017): a cursor at or below a bound
 * names transactions of the database before, which have events up to that bound only, and one above it those of this database.
 */
import { parseSnapshot } from '../sql/snapshot.ts'

/** A position in the log. Unseen are the events with ids above `after`, and those of `late` transactions. */
export interface EventCursor {
  readonly after: bigint
  readonly late: readonly LateTransactions[]
}

/** Transactions `from` (included) `to` (not included). Their events up to the id `after` are seen. */
export interface LateTransactions {
  readonly from: bigint
  readonly to: bigint
  readonly after: bigint
}

/** The start of the log. */
export const START: EventCursor = { after: 0n, late: [] }

/** Which transactions may not have ended: those in `open`, and those `end` (included) to `next`, which did not exist yet. */
export interface Moment {
  readonly open: readonly bigint[]
  readonly end: bigint
  readonly next: bigint
}

/**
 * Reads a moment of the database.
 *
 * @param snapshot `pg_current_snapshot()`, which does not list open transactions that are younger than all that have ended
 * @param next the next transaction id, read after the snapshot was taken
 */
export function toMoment(snapshot: string, next: string): Moment {
  const { end, open } = parseSnapshot(snapshot)
  return { end: BigInt(end), open: open.map(BigInt), next: BigInt(next) }
}

/** That of events whose transactions have all ended. */
export const ENDED: Moment = { open: [], end: 0n, next: 0n }

/** How far a read got. `late`: up to this event of late transactions; otherwise through all of them, and the others up to `after`. */
export type ReadEnd = { readonly late: bigint } | { readonly after: bigint }

/** Returns the cursor after a read. */
export function advance(cursor: EventCursor, moment: Moment, end: ReadEnd): EventCursor {
  if ('late' in end) {
    return { ...cursor, late: cursor.late.flatMap((late) => readUpTo(end.late, late, moment)) }
  }
  const late = moment.open.map((xid) => ({ from: xid, to: xid + 1n, after: 0n }))
  const { end: from, next: to } = moment
  return { after: end.after, late: from < to ? [...late, { from, to, after: 0n }] : late }
}

/** Of transactions that had ended, the events up to `seen` are seen; of the others nothing more. */
function readUpTo(
  seen: bigint,
  { from, to, after }: LateTransactions,
  { open, end, next }: Moment,
): readonly LateTransactions[] {
  const unended = [
    ...open.map((xid) => ({ from: xid, to: xid + 1n })),
    { from: end, to: next },
  ].filter((one) => one.from < to && from < one.to && one.from < one.to)
  const parts: LateTransactions[] = []
  let start = from
  for (const one of unended) {
    const [first, last] = [max(one.from, from), min(one.to, to)]
    if (start < first) parts.push({ from: start, to: first, after: max(after, seen) })
    parts.push({ from: first, to: last, after })
    start = last
  }
  return start < to ? [...parts, { from: start, to, after: max(after, seen) }] : parts
}

const max = (one: bigint, other: bigint) => (one > other ? one : other)
const min = (one: bigint, other: bigint) => (one < other ? one : other)

const MAX_LENGTH = 16_000

/** At most 12 digits: less than 2^63. */
const NUMBER = '(?:0|[1-9a-z][0-9a-z]{0,11})'

const TOKEN = new RegExp(`^1\\.(${NUMBER})((?:\\.${NUMBER}(?:_${NUMBER})?(?:-${NUMBER})?)*)$`)

/** Encodes a cursor. It is opaque to clients, so its format may change. It is no secret: it only selects events of the customer. */
export function encodeEventCursor({ after, late }: EventCursor): string {
  const parts = late.map(({ from, to, after }) => {
    const count = to - from
    return `${from.toString(36)}${count === 1n ? '' : `_${count.toString(36)}`}${after === 0n ? '' : `-${after.toString(36)}`}`
  })
  return ['1', after.toString(36), ...parts].join('.')
}

/** Decodes a cursor. Undefined if it is malformed. */
export function decodeEventCursor(text: string): EventCursor | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const match = TOKEN.exec(text)
  if (match === null) return undefined
  const [, after = '', rest = ''] = match
  const late = rest.split('.').slice(1)
  return {
    after: parse(after),
    late: late.map((part) => {
      const [xids = '', seen = '0'] = part.split('-')
      const [from = '', count = '1'] = xids.split('_')
      return { from: parse(from), to: parse(from) + parse(count), after: parse(seen) }
    }),
  }
}

function parse(text: string): bigint {
  const digits = [...text].map((digit) => BigInt(Number.parseInt(digit, 36)))
  return digits.reduce((sum, digit) => sum * 36n + digit, 0n)
}

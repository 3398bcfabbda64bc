/** Days and times as systems and spreadsheets write them. Pure functions. */

/** Whether `05/12/2026` is in December or in May. Null if the file does not tell. */
export type DayOrder = 'day-first' | 'month-first' | null

/** What a text says. `isDay` means a whole day; times without a zone are in UTC. */
export type ParsedDate =
  | { readonly outcome: 'date'; readonly at: number; readonly isDay: boolean }
  | { readonly outcome: 'ambiguous' }
  | { readonly outcome: 'unreadable' }

const UNREADABLE = { outcome: 'unreadable' } as const
const TIME = String.raw`(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?: ?(?<half>[ap])m)?)?`
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})([-/.]?)(?<month>\d{1,2})\2(?<day>\d{1,2})${TIME}$`,
  'i',
)
const YEAR_LAST = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<second_>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})${TIME}$`,
  'i',
)
const UNIX = /^\d{10}(?:\d{3})?$/

/**
 * Reads a date, with or without a time: ISO 8601, `24.10.2026`, `31/10/2026`, `Oct 24, 2026`, and Unix time in seconds or milliseconds.
 *
 * @example
 * parseDate('05/12/2026', 'day-first') // 5 December 2026
 */
export function parseDate(text: string, order: DayOrder): ParsedDate {
  const word = text.trim()
  if (UNIX.test(word)) return dated(Number(word) * (word.length === 10 ? 1000 : 1), false)
  const yearFirst = YEAR_FIRST.exec(word)?.groups
  if (yearFirst) return fromParts(yearFirst, Number(yearFirst.month), Number(yearFirst.day))
  const yearLast = YEAR_LAST.exec(word)?.groups
  if (yearLast) return fromUnordered(yearLast, order)
  // With a zone, or with the name of the month.
  if (!/^\d{4}-\d{2}-\d{2}[T ]|\p{L}{3}/u.test(word)) return UNREADABLE
  const at = Date.parse(word)
  return Number.isNaN(at) ? UNREADABLE : dated(at, !/\d:\d/.test(word))
}

type Parts = Readonly<Record<string, string | undefined>>

function fromUnordered(parts: Parts, order: DayOrder): ParsedDate {
  const [first, second] = [Number(parts.first), Number(parts.second_)]
  const found = first === second ? 'day-first' : (orderOf(parts) ?? order)
  if (found === null) return { outcome: 'ambiguous' }
  return found === 'day-first' ? fromParts(parts, second, first) : fromParts(parts, first, second)
}

/** The order that a date tells by itself. No country writes months first with points. */
function orderOf(parts: Parts): DayOrder {
  if (parts.mark === '.' || Number(parts.first) > 12) return 'day-first'
  return Number(parts.second_) > 12 ? 'month-first' : null
}

function fromParts(parts: Parts, month: number, day: number): ParsedDate {
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0)
  const half = parts.half?.toLowerCase()
  const hour = half ? (Number(parts.hour) % 12) + (half === 'p' ? 12 : 0) : Number(parts.hour ?? 0)
  const time = [hour, Number(parts.minute ?? 0), Number(parts.second ?? 0)] as const
  const at = new Date(Date.UTC(year, month - 1, day, ...time))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? dated(at.getTime(), parts.hour === undefined) : UNREADABLE
}

function dated(at: number, isDay: boolean): ParsedDate {
  return { outcome: 'date', at, isDay }
}

/** Recognises by the dates of a file whether days or months come first. Null if they do not tell, or contradict each other. */
export function recogniseDayOrder(dates: readonly string[]): DayOrder {
  const orders = new Set(
    dates.flatMap((text) => {
      const parts = YEAR_LAST.exec(text.trim())?.groups
      return (parts && parts.mark !== '.' && orderOf(parts)) || []
    }),
  )
  const [order = null, another] = orders
  return another === undefined ? order : null
}

/** Whether a sale price applies now, later or no more, or the text of the date that does not tell. */
export type SaleTime =
  | 'now'
  | 'later'
  | 'over'
  | { readonly text: string; readonly isAmbiguous: boolean }

/** Compares the dates of a sale with a time. Without a date, a sale has no limit at this end. A day without a time is its whole day. */
export function saleTime(from: string, to: string, order: DayOrder, now: Date): SaleTime {
  const [start, end] = [from, to].map((text) =>
    text.trim() === '' ? null : parseDate(text, order),
  )
  if (start && start.outcome !== 'date') return unclear(from, start)
  if (end && end.outcome !== 'date') return unclear(to, end)
  if (end && end.at + (end.isDay ? 86_400_000 : 0) <= now.getTime()) return 'over'
  return start && start.at > now.getTime() ? 'later' : 'now'
}

function unclear(text: string, { outcome }: ParsedDate): SaleTime {
  return { text: text.trim(), isAmbiguous: outcome === 'ambiguous' }
}

const DELAY_SECONDS = /^\d{1,10}$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three forms of an HTTP-date (RFC 9110, 5.6.7): IMF-fixdate, RFC 850, asctime. */
const DATE_FORMS: readonly RegExp[] = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3). Returns how many milliseconds to wait from `now`, which is
 * in milliseconds since 1970; 0 for a date in the past; undefined if the value is neither a whole number of
 * seconds nor an HTTP-date.
 *
 * @example parseRetryAfter('120', Date.now()) // 120_000
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim()
  if (DELAY_SECONDS.test(text)) return Number(text) * 1000
  const date = parseHttpDate(text, now)
  return date === undefined ? undefined : Math.max(0, date - now)
}

/**
 * Parses an HTTP-date in any of its three forms (RFC 9110, 5.6.7) to milliseconds since 1970. A two-digit year
 * more than 50 years after `now` belongs to the past (RFC 9110, 5.6.7).
 *
 * @example parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', Date.now()) // 784_111_777_000
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of DATE_FORMS) {
    const groups = form.exec(text)?.groups
    if (groups !== undefined) return dateFrom(groups, now)
  }
  return undefined
}

function dateFrom(groups: Record<string, string>, now: number): number | undefined {
  const { day = '', month = '', year = '', time = '' } = groups
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const monthIndex = MONTHS.indexOf(month)
  const dayOfMonth = Number(day)
  if (monthIndex === -1 || hours > 23 || minutes > 59 || seconds > 60) return undefined
  const fullYear = year.length === 2 ? expandYear(Number(year), now) : Number(year)
  const date = Date.UTC(fullYear, monthIndex, dayOfMonth, hours, minutes, seconds)
  // Date.UTC turns 31 February into a day in March.
  return new Date(date - seconds * 1000).getUTCDate() === dayOfMonth ? date : undefined
}

function expandYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}

/** The formats of texts in schemas. */
import { countryHint, isCountry } from './countries.ts'
import { currencyHint, isKnownCurrency } from './currencies.ts'
import { isTimeZone } from './time-zones.ts'

// Unicode category Cc: C0, DEL and C1. Blocks of text can contain tab, line feed and carriage return.
const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** The keyword of schemas whose refusals of smaller numbers say more. */
export const BELOW_MINIMUM = 'x-below-minimum'

/** The keyword of schemas of currencies that take no currency that ended. */
export const IN_USE = 'x-in-use'

/** A format of texts. */
export interface Format {
  readonly check: (text: string) => boolean
  /** Completes the message 'must be ...'. */
  readonly wanted: string
  /** Completes it for a text that was refused, such as 'UK is GB'. */
  readonly hint?: (text: string) => string | undefined
}

/** The formats for use in schemas. */
export const FORMATS = {
  line: {
    check: isLine,
    wanted: 'text without control characters',
  },
  block: {
    check: (text) => text.isWellFormed() && !CONTROL_BUT_LINES.test(text),
    wanted: 'text without control characters other than tab and line break',
  },
  reference: {
    check: isReference,
    wanted: "a reference: any characters but control characters, and not '.' or '..'",
  },
  'product-reference': {
    check: (text) => isReference(text) && text !== 'data' && text !== 'offers',
    wanted:
      "a reference: any characters but control characters, and not 'data', 'offers', '.' or '..', which are taken by the API",
  },
  'order-reference': {
    check: (text) => isReference(text) && !['new', 'acknowledge', 'id'].includes(text),
    wanted:
      "a reference: any characters but control characters, and not 'new', 'acknowledge', 'id', '.' or '..', which are taken by the API",
  },
  'fulfilment-reference': {
    check: (text) => isReference(text) && !/^channel-\d+-/.test(text),
    wanted:
      "a reference: any characters but control characters, not '.' or '..', and not beginning as 'channel-1-', which the API gives to records of channels",
  },
  email: {
    check: (text) => /^[^\s@]+@[^\s@]+$/u.test(text) && isLine(text),
    wanted: 'an email address',
  },
  'web-url': {
    check: (text) => /^https?:\/\//iu.test(text) && isLine(text) && URL.canParse(text),
    wanted: 'an http or https URL',
  },
  currency: {
    check: isKnownCurrency,
    wanted: 'a currency code of ISO 4217 such as EUR',
    hint: currencyHint,
  },
  country: {
    check: isCountry,
    wanted: 'a country code of ISO 3166-1 (two capital letters) such as NL',
    hint: countryHint,
  },
  'time-zone': {
    check: isTimeZone,
    wanted: "a time zone of the IANA database such as Europe/Amsterdam, or 'UTC'",
  },
  date: {
    check: isDay,
    wanted: 'a date of ISO 8601, such as 2026-11-21',
  },
  'day-or-time': {
    check: (text) => isDay(text) || isDateTime(text),
    wanted:
      'a day such as 2026-11-21, or a date-time of ISO 8601 with offset, such as 2026-11-21T10:00:00+01:00',
  },
  'date-time': {
    check: isDateTime,
    wanted: 'a date-time of ISO 8601 with offset, such as 2026-11-21T10:00:00+01:00',
  },
} satisfies Record<string, Format>

function isLine(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

function isReference(text: string): boolean {
  return text !== '.' && text !== '..' && isLine(text)
}

/** Whether a text is a day of the years 1900 to 9999, such as 2026-11-21. */
export function isDay(text: string): boolean {
  return isDateTime(`${text}T00:00:00Z`)
}

/** Whether a text is a date-time of the years 1900 to 9999, in UTC as well: ISO 8601 writes them with four digits, and every client can read them. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text)
  if (match === null || Number(match[4]) > 23) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth
  const utcYear = new Date(text).getUTCFullYear()
  return isDay && utcYear >= 1900 && utcYear <= 9999
}

/** Answers of the stand-in: lists with their headers, and refusals in the words of the shop. */
import type { ShopState } from './state.ts'

export interface Call {
  readonly method: string
  /** Below `/wp-json/wc/v3`. */
  readonly path: string
  readonly query: URLSearchParams
  /** The address that was asked for, without query. */
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  /** Whether it is an item of a batch. */
  readonly isBatch?: boolean
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export class Refusal extends Error {
  readonly answer: Answer

  constructor(status: number, code: string, message: string, data: object | number = { status }) {
    super(message)
    this.answer = { status, body: { code, message, data } }
  }
}

export function invalidParameter(name: string, message: string, code: string): Refusal {
  const detail = code === 'rest_invalid_type' ? { param: name } : null
  return new Refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, {
    status: 400,
    params: { [name]: message },
    details: { [name]: { code, message, data: detail } },
  })
}

export function noRoute(): Refusal {
  return new Refusal(
    404,
    'rest_no_route',
    'No route was found matching the URL and request method.',
  )
}

export function mustBeOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || value === null || allowed.includes(String(value))) return
  const all = `${allowed.slice(0, -1).join(', ')}, and ${allowed.at(-1)}`
  throw invalidParameter(name, `${name} is not one of ${all}.`, 'rest_not_in_enum')
}

/** Takes the page that was asked for. Parameters that are not known are ignored. */
export function page(call: Call, records: readonly unknown[]): Answer {
  const size = wholeNumber(call, 'per_page', 10)
  const number = wholeNumber(call, 'page', 1)
  if (size < 1 || size > 100) {
    const message = 'per_page must be between 1 (inclusive) and 100 (inclusive)'
    throw invalidParameter('per_page', message, 'rest_out_of_bounds')
  }
  if (number < 1) {
    throw invalidParameter('page', 'page must be greater than or equal to 1', 'rest_out_of_bounds')
  }
  return {
    status: 200,
    body: records.slice((number - 1) * size, number * size),
    headers: {
      'x-wp-total': String(records.length),
      'x-wp-totalpages': String(Math.ceil(records.length / size)),
    },
  }
}

function wholeNumber({ query }: Call, name: string, otherwise: number): number {
  const text = query.get(name) ?? String(otherwise)
  if (/^-?\d+$/.test(text)) return Number(text)
  throw invalidParameter(name, `${name} is not of type integer.`, 'rest_invalid_type')
}

/** `_fields` leaves out the other members, of lists and of single records. Links stay, as the shop leaves them. */
export function onlyFields(body: unknown, call: Call): unknown {
  const fields = call.query.get('_fields')?.split(',')
  if (fields === undefined) return body
  const pick = (record: unknown): unknown => {
    if (typeof record !== 'object' || record === null || 'code' in record) return record
    return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)))
  }
  if (Array.isArray(body)) return body.map(pick)
  if (typeof body === 'object' && body !== null && call.path.endsWith('/batch')) {
    return Object.fromEntries(
      Object.entries(body).map(([name, items]) => [name, (items as unknown[]).map(pick)]),
    )
  }
  return pick(body)
}

interface Dated {
  readonly modified: number
}

/**
 * Filters by the date of the last change, which must be strictly later. Without `dates_are_gmt` the text is the time of the site, unless it
 * has a zone; with it, a text with a zone is moved by the zone of the site.
 */
export function changedSince<T extends Dated>(
  state: ShopState,
  { query }: Call,
  records: readonly T[],
): T[] {
  const text = query.get('modified_after')
  if (text === null) return [...records]
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = Date.parse(hasZone ? text : `${text}Z`)
  if (Number.isNaN(time)) {
    throw invalidParameter('modified_after', 'Invalid date.', 'rest_invalid_date')
  }
  const isGmt = query.get('dates_are_gmt') === 'true'
  const zone = state.zone * 3_600_000
  const since = hasZone === isGmt ? time + (isGmt ? zone : -zone) : time
  return records.filter(({ modified }) => modified > since)
}

/** Filters by the date of creation, which is asked for in UTC. */
export function createdAfter<T extends { readonly created: number }>(
  { query }: Call,
  records: readonly T[],
): readonly T[] {
  const after = query.get('after')
  return after === null
    ? records
    : records.filter(({ created }) => created > Date.parse(`${after}Z`))
}

/** By default the newest first. */
export function sorted<T extends { readonly id: number; readonly created: number } & Dated>(
  { query }: Call,
  records: readonly T[],
): T[] {
  const by = query.get('orderby') ?? 'date'
  const keyOf = (one: T) => (by === 'id' ? one.id : by === 'modified' ? one.modified : one.created)
  const ascending = [...records].sort(
    (one, other) => keyOf(one) - keyOf(other) || one.id - other.id,
  )
  return query.get('order') === 'asc' ? ascending : ascending.reverse()
}

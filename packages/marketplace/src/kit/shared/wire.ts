/** Building blocks of the wire schemas. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { EMPTY_IS_NULL, NORMALIZED, type ReferenceFormat } from './clean-text.ts'
import { BELOW_MINIMUM, IN_USE } from './formats.ts'
import { MAX_PRICE, PRICE_DECIMALS } from './money.ts'

/** An optional property. Absent, null and empty text all mean 'no value', because clients send one or the other for missing values. */
export function Maybe<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string }
  const values = 'enum' in rest ? { enum: [...(rest.enum as string[]), null] } : {}
  const empty = type === 'string' ? { [EMPTY_IS_NULL]: true } : {}
  return Type.Optional(
    Type.Unsafe<Static<T> | null>({ ...rest, ...values, ...empty, type: [type, 'null'] }),
  )
}

/** A value or null, in answers. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string }
  const values = 'enum' in rest ? { enum: [...(rest.enum as string[]), null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...rest, ...values, type: [type, 'null'] })
}

/** The optional properties of a schema of requests as nulls, for those that a request leaves out. */
export function absentOf<T extends TObject>(schema: T) {
  const required: readonly string[] = schema.required ?? []
  const optional = Object.keys(schema.properties).filter((name) => !required.includes(name))
  return Object.fromEntries(optional.map((name) => [name, null])) as {
    readonly [Name in keyof Static<T> as object extends Pick<Static<T>, Name>
      ? Name
      : never]-?: null
  }
}

const LIMITS = new Set<string>([
  EMPTY_IS_NULL,
  BELOW_MINIMUM,
  IN_USE,
  'format',
  'decimals',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])
/** Formats that the document names in answers, too. They have another keyword there, because fast-json-stringify knows `format`. */
const SHOWN: ReadonlySet<unknown> = new Set([
  'date-time',
  'currency',
  'country',
  'email',
  'web-url',
])

const MAP_LIMITS = new Set(['maxProperties', 'propertyNames'])

/**
 * The same shape for answers, without limits: stored values were already checked, and fast-json-stringify would check them again for each
 * answer. Optional values without a value are null, never left out.
 */
export function Answered<T extends TSchema>(schema: T): T {
  return toAnswered(schema) as T
}

function toAnswered(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toAnswered)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([name]) => !LIMITS.has(name) && !MAP_LIMITS.has(name))
  const answered = Object.fromEntries(kept.map(([name, value]) => [name, toAnswered(value)]))
  const { type, title } = answered
  const { format } = schema as { format?: string }
  if (SHOWN.has(format)) answered['x-format'] = format
  if (typeof title === 'string' && type !== undefined) answered.title = answeredTitle(title)
  return Array.isArray(type) && type.includes('null') ? { ...answered, default: null } : answered
}

/** The name of the shape in the document: a shape of answers has no limits, so it differs from that of requests. */
function answeredTitle(title: string): string {
  return title.endsWith('Response') ? title : `${title.replace(/Request$/, '')}Response`
}

/** One line of text. */
export function Line(maxLength: number, description?: string) {
  return Type.Unsafe<string>({
    type: 'string',
    format: 'line',
    maxLength,
    ...(description && { description }),
  })
}

/** Text that can contain line breaks. */
export function Block(maxLength: number, description?: string) {
  return Type.Unsafe<string>({
    type: 'string',
    format: 'block',
    maxLength,
    ...(description && { description }),
  })
}

/** Most characters of a reference of a product, as in the large shop systems. */
export const MAX_REFERENCE = 255

/** A reference of a record: not empty, without control characters, and not a name that the paths of the API use. It is normalized. */
export function Reference(
  maxLength: number,
  description: string,
  format: ReferenceFormat = 'reference',
) {
  return Type.Unsafe<string>({ type: 'string', format, minLength: 1, maxLength, description })
}

/** A text by which products are sought: any line, compared with references. */
export function SoughtReference(description: string, more: { readonly minLength?: number } = {}) {
  return Type.Unsafe<string>({ ...Line(MAX_REFERENCE, description), ...more, [NORMALIZED]: true })
}

/** An amount of money that is not negative. */
export function Money(description?: string) {
  return Type.Unsafe<number>({
    type: 'number',
    minimum: 0,
    maximum: MAX_PRICE,
    decimals: PRICE_DECIMALS,
    ...(description && { description }),
  })
}

/** Adds what a refusal of a value below the minimum says. */
export function hinted<T extends TSchema>(
  schema: T,
  hint: { readonly [BELOW_MINIMUM]: string },
): T {
  return { ...schema, ...hint }
}

/** A percentage from 0 to 100. */
export function Percentage(description: string) {
  return Type.Unsafe<number>({ type: 'number', minimum: 0, maximum: 100, decimals: 4, description })
}

/** The class of a product for VAT, such as `reduced`. */
export const VatClass = (description: string) => Line(30, description)

/** A whole number within the integer range of PostgreSQL. */
export function Count(minimum: number, maximum: number, description: string) {
  return Type.Unsafe<number>({ type: 'integer', minimum, maximum, description })
}

/** ISO 8601 with offset. */
export function DateTime(description: string) {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', description })
}

/** A moment, or a day, which stands for its beginning in the time zone of the customer; see `beginningOf`. */
export function DayOrTime(description: string) {
  return Type.Unsafe<string>({
    type: 'string',
    format: 'day-or-time',
    description: `${description} A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant.`,
  })
}

/** One of several values. */
export function OneOf<const T extends string>(values: readonly T[], description: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], description })
}

/** Several values of a parameter of a query, which is repeated for each of them. */
export function Several<T extends TSchema>(items: T, maxItems: number, description: string) {
  return Type.Unsafe<Static<T>[]>({ type: 'array', items, minItems: 1, maxItems, description })
}

/** One or several values of a parameter that took only one before. The value is a list in either case, because the list comes first. */
export function OneOrSeveral<T extends TSchema>(items: T, maxItems: number, description: string) {
  return Type.Unsafe<Static<T>[]>({
    anyOf: [{ type: 'array', items, minItems: 1, maxItems }, items],
    description,
  })
}

/** Text to search for: part of a name, or one or more references. A pasted list can contain line breaks. */
export const SearchText = (description: string) =>
  Type.Unsafe<string>({ ...Block(2_000, description), minLength: 1 })

/** Maximum number of names in ExtraData. */
export const MAX_EXTRA_DATA = 100

const extraData = (valueType: 'string' | readonly ['string', 'null']) => ({
  type: 'object',
  description: 'Free data: up to 100 names with a text each.',
  maxProperties: MAX_EXTRA_DATA,
  propertyNames: { type: 'string', format: 'line', minLength: 1, maxLength: 100 },
  additionalProperties: { type: valueType, format: 'block', maxLength: 4000 },
})

/** A map of text to text for values without a field of their own. Keys have up to 100 characters. */
export const ExtraData = Type.Unsafe<Readonly<Record<string, string>>>(extraData('string'))
export type ExtraData = Static<typeof ExtraData>

/** ExtraData in a merge patch: null removes a name. */
export const ExtraDataPatch = Type.Unsafe<Readonly<Record<string, string | null>>>(
  extraData(['string', 'null']),
)

/** The answer of a call that returns nothing: an empty object. */
export const Nothing = Type.Object({}, { title: 'Nothing', description: 'An empty object.' })

/** For objects without further properties. Unknown properties are reported by name. */
export const STRICT = { additionalProperties: false } as const

/**
 * The parameters of the pages of a list.
 *
 * @param items what a page has: `orders`
 * @param maxLength of a cursor
 */
export const pageOf = (items: string, maxLength = 100) => ({
  pageSize: Type.Optional(Count(1, 1000, `Most ${items} to answer; 100 when left out.`)),
  cursor: Type.Optional(Type.String({ maxLength, description: 'From the Link of a page.' })),
})

/**
 * The query of a list: its filter, and the parameters of its pages.
 *
 * @example pagedQuery('keys', { state: Type.Optional(OneOf(KEY_STATES, 'Only keys in this state.')) })
 */
export const pagedQuery = <Filter extends TProperties>(
  items: string,
  filter: Filter,
  maxLength?: number,
) => Type.Object({ ...filter, ...pageOf(items, maxLength) }, STRICT)

/** A moment in an answer, or null. */
export const Moment = (description: string) =>
  Nullable(Type.String({ format: 'date-time', description }))

/** An id in a path, as text. */
export const Id = (description: string) =>
  Type.Unsafe<string>({ type: 'string', pattern: '^[1-9][0-9]{0,14}$', description })

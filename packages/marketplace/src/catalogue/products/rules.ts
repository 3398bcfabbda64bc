/** The rules of products: the effect of a write on one product. They need no database. */
import { quoteReference } from '../../kit/shared/clean-text.ts'
import type { Issue } from '../../kit/shared/errors.ts'
import { escapePointer } from '../../kit/shared/errors.ts'
import { MAX_EXTRA_DATA } from '../../kit/shared/wire.ts'
import type { RowOf } from '../../kit/sql/columns.ts'
import { applyCount, type CountFacts, countOfReplacement } from '../../orders/stock/counts.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import type {
  ExpectedProduct,
  OfferChange,
  ProductChange,
  ProductReplacement,
  ProductResponse,
} from './schema.ts'

/** The fields of a product that a merchant writes, as they are stored. No field is undefined. */
export interface ProductRecord
  extends Omit<
    RowOf<typeof PRODUCT_COLUMNS, { readonly ExtraData: Readonly<Record<string, string>> | null }>,
    'StockCountedAt'
  > {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly StockCountedAt: string | null
}

/** The names of all fields of a {@link ProductRecord}. */
export const PRODUCT_FIELDS = Object.keys(PRODUCT_COLUMNS) as readonly (keyof ProductRecord)[]

/** A product without values. Null means 'no value', as in the database. */
const BLANK = Object.freeze({
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, null])),
  IsActive: true,
  Name: '',
  Stock: 0,
}) as Omit<ProductRecord, 'MerchantProductReference'>

/** A product that has only its reference. */
export function blankProduct(reference: string): ProductRecord {
  return { ...BLANK, MerchantProductReference: reference }
}

/**
 * What a write does with fields that it does not contain.
 * - `create`: the product must not exist.
 * - `upsert`: creates the product, or changes only the given fields and makes the product active again.
 * - `merge`: JSON merge patch, RFC 7396; the product must exist.
 * - `replace`: fields that are not given are removed, except `IsActive`; the product must exist.
 */
export type WriteMode = 'create' | 'upsert' | 'merge' | 'replace'

/** Returns a product after a write. `current` is the product before the write, or undefined if there was none. */
export function applyWrite(
  mode: WriteMode,
  current: ProductRecord | undefined,
  change: ProductChange & { readonly MerchantProductReference: string },
  facts: CountFacts,
): ProductRecord {
  const before = current ?? blankProduct(change.MerchantProductReference)
  const base = mode === 'replace' ? blankProduct(change.MerchantProductReference) : before
  // One copy, because an import does this for each row.
  const next: Record<string, unknown> = { ...base }
  next.IsActive = mode === 'upsert' || before.IsActive
  for (const field of PRODUCT_FIELDS) {
    const value = change[field]
    if (value !== undefined) next[field] = value ?? emptyValue(field, next)
  }
  const counted = mode === 'replace' ? countOfReplacement(before, change) : change
  Object.assign(next, applyCount(before, counted, facts))
  if (mode === 'merge' && change.ExtraData) {
    next.ExtraData = mergeMap(before.ExtraData, change.ExtraData)
  }
  return next as unknown as ProductRecord
}

/** Read-only fields, as a client has sent them back. */
export type ReadOnlyFields = {
  readonly [Name in 'Id' | 'Children' | 'CreatedAt' | 'UpdatedAt']?:
    | ProductReplacement[Name]
    | undefined
}

/** Returns an issue for each read-only field that differs from the product. Fields that are left out or null are accepted. */
export function readOnlyIssues(
  product: Pick<ProductResponse, 'Id' | 'Children' | 'CreatedAt' | 'UpdatedAt'>,
  sentBack: ReadOnlyFields,
): readonly Issue[] {
  const dateOf = (text?: string | null) => (text ? new Date(text).toISOString() : undefined)
  const comparable = {
    Id: sentBack.Id,
    Children: sentBack.Children?.toSorted(),
    CreatedAt: dateOf(sentBack.CreatedAt),
    UpdatedAt: dateOf(sentBack.UpdatedAt),
  }
  const actual = { ...product, Children: product.Children.toSorted() }
  const names = ['Id', 'Children', 'CreatedAt', 'UpdatedAt'] as const
  return names
    .filter((name) => (comparable[name] ?? null) !== null)
    .filter((name) => JSON.stringify(comparable[name]) !== JSON.stringify(actual[name]))
    .map((name) => ({
      path: `/${name}`,
      message: `is read-only: leave it out, or send it as it is, ${JSON.stringify(product[name])}`,
    }))
}

/** Price and stock. */
export type OfferRecord = Pick<ProductRecord, 'Price' | 'Stock' | 'StockCountedAt'>

/** Returns price and stock after a change. Fields that are not given stay; null means 'no value'. */
export function applyOffer(
  current: OfferRecord,
  { Price = current.Price, ...count }: Omit<OfferChange, 'MerchantProductReference' | 'Expected'>,
  facts: CountFacts,
): OfferRecord {
  return { Price, ...applyCount(current, count, facts) }
}

/** Merges ExtraData (RFC 7396): given values change, and null removes a name. */
function mergeMap(
  before: ProductRecord['ExtraData'],
  change: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const merged = Object.entries({ ...before, ...change }).filter((entry) => entry[1] !== null)
  return Object.fromEntries(merged) as Record<string, string>
}

/** The value that an explicit null sets: null, or the default of a field that always has a value. `IsActive` and the reference stay. */
function emptyValue(field: keyof ProductRecord, base: Readonly<Record<string, unknown>>): unknown {
  return field === 'IsActive' || field === 'MerchantProductReference' ? base[field] : BLANK[field]
}

/** Whether two records are equal. The order of the keys of ExtraData does not matter. */
export function isSameRecord(a: ProductRecord, b: ProductRecord): boolean {
  for (const field of PRODUCT_FIELDS) if (!isSameField(field, a, b)) return false
  return true
}

/** Whether two records are equal in one field. */
export function isSameField(
  field: keyof ProductRecord,
  a: ProductRecord,
  b: ProductRecord,
): boolean {
  return field === 'ExtraData' ? isSameMap(a.ExtraData, b.ExtraData) : a[field] === b[field]
}

function isSameMap(a: ProductRecord['ExtraData'], b: ProductRecord['ExtraData']): boolean {
  if (a === null || b === null) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/** Returns the issues of a single record. `path` is the JSON pointer of the record. */
export function recordIssues(record: ProductRecord, path: string): readonly Issue[] {
  const issues: Issue[] = []
  if (record.Name === '') {
    issues.push({ path: `${path}/Name`, message: 'is required and must not be empty' })
  }
  if (Object.keys(record.ExtraData ?? {}).length > MAX_EXTRA_DATA) {
    const message = `must have at most ${MAX_EXTRA_DATA} properties`
    issues.push({ path: `${path}/ExtraData`, message })
  }
  if (record.ParentMerchantReference === record.MerchantProductReference) {
    issues.push({
      path: `${path}/ParentMerchantReference`,
      message: 'must not be the product itself',
    })
  }
  return issues
}

/** Warnings about a product that was accepted. */
export function recordWarnings(
  record: Pick<ProductRecord, 'Price'>,
  isParent: boolean,
): readonly string[] {
  return isParent && record.Price !== null
    ? ['A parent is never sold: its Price and Stock are kept but not offered.']
    : []
}

/**
 * Returns an issue for each value that is not the expected one. Nothing, an empty text and a stock of 0 are what `null` expects.
 *
 * @param path of the item that contains `Expected`
 * @example
 * conflictsOf(record, { Price: 34.95 }, '') // [{ path: '/Expected/Price', message: 'was expected to be 34.95, and is 12' }]
 */
export function conflictsOf(
  record: Partial<ProductRecord>,
  { ExtraData, ...expected }: ExpectedProduct,
  path: string,
): readonly Issue[] {
  const names = Object.keys(expected) as (keyof typeof expected)[]
  const fields = names.flatMap((name) =>
    expected[name] === undefined
      ? []
      : conflict(`${path}/Expected/${name}`, storedValue(name, expected[name]), record[name]),
  )
  const extra = Object.entries(ExtraData ?? {}).flatMap(([name, value]) =>
    conflict(`${path}/Expected/ExtraData/${escapePointer(name)}`, value, record.ExtraData?.[name]),
  )
  return [...fields, ...extra]
}

type Value = string | number | null | undefined

function conflict(path: string, expected: Value, actual: Value): readonly Issue[] {
  if (plain(expected) === plain(actual)) return []
  return [{ path, message: `was expected to be ${show(expected)}, and is ${show(actual)}` }]
}

/** Nothing and an empty text are null. */
const plain = (value: Value) => (value === '' ? null : (value ?? null))

/** An expected value as it is stored: no stock is 0, and moments are in UTC with milliseconds. */
function storedValue(name: keyof ExpectedProduct, value: Value): Value {
  if (name === 'Stock') return value ?? 0
  return name === 'StockCountedAt' && value ? new Date(value).toISOString() : value
}

/** The longest text that an issue repeats. */
const MAX_SHOWN = 100

function show(value: Value): string {
  const shown = plain(value)
  if (typeof shown !== 'string') return String(shown)
  return shown.length > MAX_SHOWN ? 'another text' : quoteReference(shown)
}

/**
 * Input checks: one strict JSON-schema validator for everything that comes in. It reports every fault at once and says of
 * each where it is and what would be right.
 */
import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv'
import { iso31661 } from 'iso-3166'
import type { Fault } from './errors.ts'
import { hasDecimals, isCurrency } from './money.ts'

// Kosovo has no ISO code of its own; the EU and the carriers use the user-assigned XK.
const COUNTRIES: ReadonlySet<string> = new Set([...iso31661.map((entry) => entry.alpha2), 'XK'])

// Unicode category Cc: C0, DEL and C1. Text blocks may hold tab, line feed and carriage return.
const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

interface Format {
  readonly check: (text: string) => boolean
  /** Completes 'must be ...'. */
  readonly wanted: string
}

/** The formats that schemas may name. */
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
    check: (text) => isReference(text) && text !== 'new' && text !== 'acknowledge',
    wanted:
      "a reference: any characters but control characters, and not 'new', 'acknowledge', '.' or '..', which are taken by the API",
  },
  email: {
    check: (text) => /^[^\s@]+@[^\s@]+$/u.test(text) && isLine(text),
    wanted: 'an email address',
  },
  'web-url': {
    check: (text) => /^https?:\/\//iu.test(text) && isLine(text) && URL.canParse(text),
    wanted: 'an http or https URL',
  },
  currency: { check: isCurrency, wanted: 'a currency code of ISO 4217 such as EUR' },
  country: {
    check: (text) => COUNTRIES.has(text),
    wanted: 'a country code of ISO 3166-1 (two capital letters) such as NL',
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

/** Years 1900 to 9999: what ISO 8601 writes in four digits and every client can read back. */
function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text)
  if (match === null || Number(match[1]) < 1900) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth
  return isDay && !Number.isNaN(Date.parse(text))
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, coerceTypes })
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.check)
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    schemaType: 'number',
    errors: false,
    validate: (places: number, value: number) => hasDecimals(value, places),
  })
  ajv.addVocabulary(['example'])
  return ajv
}

const bodies = createAjv(false)
const parameters = createAjv(true)

/** Compiles a schema for bodies: types must be right as they are. */
export function compileBody<T>(schema: SchemaObject): ValidateFunction<T> {
  return bodies.compile<T>(schema)
}

/** Compiles a schema for query and path parameters, which arrive as text. */
export function compileParameters<T>(schema: SchemaObject): ValidateFunction<T> {
  return parameters.compile<T>(schema)
}

/**
 * Turns ajv's errors into faults, each with the place and what would be right there.
 *
 * @example
 * const validate = compileBody(ProductInput)
 * if (!validate(body)) return refuseFaults(toFaults(validate.errors))
 */
export function toFaults(
  errors: readonly ErrorObject[] | null | undefined,
  prefix = '',
): readonly Fault[] {
  const faults: Fault[] = []
  for (const error of errors ?? []) {
    // 'propertyNames' and 'if' only repeat that a sub-schema failed, which has its own entry.
    if (error.keyword === 'propertyNames' || error.keyword === 'if') continue
    faults.push({ path: prefix + pathOf(error), message: messageOf(error) })
  }
  return faults
}

function pathOf(error: ErrorObject): string {
  const { params, instancePath, propertyName } = error
  const name = params.missingProperty ?? params.additionalProperty ?? propertyName
  return name === undefined ? instancePath : `${instancePath}/${escapePointer(String(name))}`
}

/** RFC 6901, section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function messageOf(error: ErrorObject): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known property'
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'format':
      return `must be ${FORMATS[params.format as keyof typeof FORMATS].wanted}`
    case 'decimals':
      return `must have at most ${error.schema ?? 4} decimals`
    case 'minLength':
      return 'must not be empty'
    case 'maxLength':
      return `must be at most ${params.limit} characters long`
    case 'maxItems':
      return `must hold at most ${params.limit} items`
    case 'minItems':
      return `must hold at least ${params.limit} item${params.limit === 1 ? '' : 's'}`
    case 'maxProperties':
      return `must have at most ${params.limit} properties`
    default:
      return error.message ?? 'is invalid'
  }
}

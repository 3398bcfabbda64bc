/** Checks all input with one strict JSON schema validator. It reports all issues at once, each with its position and the expected value. */
import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv'
import { compileClean, EMPTY_IS_NULL, NORMALIZED } from './clean-text.ts'
import { isCurrency, isKnownCurrency } from './currencies.ts'
import type { Issue } from './errors.ts'
import { escapePointer } from './errors.ts'
import { BELOW_MINIMUM, FORMATS, type Format, IN_USE } from './formats.ts'
import { hasDecimals } from './money.ts'
import { isStorable } from './storable.ts'

function createAjv(options: { allErrors: boolean; coerceTypes: boolean | 'array' }): Ajv {
  // Tests check the schemas against their meta-schema (OpenAPI). To compile it takes longer than to compile most routes.
  // `verbose` adds the refused value to errors, for the hints of formats.
  const common = { strict: true, verbose: true, allowUnionTypes: true, validateSchema: false }
  const ajv = new Ajv({ ...options, ...common })
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.check)
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    schemaType: 'number',
    errors: false,
    validate: (places: number, value: number) => hasDecimals(value, places),
  })
  for (const keyword of [EMPTY_IS_NULL, NORMALIZED])
    ajv.addKeyword({ keyword, schemaType: 'boolean' })
  ajv.addKeyword({
    keyword: IN_USE,
    type: 'string',
    schemaType: 'boolean',
    errors: false,
    // The format refuses what is no currency at all.
    validate: (_: boolean, code: string) => isCurrency(code) || !isKnownCurrency(code),
  })
  ajv.addKeyword({ keyword: BELOW_MINIMUM, schemaType: 'string' })
  return ajv
}

const FIRST_FAULT = createAjv({ allErrors: false, coerceTypes: false })
const EVERY_FAULT = createAjv({ allErrors: true, coerceTypes: false })
// A parameter that is given once is a list of one, where the schema requires a list.
const PARAMETERS = createAjv({ allErrors: true, coerceTypes: 'array' })

/**
 * Maximum number of values in an input for which all issues are collected. The longest real order has 1,114 lines, which are 7,000 values.
 * For a larger input, only the first issue is reported: each issue needs a hundred times the bytes that cause it, and a body of 10 MB can
 * contain two million.
 */
const MAX_VALUES = 20_000

/** Maximum number of characters of an unknown name that an issue repeats. */
const MAX_NAME = 100

const NO_FAULTS: readonly Issue[] = Object.freeze([])

/**
 * Compiles a schema into a function that returns the issues of a value. The result is empty if the value is valid. If `all` is false, only
 * the first issue is returned.
 *
 * The schema is compiled on first use, because most commands and requests need few schemas.
 *
 * The function also cleans the texts of the value: see {@link compileClean}.
 *
 * @example
 * const issuesOf = compileBody(ProductRequest)
 * const issues = issuesOf(body)
 * if (issues.length > 0) return refuseIssues(issues)
 */
export function compileBody(
  schema: SchemaObject,
): (value: unknown, all?: boolean) => readonly Issue[] {
  let first: ValidateFunction | undefined
  let every: ValidateFunction | undefined
  const clean = compileClean(schema)
  return (given, all = true) => {
    const value = clean ? clean(given) : given
    first ??= FIRST_FAULT.compile(schema)
    if (first(value)) return NO_FAULTS
    if (!all || !isSmall(value)) return toIssues(first.errors)
    every ??= EVERY_FAULT.compile(schema)
    every(value)
    return toIssues(every.errors)
  }
}

/** Messages for formats that are written differently in a URL. */
const PARAMETER_MESSAGES = {
  'day-or-time':
    'must be a day such as 2026-11-21, or a date-time of ISO 8601 with offset, such as 2026-11-21T10:00:00Z or 2026-11-21T11:00:00%2B01:00: write + as %2B, since a plain + means a space in a query',
  'date-time':
    'must be a date-time of ISO 8601 with offset, such as 2026-11-21T10:00:00Z or 2026-11-21T11:00:00%2B01:00: write + as %2B, since a plain + means a space in a query',
}

/** How numbers are written in parameters. Ajv also converts what JavaScript reads as a number: 'Infinity', '1e400', '0x10', ' 1'. */
const NUMERALS: Readonly<Record<string, { readonly written: RegExp; readonly wanted: string }>> = {
  integer: { written: /^-?\d{1,16}$/, wanted: 'an integer in decimal digits' },
  number: { written: /^-?\d{1,16}(\.\d{1,16})?$/, wanted: 'a number in decimal digits' },
}

/**
 * Compiles a schema for query and path parameters, on first use. They arrive as text, and are converted to numbers if the schema requires
 * it. Numbers are written in decimal digits. Text without a format can contain every character that PostgreSQL can store.
 */
export function compileParameters(schema: SchemaObject): (value: unknown) => readonly Issue[] {
  let validate: ValidateFunction | undefined
  const clean = compileClean(schema)
  return (value) => {
    validate ??= PARAMETERS.compile(schema)
    clean?.(value)
    // First, because Ajv replaces the texts.
    const unreadable = findUnreadable(schema, value as Readonly<Record<string, unknown>>)
    const isValid = validate(value)
    if (isValid && unreadable.length === 0) return NO_FAULTS
    // One issue for each parameter, also where it is given several times.
    const issues = new Map<string, Issue>(unreadable.map((issue) => [issue.path, issue]))
    for (const { path, message } of toIssues(validate.errors, PARAMETER_MESSAGES)) {
      const parameter = path.split('/', 2).join('/')
      if (!issues.has(parameter)) issues.set(parameter, { path: parameter, message })
    }
    return [...issues.values()]
  }
}

/** The parameters that Ajv would accept, and PostgreSQL refuses. */
function findUnreadable(
  { properties = {} }: SchemaObject,
  parameters: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  const issues: Issue[] = []
  for (const name in parameters) {
    const numeral = NUMERALS[properties[name]?.type]
    for (const text of [parameters[name]].flat()) {
      if (typeof text !== 'string') continue
      const path = `/${escapePointer(name.slice(0, MAX_NAME))}`
      if (numeral?.written.test(text) === false) {
        issues.push({ path, message: `must be ${numeral.wanted}` })
      } else if (!isStorable(text)) {
        issues.push({ path, message: 'must be text without NUL' })
      }
    }
  }
  return issues
}

/** Whether a value is small enough to collect all of its issues. */
function isSmall(value: unknown): boolean {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0; count += 1) {
    if (count + open.length > MAX_VALUES) return false
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const name in next) {
      if (open.push((next as Record<string, unknown>)[name]) > MAX_VALUES) return false
    }
  }
  return true
}

function toIssues(
  errors: readonly ErrorObject[] | null | undefined,
  messages: Readonly<Record<string, string>> = {},
): readonly Issue[] {
  const issues: Issue[] = []
  for (const error of errors ?? []) {
    // 'propertyNames' only repeats that a name is invalid; the name has its own entry.
    if (error.keyword === 'propertyNames') continue
    issues.push({ path: pathOf(error), message: messages[error.params.format] ?? messageOf(error) })
  }
  return issues
}

function pathOf(error: ErrorObject): string {
  const { params, instancePath, propertyName } = error
  const name = params.missingProperty ?? params.additionalProperty ?? propertyName
  return name === undefined
    ? instancePath
    : `${instancePath}/${escapePointer(String(name).slice(0, MAX_NAME))}`
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
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`
    case 'format':
      return messageOfFormat(params.format, error.data)
    case IN_USE:
      return messageOfFormat('currency', error.data)
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
    case 'minimum':
      return [`must be at least ${params.limit}`, error.parentSchema?.[BELOW_MINIMUM]]
        .filter(Boolean)
        .join(': ')
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'maxProperties':
      return `must have at most ${params.limit} properties`
    default:
      return error.message ?? 'is invalid'
  }
}

/** The value is a text: other types have no format. */
function messageOfFormat(name: string, value: unknown): string {
  const { wanted, hint }: Format = FORMATS[name as keyof typeof FORMATS]
  const more = hint?.((value as string).slice(0, MAX_NAME))
  return more === undefined ? `must be ${wanted}` : `must be ${wanted}: ${more}`
}

import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv'
import { describeErrors, type Format, type PlacedError } from './describe-errors.ts'
import type { Issue, Path } from './issue.ts'
import { mapTexts } from './map-texts.ts'

/** Options of {@link compileSettings}. */
export interface CompileSettingsOptions {
  /** The formats that the schema uses. A schema that uses an unknown format is invalid. */
  readonly formats?: Readonly<Record<string, Format>>
}

/** The result of checking settings. */
export type CheckedSettings<T> =
  | { readonly isValid: true; readonly value: T; readonly issues: readonly Issue[] }
  /** There is at least one issue. The value is converted and completed as far as possible. */
  | { readonly isValid: false; readonly value: unknown; readonly issues: readonly Issue[] }

/** Checks settings against a compiled schema. It does not change the settings; the value is a copy. */
export type CheckSettings<T> = (settings: unknown) => CheckedSettings<T>

/**
 * Creates a check from a JSON schema. The schema is compiled when the check is first used.
 *
 * The check adds the defaults of the schema. It also converts texts to the type in the schema, because environment variables are always
 * text: `true` and `false` to booleans, decimal numbers to numbers, and one text to a list with one item. Nothing else is converted: a
 * number does not become text, and `yes` does not become a boolean.
 *
 * The result has at most one {@link Issue} for each setting. Functions and instances of classes are kept as they are.
 *
 * @throws Error when first used, if the schema is not valid
 * @example
 * const check = compileSettings<{ port: number }>({
 *   type: 'object',
 *   properties: { port: { type: 'integer', minimum: 0, default: 8080 } },
 *   additionalProperties: false,
 * })
 * check({ port: '80' }).value // { port: 80 }
 * check({ prot: 80 }).issues // [{ path: ['prot'], message: 'is not a setting. Did you mean port?' }]
 */
export function compileSettings<T>(
  schema: SchemaObject,
  { formats = {} }: CompileSettingsOptions = {},
): CheckSettings<T> {
  let compiled: ValidateFunction<T> | undefined
  return (settings) => {
    compiled ??= compile<T>(schema, formats)
    const validate = compiled
    const copy = mapTexts(settings, (text) => text)
    if (validate(copy)) return { isValid: true, value: copy, issues: [] }
    const value = parseStrings(copy, validate.errors ?? [])
    if (validate(value)) return { isValid: true, value, issues: [] }
    const errors = (validate.errors ?? []).map((error) => placeError(error, value))
    return { isValid: false, value, issues: describeErrors(errors, formats) }
  }
}

function compile<T>(
  schema: SchemaObject,
  formats: Readonly<Record<string, Format>>,
): ValidateFunction<T> {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, verbose: true })
  for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)
  return ajv.compile<T>(schema)
}

/** Converts texts to the type that the schema requires, if they represent a value of that type. */
function parseStrings(settings: unknown, errors: readonly ErrorObject[]): unknown {
  const places = Map.groupBy(errors, ({ instancePath }) => instancePath)
  const read = (text: string, path: Path): unknown => {
    const there = places.get(toPointer(path)) ?? []
    const wanted = there.flatMap(({ keyword, params }) => (keyword === 'type' ? params.type : []))
    if (wanted.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
    const isNumber = wanted.includes('number') || wanted.includes('integer')
    if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    // If the schema also allows text, the issue is not about the type.
    const mayBeText = there.some(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf')
    return wanted.includes('array') && !mayBeText ? [text] : text
  }
  return mapTexts(settings, read)
}

/** The path of the value that an error is about. For an error about a property name, the path of that property. */
function placeError(error: ErrorObject, settings: unknown): PlacedError {
  const { params, propertyName } = error
  const name = params.missingProperty ?? params.additionalProperty ?? propertyName
  const path: (string | number)[] = []
  let value = settings
  for (const part of error.instancePath.split('/').slice(1).map(fromPointer)) {
    path.push(Array.isArray(value) ? Number(part) : part)
    value = (value as Record<string, unknown>)[part]
  }
  return { path: name === undefined ? path : [...path, name], error }
}

/** RFC 6901, section 3. */
function toPointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** RFC 6901, section 3. */
function fromPointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

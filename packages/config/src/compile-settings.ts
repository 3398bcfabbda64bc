import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv'
import { describeErrors, type Format, type PlacedError } from './describe-errors.ts'
import type { Fault, Path } from './fault.ts'
import { mapTexts } from './map-texts.ts'

/** Options of {@link compileSettings}. */
export interface CheckSettingsOptions {
  /** The formats that the schema names. An unknown format is an error of the schema. */
  readonly formats?: Readonly<Record<string, Format>>
}

/** What came of checking settings. */
export type CheckedSettings<T> =
  | { readonly isValid: true; readonly value: T; readonly faults: readonly Fault[] }
  /** There is at least one fault, and the value is as far converted and completed as it could be. */
  | { readonly isValid: false; readonly value: unknown; readonly faults: readonly Fault[] }

/** Checks settings against the schema that it was compiled from. The settings stay as they are; the value is a copy. */
export type CheckSettings<T> = (settings: unknown) => CheckedSettings<T>

/**
 * Makes a check of a JSON schema. The schema is compiled when the check is first used.
 *
 * The check completes the settings with the defaults of the schema, and reads texts where the schema wants something else, since what an
 * environment variable holds is always text: `true` and `false` as switches, decimal numbers as numbers, one text as a list of one.
 * Nothing else is converted: a number is not text, and `yes` is not a switch.
 *
 * Every fault is named, one for each place: {@link Fault}. Instances of classes and functions are taken over as they are.
 *
 * @throws Error when first used, if the schema is not valid
 * @example
 * const check = compileSettings<{ port: number }>({
 *   type: 'object',
 *   properties: { port: { type: 'integer', minimum: 0, default: 8080 } },
 *   additionalProperties: false,
 * })
 * check({ port: '80' }).value // { port: 80 }
 * check({ prot: 80 }).faults // [{ path: ['prot'], message: 'is not a setting. Did you mean port?' }]
 */
export function compileSettings<T>(
  schema: SchemaObject,
  { formats = {} }: CheckSettingsOptions = {},
): CheckSettings<T> {
  let compiled: ValidateFunction<T> | undefined
  return (settings) => {
    compiled ??= compile<T>(schema, formats)
    const validate = compiled
    const copy = mapTexts(settings, (text) => text)
    if (validate(copy)) return { isValid: true, value: copy, faults: [] }
    const value = readTexts(copy, validate.errors ?? [])
    if (validate(value)) return { isValid: true, value, faults: [] }
    const errors = (validate.errors ?? []).map((error) => placeError(error, value))
    return { isValid: false, value, faults: describeErrors(errors, formats) }
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

/** Reads the texts that are of another type than the schema wants as that type, as far as they spell it. */
function readTexts(settings: unknown, errors: readonly ErrorObject[]): unknown {
  const places = Map.groupBy(errors, ({ instancePath }) => instancePath)
  const read = (text: string, path: Path): unknown => {
    const there = places.get(toPointer(path)) ?? []
    const wanted = there.flatMap(({ keyword, params }) => (keyword === 'type' ? params.type : []))
    if (wanted.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
    const isNumber = wanted.includes('number') || wanted.includes('integer')
    if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    // Where text is one of the forms, another thing is wrong with it.
    const mayBeText = there.some(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf')
    return wanted.includes('array') && !mayBeText ? [text] : text
  }
  return mapTexts(settings, read)
}

/** Where the value is that an error is about: for a name, the place of that name. */
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

import type { ErrorObject } from 'ajv'
import { closestMatch } from 'leven'
import type { Issue, Path } from './issue.ts'

/** A string format that a schema can refer to. */
export interface Format {
  readonly check: (text: string) => boolean
  /** Completes 'must be ...', such as `an email address, such as ann@shop.example`. */
  readonly wanted: string
}

/** An error of ajv with the path of the value that it is about. */
export interface PlacedError {
  readonly path: Path
  readonly error: ErrorObject
}

/**
 * Converts the errors of ajv (with `allErrors` and `verbose`) to issues with messages: one issue for each setting, in the order of the
 * errors.
 *
 * If the schema of a value has alternatives (`anyOf`), errors of alternatives for another type are left out. If no alternative has the type
 * of the value, the message lists the types and literals of all alternatives.
 */
export function describeErrors(
  errors: readonly PlacedError[],
  formats: Readonly<Record<string, Format>>,
): readonly Issue[] {
  const causes = errors.filter(({ error }) => !REPEATS.includes(error.keyword))
  const otherTypes = branchesOfOtherTypes(errors)
  const isMisfit = ({ error }: PlacedError) => otherTypes.some((one) => isOf(error, one))
  const places = Map.groupBy(
    causes.filter((one) => !isMisfit(one)),
    ({ path }) => JSON.stringify(path),
  )
  // The message lists a literal together with the form that fits the type: `must be at least 1 or false`.
  for (const one of causes) {
    if (one.error.keyword === 'const' && isMisfit(one)) {
      places.get(JSON.stringify(one.path))?.push(one)
    }
  }
  return Array.from(places.values(), (there) => {
    const [{ path }] = there as [PlacedError]
    const message = messageOf(
      there.map(({ error }) => error),
      formats,
    )
    return { path, message }
  })
}

/** Keywords whose errors only repeat that other keywords have failed for the same value. The errors of those are also in the list. */
const REPEATS: readonly string[] = ['anyOf', 'propertyNames', 'if']

/** One alternative of an `anyOf`, applied to a value. */
interface Branch {
  readonly instancePath: string
  /** Path of the schema of the alternative, with a trailing slash. */
  readonly schemaPath: string
}

/** Whether an error comes from an alternative, for its value or for something inside the value. */
function isOf({ instancePath, schemaPath }: ErrorObject, branch: Branch): boolean {
  return (
    schemaPath.startsWith(branch.schemaPath) &&
    `${instancePath}/`.startsWith(`${branch.instancePath}/`)
  )
}

/** The alternatives for other types than that of the value, if at least one alternative has that type. */
function branchesOfOtherTypes(errors: readonly PlacedError[]): readonly Branch[] {
  return errors
    .filter(({ error }) => error.keyword === 'anyOf')
    .flatMap(({ error: { schemaPath, schema, instancePath } }) => {
      const branches = (schema as readonly unknown[]).map((_, index) => ({
        instancePath,
        schemaPath: `${schemaPath}/${index}/`,
      }))
      const otherTypes = branches.filter((branch) =>
        errors.some(
          ({ error }) =>
            error.instancePath === instancePath &&
            ['type', 'const'].some((keyword) => error.schemaPath === branch.schemaPath + keyword),
        ),
      )
      return otherTypes.length === branches.length ? [] : otherTypes
    })
}

/** The message of one value, such as 'must be a number'. */
function messageOf(
  errors: readonly ErrorObject[],
  formats: Readonly<Record<string, Format>>,
): string {
  const literals = errors.filter(({ keyword }) => keyword === 'const')
  // A literal is more specific than its type.
  const parents = literals.map(({ schemaPath }) => parentOf(schemaPath))
  const types = errors
    .filter(
      ({ keyword, schemaPath }) => keyword === 'type' && !parents.includes(parentOf(schemaPath)),
    )
    .flatMap(namesOfTypes)
  const names = [...new Set(literals.map(({ params }) => String(params.allowedValue)))]
  const other = errors.find(({ keyword }) => keyword !== 'const' && keyword !== 'type')
  const alternatives = [...new Set(types), ...names]
  if (other !== undefined) return [sayError(other, formats), ...names].join(' or ')
  return types.length === 0 && names.length > 1
    ? `must be one of ${names.join(', ')}`
    : `must be ${alternatives.join(' or ')}`
}

function parentOf(schemaPath: string): string {
  return schemaPath.slice(0, schemaPath.lastIndexOf('/'))
}

/** A list of texts may also be written as one text, which is converted to a list with one item. */
function namesOfTypes({ params, parentSchema }: ErrorObject): readonly string[] {
  const isOfTexts = parentSchema?.type === 'array' && parentSchema.items?.type === 'string'
  if (isOfTexts) return ['text', 'a list of texts']
  return [params.type].flat().map((type) => TYPES[type] ?? type)
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a group of settings',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function sayError(
  { keyword, params, parentSchema, message }: ErrorObject,
  formats: Readonly<Record<string, Format>>,
): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return `is not a setting${suggest(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}))}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`
    case 'format':
      return `must be ${formats[params.format]?.wanted ?? params.format}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must be at least ${params.limit} characters long`
    case 'maxLength':
      return `must be at most ${params.limit} characters long`
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${rangeOf(parentSchema as Range)}`
    default:
      return message ?? 'is not valid'
  }
}

interface Range {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Range): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`
  const bounds = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
  ]
  return bounds.filter(Boolean).join(' and ')
}

/** Maximum edit distance at which a name counts as a misspelling: most typing errors are one or two edits. */
const MAX_EDITS = 3

/** Maximum number of settings whose names a message lists: about a line and a half. */
const MAX_LISTED = 15

/** Suggests the most similar setting; otherwise lists all settings, if they are few. */
function suggest(name: string, known: readonly string[]): string {
  const maxDistance = Math.min(MAX_EDITS, Math.floor(name.length / 2))
  const near = closestMatch(name, known, { maxDistance })
  if (near !== undefined) return `. Did you mean ${near}?`
  const isShort = known.length > 0 && known.length <= MAX_LISTED
  return isShort ? `. Known settings: ${known.join(', ')}` : ''
}

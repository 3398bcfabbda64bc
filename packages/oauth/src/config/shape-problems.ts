/** Holds options against a schema, and names every fault. */
import { closestMatch } from 'leven'
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { Pointer, Value } from 'typebox/value'
import type { ConfigProblem } from '../errors.ts'
import { FileOptions } from './schema.ts'
import { isPlainObject, mapTexts } from './substitute.ts'

/**
 * The faults that the schema finds, one for each place, however many.
 *
 * @example shapeProblems({ debug: 'yes' }) // [{ path: 'debug', message: 'must be boolean' }]
 */
export function shapeProblems(
  value: unknown,
  schema: TSchema = FileOptions,
): readonly ConfigProblem[] {
  const places = errorsByPath(schema, value)
  return Array.from(places, ([path, errors]) => ({ path, message: messageOf(errors, schema) }))
}

function errorsByPath(
  schema: TSchema,
  value: unknown,
): ReadonlyMap<string, readonly TLocalizedValidationError[]> {
  const places = new Map<string, TLocalizedValidationError[]>()
  for (const error of everyError(schema, value)) {
    // They only repeat what the others say: of each unknown name, and of each alternative.
    if (error.keyword === 'additionalProperties' || error.keyword === 'anyOf') continue
    const path = error.instancePath.slice(1).split('/').map(fromPointer).join('.')
    const errors = places.get(path)
    if (errors) errors.push(error)
    else places.set(path, [error])
  }
  return places
}

/**
 * The options with switches and numbers in the place of the texts that spell them: what an environment variable holds is
 * always text.
 *
 * @example readTexts({ debug: 'true', scope: 'true' }) // { debug: true, scope: 'true' }
 */
export function readTexts(value: unknown): unknown {
  const places = errorsByPath(FileOptions, value)
  return mapTexts(value, (text, path) => {
    const wanted = places
      .get(path)
      ?.flatMap(({ keyword, params }) =>
        keyword === 'type' ? (params as { type: string | string[] }).type : [],
      )
    if (wanted === undefined) return text
    if (wanted.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
    const isNumber = wanted.includes('number') || wanted.includes('integer')
    return isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
  })
}

/**
 * The errors, without typebox's limit of 8. The limit is one of the process, and no call can have its own; nothing else runs
 * between its change and its return.
 */
function everyError(schema: TSchema, value: unknown): readonly TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: Number.POSITIVE_INFINITY })
  try {
    return Value.Errors(schema, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** RFC 6901, section 3. */
function fromPointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** What one value should be: of several alternatives the first, and every one that is a literal. */
function messageOf(errors: readonly TLocalizedValidationError[], schema: TSchema): string {
  const unknown = errors.find(({ keyword }) => keyword === 'boolean')
  if (unknown) return `is no setting of this plugin${suggestion(unknown, schema)}`
  const literals = errors.flatMap((error) =>
    error.keyword === 'const' ? [String(error.params.allowedValue)] : [],
  )
  const other = errors.find(({ keyword }) => keyword !== 'const')?.message
  if (other !== undefined) return [other, ...literals].join(' or ')
  return literals.length === 1 ? `must be ${literals[0]}` : `must be one of ${literals.join(', ')}`
}

/** Edits up to which a name is taken for a misspelling of another: most typing errors are one or two. */
const MAX_EDITS = 3

/** The setting that was meant, as it seems. */
function suggestion(
  { instancePath, schemaPath }: TLocalizedValidationError,
  schema: TSchema,
): string {
  const name = fromPointer(instancePath.slice(instancePath.lastIndexOf('/') + 1))
  const parent = schemaPath.slice('#'.length, -'/additionalProperties'.length)
  const { properties = {} } = Pointer.Get(schema, parent) as { properties?: object }
  const maxDistance = Math.min(MAX_EDITS, Math.floor(name.length / 2))
  const near = closestMatch(name, Object.keys(properties), { maxDistance })
  return near === undefined ? '' : `. Did you mean ${near}?`
}

/**
 * The options without their faulty parts, so that the rules can be applied to the rest: what is left has the shapes that
 * they rely on.
 */
export function soundPart(value: unknown, faulty: readonly ConfigProblem[]): FileOptions {
  let rest = without(value, faulty)
  // What needs a part that was faulty goes with it.
  for (let more = shapeProblems(rest); more.length > 0; more = shapeProblems(rest)) {
    rest = without(rest, more)
  }
  return rest as FileOptions
}

function without(value: unknown, faulty: readonly ConfigProblem[]): unknown {
  if (!isPlainObject(value)) return {}
  const drop = (part: unknown, path: string): unknown => {
    if (!isPlainObject(part)) return part
    const kept = Object.entries(part).flatMap(([key, item]) => {
      const inner = path === '' ? key : `${path}.${key}`
      // A list goes as a whole: without one of its items it would mean something else.
      const isFaulty = faulty.some(
        (one) => one.path === inner || (!isPlainObject(item) && one.path.startsWith(`${inner}.`)),
      )
      return isFaulty ? [] : [[key, drop(item, inner)]]
    })
    return Object.fromEntries(kept)
  }
  return drop(value, '')
}

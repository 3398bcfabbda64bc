/** Checks the arguments of a call. The answer names each wrong argument, and what fits, so that a model can correct the call. Pure. */
import type { TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { markText } from './untrusted.ts'

/** What is wrong with one argument. */
export interface ArgumentIssue {
  /** JSON pointer (RFC 6901) into the arguments. */
  readonly path: string
  readonly message: string
  /** What fits, in words of JSON Schema. Undefined for an argument to leave out. */
  readonly expected?: Expected
}

/** The part of a schema that a caller needs to correct a value. */
type Expected = Readonly<Record<string, unknown>>

/** Keywords that limit a value. */
const LIMITS = [
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['pattern', 'format'],
] as const

/** An error as TypeBox returns it. */
interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: object
}

/** Everything that is wrong with the arguments; empty if they fit. */
export function checkArguments(schema: TObject, given: unknown): readonly ArgumentIssue[] {
  if (Value.Check(schema, given)) return []
  const errors = Value.Errors(schema, given) as readonly SchemaError[]
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ schemaPath }) => `${schemaPath}/anyOf/`)
  const found = errors
    .filter(({ schemaPath }) => !unions.some((union) => schemaPath.startsWith(union)))
    .flatMap((error) => toIssues(schema, error))
  return [...new Map(found.map((issue) => [issue.path, issue])).values()]
}

/** The arguments of a tool in a sentence. */
export function describeArguments(schema: TObject): string {
  const { properties, required } = schema as { properties: object; required?: readonly string[] }
  const names = Object.keys(properties)
  if (names.length === 0) return 'The tool has no arguments.'
  const list = names.map((name) => (required?.includes(name) ? `${name} (required)` : name))
  return `Arguments: ${list.join(', ')}.`
}

function toIssues(
  schema: TSchema,
  { keyword, schemaPath, instancePath, params }: SchemaError,
): readonly ArgumentIssue[] {
  const at = schemaAt(schema, schemaPath)
  if (keyword === 'required') {
    const { requiredProperties } = params as { requiredProperties: readonly string[] }
    return requiredProperties.map((name) => {
      const expected = expectedOf(schemaAt(at, `#/properties/${name}`))
      return { path: `${instancePath}/${name}`, message: `is required: ${say(expected)}`, expected }
    })
  }
  if (keyword === 'additionalProperties') {
    const { additionalProperties } = params as { additionalProperties: readonly string[] }
    const known = Object.keys((at as TObject).properties ?? {}).join(', ')
    return additionalProperties.map((name) => ({
      // The caller has chosen the name.
      path: `${instancePath}/${markText(name, 100)}`,
      message: `does not exist: leave it out, or use one of ${known}`,
    }))
  }
  // The errors of each unknown property besides.
  if (keyword === 'boolean') return []
  const expected = expectedOf(at)
  return [{ path: instancePath, message: `must be ${say(expected)}`, expected }]
}

function schemaAt(schema: unknown, path: string): TSchema {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      schema,
    ) as TSchema
}

function expectedOf(schema: TSchema | undefined): Expected {
  const written = { ...schema } as Record<string, unknown>
  const { anyOf, type, description, items, properties } = written
  const values = valuesOf(written)
  const limits = LIMITS.filter((name) => written[name] !== undefined)
  return {
    ...(values !== undefined ? { enum: values } : type !== undefined && { type }),
    ...(values === undefined && Array.isArray(anyOf) && { anyOf: anyOf.map(expectedOf) }),
    ...Object.fromEntries(limits.map((name) => [name, written[name]])),
    ...(items !== undefined && { items: expectedOf(items as TSchema) }),
    ...(properties !== undefined && { properties: Object.keys(properties as object) }),
    ...(description !== undefined && { description }),
  }
}

/** The values of an enumeration, in any of the ways to write one. */
function valuesOf({ enum: listed, const: only, anyOf }: Record<string, unknown>): unknown {
  if (listed !== undefined) return listed
  if (only !== undefined) return [only]
  if (!Array.isArray(anyOf)) return undefined
  const values = anyOf.map((one: { readonly const?: unknown }) => one.const)
  return values.includes(undefined) ? undefined : values
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ integer: 'a whole number', number: 'a number', string: 'a text', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object' },
}

const LIMIT_TEXTS: Readonly<Record<(typeof LIMITS)[number], string>> = {
  ...{ minimum: 'at least', maximum: 'at most', pattern: 'with the pattern', format: 'as' },
  ...{ minLength: 'with characters at least', maxLength: 'with characters at most' },
  ...{ minItems: 'with entries at least', maxItems: 'with entries at most' },
}

function say(expected: Expected): string {
  const { enum: values, anyOf, type, items, properties, description } = expected
  const kind = Array.isArray(values)
    ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
    : Array.isArray(anyOf)
      ? anyOf.map(say).join(', or ')
      : (KINDS[String(type)] ?? 'another value')
  const limits = LIMITS.filter((name) => expected[name] !== undefined).map(
    (name) => `${LIMIT_TEXTS[name]} ${expected[name]}`,
  )
  const members = Array.isArray(properties) ? [`of ${properties.join(', ')}`] : []
  const entries = items === undefined ? [] : [`each ${say(items as Expected)}`]
  const about = description === undefined ? '' : ` (${description})`
  return [kind, ...limits, ...entries, ...members].join(', ') + about
}

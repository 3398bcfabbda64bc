/** Moves schemas with a title to the components of a document, so that each shape is written once. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Schema } from './types.ts'

type Named = Map<string, Schema>

/** The prefix of references to named schemas. */
export const COMPONENTS = '#/components/schemas/'

/**
 * Replaces each schema that has a `title` by a reference, within any part of a document. Keywords of the validator become extensions
 * (`x-decimals`), formats of answers get their usual keyword, and a property of an answer with the default null becomes
 * required, because answers always contain it.
 *
 * @param named receives the schemas by title
 * @throws Error if two different schemas have the same title
 */
export function nameSchemas<T>(part: T, named: Named): T {
  return visit(part, named) as T
}

function visit(value: unknown, named: Named): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item, named))
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  return isNamed(schema) ? refer(schema, named) : visitKeywords(schema, named)
}

/** Properties can have the name `title`, but then it is not a text. */
function isNamed(schema: Schema): schema is Schema & { readonly title: string } {
  return typeof schema.title === 'string' && ('type' in schema || 'anyOf' in schema)
}

function visitKeywords(schema: Schema, named: Named): Schema {
  const visited: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'format' && value === 'day-or-time') continue
    if (keyword in RENAMED) visited[RENAMED[keyword] as string] = value
    else if (keyword === 'properties') visited.properties = visitProperties(value as never, named)
    else visited[keyword] = LITERAL.has(keyword) ? value : visit(value, named)
  }
  return requireDefaults(visited)
}

/** Keywords that have another name in the document. */
const RENAMED: Readonly<Record<string, string>> = { decimals: 'x-decimals', 'x-format': 'format' }

/** Keywords whose values are not schemas. */
const LITERAL: ReadonlySet<string> = new Set(['enum', 'required', 'default', 'examples', 'type'])

function visitProperties(properties: Readonly<Record<string, Schema>>, named: Named): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, visit(schema, named)]),
  )
}

function requireDefaults(schema: Record<string, unknown>): Schema {
  const { properties, required = [] } = schema as {
    properties?: Record<string, Schema>
    required?: readonly string[]
  }
  if (properties === undefined) return schema
  const always = Object.keys(properties).filter(
    (name) => required.includes(name) || properties[name]?.default === null,
  )
  if (always.length > 0) schema.required = always
  for (const [name, property] of Object.entries(properties)) {
    if (property.default !== null) continue
    const { default: _, ...rest } = property
    properties[name] = rest
  }
  return schema
}

function refer(schema: Schema & { readonly title: string }, named: Named): Schema {
  const { title, default: initial, ...rest } = schema
  const types = [schema.type].flat()
  const isNullable = types.length > 1 && types.includes('null')
  const [type] = types.filter((name) => name !== 'null')
  const body = visitKeywords(isNullable ? { ...rest, type } : rest, named)
  const known = named.get(title)
  if (known === undefined) named.set(title, body)
  else if (!isDeepStrictEqual(known, body)) {
    throw new Error(`Two different schemas have the title ${title}. Give one of them another.`)
  }
  const reference = { $ref: `${COMPONENTS}${title}` }
  if (!isNullable) return reference
  const nullable = { anyOf: [reference, { type: 'null' }] }
  return initial === undefined ? nullable : { ...nullable, default: initial }
}

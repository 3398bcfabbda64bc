import { COMPONENTS } from './name-schemas.ts'
import type { Shapes } from './shape.ts'
import type { Schema } from './types.ts'

type Named = ReadonlyMap<string, Schema>

/**
 * Adds the description and the example to each schema, unless it has them itself. An example can leave out values that are null. Sorted by
 * name.
 */
export function describeSchemas(named: Named, shapes: Shapes): Readonly<Record<string, Schema>> {
  const sorted = [...named].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([name, schema]) => {
      const shape = shapes[name]
      const described = shape && {
        description: shape.description,
        examples: [withNulls(schema, shape.example, named)],
      }
      return [name, { ...described, ...schema }]
    }),
  )
}

/**
 * Adds null for each required property that an example leaves out, and sorts it as its schema. Only those that can be null are left out: a test
 * validates examples.
 */
function withNulls(reference: Schema, example: unknown, named: Named): unknown {
  const { properties, required, items } = resolve(reference, named) as {
    readonly properties?: Readonly<Record<string, Schema>>
    readonly required?: readonly string[]
    readonly items?: Schema
  }
  if (Array.isArray(example))
    return items ? example.map((item) => withNulls(items, item, named)) : example
  if (typeof example !== 'object' || example === null || properties === undefined) return example
  const given = Object.entries(example).map(([name, value]) => {
    const own = properties[name]
    return [name, own ? withNulls(own, value, named) : value]
  })
  const nulls = (required ?? []).map((name) => [name, null])
  return Object.fromEntries([...nulls, ...given])
}

/** The schema of a reference, or of a value that can be null. */
function resolve(schema: Schema, named: Named): Schema {
  const { $ref, anyOf } = schema as { readonly $ref?: string; readonly anyOf?: readonly Schema[] }
  if ($ref !== undefined) return named.get($ref.slice(COMPONENTS.length)) ?? {}
  return anyOf?.[0] ? resolve(anyOf[0], named) : schema
}

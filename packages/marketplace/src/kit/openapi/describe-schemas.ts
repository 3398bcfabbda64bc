import { SHAPES } from './shapes/index.ts'
import type { Shapes } from './shapes/shape.ts'
import type { Schema } from './types.ts'

/** Adds the description and the example to each schema, unless it has them itself. Sorted by name. */
export function describeSchemas(
  named: ReadonlyMap<string, Schema>,
  further: Shapes,
): Readonly<Record<string, Schema>> {
  const sorted = [...named].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([name, schema]) => {
      const shape = further[name] ?? SHAPES[name]
      const described = shape && { description: shape.description, examples: [shape.example] }
      return [name, { ...described, ...schema }]
    }),
  )
}

/** All shapes that the document describes. */
import type { Schema } from '../types.ts'
import { ADMINISTRATION_SHAPES } from './administration.ts'
import { COMMON_SHAPES } from './common.ts'
import { FULFILMENT_SHAPES } from './fulfilment.ts'
import { ORDER_SHAPES } from './orders.ts'
import { PRODUCT_SHAPES } from './products.ts'
import type { Shapes } from './shape.ts'

const SHAPES: Shapes = {
  ...COMMON_SHAPES,
  ...ORDER_SHAPES,
  ...PRODUCT_SHAPES,
  ...FULFILMENT_SHAPES,
  ...ADMINISTRATION_SHAPES,
}

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

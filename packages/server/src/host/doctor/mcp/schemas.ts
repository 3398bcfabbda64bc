/** Looks into the schemas of tools. Pure. */
import { membersOf } from './facts.ts'

/** Deeper than schemas of tools are. */
const MAX_DEPTH = 20

/** The schemas in a schema, itself included. */
function schemasOf(schema: unknown, depth = 0): readonly ReturnType<typeof membersOf>[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(schema)) return schema.flatMap((one) => schemasOf(one, depth + 1))
  const members = membersOf(schema)
  const { properties, items, anyOf, oneOf, allOf, $defs, additionalProperties } = members
  const inner = [
    ...Object.values(membersOf(properties)),
    ...Object.values(membersOf($defs)),
    ...[items, anyOf, oneOf, allOf, additionalProperties],
  ]
  const schemas = inner.filter((one) => typeof one === 'object' && one !== null)
  return [members, ...schemas.flatMap((one) => schemasOf(one, depth + 1))]
}

/** Whether a list in a schema does not say what is in it. */
export function hasListWithoutItems(schema: unknown): boolean {
  return schemasOf(schema).some(
    (one) => one.type === 'array' && one.items === undefined && one.prefixItems === undefined,
  )
}

/** The names of all properties in a schema. */
export function propertyNamesOf(schema: unknown): readonly string[] {
  return schemasOf(schema).flatMap(({ properties }) => Object.keys(membersOf(properties)))
}

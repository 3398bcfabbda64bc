/** Empty text that means 'no value': generated clients send it for optional references, URLs and countries. */

/** The keyword of schemas whose empty text counts as null. */
export const EMPTY_IS_NULL = 'x-empty-is-null'

/** Replaces empty text by null within a value. Returns whether there was any. */
type ReplaceEmpty = (value: unknown) => boolean

/**
 * Compiles a schema into a function that replaces empty text by null in properties with {@link EMPTY_IS_NULL}. Returns undefined if the
 * schema has no such property.
 */
export function emptyTextOf(schema: object): ReplaceEmpty | undefined {
  const { properties, items } = schema as { properties?: Record<string, object>; items?: object }
  if (items) return inItems(emptyTextOf(items))
  if (properties) return inProperties(properties)
  return undefined
}

function inItems(replace: ReplaceEmpty | undefined): ReplaceEmpty | undefined {
  if (replace === undefined) return undefined
  return (value) =>
    Array.isArray(value) && value.reduce<boolean>((found, item) => replace(item) || found, false)
}

function inProperties(properties: Readonly<Record<string, object>>): ReplaceEmpty | undefined {
  const nested: [string, ReplaceEmpty][] = []
  const own: string[] = []
  for (const [name, schema] of Object.entries(properties)) {
    const replace = emptyTextOf(schema)
    if (replace) nested.push([name, replace])
    else if (EMPTY_IS_NULL in schema) own.push(name)
  }
  if (nested.length + own.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    const record = value as Record<string, unknown>
    let found = false
    for (const name of own) {
      if (record[name] !== '') continue
      record[name] = null
      found = true
    }
    for (const [name, replace] of nested) found = replace(record[name]) || found
    return found
  }
}

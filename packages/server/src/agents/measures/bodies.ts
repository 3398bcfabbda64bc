/** Reads the bodies of calls that nobody has checked yet. Pure. */

/** The items of a list in a body. */
export function listOf(body: object, name: string): readonly object[] {
  const { [name]: list } = body as Record<string, unknown>
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Whether something is an object, or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Units of the lines. Null if there are no lines, or if one names no number: that means all that are open. */
export function unitsOf(body: object): number | null {
  const lines = listOf(body, 'Lines')
  if (lines.length === 0) return null
  return sum(lines.map((line) => numberOf((line as { Quantity?: unknown }).Quantity)))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** Null if one of the values is not known. */
export function sum(values: readonly (number | null)[]): number | null {
  let total = 0
  for (const value of values) {
    if (value === null) return null
    total += value
  }
  return total
}

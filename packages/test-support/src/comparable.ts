/** Answers of calls that do the same. */

/**
 * An answer without what differs between two calls that do the same: times, and the values of properties that are numbered or random.
 *
 * @param varying matches the names of these properties
 */
export function comparable(value: unknown, varying: RegExp, name = ''): unknown {
  if (varying.test(name) && typeof value !== 'object') return typeof value
  if (Array.isArray(value)) return value.map((one) => comparable(one, varying, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, comparable(one, varying, key)]),
    )
  }
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? 'a time' : value
}

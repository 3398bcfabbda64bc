import type { Path } from './issue.ts'

/**
 * Returns a copy of settings in which every text is replaced, also in plain objects and lists. Everything else (functions, instances of
 * classes, numbers) is kept as it is.
 */
export function mapTexts(
  settings: unknown,
  replace: (text: string, path: Path) => unknown,
  path: Path = [],
): unknown {
  if (typeof settings === 'string') return replace(settings, path)
  if (Array.isArray(settings)) {
    return settings.map((item, index) => mapTexts(item, replace, [...path, index]))
  }
  if (!isPlainObject(settings)) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([key, item]) => [key, mapTexts(item, replace, [...path, key])]),
  )
}

/**
 * Whether a value is an object literal, or was read from YAML or JSON: not a list, and not an instance of a class.
 *
 * @example isPlainObject(new Map()) // false
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The fingerprint of a request's content. It distinguishes a retry from another request with the same reference. */
import { hash } from 'node:crypto'

/**
 * SHA-256 in hex of a JSON value. The order of keys and the spelling of numbers do not matter, and null equals a missing property.
 *
 * @example
 * hashContent({ a: 1, b: null }) === hashContent({ a: 1.0 }) // true
 */
export function hashContent(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex')
}

/** JSON with sorted keys and without nulls. Written by hand because it runs for every order (docs/decisions/0004-marketplace.md). */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const record = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(record).sort()) {
    const inner = record[key] ?? null
    if (inner !== null) text += `${JSON.stringify(key)}:${canonicalJson(inner)},`
  }
  return `{${text}}`
}

import { hash } from 'node:crypto'

/** A short text that is the same for equal values, whatever the order of their properties. */
export function fingerprint(value: unknown): string {
  return hash('sha256', canonical(value), 'base64url')
}

/** JSON with sorted names. Properties that are undefined do not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map) return [...part].toSorted()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const entries = Object.entries(part).filter(([, one]) => one !== undefined)
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

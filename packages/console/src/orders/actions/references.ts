/** The names of what a person creates. */

/**
 * Returns a reference for a record of an order, such as `1042-S-3f9a1c`. A panel makes it once and keeps it, so that a retry after a lost
 * answer has no second effect.
 */
export function recordReference(order: string, letter: string): string {
  const random = crypto.getRandomValues(new Uint8Array(3))
  const suffix = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${order}-${letter}-${suffix}`
}

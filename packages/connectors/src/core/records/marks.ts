/**
 * Marks: texts that the connector leaves in a shop, so that it finds there what it created before a crash.
 *
 * A mark names a record by what identifies it for people, and not by its id: a hub that was restored from a backup gives the ids since
 * then to other records.
 */
import { hash } from 'node:crypto'

/** Longest part of a mark: shops limit the fields in which a mark is stored. */
const MAX_PART = 40

/**
 * The mark of a record.
 *
 * @param hub the name of the hub
 * @param parts identify the record among those of its kind
 * @example markOf('hub.example', 7, 'order', [2, 'A-1']) // 'entrepot:hub.example/7/order/2/A-1'
 */
export function markOf(
  hub: string,
  customerId: number,
  kind: string,
  parts: readonly (string | number)[],
): string {
  return `entrepot:${hub}/${customerId}/${kind}/${parts.map(shorten).join('/')}`
}

/** Plain characters only: some shops search marks by patterns. What is lost by that, a hash keeps apart. */
function shorten(part: string | number): string {
  const text = String(part)
  const plain = text.replace(/[^A-Za-z0-9._-]/g, '_')
  if (plain === text && text.length <= MAX_PART) return text
  return `${plain.slice(0, 20)}~${hash('sha256', text, 'hex').slice(0, 16)}`
}

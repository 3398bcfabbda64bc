/**
 * The number of stored clients that must be deleted to make room for one more. Pure.
 *
 * @param total clients that are stored
 */
export function excessOf(total: number, limit: number): number {
  return Math.max(0, total + 1 - limit)
}

/** Keys of the rows of a form, which have no identity of their own. */

let last = 0

/** Another key. */
export function nextKey(): number {
  last += 1
  return last
}

/** Rows of a form that people add, move and remove. */
let last = 0

/** A key for a row that has no identity of its own: another one for each call. */
export function nextKey(): number {
  last += 1
  return last
}

/** A list with an entry moved by one place. An entry at that end of the list stays. Pure. */
export function moved<T>(list: readonly T[], index: number, by: 1 | -1): readonly T[] {
  const target = index + by
  if (target < 0 || target >= list.length) return list
  return list.toSpliced(index, 1).toSpliced(target, 0, list[index] as T)
}

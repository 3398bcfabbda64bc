/** Which rows of a list have changed since it was last shown. Pure. */

/** The rows of a list by id, in their order, each as text. */
export type RowTexts = ReadonlyMap<string, string>

/** @param watched what is compared of a row */
export function textsOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  watched: (row: Row) => unknown = (row) => row,
): RowTexts {
  return new Map(rows.map((row) => [idOf(row), JSON.stringify(watched(row)) ?? '']))
}

/**
 * Returns the ids of rows with another content, and of new rows above all others. Rows that come between others were there before, such as
 * variants that somebody unfolds. None if most rows are others, because then another page, filter or order is shown.
 */
export function changedRows(before: RowTexts, after: RowTexts): ReadonlySet<string> {
  const ids = [...after.keys()]
  const kept = ids.filter((id) => before.has(id)).length
  if (kept === 0 || kept * 2 < before.size) return new Set()
  const first = ids.findIndex((id) => before.has(id))
  const changed = ids.filter((id, index) =>
    before.has(id) ? before.get(id) !== after.get(id) : index < first,
  )
  return new Set(changed)
}

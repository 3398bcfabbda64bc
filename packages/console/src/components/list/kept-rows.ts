/** What was selected and opened in lists, for a person who comes back to a list. It is lost when the page is loaded again. */
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'

const NOTHING: RowSelectionState = {}

const selections = new Map<string, RowSelectionState>()
const opened = new Map<string, string>()

/**
 * The selected rows of a list, as they were when this place of the list was last shown.
 *
 * @param place the list with its filter and page; another one has a selection of its own
 */
export function useKeptSelection(
  place: string,
): readonly [RowSelectionState, (selected: RowSelectionState) => void] {
  const [state, setState] = useState({ place, selected: selections.get(place) ?? NOTHING })
  const selected = state.place === place ? state.selected : (selections.get(place) ?? NOTHING)
  return [
    selected,
    (next) => {
      selections.set(place, next)
      setState({ place, selected: next })
    },
  ]
}

/** Remembers the row that is opened from a list. */
export function keepOpened(list: string, row: string): void {
  opened.set(list, row)
}

/** The row that was opened last from a list; once. */
export function takeOpened(list: string): string | undefined {
  const row = opened.get(list)
  opened.delete(list)
  return row
}

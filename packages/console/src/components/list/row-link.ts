/** Whole rows open what their first cell links to. */
import type { MouseEvent } from 'react'
import { keepOpened } from './kept-rows.ts'

const CONTROLS = 'a, button, input, label, select, textarea, summary, [contenteditable]'

/** The link of a row. */
export function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('td[data-first] a[href]')
}

/** Opens the link of a row that was clicked beside its controls; with the middle button or a modifier, in a new tab. The list keeps which it was. */
export function openRow(event: MouseEvent<HTMLElement>, list: string): void {
  const row = event.currentTarget
  const target = event.target as Element
  const link = linkOf(row)
  if (link?.contains(target)) keepOpened(list, row.dataset.row ?? '')
  // A menu of the row is elsewhere in the document, and its events come here all the same.
  if (link === null || event.defaultPrevented || !row.contains(target)) return
  const cell = target.closest('td')
  if (target.closest(CONTROLS) || (cell && cell.querySelector('button, input') !== null)) return
  // Somebody who selects text does not want to leave.
  if (window.getSelection()?.isCollapsed === false) return
  const isNewTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
  if (isNewTab) window.open(link.href, '_blank', 'noopener')
  else if (event.button === 0) link.click()
}

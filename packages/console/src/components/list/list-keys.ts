/** The keys of lists: they move through the rows of the list that has the focus, or of the first one of the page. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { takeOpened } from './kept-rows.ts'
import { linkOf } from './row-link.ts'

/** A key of a list, and what it does with the selected rows, or else with the current one. */
export interface RowsKey<Row> {
  readonly key: string
  readonly label: string
  readonly run: (rows: readonly Row[]) => void
}

/** A key of a list, and what it does. */
export interface ListKey {
  readonly key: string
  readonly label: string
  readonly run: () => void
}

/** The keys that every list has. */
const LIST_KEYS = [
  { key: 'j', label: 'Next row' },
  { key: 'k', label: 'Previous row' },
  { key: 'Enter', label: 'Open the row' },
] as const

/** The key of lists whose rows can be selected. */
const SELECT_KEY = { key: 'x', label: 'Select the row' }

interface KeyedList {
  readonly region: RefObject<HTMLElement | null>
  readonly press: (event: KeyboardEvent) => void
  readonly describe: () => readonly Pick<ListKey, 'key' | 'label'>[]
}

const lists = new Set<KeyedList>()

/** The keys of the list of the page; none if it has no list. */
export function shownListKeys(): readonly Pick<ListKey, 'key' | 'label'>[] {
  return activeList()?.describe() ?? []
}

function activeList(): KeyedList | undefined {
  const all = [...lists].filter(({ region }) => region.current !== null)
  return all.find(({ region }) => region.current?.contains(document.activeElement)) ?? all[0]
}

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Whether a key is typed into something, or meant for a dialog, or for the browser. */
export function isKeyOfOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as Element | null
  return target?.closest?.(TYPING) != null || document.querySelector('[role=dialog]') !== null
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isKeyOfOthers(event)) activeList()?.press(event)
}

function register(list: KeyedList): () => void {
  if (lists.size === 0) window.addEventListener('keydown', onKeyDown)
  lists.add(list)
  return () => {
    lists.delete(list)
    if (lists.size === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

/** The row of a list that has the focus. */
export function currentRow(region: Element | null): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row]') ?? null
  return row !== null && region?.contains(row) ? row : null
}

/** Moves the focus through the rows of a list. */
function moveTo(region: Element, step: 1 | -1): void {
  const rows = [...region.querySelectorAll<HTMLElement>('tr[data-row]')]
  const current = currentRow(region)
  const place = current === null ? (step === 1 ? -1 : rows.length) : rows.indexOf(current)
  const next = rows[Math.max(0, Math.min(rows.length - 1, place + step))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/**
 * Gives a list its keys.
 *
 * @param canSelect whether its rows have a checkbox
 * @param keys what can be done with the selected rows, or with the current one
 */
export function useListKeys(
  region: RefObject<HTMLElement | null>,
  canSelect: boolean,
  keys: readonly ListKey[],
): void {
  const describe = useEffectEvent(() => [...LIST_KEYS, ...(canSelect ? [SELECT_KEY] : []), ...keys])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (region.current === null) return
    const row = currentRow(region.current)
    const own = keys.find(({ key }) => key === event.key)
    if (event.key === 'j') moveTo(region.current, 1)
    else if (event.key === 'k') moveTo(region.current, -1)
    else if (event.key === 'x' && canSelect)
      row?.querySelector<HTMLElement>('[type=checkbox]')?.click()
    // On a control within the row, Enter is its own.
    else if (event.key === 'Enter' && row !== null && document.activeElement === row)
      linkOf(row)?.click()
    else if (own) own.run()
    else return
    event.preventDefault()
  })
  useEffect(
    () => register({ region, press: (event) => press(event), describe: () => describe() }),
    [region],
  )
}

/** Gives the focus to the row that was opened last, when a person comes back to its list: the keys go on from there. */
export function useOpenedRow(region: RefObject<HTMLElement | null>, list: string): void {
  useEffect(() => {
    const opened = takeOpened(list)
    // Not if the person has moved it elsewhere.
    if (opened === undefined || !document.activeElement?.contains(region.current)) return
    const rows = [...(region.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    rows.find(({ dataset }) => dataset.row === opened)?.focus({ preventScroll: true })
  }, [region, list])
}

import { Tabs, type TabsListProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { fadeEdges, showPart } from './fade-edges.ts'

/** The tabs of a page. On a phone they scroll, and the chosen one is in sight. */
export function TabList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const tab = chosenOf(list.current)
    if (tab === shown.current) return
    shown.current = tab
    showChosen(list.current)
  })
  return <Tabs.List ref={useMergedRef(list, fadeEdges, keepChosen)} {...props} />
}

function chosenOf(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('[aria-selected=true]') ?? null
}

function showChosen(list: HTMLElement | null): void {
  const tab = chosenOf(list)
  if (list !== null && tab !== null) showPart(list, tab)
}

/** Counts that come later make the tabs wider, and a turned phone the line. A `ref` of React. */
function keepChosen(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const observer = new ResizeObserver(() => showChosen(list))
  for (const part of [list, ...list.children]) observer.observe(part)
  return () => observer.disconnect()
}

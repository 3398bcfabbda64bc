import { Tabs, type TabsListProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { fadeEdges } from './fade-edges.ts'

/** The tabs of a page. On a phone they scroll, and the chosen one is in sight. */
export function TabList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]') ?? null
    if (list.current === null || tab === null || tab === shown.current) return
    shown.current = tab
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  })
  return <Tabs.List ref={useMergedRef(list, fadeEdges)} {...props} />
}

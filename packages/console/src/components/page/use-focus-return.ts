/** Where the focus goes when a panel is closed. */
import { useEffect } from 'react'

/** Mantine returns the focus after 10 ms, unless the whole panel is gone by then. */
const AFTER_MANTINE_MS = 20

/** What had the focus last outside of panels and menus. The item of a menu that opens a panel is gone when the panel is there. */
let lastOnPage: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  if (target.closest('[role=dialog], [role=menu]') === null) lastOnPage = target
})

/**
 * Gives the focus back to what has opened a panel, or to the start of the page if that is gone. Panels that are only there while they
 * are open need it, and those that a menu has opened.
 */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const opener = lastOnPage
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement !== null && activeElement !== body) return
        const target = opener?.isConnected ? opener : document.getElementById('page')
        target?.focus({ preventScroll: true })
      }, AFTER_MANTINE_MS)
    }
  }, [isOpen])
}

/** The focus of what is disabled for a moment. */
import { useEffect } from 'react'

/**
 * Returns the focus to a button that was disabled while it had the focus, for example because it was loading, once it can be used again.
 * The browser moves the focus to the start of the page. Leaves the focus where a person has moved it meanwhile.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let loser: HTMLButtonElement | undefined
    const observer = new MutationObserver((changes) => {
      const buttons = changes.map(({ target }) => target as HTMLButtonElement)
      loser = buttons.find((one) => one.disabled && one === document.activeElement) ?? loser
      if (!loser || loser.disabled) return
      if (document.activeElement === document.body) loser.focus()
      loser = undefined
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [])
}

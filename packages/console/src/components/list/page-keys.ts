/** The keys of a page, besides those of its lists. */
import { useEffect, useEffectEvent } from 'react'
import { isKeyOfOthers, type ListKey } from './list-keys.ts'

type Described = readonly Pick<ListKey, 'key' | 'label'>[]

const pages = new Set<() => Described>()

/** The keys of the page that is shown. */
export function shownPageKeys(): Described {
  return [...pages].flatMap((describe) => describe())
}

/** Gives a page keys, which the sheet of keys lists. */
export function usePageKeys(keys: readonly ListKey[]): void {
  const describe = useEffectEvent(() => keys)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const own = isKeyOfOthers(event) ? undefined : keys.find(({ key }) => key === event.key)
    if (own === undefined) return
    event.preventDefault()
    own.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    const read = () => describe()
    pages.add(read)
    window.addEventListener('keydown', listen)
    return () => {
      pages.delete(read)
      window.removeEventListener('keydown', listen)
    }
  }, [])
}

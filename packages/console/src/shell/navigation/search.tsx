/** Ctrl+K: jumps to a page, an order, a product or a channel, or does something. */
import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './search.module.css'
import { useHits } from './use-hits.tsx'

/** The button that opens the search. */
export function SearchButton() {
  return (
    <>
      <UnstyledButton className={classes.button} visibleFrom="sm" onClick={spotlight.open}>
        <IconSearch size={16} aria-hidden />
        <Text size="sm" span>
          Search or jump to ...
        </Text>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={spotlight.open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <Search />
    </>
  )
}

function Search() {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  const { groups, isKnown, hasFailed } = useHits(text.trim(), q)
  const onEnter = useFirstHit(text.trim(), isKnown, () => groups[0]?.actions[0]?.onClick)
  // Also while a field has the focus.
  useHotkeys([['mod+K', spotlight.toggle]], [], true)
  useHotkeys([['/', spotlight.open]])
  return (
    <Spotlight
      actions={groups}
      query={text}
      onQueryChange={setText}
      // The hub has searched already.
      filter={(_, actions) => actions}
      nothingFound={nothingFound(text.trim(), isKnown, hasFailed)}
      searchProps={{
        placeholder: 'Order, product, name, city …',
        'aria-label': 'Search',
        onKeyDown: onEnter,
      }}
      shortcut={null}
      scrollable
      maxHeight={420}
    />
  )
}

function nothingFound(text: string, isKnown: boolean, hasFailed: boolean): string {
  if (text === '') return 'Search by reference, name, e-mail address, place or number.'
  if (hasFailed) return 'The search failed. Type again to retry.'
  return isKnown ? `Nothing found for “${text}”.` : 'Searching…'
}

/**
 * Enter opens the first hit. If the hub has not answered yet, it is opened when the answer comes, unless the text has changed.
 *
 * @param isKnown whether the hits are those of the text
 */
function useFirstHit(text: string, isKnown: boolean, firstHit: () => unknown) {
  const wanted = useRef<string>(undefined)
  const hasMoved = useRef(false)
  const open = useEffectEvent(() => {
    wanted.current = undefined
    const run = firstHit()
    if (typeof run !== 'function') return
    spotlight.close()
    run()
  })
  useEffect(() => {
    hasMoved.current = false
    // Enter was meant for this text only.
    if (wanted.current !== text) wanted.current = undefined
    if (text === '' || !isKnown) return
    if (wanted.current === text) open()
    else markFirst()
  }, [isKnown, text])
  return (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (text === '' || (isKnown && hasMoved.current)) return
    unmark()
    wanted.current = text
    if (isKnown) open()
  }
}

/** Marks the first hit, as it is what Enter opens. Spotlight keeps its mark in the document, and on a hit of the text before. */
function markFirst(): void {
  unmark()
  document.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
}

function unmark(): void {
  for (const marked of document.querySelectorAll('[data-action][data-selected]')) {
    marked.removeAttribute('data-selected')
  }
}

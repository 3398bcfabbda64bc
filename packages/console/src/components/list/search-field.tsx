import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** A field that searches while the person types, a moment after the last key. */
export function SearchField({
  label,
  placeholder,
  text,
  onSearch,
  width = 340,
}: {
  readonly label: string
  readonly placeholder: string
  /** What the address says. */
  readonly text: string
  readonly onSearch: (text: string) => void
  /** On screens that are wider than a phone. @default 340 */
  readonly width?: number
}) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const [sent, setSent] = useState(text)
  const search = useDebouncedCallback((wanted: string) => {
    setSent(wanted)
    onSearch(wanted)
  }, 250)
  if (shown !== text) {
    setShown(text)
    // It was changed elsewhere: it was cleared, or a saved view was opened.
    if (text !== sent) {
      setSent(text)
      setTyped(text)
    }
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', sm: width }}
      miw={0}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value.trim())
      }}
    />
  )
}

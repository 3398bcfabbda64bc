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
}: {
  readonly label: string
  readonly placeholder: string
  /** What the address says. */
  readonly text: string
  readonly onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback(onSearch, 250)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', sm: 340 }}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value.trim())
      }}
    />
  )
}

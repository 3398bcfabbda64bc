/** Chooses a product that can be sold, by its reference, its name or its EAN. */
import { Group, Loader, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Picture } from '../../components/values/picture.tsx'
import { useSession } from '../../hub/session.tsx'
import { foundProductsQuery } from '../queries.ts'
import { useScan } from './use-scan.ts'

/** For how long a person has to pause before the hub is asked, in milliseconds. */
const PAUSE_MS = 200

export function ProductPicker({
  label,
  description,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly description: string
  /** The reference of the chosen product. */
  readonly value: string | null
  readonly error?: ReactNode
  readonly onChange: (reference: string | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data, isFetching, isError, isPlaceholderData } = useQuery(
    foundProductsQuery(useSession(), q),
  )
  // What an earlier text has found is not offered, so that nobody chooses it by a key that was meant for the next options.
  const isCurrent = typed.trim() === q && !isPlaceholderData
  const found = (isCurrent ? (data ?? []) : []).filter(({ Children }) => Children.length === 0)
  const products = new Map(found.map((product) => [product.MerchantProductReference, product]))
  const choose = (reference: string | null) => {
    // Where the value stays none, the next product can be typed at once.
    setTyped('')
    onChange(reference)
  }
  const scan = useScan(typed.trim(), choose)
  // The chosen one stays among the options, so that the field can show it.
  const references = [...new Set([...products.keys(), ...(value === null ? [] : [value])])]
  return (
    <Select
      label={label}
      description={description}
      placeholder="Reference, name or EAN"
      searchable
      clearable
      data={references}
      // The hub has searched.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      error={error}
      onChange={choose}
      onKeyDown={scan}
      nothingFoundMessage={
        isError
          ? 'The products cannot be read now.'
          : isCurrent && !isFetching
            ? 'No such product'
            : 'Searching'
      }
      rightSection={isFetching ? <Loader size={14} aria-label="Searching" /> : undefined}
      renderOption={({ option }) => {
        const product = products.get(option.value)
        return (
          <Group gap="sm" wrap="nowrap">
            <Picture url={product?.ImageUrl ?? null} />
            <div style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm">{product?.Name ?? option.value}</Text>
              <Text size="xs" c="dimmed">
                {[option.value, product?.Ean].filter(Boolean).join(', EAN ')}
                {product && `, ${product.StockAvailable} available`}
              </Text>
            </div>
          </Group>
        )
      }}
    />
  )
}

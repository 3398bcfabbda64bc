/** Chooses a product that can be sold, by its reference, its name or its EAN. */
import { Group, Loader, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Picture } from '../../components/values/picture.tsx'
import { useSession } from '../../hub/session.tsx'
import { foundProductsQuery } from '../queries.ts'

/** For how long a person has to pause before the hub is asked, in milliseconds. */
const PAUSE_MS = 200

export function ProductPicker({
  label,
  description,
  value,
  onChange,
}: {
  readonly label: string
  readonly description: string
  /** The reference of the chosen product. */
  readonly value: string | null
  readonly onChange: (reference: string | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data, isFetching, isError } = useQuery(foundProductsQuery(useSession(), q))
  const found = (data ?? []).filter(({ Children }) => Children.length === 0)
  const products = new Map(found.map((product) => [product.MerchantProductReference, product]))
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
      onChange={onChange}
      nothingFoundMessage={
        isError ? 'The products cannot be read now.' : isFetching ? 'Searching' : 'No such product'
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
              </Text>
            </div>
          </Group>
        )
      }}
    />
  )
}

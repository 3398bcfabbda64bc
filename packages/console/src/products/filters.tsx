/** The filters of the list of products. */
import { Chip, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../channels/queries.ts'
import { SearchField } from '../parts/search-field.tsx'
import { useSession } from '../shell/session.tsx'
import { type ProductsSearch, withFilters } from './search.ts'

const chips = [
  { name: 'active', label: 'Active' },
  { name: 'outOfStock', label: 'Out of stock' },
  { name: 'noEan', label: 'Without EAN' },
] as const

export function ProductFilterBar({
  search,
  onChange,
}: {
  readonly search: ProductsSearch
  readonly onChange: (search: ProductsSearch) => void
}) {
  const session = useSession()
  const { data: channels = [] } = useQuery({
    ...channelsQuery(session),
    enabled: session.may('channels:read'),
  })
  const set = (changed: Parameters<typeof withFilters>[1]) => onChange(withFilters(search, changed))
  return (
    <Group mb="md" gap="sm">
      <SearchField
        label="Search products"
        placeholder="References, EAN, name"
        text={search.q ?? ''}
        onSearch={(q) => set({ q })}
      />
      <Group gap={6}>
        {chips.map(({ name, label }) => (
          <Chip
            key={name}
            size="sm"
            variant="outline"
            checked={search[name] ?? false}
            onChange={(isChecked) => set({ [name]: isChecked })}
          >
            {label}
          </Chip>
        ))}
      </Group>
      <Select
        aria-label="Pending at a channel"
        placeholder="Pending at a channel"
        clearable
        w={200}
        data={channels.map(({ Id, Name }) => ({ value: String(Id), label: Name }))}
        value={search.pendingAt === undefined ? null : String(search.pendingAt)}
        onChange={(pendingAt) => set({ pendingAt: pendingAt ?? undefined })}
      />
    </Group>
  )
}

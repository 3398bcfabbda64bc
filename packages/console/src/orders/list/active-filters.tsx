/** The filters that are set, each with a button that removes it. */
import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { type Filters, filtersOf, type OrderSearch } from '../search.ts'
import { filtersInWords } from './filter-words.ts'

export function ActiveFilters({
  search,
  onChange,
}: {
  readonly search: OrderSearch
  readonly onChange: (filters: Filters) => void
}) {
  const session = useSession()
  const filters = filtersOf(search)
  const enabled = Object.keys(filters).length > 0
  const { data: channels } = useQuery({ ...channelsQuery(session), enabled })
  const { data: customer } = useQuery({ ...customerQuery(session), enabled })
  const words = filtersInWords(filters, channels ?? [], customer?.BaseCurrency ?? 'EUR')
  if (words.length === 0) return null
  return (
    <Group gap={6} mb="xs" role="group" aria-label="Filters">
      {words.map(([name, label]) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          radius="xl"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Remove the filter: ${label}`}
          onClick={() => {
            const { [name]: _, ...others } = filters
            onChange(others)
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

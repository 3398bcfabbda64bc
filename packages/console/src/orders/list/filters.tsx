/** The filters of the list of orders, in a panel below a button that says how many are set. */
import { ORDER_STATUSES } from '@entrepot/client'
import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Popover,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { channelsQuery } from '../../channels/queries.ts'
import { CountryField } from '../../components/form/fields/country-field.tsx'
import { statusLabel } from '../../components/values/status.tsx'
import { useSession } from '../../hub/session.tsx'
import { type Filters, filtersOf, type OrderSearch, parseStatuses } from '../search.ts'
import classes from './filters.module.css'

export function OrderFilters({
  search,
  onChange,
}: {
  readonly search: OrderSearch
  readonly onChange: (filters: Filters) => void
}) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const count = Object.keys(filtersOf(search)).length
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" width={340} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button}
          // The search field gives way.
          style={{ flexShrink: 0 }}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={toggle}
        >
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterForm
          search={search}
          onApply={(filters) => {
            onChange(filters)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const FLAGS = [
  { name: 'late', label: 'Only late orders' },
  { name: 'short', label: 'Only oversold orders' },
] as const

const FIELDS = [
  { name: 'orderedSince', label: 'Placed from', type: 'date' },
  { name: 'orderedUntil', label: 'Placed until', type: 'date' },
  { name: 'product', label: 'Product (SKU)', type: 'text' },
  { name: 'minTotal', label: 'Total from', type: 'number' },
  { name: 'maxTotal', label: 'Total up to', type: 'number' },
] as const

function FilterForm({
  search,
  onApply,
}: {
  readonly search: OrderSearch
  readonly onApply: (filters: Filters) => void
}) {
  const { data: channels = [] } = useQuery(channelsQuery(useSession()))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      Object.entries(filtersOf(search)).map(([name, value]) => [name, String(value)]),
    ),
  )
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(filtersOf(typed))
  }
  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <Select
          label="Channel"
          placeholder="All channels"
          clearable
          comboboxProps={{ withinPortal: false }}
          data={channels.map(({ Id, Name }) => ({ value: String(Id), label: Name }))}
          value={typed.channelId ?? null}
          onChange={(channelId) => setTyped({ ...typed, channelId: channelId ?? '' })}
        />
        <MultiSelect
          label="Status"
          description="Replaces the statuses of the tab."
          placeholder={typed.status ? '' : 'Statuses of the tab'}
          comboboxProps={{ withinPortal: false }}
          data={ORDER_STATUSES.map((value) => ({ value, label: statusLabel(value) }))}
          value={[...parseStatuses(typed.status ?? '')]}
          onChange={(statuses) => setTyped({ ...typed, status: statuses.join(',') })}
        />
        {FLAGS.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={typed[name] === 'true'}
            onChange={({ currentTarget: { checked } }) =>
              setTyped({ ...typed, [name]: checked ? 'true' : '' })
            }
          />
        ))}
        <SimpleGrid cols={2} spacing="sm">
          {FIELDS.map(({ name, label, type }) => (
            <TextInput
              key={name}
              label={label}
              type={type}
              value={typed[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
              {...(type === 'number' && { min: 0, step: 'any' })}
            />
          ))}
        </SimpleGrid>
        <CountryField
          label="Ship to country"
          value={typed.country ?? ''}
          onChange={(country) => setTyped({ ...typed, country })}
        />
        <Group>
          <Button type="submit">Show</Button>
          <Button variant="default" onClick={() => onApply({})}>
            Clear
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

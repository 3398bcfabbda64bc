/** The filters of the list of products. */
import { Chip, Group, NumberInput, Select } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Channel, channelsQuery } from '../channels/queries.ts'
import { SearchField } from '../components/list/search-field.tsx'
import { fadeEdges, showPart } from '../components/page/fade-edges.ts'
import { formatDayAndTime } from '../components/values/time/relative-time.ts'
import { useNow, useTimeZone } from '../components/values/time/time-zone.ts'
import { useSession } from '../hub/session.tsx'
import classes from './filters.module.css'
import { type Pending, type ProductsSearch, type Status, withFilters } from './search.ts'

const CHIPS = [
  { name: 'outOfStock', label: 'Sold out' },
  { name: 'noEan', label: 'Without EAN' },
] as const

const STATUSES: readonly { readonly value: Status; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const KINDS: readonly { readonly value: Pending; readonly label: string }[] = [
  { value: 'create', label: 'To be created' },
  { value: 'update', label: 'To be updated' },
  { value: 'remove', label: 'To be removed' },
  { value: 'offer', label: 'Price or stock' },
]

export function ProductFilterBar({
  search,
  onChange,
}: {
  readonly search: ProductsSearch
  readonly onChange: (search: ProductsSearch) => void
}) {
  const session = useSession()
  const { data: channels = [], isLoading } = useQuery({
    ...channelsQuery(session),
    enabled: session.may('channels:read'),
  })
  const strip = useRef<HTMLDivElement>(null)
  // Filters of channels are seen to be set once the channels are known.
  useEffect(() => {
    if (!isLoading) showFirstSet(strip.current)
  }, [isLoading])
  const set = (changed: Parameters<typeof withFilters>[1]) => onChange(withFilters(search, changed))
  return (
    <Group mb="md" gap={8}>
      <SearchField
        label="Search products"
        placeholder="Reference, name or EAN"
        text={search.q ?? ''}
        onSearch={(q) => set({ q })}
        width={260}
      />
      <div ref={useMergedRef(strip, fadeEdges)} className={classes.strip}>
        {search.changedSince !== undefined && (
          <ChangedSince
            at={search.changedSince}
            isNew={search.isNew ?? false}
            onClear={() => set({ changedSince: undefined, isNew: undefined })}
          />
        )}
        <Select
          aria-label="Status"
          placeholder="Status"
          clearable
          w={120}
          data={STATUSES}
          value={search.status ?? null}
          onChange={(status) => set({ status: status ?? undefined })}
        />
        {CHIPS.map(({ name, label }) => (
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
        <LowStock units={search.lowStock} onChange={(lowStock) => set({ lowStock })} />
        <ChannelSelect
          label="Listed at a channel"
          width={176}
          channels={channels}
          id={search.listedAt}
          onChange={(listedAt) => set({ listedAt })}
        />
        <ChannelSelect
          label="Pending at a channel"
          width={190}
          channels={channels}
          id={search.pendingAt}
          onChange={(pendingAt) => set({ pendingAt })}
        />
        {search.pendingAt !== undefined && (
          <Select
            aria-label="What is pending"
            placeholder="Anything"
            clearable
            w={160}
            data={KINDS}
            value={search.pending ?? null}
            onChange={(pending) => set({ pending: pending ?? undefined })}
          />
        )}
      </div>
    </Group>
  )
}

/** The inputs of filters that are set. */
const SET = 'input:checked, input:not([type=hidden], [type=checkbox], :placeholder-shown)'

/** On a phone, where the filters scroll, one that a link has set is in sight. */
function showFirstSet(strip: HTMLElement | null): void {
  const first = strip?.querySelector<HTMLElement>(`:scope > :has(${SET})`)
  if (strip && first) showPart(strip, first)
}

/** Set by a link, such as that of an import, and taken away here. */
function ChangedSince({
  at,
  isNew,
  onClear,
}: {
  readonly at: string
  readonly isNew: boolean
  readonly onClear: () => void
}) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <Chip size="sm" variant="outline" checked onChange={onClear}>
      {isNew ? 'New' : 'Changed'} since {formatDayAndTime(new Date(at), now, timeZone)}
    </Chip>
  )
}

/** What counts as low at first. */
const LOW = 5

function LowStock({
  units,
  onChange,
}: {
  readonly units: number | undefined
  readonly onChange: (units: number | undefined) => void
}) {
  return (
    <>
      <Chip
        size="sm"
        variant="outline"
        checked={units !== undefined}
        onChange={(isChecked) => onChange(isChecked ? LOW : undefined)}
      >
        Low stock
      </Chip>
      {units !== undefined && (
        <NumberInput
          aria-label="Low stock: at most this many available"
          prefix="at most "
          size="xs"
          w={112}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          value={units}
          onChange={(typed) => typeof typed === 'number' && onChange(typed)}
        />
      )}
    </>
  )
}

function ChannelSelect({
  label,
  width,
  channels,
  id,
  onChange,
}: {
  readonly label: string
  /** In which the label is not cut off. */
  readonly width: number
  readonly channels: readonly Channel[]
  readonly id: number | undefined
  readonly onChange: (id: string | undefined) => void
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      w={width}
      data={channels.map(({ Id, Name }) => ({ value: String(Id), label: Name }))}
      value={id === undefined ? null : String(id)}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}

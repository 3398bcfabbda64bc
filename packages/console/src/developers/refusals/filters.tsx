/** Which refused calls are listed. */
import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SearchField } from '../../components/list/search-field.tsx'
import { useSession } from '../../hub/session.tsx'
import { type ChangedFilter, keyNamesQuery, type RefusalFilter } from './queries.ts'

/** The statuses of refusals that the hub answers. */
const STATUSES = {
  400: 'invalid input',
  401: 'key not valid',
  403: 'not permitted',
  404: 'not found',
  409: 'conflict',
  413: 'too large',
  415: 'no JSON',
  422: 'cannot be done',
  429: 'too many calls',
} as const

const WIDTH = { base: '100%', xs: 170 }

export function RefusalFilters({
  filters,
  onChange,
  onClear,
}: {
  readonly filters: RefusalFilter
  readonly onChange: (changed: ChangedFilter) => void
  readonly onClear: () => void
}) {
  const session = useSession()
  const mayReadKeys = session.may('keys:read')
  const { data: keys = [] } = useQuery({ ...keyNamesQuery(session), enabled: mayReadKeys })
  return (
    <Group mb="sm" gap="sm">
      <SearchField
        label="Path"
        placeholder="Path, such as orders"
        text={filters.path ?? ''}
        onSearch={(text) => onChange({ path: text })}
      />
      <Select
        aria-label="Status"
        placeholder="All statuses"
        clearable
        w={WIDTH}
        data={Object.entries(STATUSES).map(([value, words]) => ({
          value,
          label: `${value} ${words}`,
        }))}
        value={filters.status === undefined ? null : String(filters.status)}
        onChange={(value) => onChange({ status: value === null ? undefined : Number(value) })}
      />
      {mayReadKeys && (
        <Select
          aria-label="API key"
          placeholder="All callers"
          searchable
          clearable
          w={WIDTH}
          data={keys.map(({ Id, Label }) => ({ value: String(Id), label: `${Label} (${Id})` }))}
          value={filters.keyId === undefined ? null : String(filters.keyId)}
          onChange={(value) => onChange({ keyId: value === null ? undefined : Number(value) })}
        />
      )}
      <SearchField
        label="Code"
        placeholder="Code, such as MARKET_NOT_FOUND"
        text={filters.code ?? ''}
        onSearch={(text) => onChange({ code: text })}
      />
      {Object.keys(filters).length > 0 && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </Group>
  )
}

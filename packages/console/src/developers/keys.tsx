/** The API keys of the customer. */
import type { Output } from '@entrepot/client'
import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'

type Key = Output<'listKeys'>[number]

const columns: readonly Column<Key>[] = [
  { id: 'label', header: 'Key', cell: ({ row: { original } }) => original.Label },
  {
    id: 'kind',
    header: 'For',
    cell: ({ row: { original } }) =>
      original.Kind === 'channel' ? `Channel ${original.ChannelId}` : 'Merchant',
  },
  {
    id: 'scopes',
    header: 'Permits',
    cell: ({ row: { original } }) => (
      <Group gap={4} maw={420}>
        {original.Scopes.map((scope) => (
          <Badge key={scope} size="xs" variant="default" tt="none">
            {scope}
          </Badge>
        ))}
      </Group>
    ),
  },
  { id: 'state', header: 'State', cell: ({ row: { original } }) => original.State },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) => <Moment at={original.LastUsedAt} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ row: { original } }) => <Moment at={original.ExpiresAt} />,
  },
]

const route = getRouteApi('/developers')

export function Keys() {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(useSession(), 'keys', 'listKeys', { ...(cursor && { cursor }) }))
  return (
    <DataTable
      label="API keys"
      list={list}
      columns={columns}
      idOf={({ Id }) => String(Id)}
      isLater={cursor !== undefined}
      onPage={(next) => void navigate({ search: { tab: 'keys', ...(next && { cursor: next }) } })}
      empty={
        <EmptyState title="No API keys">
          <Text>A program sends a key with each call. It can do what the key permits.</Text>
        </EmptyState>
      }
    />
  )
}

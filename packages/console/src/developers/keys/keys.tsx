/** The API keys of the customer. */
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Call } from '../../components/values/code/call.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import type { RecordAction } from '../search.ts'
import { keyColumns } from './columns.tsx'
import { KeyPanel } from './key-panel.tsx'

const route = getRouteApi('/developers')

export function Keys() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(session, 'keys', 'listKeys', { ...(cursor && { cursor }) }))
  const mayWrite = session.may('keys:write')
  const open = (action: RecordAction, id?: number) =>
    void navigate({
      search: { tab: 'keys', action, ...(cursor && { cursor }), ...(id && { id }) },
    })
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" maw={680}>
          Programs send a key in the X-Api-Key header of each call. The key's permissions limit what
          they can do.
        </Text>
        {mayWrite && (
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open('create')}
          >
            Create a key
          </Button>
        )}
      </Group>
      <DataTable
        label="API keys"
        noun="key"
        list={list}
        columns={keyColumns(mayWrite ? open : undefined)}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) => void navigate({ search: { tab: 'keys', ...(next && { cursor: next }) } })}
        empty={
          <EmptyState drawing="plug" title="No API keys">
            <Text mb="sm">A program calls the hub with a key:</Text>
            <Call text={`curl ${location.origin}/v2/orders -H "X-Api-Key: $KEY"`} />
          </EmptyState>
        }
      />
      <KeyPanel
        keys={list.data?.rows}
        onClose={() => void navigate({ search: { tab: 'keys', ...(cursor && { cursor }) } })}
      />
    </>
  )
}

/** The columns of the list of keys. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import type { Column } from '../../components/list/data-table.tsx'
import { actionsHeader, type RowAction, RowMenu } from '../../components/list/row-menu.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import type { RecordAction } from '../search.ts'
import { ScopeWords } from './scope-words.tsx'

export type Key = Output<'listKeys'>[number]

const STATES = { good: 'Valid', revoked: 'Revoked', expired: 'Expired' } as const

const columns: readonly Column<Key>[] = [
  {
    id: 'label',
    header: 'Key',
    cell: ({ row: { original } }) => (
      <>
        {original.Label}
        <Text size="xs" c="dimmed" component="div">
          {original.Id},{' '}
          {original.Kind === 'channel' ? `channel ${original.ChannelId}` : 'merchant'}{' '}
          <PageLink
            inherit
            to="/developers"
            search={{ tab: 'refusals', keyId: original.Id }}
            aria-label={`Refused calls of the key ${original.Label}`}
          >
            Refused calls
          </PageLink>
        </Text>
      </>
    ),
  },
  {
    id: 'scopes',
    header: 'Permits',
    isWide: true,
    cell: ({ row }) => <ScopeWords scopes={row.original.Scopes} />,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <>
        {STATES[original.State]}
        {original.ReplacedBy !== null && (
          <Text size="xs" c="dimmed">
            replaced by {original.ReplacedBy}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) => <Moment at={original.LastUsedAt} />,
  },
  {
    id: 'expires',
    header: 'Ends',
    cell: ({ row: { original } }) => <Moment at={original.RevokedAt ?? original.ExpiresAt} />,
  },
]

/** The columns; with a function that opens a panel, also what can be done with a key. */
export function keyColumns(
  open: ((action: RecordAction, id: number) => void) | undefined,
): readonly Column<Key>[] {
  if (open === undefined) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: actionsHeader,
      cell: ({ row: { original } }) => (
        <RowMenu of={`the key ${original.Label}`} actions={actionsOf(original, open)} />
      ),
    },
  ]
}

function actionsOf(
  key: Key,
  open: (action: RecordAction, id: number) => void,
): readonly RowAction[] {
  if (key.State !== 'good') return []
  const actions: RowAction[] = [
    { label: 'Change', onClick: () => open('change', key.Id) },
    { label: 'Revoke', isDangerous: true, onClick: () => open('delete', key.Id) },
  ]
  if (key.ReplacedBy === null)
    actions.unshift({ label: 'Rotate', onClick: () => open('rotate', key.Id) })
  return actions
}

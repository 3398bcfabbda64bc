/** The columns of the list of keys. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import { type Column, column } from '../../components/list/data-table.tsx'
import { actionsHeader, type RowAction, RowMenu } from '../../components/list/row-menu.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { State } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import type { RecordAction } from '../search.ts'
import { useReader } from '../use-reader.ts'
import { ScopeWords } from './scope-words.tsx'

export type Key = Output<'listKeys'>[number]

const STATES = {
  good: ['green', 'Valid'],
  revoked: ['gray', 'Revoked'],
  expired: ['gray', 'Expired'],
} as const

/** The merchant or the channel that has a key. */
const Reader = ({ of }: { readonly of: Key }) => useReader()(of)

const columns: readonly Column<Key>[] = [
  column('label', 'Key', (key) => (
    <>
      {key.Label}
      <Text size="xs" c="dimmed" component="div">
        Key {key.Id} · <Reader of={key} /> ·{' '}
        <PageLink
          inherit
          underline="always"
          to="/developers"
          search={{ tab: 'refusals', keyId: key.Id }}
          aria-label={`Refused calls of the key ${key.Label}`}
        >
          Refused calls
        </PageLink>
      </Text>
    </>
  )),
  column('scopes', { header: 'Permissions', isWide: true }, ({ Scopes }) => (
    <ScopeWords scopes={Scopes} />
  )),
  column('state', 'State', ({ State: state, ReplacedBy }) => (
    <>
      <State of={STATES[state]} />
      {ReplacedBy !== null && (
        <Text size="xs" c="dimmed">
          replaced by {ReplacedBy}
        </Text>
      )}
    </>
  )),
  column('used', 'Last used', ({ LastUsedAt }) => <Moment at={LastUsedAt} />),
  column('expires', 'Expires', ({ RevokedAt, ExpiresAt }) => (
    <Moment at={RevokedAt ?? ExpiresAt} />
  )),
]

/** The columns; with a function that opens a panel, also what can be done with a key. */
export function keyColumns(
  open: ((action: RecordAction, id: number) => void) | undefined,
): readonly Column<Key>[] {
  if (open === undefined) return columns
  return [
    ...columns,
    column('actions', actionsHeader, (row) => (
      <RowMenu of={`the key ${row.Label}`} actions={actionsOf(row, open)} />
    )),
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

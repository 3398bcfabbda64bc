/** The columns of the list of connections. */
import { Text } from '@mantine/core'
import type { Column } from '../components/list/data-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { ConnectionState } from './connection-state.tsx'
import type { Connection } from './queries.ts'
import { lagOf, pendingOf, pendingTotal, ROLES } from './words.ts'

/**
 * @param titleOf the name of a shop for people
 * @param channelOf the name of a channel
 */
export function connectionColumns(
  titleOf: (shop: string) => string,
  channelOf: (id: number) => string,
): readonly Column<Connection>[] {
  return [
    {
      id: 'shop',
      header: 'Shop',
      cell: ({ row: { original } }) => (
        <>
          <PageLink
            inherit
            fw={500}
            to="/shops/$id"
            params={{ id: String(original.Id) }}
            search={{}}
            style={{ overflowWrap: 'anywhere' }}
          >
            {original.Name}
          </PageLink>
          <Text size="xs" c="dimmed">
            {titleOf(original.Shop)}, {ROLES[original.Role].label.toLowerCase()}
            {original.ChannelId !== null && ` ${channelOf(original.ChannelId)}`}
          </Text>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      isWide: true,
      cell: ({ row }) => <ConnectionState connection={row.original} />,
    },
    {
      id: 'run',
      header: 'Last run',
      cell: ({ row }) => <Moment at={row.original.LastRunAt} />,
    },
    {
      id: 'lag',
      header: 'Behind',
      cell: ({ row }) => lagOf(row.original),
    },
    {
      id: 'pending',
      header: 'Pending',
      isNumber: true,
      cell: ({ row: { original } }) => (
        <span title={pendingOf(original)}>{pendingTotal(original)}</span>
      ),
    },
    {
      id: 'problems',
      header: 'Problems',
      isNumber: true,
      cell: ({ row: { original } }) => <ProblemCount connection={original} />,
    },
  ]
}

/** The number of records that were not carried over, with the way to them. */
function ProblemCount({ connection: { Id, Name, Counts } }: { readonly connection: Connection }) {
  if (Counts.Problems === 0) return <>0</>
  return (
    <PageLink
      inherit
      underline="always"
      to="/shops/$id"
      params={{ id: String(Id) }}
      search={{ tab: 'problems' }}
      aria-label={`Problems of ${Name}: ${Counts.Problems}`}
    >
      {formatNumber(Counts.Problems)}
    </PageLink>
  )
}

/** The columns of the list of connections. */
import { Text } from '@mantine/core'
import { type Column, column } from '../components/list/data-table.tsx'
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
    column('shop', 'Shop', (row) => (
      <>
        <PageLink
          inherit
          fw={500}
          to="/shops/$id"
          params={{ id: String(row.Id) }}
          search={{}}
          style={{ overflowWrap: 'anywhere' }}
        >
          {row.Name}
        </PageLink>
        <Text size="xs" c="dimmed">
          {titleOf(row.Shop)}, {ROLES[row.Role].label.toLowerCase()}
          {row.ChannelId !== null && ` ${channelOf(row.ChannelId)}`}
        </Text>
      </>
    )),
    column('state', { header: 'State', isWide: true }, (row) => (
      <ConnectionState connection={row} />
    )),
    column('run', 'Last run', ({ LastRunAt }) => <Moment at={LastRunAt} />),
    column('lag', 'Behind by', lagOf),
    column('pending', { header: 'Waiting', isNumber: true }, (row) => (
      <span title={pendingOf(row)}>{pendingTotal(row)}</span>
    )),
    column('problems', { header: 'Problems', isNumber: true }, (row) => (
      <ProblemCount connection={row} />
    )),
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

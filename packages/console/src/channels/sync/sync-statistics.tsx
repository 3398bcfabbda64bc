/** How much a channel has to fetch. Each number leads to what it counts. */
import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { dayOf } from '../../components/values/days.ts'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { usePricesToReview } from '../offers/use-prices-to-review.ts'
import { type Channel, ordersTodayQuery, type SyncState } from '../queries.ts'

/** The products that a number counts. */
type Counted =
  | { readonly listedAt: number }
  | { readonly pendingAt: number; readonly pending: 'create' | 'update' | 'remove' | 'offer' }

export function SyncStatistics({
  channel: { Id: channelId, Mode },
  sync,
}: {
  readonly channel: Channel
  readonly sync: SyncState
}) {
  const at = { pendingAt: channelId }
  const counts: readonly (readonly [string, number, Counted])[] = [
    [Mode === 'flat' ? 'Listed' : 'Listed, with parents', sync.Listed, { listedAt: channelId }],
    ['To be created', sync.ToBeCreated, { ...at, pending: 'create' }],
    ['To be updated', sync.ToBeUpdated, { ...at, pending: 'update' }],
    ['To be removed', sync.ToBeRemoved, { ...at, pending: 'remove' }],
    ['Prices and stock to send', sync.Offers, { ...at, pending: 'offer' }],
  ]
  const toReview = usePricesToReview(channelId)
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Last fetch', <Moment key="fetch" at={sync.LastPoll} />],
    ['Last confirmation', <Moment key="confirmation" at={sync.LastAcknowledgement} />],
    ...counts.map(([name, count, search]) => [name, countOf(count, search)] as const),
    [
      'Oldest waiting change',
      sync.OldestPending ? <Moment key="oldest" at={sync.OldestPending} /> : 'None',
    ],
    ...(toReview !== undefined
      ? [['Prices to review', reviewLink(channelId, toReview)] as const]
      : []),
    ['Orders today', <OrdersToday key="orders" channelId={channelId} />],
  ]
  return (
    <>
      <Table fz="sm" variant="vertical">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={180}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!sync.IsComplete && (
        <Text size="xs" c="dimmed" mt="xs">
          Products are still being compared, so the numbers may grow.
        </Text>
      )}
    </>
  )
}

function countOf(count: number, search: Counted): ReactNode {
  if (count === 0) return formatNumber(count)
  return (
    <PageLink inherit to="/products" search={search}>
      {formatNumber(count)}
    </PageLink>
  )
}

function reviewLink(channel: number, count: number): ReactNode {
  if (count === 0) return formatNumber(count)
  return (
    <PageLink inherit to="/prices" search={{ channel }}>
      {formatNumber(count)}
    </PageLink>
  )
}

function OrdersToday({ channelId }: { readonly channelId: number }) {
  const session = useSession()
  const query = ordersTodayQuery(session, channelId)
  const { data, error } = useQuery({ ...query, enabled: session.may('orders:read') })
  if (!data) return error ? 'Not available' : '...'
  if (data.Total === 0) return formatNumber(0)
  return (
    <PageLink
      inherit
      to="/orders"
      search={{ channelId, createdSince: dayOf(Date.now(), session.timeZone) }}
    >
      {formatNumber(data.Total)}
    </PageLink>
  )
}

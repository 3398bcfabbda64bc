/** What a channel has polled and acknowledged in the last days. */
import type { Output } from '@entrepot/client'
import { Button, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { syncLogQuery } from '../queries.ts'

type Entry = Output<'listSyncLog'>[number]

const KINDS: Readonly<Record<Entry['Kind'], string>> = {
  POLL_DATA: 'Polled products',
  POLL_OFFERS: 'Polled prices and stocks',
  ACKNOWLEDGE_DATA: 'Acknowledged products',
  ACKNOWLEDGE_OFFERS: 'Acknowledged prices and stocks',
}

export function SyncLog({ channelId }: { readonly channelId: number }) {
  const list = useInfiniteQuery(syncLogQuery(useSession(), channelId))
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Section title="Sync log">
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {entries?.length === 0 && (
        <Text size="sm">The channel has polled nothing in the last 7 days.</Text>
      )}
      {entries && entries.length > 0 && (
        <Stack gap="sm" align="start">
          <Table fz="sm" aria-label="Sync log">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Items</Table.Th>
                <Table.Th>Took</Table.Th>
                <Table.Th>Key</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <Row key={`${entry.Minute} ${entry.Kind} ${entry.Key?.Id}`} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
          {list.hasNextPage && (
            <Button
              size="xs"
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
    </Section>
  )
}

function Row({ entry }: { readonly entry: Entry }) {
  const { Kind, LastAt, Calls, AverageMs, MaxMs, Key, Rejected, RejectedReferences, Rejections } =
    entry
  const more = Rejected - RejectedReferences.length
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={LastAt} />
      </Table.Td>
      <Table.Td>
        {KINDS[Kind]}
        {Calls > 1 && `, ${formatNumber(Calls)} times`}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {itemsOf(entry)}
        {Rejected > 0 && (
          <Text size="xs" component="details">
            <summary style={{ cursor: 'pointer' }}>
              Rejected: {RejectedReferences.join(', ')}
              {more > 0 && ` and ${formatNumber(more)} more`}
            </summary>
            {Rejections.length === 0 && 'An earlier version of the hub did not store why.'}
            {Rejections.map(({ Reference, Code, Detail }) => (
              <Text size="xs" key={`${Reference} ${Detail}`} title={Code}>
                <b>{Reference ?? 'Without a reference'}</b> {Detail}
              </Text>
            ))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {Calls > 1
          ? `${formatNumber(AverageMs)} ms, at most ${formatNumber(MaxMs)} ms`
          : `${formatNumber(MaxMs)} ms`}
      </Table.Td>
      <Table.Td>{Key?.Label ?? 'None'}</Table.Td>
    </Table.Tr>
  )
}

/** The counts in words. */
function itemsOf({ Kind, Created, Updated, Removed, Failed, Offers }: Entry): string {
  const isPoll = Kind === 'POLL_DATA'
  const counts = [
    [Created, isPoll ? 'to create' : 'created'],
    [Updated, isPoll ? 'to update' : 'updated'],
    [Removed, isPoll ? 'to remove' : 'removed'],
    [Failed, 'failed'],
    [Offers, 'prices and stocks'],
  ] as const
  const some = counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
  return some.length === 0 ? 'Nothing' : some.join(', ')
}

/** What a channel has polled and acknowledged in the last days. */
import type { Output } from '@entrepot/client'
import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { syncLogQuery } from '../queries.ts'
import { itemsInWords } from './sync-words.ts'

type Entry = Output<'listSyncLog'>[number]

const KINDS: Readonly<Record<Entry['Kind'], string>> = {
  POLL_DATA: 'Fetched products',
  POLL_OFFERS: 'Fetched prices and stock',
  ACKNOWLEDGE_DATA: 'Confirmed products',
  ACKNOWLEDGE_OFFERS: 'Confirmed prices and stock',
}

export function SyncLog({ channelId }: { readonly channelId: number }) {
  const list = useInfiniteQuery(syncLogQuery(useSession(), channelId))
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Section title="Sync log">
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {entries?.length === 0 && (
        <Text size="sm">Nothing was fetched or confirmed in the last 7 days.</Text>
      )}
      {entries && entries.length > 0 && (
        <Stack gap="sm">
          <RecordTable
            rows={entries}
            columns={columns}
            idOf={({ Minute, Kind, Key }) => `${Minute} ${Kind} ${Key?.Id}`}
          />
          {list.hasNextPage && (
            <Button
              size="xs"
              variant="default"
              style={{ alignSelf: 'flex-start' }}
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

const columns: readonly RecordColumn<Entry>[] = [
  { header: 'When', place: 'title', cell: ({ LastAt }) => <Moment at={LastAt} /> },
  {
    header: 'What',
    place: 'left',
    cell: ({ Kind, Calls }) => `${KINDS[Kind]}${Calls > 1 ? `, ${formatNumber(Calls)} times` : ''}`,
  },
  { header: 'Items', place: 'below', cell: (entry) => <Items entry={entry} /> },
  {
    header: 'Took',
    place: 'corner',
    cell: ({ Calls, AverageMs, MaxMs }) =>
      Calls > 1
        ? `${formatNumber(AverageMs)} ms, at most ${formatNumber(MaxMs)} ms`
        : `${formatNumber(MaxMs)} ms`,
  },
  { header: 'Key', place: 'below', cell: ({ Key }) => Key?.Label ?? 'None' },
]

/** How many records were polled or acknowledged, and what was rejected. */
function Items({ entry }: { readonly entry: Entry }) {
  const { Rejected, RejectedReferences, Rejections } = entry
  const more = Rejected - RejectedReferences.length
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {itemsInWords(entry)}
      {Rejected > 0 && (
        <Text size="xs" component="details">
          <summary style={{ cursor: 'pointer' }}>
            Rejected: {RejectedReferences.join(', ')}
            {more > 0 && ` and ${formatNumber(more)} more`}
          </summary>
          {Rejections.length === 0 &&
            'The reason was not recorded by an earlier version of the hub.'}
          {Rejections.map(({ Reference, Code, Detail }) => (
            <Text size="xs" key={`${Reference} ${Detail}`} title={Code}>
              <b>{Reference ?? 'Without a reference'}</b> {Detail}
            </Text>
          ))}
        </Text>
      )}
    </div>
  )
}

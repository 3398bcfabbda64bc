/** The channels with the state of their synchronisation. */
import type { Output } from '@entrepot/client'
import { Anchor, Card, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../parts/empty-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../shell/session.tsx'
import { channelsQuery, syncQuery } from './queries.ts'
import { SyncFigures } from './sync-figures.tsx'

export function ChannelsPage() {
  const { data, error, refetch } = useQuery(channelsQuery(useSession()))
  return (
    <>
      <PageHead title="Channels" />
      {data?.length === 0 && (
        <EmptyState title="No channels yet">
          A channel is a shop or a marketplace that sells your products.
        </EmptyState>
      )}
      {data ? (
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
          {data.map((channel) => (
            <ChannelCard key={channel.Id} channel={channel} />
          ))}
        </SimpleGrid>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </>
  )
}

function ChannelCard({ channel }: { readonly channel: Output<'listChannels'>[number] }) {
  const sync = useQuery(syncQuery(useSession(), channel.Id))
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Anchor
          fw={600}
          renderRoot={(props: object) => (
            <Link to="/channels/$id" params={{ id: String(channel.Id) }} {...props} />
          )}
        >
          {channel.Name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {channel.IsActive ? 'Active' : 'Inactive'}
        </Text>
      </Group>
      {sync.data ? (
        <>
          <Text size="sm" mb="xs">
            Last poll: <Moment at={sync.data.LastPoll} />
          </Text>
          <SyncFigures sync={sync.data} />
        </>
      ) : (
        sync.error && <Problem error={sync.error} onRetry={() => void sync.refetch()} />
      )}
    </Card>
  )
}

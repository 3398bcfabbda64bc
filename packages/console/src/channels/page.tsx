/** The channels with the state of their synchronisation. */
import { Anchor, Button, Card, Group, SimpleGrid, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { TabCount } from '../components/page/tab-count.tsx'
import { Status } from '../components/values/status.tsx'
import { useSession } from '../hub/session.tsx'
import { CreateChannel } from './create-channel.tsx'
import { usePricesToReview } from './offers/use-prices-to-review.ts'
import { type Channel, channelsQuery, syncQuery } from './queries.ts'
import { channelStatus } from './sync/sync-state.ts'
import { SyncStatistics } from './sync/sync-statistics.tsx'

const route = getRouteApi('/channels')

export function ChannelsPage() {
  const session = useSession()
  const { panel } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: {} })
  const { data, error, refetch } = useQuery(channelsQuery(session))
  const toReview = usePricesToReview()
  const mayCreate = session.may('channels:write')
  return (
    <>
      <PageHead title="Channels">
        <PageButton
          variant="default"
          to="/prices"
          {...(toReview && { rightSection: <TabCount count={toReview} /> })}
        >
          Prices to review
        </PageButton>
        {mayCreate && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void navigate({ search: { panel: 'create' } })}
          >
            Create a channel
          </Button>
        )}
      </PageHead>
      {data?.length === 0 && (
        <EmptyState drawing="plug" title="No channels yet">
          A channel is a shop or marketplace that sells your products. Create it here, give it a key
          and <Anchor href="/docs">let its program fetch from the hub</Anchor>.
        </EmptyState>
      )}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {data?.map((channel) => (
          <ChannelCard key={channel.Id} channel={channel} />
        ))}
        {data === undefined && !error && <Skeleton height={300} />}
      </SimpleGrid>
      <SidePanel title="Create a channel" isOpen={mayCreate && panel === 'create'} onClose={close}>
        <CreateChannel onClose={close} />
      </SidePanel>
    </>
  )
}

function ChannelCard({ channel }: { readonly channel: Channel }) {
  const { data: sync, error, refetch } = useQuery(syncQuery(useSession(), channel.Id))
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <PageLink fw={600} to="/channels/$id" params={{ id: String(channel.Id) }}>
          {channel.Name}
        </PageLink>
        {sync && <Status status={channelStatus(channel, sync, Date.now())} />}
      </Group>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {sync ? (
        <SyncStatistics channel={channel} sync={sync} />
      ) : (
        !error && <Skeleton height={330} />
      )}
    </Card>
  )
}

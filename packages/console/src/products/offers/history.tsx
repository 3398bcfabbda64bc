/** How the price of a product has changed at a channel. */
import { Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import type { Listing } from '../differences.ts'
import { listingsQuery } from '../queries.ts'
import { historyQuery } from './queries.ts'

// The charts are larger than the rest of the console.
const HistoryChart = lazy(async () => ({
  default: (await import('./history-chart.tsx')).HistoryChart,
}))

const route = getRouteApi('/products/$reference')

export function OfferHistory({ reference }: { readonly reference: string }) {
  const { data } = useQuery(listingsQuery(useSession(), reference))
  const { history } = route.useSearch()
  const listings = (data ?? []).filter(({ CurrentOffer }) => CurrentOffer !== null)
  const listing = listings.find(({ ChannelId }) => ChannelId === history) ?? listings[0]
  if (listing === undefined) return null
  return (
    <Section title="Price over time">
      <Stack gap="sm">
        {listings.length > 1 && <ChannelChoice listings={listings} chosen={listing.ChannelId} />}
        <ChannelHistory listing={listing} />
      </Stack>
    </Section>
  )
}

function ChannelChoice({
  listings,
  chosen,
}: {
  readonly listings: readonly Listing[]
  readonly chosen: number
}) {
  const navigate = route.useNavigate()
  return (
    <Select
      label="Channel"
      maw={320}
      allowDeselect={false}
      data={listings.map(({ ChannelId, ChannelName }) => ({
        value: String(ChannelId),
        label: ChannelName,
      }))}
      value={String(chosen)}
      onChange={(value) =>
        void navigate({
          search: (search) => ({ ...search, history: Number(value) }),
          resetScroll: false,
        })
      }
    />
  )
}

function ChannelHistory({ listing }: { readonly listing: Listing }) {
  const session = useSession()
  const { ChannelId, MerchantProductReference: reference, Explanation } = listing
  const { data, error, refetch } = useQuery(historyQuery(session, reference, ChannelId))
  const { BaseCurrency = 'EUR' } = useQuery(customerQuery(session)).data ?? {}
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        What the channel is offered has not changed in the last 90 days.
      </Text>
    )
  }
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <HistoryChart history={data} currency={Explanation?.Currency ?? BaseCurrency} />
    </Suspense>
  )
}

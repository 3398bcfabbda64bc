/** How the price of a product has changed at a channel. */
import { Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import type { Listing } from '../differences.ts'
import { listingsQuery } from '../queries.ts'
import { lacksChange, ofProduct } from './history-points.ts'
import { historyQuery, priceChangesQuery } from './queries.ts'

// The charts are larger than the rest of the console.
const HistoryChart = lazy(async () => ({
  default: (await import('./history-chart.tsx')).HistoryChart,
}))

const route = getRouteApi('/products/$reference')

export function OfferHistory({ reference }: { readonly reference: string }) {
  const { data } = useQuery(listingsQuery(useSession(), reference))
  const { history } = route.useSearch()
  const listings = (data ?? []).filter(({ CurrentOffer }) => CurrentOffer !== null)
  const listing = listings.find(({ ChannelId }) => ChannelId === history)
  return (
    <Section title="Price and stock over time">
      <Stack gap="sm">
        {listings.length > 0 && <Choice listings={listings} chosen={listing?.ChannelId} />}
        {listing ? <ChannelHistory listing={listing} /> : <PriceHistory reference={reference} />}
      </Stack>
    </Section>
  )
}

/** The choice of the product itself. */
const OWN = 'own'

function PriceHistory({ reference }: { readonly reference: string }) {
  const session = useSession()
  const { data, error, refetch } = useQuery(priceChangesQuery(session, reference))
  const { BaseCurrency = 'EUR' } = useQuery(customerQuery(session)).data ?? {}
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={60} />
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No price changes in the last 90 days
      </Text>
    )
  }
  return (
    <>
      <Suspense fallback={<Skeleton height={220} />}>
        <HistoryChart history={ofProduct(data)} currency={BaseCurrency} />
      </Suspense>
      <Text size="sm">
        Changes made in the console can be undone under{' '}
        <PageLink inherit underline="always" to="/products" search={{ panel: 'changes' }}>
          Recent changes
        </PageLink>
        .
      </Text>
    </>
  )
}

function Choice({
  listings,
  chosen,
}: {
  readonly listings: readonly Listing[]
  /** The id of a channel; undefined for the product itself. */
  readonly chosen: number | undefined
}) {
  const navigate = route.useNavigate()
  return (
    <Select
      label="Show"
      maw={320}
      allowDeselect={false}
      data={[
        { value: OWN, label: 'Your price' },
        ...listings.map(({ ChannelId, ChannelName }) => ({
          value: String(ChannelId),
          label: ChannelName,
        })),
      ]}
      value={chosen === undefined ? OWN : String(chosen)}
      onChange={(value) =>
        void navigate({
          search: ({ history: _, ...search }) =>
            value === OWN ? search : { ...search, history: Number(value) },
          resetScroll: false,
        })
      }
    />
  )
}

/** There is no event for a change that is recorded, so it is polled in these intervals of milliseconds: the shorter one while a change is missing. */
const [SLOW_MS, FAST_MS] = [15_000, 2_000]

function ChannelHistory({ listing }: { readonly listing: Listing }) {
  const session = useSession()
  const { ChannelId, MerchantProductReference: reference } = listing
  const { data, error, refetch } = useQuery({
    ...historyQuery(session, reference, ChannelId),
    refetchInterval: ({ state: { data: read = [] } }) =>
      lacksChange(read, listing) ? FAST_MS : SLOW_MS,
  })
  const { BaseCurrency = 'EUR' } = useQuery(customerQuery(session)).data ?? {}
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  const isLacking = lacksChange(data, listing)
  return (
    <>
      {isLacking && (
        <Text size="sm" role="status">
          A change is being calculated. It is listed here in a moment, at the latest when the
          channel next fetches.
        </Text>
      )}
      {data.length === 0 && !isLacking && (
        <Text size="sm" c="dimmed">
          No changes for this channel in the last 90 days
        </Text>
      )}
      {data.length > 0 && (
        <Suspense fallback={<Skeleton height={220} />}>
          <HistoryChart history={data} currency={listing.Explanation?.Currency ?? BaseCurrency} />
        </Suspense>
      )}
    </>
  )
}

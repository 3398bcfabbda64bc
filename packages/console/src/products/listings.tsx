/** What each channel knows of a product. */
import { Alert, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PlainColumn, PlainTable } from '../components/list/record-table.tsx'
import { PageLink } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { Money } from '../components/values/money.tsx'
import { Reference } from '../components/values/reference.tsx'
import { Status } from '../components/values/status.tsx'
import { formatDuration } from '../components/values/time/relative-time.ts'
import { useSession } from '../hub/session.tsx'
import { type Difference, differencesOf, type Listing, pendingLabels } from './differences.ts'
import { CurrentOffer } from './offers/current-offer.tsx'
import { listingsQuery, type Product } from './queries.ts'
import { UnwantedReason } from './unwanted.tsx'

export function Listings({ product }: { readonly product: Product }) {
  const { MerchantProductReference: reference } = product
  const { data, error, refetch } = useQuery(listingsQuery(useSession(), reference))
  return (
    <Section title="Channels">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton height={120} />}
      {data?.length === 0 && <Text size="sm">No channels yet</Text>}
      <Stack gap="sm">
        {data?.map((listing) => (
          <ChannelListing key={listing.ChannelId} listing={listing} product={product} />
        ))}
      </Stack>
    </Section>
  )
}

function ChannelListing({
  listing,
  product,
}: {
  readonly listing: Listing
  readonly product: Product
}) {
  const pending = pendingLabels(listing)
  const since = [listing.PendingSince, listing.OfferPendingSince].filter((at) => at !== null)
  const { Problem: problem, ChannelProductReference: listedAs, UnwantedReason: reason } = listing
  return (
    <Card withBorder padding="sm" component="article" aria-label={listing.ChannelName}>
      <Group justify="space-between">
        <PageLink fw={600} to="/channels/$id" params={{ id: String(listing.ChannelId) }}>
          {listing.ChannelName}
        </PageLink>
        <Status status={statusOf(listing, pending.length > 0)} />
      </Group>
      <Text size="sm" component="div">
        {listedAs !== null && (
          <>
            Listed as <Reference value={listedAs} />{' '}
          </>
        )}
        {reason !== null && (
          <UnwantedReason
            reason={reason}
            detail={listing.Explanation?.Hold?.Detail}
            product={product}
            channelId={listing.ChannelId}
          />
        )}
        {listedAs === null && reason === null && 'The channel has not listed it yet.'}
      </Text>
      {pending.length > 0 && (
        <Text size="sm">
          {pending.join('. ')}
          {since.length > 0 && (
            <>
              {' '}
              (waiting for <Moment at={since.toSorted()[0] ?? null} format={formatDuration} />)
            </>
          )}
        </Text>
      )}
      {problem && (
        <Alert color="red" variant="light" mt="xs" title="Rejected by the channel">
          <Text size="sm">{problem.Detail}</Text>
          <Text size="xs" c="dimmed">
            {problem.Code}, <Moment at={problem.OccurredAt} />
          </Text>
        </Alert>
      )}
      <CurrentOffer listing={listing} hasVariants={product.Children.length > 0} />
      <Differences listing={listing} />
      <Confirmed listing={listing} hasVariants={product.Children.length > 0} />
    </Card>
  )
}

function statusOf({ Problem: problem, IsWanted, ConfirmedAt }: Listing, isPending: boolean) {
  if (problem !== null) return 'REJECTED'
  if (isPending) return 'PENDING'
  return IsWanted && ConfirmedAt !== null ? 'CURRENT' : 'NOT_LISTED'
}

/** What the channel has confirmed last, and when. */
function Confirmed({
  listing,
  hasVariants,
}: {
  readonly listing: Listing
  readonly hasVariants: boolean
}) {
  const { ConfirmedAt, ConfirmedOffer: offer, OfferConfirmedAt } = listing
  const isNever = ConfirmedAt === null && OfferConfirmedAt === null
  if (isNever && !listing.IsWanted) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {isNever ? (
        'Not confirmed yet'
      ) : (
        <>
          Data confirmed: <Moment at={ConfirmedAt} never="never" />
          {!hasVariants && (
            <>
              . Price and stock confirmed: <Moment at={OfferConfirmedAt} never="never" />
            </>
          )}
          {offer && (
            <>
              {' ('}
              <Money amount={offer.Price} currency={offer.Currency} none="no price" />,{' '}
              {formatNumber(offer.Stock)} in stock)
            </>
          )}
        </>
      )}
    </Text>
  )
}

/** The fields of which the channel knows another value. */
function Differences({ listing }: { readonly listing: Listing }) {
  const differences = listing.ConfirmedAt === null ? [] : differencesOf(listing)
  if (differences.length === 0) return null
  return (
    <PlainTable
      mt="xs"
      layout="fixed"
      rows={differences}
      columns={differenceColumns}
      idOf={({ field }) => field}
    />
  )
}

const differenceColumns: readonly PlainColumn<Difference>[] = [
  { header: 'Field', breaks: true, cell: ({ field }) => field },
  { header: 'At the channel', breaks: true, cell: ({ confirmed }) => show(confirmed) },
  { header: 'New', breaks: true, cell: ({ current }) => show(current) },
]

/** Characters of a text that are shown. */
const MAX_SHOWN = 200

function show(value: string | number | null): string {
  if (value === null) return 'Nothing'
  if (typeof value === 'number') return formatNumber(value)
  return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)} ...` : value
}

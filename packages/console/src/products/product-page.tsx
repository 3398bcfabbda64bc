/** One product: attributes, price and stock, variants, extra data. */
import { Alert, Badge, Grid, Group, Image, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../components/page/links.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { Moment } from '../components/values/moment.tsx'
import { Reference } from '../components/values/reference.tsx'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import { AttributesTable, ExtraDataTable } from './attributes.tsx'
import type { Listing } from './differences.ts'
import { Listings } from './listings.tsx'
import { OfferHistory } from './offers/history.tsx'
import { OverridePanel } from './offers/override-panel.tsx'
import { listingsQuery, type Product, productQuery, variantsQuery } from './queries.ts'
import { PriceAndStock } from './stock/price-and-stock.tsx'
import { Variants } from './variants.tsx'

const route = getRouteApi('/products/$reference')

export function ProductPage() {
  const { reference } = route.useParams()
  const { data, error, refetch } = useQuery(productQuery(useSession(), reference))
  return (
    <>
      <PageLink fz="sm" to="/products">
        Products
      </PageLink>
      {data === undefined && <PageHead title={reference} />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} aria-label="Loading the product" />}
      {data && <ProductDetails product={data} />}
    </>
  )
}

function ProductDetails({ product }: { readonly product: Product }) {
  const session = useSession()
  const { MerchantProductReference: reference, ParentMerchantReference: parent } = product
  const hasVariants = product.Children.length > 0
  const customer = useQuery(customerQuery(session))
  const listings = useQuery(listingsQuery(session, reference))
  const variants = useQuery({ ...variantsQuery(session, reference), enabled: hasVariants })
  const { BaseCurrency = 'EUR' } = customer.data ?? {}
  const name = product.Name ?? reference
  return (
    <>
      <PageHead title={name} />
      <Group mb="md" gap="sm">
        <Reference value={reference} />
        <Badge
          variant="light"
          color={product.IsActive ? 'green' : 'gray'}
          c="var(--mantine-color-text)"
        >
          {product.IsActive ? 'Active' : 'Inactive'}
        </Badge>
        {parent && (
          <Text size="sm">
            Variant of{' '}
            <PageLink
              inherit
              underline="always"
              to="/products/$reference"
              params={{ reference: parent }}
            >
              {parent}
            </PageLink>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Changed <Moment at={product.UpdatedAt} />
        </Text>
      </Group>
      {!product.IsActive && (
        <Alert variant="light" color="gray" mb="md">
          Channels do not offer this product while it, or its parent, is inactive.
        </Alert>
      )}
      <LoadingGroup of={[customer, listings, ...(hasVariants ? [variants] : [])]}>
        <Grid>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack>
              <PriceAndStock product={product} customer={customer.data} />
              {hasVariants && <Variants parent={reference} customer={customer.data} />}
              <Listings product={product} />
              <OfferHistory reference={reference} />
              <AttributesTable product={product} currency={BaseCurrency} />
              {product.ExtraData && <ExtraDataTable data={product.ExtraData} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            {product.ImageUrl && (
              <Section title="Picture">
                <Image src={product.ImageUrl} alt={`Picture of ${name}`} fit="contain" mah={280} />
              </Section>
            )}
          </Grid.Col>
        </Grid>
      </LoadingGroup>
      <Override reference={reference} listings={listings.data ?? []} />
    </>
  )
}

/** The panel of the channel that the address names. */
function Override({
  reference,
  listings,
}: {
  readonly reference: string
  readonly listings: readonly Listing[]
}) {
  const { override, ...others } = route.useSearch()
  const navigate = route.useNavigate()
  const listing = listings.find(({ ChannelId }) => ChannelId === override)
  const onClose = () => void navigate({ search: others, resetScroll: false })
  return (
    <SidePanel
      title={listing ? `${reference} at ${listing.ChannelName}` : ''}
      isOpen={listing !== undefined}
      onClose={onClose}
    >
      {listing && (
        <OverridePanel
          channelId={listing.ChannelId}
          reference={reference}
          currency={listing.Explanation?.Currency ?? ''}
          onClose={onClose}
        />
      )}
    </SidePanel>
  )
}

/** One product: attributes, price and stock, variants, extra data. */
import { Alert, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../components/page/links.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { RecordProblem } from '../components/page/record-problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { ActiveState } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { Reference } from '../components/values/reference.tsx'
import { InShops } from '../connected-records/in-shops.tsx'
import { allows } from '../hub/actions.ts'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import { AttributesTable, ExtraDataTable } from './attributes.tsx'
import type { Listing } from './differences.ts'
import { EditProduct } from './editor/edit-product.tsx'
import { withoutPictures } from './editor/pictures.ts'
import { ProductActions } from './editor/product-actions.tsx'
import { Listings } from './listings.tsx'
import { OfferHistory } from './offers/history.tsx'
import { OverridePanel } from './offers/override-panel.tsx'
import { Pictures } from './pictures.tsx'
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
      {data === undefined && <PageHead title="Product" />}
      {error && <RecordProblem noun="product" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} aria-label="Loading the product" />}
      {data && <ProductDetails product={data} />}
    </>
  )
}

function ProductDetails({ product }: { readonly product: Product }) {
  const session = useSession()
  const { edit } = route.useSearch()

  const { MerchantProductReference: reference, ParentMerchantReference: parent } = product
  const hasVariants = product.Children.length > 0
  const customer = useQuery(customerQuery(session))
  const listings = useQuery(listingsQuery(session, reference))
  const variants = useQuery({ ...variantsQuery(session, reference), enabled: hasVariants })
  const { BaseCurrency = 'EUR' } = customer.data ?? {}
  const name = product.Name ?? reference
  const isEdited = edit === true && allows(product, 'change')
  return (
    <>
      <PageHead title={name}>{!isEdited && <ProductActions product={product} />}</PageHead>
      <Group mb="md" gap="sm">
        <Reference value={reference} />
        <ActiveState isActive={product.IsActive} />
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
          Channels do not offer this product while it or its parent is inactive.
        </Alert>
      )}
      {isEdited && customer.data && <EditProduct product={product} currency={BaseCurrency} />}
      {!isEdited && (
        <LoadingGroup of={[customer, listings, ...(hasVariants ? [variants] : [])]}>
          <Grid>
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <Stack>
                <PriceAndStock product={product} customer={customer.data} />
                {hasVariants && <Variants parent={product} customer={customer.data} />}
                <Listings product={product} />
                {!hasVariants && <OfferHistory reference={reference} />}
                <AttributesTable product={product} currency={BaseCurrency} />
                <ExtraDataTable data={withoutPictures(product.ExtraData)} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <Stack>
                <InShops kind="product" hubId={reference} />
                <Pictures product={product} />
              </Stack>
            </Grid.Col>
          </Grid>
        </LoadingGroup>
      )}
      <Override product={product} listings={listings.data ?? []} />
    </>
  )
}

/** The panel of the channel that the address names. */
function Override({
  product: { MerchantProductReference: reference, Children },
  listings,
}: {
  readonly product: Product
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
          price={listing.CurrentOffer?.Price ?? null}
          hasVariants={Children.length > 0}
          onClose={onClose}
        />
      )}
    </SidePanel>
  )
}

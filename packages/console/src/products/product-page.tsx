/** One product: its facts and variants. */

import type { Output } from '@entrepot/client'
import { Anchor, Card, Code, Grid, Image, Stack, Table, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Session, useSession } from '../shell/session.tsx'

type Product = Output<'getProduct'>

function productQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['products', customer, 'one', reference],
    queryFn: async ({ signal }) => await client.getProduct({ reference }, { signal }),
  })
}

const route = getRouteApi('/products/$reference')

export function ProductPage() {
  const { reference } = route.useParams()
  const { data, error, refetch } = useQuery(productQuery(useSession(), reference))
  if (data) return <ProductView product={data} />
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
}

function ProductView({ product }: { readonly product: Product }) {
  const { Id: _, Children, ExtraData, ImageUrl, CreatedAt: __, UpdatedAt, ...facts } = product
  const shown = Object.entries(facts).filter(([, value]) => value !== null && value !== '')
  return (
    <>
      <Anchor fz="sm" renderRoot={(props: object) => <Link to="/products" {...props} />}>
        Products
      </Anchor>
      <PageHead title={product.Name ?? product.MerchantProductReference} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Card withBorder>
              <Title order={2} size="h4" mb="sm">
                Facts
              </Title>
              <Table fz="sm" variant="vertical" layout="fixed">
                <Table.Tbody>
                  {shown.map(([name, value]) => (
                    <Table.Tr key={name}>
                      <Table.Th w={220}>{name}</Table.Th>
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>{String(value)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Text size="xs" c="dimmed" mt="sm">
                Changed <Moment at={UpdatedAt} />
              </Text>
            </Card>
            {ExtraData && (
              <Card withBorder>
                <Title order={2} size="h4" mb="sm">
                  Extra data
                </Title>
                <Code block>{JSON.stringify(ExtraData, null, 2)}</Code>
              </Card>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            {ImageUrl && (
              <Card withBorder>
                <Image
                  src={ImageUrl}
                  alt={`Picture of ${product.Name ?? product.MerchantProductReference}`}
                  fit="contain"
                  mah={280}
                />
              </Card>
            )}
            {Children.length > 0 && <Variants products={Children} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function Variants({ products }: { readonly products: Product['Children'] }) {
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        Variants
      </Title>
      {products.map((reference) => (
        <Text size="sm" key={reference}>
          <Anchor
            renderRoot={(props: object) => (
              <Link to="/products/$reference" params={{ reference }} {...props} />
            )}
          >
            {reference}
          </Anchor>
        </Text>
      ))}
    </Card>
  )
}

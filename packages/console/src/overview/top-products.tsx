/** The products with the most revenue in a period. */
import { Card, Table, Text, Title } from '@mantine/core'
import { PageLink } from '../components/page/links.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Money } from '../components/values/money.tsx'
import type { Sales } from './queries.ts'

export function TopProducts({
  sales: { Products },
  currency,
}: {
  readonly sales: Sales
  readonly currency: string
}) {
  if (Products === null || Products.length === 0) return null
  return (
    <Card withBorder>
      <Title order={3} size="h5" mb="sm" id="top-products">
        Top products
      </Title>
      <Table.ScrollContainer minWidth={460}>
        <Table fz="sm" aria-labelledby="top-products">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              {['Units', 'Revenue incl. VAT', 'Margin excl. VAT'].map((head) => (
                <Table.Th key={head} scope="col" ta="right">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Products.map((product) => (
              <Row key={product.MerchantProductReference} product={product} currency={currency} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function Row({
  product: { MerchantProductReference: reference, Name, Units, Revenue, Margin },
  currency,
}: {
  readonly product: NonNullable<Sales['Products']>[number]
  readonly currency: string
}) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {Name === null ? (
          reference
        ) : (
          <PageLink inherit to="/products/$reference" params={{ reference }}>
            {Name || reference}
          </PageLink>
        )}
        {Name && (
          <Text size="xs" c="dimmed">
            {reference}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{formatNumber(Units)}</Table.Td>
      <Table.Td ta="right">
        <Money amount={Revenue} currency={currency} />
      </Table.Td>
      <Table.Td ta="right">
        {Margin === null ? 'Not known' : <Money amount={Margin} currency={currency} />}
      </Table.Td>
    </Table.Tr>
  )
}

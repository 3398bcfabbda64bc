/** The lines of an order, each with a bar of what happened to its units. */
import { Box, Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from '../../components/list/data-table.module.css'
import { PageLink } from '../../components/page/links.tsx'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { lineProductsQuery } from '../queries.ts'
import { type Line, shortLabel, unitsOf } from '../units.ts'
import { LineProduct } from './line-product.tsx'

export function OrderLines({ order }: { readonly order: Order }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  return (
    // Named roles: on a phone the rows are cards, and their boxes would lose the roles of a table.
    <Box className={classes.scroll}>
      <Table role="table" fz="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader" scope="col">
              Product
            </Table.Th>
            <Table.Th role="columnheader" scope="col" ta="right">
              Units
            </Table.Th>
            <Table.Th role="columnheader" scope="col" w={170}>
              Progress
            </Table.Th>
            <Table.Th role="columnheader" scope="col" ta="right">
              Unit price
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {order.Lines.map((line) => (
            <Table.Tr role="row" key={line.Id}>
              <Table.Td role="cell">
                <LineProduct
                  reference={line.MerchantProductReference}
                  product={products.data?.get(line.MerchantProductReference)}
                />
              </Table.Td>
              <Table.Td role="cell" data-number data-label="Units">
                {line.Quantity}
              </Table.Td>
              <Table.Td role="cell" data-label="Progress">
                <UnitsBar line={line} />
                <Short line={line} />
              </Table.Td>
              <Table.Td role="cell" data-number data-label="Unit price">
                <Money amount={line.OriginalUnitPriceInclVat} currency={order.CurrencyCode} />
                {line.OriginalDiscountInclVat > 0 && (
                  <Text size="xs" c="dimmed">
                    {line.DiscountDescription ?? 'Discount'}{' '}
                    <Money amount={-line.OriginalDiscountInclVat} currency={order.CurrencyCode} />
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** The units of a line as a bar, and in words. */
function UnitsBar({ line }: { readonly line: Line }) {
  const parts = unitsOf(line)
  return (
    <>
      <Progress.Root size="sm" aria-hidden>
        {parts.map(({ label, units, color }) => (
          <Progress.Section key={label} value={(units / line.Quantity) * 100} color={color} />
        ))}
      </Progress.Root>
      <Text size="xs" c="dimmed">
        <VisuallyHidden>Units: </VisuallyHidden>
        {parts.map(({ label, units }) => `${units} ${label}`).join(', ')}
      </Text>
    </>
  )
}

/** How many units are short. It leads to the product, which says why. */
function Short({ line }: { readonly line: Line }) {
  const label = shortLabel(line)
  if (label === undefined) return null
  return (
    <PageLink
      fz="xs"
      fw={600}
      c="var(--mantine-color-error)"
      underline="always"
      to="/products/$reference"
      params={{ reference: line.MerchantProductReference }}
    >
      {label}
    </PageLink>
  )
}

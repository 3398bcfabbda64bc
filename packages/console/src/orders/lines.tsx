/** The lines of an order, each with a bar of what happened to its units. */
import { Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Money } from '../parts/money.tsx'
import { useSession } from '../shell/session.tsx'
import { LineProduct } from './line-product.tsx'
import type { Order } from './order.ts'
import { lineProductsQuery } from './queries.ts'
import { type Line, unitsOf } from './units.ts'

export function OrderLines({ order }: { readonly order: Order }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Product</Table.Th>
            <Table.Th scope="col" ta="right">
              Units
            </Table.Th>
            <Table.Th scope="col" w={170}>
              Progress
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Unit price
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.Lines.map((line) => (
            <Table.Tr key={line.Id}>
              <Table.Td>
                <LineProduct
                  reference={line.MerchantProductReference}
                  product={products.data?.get(line.MerchantProductReference)}
                />
              </Table.Td>
              <Table.Td ta="right">{line.Quantity}</Table.Td>
              <Table.Td>
                <UnitsBar line={line} />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={line.OriginalUnitPriceInclVat} currency={order.CurrencyCode} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The units of a line as a bar, and in words. */
function UnitsBar({ line }: { readonly line: Line }) {
  const parts = unitsOf(line)
  return (
    <>
      <Progress.Root size="sm" aria-hidden>
        {parts.map(({ word, units, color }) => (
          <Progress.Section key={word} value={(units / line.Quantity) * 100} color={color} />
        ))}
      </Progress.Root>
      <Text size="xs" c="dimmed">
        <VisuallyHidden>Units: </VisuallyHidden>
        {parts.map(({ word, units }) => `${units} ${word}`).join(', ')}
      </Text>
    </>
  )
}

/** The lines of an order, each with a bar of what happened to its units. */
import { Anchor, Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Money } from '../parts/money.tsx'
import type { Order } from './order.ts'
import { type Line, unitsOf } from './units.ts'

export function OrderLines({ order }: { readonly order: Order }) {
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
                <Anchor
                  fz="sm"
                  renderRoot={(props: object) => (
                    <Link
                      to="/products/$reference"
                      params={{ reference: line.MerchantProductReference }}
                      {...props}
                    />
                  )}
                >
                  {line.MerchantProductReference}
                </Anchor>
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

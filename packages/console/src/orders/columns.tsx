/** The columns of the list of orders. */
import type { Output } from '@entrepot/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { Status } from '../parts/status.tsx'
import { nameOf } from './address.ts'

type Row = Output<'listOrders'>[number]

export const orderColumns: readonly Column<Row>[] = [
  {
    id: 'order',
    header: 'Order',
    cell: ({ row: { original: order } }) => (
      <Anchor
        fw={600}
        fz="sm"
        renderRoot={(props: object) => (
          <Link to="/orders/$id" params={{ id: String(order.Id) }} {...props} />
        )}
      >
        {order.MerchantReference ?? order.ChannelReference}
      </Anchor>
    ),
  },
  { id: 'channel', header: 'Channel', cell: ({ row: { original } }) => original.ChannelName },
  {
    id: 'buyer',
    header: 'Buyer',
    cell: ({ row: { original } }) => (
      <Text size="sm" truncate maw={220}>
        {nameOf(original.ShippingAddress)}, {original.ShippingAddress.CountryIso}
      </Text>
    ),
  },
  {
    id: 'placed',
    header: 'Placed',
    cell: ({ row: { original } }) => <Moment at={original.OrderDate} />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => <Status status={original.Status} />,
  },
  {
    id: 'lines',
    header: 'Lines',
    isNumber: true,
    cell: ({ row: { original } }) => original.Lines.length,
  },
  {
    id: 'total',
    header: 'Total',
    isNumber: true,
    cell: ({ row: { original } }) => (
      <Money amount={original.OriginalTotalInclVat} currency={original.CurrencyCode} />
    ),
  },
]

/** The columns of the list of orders. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../components/list/data-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { Status } from '../../components/values/status.tsx'
import { nameOf } from '../address.ts'
import { type ColumnId, DEFAULT_COLUMNS, ORDER_COLUMN_NAMES } from '../column-names.ts'
import { ShipBy } from '../ship-by.tsx'
import classes from './columns.module.css'

type Row = Output<'listOrders'>[number]

type Cell = (order: Row) => ReactNode

const cells: Readonly<Record<ColumnId, Cell>> = {
  order: (order) => <OrderName order={order} />,
  reference: ({ ChannelReference }) => ChannelReference,
  channel: ({ ChannelName }) => ChannelName,
  buyer: ({ ShippingAddress }) => (
    <Text size="sm" truncate maw={220}>
      {nameOf(ShippingAddress)}, {ShippingAddress.CountryIso}
    </Text>
  ),
  country: ({ ShippingAddress }) => ShippingAddress.CountryIso,
  placed: ({ OrderDate }) => <Moment at={OrderDate} />,
  shipBy: (order) => <ShipBy at={order.ShipBy} />,
  status: (order) => <Status status={order.Status} />,
  lines: ({ Lines }) => Lines.length,
  units: ({ Lines }) => Lines.reduce((sum, line) => sum + line.OpenQuantity, 0),
  short: ({ Lines }) => Lines.reduce((sum, { ShortUnits }) => sum + ShortUnits, 0),
  total: (order) => <Money amount={order.OriginalTotalInclVat} currency={order.CurrencyCode} />,
}

/** The reference of the channel, by which buyers name the order; below it the channel, and the reference of the merchant. */
function OrderName({ order }: { readonly order: Row }) {
  const { Id, ChannelReference, ChannelName, MerchantReference } = order
  const has = MerchantReference !== null && MerchantReference !== ChannelReference
  return (
    <div className={classes.order}>
      <PageLink c="inherit" to="/orders/$id" params={{ id: String(Id) }}>
        {ChannelReference}
      </PageLink>
      <span>{has ? `${ChannelName} · ${MerchantReference}` : ChannelName}</span>
    </div>
  )
}

const NUMBERS: ReadonlySet<ColumnId> = new Set(['lines', 'units', 'short', 'total'])

/** Where the cells are on a phone. */
const PLACES: Readonly<Partial<Record<ColumnId, NonNullable<Column<Row>['place']>>>> = {
  order: 'title',
  total: 'corner',
  buyer: 'left',
  status: 'right',
  shipBy: 'below',
  channel: 'hidden',
  placed: 'hidden',
  lines: 'hidden',
}

/** The columns of the list: the chosen ones, or else the usual ones. */
export function orderColumns(chosen: readonly ColumnId[]): readonly Column<Row>[] {
  const ids = chosen.length > 0 ? chosen : DEFAULT_COLUMNS
  return ids.map((id) => ({
    id,
    header: ORDER_COLUMN_NAMES[id],
    isNumber: NUMBERS.has(id),
    ...(PLACES[id] && { place: PLACES[id] }),
    cell: ({ row: { original } }) => cells[id](original),
  }))
}

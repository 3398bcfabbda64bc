/** The columns of the list of orders. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../components/list/data-table.tsx'
import type { ColumnSorts } from '../../components/list/table-head.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { Status } from '../../components/values/status.tsx'
import { nameOf } from '../address.ts'
import { type ColumnId, DEFAULT_COLUMNS, ORDER_COLUMN_NAMES } from '../column-names.ts'
import { orderNames } from '../names.ts'
import type { OrderPageSearch } from '../search.ts'
import { ShipBy } from '../ship-by.tsx'

type Row = Output<'listOrders'>[number]

/** A cell; `list` leads back to the list. */
type Cell = (order: Row, list: OrderPageSearch) => ReactNode

const cells: Readonly<Record<ColumnId, Cell>> = {
  order: (order, list) => {
    const { main, other } = orderNames(order)
    return (
      <>
        <PageLink fw={600} fz="sm" to="/orders/$id" params={{ id: String(order.Id) }} search={list}>
          {main}
        </PageLink>
        {other && (
          <Text size="xs" c="dimmed">
            {other}
          </Text>
        )}
      </>
    )
  },
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

const NUMBERS: ReadonlySet<ColumnId> = new Set(['lines', 'units', 'short', 'total'])

/** The sorts of the hub by column. */
const SORTS: Readonly<Partial<Record<ColumnId, ColumnSorts>>> = {
  placed: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  shipBy: { ascending: 'shipBy', descending: 'shipByLast' },
}

/** The columns of the list: the chosen ones, or else the usual ones. */
export function orderColumns(
  chosen: readonly ColumnId[],
  list: OrderPageSearch,
): readonly Column<Row>[] {
  const ids = chosen.length > 0 ? chosen : DEFAULT_COLUMNS
  return ids.map((id) => ({
    id,
    header: ORDER_COLUMN_NAMES[id],
    isNumber: NUMBERS.has(id),
    cell: ({ row: { original } }) => cells[id](original, list),
    ...(id in SORTS && { sorts: SORTS[id] }),
  }))
}

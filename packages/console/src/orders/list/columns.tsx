/** The columns of the list of orders. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../components/list/data-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { Status } from '../../components/values/status.tsx'
import { nameOf } from '../address.ts'
import { COLUMN_SORTS, type ColumnId, ORDER_COLUMN_NAMES } from '../column-names.ts'
import { orderNames } from '../names.ts'
import type { OrderPageSearch } from '../search.ts'
import { ShipBy } from '../ship-by.tsx'
import { isShort, partlyInBackorder, shortInStockOf } from '../units.ts'
import classes from './columns.module.css'

type Row = Output<'listOrders'>[number]

/** A cell; `list` leads back to the list. */
type Cell = (order: Row, list: OrderPageSearch) => ReactNode

const cells: Readonly<Record<ColumnId, Cell>> = {
  order: (order, list) => <OrderName order={order} list={list} />,
  reference: ({ ChannelReference }) => ChannelReference,
  channel: ({ ChannelName }) => ChannelName,
  buyer: ({ ShippingAddress }) => <Buyer address={ShippingAddress} />,
  country: ({ ShippingAddress }) => ShippingAddress.CountryIso,
  // A phone has it below the total.
  placed: ({ OrderDate }) => (
    <Text span inherit visibleFrom="sm">
      <Moment at={OrderDate} />
    </Text>
  ),
  // A narrow window has no column of when the order was placed beside this one.
  shipBy: ({ ShipBy: at, OrderDate }) =>
    at === null ? (
      <Text span inherit c="dimmed" visibleFrom="sm" hiddenFrom="lg">
        Placed <Moment at={OrderDate} />
      </Text>
    ) : (
      <ShipBy at={at} />
    ),
  status: (order) => (
    <span className={classes.states}>
      <Status status={order.Status} />
      <Waiting text={partlyInBackorder(order)} />
      {isShort(order) && <Dot color="red">Oversold</Dot>}
    </span>
  ),
  lines: ({ Lines }) => Lines.length,
  units: ({ Lines }) => Lines.reduce((sum, line) => sum + line.OpenQuantity, 0),
  short: ({ Lines }) => Lines.reduce((sum, line) => sum + shortInStockOf(line), 0),
  total: (order) => (
    <>
      <Money amount={order.OriginalTotalInclVat} currency={order.CurrencyCode} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        Placed <Moment at={order.OrderDate} />
      </Text>
    </>
  ),
}

/** The name of the order, as its page has it; below it the channel, and the reference of the channel if it is another one. */
function OrderName({ order, list }: { readonly order: Row; readonly list: OrderPageSearch }) {
  const { Id, ChannelName } = order
  const { main, other } = orderNames(order)
  return (
    <div className={classes.order}>
      <PageLink c="inherit" title={main} to="/orders/$id" params={{ id: String(Id) }} search={list}>
        {main}
      </PageLink>
      <span>{other === null ? ChannelName : `${ChannelName} · ${other}`}</span>
    </div>
  )
}

function Waiting({ text }: { readonly text: string | undefined }) {
  return text && <Dot color="yellow">{text}</Dot>
}

/** A long name gives way, and the country stays. */
function Buyer({ address }: { readonly address: Row['ShippingAddress'] }) {
  const name = nameOf(address)
  return (
    <Text size="sm" className={classes.buyer}>
      <span>{name}</span>
      <span>
        {name && address.CountryIso && ', '}
        {address.CountryIso}
      </span>
    </Text>
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

const isSorting = (id: ColumnId): id is keyof typeof COLUMN_SORTS => id in COLUMN_SORTS

export function orderColumns(
  ids: readonly ColumnId[],
  list: OrderPageSearch,
): readonly Column<Row>[] {
  // Without the column of the day to ship by, that of when the order was placed has its place.
  const placeOf = (id: ColumnId) =>
    PLACES[id === 'placed' && !ids.includes('shipBy') ? 'shipBy' : id]
  return ids.map((id) => {
    const place = placeOf(id)
    return {
      id,
      header: ORDER_COLUMN_NAMES[id],
      isNumber: NUMBERS.has(id),
      ...(place && { place }),
      cell: ({ row: { original } }) => cells[id](original, list),
      ...(isSorting(id) && { sorts: COLUMN_SORTS[id] }),
    }
  })
}

/** The pick list of several orders, to print: how many units of each product are taken from which place. */
import { Box, Group, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconSquare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageButton } from '../../components/page/links.tsx'
import { counted, formatNumber } from '../../components/values/language.ts'
import { Picture } from '../../components/values/picture.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { useTimeZone } from '../../components/values/time/time-zone.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { lineProductsQuery } from '../queries.ts'
import classes from './packing-slip.module.css'
import {
  byPlace,
  type ProductPick,
  packedOf,
  picksOf,
  placeOf,
  sayLeftOut,
  sayMissing,
  sayNothingToPack,
} from './pick-list.ts'
import { PrintTools } from './print-tools.tsx'
import { BackToOrders, PrintedOrders, PrintNote } from './printed-orders.tsx'

const route = getRouteApi('/orders/pick-list')

export function PickListPage() {
  const search = route.useSearch()
  useDocumentTitle('Pick list - Entrepot')
  return (
    <PrintedOrders title="Pick list" search={search}>
      {(orders) => <PickList orders={orders} printed={search} />}
    </PrintedOrders>
  )
}

function PickList({
  orders,
  printed,
}: {
  readonly orders: readonly Order[]
  /** What is printed, as the address names it. */
  readonly printed: { readonly ids?: string; readonly list?: string }
}) {
  const timeZone = useTimeZone()
  const now = new Date()
  const picks = picksOf(orders)
  const count = packedOf(orders).length
  const units = picks.reduce((sum, pick) => sum + pick.units, 0)
  return (
    <>
      <PrintTools
        back={<BackToOrders list={printed.list} />}
        other={
          <PageButton variant="default" to="/orders/packing-slips" search={printed}>
            Packing slips
          </PageButton>
        }
        canPrint={picks.length > 0}
      />
      <Box className={classes.slip} maw={820}>
        <Title order={1} size="h2">
          Pick list
        </Title>
        {picks.length > 0 && (
          <Text size="sm" mb="md">
            {counted(units, 'unit')} of {counted(picks.length, 'product')}, for{' '}
            {counted(count, 'order')}, {formatDayAndTime(now, now, timeZone)}
          </Text>
        )}
        <PrintNote said={sayMissing(orders)} />
        <PrintNote said={sayLeftOut(orders)} />
        <PrintNote said={sayNothingToPack(orders)} />
        <Picks picks={picks} />
      </Box>
    </>
  )
}

function Picks({ picks }: { readonly picks: readonly ProductPick[] }) {
  const references = picks.map(({ reference }) => reference)
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  if (picks.length === 0) return null
  const place = ({ reference }: ProductPick) => placeOf(products?.get(reference))
  const hasPlaces = picks.some((pick) => place(pick) !== '')
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={32} className={classes.paper ?? ''}>
            <VisuallyHidden>Done</VisuallyHidden>
          </Table.Th>
          {hasPlaces && <Table.Th scope="col">Place</Table.Th>}
          <Table.Th scope="col" className={classes.main ?? ''}>
            Product
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Units
          </Table.Th>
          <Table.Th scope="col" className={classes.wide ?? ''}>
            For
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {byPlace(picks, place).map((pick) => (
          <PickRow
            key={pick.reference}
            pick={pick}
            place={hasPlaces ? place(pick) : undefined}
            name={products?.get(pick.reference)?.Name ?? undefined}
            picture={products?.get(pick.reference)?.ImageUrl ?? null}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function PickRow({
  pick: { reference, units, missing, orders },
  place,
  name,
  picture,
}: {
  readonly pick: ProductPick
  /** Undefined if no product has one. */
  readonly place: string | undefined
  readonly name: string | undefined
  readonly picture: string | null
}) {
  const named = orders.map((order) => `${order.name}: ${formatNumber(order.units)}`).join(', ')
  return (
    <Table.Tr>
      <Table.Td className={classes.paper ?? ''}>
        <IconSquare size={20} aria-hidden />
      </Table.Td>
      {place !== undefined && <Table.Td fw={700}>{place || '–'}</Table.Td>}
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap="sm" wrap="nowrap">
          <Picture url={picture} />
          <div>
            {name ?? reference}
            <Text size="xs">{reference}</Text>
            <Text size="xs" className={classes.narrow ?? ''}>
              For {named}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td ta="right" fw={700}>
        {formatNumber(units)}
        {missing > 0 && <Text size="xs">{formatNumber(missing)} missing</Text>}
      </Table.Td>
      <Table.Td className={classes.wide ?? ''} style={{ overflowWrap: 'anywhere' }}>
        {named}
      </Table.Td>
    </Table.Tr>
  )
}

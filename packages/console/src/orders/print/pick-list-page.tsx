/** The pick list of several orders, to print: how many units of each product are taken from the shelves. */
import { Box, Button, Group, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPrinter, IconSquare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber, languageOfNumbers } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { lineProductsQuery, ordersByIdQuery } from '../queries.ts'
import classes from './packing-slip.module.css'
import { type Pick, picksOf } from './pick-list.ts'

const route = getRouteApi('/orders/pick-list')

export function PickListPage() {
  const { ids = '' } = route.useSearch()
  const orderIds = ids.split(',').filter(Boolean).map(Number)
  const { data: orders, error, refetch } = useQuery(ordersByIdQuery(useSession(), orderIds))
  useDocumentTitle('Pick list - Entrepot')
  if (orders) return <PickList picks={picksOf(orders)} count={orders.length} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={360} aria-label="Loading the orders" />
}

function PickList({ picks, count }: { readonly picks: readonly Pick[]; readonly count: number }) {
  const units = picks.reduce((sum, pick) => sum + pick.units, 0)
  return (
    <>
      <Group className={classes.tools} justify="space-between" mb="lg">
        <PageLink fz="sm" to="/orders">
          Back to the orders
        </PageLink>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Box className={classes.slip} maw={720}>
        <Title order={1} size="h3">
          Pick list
        </Title>
        <Text size="sm" mb="md">
          {formatNumber(units)} units of {picks.length} products, for {count} orders,{' '}
          {new Date().toLocaleString(languageOfNumbers())}
        </Text>
        <Picks picks={picks} />
      </Box>
    </>
  )
}

function Picks({ picks }: { readonly picks: readonly Pick[] }) {
  const references = picks.map(({ reference }) => reference)
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  if (picks.length === 0) return <Text>These orders have no units to take.</Text>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={32}>
            <VisuallyHidden>Done</VisuallyHidden>
          </Table.Th>
          <Table.Th scope="col">Product</Table.Th>
          <Table.Th scope="col" ta="right">
            Units
          </Table.Th>
          <Table.Th scope="col">For</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {picks.map(({ reference, units, orders }) => (
          <Table.Tr key={reference}>
            <Table.Td>
              <IconSquare size={20} aria-hidden />
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {products?.get(reference)?.Name ?? reference}
              <Text size="xs">{reference}</Text>
            </Table.Td>
            <Table.Td ta="right" fw={700}>
              {units}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {orders.map((order) => `${order.name}: ${order.units}`).join(', ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The packing slip of an order: what goes into its parcels, without prices. */
import { Box, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { languageOfNumbers } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { linesOf } from '../address.ts'
import type { Order } from '../order.ts'
import { lineProductsQuery, orderQuery } from '../queries.ts'
import classes from './packing-slip.module.css'

const route = getRouteApi('/orders/$id/packing-slip')

export function PackingSlipPage() {
  const { id } = route.useParams()
  const { data: order, error, refetch } = useQuery(orderQuery(useSession(), Number(id)))
  useDocumentTitle(`Packing slip ${order ? nameOf(order) : ''} - Entrepot`)
  if (order) return <PackingSlip order={order} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={360} aria-label="Loading the order" />
}

function PackingSlip({ order }: { readonly order: Order }) {
  const date = new Intl.DateTimeFormat(languageOfNumbers(), { dateStyle: 'long' })
  return (
    <>
      <Group className={classes.tools} justify="space-between" mb="lg">
        <PageLink fz="sm" to="/orders/$id" params={{ id: String(order.Id) }}>
          Back to the order
        </PageLink>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Box className={classes.slip} maw={720}>
        <Group justify="space-between" align="flex-start" mb="xl">
          <Stack gap={2}>
            <Title order={1} size="h3">
              Packing slip {nameOf(order)}
            </Title>
            <Text size="sm">
              {order.ChannelName}, {order.ChannelReference}
            </Text>
            <Text size="sm">Ordered on {date.format(new Date(order.OrderDate))}</Text>
          </Stack>
          <Box>
            {linesOf(order.ShippingAddress).map((line) => (
              <Text key={line}>{line}</Text>
            ))}
          </Box>
        </Group>
        <SlipLines order={order} />
      </Box>
    </>
  )
}

function SlipLines({ order }: { readonly order: Order }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Product</Table.Th>
          <Table.Th scope="col" ta="right">
            Ordered
          </Table.Th>
          <Table.Th scope="col" ta="right">
            To pack
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.Lines.map((line) => (
          <Table.Tr key={line.Id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {line.MerchantProductReference}
              <Text size="sm">{products.data?.get(line.MerchantProductReference)?.Name}</Text>
            </Table.Td>
            <Table.Td ta="right">{line.Quantity}</Table.Td>
            <Table.Td ta="right" fw={700}>
              {line.OpenQuantity}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function nameOf({ MerchantReference, ChannelReference }: Order): string {
  return MerchantReference ?? ChannelReference
}

/** The shipments of an order: a card for each, with its parcels, their carriers and where they can be followed. */
import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from '../../components/page/external-link.tsx'
import { PageButton } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { lineProductsQuery } from '../queries.ts'
import { type Shipment, type ShownParcel, shownParcels } from '../shipments.ts'

/** What can be done with a shipment in a panel. */
export type ShipmentAction = 'track' | 'void'

/** Those of the order by reference; undefined while they load. */
type Products = ReadonlyMap<string, { readonly Name: string | null }> | undefined

export function ShipmentCards({
  order,
  shipments,
  onOpen,
}: {
  readonly order: Order
  readonly shipments: readonly Shipment[]
  readonly onOpen: (action: ShipmentAction, reference: string) => void
}) {
  // As the lines of the order read them, so this is no call of its own.
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  if (shipments.length === 0) return null
  return (
    <Stack component="section" aria-label="Shipments" gap="sm">
      {shipments.map((shipment) => (
        <ShipmentCard key={shipment.Id} {...{ order, shipment, products, onOpen }} />
      ))}
    </Stack>
  )
}

function ShipmentCard({
  order,
  shipment,
  products,
  onOpen,
}: {
  readonly order: Order
  readonly shipment: Shipment
  readonly products: Products
  readonly onOpen: (action: ShipmentAction, reference: string) => void
}) {
  const { MerchantShipmentReference: reference, VoidedAt, CreatedAt } = shipment
  const parcels = shownParcels(shipment, order)
  return (
    <Card withBorder component="article" aria-label={`Shipment ${reference}`}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Group gap="xs">
          <Title order={2} size="h5">
            Shipment
          </Title>
          <Text size="sm" component="span" {...(VoidedAt !== null && { td: 'line-through' })}>
            <Reference value={reference} />
          </Text>
          {VoidedAt !== null && (
            <Badge variant="light" color="gray" tt="none">
              Voided <Moment at={VoidedAt} />
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Sent <Moment at={CreatedAt} format={formatDayAndTime} />
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: parcels.length > 1 ? 2 : 1 }} spacing="sm">
        {parcels.map((parcel, index) => (
          <Parcel
            // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no id
            key={index}
            title={parcels.length > 1 ? `Parcel ${index + 1} of ${parcels.length}` : undefined}
            parcel={parcel}
            products={products}
          />
        ))}
      </SimpleGrid>
      <Group gap="xs" mt="sm">
        {allows(shipment, 'change') && (
          <Button size="xs" variant="default" onClick={() => onOpen('track', reference)}>
            {shipment.TrackTraceNo === null ? 'Add tracking' : 'Edit tracking'}
          </Button>
        )}
        <PageButton
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          to="/orders/$id/packing-slip"
          params={{ id: String(order.Id) }}
          search={{ shipment: reference }}
        >
          Packing slip
        </PageButton>
        {allows(shipment, 'void') && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onOpen('void', reference)}>
            Void
          </Button>
        )}
      </Group>
    </Card>
  )
}

function Parcel({
  title,
  parcel: { contents, Method, TrackTraceNo, TrackingPage },
  products,
}: {
  readonly title: string | undefined
  readonly parcel: ShownParcel
  readonly products: Products
}) {
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {title && (
        <Text size="xs" c="dimmed">
          {title}
        </Text>
      )}
      <Text size="sm">
        {Method ? `${Method} ` : ''}
        <Tracking number={TrackTraceNo} page={TrackingPage} />
      </Text>
      {contents === undefined ? (
        <Text size="sm" c="dimmed">
          Its contents are not recorded.
        </Text>
      ) : (
        contents.map(({ reference, units }) => (
          <Text size="sm" key={reference}>
            {units} × {products?.get(reference)?.Name ?? reference}
          </Text>
        ))
      )}
    </Stack>
  )
}

function Tracking({
  number,
  page,
}: {
  readonly number: string | null
  readonly page: string | null
}) {
  if (page === null) {
    return number === null ? 'Without tracking' : <Reference value={number} />
  }
  return (
    <ExternalLink href={page} opens="Opens the page of the carrier">
      {number ?? page}
    </ExternalLink>
  )
}

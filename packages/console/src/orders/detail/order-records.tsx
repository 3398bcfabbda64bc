/** The shipments of an order with their parcels, and what was refunded without a return. */
import type { Output } from '@entrepot/client'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { recordsQuery } from '../queries.ts'

type Shipment = Output<'listShipments'>[number]
type Refund = Output<'listRefunds'>[number]

/** References have no spaces at which they could be broken. */
const BREAKS = { style: { overflowWrap: 'anywhere' } } as const

export function OrderRecords({ order }: { readonly order: Order }) {
  const session = useSession()
  const mayRead = session.may('fulfilment:read')
  const { data, error, refetch } = useQuery({
    ...recordsQuery(session, order.Id),
    enabled: mayRead,
  })
  if (error && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data !== undefined && data.shipments.length > 0 && (
        <Section title="Shipments">
          <RecordTable rows={data.shipments} columns={shipmentColumns} idOf={({ Id }) => Id} />
        </Section>
      )}
      {data !== undefined && data.refunds.length > 0 && (
        <Section title="Refunds without a return">
          <RecordTable rows={data.refunds} columns={refundColumns} idOf={({ Id }) => Id} />
        </Section>
      )}
    </>
  )
}

const shipmentColumns: readonly RecordColumn<Shipment>[] = [
  {
    header: 'Shipment',
    cell: ({ MerchantShipmentReference, VoidedAt }) => (
      <Text size="sm" {...(VoidedAt !== null && { td: 'line-through' })} {...BREAKS}>
        {MerchantShipmentReference}
      </Text>
    ),
  },
  {
    header: 'Sent',
    cell: ({ CreatedAt, VoidedAt }) => (
      <>
        <Moment at={CreatedAt} />
        {VoidedAt !== null && (
          <Text size="sm" c="dimmed">
            Voided <Moment at={VoidedAt} />
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Parcels',
    isWide: true,
    cell: ({ Parcels: parcels }) => <Parcels parcels={parcels} />,
  },
]

function Parcels({ parcels }: { readonly parcels: Shipment['Parcels'] }) {
  return parcels.map(({ TrackTraceNo, TrackTraceUrl, Method, Lines }, index) => {
    const number = TrackTraceNo ?? TrackTraceUrl ?? 'Without tracking'
    const units = Lines.reduce((sum, { Quantity }) => sum + Quantity, 0)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no id
      <Text size="sm" key={index} style={{ overflowWrap: 'anywhere' }}>
        {TrackTraceUrl ? (
          <Anchor underline="always" href={TrackTraceUrl} target="_blank" rel="noreferrer">
            {number}
          </Anchor>
        ) : (
          number
        )}
        {Method && `, ${Method}`}
        {units > 0 && `, ${units} ${units === 1 ? 'unit' : 'units'}`}
      </Text>
    )
  })
}

const refundColumns: readonly RecordColumn<Refund>[] = [
  {
    header: 'Refund',
    cell: ({ MerchantReference }) => (
      <Text size="sm" {...BREAKS}>
        {MerchantReference}
      </Text>
    ),
  },
  {
    header: 'Reason',
    isWide: true,
    cell: ({ Reason }) => (
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {Reason}
      </Text>
    ),
  },
  {
    header: 'By',
    cell: ({ CreatedBy, CreatedAt }) => (
      <>
        {CreatedBy?.Label}, <Moment at={CreatedAt} />
      </>
    ),
  },
  {
    header: 'Amount',
    isNumber: true,
    cell: ({ RefundInclVat, CurrencyCode }) => (
      <Money amount={RefundInclVat} currency={CurrencyCode} />
    ),
  },
]

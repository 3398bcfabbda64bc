/** What was sent for an order, what came back, and what was refunded without a return; and the panels that change them. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { recordsQuery } from '../queries.ts'
import { DecideReturn } from '../returns/decide-return.tsx'
import type { Shipment } from '../shipments.ts'
import { ReturnCards } from './return-cards.tsx'
import { ShipmentCards } from './shipment-cards.tsx'
import { ChangeTracking, VoidShipment } from './shipment-panels.tsx'

type Refund = Output<'listRefunds'>[number]

const route = getRouteApi('/orders/$id')

export function OrderRecords({ order }: { readonly order: Order }) {
  const session = useSession()
  const mayRead = session.may('fulfilment:read')
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery({
    ...recordsQuery(session, order.Id),
    enabled: mayRead,
  })
  const open = (panel: Panel) =>
    void navigate({ search: ({ list }) => ({ ...onlyList(list), ...panel }) })
  if (error && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <>
      <ShipmentCards
        order={order}
        shipments={data.shipments}
        onOpen={(action, reference) => open({ [action]: reference })}
      />
      <ReturnCards returns={data.returns} onDecide={(decide) => open({ decide })} />
      {data.refunds.length > 0 && (
        <Section title="Refunds without a return">
          <RecordTable rows={data.refunds} columns={refundColumns} idOf={({ Id }) => Id} />
        </Section>
      )}
      <RecordPanel shipments={data.shipments} onClose={() => open({})} />
    </>
  )
}

/** The record of the open panel. */
interface Panel {
  readonly track?: string
  readonly void?: string
  readonly decide?: string
}

const onlyList = (list: string | undefined) => (list === undefined ? {} : { list })

function RecordPanel({
  shipments,
  onClose,
}: {
  readonly shipments: readonly Shipment[]
  readonly onClose: () => void
}) {
  const { track, void: voided, decide } = route.useSearch()
  const shipment = shipments.find(
    ({ MerchantShipmentReference: name }) => name === (track ?? voided),
  )
  const isOfShipment = shipment !== undefined
  const verb = track === undefined ? 'Void' : 'Tracking of'
  const ofShipment = shipment ? `${verb} ${shipment.MerchantShipmentReference}` : ''
  const title = decide === undefined ? ofShipment : `Decide on ${decide}`
  return (
    <SidePanel title={title} isOpen={isOfShipment || decide !== undefined} onClose={onClose}>
      {shipment && track !== undefined && <ChangeTracking shipment={shipment} onClose={onClose} />}
      {shipment && voided !== undefined && <VoidShipment shipment={shipment} onClose={onClose} />}
      {decide !== undefined && <DecideReturn reference={decide} onClose={onClose} />}
    </SidePanel>
  )
}

const BREAKS = { style: { overflowWrap: 'anywhere' } } as const

const refundColumns: readonly RecordColumn<Refund>[] = [
  {
    header: 'Refund',
    place: 'title',
    cell: ({ MerchantReference }) => (
      <Text size="sm" {...BREAKS}>
        {MerchantReference}
      </Text>
    ),
  },
  {
    header: 'Reason',
    isWide: true,
    place: 'left',
    cell: ({ Reason }) => (
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {Reason}
      </Text>
    ),
  },
  {
    header: 'By',
    place: 'below',
    cell: ({ CreatedBy, CreatedAt }) => (
      <>
        {CreatedBy?.Label}, <Moment at={CreatedAt} format={formatDayAndTime} />
      </>
    ),
  },
  {
    header: 'Amount',
    isNumber: true,
    place: 'corner',
    cell: ({ RefundInclVat, CurrencyCode }) => (
      <Money amount={RefundInclVat} currency={CurrencyCode} />
    ),
  },
]

/** The shipments of an order with their parcels, and what was refunded without a return. */
import type { Output } from '@entrepot/client'
import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { recordsQuery } from '../queries.ts'

type Shipment = Output<'listShipments'>[number]
type Refund = Output<'listRefunds'>[number]

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
      {data !== undefined && data.shipments.length > 0 && <Shipments shipments={data.shipments} />}
      {data !== undefined && data.refunds.length > 0 && <Refunds refunds={data.refunds} />}
    </>
  )
}

function Shipments({ shipments }: { readonly shipments: readonly Shipment[] }) {
  return (
    <Section title="Shipments">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Shipment</Table.Th>
            <Table.Th>Sent</Table.Th>
            <Table.Th>Parcels</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shipments.map((shipment) => (
            <Table.Tr key={shipment.Id}>
              <Table.Td>
                <Text size="sm" {...(shipment.VoidedAt !== null && { td: 'line-through' })}>
                  {shipment.MerchantShipmentReference}
                </Text>
              </Table.Td>
              <Table.Td>
                <Moment at={shipment.CreatedAt} />
                {shipment.VoidedAt !== null && (
                  <Text size="sm" c="dimmed">
                    Voided <Moment at={shipment.VoidedAt} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Parcels parcels={shipment.Parcels} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function Parcels({ parcels }: { readonly parcels: Shipment['Parcels'] }) {
  return parcels.map(({ TrackTraceNo, TrackTraceUrl, Method, Lines }, index) => {
    const number = TrackTraceNo ?? TrackTraceUrl ?? 'Without tracking'
    const units = Lines.reduce((sum, { Quantity }) => sum + Quantity, 0)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no id
      <Text size="sm" key={index} style={{ overflowWrap: 'anywhere' }}>
        {TrackTraceUrl ? (
          <Anchor href={TrackTraceUrl} target="_blank" rel="noreferrer">
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

function Refunds({ refunds }: { readonly refunds: readonly Refund[] }) {
  return (
    <Section title="Refunds without a return">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Refund</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refunds.map((refund) => (
            <Table.Tr key={refund.Id}>
              <Table.Td>{refund.MerchantReference}</Table.Td>
              <Table.Td style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {refund.Reason}
              </Table.Td>
              <Table.Td>
                {refund.CreatedBy?.Label}, <Moment at={refund.CreatedAt} />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={refund.RefundInclVat} currency={refund.CurrencyCode} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

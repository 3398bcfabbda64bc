/** What happened to an order, newest first, and who or what did it. */
import type { Output } from '@entrepot/client'
import { Timeline as List, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { actorInWords } from '../../components/values/actor.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { historyQuery, reasonsQuery } from '../queries.ts'

type Event = Output<'listOrderHistoryById'>[number]

const LABELS: Readonly<Record<string, string>> = {
  CREATED: 'Received from the channel',
  CORRECTED: 'Corrected',
  ACKNOWLEDGED: 'Acknowledged',
  SHIPPED: 'Shipped',
  SHIPMENT_CHANGED: 'Tracking changed',
  SHIPMENT_VOIDED: 'Shipment voided',
  CANCELLED: 'Cancelled',
  BACKORDERED: 'Put in backorder',
  RETURNED: 'Return registered',
  RETURN_CHANGED: 'Return decided',
  REFUNDED: 'Refunded without a return',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
  COMBINED: 'Combined with another order',
  SEPARATED: 'Separated from another order',
  COMMENTED: 'Comment',
}

export function Timeline({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery(historyQuery(useSession(), id))
  if (data === undefined) {
    return error ? (
      <Problem error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={120} />
    )
  }
  const events = data.toReversed()
  return (
    <List bulletSize={14} lineWidth={2} active={events.length}>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and are never reordered
        <List.Item key={events.length - index} title={titleOf(event)}>
          {event.Comment !== null && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {event.Comment}
            </Text>
          )}
          <Reason id={id} event={event} />
          <Text size="sm" c="dimmed">
            {event.Record && <RecordName {...event.Record} />}
            by {actorInWords(event.Actor)}, <Moment at={event.OccurredAt} />
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

/** Channels have keys, so what a person or an agent creates was entered by hand. */
function titleOf({ Type, Actor }: Event): string {
  const isByHand = Type === 'CREATED' && ['person', 'agent'].includes(Actor.Kind)
  return isByHand ? 'Entered by hand' : (LABELS[Type] ?? Type)
}

/** Why units were cancelled or came back. */
function Reason({
  id,
  event: { Type, Record: record },
}: {
  readonly id: number
  readonly event: Event
}) {
  const session = useSession()
  const has = Type === 'CANCELLED' || Type === 'RETURNED'
  const mayRead = session.may('fulfilment:read')
  const { data } = useQuery({ ...reasonsQuery(session, id), enabled: has && mayRead })
  const label = has && record ? data?.get(`${record.Kind} ${record.Reference}`) : null
  return label ? <Text size="sm">{label}</Text> : null
}

/** The reference of a record; that of a return leads to the decision on it. */
function RecordName({ Kind, Reference }: { readonly Kind: string; readonly Reference: string }) {
  if (Kind !== 'return') return `${Reference}, `
  return (
    <>
      <PageLink fz="sm" underline="always" to="/returns" search={{ decide: Reference }}>
        {Reference}
      </PageLink>
      {', '}
    </>
  )
}

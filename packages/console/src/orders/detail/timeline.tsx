/** What happened to an order, newest first, and who or what did it. */
import { Timeline as List, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { actorInWords } from '../../components/values/actor.ts'
import { formatMoney } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { historyQuery, lineProductsQuery, recordsQuery } from '../queries.ts'
import {
  type HistoryEvent,
  lastTracked,
  replacedInWords,
  type Told,
  tellRecords,
  unitsInWords,
} from './moved-units.ts'

const LABELS: Readonly<Record<string, string>> = {
  CREATED: 'Received',
  CORRECTED: 'Corrected',
  ACKNOWLEDGED: 'Acknowledged',
  SHIPPED: 'Shipped',
  SHIPMENT_CHANGED: 'Tracking changed',
  SHIPMENT_VOIDED: 'Shipment voided',
  CANCELLED: 'Cancelled',
  BACKORDERED: 'Put in backorder',
  RETURNED: 'Return registered',
  RETURN_CHANGED: 'Return changed',
  REFUNDED: 'Refunded without a return',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
  COMBINED: 'Combined with another order',
  SEPARATED: 'Separated from another order',
  COMMENTED: 'Comment',
}

export function Timeline({ order }: { readonly order: Order }) {
  const session = useSession()
  const { data, error, refetch } = useQuery(historyQuery(session, order.Id))
  const { data: records } = useQuery({
    ...recordsQuery(session, order.Id),
    enabled: session.may('fulfilment:read'),
  })
  const told = records && tellRecords(records)
  if (data === undefined) {
    return error ? (
      <Problem error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={120} />
    )
  }
  const events = data.toReversed()
  const tracked = lastTracked(data)
  return (
    <List bulletSize={14} lineWidth={2} active={events.length}>
      {events.map((event, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and are never reordered
          key={events.length - index}
          event={event}
          order={order}
          hasTracking={tracked.has(event)}
          told={
            event.Record ? told?.get(`${event.Record.Kind} ${event.Record.Reference}`) : undefined
          }
        />
      ))}
    </List>
  )
}

/** Channels have keys, so what a person or an agent creates was entered by hand. */
function titleOf(
  { Type, Actor }: HistoryEvent,
  told: Told | undefined,
  hasTracking: boolean,
): string {
  if (hasTracking && told?.tracking) return `Tracking changed to ${told.tracking}`
  if (Type === 'RETURN_CHANGED' && told?.decision) return told.decision
  const isByHand = Type === 'CREATED' && ['person', 'agent'].includes(Actor.Kind)
  return isByHand ? 'Entered by hand' : (LABELS[Type] ?? Type)
}

/** Entries that are about units. The others name their record. */
const WITH_UNITS: ReadonlySet<string> = new Set([
  ...['SHIPPED', 'SHIPMENT_VOIDED', 'CANCELLED', 'BACKORDERED', 'RETURNED', 'RETURN_CHANGED'],
])

/** What entries say of the refunded amount. */
const AMOUNTS: Readonly<Record<string, (amount: string) => string>> = {
  REFUNDED: (amount) => amount,
  RETURN_CHANGED: (amount) => `${amount} refunded`,
}

/** Entries that say why. */
const WITH_REASON: ReadonlySet<string> = new Set(['CANCELLED', 'RETURNED'])

/** An event. Mantine's list gives its entries what they need by their properties. */
function Entry({
  event,
  order,
  hasTracking,
  told,
  ...ofList
}: {
  readonly event: HistoryEvent
  readonly order: Order
  /** Whether it gave its shipment the tracking of now. */
  readonly hasTracking: boolean
  /** Undefined of what is about no record, and while the records load. */
  readonly told: Told | undefined
}) {
  const { Type, Comment, Record, Actor, OccurredAt } = event
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  const nameOf = (reference: string) => products?.get(reference)?.Name ?? reference
  const units = told && WITH_UNITS.has(Type) ? unitsInWords(told.lines, order, nameOf) : ''
  const amount = told?.refunded === undefined ? '' : formatMoney(told.refunded, order.CurrencyCode)
  const refunded = amount && AMOUNTS[Type]?.(amount)
  const replaced = replacedInWords(event.Replaced, nameOf)
  const decided = Type === 'RETURN_CHANGED' && told?.decided
  return (
    <List.Item
      {...ofList}
      title={[
        titleOf(event, told, hasTracking),
        [replaced, units, decided, refunded].filter(Boolean).join(', '),
      ]
        .filter(Boolean)
        .join(': ')}
      styles={STYLES}
    >
      <Said text={Comment} />
      <Said text={WITH_REASON.has(Type) ? told?.reason : null} />
      <Text size="sm" c="dimmed">
        {Record && <RecordName {...Record} />}
        by {actorInWords(Actor)}, <Moment at={OccurredAt} format={formatDayAndTime} />
      </Text>
    </List.Item>
  )
}

/** What somebody wrote, with its lines. */
function Said({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}

const STYLES = {
  itemTitle: { overflowWrap: 'anywhere', lineHeight: 1.4 },
  itemBullet: { background: 'var(--card)' },
} as const

/** The reference of a record; that of a return leads to the decision on it. */
function RecordName({ Kind, Reference }: { readonly Kind: string; readonly Reference: string }) {
  if (Kind !== 'return') return `${Reference}, `
  return (
    <>
      <PageLink fz="sm" underline="always" to="/returns" search={{ all: true, decide: Reference }}>
        {Reference}
      </PageLink>
      {', '}
    </>
  )
}

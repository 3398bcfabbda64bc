/** The units of the records of an order, for its timeline. Pure. */
import type { Output } from '@entrepot/client'
import {
  CANCELLATION_REASONS,
  RETURN_REASONS,
  reasonLabel,
} from '../../components/values/reasons.ts'
import type { Order } from '../order.ts'
import { mixedText } from '../returns/decision.ts'

/** An event of the history of an order. */
export type HistoryEvent = Output<'listOrderHistoryById'>[number]

/** The records of fulfilment of an order. */
export interface Records {
  readonly shipments: Output<'listShipments'>
  readonly cancellations: Output<'listCancellations'>
  readonly backorders: Output<'listBackorders'>
  readonly returns: Output<'listReturns'>
  readonly refunds: Output<'listRefunds'>
}

/** Units of a line, as each record names it. */
interface MovedLine {
  readonly ChannelOrderLineReference: string
  readonly Quantity: number
}

/** What the timeline says of a record. */
export interface Told {
  readonly lines: readonly MovedLine[]
  /** Why, in words. */
  readonly reason?: string | null
  /** Carrier and number of each parcel of a shipment, as they are now. Empty without tracking. */
  readonly tracking?: string
  /** What was decided on a return, in words. */
  readonly decision?: string
  /** How many units of a return were accepted and rejected, in words, if there are both. */
  readonly decided?: string
  /** Of a refund without a return, and of an accepted return. */
  readonly refunded?: number
}

const DECISIONS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Return accepted',
  REJECTED: 'Return rejected',
}

/** What is told of each record, by its kind and reference. */
export function tellRecords(records: Records): ReadonlyMap<string, Told> {
  const { shipments, cancellations, backorders, returns, refunds } = records
  return new Map<string, Told>([
    ...shipments.map((one) => {
      const told = { lines: one.Lines, tracking: trackingInWords(one) }
      return [`shipment ${one.MerchantShipmentReference}`, told] as const
    }),
    ...backorders.map(
      (one) => [`backorder ${one.MerchantBackorderReference}`, { lines: one.Lines }] as const,
    ),
    ...cancellations.map(({ MerchantReference, Lines: lines, ReasonCode, Reason }) => {
      const label = reasonLabel(CANCELLATION_REASONS, ReasonCode)
      const reason = [label, Reason].filter(Boolean).join(': ')
      return [`cancellation ${MerchantReference}`, { lines, reason }] as const
    }),
    ...returns.map((one) => [`return ${one.MerchantReturnReference}`, tellReturn(one)] as const),
    ...refunds.map(({ MerchantReference, RefundInclVat: refunded }) => {
      return [`refund ${MerchantReference}`, { lines: [], refunded }] as const
    }),
  ])
}

function trackingInWords({ Parcels }: Records['shipments'][number]): string {
  const parcels = Parcels.map(({ Method, TrackTraceNo, TrackingPage }) =>
    [Method, TrackTraceNo ?? TrackingPage].filter(Boolean).join(' '),
  )
  return parcels.filter(Boolean).join('; ')
}

/** The events of which the tracking of their shipment is told: the last change of each. The hub keeps no tracking of before. */
export function lastTracked<Event extends Pick<HistoryEvent, 'Type' | 'Record'>>(
  events: readonly Event[],
): ReadonlySet<Event> {
  const changes = events.filter(({ Type }) => Type === 'SHIPMENT_CHANGED')
  return new Set(new Map(changes.map((event) => [event.Record?.Reference, event])).values())
}

function tellReturn(given: Records['returns'][number]): Told {
  const { Lines: lines, Reason, Status, RefundInclVat } = given
  const reason = reasonLabel(RETURN_REASONS, Reason)
  const decided = mixedText(given)
  const decision = decided ? 'Return decided' : DECISIONS[Status]
  if (decision === undefined) return { lines, reason }
  return {
    ...{ lines, reason, decision },
    ...(decided && { decided }),
    ...(RefundInclVat > 0 && { refunded: RefundInclVat }),
  }
}

/** As many products as are named; the others are counted. */
const MOST_NAMED = 3

/**
 * The units of lines in words, by product.
 *
 * @param nameOf the name of a product, by its reference
 * @example unitsInWords(lines, order, nameOf) // '2 × Mug; 1 × Lamp; 1 × Shelf and 3 more'
 */
export function unitsInWords(
  lines: readonly MovedLine[],
  {
    Lines: ordered,
  }: {
    readonly Lines: readonly Pick<
      Order['Lines'][number],
      'ChannelReference' | 'MerchantProductReference'
    >[]
  },
  nameOf: (reference: string) => string,
): string {
  const products = new Map(
    ordered.map((line) => [line.ChannelReference, line.MerchantProductReference]),
  )
  const units = new Map<string, number>()
  for (const { ChannelOrderLineReference: line, Quantity } of lines) {
    const reference = products.get(line) ?? line
    units.set(reference, (units.get(reference) ?? 0) + Quantity)
  }
  return inShort([...units].map(([reference, count]) => `${count} × ${nameOf(reference)}`))
}

/**
 * The products that a correction has replaced, in words. Empty if there are none.
 *
 * @example replacedInWords(event.Replaced, nameOf) // 'MUG is now Harbour mug, Red'
 */
export function replacedInWords(
  replaced: HistoryEvent['Replaced'],
  nameOf: (reference: string) => string,
): string {
  return inShort(
    (replaced ?? []).map(
      ({ MerchantProductReferenceBefore: before, MerchantProductReference: reference }) =>
        `${before} is now ${nameOf(reference)}`,
    ),
  )
}

function inShort(all: readonly string[]): string {
  // One product more is as short as the words that would count it.
  const named = all.length > MOST_NAMED + 1 ? all.slice(0, MOST_NAMED) : all
  const rest = all.length - named.length
  return rest > 0 ? `${named.join('; ')} and ${rest} more` : named.join('; ')
}

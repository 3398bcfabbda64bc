/** Converts the requests for the four kinds of records to one common shape. */

import { hashContent } from '../../../kit/shared/canonical-json.ts'
import type { Issue } from '../../../kit/shared/errors.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import type { RequestedRefund } from '../rules/line-refunds.ts'
import { isManco, type ReturnStatus } from '../rules/statuses.ts'
import { DETAILS } from './columns.ts'
import type { ChannelReturnRequest, ReturnRequest } from './return-schema.ts'
import type {
  BackorderRequest,
  CancellationRequest,
  ChannelCancellationRequest,
  RequestedParcel,
  ShipmentRequest,
} from './schema.ts'

/** A line as a request names it: by the reference of the merchant or by that of the channel. */
export interface NamedLine extends RequestedRefund {
  readonly MerchantOrderLineReference?: string | null | undefined
  readonly ChannelOrderLineReference?: string | null | undefined
  /** Null or absent means all open units. */
  readonly Quantity?: number | null | undefined
  readonly AcceptedQuantity?: number | null | undefined
  readonly RejectedQuantity?: number | null | undefined
}

/** Values that are stored and returned unchanged. */
export type Details = Readonly<Record<string, unknown>>

/** A record to be stored. */
export interface FulfilmentDraft {
  readonly kind: Kind
  readonly reference: string
  /** The channel's own reference of the record. */
  readonly channelFulfilmentReference: string | null
  readonly merchantOrderReference: string | null
  readonly channelOrderReference: string | null
  /** The channel of the order, if a merchant names it. */
  readonly channelId: number | null
  readonly lines: readonly NamedLine[]
  readonly details: Details
  /** Of a shipment. Empty if the request does not contain them. */
  readonly parcels: readonly RequestedParcel[]
  /** SHA-256 of the request in hex. */
  readonly contentHash: string
  /** For a cancellation: whether its units could not be supplied. */
  readonly isManco: boolean
  /** For a return only. */
  readonly status: ReturnStatus | null
  readonly total: Pick<RequestedRefund, 'RefundInclVat' | 'RefundExclVat'>
}

const BLANK = {
  channelFulfilmentReference: null,
  merchantOrderReference: null,
  channelOrderReference: null,
  channelId: null,
  details: {},
  parcels: [],
  isManco: false,
  status: null,
  total: {},
}

/** Creates the draft of a shipment. */
export function draftShipment(request: ShipmentRequest): FulfilmentDraft {
  return {
    ...BLANK,
    kind: 'shipment',
    reference: request.MerchantShipmentReference,
    ...ordersOf(request),
    lines: request.Lines ?? [],
    details: detailsOf('shipment', request),
    parcels: request.Parcels ?? [],
    contentHash: hashContent(request),
  }
}

/** Creates the draft of a merchant's cancellation. */
export function draftCancellation(request: CancellationRequest): FulfilmentDraft {
  return {
    ...BLANK,
    ...cancelled(request),
    reference: request.MerchantReference,
    ...ordersOf(request),
    channelId: request.ChannelId ?? null,
  }
}

/** Creates the draft of a channel's cancellation. */
export function draftChannelCancellation(
  request: ChannelCancellationRequest,
  channelId: number,
): FulfilmentDraft {
  const reference = request.ChannelCancellationReference
  return {
    ...BLANK,
    ...cancelled(request),
    reference: referenceOfChannel(channelId, reference),
    channelFulfilmentReference: reference,
    ...ordersOf(request),
  }
}

/** Creates the draft of a backorder. */
export function draftBackorder(request: BackorderRequest): FulfilmentDraft {
  return {
    ...BLANK,
    kind: 'backorder',
    reference: request.MerchantBackorderReference,
    ...ordersOf(request),
    lines: request.Lines,
    contentHash: hashContent(request),
  }
}

/** Creates the draft of a merchant's return. */
export function draftReturn(request: ReturnRequest): FulfilmentDraft {
  return {
    ...BLANK,
    kind: 'return',
    reference: request.MerchantReturnReference,
    channelFulfilmentReference: request.ChannelReturnReference ?? null,
    ...ordersOf(request),
    lines: request.Lines,
    details: detailsOf('return', request),
    contentHash: hashContent(request),
    status: request.Status ?? null,
    total: request,
  }
}

/** Creates the draft of a channel's return. */
export function draftChannelReturn(
  request: ChannelReturnRequest,
  channelId: number,
): FulfilmentDraft {
  const reference = request.ChannelReturnReference
  return {
    ...BLANK,
    kind: 'return',
    reference: referenceOfChannel(channelId, reference),
    channelFulfilmentReference: reference,
    ...ordersOf(request),
    lines: request.Lines,
    details: detailsOf('return', request),
    contentHash: hashContent(request),
  }
}

/** The values of a request that its record only carries, without nulls. */
export function detailsOf(kind: Kind, request: object): Details {
  const values = Object.entries(request).filter(
    ([name, value]) => Object.hasOwn(DETAILS[kind], name) && (value ?? null) !== null,
  )
  return Object.fromEntries(values)
}

/** Checks a rule that the schemas cannot express: a record names its order. */
export function orderIssues(draft: FulfilmentDraft): readonly Issue[] {
  if (draft.merchantOrderReference !== null || draft.channelOrderReference !== null) return []
  return [{ path: '', message: 'must have MerchantOrderReference or ChannelOrderReference' }]
}

/** Checks a rule that the schemas cannot express: each line is named by exactly one reference. */
export function nameIssues(lines: readonly NamedLine[]): readonly Issue[] {
  return lines.flatMap((line, index) => {
    const path = `/Lines/${index}`
    const names = [line.MerchantOrderLineReference, line.ChannelOrderLineReference]
    const count = names.filter((name) => (name ?? null) !== null).length
    if (count === 1) return []
    const message = 'must have MerchantOrderLineReference or ChannelOrderLineReference'
    return [{ path, message: count === 0 ? message : `${message}, not both` }]
  })
}

/**
 * Returns the merchant's reference of a record that a channel creates. Merchants cannot use this prefix, and each channel has its own, so
 * that nobody else can take the reference.
 */
function referenceOfChannel(channelId: number, reference: string): string {
  return `channel-${channelId}-${reference}`
}

function ordersOf(request: {
  readonly MerchantOrderReference?: string | null | undefined
  readonly ChannelOrderReference?: string | null | undefined
}) {
  return {
    merchantOrderReference: request.MerchantOrderReference ?? null,
    channelOrderReference: request.ChannelOrderReference ?? null,
  }
}

function cancelled(request: CancellationRequest | ChannelCancellationRequest) {
  return {
    kind: 'cancellation' as const,
    lines: request.Lines,
    details: detailsOf('cancellation', request),
    contentHash: hashContent(request),
    isManco: isManco(request.ReasonCode),
  }
}

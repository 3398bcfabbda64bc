/** The kinds of records of fulfilment. Each of them moves units of order lines. */
export const KINDS = ['shipment', 'cancellation', 'backorder', 'return'] as const
export type Kind = (typeof KINDS)[number]

/** The kinds of records that events of orders are about: those of fulfilment, and refunds without a return. */
export const RECORD_KINDS = [...KINDS, 'refund'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

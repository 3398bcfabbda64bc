/** The kinds of records of fulfilment. Each of them moves units of order lines. */
export const KINDS = ['shipment', 'cancellation', 'backorder', 'return'] as const
export type Kind = (typeof KINDS)[number]

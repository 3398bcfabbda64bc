/** The columns of shipments, cancellations, backorders and returns, and of their lines. */
import type { TSchema } from 'typebox'
import type { Column, Columns } from '../../../kit/sql/columns.ts'
import { KINDS, type Kind } from '../../record/state/record-kinds.ts'
import { RETURN_DETAILS } from './return-schema.ts'
import { CANCELLATION_DETAILS, TRACKING } from './schema.ts'

/** The fields that records only carry, as their wire schemas. They are stored as one JSON object, and returned unchanged. */
export const DETAILS = {
  shipment: TRACKING,
  cancellation: CANCELLATION_DETAILS,
  backorder: {},
  return: RETURN_DETAILS,
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, TSchema>>>>

/** A column with the name of its field on the wire: `wire` in all kinds, or a name for each kind that has the field. */
interface FulfilmentColumn extends Column, Readonly<Partial<Record<Kind | 'wire', string>>> {
  /** In exports. @default the name on the wire */
  readonly exported?: string
}

const OF_ORDER = { type: 'text', of: 'o' } as const
const AMOUNT = { type: 'numeric', null: true, write: 'again' } as const
const DECIDED = { type: 'integer', null: true, write: 'again' } as const

/** Records `f` of orders `o`. Fields with `write: 'again'` are written by changes and decisions, too. */
export const FULFILMENT_COLUMNS = {
  fulfilmentId: { column: 'fulfilment_id', type: 'bigint', wire: 'Id' },
  kind: { column: 'kind', type: 'text', write: 'once' },
  reference: {
    column: 'reference',
    type: 'text',
    write: 'once',
    shipment: 'MerchantShipmentReference',
    cancellation: 'MerchantReference',
    backorder: 'MerchantBackorderReference',
    return: 'MerchantReturnReference',
  },
  channelFulfilmentReference: {
    column: 'channel_fulfilment_reference',
    type: 'text',
    null: true,
    write: 'once',
    cancellation: 'ChannelCancellationReference',
    return: 'ChannelReturnReference',
  },
  orderId: { column: 'order_id', type: 'bigint', write: 'once', wire: 'OrderId' },
  channelId: { column: 'channel_id', type: 'bigint', write: 'once', wire: 'ChannelId' },
  merchantOrderReference: {
    column: 'merchant_reference',
    type: 'text',
    null: true,
    of: 'o',
    wire: 'MerchantOrderReference',
  },
  channelOrderReference: {
    column: 'channel_reference',
    ...OF_ORDER,
    wire: 'ChannelOrderReference',
  },
  // Exports have a column for each of the details.
  details: { column: 'details', type: 'jsonb', write: 'again', exported: 'details' },
  currencyCode: { column: 'currency_code', ...OF_ORDER, return: 'CurrencyCode' },
  refundInclVat: { column: 'refund_incl_vat', ...AMOUNT, return: 'RefundInclVat' },
  refundExclVat: { column: 'refund_excl_vat', ...AMOUNT, return: 'RefundExclVat' },
  refundShippingInclVat: { column: 'refund_shipping_incl_vat', ...AMOUNT },
  voidedAt: { column: 'voided_at', type: 'timestamptz', null: true, shipment: 'VoidedAt' },
  createdAt: { column: 'created_at', type: 'timestamptz', wire: 'CreatedAt' },
  updatedAt: { column: 'updated_at', type: 'timestamptz', wire: 'UpdatedAt' },
} as const satisfies Readonly<Record<string, FulfilmentColumn>>

/** Lines `fl` of records, with the lines `l` of their orders. Fields with `write: 'again'` are written by decisions, too. */
export const FULFILMENT_LINE_COLUMNS = {
  lineId: { column: 'line_id', type: 'bigint', write: 'once', exported: 'OrderLineId' },
  merchantReference: {
    column: 'merchant_reference',
    type: 'text',
    null: true,
    of: 'l',
    wire: 'MerchantOrderLineReference',
  },
  channelReference: {
    column: 'channel_reference',
    type: 'text',
    of: 'l',
    wire: 'ChannelOrderLineReference',
  },
  merchantProductReference: {
    column: 'merchant_product_reference',
    type: 'text',
    of: 'l',
    return: 'MerchantProductReference',
    exported: 'MerchantProductReference',
  },
  quantity: { column: 'quantity', type: 'integer', write: 'once', wire: 'Quantity' },
  // Of the line of the order, by all of its records: whether a shipment can be voided depends on them.
  shipped: { column: 'shipped', type: 'integer', of: 'l' },
  returned: { column: 'returned', type: 'integer', of: 'l' },
  accepted: { column: 'accepted', ...DECIDED, return: 'AcceptedQuantity' },
  rejected: { column: 'rejected', ...DECIDED, return: 'RejectedQuantity' },
  refundInclVat: { column: 'refund_incl_vat', ...AMOUNT, return: 'RefundInclVat' },
  refundExclVat: { column: 'refund_excl_vat', ...AMOUNT, return: 'RefundExclVat' },
  manualRefundInclVat: {
    column: 'manual_refund_incl_vat',
    ...AMOUNT,
    return: 'ManualRefundInclVat',
  },
  manualRefundExclVat: {
    column: 'manual_refund_excl_vat',
    ...AMOUNT,
    return: 'ManualRefundExclVat',
  },
} as const satisfies Readonly<Record<string, FulfilmentColumn>>

type FulfilmentColumns = Readonly<Record<string, FulfilmentColumn>>

const nameIn = (column: FulfilmentColumn, kind: Kind) => column.wire ?? column[kind]

/** Creates the function that names the fields of a row as the answers of its kind do. */
export function createNaming(columns: FulfilmentColumns) {
  const namesOf = (kind: Kind) =>
    Object.entries(columns).flatMap(([field, column]) => {
      const name = nameIn(column, kind)
      return name === undefined ? [] : [[field, name] as const]
    })
  const names = new Map(KINDS.map((kind) => [kind, namesOf(kind)]))
  return (kind: Kind, row: object): Readonly<Record<string, unknown>> => {
    const values = row as Readonly<Record<string, unknown>>
    return Object.fromEntries((names.get(kind) ?? []).map(([field, name]) => [name, values[field]]))
  }
}

/** The columns that the exports of a kind have, by their names there. */
export function exportedColumns(columns: FulfilmentColumns, kind: Kind): Columns {
  const named = Object.values(columns).flatMap((column) => {
    const name = column.exported ?? nameIn(column, kind)
    return name === undefined ? [] : [[name, column] as const]
  })
  return Object.fromEntries(named)
}

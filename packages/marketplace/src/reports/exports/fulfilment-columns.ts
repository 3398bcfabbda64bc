/** The columns of the exports of shipments, cancellations, backorders and returns: the record, then one of its lines. */
import { RETURN_STATUS } from '../../orders/fulfilment/records/list-store.ts'
import { amounts, type Column, type Columns, moments, plains, texts } from './columns.ts'

/** What a record only carries. */
const details = (...names: readonly string[]): Column[] =>
  names.map((name) => ({ name, type: 'text', sql: `(f.details ->> '${name}')` }))

const ID = plains('f', { Id: 'fulfilment_id' })

const ORDER: Columns = [
  ...plains('f', { OrderId: 'order_id', ChannelId: 'channel_id' }),
  ...texts('o', {
    MerchantOrderReference: 'merchant_reference',
    ChannelOrderReference: 'channel_reference',
  }),
]

const DATES = moments('f', { CreatedAt: 'created_at', UpdatedAt: 'updated_at' })

const LINE: Columns = [
  ...plains('fl', { OrderLineId: 'line_id' }),
  ...texts('l', {
    MerchantOrderLineReference: 'merchant_reference',
    ChannelOrderLineReference: 'channel_reference',
    MerchantProductReference: 'merchant_product_reference',
  }),
  ...plains('fl', { Quantity: 'quantity' }),
]

export const SHIPMENT_COLUMNS: Columns = [
  ...ID,
  ...texts('f', { MerchantShipmentReference: 'reference' }),
  ...ORDER,
  ...details('TrackTraceNo', 'TrackTraceUrl', 'Method'),
  {
    name: 'ShipmentMethod',
    sql: "(f.details -> 'ShipmentMethod')",
    fields: ['Id', 'Name', 'TrackTraceLink', 'ExpectedShippingTime'],
  },
  { name: 'ShipmentMethodId', type: 'plain', sql: "(f.details -> 'ShipmentMethodId')" },
  ...DATES,
  ...LINE,
]

export const CANCELLATION_COLUMNS: Columns = [
  ...ID,
  ...texts('f', {
    MerchantReference: 'reference',
    ChannelCancellationReference: 'channel_fulfilment_reference',
  }),
  ...ORDER,
  ...details('ReasonCode', 'Reason'),
  ...DATES,
  ...LINE,
]

export const BACKORDER_COLUMNS: Columns = [
  ...ID,
  ...texts('f', { MerchantBackorderReference: 'reference' }),
  ...ORDER,
  ...DATES,
  ...LINE,
]

export const RETURN_COLUMNS: Columns = [
  ...ID,
  ...texts('f', {
    MerchantReturnReference: 'reference',
    ChannelReturnReference: 'channel_fulfilment_reference',
  }),
  ...ORDER,
  { name: 'Status', type: 'plain', sql: RETURN_STATUS },
  ...details('Reason', 'CustomerComment', 'MerchantComment'),
  ...plains('o', { CurrencyCode: 'currency_code' }),
  ...amounts('f', { RefundInclVat: 'refund_incl_vat', RefundExclVat: 'refund_excl_vat' }),
  ...DATES,
  ...LINE,
  ...plains('fl', { AcceptedQuantity: 'accepted', RejectedQuantity: 'rejected' }),
  ...amounts('fl', {
    LineRefundInclVat: 'refund_incl_vat',
    LineRefundExclVat: 'refund_excl_vat',
    LineManualRefundInclVat: 'manual_refund_incl_vat',
    LineManualRefundExclVat: 'manual_refund_excl_vat',
  }),
]

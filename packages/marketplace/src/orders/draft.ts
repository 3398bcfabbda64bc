/** From what a channel sends to what is stored, and from what is stored to what is answered. */
import type { Customer } from '../customers/schema.ts'
import { newUnits, sumUnits, type Units } from '../fulfilment/rules.ts'
import { lineStatus, orderStatus } from '../fulfilment/status.ts'
import { hashOrder, priceOrder, type SoldProducts, termsOf } from './rules.ts'
import type { OrderRequest, OrderResponse, OrderStatus } from './schema.ts'
import type { LineProgress, OrderDraft, OrderRow, StoredLine } from './store.ts'

/** Prices a request and completes it for storing. */
export function draftOrder(
  request: OrderRequest,
  customer: Customer,
  channelId: number,
  products: SoldProducts,
  createdBy: string | null,
): OrderDraft {
  const terms = termsOf(request)
  const priced = priceOrder(terms, customer, products)
  const units = request.Lines.reduce((sum, line) => sum + line.Quantity, 0)
  return {
    ...priced,
    createdBy,
    units,
    Status: statusBefore(newUnits(units), priced.Corrections),
    customerId: customer.customerId,
    channelId,
    contentHash: hashOrder(request),
    ChannelReference: request.ChannelReference,
    ChannelCustomerReference: request.ChannelCustomerReference ?? null,
    Email: request.Email,
    Phone: request.Phone ?? null,
    CompanyRegistrationNo: request.CompanyRegistrationNo ?? null,
    VatNo: request.VatNo ?? null,
    PaymentMethod: request.PaymentMethod ?? null,
    BillingAddress: request.BillingAddress ?? request.ShippingAddress,
    ShippingAddress: request.ShippingAddress,
    ExtraData: request.ExtraData ?? null,
    CurrencyCode: request.CurrencyCode,
    OrderDate: request.OrderDate ? new Date(request.OrderDate).toISOString() : null,
    OriginalShippingCostsInclVat: terms.OriginalShippingCostsInclVat,
    Lines: request.Lines.map((line, index) => ({
      ...(priced.Lines[index] as (typeof priced.Lines)[number]),
      ChannelReference: line.ChannelReference,
      MerchantProductReference: line.MerchantProductReference,
      Quantity: line.Quantity,
      OriginalUnitPriceInclVat: line.UnitPriceInclVat,
      FeeFixed: line.FeeFixed ?? null,
      FeeRate: line.FeeRate ?? null,
    })),
  }
}

/** The status of an order that is not acknowledged. */
export function statusBefore(units: Units, corrections: readonly unknown[]): OrderStatus {
  return orderStatus({
    units,
    isAcknowledged: false,
    needsCorrection: corrections.length > 0,
    isClosed: false,
    combination: 'none',
  })
}

/** The units of all lines of an order. */
export function unitsOfOrder({ Lines }: Pick<OrderRow, 'Lines'>): Units {
  return sumUnits(Lines.map(unitsOfLine))
}

function unitsOfLine(line: StoredLine): Units {
  return {
    quantity: line.Quantity,
    shipped: line.ShippedQuantity,
    cancelled: line.CancelledQuantity,
    manco: line.MancoQuantity,
    backordered: line.BackorderQuantity,
    returned: line.ReturnedQuantity,
  }
}

/** A line of which nothing has become anything yet, as it is answered. */
export const NEW_LINE: LineProgress & { readonly Status: OrderStatus } = Object.freeze({
  Status: 'NEW',
  ShippedQuantity: 0,
  CancelledQuantity: 0,
  MancoQuantity: 0,
  BackorderQuantity: 0,
  ReturnedQuantity: 0,
})

/** A stored order as it is answered. */
export function toOrderResponse(row: OrderRow): OrderResponse {
  const { contentHash: _, OrderDate, AcknowledgedDate, CreatedAt, UpdatedAt, Lines, ...rest } = row
  const isAcknowledged = row.MerchantReference !== null
  return {
    ...rest,
    Lines: Lines.map((line) => ({
      ...line,
      Status: lineStatus(unitsOfLine(line), isAcknowledged),
    })),
    OrderDate: OrderDate.toISOString(),
    AcknowledgedDate: AcknowledgedDate?.toISOString() ?? null,
    CreatedAt: CreatedAt.toISOString(),
    UpdatedAt: UpdatedAt.toISOString(),
  }
}

/** From what a channel sends to what is stored, and from what is stored to what is answered. */
import type { Customer } from '../customers/schema.ts'
import { hashOrder, priceOrder, type SoldProducts, termsOf } from './rules.ts'
import type { OrderRequest, OrderResponse } from './schema.ts'
import type { OrderDraft, OrderRow } from './store.ts'

/** Prices a request and completes it for storing. `now` is the order date where the request names none. */
export function draftOrder(
  request: OrderRequest,
  customer: Customer,
  channelId: number,
  products: SoldProducts,
  now: Date,
): OrderDraft {
  const terms = termsOf(request)
  const priced = priceOrder(terms, customer, products)
  return {
    ...priced,
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
    OrderDate: (request.OrderDate ? new Date(request.OrderDate) : now).toISOString(),
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

/** A stored order as it is answered. */
export function toOrderResponse(row: OrderRow): OrderResponse {
  const { contentHash: _, OrderDate, AcknowledgedDate, CreatedAt, UpdatedAt, ...rest } = row
  return {
    ...rest,
    OrderDate: OrderDate.toISOString(),
    AcknowledgedDate: AcknowledgedDate?.toISOString() ?? null,
    CreatedAt: CreatedAt.toISOString(),
    UpdatedAt: UpdatedAt.toISOString(),
  }
}

/** Converts the request of a channel to the order that is stored. */

import { type Actor, toStoredActor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { OrderDraft } from '../record/insert-orders.ts'
import { statusBefore } from '../record/response.ts'
import { hashOrder, priceOrder, type SoldProducts, termsOf } from '../record/rules.ts'
import type { OrderRequest } from '../record/schema.ts'
import { newUnits } from '../record/units.ts'

/** Prices a request, and adds the values that are stored with it. */
export function draftOrder(
  request: OrderRequest,
  customer: Customer,
  channelId: number,
  products: SoldProducts,
  rate: number | null,
  actor: Actor,
): OrderDraft {
  const terms = termsOf(request)
  const priced = priceOrder(terms, customer, products, rate)
  const units = request.Lines.reduce((sum, line) => sum + line.Quantity, 0)
  return {
    ...priced,
    createdBy: toStoredActor(actor),
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

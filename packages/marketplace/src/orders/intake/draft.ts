/** Converts a request to the order that is stored. */

import { type Actor, toStoredActor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { absentOf } from '../../kit/shared/wire.ts'
import { readAddress } from '../record/addresses/read-address.ts'
import type { DestinationRates } from '../record/amounts/destination-store.ts'
import type { OrderDraft } from '../record/insert-store.ts'
import { statusBefore } from '../record/response.ts'
import {
  hashOrder,
  type PricedLine,
  priceOrder,
  type SoldProducts,
  termsOf,
} from '../record/rules.ts'
import { type NamedOrderRequest, OrderLineRequest, OrderRequest } from '../record/schema.ts'
import { newUnits } from '../record/state/units.ts'
import { priceWarnings } from './offered-price.ts'

const ABSENT = absentOf(OrderRequest)
const ABSENT_IN_LINE = absentOf(OrderLineRequest)

/** Prices a request, and adds the values that are stored with it. */
export function draftOrder(
  request: NamedOrderRequest,
  customer: Customer,
  channelId: number,
  products: SoldProducts,
  rate: number | null,
  destination: DestinationRates | undefined,
  actor: Actor,
): OrderDraft {
  const shipping = readAddress(request.ShippingAddress, '/ShippingAddress')
  const billing = request.BillingAddress
    ? readAddress(request.BillingAddress, '/BillingAddress')
    : { address: shipping.address, warnings: [] }
  const terms = {
    ...termsOf(request),
    ShippingAddress: shipping.address,
    Warnings: [
      ...shipping.warnings,
      ...billing.warnings,
      ...priceWarnings(request, products, customer.baseCurrency),
    ],
  }
  const priced = priceOrder(terms, customer, products, rate, destination)
  const units = request.Lines.reduce((sum, line) => sum + line.Quantity, 0)
  return {
    ...ABSENT,
    ...request,
    ...priced,
    customerId: customer.customerId,
    contentHash: hashOrder(request),
    createdBy: toStoredActor(actor),
    units,
    Status: statusBefore(newUnits(units), priced.Corrections),
    ChannelId: channelId,
    Email: request.Email ?? '',
    OriginalDiscountInclVat: request.DiscountInclVat ?? 0,
    GivenShippingVatRate: request.ShippingVatRate ?? null,
    BillingAddress: billing.address,
    ShippingAddress: shipping.address,
    OrderDate: request.OrderDate ? new Date(request.OrderDate).toISOString() : null,
    Lines: request.Lines.map((line, index) => draftLine(line, priced.Lines[index] as PricedLine)),
  }
}

function draftLine(line: OrderLineRequest, priced: PricedLine): OrderDraft['Lines'][number] {
  return {
    ...ABSENT_IN_LINE,
    ...line,
    ...priced,
    OriginalUnitPriceInclVat: line.UnitPriceInclVat,
    GivenVatRate: line.VatRate ?? null,
    OriginalDiscountInclVat: line.DiscountInclVat ?? 0,
  }
}

/** An order as it is read from the Admin API. Amounts are integers: see `money.ts`. */
import type { ShopUnits } from '../../../adapter/merchant.ts'

/** Names of Vendure; what the adapter does not use is left out. */
export interface VendureOrder {
  readonly id: string
  readonly code: string
  readonly type: 'Regular' | 'Seller' | 'Aggregate'
  readonly state: string
  readonly updatedAt: string
  readonly orderPlacedAt: string | null
  readonly currencyCode: string
  readonly couponCodes: readonly string[]
  readonly customer: {
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly emailAddress: string
    readonly phoneNumber: string | null
  } | null
  readonly shippingAddress: VendureAddress | null
  readonly billingAddress: VendureAddress | null
  readonly lines: readonly VendureLine[]
  readonly shippingLines: readonly {
    readonly priceWithTax: number
    readonly price: number
    readonly discounts: readonly Discount[]
    readonly shippingMethod: { readonly name: string }
  }[]
  readonly surcharges: readonly Surcharge[]
  readonly payments: readonly VendurePayment[] | null
  readonly fulfillments: readonly Fulfillment[] | null
  readonly modifications: readonly Modification[]
  readonly history: { readonly items: readonly HistoryEntry[] }
}

export interface VendureAddress {
  readonly fullName: string | null
  readonly company: string | null
  readonly streetLine1: string | null
  readonly streetLine2: string | null
  readonly city: string | null
  readonly province: string | null
  readonly postalCode: string | null
  readonly countryCode: string | null
  readonly phoneNumber: string | null
}

export interface VendureLine {
  readonly id: string
  readonly quantity: number
  readonly orderPlacedQuantity: number
  readonly unitPrice: number
  readonly unitPriceWithTax: number
  readonly linePriceWithTax: number
  readonly proratedLinePriceWithTax: number
  readonly taxRate: number
  readonly discounts: readonly Discount[]
  readonly productVariant: { readonly id: string; readonly sku: string }
}

interface Discount {
  readonly adjustmentSource: string
  readonly description: string
  readonly amount: number
  readonly amountWithTax: number
}

interface Surcharge {
  readonly id: string
  readonly description: string
  readonly price: number
  readonly priceWithTax: number
}

export interface VendurePayment {
  readonly id: string
  readonly method: string
  readonly amount: number
  readonly state: string
  readonly refunds: readonly Refund[]
}

export interface Refund {
  readonly id: string
  readonly total: number
  readonly state: string
  readonly reason: string | null
  readonly createdAt: string
  readonly lines: readonly LineQuantity[]
}

export interface Fulfillment {
  readonly id: string
  readonly createdAt: string
  readonly state: string
  readonly method: string
  readonly trackingCode: string | null
  readonly lines: readonly LineQuantity[]
}

/** A change of a placed order by the staff of the shop. */
interface Modification {
  readonly id: string
  readonly createdAt: string
  readonly note: string
  /** The quantity is the difference: negative for units that were taken off. */
  readonly lines: readonly LineQuantity[]
  readonly surcharges: readonly { readonly id: string }[] | null
}

export interface LineQuantity {
  readonly orderLineId: string
  readonly quantity: number
}

/** Units as Vendure takes them. */
export function toLines(units: readonly ShopUnits[]): LineQuantity[] {
  return units.map(({ shopLineId, quantity }) => ({ orderLineId: shopLineId, quantity }))
}

/** Of the types ORDER_CANCELLATION and ORDER_NOTE. */
export interface HistoryEntry {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: {
    readonly lines?: readonly LineQuantity[]
    readonly reason?: string
    readonly note?: string
  }
}

const ADDRESS =
  'fullName company streetLine1 streetLine2 city province postalCode countryCode phoneNumber'
const DISCOUNTS = 'discounts { adjustmentSource description amount amountWithTax }'

/** What is read of an order. */
export const ORDER_FIELDS = `
  id code type state updatedAt orderPlacedAt currencyCode couponCodes
  customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  lines {
    id quantity orderPlacedQuantity unitPrice unitPriceWithTax linePriceWithTax proratedLinePriceWithTax taxRate
    ${DISCOUNTS} productVariant { id sku }
  }
  shippingLines { price priceWithTax ${DISCOUNTS} shippingMethod { name } }
  surcharges { id description price priceWithTax }
  payments { id method amount state refunds { id total state reason createdAt lines { orderLineId quantity } } }
  fulfillments { id createdAt state method trackingCode lines { orderLineId quantity } }
  modifications { id createdAt note lines { orderLineId quantity } surcharges { id } }
  history(options: { take: 100, sort: { createdAt: ASC }, filter: { type: { in: ["ORDER_CANCELLATION", "ORDER_NOTE"] } } }) {
    items { id type createdAt data }
  }`

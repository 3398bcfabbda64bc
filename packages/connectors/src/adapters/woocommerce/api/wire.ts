/** What WooCommerce's REST API v3 answers, as far as it is used here. Amounts are decimal texts; dates with `_gmt` are UTC without a zone. */

export interface WooMeta {
  readonly id?: number
  readonly key: string
  readonly value: unknown
}

export interface WooAttribute {
  readonly id: number
  readonly name: string
  readonly option?: string
  readonly options?: readonly string[]
  readonly variation?: boolean
}

interface WooSellable {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly sku: string
  readonly permalink: string
  readonly description: string
  readonly date_modified_gmt: string
  readonly price: string
  readonly regular_price: string
  readonly tax_status: string
  readonly tax_class: string
  /** Of a variation also 'parent': its units are those of its parent. */
  readonly manage_stock: boolean | 'parent'
  readonly stock_quantity: number | null
  readonly stock_status: string
  readonly global_unique_id: string
  readonly attributes: readonly WooAttribute[]
  readonly meta_data: readonly WooMeta[]
  readonly parent_id: number
}

export interface WooProduct extends WooSellable {
  readonly type: string
  readonly short_description: string
  readonly categories: readonly { readonly name: string }[]
  readonly brands?: readonly { readonly name: string }[]
  readonly images: readonly { readonly id: number; readonly src: string }[]
  readonly variations: readonly number[]
}

export interface WooVariation extends WooSellable {
  readonly image: { readonly id: number; readonly src: string } | null
}

export interface WooAddress {
  readonly first_name?: string
  readonly last_name?: string
  readonly company?: string
  readonly address_1?: string
  readonly address_2?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string
  readonly email?: string
  readonly phone?: string
}

export interface WooTax {
  readonly id: number
  readonly total: string
}

/** A part of an order that has a price: a line, shipping costs or a fee. */
export interface WooCharge {
  readonly id: number
  readonly total: string
  readonly total_tax: string
  readonly taxes: readonly WooTax[]
}

export interface WooLine extends WooCharge {
  readonly name: string
  readonly sku: string | null
  readonly product_id: number
  readonly variation_id: number
  readonly quantity: number
  readonly subtotal: string
  readonly subtotal_tax: string
  readonly meta_data: readonly WooMeta[]
}

export interface WooTaxLine {
  readonly rate_id: number
  readonly rate_percent: number
  readonly compound: boolean
}

export interface WooOrder {
  readonly id: number
  readonly number: string
  /** Random, and part of the address of the order for its buyer. */
  readonly order_key: string
  readonly status: string
  readonly currency: string
  readonly created_via: string
  readonly transaction_id: string
  readonly date_created_gmt: string
  readonly date_modified_gmt: string
  readonly date_completed_gmt: string | null
  readonly date_paid_gmt: string | null
  readonly total: string
  readonly total_tax: string
  readonly shipping_total: string
  readonly shipping_tax: string
  readonly billing: WooAddress
  readonly shipping: WooAddress
  readonly payment_method: string
  readonly payment_method_title: string
  readonly customer_id: number
  readonly customer_note: string
  readonly meta_data: readonly WooMeta[]
  readonly line_items: readonly WooLine[]
  readonly shipping_lines: readonly (WooCharge & { readonly method_title: string })[]
  readonly fee_lines: readonly (WooCharge & { readonly name: string })[]
  readonly coupon_lines: readonly { readonly code: string }[]
  readonly tax_lines: readonly WooTaxLine[]
  readonly refunds: readonly { readonly id: number }[]
}

export interface WooRefund {
  readonly id: number
  readonly date_created_gmt: string
  readonly amount: string
  readonly reason: string
  /** Quantities and totals are negative; the line of the order is in the meta data `_refunded_item_id`. */
  readonly line_items: readonly WooLine[]
}

/** A shipment of WooCommerce's own feature "fulfillments", which is off in new shops. */
export interface WooFulfilment {
  readonly id: number
  readonly is_fulfilled: boolean
  readonly date_deleted: string | null
  readonly meta_data: readonly WooMeta[]
}

export interface WooWebhook {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly topic: string
  readonly delivery_url: string
}

/** The value of a key of meta data. Numbers come back as text. */
export function metaOf(of: { readonly meta_data: readonly WooMeta[] }, key: string): unknown {
  return of.meta_data.find((meta) => meta.key === key)?.value
}

/** Keys of the meta data that the adapter writes. Those with `_` are not shown to people. */
export const META = {
  /** Of an order: names hub, customer and order. */
  mark: '_entrepot_mark',
  /** Of an order whose lines and amounts are not yet compared. It holds no stock, and the shop has told nobody. */
  unfinished: '_entrepot_unfinished',
  /** Of a line: the id of the hub's line. */
  line: '_entrepot_line',
  /** Of an order: the marks of the cancellation that cancelled the rest of it. */
  cancelled: '_entrepot_cancelled',
  /** Of an order: the shipments that the hub has sent, with their units. */
  shipments: '_entrepot_shipments',
  /** Of a product: the address from which its image was fetched. */
  image: '_entrepot_image',
} as const

/** `created_via` of the orders that the adapter makes. */
export const CREATED_VIA = 'entrepot'

/** What the adapter reads of the answers of Medusa's Admin API. Amounts are numbers in the unit of the currency, not in cents. */

export interface Price {
  readonly amount: number
  readonly currency_code: string
  readonly min_quantity: number | null
  readonly max_quantity: number | null
  readonly rules?: Readonly<Record<string, string>>
}

export interface InventoryLink {
  readonly inventory_item_id: string
  readonly required_quantity: number
  readonly inventory?: { readonly location_levels?: readonly LocationLevel[] }
}

export interface LocationLevel {
  readonly location_id: string
  readonly stocked_quantity: number
  readonly reserved_quantity: number
}

/** Measures and codes that products and variants have; those of the variant apply first. */
export interface Measured {
  readonly weight?: number | null
  readonly length?: number | null
  readonly height?: number | null
  readonly width?: number | null
  readonly hs_code?: string | null
  readonly origin_country?: string | null
  readonly mid_code?: string | null
  readonly material?: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly thumbnail?: string | null
}

export interface Variant extends Measured {
  readonly id: string
  readonly title: string | null
  readonly sku: string | null
  readonly ean?: string | null
  readonly upc?: string | null
  readonly barcode?: string | null
  readonly manage_inventory: boolean
  readonly product_id?: string
  /** Of the list of variants. */
  readonly product?: Pick<Product, 'status' | 'sales_channels'>
  readonly updated_at: string
  readonly deleted_at?: string | null
  readonly prices?: readonly Price[]
  readonly options?: readonly {
    readonly value: string
    readonly option?: { readonly title: string }
  }[]
  readonly inventory_items?: readonly InventoryLink[]
}

export interface Product extends Measured {
  readonly id: string
  readonly title: string
  readonly subtitle?: string | null
  readonly description?: string | null
  readonly handle: string
  readonly status: string
  readonly is_giftcard?: boolean
  readonly updated_at: string
  readonly deleted_at?: string | null
  readonly variants?: readonly Variant[]
  readonly images?: readonly { readonly url: string }[]
  readonly categories?: readonly { readonly name: string }[]
  readonly collection?: { readonly title: string } | null
  readonly type?: { readonly value: string } | null
  readonly tags?: readonly { readonly value: string }[]
  readonly sales_channels?: readonly { readonly id: string }[]
}

export interface Region {
  readonly id: string
  readonly name: string
  readonly currency_code: string
  readonly countries?: readonly { readonly iso_2: string }[]
}

export interface TaxLine {
  readonly rate: number
}

export interface OrderItem {
  readonly id: string
  readonly quantity: number
  readonly unit_price: number
  readonly is_tax_inclusive: boolean
  readonly variant_id?: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly tax_lines?: readonly TaxLine[]
  readonly detail?: {
    readonly quantity: number
    readonly fulfilled_quantity: number
    readonly return_received_quantity?: number
  }
  readonly variant?: { readonly inventory_items?: readonly InventoryLink[] } | null
}

export interface ShippingMethod {
  readonly id: string
  readonly amount: number
  readonly is_tax_inclusive: boolean
  readonly tax_lines?: readonly TaxLine[]
}

export interface Fulfillment {
  readonly id: string
  readonly shipped_at: string | null
  readonly delivered_at: string | null
  readonly canceled_at: string | null
  readonly items?: readonly {
    readonly line_item_id: string
    readonly inventory_item_id: string | null
    readonly quantity: number
  }[]
  readonly labels?: readonly { readonly tracking_number: string; readonly tracking_url: string }[]
}

export interface Refund {
  readonly id: string
  readonly amount: number
  readonly note: string | null
  readonly created_at: string
}

export interface Payment {
  readonly id: string
  readonly amount: number
  readonly captured_at: string | null
  readonly refunds?: readonly Refund[]
}

/** A payment as the list of payments has it. */
export interface ListedPayment {
  readonly id: string
  readonly refunds?: readonly { readonly created_at: string }[]
  readonly payment_collection?: { readonly order?: { readonly id: string } | null } | null
}

export interface PaymentCollection {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly payments?: readonly Payment[]
}

export interface Order {
  readonly id: string
  readonly display_id: number
  readonly custom_display_id?: string | null
  readonly status: string
  readonly version: number
  readonly total: number
  readonly currency_code?: string
  readonly canceled_at?: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly items?: readonly OrderItem[]
  readonly shipping_methods?: readonly ShippingMethod[]
  readonly fulfillments?: readonly Fulfillment[]
  readonly payment_collections?: readonly PaymentCollection[]
}

export interface OrderChange {
  readonly id: string
  readonly change_type: string | null
  readonly status: string
  readonly description: string | null
  readonly internal_note: string | null
  readonly created_at: string
  readonly confirmed_at: string | null
  readonly actions?: readonly OrderAction[]
}

export interface OrderAction {
  readonly action: string
  readonly details: {
    readonly reference_id?: string
    readonly quantity?: number
    readonly quantity_diff?: number | { readonly value?: string; readonly numeric?: number }
  } | null
}

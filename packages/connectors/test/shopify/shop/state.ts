/** What the stand-in of a Shopify store remembers. */

export interface Variant {
  id: string
  product: Product
  sku: string | null
  barcode: string | null
  price: string
  compareAtPrice: string | null
  options: { name: string; value: string }[]
  updatedAt: string
  inventoryPolicy: string
  item: { id: string; tracked: boolean }
  /** By location. */
  levels: Map<string, { available: number; updatedAt: string }>
}

export interface Product {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
  status: string
  updatedAt: string
  isGiftCard: boolean
  metafields: Map<string, string>
  variants: Variant[]
}

export interface Line {
  id: string
  variant: Variant | undefined
  sku: string | null
  title: string
  quantity: number
  /** Cents. */
  price: number
  discount: number
  tax: number
  rate: number
  attributes: { key: string; value: string }[]
  fulfilled: number
  cancelled: number
  returned: number
}

export interface Fulfillment {
  id: string
  status: string
  createdAt: string
  tracking: { company: string | null; number: string | null; url: string | null }[]
  units: { line: Line; quantity: number }[]
}

export interface Refund {
  id: string
  note: string | null
  createdAt: string
  refunded: number
  units: { line: Line; quantity: number; restockType: string }[]
}

export interface Return {
  id: string
  status: string
  units: { line: Line; quantity: number; note: string }[]
}

export interface Order {
  id: string
  name: string
  input: Record<string, unknown>
  createdAt: string
  updatedAt: string
  cancelledAt: string | null
  cancelReason: string | null
  currency: string
  taxesIncluded: boolean
  /** Cents. */
  shipping: number
  shippingTax: number
  tip: number
  total: number
  financialStatus: string
  test: boolean
  tags: string[]
  lines: Line[]
  held: boolean
  fulfillments: Fulfillment[]
  refunds: Refund[]
  returns: Return[]
  metafields: Map<string, string>
}

export interface Deletion {
  id: string
  createdAt: string
  subjectId: string
  subjectType: 'PRODUCT' | 'PRODUCT_VARIANT'
}

export class State {
  readonly location = 'gid://shopify/Location/7'
  readonly products = new Map<string, Product>()
  readonly orders = new Map<string, Order>()
  readonly deletions: Deletion[] = []
  /** On which sales channel each product was published last. */
  readonly published = new Map<string, string>()
  readonly bulk = new Map<string, { id: string; createdAt: string; query: string; polls: number }>()
  /** Definitions of metafields, which make values unique: `ORDER entrepot mark`. */
  readonly definitions = new Set<string>()
  /** Answers by idempotency key. */
  readonly answers = new Map<string, { input: string; answer: unknown }>()
  scopes = [
    'write_products',
    'write_inventory',
    'read_locations',
    'write_orders',
    'read_returns',
    'write_merchant_managed_fulfillment_orders',
  ]
  taxesIncluded = true
  currency = 'EUR'
  private last = 1_000

  id(type: string): string {
    this.last += 1
    return `gid://shopify/${type}/${this.last}`
  }

  private passed = 0

  /** Shopify's times have whole seconds. */
  now(): string {
    return this.clock()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
  }

  clock(): Date {
    return new Date(Date.now() + this.passed * 1_000)
  }

  /** Sets the clock of the shop forward. */
  passTime(seconds: number): void {
    this.passed += seconds
  }

  variants(): Variant[] {
    return [...this.products.values()].flatMap(({ variants }) => variants)
  }

  variant(id: string): Variant | undefined {
    return this.variants().find((one) => one.id === id)
  }

  /** An inventory adjustment counts as an update of the level, the variant and the product. */
  setAvailable(variant: Variant, available: number, location = this.location): void {
    const updatedAt = this.now()
    variant.levels.set(location, { available, updatedAt })
    variant.product.updatedAt = updatedAt
  }

  touch(order: Order): void {
    order.updatedAt = this.now()
  }

  remove(product: Product): void {
    this.products.delete(product.id)
    const event = { createdAt: this.now(), subjectId: product.id, subjectType: 'PRODUCT' as const }
    this.deletions.push({ id: this.id('BasicEvent'), ...event })
  }

  removeVariant(variant: Variant): void {
    const { product } = variant
    product.variants = product.variants.filter((one) => one !== variant)
    product.updatedAt = this.now()
    const event = {
      createdAt: this.now(),
      subjectId: variant.id,
      subjectType: 'PRODUCT_VARIANT' as const,
    }
    this.deletions.push({ id: this.id('BasicEvent'), ...event })
  }
}

/** Units of a line that are still to be shipped. */
export function openOf(line: Line): number {
  return line.quantity - line.fulfilled - line.cancelled
}

export function money(cents: number, currencyCode: string) {
  const one = { amount: (cents / 100).toFixed(cents % 100 === 0 ? 1 : 2), currencyCode }
  return { shopMoney: one, presentmentMoney: one }
}

/** What people do in the stand-in: staff in its admin, and buyers in its store. */
import { createOrder, fulfil, refund, takeStock } from './orders.ts'
import { applyProduct } from './products.ts'
import { type Line, money, type Order, type Product, type State, type Variant } from './state.ts'

export interface NewVariant {
  readonly sku: string
  readonly price?: string
  readonly stock?: number
  readonly size?: string
}

/** Staff create a product: with one variant that is itself, or with one for each size. */
export function createProduct(
  state: State,
  title: string,
  variants: readonly NewVariant[],
): Product {
  const sizes = variants.map(({ size }) => size ?? 'Default Title')
  const option = variants.some(({ size }) => size) ? 'Size' : 'Title'
  const id = state.id('Product')
  const product: Product = {
    id,
    title,
    descriptionHtml: `<p>${title}</p>`,
    vendor: 'Acme',
    status: 'ACTIVE',
    updatedAt: state.now(),
    isGiftCard: false,
    metafields: new Map(),
    variants: [],
  }
  state.products.set(id, product)
  applyProduct(state, product, {
    title,
    productOptions: [{ name: option, values: sizes.map((name) => ({ name })) }],
    variants: variants.map(({ sku, price = '10.00', stock = 10 }, index) => ({
      sku,
      price,
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId: state.location, quantity: stock }],
      optionValues: [{ optionName: option, name: sizes[index] ?? '' }],
    })),
  })
  return product
}

export interface Purchase {
  readonly variant: Variant
  readonly quantity: number
  /** Cents. */
  readonly price: number
}

/** A buyer orders and pays. Prices include 21 % VAT, unless it is added to them. */
export function buy(
  state: State,
  purchases: readonly Purchase[],
  more: {
    readonly discount?: number
    readonly shipping?: number
    readonly currency?: string
    readonly tip?: number
    readonly taxesIncluded?: boolean
  } = {},
): Order {
  const {
    discount = 0,
    shipping = 0,
    currency = state.currency,
    tip = 0,
    taxesIncluded = true,
  } = more
  const taxLines = (amount: number) => {
    const tax = Math.round((amount * 21) / (taxesIncluded ? 121 : 100))
    return [{ rate: '0.21', priceSet: money(tax, currency) }]
  }
  const order = createOrder(state, {
    presentmentCurrency: currency,
    taxesIncluded,
    financialStatus: 'PAID',
    email: 'ann@example.com',
    shippingAddress: {
      firstName: 'Ann',
      lastName: 'Example',
      company: null,
      address1: 'Keizersgracht 12 b',
      address2: null,
      zip: '1015 CN',
      city: 'Amsterdam',
      provinceCode: null,
      countryCode: 'NL',
      phone: '+31 20 1234567',
    },
    lineItems: purchases.map(({ variant, quantity, price }) => ({
      variantId: variant.id,
      quantity,
      priceSet: money(price, currency),
      taxLines: taxLines(price * quantity),
    })),
    shippingLines:
      shipping === 0 ? [] : [{ priceSet: money(shipping, currency), taxLines: taxLines(shipping) }],
    ...(discount === 0
      ? {}
      : {
          discountCode: {
            itemFixedDiscountCode: { code: 'WELCOME', amountSet: money(discount, currency) },
          },
        }),
  })
  order.tip = tip
  order.total += tip
  takeStock(state, order)
  return order
}

/** Staff ship units. */
export function ship(
  state: State,
  order: Order,
  units: readonly (readonly [Line, number])[],
  number: string,
) {
  const tracking = [{ company: 'DHL', number, url: `https://dhl.example/${number}` }]
  return fulfil(
    state,
    order,
    units.map(([line, quantity]) => ({ line, quantity })),
    tracking,
  )
}

/** Staff take a shipment back. */
export function unship(state: State, order: Order, id: string): void {
  const found = order.fulfillments.find((one) => one.id === id)
  if (!found) return
  found.status = 'CANCELLED'
  for (const { line, quantity } of found.units) line.fulfilled -= quantity
  state.touch(order)
}

/** Staff refund units: CANCEL of open ones, RETURN or NO_RESTOCK of others. */
export function giveBack(
  state: State,
  order: Order,
  units: readonly (readonly [Line, number])[],
  restockType: 'CANCEL' | 'RETURN' | 'NO_RESTOCK',
  amount?: string,
) {
  return refund(state, order, {
    orderId: order.id,
    refundLineItems: units.map(([line, quantity]) => ({
      lineItemId: line.id,
      quantity,
      restockType,
      locationId: state.location,
    })),
    transactions: amount === undefined ? [] : [{ amount }],
  })
}

/** What a Vendure shop says of its products and orders, as its staff sees them. Amounts are in cents. */
import type { VendureClient } from '../../shops/start-vendure.ts'

export interface ShopVariant {
  readonly sku: string
  readonly enabled: boolean
  readonly price: number
  /** On hand, without what placed orders hold. */
  readonly forSale: number
  readonly productId: string
}

interface RawVariant {
  readonly sku: string
  readonly enabled: boolean
  readonly priceWithTax: number
  readonly stockLevels: readonly { readonly stockOnHand: number; readonly stockAllocated: number }[]
  readonly product: { readonly id: string }
}

/** All variants of the shop. */
export async function shopVariants(staff: VendureClient): Promise<readonly ShopVariant[]> {
  const all: ShopVariant[] = []
  for (;;) {
    const { productVariants } = await staff.call<{
      productVariants: { items: readonly RawVariant[] }
    }>(
      `query ($skip: Int!) { productVariants(options: { skip: $skip, take: 200, sort: { id: ASC } }) { items {
        sku enabled priceWithTax stockLevels { stockOnHand stockAllocated } product { id }
      } } }`,
      { skip: all.length },
    )
    for (const { sku, enabled, priceWithTax, stockLevels, product } of productVariants.items) {
      const forSale = stockLevels.reduce(
        (sum, { stockOnHand, stockAllocated }) => sum + stockOnHand - stockAllocated,
        0,
      )
      all.push({ sku, enabled, price: priceWithTax, forSale, productId: product.id })
    }
    if (productVariants.items.length < 200) return all
  }
}

export interface ShopOrderView {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly currencyCode: string
  /** What was paid when the order was placed. */
  readonly paid: number
  readonly refunded: number
  readonly lines: readonly {
    readonly id: string
    readonly sku: string
    readonly ordered: number
    readonly cancelled: number
    readonly shipped: number
  }[]
  readonly tracking: readonly string[]
}

interface RawOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly currencyCode: string
  readonly payments: readonly {
    readonly amount: number
    readonly refunds: readonly { readonly total: number; readonly state: string }[]
  }[]
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    readonly orderPlacedQuantity: number
    readonly productVariant: { readonly sku: string }
  }[]
  readonly fulfillments: readonly {
    readonly state: string
    readonly trackingCode: string
    readonly lines: readonly { readonly orderLineId: string; readonly quantity: number }[]
  }[]
}

/** All placed orders of the shop. */
export async function shopOrders(staff: VendureClient): Promise<readonly ShopOrderView[]> {
  const { orders } = await staff.call<{ orders: { items: readonly RawOrder[] } }>(
    `{ orders(options: { filter: { active: { eq: false } }, take: 500, sort: { id: ASC } }) { items {
      id code state currencyCode payments { amount refunds { total state } }
      lines { id quantity orderPlacedQuantity productVariant { sku } }
      fulfillments { state trackingCode lines { orderLineId quantity } }
    } } }`,
  )
  return orders.items.map(toView)
}

function toView(order: RawOrder): ShopOrderView {
  const { id, code, state, currencyCode, payments, lines } = order
  const sent = order.fulfillments.filter((one) => one.state !== 'Cancelled')
  const shippedOf = (lineId: string) =>
    sent
      .flatMap((one) => one.lines)
      .reduce((sum, { orderLineId, quantity }) => sum + (orderLineId === lineId ? quantity : 0), 0)
  const refunds = payments.flatMap((one) => one.refunds).filter((one) => one.state !== 'Failed')
  return {
    ...{ id, code, state, currencyCode },
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    refunded: refunds.reduce((sum, { total }) => sum + total, 0),
    lines: lines.map((line) => ({
      id: line.id,
      sku: line.productVariant.sku,
      ordered: line.orderPlacedQuantity,
      cancelled: line.orderPlacedQuantity - line.quantity,
      shipped: shippedOf(line.id),
    })),
    tracking: sent.map(({ trackingCode }) => trackingCode).sort(),
  }
}

/** Records of the stand-in as the schema shows them: graphql-js calls functions with the arguments of the field. */
import { connection, matches } from './search.ts'
import {
  type Deletion,
  type Fulfillment,
  type Line,
  money,
  type Order,
  openOf,
  type Product,
  type Refund,
  type Return,
  type State,
  type Variant,
} from './state.ts'

interface Page {
  readonly first?: number
  readonly after?: string | null
  readonly query?: string | null
}

interface MetafieldKey {
  readonly namespace: string
  readonly key: string
}

const DELETED = { action: 'destroy' }

export function viewsOf(state: State) {
  const location = (id: string) =>
    id === state.location
      ? { id, name: 'Warehouse', isActive: true, fulfillsOnlineOrders: true, inventoryLevels }
      : null

  const level = (variant: Variant, locationId: string) => {
    const found = variant.levels.get(locationId)
    return found
      ? {
          updatedAt: found.updatedAt,
          quantities: [{ quantity: found.available }],
          item: itemView(variant),
        }
      : null
  }

  const itemView = (variant: Variant) => ({
    ...variant.item,
    variants: (page: Page) => connection([variantView(variant)], page),
    inventoryLevel: ({ locationId }: { locationId: string }) => level(variant, locationId),
  })

  const inventoryLevels = ({ query, ...page }: Page) =>
    connection(
      state
        .variants()
        .flatMap((variant) => level(variant, state.location) ?? [])
        .filter(({ updatedAt }) => matches(query, { updated_at: updatedAt })),
      page,
    )

  const variantView = (variant: Variant): Record<string, unknown> => ({
    __typename: 'ProductVariant',
    id: variant.id,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    title: variant.options.map(({ value }) => value).join(' / '),
    updatedAt: variant.updatedAt,
    selectedOptions: variant.options,
    inventoryPolicy: variant.inventoryPolicy,
    product: () => productView(variant.product),
    inventoryItem: () => itemView(variant),
  })

  const productView = (product: Product): Record<string, unknown> => ({
    __typename: 'Product',
    ...product,
    handle: product.title.toLowerCase().replaceAll(/\W+/g, '-'),
    onlineStoreUrl: null,
    category: null,
    featuredMedia: null,
    options: () =>
      (product.variants[0]?.options ?? []).map(({ name }, index) => ({
        name,
        position: index + 1,
      })),
    variantsCount: { count: product.variants.length },
    metafield: ({ namespace, key }: MetafieldKey) => metafield(product.metafields, namespace, key),
    variants: (page: Page) => connection(product.variants.map(variantView), page),
  })

  const orderView = (order: Order): Record<string, unknown> => ({
    __typename: 'Order',
    id: order.id,
    name: order.name,
    createdAt: order.createdAt,
    processedAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    test: order.test,
    confirmed: true,
    sourceName: order.input.sourceName ?? 'web',
    displayFinancialStatus: order.financialStatus,
    presentmentCurrencyCode: order.currency,
    taxesIncluded: order.taxesIncluded,
    email: order.input.email ?? null,
    phone: order.input.phone ?? null,
    note: order.input.note ?? null,
    paymentGatewayNames: ['bogus'],
    discountCodes: order.input.discountCodes ?? [],
    customer: null,
    shippingAddress: addressView(order.input.shippingAddress),
    billingAddress: addressView(order.input.billingAddress),
    totalPriceSet: money(order.total, order.currency),
    lineItems: (page: Page) =>
      connection(
        order.lines.map((line) => ({
          ...lineView(line, order),
          variant: () => line.variant && variantView(line.variant),
        })),
        page,
      ),
    shippingLines: (page: Page) => connection(shippingOf(order), page),
    fulfillments: ({ first }: { first?: number }) =>
      order.fulfillments.slice(0, first).map(fulfillmentView),
    refunds: () => order.refunds.map((refund) => refundView(refund, order)),
    returns: (page: Page) => connection(order.returns.map(returnView), page),
    fulfillmentOrders: (page: Page) => connection([fulfillmentOrderView(order)], page),
    metafield: ({ namespace, key }: MetafieldKey) => metafield(order.metafields, namespace, key),
    suggestedRefund: ({
      refundLineItems,
    }: {
      refundLineItems: { lineItemId: string; quantity: number }[]
    }) => suggestion(order, refundLineItems),
  })

  return {
    location,
    fulfillmentView,
    refundView,
    variantView,
    productView,
    orderView,
    eventView: (event: Deletion) => ({ __typename: 'BasicEvent', ...event }),
    eventFields: (event: Deletion) => ({
      ...DELETED,
      subject_type: event.subjectType,
      created_at: event.createdAt,
    }),
  }
}

function metafield(fields: ReadonlyMap<string, string>, namespace: string, key: string) {
  const value = fields.get(`${namespace}.${key}`)
  return value === undefined ? null : { value, compareDigest: `digest-${value.length}` }
}

function addressView(input: unknown) {
  if (!input) return null
  const address = input as Record<string, unknown>
  return { ...address, countryCodeV2: address.countryCode ?? null, province: null }
}

function taxLinesOf(tax: number, rate: number, currency: string) {
  return tax === 0 ? [] : [{ rate, title: 'VAT', priceSet: money(tax, currency) }]
}

function lineView(line: Line, order: Order) {
  return {
    id: line.id,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    currentQuantity: line.quantity - line.cancelled - line.returned,
    unfulfilledQuantity: openOf(line),
    requiresShipping: true,
    isGiftCard: false,
    customAttributes: line.attributes,
    originalUnitPriceSet: money(line.price, order.currency),
    discountAllocations:
      line.discount === 0 ? [] : [{ allocatedAmountSet: money(line.discount, order.currency) }],
    taxLines: taxLinesOf(line.tax, line.rate, order.currency),
  }
}

function shippingOf(order: Order) {
  if (order.shipping === 0) return []
  const price = money(order.shipping, order.currency)
  const taxLines = taxLinesOf(order.shippingTax, 0.21, order.currency)
  return [{ title: 'Standard', originalPriceSet: price, discountedPriceSet: price, taxLines }]
}

function fulfillmentView({ tracking, units, ...fulfillment }: Fulfillment) {
  return {
    ...fulfillment,
    trackingInfo: tracking,
    fulfillmentLineItems: (page: Page) =>
      connection(
        units.map(({ line, quantity }) => ({ quantity, lineItem: { id: line.id } })),
        page,
      ),
  }
}

function worthOf(line: Line, quantity: number): number {
  return Math.round(((line.price * line.quantity - line.discount) * quantity) / line.quantity)
}

function refundView({ units, refunded, ...refund }: Refund, order: Order) {
  const lines = units.map(({ line, quantity, restockType }) => ({
    quantity,
    restockType,
    restocked: restockType !== 'NO_RESTOCK',
    lineItem: { id: line.id },
    subtotalSet: money(worthOf(line, quantity), order.currency),
    totalTaxSet: money(0, order.currency),
  }))
  return {
    ...refund,
    totalRefundedSet: money(refunded, order.currency),
    refundLineItems: (page: Page) => connection(lines, page),
  }
}

function returnView({ units, ...one }: Return) {
  const lines = units.map(({ line, quantity, note }) => ({
    __typename: 'ReturnLineItem',
    quantity,
    customerNote: note,
    returnReasonDefinition: { name: 'Unwanted' },
    fulfillmentLineItem: { lineItem: { id: line.id } },
  }))
  return { ...one, returnLineItems: (page: Page) => connection(lines, page) }
}

function fulfillmentOrderView(order: Order) {
  const lines = order.lines.map((line) => ({
    id: line.id.replace('LineItem', 'FulfillmentOrderLineItem'),
    remainingQuantity: openOf(line),
    lineItem: { id: line.id },
  }))
  return {
    id: order.id.replace('Order', 'FulfillmentOrder'),
    status: order.held ? 'ON_HOLD' : 'OPEN',
    assignedLocation: { location: null },
    supportedActions: order.held
      ? [{ action: 'RELEASE_HOLD' }]
      : [{ action: 'CREATE_FULFILLMENT' }],
    lineItems: (page: Page) => connection(lines, page),
  }
}

function suggestion(order: Order, lines: readonly { lineItemId: string; quantity: number }[]) {
  const amount = lines.reduce((sum, { lineItemId, quantity }) => {
    const line = order.lines.find((one) => one.id === lineItemId)
    return sum + (line ? worthOf(line, quantity) : 0)
  }, 0)
  const transaction = {
    gateway: 'bogus',
    parentTransaction: { id: 'gid://shopify/OrderTransaction/1' },
    amountSet: money(amount, order.currency),
    maximumRefundableSet: money(order.total, order.currency),
  }
  return { amountSet: money(amount, order.currency), suggestedTransactions: [transaction] }
}

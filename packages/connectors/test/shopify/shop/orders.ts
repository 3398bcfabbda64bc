/** Mutations of orders, shipments and refunds. */
import { type Line, type Order, openOf, type State } from './state.ts'
import type { viewsOf } from './views.ts'

type Views = ReturnType<typeof viewsOf>

interface MoneySet {
  readonly presentmentMoney: { readonly amount: string }
}

interface TaxInput {
  readonly rate: string
  readonly priceSet: MoneySet
}

interface OrderInput extends Record<string, unknown> {
  readonly presentmentCurrency?: string
  readonly taxesIncluded?: boolean
  readonly tags?: readonly string[]
  readonly financialStatus?: string
  readonly metafields?: readonly {
    readonly namespace: string
    readonly key: string
    readonly value: string
  }[]
  readonly lineItems: readonly {
    readonly variantId?: string
    readonly quantity: number
    readonly priceSet: MoneySet
    readonly taxLines?: readonly TaxInput[]
    readonly properties?: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly shippingLines?: readonly {
    readonly priceSet: MoneySet
    readonly taxLines?: readonly TaxInput[]
  }[]
  readonly discountCode?: {
    readonly itemFixedDiscountCode?: { readonly amountSet: MoneySet; readonly code: string }
  }
}

interface RefundInput {
  readonly orderId: string
  readonly note?: string
  readonly refundLineItems: readonly {
    readonly lineItemId: string
    readonly quantity: number
    readonly restockType: string
    readonly locationId?: string
  }[]
  readonly transactions?: readonly { readonly amount: string }[]
}

interface FulfillmentInput {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string
    readonly fulfillmentOrderLineItems: readonly {
      readonly id: string
      readonly quantity: number
    }[]
  }[]
  readonly trackingInfo?: TrackingInput
}

interface TrackingInput {
  readonly company?: string
  readonly numbers?: readonly string[]
  readonly urls?: readonly string[]
}

const error = (message: string, field: readonly string[] = [], code: string | null = null) => ({
  field,
  message,
  code,
})
const cents = (set: MoneySet) => Math.round(Number(set.presentmentMoney.amount) * 100)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const taxOf = (lines: readonly TaxInput[] = []) => sum(lines.map(({ priceSet }) => cents(priceSet)))

export function orderMutations(state: State, views: Views) {
  const order = (id: string) => state.orders.get(id)

  return {
    orderCreate({
      order: input,
      options,
    }: {
      order: OrderInput
      options?: { inventoryBehaviour?: string }
    }) {
      const mark = (input.metafields ?? []).find((one) => isTaken(state, one))
      if (mark)
        return {
          order: null,
          userErrors: [error('Metafield value must be unique', ['order', 'metafields'], 'INVALID')],
        }
      const missing = input.lineItems.find(
        ({ variantId }) => variantId && !state.variant(variantId),
      )
      if (missing)
        return {
          order: null,
          userErrors: [error('Variant does not exist', ['order', 'lineItems'], 'INVALID')],
        }
      const created = createOrder(state, input)
      if (options?.inventoryBehaviour !== 'BYPASS') takeStock(state, created)
      return { order: views.orderView(created), userErrors: [] }
    },

    orderCancel({ orderId, staffNote }: { orderId: string; staffNote?: string }) {
      const found = order(orderId)
      if (!found)
        return { orderCancelUserErrors: [error('Order does not exist', ['orderId'], 'NOT_FOUND')] }
      found.cancelledAt = state.now()
      found.cancelReason = staffNote ? 'OTHER' : 'STAFF'
      for (const line of found.lines) line.cancelled += openOf(line)
      state.touch(found)
      return { orderCancelUserErrors: [] }
    },

    refundCreate({ input }: { input: RefundInput }) {
      const found = order(input.orderId)
      if (!found) return { refund: null, userErrors: [error('Order does not exist')] }
      const problem = refundProblem(found, input)
      if (problem) return { refund: null, userErrors: [problem] }
      return { refund: { id: refund(state, found, input).id }, userErrors: [] }
    },

    fulfillmentCreate({ fulfillment }: { fulfillment: FulfillmentInput }) {
      const [group] = fulfillment.lineItemsByFulfillmentOrder
      const found = order(group?.fulfillmentOrderId.replace('FulfillmentOrder', 'Order') ?? '')
      if (!found || !group)
        return { fulfillment: null, userErrors: [error('Fulfillment order does not exist.')] }
      if ((fulfillment.trackingInfo?.company ?? '').length > 255)
        return {
          fulfillment: null,
          userErrors: [error('Tracking company is too long (maximum is 255 characters).')],
        }
      const units = group.fulfillmentOrderLineItems.map(({ id, quantity }) => ({
        line: lineOf(found, id.replace('FulfillmentOrderLineItem', 'LineItem')),
        quantity,
      }))
      if (units.some(({ line, quantity }) => openOf(line) < quantity))
        return {
          fulfillment: null,
          userErrors: [error('Invalid fulfillment order line item quantity requested.')],
        }
      const created = fulfil(state, found, units, trackingOf(fulfillment.trackingInfo))
      return { fulfillment: { id: created.id, status: created.status }, userErrors: [] }
    },

    fulfillmentTrackingInfoUpdate({
      fulfillmentId,
      trackingInfoInput,
    }: {
      fulfillmentId: string
      trackingInfoInput: TrackingInput
    }) {
      for (const one of state.orders.values()) {
        const found = one.fulfillments.find(({ id }) => id === fulfillmentId)
        if (!found) continue
        found.tracking = trackingOf(trackingInfoInput)
        state.touch(one)
      }
      return { userErrors: [] }
    },

    metafieldsSet({
      metafields,
    }: {
      metafields: readonly { ownerId: string; namespace: string; key: string; value: string }[]
    }) {
      for (const { ownerId, namespace, key, value } of metafields) {
        order(ownerId)?.metafields.set(`${namespace}.${key}`, value)
      }
      return { userErrors: [] }
    },
  }
}

function isTaken(
  state: State,
  { namespace, key, value }: { namespace: string; key: string; value: string },
): boolean {
  if (!state.definitions.has(`ORDER ${namespace} ${key}`)) return false
  return [...state.orders.values()].some(
    (one) => one.metafields.get(`${namespace}.${key}`) === value,
  )
}

function lineOf(order: Order, id: string): Line {
  const line = order.lines.find((one) => one.id === id)
  if (!line) throw new Error(`There is no line ${id}.`)
  return line
}

export function createOrder(state: State, input: OrderInput): Order {
  const lines = input.lineItems.map((one): Line => {
    const variant = one.variantId === undefined ? undefined : state.variant(one.variantId)
    return {
      id: state.id('LineItem'),
      variant,
      sku: variant?.sku ?? null,
      title: variant?.product.title ?? 'Custom',
      quantity: one.quantity,
      price: cents(one.priceSet),
      discount: 0,
      tax: taxOf(one.taxLines),
      rate: Number(one.taxLines?.[0]?.rate ?? 0),
      attributes: (one.properties ?? []).map(({ name, value }) => ({ key: name, value })),
      fulfilled: 0,
      cancelled: 0,
      returned: 0,
    }
  })
  const code = input.discountCode?.itemFixedDiscountCode
  discountLines(lines, code ? cents(code.amountSet) : 0)
  const shipping = sum((input.shippingLines ?? []).map(({ priceSet }) => cents(priceSet)))
  const shippingTax = sum((input.shippingLines ?? []).map(({ taxLines }) => taxOf(taxLines)))
  const goods = sum(lines.map(({ price, quantity, discount }) => price * quantity - discount))
  const tax = input.taxesIncluded ? 0 : sum(lines.map((line) => line.tax)) + shippingTax
  const now = state.now()
  const order: Order = {
    id: state.id('Order'),
    name: `#${1001 + state.orders.size}`,
    input,
    createdAt: now,
    updatedAt: now,
    cancelledAt: null,
    cancelReason: null,
    currency: input.presentmentCurrency ?? state.currency,
    taxesIncluded: input.taxesIncluded ?? false,
    shipping,
    shippingTax,
    tip: 0,
    total: goods + shipping + tax,
    financialStatus: input.financialStatus ?? 'PENDING',
    test: false,
    tags: [...(input.tags ?? [])],
    lines,
    held: false,
    fulfillments: [],
    refunds: [],
    returns: [],
    metafields: new Map(
      (input.metafields ?? []).map(({ namespace, key, value }) => [`${namespace}.${key}`, value]),
    ),
  }
  state.orders.set(order.id, order)
  return order
}

/** Shopify allots a discount of the order to its lines in proportion. */
function discountLines(lines: readonly Line[], discount: number): void {
  const goods = sum(lines.map(({ price, quantity }) => price * quantity))
  let left = discount
  for (const [index, line] of lines.entries()) {
    const share = Math.round((discount * line.price * line.quantity) / (goods || 1))
    line.discount = index === lines.length - 1 ? left : share
    left -= line.discount
  }
}

export function takeStock(state: State, order: Order): void {
  for (const { variant, quantity } of order.lines) {
    const level = variant?.levels.get(state.location)
    if (variant && level) state.setAvailable(variant, level.available - quantity)
  }
}

export function fulfil(
  state: State,
  order: Order,
  units: readonly { line: Line; quantity: number }[],
  tracking: Order['fulfillments'][number]['tracking'],
) {
  for (const { line, quantity } of units) line.fulfilled += quantity
  const created = {
    id: state.id('Fulfillment'),
    status: 'SUCCESS',
    createdAt: state.now(),
    tracking,
    units: [...units],
  }
  order.fulfillments.push(created)
  state.touch(order)
  return created
}

function trackingOf({
  company = null as unknown as string,
  numbers = [],
  urls = [],
}: TrackingInput = {}) {
  if (numbers.length === 0) return company ? [{ company, number: null, url: null }] : []
  return numbers.map((number, index) => ({
    company: company ?? null,
    number,
    url: urls[index] ?? null,
  }))
}

function refundProblem(order: Order, { refundLineItems }: RefundInput) {
  for (const { lineItemId, quantity, restockType, locationId } of refundLineItems) {
    const line = lineOf(order, lineItemId)
    if (restockType !== 'NO_RESTOCK' && !locationId)
      return error('Location is required to restock', ['input', 'refundLineItems'])
    const left =
      restockType === 'CANCEL' ? openOf(line) : line.quantity - line.cancelled - line.returned
    if (quantity > left)
      return error('Quantity cannot refund more items than were purchased', [
        'input',
        'refundLineItems',
      ])
  }
  return undefined
}

export function refund(
  state: State,
  order: Order,
  { refundLineItems, note, transactions = [] }: RefundInput,
) {
  const units = refundLineItems.map(({ lineItemId, quantity, restockType }) => ({
    line: lineOf(order, lineItemId),
    quantity,
    restockType,
  }))
  for (const { line, quantity, restockType } of units) {
    // Without restocking, the units that are to be shipped stay as they are.
    if (restockType === 'CANCEL') line.cancelled += quantity
    else line.returned += Math.min(quantity, line.fulfilled - line.returned)
    const level = line.variant?.levels.get(state.location)
    if (line.variant && level && restockType !== 'NO_RESTOCK')
      state.setAvailable(line.variant, level.available + quantity)
  }
  const refunded = sum(transactions.map(({ amount }) => Math.round(Number(amount) * 100)))
  const created = {
    id: state.id('Refund'),
    note: note ?? null,
    createdAt: state.now(),
    refunded,
    units,
  }
  order.refunds.push(created)
  state.touch(order)
  return created
}

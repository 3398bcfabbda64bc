/** Orders and refunds as the API shows them. */
import { cents, type Taxed, taxesOf, totalsOf } from './order-amounts.ts'
import {
  gmt,
  type Json,
  type Meta,
  type ShopState,
  type StoredLine,
  type StoredOrder,
  type StoredRefund,
} from './state.ts'

const ADDRESS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
]

function address(sent: unknown, more: readonly string[]): Json {
  const given = (sent ?? {}) as Json
  return Object.fromEntries([...ADDRESS, ...more].map((name) => [name, given[name] ?? '']))
}

export function orderShape(state: ShopState, order: StoredOrder): Json {
  const taxed = taxesOf(state, order)
  const totals = totalsOf(taxed)
  const { fields } = order
  const key = `wc_order_${order.key}`
  const needsPayment = ['pending', 'failed'].includes(order.status) && totals.total > 0
  return {
    id: order.id,
    parent_id: 0,
    status: order.status,
    currency: fields.currency ?? 'EUR',
    version: '10.7.0',
    prices_include_tax: state.pricesIncludeTax,
    ...state.dates('created', order.created),
    ...state.dates('modified', order.modified),
    discount_total: cents(totals.discount),
    discount_tax: cents(totals.discountTax),
    shipping_total: cents(totals.shipping),
    shipping_tax: cents(totals.shippingTax),
    cart_tax: cents(totals.cartTax),
    total: cents(totals.total),
    total_tax: cents(totals.totalTax),
    customer_id: fields.customer_id ?? 0,
    order_key: key,
    billing: address(fields.billing, ['email', 'phone']),
    shipping: address(fields.shipping, ['phone']),
    payment_method: fields.payment_method ?? '',
    payment_method_title: fields.payment_method_title ?? '',
    transaction_id: fields.transaction_id ?? '',
    customer_ip_address: '',
    customer_user_agent: '',
    created_via: fields.created_via ?? 'rest-api',
    customer_note: fields.customer_note ?? '',
    date_completed: state.local(order.completed),
    date_completed_gmt: gmt(order.completed),
    date_paid: state.local(order.paid),
    date_paid_gmt: gmt(order.paid),
    cart_hash: '',
    number: String(order.id),
    meta_data: order.meta,
    line_items: taxed
      .filter(({ line }) => line.kind === 'line')
      .map((one) => lineShape(state, one)),
    tax_lines: taxLines(taxed),
    shipping_lines: taxed.filter(({ line }) => line.kind === 'shipping').map(shippingShape),
    fee_lines: taxed.filter(({ line }) => line.kind === 'fee').map(feeShape),
    coupon_lines: [],
    refunds: order.refunds
      .map(({ id, reason, amount }) => ({ id, reason, total: `-${cents(amount)}` }))
      .reverse(),
    payment_url: `${state.address}/checkout/order-pay/${order.id}/?pay_for_order=true&key=${key}`,
    is_editable: ['pending', 'on-hold'].includes(order.status),
    needs_payment: needsPayment,
    needs_processing: true,
    currency_symbol: '€',
  }
}

const shown = (meta: readonly Meta[]) =>
  meta.map((one) => ({ ...one, display_key: one.key, display_value: one.value }))

function lineShape(state: ShopState, { line, taxes, totalTax, subtotalTax }: Taxed): Json {
  const product = state.products.get(line.variationId || line.productId)
  const parent = line.variationId ? state.products.get(line.productId) : undefined
  const isKnown = line.productId > 0
  return {
    id: line.id,
    name: line.name,
    product_id: line.productId,
    variation_id: line.variationId,
    quantity: line.quantity,
    tax_class: line.taxClass,
    subtotal: cents(line.subtotal),
    subtotal_tax: cents(subtotalTax),
    total: cents(line.total),
    total_tax: cents(totalTax),
    taxes: taxes.map(({ id, total, subtotal }) => ({
      id,
      total: cents(total),
      subtotal: cents(subtotal),
    })),
    meta_data: shown(line.meta),
    sku: isKnown ? (product?.sku ?? null) : null,
    global_unique_id: isKnown ? (product?.ean ?? null) : null,
    price: line.quantity === 0 ? 0 : line.total / line.quantity,
    image: { id: '', src: '' },
    parent_name: parent?.name ?? null,
  }
}

function shippingShape({ line, taxes, totalTax }: Taxed): Json {
  return {
    id: line.id,
    method_title: line.name,
    method_id: line.methodId,
    instance_id: '',
    total: cents(line.total),
    total_tax: cents(totalTax),
    taxes: taxes.map(({ id, total }) => ({ id, total: cents(total), subtotal: '' })),
    tax_status: line.taxStatus,
    meta_data: shown(line.meta),
  }
}

function feeShape({ line, taxes, totalTax }: Taxed): Json {
  return {
    id: line.id,
    name: line.name,
    tax_class: line.taxClass,
    tax_status: line.taxStatus,
    amount: '',
    total: cents(line.total),
    total_tax: cents(totalTax),
    taxes: taxes.map(({ id, total }) => ({ id, total: cents(total), subtotal: '' })),
    meta_data: shown(line.meta),
  }
}

function taxLines(taxed: readonly Taxed[]): Json[] {
  const rates = new Map(taxed.flatMap((one) => one.rates.map((rate) => [rate.id, rate] as const)))
  return [...rates.values()].map((rate) => {
    const of = (isShipping: boolean) =>
      taxed
        .filter(({ line }) => (line.kind === 'shipping') === isShipping)
        .flatMap(({ taxes }) => taxes.filter(({ id }) => id === rate.id))
        .reduce((sum, { total }) => sum + total, 0)
    return {
      id: rate.id,
      rate_code: `${rate.country}-${rate.name}-1`,
      rate_id: rate.id,
      label: rate.name,
      compound: false,
      tax_total: cents(of(false)),
      shipping_tax_total: cents(of(true)),
      rate_percent: Number(rate.rate),
      meta_data: [],
    }
  })
}

export function refundShape(state: ShopState, refund: StoredRefund): Json {
  return {
    id: refund.id,
    ...state.dates('created', refund.created),
    amount: cents(refund.amount),
    reason: refund.reason,
    refunded_by: 1,
    refunded_payment: false,
    meta_data: [{ id: refund.id, key: '_refund_type', value: refund.isFull ? 'full' : 'partial' }],
    line_items: refund.lines.map((line) => refundLineShape(state, line)),
    shipping_lines: [],
    tax_lines: [],
    fee_lines: [],
  }
}

function refundLineShape(
  state: ShopState,
  { id, of, quantity, total, taxes }: StoredRefund['lines'][number],
): Json {
  const tax = taxes.reduce((sum, one) => sum + one.total, 0)
  const minus = (amount: number) => cents(-amount)
  const refunded: StoredLine = { ...of, id, quantity: -quantity }
  const meta = [{ id, key: '_refunded_item_id', value: String(of.id) }]
  return {
    ...lineShape(state, { line: refunded, rates: [], taxes: [], totalTax: 0, subtotalTax: 0 }),
    subtotal: minus(total),
    subtotal_tax: minus(tax),
    total: minus(total),
    total_tax: minus(tax),
    taxes: taxes.map((one) => ({
      id: one.id,
      total: minus(one.total),
      subtotal: minus(one.total),
    })),
    meta_data: shown(meta),
    price: quantity === 0 ? 0 : total / quantity,
  }
}

/** Orders, refunds and notes of the stand-in. */
import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type Call,
  changedSince,
  createdAfter,
  invalidParameter,
  mustBeOneOf,
  noRoute,
  page,
  Refusal,
  sorted,
} from './answers.ts'
import { orderShape } from './order-shapes.ts'
import { priceOf } from './product-shapes.ts'
import { refunds, refundWhole } from './refunds.ts'
import type { Json, Record_, ShopState, StoredLine, StoredOrder, StoredProduct } from './state.ts'
import { moveStock, type StockMove } from './stock.ts'

const STATUSES = [
  'auto-draft',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
]
const CRASH =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>'
const FIELDS = [
  'currency',
  'created_via',
  'transaction_id',
  'payment_method',
  'payment_method_title',
  'customer_note',
  'customer_id',
  'billing',
  'shipping',
]

export function orders(state: ShopState, call: Call): Answer {
  const [, id, below, rest] =
    /^\/orders(?:\/(\d+))?(?:\/(refunds|notes))?(?:\/(\d+))?$/.exec(call.path) ?? []
  if (id === undefined) {
    if (call.method === 'GET') return listOrders(state, call)
    if (call.method !== 'POST') throw noRoute()
    return { status: 201, body: orderShape(state, createOrder(state, inBatch(call))) }
  }
  const found = state.orders.get(Number(id))
  const status = call.method === 'PUT' ? 400 : 404
  if (found === undefined)
    throw new Refusal(status, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  if (below === 'refunds') return refunds(state, call, found, rest)
  if (below === 'notes') return notes(state, call, found)
  if (call.method === 'DELETE') return removeOrder(state, call, found)
  if (call.method === 'PUT') updateOrder(state, found, call.body)
  return { status: 200, body: orderShape(state, found) }
}

function listOrders(state: ShopState, call: Call): Answer {
  const statuses = call.query.get('status')?.split(',') ?? ['any']
  const search = call.query.get('search')?.toLowerCase()
  const via = call.query.get('created_via')
  const include = call.query.get('include')?.split(',').map(Number)
  const all = [...state.orders.values()].filter((one) => {
    if (via !== null && (one.fields.created_via ?? 'rest-api') !== via) return false
    if (include !== undefined && !include.includes(one.id)) return false
    if (search !== undefined && !searchedText(state, one).includes(search)) return false
    return statuses.includes('any') ? one.status !== 'trash' : statuses.includes(one.status)
  })
  const found = sorted(call, createdAfter(call, changedSince(state, call, all)))
  return page(
    call,
    found.map((one) => orderShape(state, one)),
  )
}

function searchedText({ keepsPosts }: ShopState, { fields }: StoredOrder): string {
  const transaction = keepsPosts ? '' : (fields.transaction_id ?? '')
  return `${transaction} ${JSON.stringify(fields.billing ?? {})}`.toLowerCase()
}

/** A status that does not exist is refused, but not in a batch: there the order is pending. */
function inBatch({ body, isBatch }: Call): Json {
  if (!isBatch || STATUSES.includes(String(body.status))) return body
  return { ...body, status: 'pending' }
}

function createOrder(state: ShopState, body: Json): StoredOrder {
  checkOrder(body)
  const now = state.now()
  const order: StoredOrder = {
    id: state.nextId(),
    key: randomUUID(),
    status: 'pending',
    fields: {},
    lines: [],
    meta: [],
    created: now,
    modified: now,
    paid: null,
    completed: null,
    refunds: [],
    notes: [],
  }
  writeOrder(state, order, body)
  state.orders.set(order.id, order)
  setStatus(state, order, body)
  return order
}

function updateOrder(state: ShopState, order: StoredOrder, body: Json): void {
  checkOrder(body)
  writeOrder(state, order, body)
  setStatus(state, order, body)
  // The same status again, and nothing else, changes no date.
  if (Object.keys(body).some((name) => name !== 'status') || body.status !== undefined)
    order.modified = state.now()
}

function checkOrder(body: Json): void {
  mustBeOneOf('status', body.status, STATUSES)
  const email = (body.billing as Json | undefined)?.email
  if (email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(email))) {
    throw invalidParameter('billing', 'Invalid email address.', 'rest_invalid_email')
  }
  for (const line of (body.line_items ?? []) as Json[]) {
    if (line.id === undefined && line.product_id === undefined && line.sku === undefined) {
      throw new Refusal(
        400,
        'woocommerce_rest_required_product_reference',
        'Product ID or SKU is required.',
      )
    }
    if (line.id === undefined && line.quantity === 0) {
      throw new Refusal(500, 'internal_server_error', CRASH)
    }
  }
}

function writeOrder(state: ShopState, order: StoredOrder, body: Json): void {
  for (const name of FIELDS) if (body[name] !== undefined) order.fields[name] = body[name]
  state.writeMeta(order.meta, body.meta_data)
  const kinds = [
    ['line_items', 'line'],
    ['shipping_lines', 'shipping'],
    ['fee_lines', 'fee'],
  ] as const
  for (const [name, kind] of kinds) {
    for (const sent of (body[name] ?? []) as Json[]) writeLine(state, order, sent, kind)
  }
}

function writeLine(
  state: ShopState,
  order: StoredOrder,
  sent: Json,
  kind: StoredLine['kind'],
): void {
  const known = order.lines.find(({ id }) => id === sent.id)
  const line = known ?? newLine(state, sent, kind)
  const before = line.quantity
  if (known === undefined) order.lines.push(line)
  if (sent.quantity !== undefined) line.quantity = Number(sent.quantity)
  if (sent.tax_class !== undefined) line.taxClass = String(sent.tax_class)
  if (sent.tax_status !== undefined) line.taxStatus = String(sent.tax_status)
  if (line.productId > 0 || kind !== 'line') {
    if (sent.total !== undefined) line.total = amount(sent.total)
    line.subtotal =
      sent.subtotal === undefined ? Math.max(line.subtotal, line.total) : amount(sent.subtotal)
  }
  state.writeMeta(line.meta, sent.meta_data)
  if (known === undefined) return
  // A smaller quantity gives the pieces back.
  const reduced = Number(line.meta.find(({ key }) => key === '_reduced_stock')?.value ?? 0)
  if (reduced > 0) moveStock(state, line, line.quantity - before)
  if (line.quantity === 0) order.lines.splice(order.lines.indexOf(line), 1)
}

/** The shop reads only digits and dots, so that a comma makes the amount a hundred times as high. */
function amount(sent: unknown): number {
  return Number(String(sent).replace(/[^\d.-]/g, '')) || 0
}

/** A product that is not there makes an empty line, and the answer is 201 all the same. */
function newLine(state: ShopState, sent: Json, kind: StoredLine['kind']): StoredLine {
  const line: StoredLine = {
    id: state.nextId(),
    kind,
    name: String(sent.method_title ?? (kind === 'line' ? '' : (sent.name ?? ''))),
    productId: 0,
    variationId: 0,
    quantity: Number(sent.quantity ?? 1),
    taxClass: '',
    taxStatus: 'taxable',
    subtotal: 0,
    total: 0,
    methodId: String(sent.method_id ?? ''),
    meta: [],
  }
  const product = kind === 'line' ? productOf(state, sent) : undefined
  return product === undefined ? line : { ...line, ...soldAs(state, product, line.quantity) }
}

function productOf(state: ShopState, sent: Json): StoredProduct | undefined {
  const bySku = [...state.products.values()].find(
    ({ sku }) => sent.sku !== undefined && sku === sent.sku,
  )
  const found = state.products.get(Number(sent.variation_id || sent.product_id)) ?? bySku
  return found?.status === 'trash' ? undefined : found
}

/** With the price of the shop, for calls that send none. */
function soldAs(state: ShopState, product: StoredProduct, quantity: number): Partial<StoredLine> {
  const parent = state.products.get(product.parentId)
  const options = product.attributes.map(({ option }) => option).join(', ')
  const taxClass = product.taxClass || (parent?.taxClass ?? '')
  const rate = Number(state.ratesFor('NL', taxClass)[0]?.rate ?? 0)
  const price = Number(priceOf(product))
  const exact = (state.pricesIncludeTax ? price / (1 + rate / 100) : price) * quantity
  const net = Math.round(exact * 1e6) / 1e6
  return {
    name: parent === undefined ? product.name : `${parent.name} - ${options}`,
    productId: parent?.id ?? product.id,
    variationId: parent === undefined ? 0 : product.id,
    taxClass,
    subtotal: net,
    total: net,
  }
}

const TAKES_STOCK = ['on-hold', 'processing', 'completed']
const GIVES_BACK = ['cancelled', 'pending']

function setStatus(state: ShopState, order: StoredOrder, body: Json): void {
  const wanted =
    body.set_paid === true && body.status === undefined
      ? 'processing'
      : (body.status ?? order.status)
  const status = String(wanted)
  if (body.set_paid === true) order.paid ??= state.now()
  if (status === order.status) return
  order.status = status
  order.modified = state.now()
  if (status === 'processing' || status === 'completed') order.paid ??= state.now()
  if (status === 'completed') order.completed = state.now()
  const move: StockMove | undefined = TAKES_STOCK.includes(status)
    ? 'take'
    : GIVES_BACK.includes(status)
      ? 'give'
      : undefined
  for (const line of move ? order.lines : []) moveStock(state, line, move as StockMove)
  if (status === 'refunded') refundWhole(state, order)
}

function removeOrder(state: ShopState, call: Call, order: StoredOrder): Answer {
  const body = orderShape(state, order)
  // Neither the trash nor a deletion gives stock back.
  if (call.query.get('force') === 'true') state.orders.delete(order.id)
  else order.status = 'trash'
  return { status: 200, body }
}

function notes(state: ShopState, call: Call, order: StoredOrder): Answer {
  if (call.method === 'GET') return { status: 200, body: [...order.notes].reverse() }
  if (call.method !== 'POST') throw noRoute()
  const note: Record_ = {
    id: state.nextId(),
    author: 'WooCommerce',
    ...state.dates('created', state.now()),
    note: String(call.body.note ?? ''),
    customer_note: call.body.customer_note === true,
  }
  // A note does not move the date of the order.
  order.notes.push(note)
  return { status: 201, body: note }
}

/** Products and variations of the stand-in. */
import {
  type Answer,
  type Call,
  changedSince,
  invalidParameter,
  mustBeOneOf,
  noRoute,
  page,
  Refusal,
  sorted,
} from './answers.ts'
import { productShape, variationShape, writtenShape } from './product-shapes.ts'
import type { Json, Record_, ShopState, StoredProduct } from './state.ts'

const STATUSES = ['any', 'future', 'trash', 'draft', 'pending', 'private', 'publish']
const ORDERS = ['date', 'id', 'include', 'title', 'slug', 'modified', 'popularity', 'rating']

export function products(state: ShopState, call: Call): Answer {
  const [, id, below, variationId] =
    /^\/products(?:\/(\d+))?(?:\/(variations))?(?:\/(\d+))?$/.exec(call.path) ?? []
  if (below !== undefined) return variations(state, call, Number(id), variationId)
  if (id !== undefined) return oneProduct(state, call, Number(id))
  if (call.method === 'GET' || call.method === 'HEAD') return listProducts(state, call)
  if (call.method !== 'POST') throw noRoute()
  return { status: 201, body: writtenShape(state, create(state, call.body, 0)) }
}

function listProducts(state: ShopState, call: Call): Answer {
  mustBeOneOf('status', call.query.get('status'), STATUSES)
  const by = call.query.get('orderby')
  if (by !== null) mustBeOneOf('orderby', by, ORDERS)
  const skus = call.query.get('sku')?.toLowerCase().split(',')
  const include = call.query.get('include')?.split(',').map(Number)
  const status = call.query.get('status') ?? 'any'
  const statuses = call.query.get('include_status')?.split(',')
  const all = [...state.products.values()].filter((one) => {
    // Variations are in lists only by their SKU.
    if (
      skus !== undefined
        ? !skus.includes(one.sku.toLowerCase()) || one.sku === ''
        : one.parentId > 0
    )
      return false
    if (include !== undefined && !include.includes(one.id)) return false
    if (statuses !== undefined) return statuses.includes(one.status)
    return status === 'any' ? one.status !== 'trash' : one.status === status
  })
  const found = sorted(call, changedSince(state, call, all))
  return page(
    call,
    found.map((one) => productShape(state, one)),
  )
}

function oneProduct(state: ShopState, call: Call, id: number): Answer {
  const found = state.products.get(id)
  const status = call.method === 'PUT' ? 400 : 404
  if (found === undefined)
    throw new Refusal(status, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
  if (call.method === 'GET') return { status: 200, body: productShape(state, found) }
  if (found.parentId > 0) {
    throw new Refusal(
      404,
      'woocommerce_rest_invalid_product_id',
      'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.',
    )
  }
  if (call.method === 'DELETE') return remove(state, call, found)
  write(state, found, call.body)
  return { status: 200, body: writtenShape(state, found) }
}

function remove(state: ShopState, call: Call, found: StoredProduct): Answer {
  const body = writtenShape(state, found)
  if (call.query.get('force') === 'true') {
    for (const one of state.variationsOf(found.id)) state.products.delete(one.id)
    state.products.delete(found.id)
    touchParent(state, found)
    return { status: 200, body }
  }
  if (found.status === 'trash')
    throw new Refusal(
      410,
      'woocommerce_rest_already_trashed',
      'The product has already been deleted.',
    )
  found.status = 'trash'
  touch(state, found)
  return { status: 200, body }
}

function variations(state: ShopState, call: Call, parentId: number, variationId?: string): Answer {
  if (variationId === undefined) {
    if (call.method === 'GET') {
      const found = sorted(call, changedSince(state, call, state.variationsOf(parentId)))
      return page(
        call,
        found.map((one) => variationShape(state, one)),
      )
    }
    if (call.method !== 'POST') throw noRoute()
    return { status: 201, body: writtenShape(state, create(state, call.body, parentId)) }
  }
  const found = state.products.get(Number(variationId))
  if (found === undefined || found.parentId !== parentId) {
    throw new Refusal(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.')
  }
  if (call.method === 'DELETE') return remove(state, call, found)
  if (call.method === 'PUT') {
    write(state, found, call.body)
    return { status: 200, body: writtenShape(state, found) }
  }
  return { status: 200, body: variationShape(state, found) }
}

function create(state: ShopState, body: Json, parentId: number): StoredProduct {
  const now = state.now()
  const found: StoredProduct = {
    id: 0,
    parentId,
    type: parentId > 0 ? 'variation' : 'simple',
    status: 'publish',
    name: 'Product',
    sku: '',
    ean: '',
    description: '',
    shortDescription: '',
    regularPrice: '',
    salePrice: '',
    saleFrom: 0,
    taxStatus: 'taxable',
    taxClass: '',
    managesStock: false,
    stock: null,
    stockStatus: 'instock',
    backorders: 'no',
    attributes: [],
    images: [],
    image: null,
    meta: [],
    created: now,
    modified: now,
  }
  check(state, found, body)
  const stored = { ...found, id: state.nextId() }
  state.products.set(stored.id, stored)
  write(state, stored, body)
  return stored
}

/** What the shop refuses, before it changes anything. */
function check(state: ShopState, found: StoredProduct, body: Json): void {
  mustBeOneOf('type', body.type, ['simple', 'grouped', 'external', 'variable'])
  for (const name of ['regular_price', 'sale_price']) {
    if (body[name] !== undefined && typeof body[name] !== 'string') {
      throw invalidParameter(name, `${name} is not of type string.`, 'rest_invalid_type')
    }
  }
  if (body.stock_quantity != null && !Number.isInteger(Number(body.stock_quantity))) {
    throw invalidParameter(
      'stock_quantity',
      'stock_quantity is not of type integer.',
      'rest_invalid_type',
    )
  }
  const sku = body.sku === undefined ? '' : String(body.sku)
  const holder = [...state.products.values()].find(
    (one) => sku !== '' && one.id !== found.id && one.sku.toLowerCase() === sku.toLowerCase(),
  )
  if (holder === undefined) return
  if (holder.status === 'trash') {
    throw new Refusal(
      400,
      'woocommerce_rest_product_not_created',
      `The product with SKU (${sku}) you are trying to insert is already present in the lookup table`,
    )
  }
  throw new Refusal(400, 'product_invalid_sku', 'Invalid or duplicated SKU.', {
    status: 400,
    resource_id: holder.id,
    unique_sku: `${sku}-1`,
  })
}

const TEXTS = {
  status: 'status',
  type: 'type',
  sku: 'sku',
  global_unique_id: 'ean',
  description: 'description',
  short_description: 'shortDescription',
  tax_status: 'taxStatus',
  backorders: 'backorders',
  stock_status: 'stockStatus',
} as const

export function write(state: ShopState, found: StoredProduct, body: Json): void {
  check(state, found, body)
  for (const [sent, name] of Object.entries(TEXTS)) {
    if (body[sent] !== undefined) found[name] = String(body[sent])
  }
  if (body.name !== undefined) found.name = escaped(String(body.name))
  if (body.tax_class !== undefined) {
    found.taxClass = String(body.tax_class).replace(/^(standard|parent)$/, '')
  }
  writePrices(found, body)
  writeStock(state, found, body)
  if (body.attributes !== undefined) {
    found.attributes = attributes(body.attributes as Json[], found.parentId > 0)
  }
  writeImages(state, found, body)
  state.writeMeta(found.meta, body.meta_data)
  touch(state, found)
}

function writePrices(found: StoredProduct, body: Json): void {
  if (body.regular_price !== undefined) found.regularPrice = price(String(body.regular_price))
  if (body.sale_price !== undefined) found.salePrice = price(String(body.sale_price))
  const from = body.date_on_sale_from_gmt ?? body.date_on_sale_from
  // Null is as if nothing was sent, and an empty text takes the date away.
  if (from != null) found.saleFrom = from === '' ? 0 : Date.parse(`${from}Z`)
  if (Number(found.salePrice) >= Number(found.regularPrice)) found.salePrice = ''
}

/** Without management, a stock is left out and nothing is said. */
function writeStock(state: ShopState, found: StoredProduct, body: Json): void {
  if (typeof body.manage_stock === 'boolean')
    found.managesStock = body.manage_stock && state.managesStock
  if (!found.managesStock) found.stock = null
  else if (body.stock_quantity != null) setStock(found, Number(body.stock_quantity))
  else if (found.stock === null) setStock(found, 0)
}

function writeImages(state: ShopState, found: StoredProduct, body: Json): void {
  const fetch = (image: Json): Record_ => {
    if (image.id)
      return { id: image.id, src: `${state.address}/wp-content/uploads/${image.id}.png` }
    if (String(image.src).includes('/none')) {
      throw new Refusal(
        400,
        'woocommerce_product_image_upload_error',
        `Error getting remote image ${image.src}.`,
      )
    }
    state.fetched.push(String(image.src))
    const id = state.nextId()
    return { id, src: `${state.address}/wp-content/uploads/${id}.png` }
  }
  if (Array.isArray(body.images)) found.images = (body.images as Json[]).map(fetch)
  if (body.image) found.image = fetch(body.image as Json)
}

/** "10,50" becomes 1050 and "abc" nothing; a minus is taken. */
function price(text: string): string {
  return text.replace(/[^\d.-]/g, '')
}

function escaped(text: string): string {
  return text.replace(/&(?!amp;)/g, '&amp;')
}

function attributes(sent: readonly Json[], isVariation: boolean): Record_[] {
  return sent.map((one, position) => {
    const name = String(one.name ?? (one.id === 1 ? 'Size' : `Attribute ${one.id}`))
    const slug = one.id ? `pa_${name.toLowerCase()}` : isVariation ? name.toLowerCase() : name
    const common = { id: one.id ?? 0, name, slug }
    if (isVariation) return { ...common, option: one.option ?? '' }
    return {
      ...common,
      position,
      visible: one.visible === true,
      variation: one.variation === true,
      options: one.options ?? [],
    }
  })
}

export function setStock(found: StoredProduct, stock: number): void {
  found.stock = stock
  found.stockStatus =
    stock > 0 ? 'instock' : found.backorders === 'no' ? 'outofstock' : 'onbackorder'
}

/** Any write moves the date of the product and, of a variation, of its parent. */
export function touch(state: ShopState, found: StoredProduct): void {
  found.modified = state.now()
  touchParent(state, found)
}

function touchParent(state: ShopState, { parentId }: StoredProduct): void {
  const parent = state.products.get(parentId)
  if (parent !== undefined) parent.modified = state.now()
}

import type { ReadPage, ShopProduct, ShopStock } from '../../../adapter/merchant.ts'
import type { MedusaApi } from '../api.ts'
import { readChanges, stepBack } from '../changes.ts'
import {
  type MedusaSettings,
  type ProductTerms,
  readProductTerms,
  readStockTerms,
} from '../terms.ts'
import type { Product, Variant } from '../types.ts'
import { toShopProducts, toShopStock } from './map-products.ts'

const PRODUCT_FIELDS = [
  'id,title,subtitle,description,handle,status,thumbnail,is_giftcard,updated_at,deleted_at,metadata',
  'weight,length,height,width,hs_code,origin_country,mid_code,material',
  '*images,*categories,collection.title,type.value,tags.value,sales_channels.id',
  '*variants,*variants.options,variants.options.option.title,*variants.prices',
  'variants.prices.price_rules.value,variants.prices.price_rules.attribute',
].join(',')
const PAGE_SIZE = 50

/** How far products, their variants and deletions have been read. */
interface ProductCursor {
  readonly products: string
  readonly variants: string
  readonly deleted: string
}

/** Products that have changed, of which a variant has changed (a price moves only the variant), and what was deleted. */
export async function* readProducts(
  api: MedusaApi,
  settings: MedusaSettings,
  text: string | undefined,
): AsyncGenerator<ReadPage<ShopProduct>> {
  const terms = await readProductTerms(api, settings)
  let cursor = await startOf(api, text)
  const page = (records: readonly ShopProduct[], progress: Partial<ProductCursor>) => {
    cursor = latest(cursor, progress)
    return { records, cursor: JSON.stringify(cursor) }
  }
  const products = { path: '/admin/products', key: 'products', pageSize: PAGE_SIZE }
  const since = stepBack(cursor.products)
  for await (const { rows, until } of readChanges<Product>(
    api,
    { ...products, fields: PRODUCT_FIELDS },
    since,
  )) {
    yield page(
      rows.flatMap((product) => toShopProducts(product, terms)),
      { products: until },
    )
  }
  for await (const { rows, until } of readVariantChanges(api, cursor)) {
    const ids = rows.flatMap(({ product_id }) => product_id ?? [])
    yield page(await readFamilies(api, [...new Set(ids)], terms), { variants: until })
  }
  const { products: losers, until } = await findDeletions(api, cursor.deleted)
  const removed = losers.flatMap((product) => toRemovals(product))
  const rest = await readFamilies(
    api,
    losers.filter(({ deleted_at }) => !deleted_at).map(({ id }) => id),
    terms,
  )
  yield page([...removed, ...rest], { deleted: until })
}

const BEGINNING = '1970-01-01T00:01:00.000Z'

async function startOf(api: MedusaApi, text: string | undefined): Promise<ProductCursor> {
  if (text !== undefined) return JSON.parse(text) as ProductCursor
  // A product brings its variants, so only what changes from now on is read by variant.
  const [newest] = await api.page<Variant>('/admin/product-variants', 'variants', {
    fields: 'id,updated_at',
    limit: 1,
    order: '-updated_at',
  })
  const now = newest?.updated_at ?? BEGINNING
  return { products: BEGINNING, variants: now, deleted: now }
}

/** A cursor never goes back, although reads step back. */
function latest(cursor: ProductCursor, progress: Partial<ProductCursor>): ProductCursor {
  const max = (name: 'products' | 'variants' | 'deleted') => {
    const next = progress[name]
    return next !== undefined && next > cursor[name] ? next : cursor[name]
  }
  return { products: max('products'), variants: max('variants'), deleted: max('deleted') }
}

function readVariantChanges(api: MedusaApi, { variants }: ProductCursor) {
  const list = {
    path: '/admin/product-variants',
    key: 'variants',
    fields: 'id,product_id,updated_at',
  }
  return readChanges<Variant>(api, list, stepBack(variants))
}

async function readFamilies(
  api: MedusaApi,
  ids: readonly string[],
  terms: ProductTerms,
): Promise<ShopProduct[]> {
  const found: ShopProduct[] = []
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const products = await api.page<Product>('/admin/products', 'products', {
      fields: PRODUCT_FIELDS,
      limit: PAGE_SIZE,
      filter: { 'id[]': ids.slice(start, start + PAGE_SIZE) },
    })
    found.push(...products.flatMap((product) => toShopProducts(product, terms)))
  }
  return found
}

/**
 * Products of which variants were deleted since a time, also those that were deleted themselves. Only the list of products shows what was
 * deleted; it cannot sort by the time, so all of these few are read.
 */
async function findDeletions(
  api: MedusaApi,
  since: string,
): Promise<{ readonly products: readonly Product[]; readonly until: string }> {
  const after = stepBack(since)
  const found = await api.all<Product>('/admin/products', 'products', {
    fields: 'id,deleted_at,variants.id,variants.deleted_at',
    filter: { with_deleted: 'true', 'variants[deleted_at][$gte]': after },
  })
  const products = found.map((product) => ({
    ...product,
    variants: (product.variants ?? []).filter(
      ({ deleted_at }) => deleted_at && deleted_at >= after,
    ),
  }))
  const times = products.flatMap(({ variants }) => variants.map((one) => one.deleted_at ?? ''))
  const until = times.reduce((last, time) => (time > last ? time : last), since)
  return { products, until }
}

function toRemovals({ id, deleted_at, variants = [] }: Product): readonly ShopProduct[] {
  const ids = [...(deleted_at ? [id] : []), ...variants.map((variant) => variant.id)]
  return ids.map((shopId) => ({ shopId, removed: true }))
}

const STOCK_FIELDS = [
  'id,sku,manage_inventory,product.status,product.sales_channels.id,inventory_items.required_quantity,inventory_items.inventory_item_id',
  'inventory_items.inventory.location_levels.location_id',
  'inventory_items.inventory.location_levels.stocked_quantity',
  'inventory_items.inventory.location_levels.reserved_quantity',
].join(',')
const STOCK_PAGE_SIZE = 200

/** All counts: a change of stock leaves no time by which it could be found. */
export async function* readStock(
  api: MedusaApi,
  settings: MedusaSettings,
): AsyncGenerator<ReadPage<ShopStock>> {
  const terms = await readStockTerms(api, settings)
  const seen = new Set<string>()
  let last: string | undefined
  for (let offset = 0; ; ) {
    const variants = await api.page<Variant>('/admin/product-variants', 'variants', {
      fields: STOCK_FIELDS,
      limit: STOCK_PAGE_SIZE,
      offset,
      order: 'id',
    })
    // Pages overlap by one row. If it is another one, a variant was deleted meanwhile, and the pages have moved.
    if (last !== undefined && variants[0]?.id !== last) {
      last = undefined
      offset = 0
      continue
    }
    const fresh = variants.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield { records: fresh.flatMap((variant) => toShopStock(variant, terms) ?? []) }
    if (variants.length < STOCK_PAGE_SIZE) return
    last = variants.at(-1)?.id
    offset += STOCK_PAGE_SIZE - 1
  }
}

/** Products as the API shows them. */
import type { Json, ShopState, StoredProduct } from './state.ts'

/** The one of today: a sale may begin later. */
export function priceOf({ regularPrice, salePrice, saleFrom }: StoredProduct): string {
  return salePrice === '' || saleFrom > Date.now() ? regularPrice : salePrice
}

function common(state: ShopState, one: StoredProduct): Json {
  const parent = state.products.get(one.parentId)
  const isOnSale = priceOf(one) !== one.regularPrice
  const sharesStock = !one.managesStock && parent?.managesStock === true
  const stock = sharesStock ? parent.stock : one.stock
  return {
    id: one.id,
    ...state.dates('created', one.created),
    ...state.dates('modified', one.modified),
    description: one.description,
    permalink: `${state.address}/product/${parent?.id ?? one.id}/`,
    // A variation without a SKU answers that of its parent.
    sku: one.sku || (parent?.sku ?? ''),
    global_unique_id: one.ean,
    price: priceOf(one),
    regular_price: one.regularPrice,
    sale_price: one.salePrice,
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: isOnSale,
    status: one.status,
    purchasable: one.regularPrice !== '',
    virtual: false,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: one.taxStatus,
    tax_class: one.taxClass,
    manage_stock: sharesStock ? 'parent' : one.managesStock,
    stock_quantity: stock,
    stock_status: sharesStock ? parent.stockStatus : one.stockStatus,
    backorders: one.backorders,
    backorders_allowed: one.backorders !== 'no',
    backordered: one.stockStatus === 'onbackorder',
    low_stock_amount: null,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    shipping_class: '',
    shipping_class_id: 0,
    attributes: one.attributes,
    menu_order: 0,
    meta_data: one.meta,
    parent_id: one.parentId,
  }
}

/** The answer of a write also says from where the address of the page is, and that a variation is taxed as its parent. */
export function writtenShape(state: ShopState, one: StoredProduct): Json {
  if (one.parentId > 0)
    return { ...variationShape(state, one), tax_class: one.taxClass || 'parent' }
  return {
    ...productShape(state, one),
    permalink_template: `${state.address}/product/%pagename%/`,
    generated_slug: slugOf(one),
  }
}

const slugOf = ({ name }: StoredProduct) => name.toLowerCase().replace(/\W+/g, '-')

export function variationShape(state: ShopState, one: StoredProduct): Json {
  const options = one.attributes.map(({ option }) => option).filter(Boolean)
  return { ...common(state, one), type: 'variation', image: one.image, name: options.join(', ') }
}

export function productShape(state: ShopState, one: StoredProduct): Json {
  const parent = state.products.get(one.parentId)
  const variation = one.attributes.map(({ option }) => option).join(', ')
  const children = one.status === 'trash' ? [] : state.variationsOf(one.id)
  const prices = children
    .map(priceOf)
    .filter(Boolean)
    .sort((a, b) => Number(a) - Number(b))
  const isInStock = children.some((child) => common(state, child).stock_status === 'instock')
  return {
    ...common(state, one),
    ...(one.type === 'variable' && {
      price: prices[0] ?? '',
      regular_price: '',
      ...(!one.managesStock && { stock_status: isInStock ? 'instock' : 'outofstock' }),
    }),
    name: parent === undefined ? one.name : `${parent.name} - ${variation}`,
    slug: slugOf(one),
    type: one.type,
    featured: false,
    catalog_visibility: 'visible',
    short_description: one.shortDescription,
    total_sales: parent === undefined ? 0 : '0',
    external_url: '',
    button_text: '',
    sold_individually: false,
    shipping_required: true,
    shipping_taxable: true,
    reviews_allowed: parent === undefined,
    average_rating: '0',
    rating_count: 0,
    upsell_ids: [],
    cross_sell_ids: [],
    purchase_note: '',
    categories: [],
    brands: [],
    tags: [],
    images: one.images,
    default_attributes: [],
    variations: children.map(({ id }) => id),
    grouped_products: [],
    price_html: '',
    related_ids: [],
    has_options: one.type === 'variable',
    post_password: '',
  }
}

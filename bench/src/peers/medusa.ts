/** Medusa as a peer, by its Admin API. */
import type { Database } from '@entrepot/database'
import {
  type CreatedProduct,
  createProducts,
} from '../../../packages/connectors/shops/medusa-people.ts'
import { type MedusaShop, startMedusa } from '../../../packages/connectors/shops/start-medusa.ts'
import { type CopiedTables, copyRows } from './copy-rows.ts'
import {
  BUYER,
  CREATED,
  LISTED,
  linesOf,
  operationsOf,
  type Peer,
  priceOf,
  STOCK,
  skuOf,
} from './peer.ts'

/** What a product, its only variant, its price and its stock consist of. */
const TABLES: CopiedTables = {
  product: ['id', 'handle'],
  product_product_option: ['id', 'product_id'],
  product_product_option_value: ['id', 'product_product_option_id'],
  product_variant: ['id', 'product_id', 'sku'],
  product_variant_option: ['variant_id'],
  product_sales_channel: ['id', 'product_id'],
  product_shipping_profile: ['id', 'product_id'],
  price_set: ['id'],
  price: ['id', 'price_set_id'],
  product_variant_price_set: ['id', 'variant_id', 'price_set_id'],
  inventory_item: ['id', 'sku'],
  inventory_level: ['id', 'inventory_item_id'],
  product_variant_inventory_item: ['id', 'variant_id', 'inventory_item_id'],
}

/** Products of one call: the example of a batch in the documents of Medusa has few, and larger ones take no less time for each. */
const BATCH = 100

export async function medusaPeer(database: Database, url: string, products: number): Promise<Peer> {
  const shop = await startMedusa({ url, drop: async () => {} })
  const created = await createProducts(
    shop,
    Array.from({ length: CREATED }, (_, index) => ({
      title: `Product ${index}`,
      handle: skuOf(index).toLowerCase(),
      skus: [skuOf(index)],
      price: priceOf(index, 0) / 100,
      stock: STOCK,
    })),
  )
  // The rows of shipping options have prices, too: copies of these belong to nothing.
  await copyRows(database, TABLES, 'text', products / CREATED - 1)
  return {
    name: 'Medusa',
    pid: shop.pid,
    database,
    operations: await operationsOf({
      order: async (number) => await acceptOrder(shop, created, number),
      update: async (count, number) => await update(shop, created.slice(0, count), number),
      async list(since) {
        const fields = 'id,title,status,updated_at,*variants,*variants.prices'
        const path = `/admin/products?updated_at[$gte]=${since}&limit=${LISTED}&fields=${fields}`
        const page = await shop.call<{ readonly products: readonly unknown[] }>('GET', path)
        return page.products.length
      },
      async read(id) {
        const { order } = await shop.call<{
          readonly order: { readonly items: readonly unknown[] }
        }>('GET', `/admin/orders/${id}`)
        return order.items.length
      },
    }),
    close: async () => await shop.stop(),
  }
}

async function update(
  shop: MedusaShop,
  products: readonly CreatedProduct[],
  number: number,
): Promise<void> {
  for (let from = 0; from < products.length; from += BATCH) {
    const page = products.slice(from, from + BATCH).map(({ id, variants: [variant] }, offset) => ({
      id,
      title: `Product ${from + offset}, ${number}`,
      variants: [
        {
          id: variant?.id,
          prices: [{ currency_code: 'eur', amount: priceOf(from + offset, number) / 100 }],
        },
      ],
    }))
    await shop.call('POST', '/admin/products/batch', { update: page })
  }
}

/** An order of another sales channel: a draft with the prices that the buyer has paid, which is converted. */
async function acceptOrder(
  shop: MedusaShop,
  products: readonly CreatedProduct[],
  number: number,
): Promise<string> {
  const { draft_order } = await shop.call<{ readonly draft_order: { readonly id: string } }>(
    'POST',
    '/admin/draft-orders',
    {
      region_id: shop.regionId,
      sales_channel_id: shop.salesChannelId,
      currency_code: 'eur',
      email: BUYER.email,
      no_notification_order: true,
      shipping_address: {
        first_name: BUYER.firstName,
        last_name: BUYER.lastName,
        address_1: BUYER.street,
        postal_code: BUYER.zipCode,
        city: BUYER.city,
        country_code: 'nl',
      },
      items: linesOf(number).map(({ index, quantity }) => ({
        variant_id: products[index]?.variants[0]?.id,
        quantity,
        unit_price: priceOf(index, 0) / 100,
      })),
      shipping_methods: [
        { name: 'Shipping', shipping_option_id: shop.shippingOptionId, amount: 4.95 },
      ],
      metadata: { reference: `peers-${number}` },
    },
  )
  await shop.call('POST', `/admin/draft-orders/${draft_order.id}/convert-to-order`)
  return draft_order.id
}

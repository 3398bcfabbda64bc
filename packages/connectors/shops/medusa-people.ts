/** What people do in the dashboard of a Medusa shop. */
import type { Answer, MedusaShop, Named } from './start-medusa.ts'

/** A product to be created: one variant for each SKU. */
export interface NewProduct {
  readonly title: string
  readonly handle: string
  readonly skus: readonly (string | null)[]
  readonly price: number
  readonly stock: number
  /** @default true */
  readonly isPublished?: boolean
}

/** A product as Medusa answers it. */
export interface CreatedProduct extends Named {
  readonly variants: readonly (Named & { readonly sku: string | null })[]
}

/** Creates products in the sales channel, with their stock. @returns as Medusa answers them */
export async function createProducts(
  shop: MedusaShop,
  products: readonly NewProduct[],
): Promise<readonly CreatedProduct[]> {
  const created: CreatedProduct[] = []
  for (let from = 0; from < products.length; from += 50) {
    const page = products.slice(from, from + 50)
    const answer = await shop.call<{ readonly created: readonly CreatedProduct[] }>(
      'POST',
      '/admin/products/batch',
      {
        create: page.map((product) => toMedusa(shop, product)),
      },
    )
    created.push(...answer.created)
  }
  const stocks = products.flatMap(({ skus, stock }) => skus.map((sku) => [sku, stock] as const))
  await setStock(shop, new Map(stocks.flatMap(([sku, stock]) => (sku ? [[sku, stock]] : []))))
  return created
}

function toMedusa(shop: MedusaShop, product: NewProduct) {
  const { title, handle, skus, price, isPublished = true } = product
  const names = skus.map((_, index) => `Model ${index + 1}`)
  return {
    title,
    handle,
    status: isPublished ? 'published' : 'draft',
    weight: 400,
    shipping_profile_id: shop.shippingProfileId,
    sales_channels: [{ id: shop.salesChannelId }],
    options: [{ title: 'Model', values: names }],
    variants: skus.map((sku, index) => ({
      title: names[index],
      ...(sku !== null && { sku }),
      manage_inventory: true,
      options: { Model: names[index] },
      prices: [{ currency_code: 'eur', amount: price }],
    })),
  }
}

interface Item extends Named {
  readonly sku: string
  readonly location_levels: readonly unknown[]
}

/** Sets the counts at the warehouse, by SKU, as a stocktaking does. */
export async function setStock(
  shop: MedusaShop,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const skus = [...counts.keys()]
  for (let from = 0; from < skus.length; from += 100) {
    const page = skus.slice(from, from + 100)
    const query = page.map((sku) => `sku[]=${encodeURIComponent(sku)}`).join('&')
    const { inventory_items } = await shop.call<{ readonly inventory_items: readonly Item[] }>(
      'GET',
      `/admin/inventory-items?limit=200&fields=id,sku,location_levels.location_id&${query}`,
    )
    const levels = inventory_items.map(({ id, sku, location_levels }) => ({
      isNew: location_levels.length === 0,
      level: {
        inventory_item_id: id,
        location_id: shop.locationId,
        stocked_quantity: counts.get(sku) ?? 0,
      },
    }))
    await shop.call('POST', '/admin/inventory-items/location-levels/batch', {
      create: levels.filter(({ isNew }) => isNew).map(({ level }) => level),
      update: levels.filter(({ isNew }) => !isNew).map(({ level }) => level),
    })
  }
}

/** Packs and sends units of an order, as people do in two steps. @returns the id of the fulfilment */
export async function ship(
  shop: MedusaShop,
  orderId: string,
  units: ReadonlyMap<string, number>,
  trackingNumber?: string,
): Promise<string> {
  const items = [...units].map(([id, quantity]) => ({ id, quantity }))
  const order = `/admin/orders/${orderId}`
  const before = await fulfillmentsOf(shop, orderId)
  await shop.call('POST', `${order}/fulfillments`, { items, location_id: shop.locationId })
  const known = new Set(before.map(({ id }) => id))
  const made = (await fulfillmentsOf(shop, orderId)).find(({ id }) => !known.has(id))
  const tracking_url = `https://track.example/${trackingNumber}`
  await shop.call('POST', `${order}/fulfillments/${made?.id}/shipments`, {
    items,
    ...(trackingNumber && {
      labels: [{ tracking_number: trackingNumber, tracking_url, label_url: tracking_url }],
    }),
  })
  if (!made) throw new Error(`Medusa has made no fulfilment of ${orderId}.`)
  return made.id
}

async function fulfillmentsOf(shop: MedusaShop, orderId: string): Promise<readonly Named[]> {
  const { order } = await shop.call<{
    readonly order: { readonly fulfillments: readonly Named[] }
  }>('GET', `/admin/orders/${orderId}?fields=id,fulfillments.id`)
  return order.fulfillments
}

/** Takes units back, and puts them into stock. */
export async function takeBack(
  shop: MedusaShop,
  orderId: string,
  units: ReadonlyMap<string, number>,
): Promise<void> {
  const items = [...units].map(([id, quantity]) => ({ id, quantity }))
  const body = { order_id: orderId, location_id: shop.locationId }
  const started = await shop.call<Answer<'return'>>('POST', '/admin/returns', body)
  const path = `/admin/returns/${started.return.id}`
  await shop.call('POST', `${path}/request-items`, { items })
  await shop.call('POST', `${path}/request`, {})
  await shop.call('POST', `${path}/receive`, {})
  await shop.call('POST', `${path}/receive-items`, { items })
  await shop.call('POST', `${path}/receive/confirm`, {})
}

/** Takes units off an order by an edit, as people do when something is broken. */
export async function takeOff(
  shop: MedusaShop,
  orderId: string,
  left: ReadonlyMap<string, number>,
): Promise<void> {
  await shop.call('POST', '/admin/order-edits', { order_id: orderId, description: 'Broken' })
  const path = `/admin/order-edits/${orderId}`
  for (const [id, quantity] of left)
    await shop.call('POST', `${path}/items/item/${id}`, { quantity })
  await shop.call('POST', `${path}/request`, {})
  await shop.call('POST', `${path}/confirm`, {})
}

/** Shopify's ids are URIs such as gid://shopify/LineItem/42. Products and orders are kept whole, lines by their number. */

export function gid(type: string, number: string): string {
  return number.startsWith('gid://') ? number : `gid://shopify/${type}/${number}`
}

/** The number at the end, without parameters (gid://shopify/InventoryLevel/7?inventory_item_id=8). */
export function numberOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).split('?')[0] ?? id
}

export function isVariant(id: string): boolean {
  return id.startsWith('gid://shopify/ProductVariant/')
}

/** The page of a record in the administration of the shop. */
export function adminUrl(shop: string, path: string): string {
  return `https://admin.shopify.com/store/${shop.replace(/\.myshopify\.com$/, '')}/${path}`
}

/** The metafields in which the connector keeps what it must find again. */
export const NAMESPACE = 'entrepot'

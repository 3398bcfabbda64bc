/** Files that are no catalogue, or one of a system without a reader: what they are, and what to do. Pure functions. */

/** Says what is wrong with a file, and what to do; both are parts of a sentence. */
export interface Foreign {
  readonly what: string
  readonly advice: string
}

const AS_CSV = 'open it in a spreadsheet program, and save it as CSV UTF-8'
const OWN_COLUMNS =
  'or name the columns as the fields of the API, such as MerchantProductReference, Name, Price and Stock'

/** Kinds of files by the bytes with which they begin. */
const KINDS: readonly (readonly [start: string, Foreign])[] = [
  ['%PDF', { what: 'a PDF', advice: 'export the products as CSV instead' }],
  ['\xd0\xcf\x11\xe0', { what: 'a workbook of Excel (.xls)', advice: AS_CSV }],
  ['\x1f\x8b', { what: 'compressed (gzip)', advice: 'unpack it' }],
  ['7z\xbc\xaf', { what: 'an archive (7-Zip)', advice: 'unpack it' }],
  ['Rar!', { what: 'an archive (RAR)', advice: 'unpack it' }],
  ['\x28\xb5\x2f\xfd', { what: 'compressed (Zstandard)', advice: 'unpack it' }],
  ['BZh', { what: 'compressed (bzip2)', advice: 'unpack it' }],
  ['{\\rtf', { what: 'a text document (RTF)', advice: AS_CSV }],
  ['\x89PNG', { what: 'an image', advice: 'export the products as CSV instead' }],
  ['\xff\xd8\xff', { what: 'an image', advice: 'export the products as CSV instead' }],
  ['GIF8', { what: 'an image', advice: 'export the products as CSV instead' }],
  ['SQLite format 3', { what: 'a database', advice: 'export the products as CSV instead' }],
]

/**
 * Recognises a file that is no text by its first bytes. Undefined for other files.
 *
 * @example
 * findForeignKind(Buffer.from('%PDF-1.7')) // { what: 'a PDF', advice: 'export the products as CSV instead' }
 */
export function findForeignKind(head: Uint8Array): Foreign | undefined {
  const start = Buffer.from(head.subarray(0, 4_096)).toString('latin1')
  if (start.startsWith('PK\x03\x04')) return describeZip(start)
  const page = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i.test(start)
  if (page)
    return { what: 'a web page', advice: 'sign in to the shop, and download the file again' }
  return KINDS.find(([magic]) => start.startsWith(magic))?.[1]
}

function describeZip(start: string): Foreign {
  if (start.includes('opendocument')) {
    return { what: 'a document of LibreOffice (.ods)', advice: AS_CSV }
  }
  if (/\[Content_Types\]|(?:xl|_rels|docProps)\//.test(start)) {
    return { what: 'a workbook of Excel (.xlsx)', advice: AS_CSV }
  }
  return { what: 'an archive (ZIP)', advice: 'unpack it' }
}

/** Systems without a reader, and files that are no products, by columns that all stand in the header. */
const SYSTEMS: readonly (readonly [name: string, ...columns: readonly string[]])[] = [
  ['Squarespace', 'product id [non editable]'],
  ['Squarespace', 'product page', 'option name 1'],
  ['Squarespace', 'product type [non editable]'],
  ['BigCommerce', 'product code/sku'],
  ['BigCommerce', 'item', 'inventory tracking'],
  ['BigCommerce', 'item type', 'product name'],
  ['Etsy', 'title', 'currency_code', 'quantity'],
  ['Square', 'token', 'item name'],
  ['Square', 'reference handle', 'variation name'],
  ['Ecwid', 'product_internal_id'],
  ['Ecwid', 'product_sku', 'product_is_inventory_tracked'],
  ['OpenCart', 'product_id', 'manufacturer', 'seo_keyword'],
  ['OpenCart', 'product_id', 'name(en-gb)'],
  ['Shopware', 'productnumber', 'stock'],
  ['Shopware', 'product_number', 'stock'],
  ['Shopware', 'ordernumber', 'suppliername'],
  ['Lightspeed', 'internal_id', 'visible', 'brand'],
  ['Amazon', 'item_sku', 'external_product_id'],
  ['Amazon', 'seller-sku', 'asin1'],
  ['eBay', 'custom label (sku)', 'item number'],
  ['Webflow', 'product handle', 'variant sku'],
  ['Big Cartel', 'permalink', 'option_1_name'],
  ['PrestaShop', 'category id', 'parent category'],
]

const ORDERS: readonly (readonly string[])[] = [
  ['financial status', 'fulfillment status'],
  ['order id', 'order date'],
  ['order number', 'order date'],
  ['order_id', 'order_date'],
  ['lineitem name', 'lineitem quantity'],
  ['invoiceno', 'invoicedate'],
  ['invoice', 'invoicedate'],
]

/**
 * The system that a header resembles, and what to do. Undefined if it resembles none.
 *
 * @param names the names of the columns
 */
export function findForeignSystem(names: readonly string[]): Foreign | undefined {
  const columns = new Set(names.map((name) => name.trim().toLowerCase()))
  const hasAll = (wanted: readonly string[]) => wanted.every((name) => columns.has(name))
  if (ORDERS.some(hasAll)) {
    return { what: 'an export of orders', advice: 'export the products instead' }
  }
  const [system] = SYSTEMS.find(([, ...wanted]) => hasAll(wanted)) ?? []
  if (system === undefined) return undefined
  return {
    what: `a file of ${system}, for which there is no reader`,
    advice: `export a feed for Google Merchant from ${system}, say with a mapping which column is which field, ${OWN_COLUMNS}`,
  }
}

/** What the readers take and yield. */

/** The formats that can be read. */
export const CATALOGUE_FORMATS = [
  'entrepot',
  'ndjson',
  'shopify',
  'woocommerce',
  'magento',
  'google',
] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

/** The encodings that can be read. */
export const CATALOGUE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type CatalogueEncoding = (typeof CATALOGUE_ENCODINGS)[number]

/** The fields of a product with text as their value. */
export type TextField =
  | 'ParentMerchantReference'
  | 'ChannelProductReference'
  | 'Name'
  | 'Description'
  | 'Details'
  | 'Brand'
  | 'Size'
  | 'Color'
  | 'Ean'
  | 'ManufacturerProductNumber'
  | 'ShippingTime'
  | 'Url'
  | 'ImageUrl'
  | 'CategoryTrail'

/** The fields of a product with a number as their value. */
export type NumberField =
  | 'Stock'
  | 'Price'
  | 'MSRP'
  | 'PurchasePrice'
  | 'DiscountRate'
  | 'VatRate'
  | 'ShippingCost'

/**
 * A product of a catalogue. A field that the file does not have is left out; null means that the file has the field without a value. The
 * limits of lengths and amounts are not checked: those are rules of the hub.
 */
export type CatalogueProduct = { MerchantProductReference: string } & {
  [Field in TextField]?: string | null
} & { [Field in NumberField]?: number | null } & {
  IsActive?: boolean | null
  ExtraData?: Record<string, string> | null
}

/** What one row of a file means. `row` is counted from 1 with the header: the number that a spreadsheet shows. */
export type CatalogueItem =
  /** A product to create or to change. `notes` says what of the row was left out. */
  | {
      readonly kind: 'product'
      readonly row: number
      readonly product: CatalogueProduct
      readonly notes: readonly string[]
    }
  /** A product that stands earlier in the file belongs to a parent that stands here. */
  | {
      readonly kind: 'link'
      readonly row: number
      readonly product: Pick<
        CatalogueProduct,
        'MerchantProductReference' | 'ParentMerchantReference'
      >
    }
  /** A row without a counterpart in the hub, such as a bundle. */
  | {
      readonly kind: 'skipped'
      readonly row: number
      readonly reference: string | null
      readonly reason: string
    }
  /** A row that cannot be read. */
  | {
      readonly kind: 'error'
      readonly row: number
      readonly reference: string | null
      readonly message: string
    }

/** The stock of products whose stock the shop does not count. */
export type UnmanagedStock =
  | number
  /** The stock of those that the file calls available; the others have 0. */
  | { readonly available: number }

export interface ReadCatalogueOptions {
  /** Recognised by default. */
  readonly format?: CatalogueFormat | undefined
  /** Recognised by default. */
  readonly encoding?: CatalogueEncoding | undefined
  /** The character between two fields. Recognised by default: comma, semicolon, tab or vertical bar. */
  readonly delimiter?: string | undefined
  /** Whether quotes enclose fields; if false, quotes are data. Recognised by default. */
  readonly quotes?: boolean | undefined
  /** The decimal separator of amounts. Recognised by default. */
  readonly decimal?: '.' | ',' | undefined
  /** By default, the stock of such a product is not named: it stays as it is, and is 0 for a new product. */
  readonly unmanagedStock?: UnmanagedStock | undefined
  /** The address that relative paths of images belong to, such as `https://shop.example/media/catalog/product`. */
  readonly imageBase?: string | undefined
  /** The currency that amounts must have where the file names one (ISO 4217). */
  readonly currency?: string | undefined
  /** The time that decides whether a sale price holds. */
  readonly now?: Date | undefined
}

/** How a file is read: what was recognised or said. */
export interface CatalogueSettings {
  readonly format: CatalogueFormat
  readonly encoding: CatalogueEncoding
  /** Null in XML and NDJSON. */
  readonly delimiter: string | null
  readonly quotes: boolean
  readonly decimal: '.' | ','
}

/** A column of a table, and what becomes of it. */
export interface CatalogueColumn {
  /** As the file writes it. */
  readonly name: string
  /** The fields of products that it fills, such as `ExtraData`. None for a column that only says what a row is, and how it is read. */
  readonly fields: readonly string[]
}

/** An open catalogue. `items` can be read once. */
export interface Catalogue {
  readonly settings: CatalogueSettings
  readonly items: AsyncIterable<readonly CatalogueItem[]>
  /** The columns of a table, once its first items were read. Empty for files that are no tables. */
  readonly columns: () => readonly CatalogueColumn[]
}

/** What a piece of text yields: items, and the error that ends the reading behind them. */
export interface Batch {
  readonly items: readonly CatalogueItem[]
  readonly broken?: Error | undefined
}

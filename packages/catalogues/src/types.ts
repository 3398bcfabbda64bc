/** Input and output types of the readers. */

/** The formats that can be read. */
export const CATALOGUE_FORMATS = [
  'entrepot',
  'ndjson',
  'shopify',
  'woocommerce',
  'magento',
  'google',
  'wix',
  'prestashop',
] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

/** The encodings that can be read: those of the Encoding Standard. */
export const CATALOGUE_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
] as const
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
  /** ISO 8601. */
  | 'StockCountedAt'
  | 'VatClass'

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
 * What a column of a file is: the field that it fills, a further value of the product (`ExtraData`), or nothing (`Ignore`). `PriceWithoutVat` is
 * a price to which the VAT of its row is added; `Currency` says in which currency the amounts of a row are.
 */
export type ColumnTarget =
  | 'MerchantProductReference'
  | TextField
  | NumberField
  | 'IsActive'
  | 'PriceWithoutVat'
  | 'Currency'
  | 'ExtraData'
  | 'Ignore'

/** How the columns of a table without our names are read. */
export interface ColumnMapping {
  /** By the names of the columns, whose case does not count. A column that is not named is a further value (`ExtraData`). */
  readonly columns: Readonly<Record<string, ColumnTarget>>
  /** Values of all products of the file, in fields for which it has no column. */
  readonly constants?: Readonly<Partial<CatalogueProduct>> | undefined
}

/** Most characters of texts and references. A field without a limit has any length. */
export type TextLimits = { readonly [Field in TextField | 'MerchantProductReference']?: number }

/**
 * A product of a catalogue. A field that the file does not have is left out; null means that the file has the field without a value. The
 * limits of amounts are not checked: those are rules of the hub.
 */
export type CatalogueProduct = { MerchantProductReference: string } & {
  [Field in TextField]?: string | null
} & { [Field in NumberField]?: number | null } & {
  IsActive?: boolean | null
  ExtraData?: Record<string, string> | null
}

/** The meaning of one row of a file. `row` counts from 1 and includes the header, like the row numbers of a spreadsheet. */
export type CatalogueItem =
  /** A product to create or to change. `notes` lists what was left out of the row. */
  | {
      readonly kind: 'product'
      readonly row: number
      readonly product: CatalogueProduct
      readonly notes: readonly string[]
      /** Set if the shop does not count the stock of the product, and no option sets it. */
      readonly hasUnmanagedStock?: true
    }
  /** Links a product earlier in the file to its parent in this row; null means that it has none. */
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
  /** The stock of products that the file marks as available. The others get 0. */
  | { readonly available: number }

export interface ReadCatalogueOptions {
  /** Recognised by default. */
  readonly format?: CatalogueFormat | undefined
  /** An encoding or one of its labels in the Encoding Standard, such as `latin1`. Recognised by default. */
  readonly encoding?: string | undefined
  /** The character between two fields. Recognised by default: comma, semicolon, tab or vertical bar. */
  readonly delimiter?: string | undefined
  /** Whether quotes enclose fields; if false, quotes are data. Recognised by default. */
  readonly quotes?: boolean | undefined
  /** The encoding that the sender of the file has named, such as the charset of HTTP. A byte order mark has priority. */
  readonly charset?: string | undefined
  /** The decimal separator of amounts. Recognised by default. */
  readonly decimal?: '.' | ',' | undefined
  /** The stock of products whose stock the shop does not count. By default it does not change, and is 0 for a new product. */
  readonly unmanagedStock?: UnmanagedStock | undefined
  /** The base URL of relative paths of images, such as `https://shop.example/media/catalog/product`. */
  readonly imageBase?: string | undefined
  /** The currency that amounts must have if the file contains a currency (ISO 4217). Its decimals help to recognise the decimal separator. */
  readonly currency?: string | undefined
  /**
   * The VAT rate, in percent, that is added to prices of files that have prices without VAT only. By default these prices are left out, with a
   * note.
   */
  readonly vatRate?: number | undefined
  /** Longer texts are cut off with a note, longer addresses are left out with a note, and longer references are errors of their rows. */
  readonly limits?: TextLimits | undefined
  /** What the columns of a table mean. By default, the names of the columns tell. */
  readonly mapping?: ColumnMapping | undefined
  /** The time for which sale prices are evaluated. @default the current time */
  readonly now?: Date | undefined
}

/** The settings with which a file is read, recognised or from the options. */
export interface CatalogueSettings {
  readonly format: CatalogueFormat
  readonly encoding: CatalogueEncoding
  /** Null in XML and NDJSON. */
  readonly delimiter: string | null
  readonly quotes: boolean
  /** Null if the file does not tell. Amounts that have two readings are errors then. */
  readonly decimal: '.' | ',' | null
  /** How the columns are read, if the option says it, or if they were recognised by words such as `Prijs` and `Menge`. */
  readonly mapping: ColumnMapping | null
}

/** A column of a table, and the fields that it fills. */
export interface CatalogueColumn {
  /** The name as in the file. */
  readonly name: string
  /** The fields of products that it fills, such as `ExtraData`. Empty for a column that only determines what a row is, and how it is read. */
  readonly fields: readonly string[]
}

/** An open catalogue. `items` can be read once. */
export interface Catalogue {
  readonly settings: CatalogueSettings
  readonly items: AsyncIterable<readonly CatalogueItem[]>
  /** The columns of a table, once its first items were read. Empty for files that are not tables. */
  readonly columns: () => readonly CatalogueColumn[]
}

/** The result of reading a piece of text: items, and the error that ends the reading after them. */
export interface Batch {
  readonly items: readonly CatalogueItem[]
  readonly broken?: Error | undefined
}

/** The customer for whom a request acts. */

/** The treatment of orders with lines that cannot be sold: stored with a flag, or refused. */
export const UNSELLABLE_LINES = ['flag', 'refuse'] as const

/**
 * Who keeps the stock: the merchant's own system, which sends counts; the hub, from its shipments and returns; or nobody, so that the stock is
 * offered as it was written.
 */
export const STOCK_KEEPERS = ['merchant', 'hub', 'none'] as const

/** The orders that the merchant's system takes off its counts before they are shipped. */
export const COUNTS_EXCLUDE = ['acknowledged'] as const

/** What decides the VAT of orders: the rates of their products, or those of the country to which they are sent. */
export const VAT_RULES = ['product', 'destination'] as const

/** A customer: one merchant with its products, channels and orders. Ids are text, because they have 64 bits in the database. */
export interface Customer {
  readonly customerId: string
  readonly name: string
  readonly baseCurrency: string
  readonly defaultVatRate: number
  /** A name of the IANA database: in which its days begin. */
  readonly timeZone: string
  /** ISO 3166-1 alpha-2: from where the customer sells. Null if it has not said so. */
  readonly countryIso: string | null
  readonly vatRule: (typeof VAT_RULES)[number]
  /** Whether orders of businesses with a VAT number in other countries of the VAT area have a rate of 0. */
  readonly zeroVatForBusinesses: boolean
  readonly unsellableLines: (typeof UNSELLABLE_LINES)[number]
  /** Days from the date of an order until it is to be shipped. */
  readonly handlingDays: number
  readonly stockKeeper: (typeof STOCK_KEEPERS)[number]
  /** Null: counts include the units of open orders. */
  readonly countsExclude: (typeof COUNTS_EXCLUDE)[number] | null
  /** How long units that have left are held back if no count comes, in minutes. */
  readonly stockLag: number
  /** Whether units of accepted returns are for sale again, where a return does not say so. Only if the hub keeps the stock. */
  readonly restockReturns: boolean
  /** Who sends the parcels, on packing slips. Null: the name. */
  readonly senderName: string | null
  readonly senderAddress: string | null
  /** ISO 639-1: in which it writes to buyers, the first to those of all other countries. Null if it has not said so. */
  readonly languages: readonly string[] | null
  /** False for a disabled customer, whose keys and members are refused. */
  readonly isActive: boolean
  /** Whether it moves to another database: read-only, or gone. Null for all others. */
  readonly move: 'frozen' | 'moved' | null
}

/** The customer for whom a request acts. */

/** The treatment of orders with lines that cannot be sold: stored with a flag, or refused. */
export const UNSELLABLE_LINES = ['flag', 'refuse'] as const

/** A customer: one merchant with its products, channels and orders. Ids are text, because they have 64 bits in the database. */
export interface Customer {
  readonly customerId: string
  readonly name: string
  readonly baseCurrency: string
  readonly defaultVatRate: number
  readonly unsellableLines: (typeof UNSELLABLE_LINES)[number]
  /** Days from the date of an order until it is to be shipped. */
  readonly handlingDays: number
  /** False for a disabled customer, whose keys and members are refused. */
  readonly isActive: boolean
}

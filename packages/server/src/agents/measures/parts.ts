/** What calls of agents do, and how much of it: in these words rules say which calls need a person, and caps count. Pure. */

/** What calls can do. `other` is everything that no other kind has, such as comments. */
export const KINDS = [
  'acknowledge',
  'ship',
  'cancel',
  'return',
  'refund',
  'product',
  'price',
  'stock',
  'offer_rules',
  'order_job',
  'delete',
  'settings',
  'other',
] as const

/** What a call can do. */
export type Kind = (typeof KINDS)[number]

/** By what parts of calls are measured. */
export const QUANTITIES = ['amount', 'units', 'count'] as const

/** A quantity of a part of a call. */
export type Quantity = (typeof QUANTITIES)[number]

/** By what the parts of a kind are measured. */
export const MEASURED_BY: Readonly<Record<Kind, readonly Quantity[]>> = {
  acknowledge: ['count'],
  ship: ['units', 'count'],
  cancel: ['amount', 'units', 'count'],
  return: ['amount', 'units', 'count'],
  refund: ['amount', 'count'],
  product: ['count'],
  price: ['count'],
  stock: ['count'],
  offer_rules: ['count'],
  order_job: ['count'],
  delete: [],
  settings: [],
  other: [],
}

/** A part of a call: what it does, and how much of it. A quantity that cannot be known before the call is null. */
export interface Part {
  readonly kind: Kind
  /** In the base currency of the customer, with VAT. */
  readonly amount?: number | null
  readonly units?: number | null
  /** Records. */
  readonly count?: number | null
}

/** The changes of several products, by name, with the label of their buttons. */
export const BULK_ACTIONS = {
  price: 'Change prices',
  stock: 'Change stock',
  activate: 'Activate',
  deactivate: 'Deactivate',
} as const

/** A change of several products. */
export type BulkAction = keyof typeof BULK_ACTIONS

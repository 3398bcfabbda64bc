/** The operation that must be sent for the data of the product. */
export type PendingData = 'create' | 'update' | 'remove'

/** What a channel may still have to fetch of a product. */
export const PENDING = ['create', 'update', 'remove', 'offer'] as const satisfies readonly (
  | PendingData
  | 'offer'
)[]
export type Pending = (typeof PENDING)[number]

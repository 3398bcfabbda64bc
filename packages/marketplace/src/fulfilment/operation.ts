/** What is asked of fulfilment, by whom, and what becomes of it. */
import type { Channel } from '../channels/schema.ts'
import type { Customer } from '../customers/schema.ts'
import type { FulfilmentDraft } from './draft.ts'
import type { FulfilmentRow } from './store.ts'

/** Who acts: a customer, or one of its channels. */
export interface Actor {
  readonly customer: Customer
  readonly channel: Channel | null
  /** The API key, for the history; null where there is none. */
  readonly keyId: string | null
}

/** A record that was made now, or that is there from an earlier try. */
export interface Recorded {
  readonly created: boolean
  readonly row: FulfilmentRow
}

/** A record to make, and for whom. */
export interface Operation {
  readonly actor: Actor
  readonly draft: FulfilmentDraft
}

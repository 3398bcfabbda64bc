/** The input and outcome of creating a record of fulfilment. */
import type { Channel } from '../channels/schema.ts'
import type { Customer } from '../customers/schema.ts'
import type { FulfilmentDraft } from './draft.ts'
import type { FulfilmentRow } from './store.ts'

/** The caller: a customer, or one of its channels. */
export interface Actor {
  readonly customer: Customer
  readonly channel: Channel | null
  /** The API key, for the history. Null if there is none. */
  readonly keyId: string | null
}

/** A record that was created now, or by an earlier request with the same content. */
export interface Recorded {
  readonly created: boolean
  readonly row: FulfilmentRow
}

/** A record to create, and who creates it. */
export interface Operation {
  readonly actor: Actor
  readonly draft: FulfilmentDraft
}

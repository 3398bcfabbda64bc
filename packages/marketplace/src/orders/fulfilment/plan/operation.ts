/** The input and outcome of creating a record of fulfilment. */
import type { Caller } from '../../../kit/principals/principal.ts'
import type { FulfilmentDraft } from '../records/draft.ts'
import type { FulfilmentRow } from '../records/store.ts'

/** A record that was created now, or by an earlier request with the same content. */
export interface Recorded {
  readonly created: boolean
  readonly row: FulfilmentRow
}

/** A record to create, and who creates it. */
export interface Operation {
  readonly caller: Caller
  readonly draft: FulfilmentDraft
}

/** The wire shape of the state of a synchronisation. */
import { type Static, Type } from 'typebox'
import { Moment } from '../../kit/shared/wire.ts'

/** The answer of GET /channels/<id>/sync. */
export const SyncStatus = Type.Object(
  {
    Listed: Type.Integer({ description: 'Products that the channel has created and not removed.' }),
    ToBeCreated: Type.Integer(),
    ToBeUpdated: Type.Integer(),
    ToBeRemoved: Type.Integer(),
    Offers: Type.Integer({
      description: 'Products whose price or stock the channel may not know.',
    }),
    IsComplete: Type.Boolean({
      description: 'False while products remain to be compared: then the figures may still grow.',
    }),
    LastPoll: Moment('When the channel last asked for data or offers.'),
    LastAcknowledgement: Moment('When the channel last acknowledged something.'),
    OldestPending: Moment('Since when the longest-waiting product or offer waits.'),
  },
  { title: 'SyncStatus' },
)
export type SyncStatus = Static<typeof SyncStatus>

/** Wire shapes of the log of synchronisation. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, pagedQuery } from '../../kit/shared/wire.ts'
import { SYNC_KINDS } from './store.ts'

const Items = (description: string) => Type.Integer({ description })

/** A reference of an acknowledgement that was rejected, and why. */
const LoggedRejection = Type.Object(
  {
    Reference: Nullable(Type.String()),
    Code: Type.String({ description: 'The code of the reason, as in the answer.' }),
    Detail: Type.String({ description: 'The first 300 characters of the reason.' }),
  },
  { title: 'LoggedRejection' },
)

/** The calls of a channel of one kind in a minute. */
export const SyncLogEntry = Type.Object(
  {
    Kind: OneOf(SYNC_KINDS, 'What the channel called.'),
    Minute: Type.String({ format: 'date-time', description: 'The minute of the calls.' }),
    LastAt: Type.String({ format: 'date-time', description: 'When the last one was answered.' }),
    Key: Nullable(
      Type.Object({ Id: Type.Integer(), Label: Type.String() }, { description: 'With which key.' }),
    ),
    Calls: Items('The number of calls.'),
    Created: Items('Products in ToBeCreated, or in Created of acknowledgements.'),
    Updated: Items('Products in ToBeUpdated, or in Updated.'),
    Removed: Items('Products in ToBeRemoved, or in Removed.'),
    Failed: Items('Products that the channel could not process.'),
    Offers: Items('Prices and stocks.'),
    Rejected: Items('References that the hub has rejected.'),
    RejectedReferences: Type.Array(Type.String(), { description: 'The first 20 of them.' }),
    Rejections: Type.Array(LoggedRejection, {
      description:
        'The first 20 rejections with their reasons. Empty for calls before this version.',
    }),
    AverageMs: Items('Milliseconds that a call took on average.'),
    MaxMs: Items('Milliseconds of the longest call.'),
  },
  { title: 'SyncLogEntry' },
)
export type SyncLogEntry = Static<typeof SyncLogEntry>

/** The query of the list. */
export const SyncLogQuery = pagedQuery('entries', {})
export type SyncLogQuery = Static<typeof SyncLogQuery>

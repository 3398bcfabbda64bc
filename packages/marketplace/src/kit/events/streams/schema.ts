import { type Static, Type } from 'typebox'
import { STRICT } from '../../shared/wire.ts'
import { EventsQuery } from '../schema.ts'

/** The query of a stream of events. */
export const EventStreamQuery = Type.Object(
  {
    types: EventsQuery.properties.types,
    subject: EventsQuery.properties.subject,
    after: Type.Optional(
      Type.String({
        maxLength: 16_000,
        description:
          'The id of a message of an earlier stream, or `Entrepot-Cursor` of an answer, to get the events since. Events from now on when left out, and with `latest`.',
      }),
    ),
  },
  STRICT,
)
export type EventStreamQuery = Static<typeof EventStreamQuery>

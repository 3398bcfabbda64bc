/** Wire shape of events. */
import { type Static, Type } from 'typebox'
import type { Names } from '../names/names.ts'
import { fromStoredActor } from '../principals/actor.ts'
import { ActorResponse, OF_AGENT, toActorResponse } from '../principals/schema.ts'
import { Count, Nullable, OneOf, pagedQuery, STRICT } from '../shared/wire.ts'
import type { StoredEvent } from './read-store.ts'

/** The shape of an event of the log. */
export function eventSchema({ eventTypes, subjects }: Pick<Names, 'eventTypes' | 'subjects'>) {
  return Type.Object(
    {
      Id: Type.String({ description: 'Unique and never used again. Repeats of an event have it.' }),
      Type: OneOf(eventTypes, 'What happened.'),
      OccurredAt: Type.String({ format: 'date-time' }),
      Actor: Nullable(ActorResponse),
      Subject: Nullable(
        Type.Object(
          {
            Kind: OneOf(subjects, 'Of the subject.'),
            Id: Type.String(),
            References: Nullable(
              Type.Object(
                {
                  MerchantOrderReference: Nullable(Type.String()),
                  ChannelOrderReference: Type.String(),
                },
                { description: 'Of orders, as they are now.' },
              ),
            ),
          },
          {
            description:
              'What the event is about: shipments, cancellations, backorders and returns are about their order. Null for an event about several records.',
          },
        ),
      ),
      Sequence: Nullable(
        Type.Integer({
          description: 'The number of the event among those of its subject, from 1.',
        }),
      ),
      RequestId: Nullable(
        Type.String({
          description: 'The `Request-Id` of the request that did it, with its actor.',
        }),
      ),
      Data: Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'What changed. Its properties depend on the type.',
        },
      ),
    },
    { title: 'Event' },
  )
}
export type Event = Static<ReturnType<typeof eventSchema>>

/** The query of events. */
export const EventsQuery = Type.Object(
  {
    types: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          'Types, separated by commas: `order.created`, all of a kind such as `order.*`, or `*`. All when left out.',
      }),
    ),
    subject: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'Only events about one subject: its kind and Id, such as `order:17`.',
      }),
    ),
    ...OF_AGENT,
    after: Type.Optional(
      Type.String({
        maxLength: 16_000,
        description:
          'The position of which the following events are read: `Entrepot-Cursor` of an earlier answer with the same `types`, `subject` and `actor`, or `latest` for events from now on. The oldest event when left out.',
      }),
    ),
    pageSize: Type.Optional(Count(1, 1000, 'Most events to answer; 100 when left out.')),
  },
  STRICT,
)
export type EventsQuery = Static<typeof EventsQuery>

/** The query of the latest events. */
export const RecentEventsQuery = pagedQuery('events', {
  types: EventsQuery.properties.types,
  subject: EventsQuery.properties.subject,
  ...OF_AGENT,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only events with this Id, Request-Id, subject or reference of their order, or with this text in their type or data.',
    }),
  ),
})
export type RecentEventsQuery = Static<typeof RecentEventsQuery>

/** Converts an event to its wire shape. */
export function toEventResponse(event: StoredEvent): Event {
  const { subjectKind, subjectId, channelOrderReference, keyId, actor } = event
  return {
    Id: `evt_${event.eventId}`,
    Type: event.type,
    OccurredAt: event.occurredAt.toISOString(),
    Actor: event.isActorHidden
      ? null
      : toActorResponse(fromStoredActor({ keyId, actor }, event.keyLabel)),
    Subject:
      subjectKind === null || subjectId === null
        ? null
        : {
            Kind: subjectKind,
            Id: subjectId,
            References:
              channelOrderReference === null
                ? null
                : {
                    MerchantOrderReference: event.merchantOrderReference,
                    ChannelOrderReference: channelOrderReference,
                  },
          },
    Sequence: event.sequence,
    RequestId: event.requestId,
    Data: event.data,
  }
}

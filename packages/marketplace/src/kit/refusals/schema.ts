/** Wire shapes of the list of refused calls. */
import { type Static, Type } from 'typebox'
import { ActorResponse } from '../principals/schema.ts'
import { Count } from '../shared/wire.ts'

/** A call that was refused. */
export const RefusedCall = Type.Object(
  {
    OccurredAt: Type.String({ format: 'date-time' }),
    Method: Type.String(),
    Route: Type.String({ description: 'The path with placeholders: `/v2/orders/:reference`.' }),
    Status: Type.Integer({ description: 'The HTTP status, from 400 to 499.' }),
    Code: Type.String({ description: 'The code of the problem document.' }),
    Actor: ActorResponse,
    RequestId: Type.String({ description: 'The Request-Id of the answer.' }),
  },
  { title: 'RefusedCall' },
)
export type RefusedCall = Static<typeof RefusedCall>

/** The query of the list. */
export const RefusedCallsQuery = Type.Object(
  {
    pageSize: Type.Optional(Count(1, 1000, 'Most calls to answer; 100 when left out.')),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link of a page.' })),
  },
  { additionalProperties: false },
)
export type RefusedCallsQuery = Static<typeof RefusedCallsQuery>

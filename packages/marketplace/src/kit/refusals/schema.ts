/** Wire shapes of the list of refused calls. */
import { type Static, Type } from 'typebox'
import { ActorResponse, OF_AGENT } from '../principals/schema.ts'
import { Count, Line, Nullable, pagedQuery } from '../shared/wire.ts'

/** One thing that was wrong with the input of a refused call. */
const RefusedIssue = Type.Object(
  {
    Path: Type.String({
      description: 'JSON pointer into the body or the parameters; empty for the whole body.',
    }),
    Message: Type.String(),
  },
  { title: 'RefusedIssue' },
)

/** A call that was refused. */
export const RefusedCall = Type.Object(
  {
    Id: Type.Integer(),
    OccurredAt: Type.String({ format: 'date-time' }),
    Method: Type.String(),
    Route: Type.String({ description: 'The path with placeholders: `/v2/orders/:reference`.' }),
    Path: Nullable(
      Type.String({
        description:
          'The path that was called, without its query. Null for calls that an earlier version of the hub has refused, as `Detail` and `Errors`.',
      }),
    ),
    Status: Type.Integer({ description: 'The HTTP status, from 400 to 499.' }),
    Code: Type.String({ description: 'The code of the problem document.' }),
    Detail: Nullable(
      Type.String({
        description:
          '`detail` of the problem document, at most 1,000 characters. Secrets are replaced by `[redacted]`.',
      }),
    ),
    Errors: Nullable(
      Type.Array(RefusedIssue, {
        description: 'The first 20 of `errors` of the problem document, without secrets.',
      }),
    ),
    ErrorCount: Type.Integer({ description: 'How many `errors` the problem document had.' }),
    Actor: ActorResponse,
    RequestId: Type.String({ description: 'The Request-Id of the answer.' }),
  },
  { title: 'RefusedCall' },
)
export type RefusedCall = Static<typeof RefusedCall>

/** The path parameter of one refused call. */
export const RefusedCallPath = Type.Object({
  id: Type.Unsafe<string>({
    type: 'string',
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'Id of the refused call.',
  }),
})
export type RefusedCallPath = Static<typeof RefusedCallPath>

/** The query of the list. */
export const RefusedCallsQuery = pagedQuery('calls', {
  keyId: Type.Optional(Count(1, Number.MAX_SAFE_INTEGER, 'Only the calls with this API key.')),
  ...OF_AGENT,
  status: Type.Optional(Count(400, 499, 'Only the calls with this HTTP status.')),
  code: Type.Optional(Line(100, 'Only the calls with this code.')),
  path: Type.Optional(
    Line(
      500,
      'Only the calls with this text in their path or in its pattern, such as `orders`. Capital and small letters are the same.',
    ),
  ),
  requestId: Type.Optional(Line(100, 'Only the call with this `Request-Id`.')),
})
export type RefusedCallsQuery = Static<typeof RefusedCallsQuery>

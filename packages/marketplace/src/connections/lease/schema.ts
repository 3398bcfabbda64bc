/** Wire shapes of leases, and of what connectors store of their reads. */
import { type Static, Type } from 'typebox'
import { Count, Line, Maybe, STRICT } from '../../kit/shared/wire.ts'
import { RequestResponse } from '../requests/schema.ts'
import { LeaseNumber, Text } from '../route-parts.ts'

/** Why the shop cannot be used. */
export const ConnectionFailureRequest = Type.Object(
  {
    Message: Text(1_000, 'What happened, without secrets.'),
    Remedy: Text(1_000, 'What a person can do.'),
  },
  { ...STRICT, title: 'ConnectionFailureRequest' },
)

/** The body of PUT /connections/<Id>/lease. */
export const LeaseRequest = Type.Object(
  {
    Holder: Type.Unsafe<string>({
      ...Line(200, 'A name that only this process has, such as its host and a random number.'),
      minLength: 1,
    }),
    Seconds: Count(10, 300, 'For how long, from now.'),
    Pending: Maybe(
      Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        maxProperties: 50,
        propertyNames: { type: 'string', pattern: '^[a-z][a-z_]{0,49}$' },
        additionalProperties: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
        description: 'What waits, by step. What was said last stays when left out.',
      }),
    ),
    LagSeconds: Maybe(
      Count(0, 1_000_000_000, 'For how long the oldest item waits. Stays when left out.'),
    ),
    Failure: Type.Optional(
      Type.Union([ConnectionFailureRequest, Type.Null()], {
        description:
          'Why the shop cannot be used, such as a secret that the connector does not have. Null: it can be. Stays when left out.',
      }),
    ),
  },
  { ...STRICT, title: 'ConnectionLeaseRequest' },
)
export type LeaseRequest = Static<typeof LeaseRequest>

/** A lease in an answer. */
export const LeaseResponse = Type.Object(
  {
    Number: Type.Integer({
      description: 'Names the lease in each write. It grows with each change of the holder.',
    }),
    ExpiresAt: Type.String({ format: 'date-time' }),
    IsPaused: Type.Boolean({ description: 'Whether the connector only waits.' }),
    Version: Type.Integer({
      description: 'Of the connection. If it has grown, the connector reads the settings again.',
    }),
    Requests: Type.Array(RequestResponse, {
      description:
        'What people ask, oldest first, up to 100. Each comes again until a run names it, so that it is not lost with an answer: a connector remembers by Id what it has begun.',
    }),
    Work: Type.String({
      description:
        'Changes if there may be something new to carry to the shop: orders and what happened to them; for a channel also products and offers. While it is the same as before the last successful run of this process, the connector need not read them.',
    }),
  },
  { title: 'ConnectionLeaseResponse' },
)
export type LeaseResponse = Static<typeof LeaseResponse>

/** The query of DELETE /connections/<Id>/lease. */
export const ReleaseQuery = Type.Object({ lease: LeaseNumber }, STRICT)
export type ReleaseQuery = Static<typeof ReleaseQuery>

/** The body of PUT /connections/<Id>/cursors. */
export const CursorsRequest = Type.Object(
  {
    Lease: LeaseNumber,
    Cursors: Type.Unsafe<Readonly<Record<string, string | null>>>({
      type: 'object',
      maxProperties: 50,
      propertyNames: { type: 'string', pattern: '^[a-z][A-Za-z0-9._-]{0,49}$' },
      additionalProperties: { type: ['string', 'null'], format: 'line', maxLength: 2_000 },
      description:
        'How far the connector has read, by name. Null ends a cursor. Cursors that are not named stay.',
    }),
  },
  { ...STRICT, title: 'ConnectionCursorsRequest' },
)
export type CursorsRequest = Static<typeof CursorsRequest>

/** The cursors of a connection in an answer. */
export const CursorsResponse = Type.Object(
  {
    Cursors: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'All cursors of the connection, by name.',
    }),
  },
  { title: 'ConnectionCursorsResponse' },
)

/** The events of connections, and the codes of refusals. */
import { type TObject, Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../kit/shared/names.ts'
import { OneOf } from '../kit/shared/wire.ts'

/** What people ask of a connector. */
export const ACTIONS = ['run', 'dry_run', 'test', 'retry'] as const
export type Action = (typeof ACTIONS)[number]

const CONNECTION = {
  Name: Type.String({ description: 'Of the connection.' }),
  Shop: Type.String({ description: 'Which adapter, such as `vendure`.' }),
}

const facts = (data: TObject) => ({ audience: 'both', scopes: ['connections:read'], data }) as const

const connection = facts(Type.Object(CONNECTION, { title: 'ConnectionEventData' }))

export const CONNECTION_EVENTS = {
  'connection.created': connection,
  'connection.changed': connection,
  'connection.deleted': connection,
  'connection.failing': facts(
    Type.Object(
      {
        ...CONNECTION,
        Message: Type.String({ description: 'What happened.' }),
        Remedy: Type.String({ description: 'What a person can do.' }),
      },
      { title: 'ConnectionFailureEventData' },
    ),
  ),
  'connection.recovered': connection,
  'connection.requested': facts(
    Type.Object(
      {
        ...CONNECTION,
        RequestId: Type.Integer(),
        Action: OneOf(ACTIONS, 'What is asked.'),
      },
      { title: 'ConnectionRequestEventData' },
    ),
  ),
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const CONNECTION_PROBLEMS = {
  MARKET_CONNECTION_LEASED: { status: 409, title: 'Another connector serves this connection' },
  MARKET_CONNECTION_LEASE_LOST: { status: 409, title: 'The lease is no longer the current one' },
  MARKET_CONNECTION_PAIR_TAKEN: {
    status: 409,
    title: 'The record of the shop is paired with another record',
  },
  MARKET_TOO_MANY_CONNECTIONS: { status: 409, title: 'The customer has too many connections' },
  MARKET_TOO_MANY_CONNECTORS: { status: 409, title: 'The customer has too many connectors' },
} as const satisfies Readonly<Record<string, ProblemFacts>>

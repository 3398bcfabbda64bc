/** Wire shapes of records as they are in shops. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Several, STRICT } from '../../kit/shared/wire.ts'
import { HubId, PAIR_STATES } from '../pairs/schema.ts'
import { ProblemResponse } from '../problems/schema.ts'
import { KINDS } from '../route-parts.ts'

/** A record in a shop, or what prevents it from being there. */
export const ConnectedRecord = Type.Object(
  {
    ConnectionId: Type.Integer(),
    ConnectionName: Type.String(),
    Shop: Type.String({ description: 'Which adapter, such as `vendure`.' }),
    Kind: OneOf(KINDS, 'Of the record.'),
    HubId: Type.String({ description: 'Of the record in the hub.' }),
    ShopId: Nullable(Type.String({ description: 'Of the record in the shop.' })),
    Reference: Nullable(
      Type.String({ description: 'The number or name by which people in the shop know it.' }),
    ),
    Url: Nullable(Type.String({ description: 'The page of the record in the shop.' })),
    State: Nullable(OneOf(PAIR_STATES, 'Whether the record is in the shop. Null if it never was.')),
    Problem: Type.Union([ProblemResponse, Type.Null()], {
      description: 'What is wrong with it. Null if nothing is.',
    }),
  },
  { title: 'ConnectedRecord' },
)
export type ConnectedRecord = Static<typeof ConnectedRecord>

/** The query of GET /connected-records. */
export const ConnectedRecordsQuery = Type.Object(
  {
    kind: OneOf(KINDS, 'Of the records.'),
    hubId: Several(HubId, 100, 'The ids of the records in the hub. Repeat the parameter for each.'),
  },
  STRICT,
)
export type ConnectedRecordsQuery = Static<typeof ConnectedRecordsQuery>

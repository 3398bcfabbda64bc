/** Wire shapes of problems of records. */
import { type Static, Type } from 'typebox'
import { Block, Count, Maybe, Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { HubId, ShopId } from '../pairs/schema.ts'
import { KINDS, LeaseNumber, PAGE, Text } from '../route-parts.ts'

/** Most problems in one call. */
const MAX_PROBLEMS = 1_000

const Code = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,59}$',
  description: 'Stable, such as `missing_sku`.',
})

const RECORD = {
  Kind: OneOf(KINDS, 'Of the record.'),
  HubId: Maybe(HubId),
  ShopId: Maybe(ShopId),
}

/** A record of which something is stored. */
const SolvedRecord = Type.Object(RECORD, {
  ...STRICT,
  title: 'ConnectionRecord',
  description: 'A record, by its id in the hub, in the shop, or both.',
})
export type SolvedRecord = Static<typeof SolvedRecord>

const ProblemRequest = Type.Object(
  {
    ...RECORD,
    OrderId: Maybe(
      Count(1, Number.MAX_SAFE_INTEGER, 'The order of the hub to which the record belongs.'),
    ),
    Code,
    Message: Text(1_000, 'What happened, with the value, without secrets.'),
    Remedy: Text(1_000, 'What a person can do.'),
    ShopMessage: Maybe(Block(500, 'The answer of the shop in its own words, without secrets.')),
  },
  { ...STRICT, title: 'ConnectionProblemRequest' },
)
export type ProblemRequest = Static<typeof ProblemRequest>

/** The body of PUT /connections/<Id>/problems. */
export const ProblemsRequest = Type.Object(
  {
    Lease: LeaseNumber,
    Problems: Type.Optional(
      Type.Array(ProblemRequest, {
        maxItems: MAX_PROBLEMS,
        description: 'What is wrong with records now. A record has one problem.',
      }),
    ),
    Solved: Type.Optional(
      Type.Array(SolvedRecord, {
        maxItems: MAX_PROBLEMS,
        description: 'Records that have no problem any more.',
      }),
    ),
  },
  { ...STRICT, title: 'ConnectionProblemsRequest' },
)
export type ProblemsRequest = Static<typeof ProblemsRequest>

/** A problem in an answer. */
export const ProblemResponse = Type.Object(
  {
    Id: Type.Integer(),
    Kind: OneOf(KINDS, 'Of the record.'),
    HubId: Nullable(Type.String({ description: 'Of the record in the hub.' })),
    ShopId: Nullable(Type.String({ description: 'Of the record in the shop.' })),
    OrderId: Nullable(
      Type.Integer({ description: 'The order of the hub to which the record belongs.' }),
    ),
    Reference: Nullable(
      Type.String({
        description: 'The number of the order in the shop, or of the one to which it belongs.',
      }),
    ),
    Code: Type.String({ description: 'Stable, such as `missing_sku`.' }),
    Message: Type.String({ description: 'What happened.' }),
    Remedy: Type.String({ description: 'What a person can do.' }),
    ShopMessage: Nullable(Type.String({ description: 'The answer of the shop in its own words.' })),
    Since: Type.String({
      format: 'date-time',
      description: 'When the record first had a problem; another one keeps it.',
    }),
    UpdatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionProblemResponse' },
)
export type ProblemResponse = Static<typeof ProblemResponse>

/** The answer of PUT /connections/<Id>/problems. */
export const ProblemsStored = Type.Object(
  { Problems: Type.Integer({ description: 'Records of the connection with a problem now.' }) },
  { title: 'ConnectionProblemsStored' },
)

/** The query of GET /connections/<Id>/problems. */
export const ProblemsQuery = Type.Object(
  {
    ...PAGE,
    kind: Type.Optional(OneOf(KINDS, 'Only records of this kind.')),
    code: Type.Optional(Code),
  },
  STRICT,
)
export type ProblemsQuery = Static<typeof ProblemsQuery>

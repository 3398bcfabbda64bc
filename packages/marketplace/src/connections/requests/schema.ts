/** Wire shapes of what people ask of connectors. */
import { type Static, Type } from 'typebox'
import { Count, Maybe, Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { ACTIONS } from '../names.ts'
import { KINDS } from '../route-parts.ts'

/** The body of POST /connections/<Id>/requests. */
export const RequestRequest = Type.Object(
  {
    Action: OneOf(
      ACTIONS,
      'run: a run now. dry_run: what a run would change. test: whether everything is there that the connection needs. retry: a record with a problem again, or all of them.',
    ),
    ProblemId: Maybe(
      Count(1, Number.MAX_SAFE_INTEGER, 'Of retry: only the record of this problem.'),
    ),
  },
  { ...STRICT, title: 'ConnectionRequestRequest' },
)
export type RequestRequest = Static<typeof RequestRequest>

const RequestedProblem = Type.Object(
  {
    Id: Type.Integer(),
    Kind: OneOf(KINDS, 'Of the record.'),
    HubId: Nullable(Type.String({ description: 'Of the record in the hub.' })),
    ShopId: Nullable(Type.String({ description: 'Of the record in the shop.' })),
    Code: Type.String(),
  },
  { title: 'ConnectionRequestedProblem' },
)

/** What is asked, in an answer. */
export const RequestResponse = Type.Object(
  {
    Id: Type.Integer(),
    Action: OneOf(ACTIONS, 'What is asked.'),
    Problem: Type.Union([RequestedProblem, Type.Null()], {
      description: 'Of retry: the problem. Null: all of them.',
    }),
    CreatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionRequestResponse' },
)
export type RequestResponse = Static<typeof RequestResponse>

/** Wire shapes of jobs of orders. */
import { type Static, Type } from 'typebox'
import { JOB_TIMES, jobCounts, REFUSED_RECORD } from '../../kit/jobs/records/schema.ts'
import { JOB_OUTCOMES, JOB_STATUSES, MAX_JOB_RECORDS } from '../../kit/jobs/records/states.ts'
import {
  Block,
  Count,
  Line,
  Maybe,
  Nullable,
  OneOf,
  Reference,
  Several,
  STRICT,
} from '../../kit/shared/wire.ts'
import { CANCELLATION_REASONS } from '../fulfilment/rules/statuses.ts'
import { OrdersQuery } from '../list/query-schema.ts'
import { NAMING } from '../record/merchant-schema.ts'
import { ORDER_STATUSES } from '../record/state/statuses.ts'

/** What a job does with each of its orders. */
export const JOB_ACTIONS = ['acknowledge', 'ship', 'cancel', 'close'] as const
export type JobAction = (typeof JOB_ACTIONS)[number]

const { pageSize: _, cursor: __, sort: ___, status: ____, ...FILTER } = OrdersQuery.properties
/** The filter of a job: the query of the list without its sort and place. In JSON, statuses are always a list. */
export const JobFilter = Type.Object(
  {
    ...FILTER,
    status: Type.Optional(
      Several(
        OneOf(ORDER_STATUSES, 'A status.'),
        ORDER_STATUSES.length,
        'Only orders of one of these statuses.',
      ),
    ),
  },
  STRICT,
)

/** Most orders of a job that are named one by one. */
const MAX_NAMED = 100

/** How the action is done. Each value belongs to one action. */
const OPTIONS = {
  ...NAMING,
  References: Maybe(
    Type.Array(
      Type.Object(
        {
          OrderId: Count(1, Number.MAX_SAFE_INTEGER, 'Id of an order of the job.'),
          MerchantOrderReference: Reference(
            50,
            "The merchant's reference of the order; unique, case-sensitive.",
            'order-reference',
          ),
        },
        STRICT,
      ),
      {
        minItems: 1,
        maxItems: MAX_NAMED,
        description:
          "The references of single orders, for 'acknowledge'; the others get theirs by ReferenceFrom. An order whose reference another order has is refused.",
      },
    ),
  ),
  Method: Maybe(Line(250, "The carrier of the shipments, for 'ship'.")),
  ReasonCode: Maybe(OneOf(CANCELLATION_REASONS, "Why units are cancelled, for 'cancel'.")),
  Reason: Maybe(Block(4000, "Why units are cancelled, in words, for 'cancel'.")),
}

/** The body of POST /order-jobs. */
export const OrderJobRequest = Type.Object(
  {
    Action: OneOf(
      JOB_ACTIONS,
      "What is done with each order. 'ship': the open units leave in one parcel, those in backorder only if no others are open. 'cancel': all open units are cancelled.",
    ),
    OrderIds: Type.Optional(
      Type.Array(Count(1, Number.MAX_SAFE_INTEGER, 'Id of an order.'), {
        minItems: 1,
        maxItems: MAX_JOB_RECORDS,
        description: 'The orders; or Filter.',
      }),
    ),
    Filter: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description:
          'The orders that match it at the moment of the request, by the parameters of `GET /orders`, such as `{ "status": ["NEW"], "country": "DE" }`: all but `sort`, `cursor` and `pageSize`.',
      }),
    ),
    ...OPTIONS,
  },
  { ...STRICT, title: 'OrderJobRequest' },
)
export type OrderJobRequest = Static<typeof OrderJobRequest>

/** The options of a job, as they are stored. */
export type JobOptions = Pick<OrderJobRequest, keyof typeof OPTIONS>

/** Which actions an option belongs to. */
export const OPTION_ACTIONS: Readonly<Record<keyof typeof OPTIONS, JobAction>> = {
  ReferenceFrom: 'acknowledge',
  Prefix: 'acknowledge',
  References: 'acknowledge',
  Method: 'ship',
  ReasonCode: 'cancel',
  Reason: 'cancel',
}

/** A job in an answer. */
export const OrderJobResponse = Type.Object(
  {
    Id: Type.Integer(),
    Action: OneOf(JOB_ACTIONS, 'What is done with each order.'),
    Status: OneOf(JOB_STATUSES, 'The state.'),
    OrderCount: Type.Integer({ description: 'All orders of the job.' }),
    ...jobCounts('Orders', 'action'),
    ...JOB_TIMES,
  },
  { title: 'OrderJobResponse' },
)
export type OrderJobResponse = Static<typeof OrderJobResponse>

/** What became of one order of a job. */
export const OrderJobOutcome = Type.Object(
  {
    OrderId: Type.Integer(),
    MerchantReference: Nullable(Type.String()),
    ChannelReference: Type.String(),
    Outcome: OneOf(
      JOB_OUTCOMES,
      "'waiting': the order has not had its turn. 'unchanged': it was already as the action leaves it.",
    ),
    ...REFUSED_RECORD,
  },
  { title: 'OrderJobOutcome' },
)
export type OrderJobOutcome = Static<typeof OrderJobOutcome>

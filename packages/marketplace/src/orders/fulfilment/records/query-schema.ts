/** Wire shapes of the queries of shipments, cancellations, backorders and returns. */
import { type Static, Type } from 'typebox'
import { Count, DayOrTime, Line, OneOf, pageOf, Several, STRICT } from '../../../kit/shared/wire.ts'
import { RETURN_STATUSES } from '../rules/statuses.ts'

const named = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ ...Line(50, description), minLength: 1 }))

const QUERY = {
  orderId: Type.Optional(
    Count(1, Number.MAX_SAFE_INTEGER, 'Only records of the order with this Id.'),
  ),
  merchantOrderReference: named('Only records of the order with this reference of the merchant.'),
  channelOrderReference: named('Only records of orders with this reference of their channel.'),
  channelId: Type.Optional(
    Count(1, Number.MAX_SAFE_INTEGER, 'Only records of orders of this channel.'),
  ),
  createdSince: Type.Optional(DayOrTime('Only records created then or later.')),
  createdBefore: Type.Optional(DayOrTime('Only records created before.')),
  updatedSince: Type.Optional(DayOrTime('Only records that changed then or later.')),
  sort: Type.Optional(
    OneOf(['oldest', 'newest'], 'By the time of creation; oldest first when left out.'),
  ),
  ...pageOf('records'),
}

/** The query of the lists of shipments, cancellations and backorders. */
export const FulfilmentsQuery = Type.Object(QUERY, STRICT)

/** The query of the list of returns. */
export const ReturnsQuery = Type.Object(
  {
    status: Type.Optional(
      Several(
        OneOf(RETURN_STATUSES, 'A status.'),
        RETURN_STATUSES.length,
        'Only returns of this status: ON_THE_WAY while units are to be decided. Repeat the parameter for several.',
      ),
    ),
    ...QUERY,
  },
  STRICT,
)
export type ReturnsQuery = Static<typeof ReturnsQuery>

/** Wire shapes of the references that orders would get. */
import { type Static, Type } from 'typebox'
import { Count, Line, OneOf, Several, STRICT } from '../../kit/shared/wire.ts'
import { NAMINGS } from '../record/merchant-schema.ts'

/** As many orders as one request names. */
const MAX_ORDERS = 100

/** The query of GET /v2/proposed-references. */
export const ProposalsQuery = Type.Object(
  {
    orderId: Several(
      Count(1, Number.MAX_SAFE_INTEGER, 'Id of an order.'),
      MAX_ORDERS,
      'The orders. Repeat the parameter for each.',
    ),
    referenceFrom: Type.Optional(
      OneOf(NAMINGS, "As ReferenceFrom of the acknowledgement: 'channel' when left out."),
    ),
    prefix: Type.Optional(Line(20, 'As Prefix of the acknowledgement.')),
  },
  STRICT,
)
export type ProposalsQuery = Static<typeof ProposalsQuery>

/** The reference that an order would get. */
export const ProposedReference = Type.Object(
  { OrderId: Type.Integer(), MerchantOrderReference: Type.String() },
  { title: 'ProposedReference' },
)

/** Wire shapes of the queries of orders, and of their counts. */
import { type Static, Type } from 'typebox'
import {
  Count,
  DayOrTime,
  Line,
  Money,
  Nullable,
  OneOf,
  OneOrSeveral,
  pagedQuery,
  SearchText,
  Several,
  SoughtReference,
  STRICT,
} from '../../kit/shared/wire.ts'
import { ORDER_STATUSES, type OrderStatus } from '../record/state/statuses.ts'

/** The query of GET /v2/orders/new. */
export const NewOrdersQuery = Type.Object(
  {
    pageSize: Type.Optional(Count(1, 1000, 'Most orders to answer; 100 when left out.')),
  },
  STRICT,
)
export type NewOrdersQuery = Static<typeof NewOrdersQuery>

/** Maximum number of references in one parameter. */
const MAX_NAMED = 100

/** The sorts of the list. */
export const ORDER_SORTS = ['oldest', 'newest', 'shipBy', 'shipByLast'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

const FILTER = {
  channelId: Type.Optional(Count(1, Number.MAX_SAFE_INTEGER, 'Only orders of this channel.')),
  createdSince: Type.Optional(DayOrTime('Only orders created then or later.')),
  createdBefore: Type.Optional(DayOrTime('Only orders created before.')),
  updatedSince: Type.Optional(DayOrTime('Only orders that changed then or later.')),
  orderedSince: Type.Optional(DayOrTime('Only orders that the buyer placed then or later.')),
  orderedBefore: Type.Optional(DayOrTime('Only orders that the buyer placed before.')),
  shipBefore: Type.Optional(DayOrTime('Only orders with units to ship whose `ShipBy` is before.')),
  isLate: Type.Optional(
    Type.Boolean({
      description:
        'True: only orders with units to ship whose `ShipBy` has passed. False: only others.',
    }),
  ),
  isShort: Type.Optional(
    Type.Boolean({
      description:
        'True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others.',
    }),
  ),
  merchantReference: Type.Optional(
    Several(
      Line(50),
      MAX_NAMED,
      'Only orders with one of these references of the merchant. Repeat the parameter for each.',
    ),
  ),
  channelReference: Type.Optional(
    Several(
      Line(50),
      MAX_NAMED,
      'Only orders with one of these references of their channel. Repeat the parameter for each.',
    ),
  ),
  product: Type.Optional(
    SoughtReference('Only orders with a line of this product, by the reference of the merchant.', {
      minLength: 1,
    }),
  ),
  country: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      format: 'country',
      description: 'Only orders that are shipped to this country (ISO 3166-1 alpha-2).',
    }),
  ),
  minTotal: Type.Optional(
    Money('Only orders whose TotalInclVat is at least this, in the base currency.'),
  ),
  maxTotal: Type.Optional(
    Money('Only orders whose TotalInclVat is at most this, in the base currency.'),
  ),
  q: Type.Optional(
    SearchText(
      'Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number.',
    ),
  ),
}

const LIST = {
  status: Type.Optional(
    OneOrSeveral(
      OneOf(ORDER_STATUSES, 'A status.'),
      ORDER_STATUSES.length,
      'Only orders of this status. Repeat the parameter for several.',
    ),
  ),
  ...FILTER,
  sort: Type.Optional(
    OneOf(
      ORDER_SORTS,
      "By the time of creation: oldest first when left out. 'shipBy': first those that are to be shipped first, by OrderDate; 'shipByLast': the other way round.",
    ),
  ),
}

/** The query of GET /v2/orders. */
export const OrdersQuery = pagedQuery('orders', {
  ...LIST,
})
export type OrdersQuery = Static<typeof OrdersQuery>

/** The query of GET /v2/orders/id/{id}/neighbours: the filters and the sort of the list. */
export const NeighboursQuery = Type.Object(LIST, STRICT)
export type NeighboursQuery = Static<typeof NeighboursQuery>

const Neighbour = Nullable(
  Type.Object(
    {
      Id: Type.Integer(),
      MerchantReference: Nullable(Type.String()),
      ChannelReference: Type.String(),
    },
    { title: 'OrderNeighbour' },
  ),
)

/** The orders beside one in a list. */
export const OrderNeighbours = Type.Object(
  { Previous: Neighbour, Next: Neighbour },
  { title: 'OrderNeighbours' },
)
export type OrderNeighbours = Static<typeof OrderNeighbours>

/** The query of GET /v2/figures/orders: the filters of the list. */
export const OrderCountsQuery = Type.Object(FILTER, STRICT)
export type OrderCountsQuery = Static<typeof OrderCountsQuery>

/** Maximum number of orders that are counted, without those that are open. */
export const MAX_COUNTED = 100_000

/** The number of orders of each status. */
export const OrderCounts = Type.Object(
  {
    Total: Type.Integer(),
    ByStatus: Type.Array(
      Type.Object(
        {
          Status: Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES }),
          Count: Type.Integer(),
        },
        { title: 'StatusCount' },
      ),
      { description: 'Every status, in the order of a work list.' },
    ),
    IsComplete: Type.Boolean({
      description: `False if more than ${MAX_COUNTED.toLocaleString('en')} orders match: the newest of them are counted, and without a filter all that are open.`,
    }),
  },
  { title: 'OrderCounts' },
)
export type OrderCounts = Static<typeof OrderCounts>

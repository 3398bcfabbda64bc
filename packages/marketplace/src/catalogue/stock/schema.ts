/** Wire shapes of shortfalls. */
import { type Static, Type } from 'typebox'
import { Nullable, pagedQuery } from '../../kit/shared/wire.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../orders/record/state/statuses.ts'

/** Maximum number of orders of a shortfall. */
export const MAX_SHORT_ORDERS = 20

/** The query of GET /stock/shortfalls. */
export const ShortfallsQuery = pagedQuery('products', {}, 400)
export type ShortfallsQuery = Static<typeof ShortfallsQuery>

const ShortOrder = Type.Object(
  {
    Id: Type.Integer(),
    MerchantReference: Nullable(Type.String()),
    ChannelReference: Type.String(),
    ChannelId: Type.Integer(),
    ChannelName: Type.String(),
    OrderDate: Type.String({ format: 'date-time' }),
    Status: Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES }),
    OpenQuantity: Type.Integer({ description: 'Units of the product to ship.' }),
    BackorderQuantity: Type.Integer({ description: 'Those of them that are in backorder.' }),
    ShortUnits: Type.Integer({
      description: 'Those of them that are short: orders that came last are served last.',
    }),
  },
  { title: 'ShortOrder' },
)

/** A product of which more units are ordered than there are. */
export const Shortfall = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Name: Type.String(),
    Stock: Type.Integer(),
    StockReserved: Type.Integer({
      description: 'Units that are held back: ordered, or gone since the stock was counted.',
    }),
    ShortUnits: Type.Integer({ description: 'Units that are ordered and not there.' }),
    Since: Type.String({ format: 'date-time', description: 'Since when units are short.' }),
    Orders: Type.Union([Type.Array(ShortOrder), Type.Null()], {
      description: `The last ${MAX_SHORT_ORDERS} of the orders that wait for units of the product, newest first. Null without the scope orders:read.`,
    }),
  },
  { title: 'Shortfall' },
)
export type Shortfall = Static<typeof Shortfall>

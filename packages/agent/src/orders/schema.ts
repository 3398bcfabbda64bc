/** Input of the tools of orders. The descriptions are for models. */
import { Type } from 'typebox'

/** Default number of orders in a list, which is a few thousand tokens. */
export const DEFAULT_LIMIT = 20

/** Input of `list_new_orders`. */
export const ListNewOrders = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `Maximum number of orders. Default: ${DEFAULT_LIMIT}.`,
    }),
  ),
})

/** Input of `get_order`. */
export const GetOrder = Type.Object({
  id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of the order, from list_new_orders.',
    }),
  ),
  merchantReference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      // References contain no control characters, and PostgreSQL refuses NUL.
      pattern: '^\\P{Cc}*$',
      description: "The merchant's reference of an acknowledged order. Use it instead of id.",
    }),
  ),
})

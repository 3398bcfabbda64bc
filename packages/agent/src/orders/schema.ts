/** What the tools of orders take. The descriptions are read by models. */
import { Type } from 'typebox'

const closed = { additionalProperties: false } as const

const CustomerId = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'The customer (merchant). Leave it out when the person is a member of one only; otherwise the error names the choices.',
  }),
)

/** Orders that a list holds unless it is told otherwise: a few thousand tokens. */
export const DEFAULT_LIMIT = 20

/** Input of `list_new_orders`. */
export const ListNewOrders = Type.Object(
  {
    customerId: CustomerId,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: `Most orders to list; ${DEFAULT_LIMIT} when left out.`,
      }),
    ),
  },
  closed,
)

/** Input of `get_order`. */
export const GetOrder = Type.Object(
  {
    customerId: CustomerId,
    id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Id of the order, as list_new_orders gives it.',
      }),
    ),
    merchantReference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        // No reference holds control characters, and PostgreSQL takes no NUL.
        pattern: '^\\P{Cc}*$',
        description: "The merchant's own reference of an acknowledged order, instead of id.",
      }),
    ),
  },
  closed,
)

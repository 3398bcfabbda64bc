/** The tool that takes new orders over. */
import { Type } from 'typebox'
import { writeTool } from '../kit/tool.ts'
import { given, Text } from '../parameters.ts'
import { NOT_FOUND, statesOf } from './names.ts'
import { countOutcomes, OUTCOMES, reasonOf } from './schema.ts'

const HINTS = {
  ...NOT_FOUND,
  MARKET_ORDER_STATUS:
    'If the order REQUIRES_CORRECTION, call correct_order and then this tool again; get_order says more.',
  MARKET_REFERENCE_IN_USE: 'Give another reference, or none: the hub then chooses a free one.',
}

/** Acknowledges orders. */
export const acknowledgeOrders = writeTool({
  name: 'acknowledge_orders',
  title: 'Acknowledge orders',
  description:
    'Takes over up to 100 NEW orders for the merchant, so that they can be shipped. Without reference, the hub chooses one; an order that is refused does not stop the others.',
  toolset: 'orders',
  scopes: ['orders:read', 'orders:write'],
  effect: 'write',
  undo: 'An acknowledgement cannot be undone. cancel_units cancels an order that shall not be delivered.',
  input: Type.Object({
    orders: Type.Array(
      Type.Object(
        {
          orderId: Type.Integer({ minimum: 1 }),
          reference: Type.Optional(Type.String({ minLength: 1 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  output: Type.Object({
    ...OUTCOMES,
    orders: Type.Array(
      Type.Object({
        orderId: Type.Integer(),
        reference: Text,
        outcome: Type.String(),
      }),
    ),
  }),
  hints: HINTS,
  async run({ hub, write }, { orders }) {
    const Acknowledgements = orders.map(({ orderId: OrderId, reference }) =>
      given({ OrderId, MerchantOrderReference: reference }),
    )
    const outcomes = await hub.acknowledgeOrders({ body: { Acknowledgements } }, write)
    return {
      ...countOutcomes(outcomes),
      orders: outcomes.map((one) => ({
        orderId: one.OrderId,
        reference: one.MerchantOrderReference,
        outcome: one.Outcome,
        ...reasonOf(one, HINTS),
      })),
    }
  },
  readState: async ({ hub }, { orders }) =>
    await statesOf(
      hub,
      orders.map(({ orderId }) => ({ orderId })),
    ),
})

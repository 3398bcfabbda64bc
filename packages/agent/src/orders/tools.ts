/** The tools of orders. They use the functions of GET /v2/orders, so that an agent sees the same data as the merchant. */
import {
  getOrder,
  getOrderByReference,
  isRefusal,
  listNewOrders,
  refuse,
  toOrderResponse,
} from '@entrepot/marketplace'
import type { Static, TObject } from 'typebox'
import { READS } from '../annotations.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { DEFAULT_LIMIT, GetOrder, ListNewOrders } from './schema.ts'
import { summarize } from './summary.ts'

const listNewOrdersTool: Tool<typeof ListNewOrders> = {
  name: 'list_new_orders',
  title: 'List new orders',
  description:
    'Lists summaries of the new orders of a customer (merchant), oldest first. New orders are not acknowledged yet; reading does not acknowledge them.',
  scope: 'orders:read',
  annotations: READS,
  input: ListNewOrders,
  async run({ database, principal }, { limit = DEFAULT_LIMIT }) {
    // One more than requested, to find out whether there are more.
    const orders = await listNewOrders(database, principal.customer, limit + 1)
    return { orders: orders.slice(0, limit).map(summarize), hasMore: orders.length > limit }
  },
}

const getOrderTool: Tool<typeof GetOrder> = {
  name: 'get_order',
  title: 'Get an order',
  description:
    "Returns one complete order with its status, lines, amounts and addresses, and its Actions: what this client may do with it now over the API of the hub, and why not otherwise. Identify it by id, or by the merchant's reference if it is acknowledged.",
  scope: 'orders:read',
  annotations: READS,
  input: GetOrder,
  async run(context, input) {
    const order = await findOrder(context, input)
    return isRefusal(order) ? order : { order: toOrderResponse(order, context.principal) }
  },
}

async function findOrder(
  { database, principal: { customer } }: ToolContext,
  { id, merchantReference }: Static<typeof GetOrder>,
) {
  if ((id === undefined) === (merchantReference === undefined)) {
    const detail = 'Set exactly one of id and merchantReference.'
    return refuse('MARKET_INVALID_INPUT', detail)
  }
  return id === undefined
    ? await getOrderByReference(database, customer, merchantReference as string)
    : await getOrder(database, customer, id)
}

/** All tools of orders. */
export const orderTools: readonly Tool<TObject>[] = [listNewOrdersTool, getOrderTool]

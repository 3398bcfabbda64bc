/** The tools of orders. They use the functions of GET /v2/orders, so that an agent sees the same data as the merchant. */
import {
  type Customer,
  getOrder,
  getOrderByReference,
  isRefusal,
  listNewOrders,
  refuse,
  toOrderResponse,
} from '@entrepot/marketplace'
import type { Static, TObject } from 'typebox'
import { choosePrincipal } from '../choose-principal.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { DEFAULT_LIMIT, GetOrder, ListNewOrders } from './schema.ts'
import { summarize } from './summary.ts'

const READ = 'orders:read'

const nameOf = ({ customerId, name }: Customer) => ({ customerId: Number(customerId), name })

const listNewOrdersTool: Tool<typeof ListNewOrders> = {
  name: 'list_new_orders',
  title: 'List new orders',
  description:
    'Lists summaries of the new orders of a customer (merchant), oldest first. New orders are not acknowledged yet; reading does not acknowledge them.',
  input: ListNewOrders,
  async run({ database, principals }, { customerId, limit = DEFAULT_LIMIT }) {
    const principal = choosePrincipal(await principals(), customerId, READ)
    if (isRefusal(principal)) return principal
    const { customer } = principal
    // One more than requested, to find out whether there are more.
    const orders = await listNewOrders(database, customer, limit + 1)
    return {
      customer: nameOf(customer),
      orders: orders.slice(0, limit).map(summarize),
      hasMore: orders.length > limit,
    }
  },
}

const getOrderTool: Tool<typeof GetOrder> = {
  name: 'get_order',
  title: 'Get an order',
  description:
    "Returns one complete order with its status, lines, amounts and addresses, and its Actions: what this client may do with it now over the API of the hub, and why not otherwise. Identify it by id, or by the merchant's reference if it is acknowledged.",
  input: GetOrder,
  async run(context, input) {
    const principal = choosePrincipal(await context.principals(), input.customerId, READ)
    if (isRefusal(principal)) return principal
    const { customer } = principal
    const order = await findOrder(context, customer, input)
    if (isRefusal(order)) return order
    return { customer: nameOf(customer), order: toOrderResponse(order, principal) }
  },
}

async function findOrder(
  { database }: ToolContext,
  customer: Customer,
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

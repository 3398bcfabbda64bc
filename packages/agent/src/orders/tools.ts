/** The tools of orders. */
import type { TObject } from 'typebox'
import { Type } from 'typebox'
import { readTool, type Tool, writeTool } from '../kit/tool.ts'

const OrderId = Type.Integer({ minimum: 1, description: 'Id of the order.' })

const Order: TObject = Type.Object({
  Id: Type.Integer(),
  Status: Type.String(),
  Link: Type.String(),
})

const listOrders = readTool({
  name: 'list_orders',
  title: 'List orders',
  description: 'Lists orders, oldest first: status NEW waits to be acknowledged.',
  toolset: 'orders',
  scopes: ['orders:read'],
  input: Type.Object({
    status: Type.Optional(Type.String({ description: 'Such as NEW or IN_PROGRESS.' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
    cursor: Type.Optional(Type.String({ description: 'From the last answer.' })),
  }),
  output: Type.Object({ orders: Type.Array(Order), nextCursor: Type.Optional(Type.String()) }),
  records: 'orders',
  async run({ hub, linkTo }, { status, pageSize = 20, cursor }) {
    const { body, next } = await hub.request('listOrders', { status, pageSize, cursor } as never)
    const orders = body.map((order) => ({ ...order, Link: linkTo(`/orders/${order.Id}`) }))
    return { orders, ...(next !== undefined && { nextCursor: next }) }
  },
})

const getOrder = readTool({
  name: 'get_order',
  title: 'Get an order',
  description: 'Returns one complete order, with what may be done with it now.',
  toolset: 'orders',
  scopes: ['orders:read'],
  input: Type.Object({ id: OrderId }),
  output: Type.Object({ order: Order }),
  records: 'order',
  async run({ hub, linkTo }, { id }) {
    return { order: { ...(await hub.getOrderById({ id })), Link: linkTo(`/orders/${id}`) } }
  },
})

const acknowledgeOrder = writeTool({
  name: 'acknowledge_order',
  title: 'Acknowledge an order',
  description: 'Takes a new order over for the merchant.',
  toolset: 'orders',
  scopes: ['orders:read', 'orders:write'],
  effect: 'write',
  undo: 'It cannot be undone. The order can be cancelled with cancel_units.',
  input: Type.Object({ id: OrderId }),
  output: Type.Object({ order: Order }),
  async run({ hub, linkTo, write }, { id }) {
    const order = await hub.acknowledgeOrder({ body: { OrderId: id } }, write)
    return { order: { ...order, Link: linkTo(`/orders/${id}`) } }
  },
  readState: async ({ hub }, { id }) => ({ order: await hub.getOrderById({ id }) }),
})

/** All tools of orders. */
export const orderTools: readonly Tool[] = [listOrders, getOrder, acknowledgeOrder]

/** The tools that change one order as a whole. */
import { Type } from 'typebox'
import { writeTool } from '../kit/tool.ts'
import { given } from '../parameters.ts'
import { NOT_FOUND, ORDER_NAME, readOrder, referenceOf, statesOf } from './names.ts'
import { ChangedOrder, changedOrder } from './schema.ts'

const orderId = Type.Integer({ minimum: 1 })

const Part = Type.Optional(Type.String())
const AddressParts = Type.Object(
  {
    CompanyName: Part,
    FirstName: Part,
    LastName: Part,
    StreetName: Part,
    HouseNr: Part,
    HouseNrAddition: Part,
    ZipCode: Part,
    City: Part,
    CountryIso: Part,
  },
  { additionalProperties: false, description: 'Parts that are left out stay.' },
)

/** Corrects an order. */
export const correctOrder = writeTool({
  name: 'correct_order',
  title: 'Correct an order',
  description:
    'Corrects an order that REQUIRES_CORRECTION: products of lines, and the address at the same time. Without values, it is calculated again, such as after its product was created.',
  toolset: 'orders',
  scopes: ['orders:read', 'orders:write'],
  effect: 'write',
  undo: 'Call correct_order again while the order still REQUIRES_CORRECTION. Once it is NEW, there is no way back.',
  input: Type.Object({
    orderId,
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            lineId: Type.Integer({ minimum: 1, description: 'Id of the line.' }),
            product: Type.String({ minLength: 1 }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100 },
      ),
    ),
    shippingAddress: Type.Optional(AddressParts),
    email: Type.Optional(Type.String()),
  }),
  output: Type.Object({ order: ChangedOrder }),
  hints: {
    ...NOT_FOUND,
    MARKET_ORDER_STATUS:
      'Only an order that REQUIRES_CORRECTION can be corrected. To tell people about a wrong address, use comment_order.',
  },
  async run({ hub, linkTo, write }, { orderId: id, lines, shippingAddress, email }) {
    const order = await hub.getOrderById({ id })
    const body = given({
      Email: email,
      ShippingAddress: shippingAddress && { ...order.ShippingAddress, ...shippingAddress },
      Lines: lines?.map(({ lineId, product }) => ({
        Id: lineId,
        MerchantProductReference: product,
      })),
    })
    return { order: changedOrder(await hub.correctOrder({ id, body }, write), linkTo) }
  },
  async readState({ hub }, { orderId: id }) {
    const { Status, Email, ShippingAddress, Corrections, Warnings, Lines } = await hub.getOrderById(
      { id },
    )
    const lines = Lines.map(({ Id, MerchantProductReference }) => ({
      Id,
      MerchantProductReference,
    }))
    return {
      order: { Id: id, Status, Email, ShippingAddress, Corrections, Warnings, Lines: lines },
    }
  },
})

/** Comments on an order. */
export const commentOrder = writeTool({
  name: 'comment_order',
  title: 'Comment on an order',
  description:
    'Leaves a note for people in the history of an order, such as why it was put aside. The buyer and the channel do not see it.',
  toolset: 'orders',
  scopes: ['orders:read', 'orders:write'],
  effect: 'write',
  undo: 'A comment cannot be changed or deleted.',
  input: Type.Object({ orderId, comment: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  output: Type.Object({ orderId: Type.Integer(), Link: Type.String() }),
  hints: NOT_FOUND,
  async run({ hub, linkTo, write }, { orderId: id, comment }) {
    await hub.commentOrder({ id, body: { Comment: comment } }, write)
    return { orderId: id, Link: linkTo(`/orders/${id}`) }
  },
  async readState({ hub }, { orderId: id }) {
    const history = await hub.listOrderHistoryById({ id })
    const comments = history.flatMap(({ Comment }) => (Comment === null ? [] : [{ Comment }]))
    return { orderId: id, comments }
  },
})

/** Closes or reopens an order. */
export const closeOrder = writeTool({
  name: 'close_order',
  title: 'Close or reopen an order',
  description:
    'Ends the work on an acknowledged order, whatever units are open; use cancel_units to tell the channel that units do not come. reopen takes a closing back.',
  toolset: 'orders',
  scopes: ['orders:read', 'orders:write'],
  effect: 'write',
  undo: 'Call close_order again: with reopen to take a closing back, without to close again.',
  input: Type.Object({ ...ORDER_NAME, reopen: Type.Optional(Type.Boolean()) }),
  output: Type.Object({ order: ChangedOrder }),
  hints: NOT_FOUND,
  async run({ hub, linkTo, write }, { reopen, ...name }) {
    const reference = await referenceOf(hub, name)
    if (typeof reference !== 'string') return reference
    const act = reopen ? hub.reopenOrder : hub.closeOrder
    return { order: changedOrder(await act({ reference }, write), linkTo) }
  },
  readState: async ({ hub }, { reopen: _, ...name }) => {
    const order = await readOrder(hub, name)
    return 'refusal' in order ? {} : await statesOf(hub, [{ orderId: order.Id }])
  },
})

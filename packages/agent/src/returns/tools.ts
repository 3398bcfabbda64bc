/** The tools of returns and refunds. */
import type { Schemas } from '@entrepot/client'
import { Type } from 'typebox'
import { readTool, type Tool, type ToolContext, writeTool } from '../kit/tool.ts'
import { choice, given, NEXT, nextOf, PAGE, PAGE_SIZE } from '../parameters.ts'

const Reference = Type.String({ description: 'MerchantReturnReference.' })
const OrderId = Type.Integer({ description: 'Id of the order.' })
const LineReference = Type.String({ description: 'ChannelReference of the order line.' })
const Amount = Type.Number({ minimum: 0 })

const REASONS = [
  'PRODUCT_DEFECT',
  'PRODUCT_UNSATISFACTORY',
  'REFUSED',
  'REFUSED_DAMAGED',
  'WRONG_ADDRESS',
  'NOT_COLLECTED',
  'OTHER',
] as const

const Return = Type.Object({
  MerchantReturnReference: Type.String(),
  OrderId: Type.Integer(),
  Status: Type.String({ description: 'ON_THE_WAY: to be decided.' }),
  CurrencyCode: Type.String(),
  RefundInclVat: Type.Number(),
  Link: Type.String(),
})

function withLink(linkTo: ToolContext['linkTo'], record: Schemas['ReturnResponse']) {
  const { MerchantReturnReference: reference } = record
  return { ...record, Link: linkTo(`/returns?decide=${encodeURIComponent(reference)}`) }
}

const listReturns = readTool({
  name: 'list_returns',
  title: 'List returns',
  description: 'Lists what buyers send back, oldest first.',
  toolset: 'returns',
  scopes: ['fulfilment:read'],
  input: Type.Object({
    status: Type.Optional(choice(['ON_THE_WAY', 'ACCEPTED', 'REJECTED'])),
    orderId: Type.Optional(OrderId),
    channelId: Type.Optional(Type.Integer()),
    createdSince: Type.Optional(Type.String({ description: 'Such as 2026-11-21.' })),
    ...PAGE,
  }),
  output: Type.Object({ returns: Type.Array(Return), ...NEXT }),
  records: 'returns',
  async run({ hub, linkTo }, { status, pageSize = PAGE_SIZE, ...filter }) {
    const wanted = given({ ...filter, pageSize, status: status && [status] })
    const { body, next } = await hub.request('listReturns', wanted)
    return { returns: body.map((record) => withLink(linkTo, record)), ...nextOf(next) }
  },
})

const registerReturn = writeTool({
  name: 'register_return',
  title: 'Register a return',
  description:
    'Registers shipped units that come back from the buyer. Nothing is refunded until decide_return.',
  toolset: 'returns',
  scopes: ['orders:read', 'fulfilment:read', 'fulfilment:write'],
  effect: 'write',
  undo: 'A return is not deleted. Reject its units with decide_return.',
  input: Type.Object({
    orderId: OrderId,
    reference: Type.String({ description: 'Your new name of the return. Repeats have no effect.' }),
    lines: Type.Array(Type.Object({ line: LineReference, quantity: Type.Integer({ minimum: 1 }) })),
    reason: Type.Optional(choice(REASONS)),
    comment: Type.Optional(Type.String()),
  }),
  output: Type.Object({ return: Return }),
  async run({ hub, linkTo, write }, { orderId, reference, lines, reason, comment }) {
    const order = await referenceOf(hub, orderId)
    if (typeof order !== 'string') return order
    const body = given({
      MerchantReturnReference: reference,
      MerchantOrderReference: order,
      Reason: reason,
      MerchantComment: comment,
      Lines: lines.map(({ line, quantity }) => ({
        ChannelOrderLineReference: line,
        Quantity: quantity,
      })),
    })
    return { return: withLink(linkTo, await hub.createReturn({ body }, write)) }
  },
  readState: async ({ hub }, { orderId }) => ({ returns: await hub.listReturns({ orderId }) }),
})

/** What a decision on a return says, as the hub takes it. */
interface Decision {
  readonly status?: 'ACCEPTED' | 'REJECTED'
  readonly lines?: readonly {
    readonly line: string
    readonly accept?: number
    readonly reject?: number
    readonly refundInclVat?: number
  }[]
  readonly refundInclVat?: number
  readonly restock?: boolean
  readonly comment?: string
}

function decisionOf({ status, lines, refundInclVat, restock, comment }: Decision) {
  return given({
    Status: status,
    RefundInclVat: refundInclVat,
    Restock: restock,
    MerchantComment: comment,
    Lines: lines?.map(({ line, accept, reject, refundInclVat: ofLine }) =>
      given({
        ChannelOrderLineReference: line,
        AcceptedQuantity: accept,
        RejectedQuantity: reject,
        RefundInclVat: ofLine,
      }),
    ),
  })
}

const decideReturn = writeTool({
  name: 'decide_return',
  title: 'Decide on a return',
  description:
    'Accepts or rejects returned units, and refunds the accepted ones: their price unless you set an amount. First use dryRun and tell the person RefundInclVat.',
  toolset: 'returns',
  scopes: ['fulfilment:read', 'fulfilment:write'],
  effect: 'destructive',
  undo: 'A decision on units is final. A further amount can be given back with refund_order.',
  input: Type.Object({
    reference: Reference,
    status: Type.Optional(choice(['ACCEPTED', 'REJECTED'], 'Of all units that lines do not name.')),
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          line: LineReference,
          accept: Type.Optional(Type.Integer({ minimum: 0 })),
          reject: Type.Optional(Type.Integer({ minimum: 0 })),
          refundInclVat: Type.Optional(Amount),
        }),
      ),
    ),
    refundInclVat: Type.Optional(
      Type.Number({ minimum: 0, description: 'Of the whole return, in its CurrencyCode.' }),
    ),
    restock: Type.Optional(Type.Boolean({ description: 'Accepted units can be sold again.' })),
    comment: Type.Optional(Type.String()),
  }),
  output: Type.Object({ return: Return }),
  async run({ hub, linkTo, write }, { reference, ...decision }) {
    const body = decisionOf(decision)
    return { return: withLink(linkTo, await hub.decideReturn({ reference, body }, write)) }
  },
  readState: async ({ hub }, { reference }) => ({ return: await hub.getReturn({ reference }) }),
})

const refundOrder = writeTool({
  name: 'refund_order',
  title: 'Refund without a return',
  description:
    'Gives the buyer back a part of what was paid, as goodwill: nothing comes back. For returned goods use decide_return.',
  toolset: 'returns',
  scopes: ['orders:read', 'fulfilment:read', 'fulfilment:write'],
  effect: 'destructive',
  undo: 'A refund cannot be undone.',
  input: Type.Object({
    orderId: OrderId,
    reference: Type.String({ description: 'Your new name of the refund. Repeats have no effect.' }),
    refundInclVat: Type.Number({
      exclusiveMinimum: 0,
      description: 'In the CurrencyCode of the order.',
    }),
    reason: Type.String(),
    lines: Type.Optional(
      Type.Array(Type.Object({ line: LineReference, refundInclVat: Amount }), {
        description: 'What it is for. Default: all lines in proportion. []: shipping costs.',
      }),
    ),
  }),
  output: Type.Object({
    refund: Type.Object({
      MerchantReference: Type.String(),
      CurrencyCode: Type.String(),
      RefundInclVat: Type.Number(),
      Link: Type.String(),
    }),
  }),
  async run({ hub, linkTo, write }, { orderId, reference, refundInclVat, reason, lines }) {
    const order = await referenceOf(hub, orderId)
    if (typeof order !== 'string') return order
    const body = given({
      MerchantReference: reference,
      MerchantOrderReference: order,
      RefundInclVat: refundInclVat,
      Reason: reason,
      Lines: lines?.map(({ line, refundInclVat: ofLine }) => ({
        ChannelOrderLineReference: line,
        RefundInclVat: ofLine,
      })),
    })
    const refund = await hub.createRefund({ body }, write)
    return { refund: { ...refund, Link: linkTo(`/orders/${orderId}`) } }
  },
  async readState({ hub }, { orderId }) {
    const { RefundedInclVat, OriginalTotalInclVat, CurrencyCode } = await hub.getOrderById({
      id: orderId,
    })
    return { order: { Id: orderId, OriginalTotalInclVat, RefundedInclVat, CurrencyCode } }
  },
})

/** The reference of an acknowledged order: new ones have neither returns nor refunds. */
async function referenceOf(hub: ToolContext['hub'], id: number) {
  const { MerchantReference: reference, Status: status } = await hub.getOrderById({ id })
  if (reference !== null) return reference
  return {
    refusal: `Order ${id} is ${status}: it has not been acknowledged, so nothing was shipped.`,
  }
}

/** All tools of returns. */
export const returnTools: readonly Tool[] = [listReturns, registerReturn, decideReturn, refundOrder]

/** The tools of returns and refunds. */
import type { Schemas } from '@entrepot/client'
import { Type } from 'typebox'
import { Lines, linesOf } from '../fulfilment/lines.ts'
import { CURSOR_HINT, PAGE_INPUT, PAGE_OUTPUT, PAGE_SIZE, placeOf } from '../kit/pages.ts'
import { readTool, type Tool, type ToolContext, writeTool } from '../kit/tool.ts'
import { NOT_FOUND, ORDER_NAME, readOrder, referenceOf } from '../orders/names.ts'
import { choice, given } from '../parameters.ts'

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
    orderId: Type.Optional(Type.Integer()),
    channelId: Type.Optional(Type.Integer()),
    createdSince: Type.Optional(Type.String({ description: 'Such as 2026-11-21.' })),
    ...PAGE_INPUT,
  }),
  output: Type.Object({ returns: Type.Array(Return), ...PAGE_OUTPUT }),
  records: 'returns',
  hints: CURSOR_HINT,
  async run({ hub, linkTo }, { status, cursor, pageSize = PAGE_SIZE, ...filter }) {
    const wanted = given({ ...filter, cursor, pageSize, status: status && [status] })
    const page = await hub.request('listReturns', wanted)
    const returns = page.body.map((record) => withLink(linkTo, record))
    return { returns, ...(await placeOf(page, cursor)) }
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
    ...ORDER_NAME,
    lines: Lines,
    reason: Type.Optional(choice(REASONS)),
    comment: Type.Optional(Type.String()),
  }),
  output: Type.Object({ return: Return }),
  hints: {
    ...NOT_FOUND,
    MARKET_QUANTITY_EXCEEDED:
      'Read ReturnableQuantity with get_order: only shipped units come back.',
    MARKET_ORDER_STATUS: 'Read Actions with get_order: they say what may be done now.',
  },
  async run({ hub, linkTo, write, referenceFor }, { lines, reason, comment, ...name }) {
    const order = await referenceOf(hub, name)
    if (typeof order !== 'string') return order
    const content = given({
      MerchantOrderReference: order,
      Reason: reason,
      MerchantComment: comment,
      Lines: linesOf(lines),
    })
    const body = { MerchantReturnReference: referenceFor(content), ...content }
    return { return: withLink(linkTo, await hub.createReturn({ body }, write)) }
  },
  async readState({ hub }, { lines: _, ...name }) {
    const order = await readOrder(hub, name)
    if ('refusal' in order) return {}
    return { returns: await hub.listReturns({ orderId: order.Id }) }
  },
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
    return: Type.String({ description: 'MerchantReturnReference.' }),
    status: Type.Optional(choice(['ACCEPTED', 'REJECTED'], 'Of all units that lines do not name.')),
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          line: LineReference,
          accept: Type.Optional(Type.Integer({ minimum: 0 })),
          reject: Type.Optional(Type.Integer({ minimum: 0 })),
          refundInclVat: Type.Optional(Amount),
        }),
        { maxItems: 100 },
      ),
    ),
    refundInclVat: Type.Optional(
      Type.Number({ minimum: 0, description: 'Of the whole return, in its CurrencyCode.' }),
    ),
    restock: Type.Optional(Type.Boolean({ description: 'Accepted units can be sold again.' })),
    comment: Type.Optional(Type.String()),
  }),
  output: Type.Object({ return: Return }),
  hints: {
    MARKET_NOT_FOUND: 'Find the return with list_returns.',
    MARKET_RETURN_DECIDED: 'Leave it. To give more back, call refund_order.',
    MARKET_REFUND_EXCEEDED: 'Leave the amounts out: the hub then refunds what was paid.',
  },
  async run({ hub, linkTo, write }, { return: reference, ...decision }) {
    const body = decisionOf(decision)
    return { return: withLink(linkTo, await hub.decideReturn({ reference, body }, write)) }
  },
  readState: async ({ hub }, { return: reference }) => ({
    return: await hub.getReturn({ reference }),
  }),
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
    ...ORDER_NAME,
    refundInclVat: Type.Number({
      exclusiveMinimum: 0,
      description: 'In the CurrencyCode of the order.',
    }),
    reason: Type.String(),
    lines: Type.Optional(
      Type.Array(Type.Object({ line: LineReference, refundInclVat: Amount }), {
        maxItems: 100,
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
  hints: {
    ...NOT_FOUND,
    MARKET_REFUND_EXCEEDED: 'Read OriginalTotalInclVat and RefundedInclVat with get_order.',
  },
  async run({ hub, linkTo, write, referenceFor }, { refundInclVat, reason, lines, ...name }) {
    const order = await referenceOf(hub, name)
    if (typeof order !== 'string') return order
    const content = given({
      MerchantOrderReference: order,
      RefundInclVat: refundInclVat,
      Reason: reason,
      Lines: lines?.map(({ line, refundInclVat: ofLine }) => ({
        ChannelOrderLineReference: line,
        RefundInclVat: ofLine,
      })),
    })
    const body = { MerchantReference: referenceFor(content), ...content }
    const refund = await hub.createRefund({ body }, write)
    return { refund: { ...refund, Link: linkTo(`/orders/${refund.OrderId}`) } }
  },
  async readState({ hub }, { refundInclVat: _, reason: __, lines: ___, ...name }) {
    const order = await readOrder(hub, name)
    if ('refusal' in order) return {}
    const { Id, OriginalTotalInclVat, RefundedInclVat, CurrencyCode } = order
    return { order: { Id, OriginalTotalInclVat, RefundedInclVat, CurrencyCode } }
  },
})

/** All tools of returns. */
export const returnTools: readonly Tool[] = [listReturns, registerReturn, decideReturn, refundOrder]

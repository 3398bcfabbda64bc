/** Records of a customer, and calls of every tool that name them. */
import type { Client } from '@entrepot/client'

/** What the calls of tools name. */
export interface Records {
  /** An order that nobody has acknowledged. */
  readonly newOrderId: number
  /** An acknowledged order, some of whose units are shipped. */
  readonly orderId: number
  readonly reference: string
  readonly lineId: number
  readonly line: string
  readonly product: string
  readonly channelId: number
  readonly shipment: string
  readonly returned: string
  /** A call of an agent that waits for a person. */
  readonly approvalId: number
  /** A text in arguments that are free. */
  readonly text: string
}

type Call = Readonly<Record<string, unknown>>

/**
 * For each tool, calls that name the records: each argument that names something is in one of them at least. A new tool needs a row, and a new
 * argument a place in it, or in {@link PLAIN_ARGUMENTS}.
 */
export const CALLS: Readonly<Record<string, (records: Records) => readonly Call[]>> = {
  get_approval: ({ approvalId }) => [{ id: approvalId, waitSeconds: 0 }],
  list_orders: ({ channelId, product, text }) => [
    { channelId },
    { product },
    { text: text.slice(0, 100) },
    { pageSize: 100, fields: ['*'] },
  ],
  get_order: ({ orderId, reference }) => [
    { orderId },
    { reference, fields: ['*'] },
    { orderId, history: true },
  ],
  acknowledge_orders: ({ newOrderId, reference }) => [
    { orders: [{ orderId: newOrderId }] },
    { orders: [{ orderId: newOrderId, reference: `${reference}-new` }] },
  ],
  correct_order: ({ newOrderId, lineId, product, text }) => [
    { orderId: newOrderId, lines: [{ lineId, product }] },
    { orderId: newOrderId, shippingAddress: { City: text.slice(0, 50) } },
  ],
  comment_order: ({ orderId, text }) => [{ orderId, comment: text.slice(0, 2_000) }],
  close_order: ({ orderId, reference }) => [
    { orderId, reopen: true },
    { reference, reopen: true },
  ],
  ship_orders: ({ orderId, reference, line, text }) => [
    { shipments: [{ orderId, lines: [{ line, quantity: 1 }], carrier: text.slice(0, 250) }] },
    { shipments: [{ reference, lines: [{ line, quantity: 900 }] }] },
  ],
  change_shipment: ({ shipment, text }) => [
    { shipment, carrier: text.slice(0, 250), tracking: text.slice(0, 250) },
    { shipment, trackingUrl: text.slice(0, 2_000) },
  ],
  cancel_units: ({ orderId, reference, line, text }) => [
    { orderId, lines: [{ line, quantity: 900 }], reason: text },
    { reference, lines: [{ line, quantity: 900 }] },
  ],
  backorder_units: ({ orderId, reference, line }) => [
    { orderId, lines: [{ line, quantity: 900 }] },
    { reference, lines: [{ line, quantity: 900 }] },
  ],
  list_returns: ({ orderId, channelId }) => [{ orderId }, { channelId }, { pageSize: 100 }],
  register_return: ({ orderId, reference, line, text }) => [
    { orderId, lines: [{ line, quantity: 900 }], comment: text.slice(0, 4_000) },
    { reference, lines: [{ line, quantity: 900 }] },
  ],
  decide_return: ({ returned, line, text }) => [
    { return: returned, lines: [{ line, accept: 900 }], comment: text.slice(0, 4_000) },
    { return: returned, status: 'REJECTED', comment: text.slice(0, 4_000) },
  ],
  refund_order: ({ orderId, reference, line, text }) => [
    { orderId, refundInclVat: 9_999, reason: text.slice(0, 4_000) },
    { reference, refundInclVat: 9_999, reason: 'x', lines: [{ line, refundInclVat: 9_999 }] },
  ],
  list_products: ({ product, channelId, text }) => [
    { reference: [product] },
    { q: text.slice(0, 100) },
    { pendingAt: channelId },
    { listedAt: channelId },
    { pageSize: 100, fields: ['*'] },
    { maxAvailable: 5, sort: 'available' },
    { short: true },
  ],
  get_product: ({ product }) => [{ reference: product }],
  explain_offer: ({ product, channelId }) => [{ reference: product, channelId }],
  list_guarded_prices: ({ channelId }) => [{ channel: channelId }, {}],
  change_products: ({ product, text }) => [
    { products: [{ reference: product, stockChange: -1_000_000_000 }] },
    { products: [{ reference: `${product}-none`, name: text }] },
  ],
  change_offer: ({ product, channelId }) => [
    { channelId, reference: product, price: 1 },
    { channelId, reference: product, remove: true },
  ],
  decide_prices: ({ product, channelId }) => [
    { decision: 'accept', channelId },
    { decision: 'accept', items: [{ channelId, reference: product, price: 1 }] },
  ],
  get_overview: () => [{}],
  get_channels: ({ channelId }) => [{ id: channelId }, {}],
  list_events: ({ orderId, text }) => [
    { subject: `order:${orderId}` },
    { agent: text.slice(0, 40) },
    { q: text.slice(0, 40) },
    { pageSize: 100 },
  ],
}

/** Arguments that name no record: numbers, dates, choices, and free texts that are only stored. */
export const PLAIN_ARGUMENTS: ReadonlySet<string> = new Set(
  `status isLate isShort createdSince createdBefore sort pageSize history reopen quantity void reasonCode accept reject
  refundInclVat restock isActive inStock decision price stock stockChange hidden from until remove salesDays types
  tracking trackingUrl CompanyName FirstName LastName StreetName HouseNr HouseNrAddition ZipCode CountryIso email reason comment cursor`.split(
    /\s+/,
  ),
)

/** What {@link createRecords} uses. */
export interface RecordsOf {
  /** A client of the merchant. */
  readonly hub: Client
  readonly newOrderId: number
  readonly orderId: number
  readonly product: string
  readonly channelId: number
  readonly text?: string
  /** Makes references unique. */
  readonly suffix: string
}

/**
 * Acknowledges an order of two units of one line, cancels none, ships one, and registers its return. A step that is refused for its texts is
 * repeated without them.
 */
export async function createRecords(of: RecordsOf): Promise<Records> {
  const { hub, orderId, newOrderId, product, channelId, suffix, text = 'some text' } = of
  const order = await hub.getOrderById({ id: orderId })
  const [{ Id: lineId = 0 } = {}] = (await hub.getOrderById({ id: newOrderId })).Lines
  const line = order.Lines[0]?.ChannelReference ?? ''
  const named = (name: string) => `${text.slice(0, 30)}${name}${suffix}`
  const plainly = (name: string) => `${name}-${suffix}`
  const either = async (act: (nameOf: typeof named, said: string) => Promise<string>) => {
    const hostile = await act(named, text).catch(() => undefined)
    if (hostile !== undefined) return hostile
    const done = act(plainly, 'plain text')
    // An order with hostile texts may have to be corrected first.
    return of.text === undefined ? await done : await done.catch(() => plainly('none'))
  }
  const reference = await either(async (nameOf) => {
    const MerchantOrderReference = nameOf('o')
    await hub.acknowledgeOrder({ body: { OrderId: orderId, MerchantOrderReference } })
    return MerchantOrderReference
  })
  const Lines = [{ ChannelOrderLineReference: line, Quantity: 1 }]
  const shipment = await either(async (nameOf, said) => {
    const tracking = { TrackTraceNo: said.slice(0, 250), Method: said.slice(0, 250) }
    const body = { MerchantOrderReference: reference, ...tracking, Lines }
    const MerchantShipmentReference = nameOf('s')
    await hub.createShipment({ body: { MerchantShipmentReference, ...body } })
    return MerchantShipmentReference
  })
  const returned = await either(async (nameOf, said) => {
    const MerchantReturnReference = nameOf('r')
    const body = { MerchantReturnReference, MerchantOrderReference: reference, Lines }
    const comments = { Reason: 'OTHER', MerchantComment: said.slice(0, 4_000) }
    await hub.createReturn({ body: { ...body, ...comments } as never })
    return MerchantReturnReference
  })
  const records = { orderId, newOrderId, reference, lineId, line, product, channelId, text }
  // The API alone has no approvals.
  return { ...records, shipment, returned, approvalId: 999_999 }
}

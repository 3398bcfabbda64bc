/** The tools that read orders. */
import { ORDER_STATUSES } from '@entrepot/client'
import { Type } from 'typebox'
import { CURSOR_HINT, PAGE_INPUT, PAGE_OUTPUT, PAGE_SIZE, placeOf } from '../kit/pages.ts'
import { readTool } from '../kit/tool.ts'
import { given, Text } from '../parameters.ts'
import { NOT_FOUND, ORDER_NAME, type Order, readOrder } from './names.ts'

const ListInput = Type.Object({
  status: Type.Optional(
    Type.Array(Type.Unsafe<(typeof ORDER_STATUSES)[number]>({ enum: [...ORDER_STATUSES] }), {
      minItems: 1,
      maxItems: ORDER_STATUSES.length,
    }),
  ),
  channelId: Type.Optional(Type.Integer({ minimum: 1 })),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Id, reference, name, e-mail, city, postcode, product or tracking number.',
    }),
  ),
  product: Type.Optional(Type.String({ minLength: 1 })),
  isLate: Type.Optional(Type.Boolean({ description: 'ShipBy has passed.' })),
  isShort: Type.Optional(Type.Boolean({ description: 'Stock does not suffice.' })),
  createdSince: Type.Optional(Type.String({ description: 'Day or date-time.' })),
  createdBefore: Type.Optional(Type.String()),
  sort: Type.Optional(
    Type.Unsafe<'oldest' | 'newest' | 'shipBy'>({ enum: ['oldest', 'newest', 'shipBy'] }),
  ),
  ...PAGE_INPUT,
})

/** What each job needs of an order. */
const COMMON = [
  'Id',
  'MerchantReference',
  'ChannelReference',
  'ChannelId',
  'ChannelName',
  'Status',
  'Corrections',
  'Warnings',
  'ShipBy',
  'Link',
]

/** What is listed of orders if the call does not say. */
const LISTED = [
  ...COMMON,
  'TotalInclVat',
  'ShippingAddress.CountryIso',
  ...['Quantity', 'MerchantProductReference', 'OpenQuantity', 'ShortUnits'].map(
    (name) => `Lines.${name}`,
  ),
]

/** Lists orders. */
export const listOrders = readTool({
  name: 'list_orders',
  title: 'List orders',
  description:
    'Finds orders: NEW ones wait for acknowledge_orders, REQUIRES_CORRECTION for correct_order. Stuck ones: isLate, isShort or IN_BACKORDER, by shipBy.',
  toolset: 'orders',
  scopes: ['orders:read'],
  input: ListInput,
  output: Type.Object({
    orders: Type.Array(
      Type.Object({
        Id: Type.Integer(),
        MerchantReference: Text,
        Status: Type.String(),
        Link: Type.String(),
      }),
    ),
    ...PAGE_OUTPUT,
  }),
  records: 'orders',
  brief: LISTED,
  hints: CURSOR_HINT,
  async run({ hub, linkTo }, { pageSize = PAGE_SIZE, cursor, sort, ...wanted }) {
    const { status, text, ...others } = wanted
    const filter = given({ ...others, q: text })
    const page = await hub.request(
      'listOrders',
      given({ ...filter, status, sort, cursor, pageSize }),
    )
    const count = async () => {
      const { ByStatus } = await hub.countOrders(filter)
      const wanted = ByStatus.filter(({ Status }) => status?.includes(Status) ?? true)
      return wanted.reduce((sum, { Count }) => sum + Count, 0)
    }
    const orders = page.body.map((order) => ({ ...order, Link: linkTo(`/orders/${order.Id}`) }))
    return { orders, ...(await placeOf(page, cursor, count)) }
  },
})

/** What is read of an order if the call does not say. */
const READ = [
  ...COMMON,
  'Email',
  'OrderDate',
  'CurrencyCode',
  'OriginalTotalInclVat',
  'RefundedInclVat',
  'ShippingAddress',
  ...[
    'Id',
    'MerchantReference',
    'ChannelReference',
    'MerchantProductReference',
    'Status',
    'Quantity',
    'OpenQuantity',
    'ShortUnits',
    'ShippedQuantity',
    'CancelledQuantity',
    'BackorderQuantity',
    'ReturnedQuantity',
    'OriginalUnitPriceInclVat',
  ].map((name) => `Lines.${name}`),
  'Actions',
]

/** Reads one order. */
export const getOrder = readTool({
  name: 'get_order',
  title: 'Get an order',
  description:
    'Reads one order: lines, address, and in Actions what may be done now, or why not. history adds its events with the references of shipments and returns.',
  toolset: 'orders',
  scopes: ['orders:read'],
  input: Type.Object({ ...ORDER_NAME, history: Type.Optional(Type.Boolean()) }),
  output: Type.Object({
    order: Type.Object({
      Id: Type.Integer(),
      Status: Type.String(),
      Lines: Type.Array(
        Type.Object({
          Id: Type.Integer(),
          ChannelReference: Type.String(),
          OpenQuantity: Type.Integer(),
        }),
      ),
      Actions: Type.Array(Type.Object({ Action: Type.String(), IsAllowed: Type.Boolean() })),
      Link: Type.String(),
    }),
    history: Type.Optional(Type.Array(Type.Object({ Type: Type.String() }))),
    isHistoryCut: Type.Optional(Type.Boolean()),
  }),
  records: 'order',
  brief: READ,
  hints: NOT_FOUND,
  async run({ hub, linkTo }, { history, ...name }) {
    const found = await readOrder(hub, name)
    if ('refusal' in found) return found
    const Link = linkTo(`/orders/${found.Id}`)
    const order = { ...found, Actions: found.Actions.map(toAction), Link }
    if (!history) return { order }
    const { body, next } = await hub.request('listOrderHistoryById', { id: found.Id })
    return { order, history: body, ...(next !== undefined && { isHistoryCut: true }) }
  },
})

function toAction({ Name, IsAllowed, Reason }: Order['Actions'][number]) {
  return {
    Action: Name,
    IsAllowed,
    ...(Reason && { Code: Reason.Code, Message: Reason.Message }),
  }
}

/** What the events of each type tell, in the property `Data`. */
import { type TSchema, Type } from 'typebox'
import { KEY_KINDS } from '../principals/scopes.ts'
import { KINDS } from '../shared/record-kinds.ts'
import { Nullable, OneOf } from '../shared/wire.ts'
import { EVENT_TYPES, type EventType } from './types.ts'

const Status = Type.String({ description: 'The status of the order afterwards.' })

const OrderData = Type.Object({ Status }, { title: 'OrderEventData' })

const StatusData = Type.Object(
  { Status, StatusBefore: Type.String({ description: 'The status of the order before.' }) },
  { title: 'OrderStatusEventData' },
)

const CombinationData = Type.Object(
  {
    Status,
    IsCombined: Type.Boolean({
      description: 'Whether the order was combined, or taken out of its combination.',
    }),
  },
  { title: 'OrderCombinationEventData' },
)

const CommentData = Type.Object(
  { Status, Comment: Type.String({ description: 'The text.' }) },
  { title: 'OrderCommentEventData' },
)

const RecordData = Type.Object(
  {
    Status,
    Record: Type.Object({
      Kind: OneOf(KINDS, 'Of the record.'),
      Reference: Type.String({ description: 'The reference of the merchant.' }),
    }),
  },
  { title: 'FulfilmentEventData' },
)

const ProductsData = Type.Object(
  {
    References: Type.Array(Type.String(), {
      description: 'MerchantProductReference of up to 100 products.',
    }),
    More: Type.Integer({ description: 'Number of further products.' }),
  },
  { title: 'ProductsEventData' },
)

const ChannelData = Type.Object({ Name: Type.String() }, { title: 'ChannelEventData' })

const KeyData = Type.Object(
  {
    Kind: OneOf(KEY_KINDS, 'For whom the key acts.'),
    ChannelId: Nullable(Type.Integer()),
    Label: Type.String(),
    ReplacedBy: Type.Optional(
      Type.Integer({ description: 'Of key.rotated: the Id of its successor.' }),
    ),
  },
  { title: 'KeyEventData' },
)

const MemberData = Type.Object(
  {
    Email: Type.String(),
    Role: Type.String({ description: 'The role afterwards.' }),
  },
  { title: 'MemberEventData' },
)

const WebhookData = Type.Object(
  { Reason: Type.String({ description: 'gone or failing.' }) },
  { title: 'WebhookEventData' },
)

const AgentData = Type.Object(
  {
    ClientId: Type.String({ description: 'The OAuth client id of the agent.' }),
    Name: Type.String({ description: 'As the client calls itself; it is not verified.' }),
    PersonId: Nullable(
      Type.Integer({
        description: 'The member for whom it acts. Null for an agent without a person.',
      }),
    ),
    Scopes: Type.Array(Type.String(), {
      description:
        'What it may do, at all resources of the hub; of agent.requested, what was asked for. None any more of agent.revoked.',
    }),
  },
  { title: 'AgentEventData' },
)

const NoData = Type.Object({}, { title: 'EmptyEventData' })

const OF_KIND: Readonly<Record<string, TSchema>> = {
  order: OrderData,
  shipment: RecordData,
  cancellation: RecordData,
  backorder: RecordData,
  return: RecordData,
  products: ProductsData,
  sync: NoData,
  channel: ChannelData,
  key: KeyData,
  member: MemberData,
  webhook: WebhookData,
  agent: AgentData,
}

const OF_TYPE: Partial<Readonly<Record<EventType, TSchema>>> = {
  'order.status_changed': StatusData,
  'order.combined': CombinationData,
  'order.commented': CommentData,
}

/** The schema of `Data` of each type. Properties can be added. */
export const DATA_OF: Readonly<Record<EventType, TSchema>> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, OF_TYPE[type] ?? OF_KIND[type.split('.')[0] as string]]),
) as Record<EventType, TSchema>

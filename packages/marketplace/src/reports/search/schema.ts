/** Wire shapes of searches. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, SearchText, STRICT } from '../../kit/shared/wire.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../orders/record/state/statuses.ts'

/** Maximum number of results of each kind. */
export const MAX_RESULTS = 20

/** The query of GET /search. */
export const SearchQuery = Type.Object(
  {
    q: SearchText(
      'Words of a name, an e-mail address, a reference or an EAN; or several references and ids, separated by spaces, commas, semicolons or line breaks. Spaces around the text are ignored.',
    ),
  },
  STRICT,
)
export type SearchQuery = Static<typeof SearchQuery>

/** The values by which orders are found. */
const MATCHED_FIELDS = [
  'id',
  'merchantReference',
  'channelReference',
  'name',
  'company',
  'email',
  'product',
  'city',
  'zipCode',
  'trackingNumber',
] as const

const FoundOrder = Type.Object(
  {
    Id: Type.Integer(),
    MerchantReference: Nullable(Type.String()),
    ChannelReference: Type.String(),
    ChannelId: Type.Integer(),
    Status: Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES }),
    Email: Type.String(),
    Name: Nullable(Type.String({ description: 'First and last name of the billing address.' })),
    OrderDate: Type.String({ format: 'date-time' }),
    Match: Type.Object(
      {
        Field: OneOf(MATCHED_FIELDS, 'In which value of the order the text was found.'),
        Value: Type.String({ description: 'The value.' }),
      },
      { title: 'SearchMatch' },
    ),
  },
  { title: 'FoundOrder' },
)
export type FoundOrder = Static<typeof FoundOrder>

const FoundProduct = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Name: Type.String(),
    Ean: Nullable(Type.String()),
    IsActive: Type.Boolean({ description: 'Of the product itself, not of its parent.' }),
  },
  { title: 'FoundProduct' },
)
export type FoundProduct = Static<typeof FoundProduct>

const FoundChannel = Type.Object(
  { Id: Type.Integer(), Name: Type.String(), IsActive: Type.Boolean() },
  { title: 'FoundChannel' },
)
export type FoundChannel = Static<typeof FoundChannel>

/** The answer of GET /search. */
export const SearchResult = Type.Object(
  {
    Orders: Type.Union([Type.Array(FoundOrder), Type.Null()], {
      description: 'Null without the scope orders:read.',
    }),
    Products: Type.Union([Type.Array(FoundProduct), Type.Null()], {
      description: 'Null without the scope products:read.',
    }),
    Channels: Type.Union([Type.Array(FoundChannel), Type.Null()], {
      description: 'Null without the scope channels:read.',
    }),
  },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

/** Wire shapes of saved views. */
import { type Static, type TObject, Type } from 'typebox'
import { ProductsQuery } from '../../channels/products/schema.ts'
import { Line, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { OrdersQuery } from '../../orders/list/query-schema.ts'

/** The lists of which views can be saved. */
export const VIEW_LISTS = ['orders', 'products'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** The filter of a list: its query without the place in it. */
function filterOf({ properties }: TObject): TObject {
  const { pageSize: _, cursor: __, ...filter } = properties
  return Type.Object(filter, STRICT)
}

/** What the filter of a view can contain, by its list. */
export const VIEW_FILTERS: Readonly<Record<ViewList, TObject>> = {
  orders: filterOf(OrdersQuery),
  products: filterOf(ProductsQuery),
}

const name = Type.Unsafe<string>({
  ...Line(60, 'Unique among the views of its owner.'),
  minLength: 1,
})
const list = OneOf(VIEW_LISTS, 'Of which list. A view keeps its list.')
const Filter = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  description:
    'The parameters of the list, such as `{ "status": ["NEW"], "country": "DE" }`: all but `cursor` and `pageSize`.',
})
const Columns = Type.Unsafe<readonly string[]>({
  type: 'array',
  items: { ...Line(50), minLength: 1 },
  maxItems: 30,
  description: 'The columns to show, in this order, by names that the reader chooses. None: all.',
})
const IsShared = Type.Boolean({
  description:
    'Whether all who act for the merchant see it. To share, change and delete shared views the scope orders:write is needed.',
})

/** The body of POST /views. */
export const ViewRequest = Type.Object(
  {
    Name: name,
    List: list,
    Filter: Type.Optional(Filter),
    Columns: Type.Optional(Columns),
    IsShared: Type.Optional(IsShared),
  },
  { ...STRICT, title: 'ViewRequest' },
)
export type ViewRequest = Static<typeof ViewRequest>

/** The body of PATCH /views/:id. Values that are not named stay. */
export const ViewChange = Type.Object(
  {
    Name: Type.Optional(name),
    Filter: Type.Optional(Filter),
    Columns: Type.Optional(Columns),
    IsShared: Type.Optional(IsShared),
  },
  { ...STRICT, title: 'ViewChange' },
)
export type ViewChange = Static<typeof ViewChange>

/** A view in an answer. */
export const ViewResponse = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    List: Type.String({ enum: [...VIEW_LISTS] }),
    Filter: Type.Object({}, { additionalProperties: true }),
    Columns: Type.Array(Type.String()),
    IsShared: Type.Boolean(),
    UpdatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'View' },
)
export type ViewResponse = Static<typeof ViewResponse>

/** The query of GET /views. */
export const ViewsQuery = Type.Object(
  {
    list: Type.Optional(OneOf(VIEW_LISTS, 'Only views of this list.')),
  },
  STRICT,
)
export type ViewsQuery = Static<typeof ViewsQuery>

/** The path parameter of a view. */
export const ViewPath = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Id of the view.' }),
})
export type ViewPath = Static<typeof ViewPath>

/** Wire shapes of jobs of products. */
import { type Static, Type } from 'typebox'
import { MAX_ITEMS, OfferChange } from '../../../catalogue/products/schema.ts'
import { JOB_TIMES, jobCounts, REFUSED_RECORD } from '../../../kit/jobs/records/schema.ts'
import { JOB_OUTCOMES, JOB_STATUSES } from '../../../kit/jobs/records/states.ts'
import { Count, Nullable, OneOf, STRICT } from '../../../kit/shared/wire.ts'
import { ProductCountsQuery } from '../schema.ts'

const { MerchantProductReference, ...OFFER } = OfferChange.properties
const CHANGE = {
  ...OFFER,
  IsActive: Type.Optional(
    Type.Boolean({
      description: 'Takes the product out of sale, or back. The other values are left out then.',
    }),
  ),
}

/** What is done with a product: its price and stock change, or it is taken out of sale or back. */
export const JobChange = Type.Object(CHANGE, { ...STRICT, title: 'ProductJobChange' })
export type JobChange = Static<typeof JobChange>

/** What is done with one product. */
export const JobItem = Type.Object(
  { MerchantProductReference, ...CHANGE },
  { ...STRICT, title: 'ProductJobItem' },
)
export type JobItem = Static<typeof JobItem>

const { pendingAt: _, pending: __, ...FILTER } = ProductCountsQuery.properties
/** The filter of a job: the query of the list without its sort and place. What is pending changes while the job runs. */
export const JobFilter = Type.Object(FILTER, STRICT)
export type JobFilter = Static<typeof JobFilter>

/** The body of POST /product-jobs. */
export const ProductJobRequest = Type.Object(
  {
    Items: Type.Optional(
      Type.Array(JobItem, {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description:
          'What is done with each product. `Expected` refuses a change of a product that somebody else has changed meanwhile. Or Filter and Change.',
      }),
    ),
    Filter: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description:
          'The products that match it at the moment of the request, by the parameters of `GET /products`, such as `{ "inStock": false }`: all but `pendingAt`, `pending`, `sort`, `cursor` and `pageSize`.',
      }),
    ),
    Change: Type.Optional({
      ...JobChange,
      description: 'What is done with each product of Filter.',
    }),
    Undo: Type.Optional(
      Count(
        1,
        Number.MAX_SAFE_INTEGER,
        'The job whose changes are taken back, alone in the body: each product that nobody has changed meanwhile gets the values that its item expected, as many units as were really added are taken off again unless the product was counted since, and what was taken out of sale is back in sale. What an earlier job has taken back is left out.',
      ),
    ),
  },
  { ...STRICT, title: 'ProductJobRequest' },
)
export type ProductJobRequest = Static<typeof ProductJobRequest>

/** What a job changes: prices, stocks, or whether products are for sale. */
export const JOB_KINDS = ['price', 'stock', 'activate', 'deactivate'] as const
export type JobKind = (typeof JOB_KINDS)[number]

const amount = (description: string) => Nullable(Type.Number({ description }))

/** What a job does with its only product. */
export const OnlyItem = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Before: amount('The price or the stock that was expected. Null if none was.'),
    After: amount('The price or the stock that is set. Null if none is, or if units are added.'),
    StockChange: Nullable(
      Type.Integer({
        description:
          'Units that are added to the stock, or taken off it: when the product has had its turn, as many as really were, because a stock is at least 0.',
      }),
    ),
  },
  { title: 'ProductJobOnlyItem' },
)
export type OnlyItem = Static<typeof OnlyItem>

/** A job in an answer. */
export const ProductJobResponse = Type.Object(
  {
    Id: Type.Integer(),
    Status: OneOf(JOB_STATUSES, 'The state.'),
    ProductCount: Type.Integer({ description: 'All products of the job.' }),
    ...jobCounts('Products', 'change'),
    Changes: OneOf(JOB_KINDS, 'What changes of its first product.'),
    Item: Type.Unsafe<OnlyItem | null>({
      anyOf: [OnlyItem, { type: 'null' }],
      description: 'What is done with its product. Null if it has several.',
    }),
    Undoes: Nullable(Type.Integer({ description: 'The job whose changes this one takes back.' })),
    CanUndo: Type.Boolean({
      description:
        'Whether a job with `Undo` takes something of it back now. A change of a price or of a count is taken back if it expected the values before, with `Expected`.',
    }),
    ...JOB_TIMES,
  },
  { title: 'ProductJobResponse' },
)
export type ProductJobResponse = Static<typeof ProductJobResponse>

/** What became of one product of a job. */
export const ProductJobOutcome = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Outcome: OneOf(
      JOB_OUTCOMES,
      "'waiting': the product has not had its turn. 'unchanged': it was already as the change leaves it.",
    ),
    ...REFUSED_RECORD,
  },
  { title: 'ProductJobOutcome' },
)
export type ProductJobOutcome = Static<typeof ProductJobOutcome>

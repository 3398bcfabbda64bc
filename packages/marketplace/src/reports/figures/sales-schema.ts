/** Wire shape of the sales of a merchant. */
import { type Static, Type } from 'typebox'
import { Nullable, STRICT } from '../../kit/shared/wire.ts'

/** The periods whose sales can be read, in days. */
export const SALES_DAYS = [7, 30, 90] as const

/** Maximum number of orders that are summed up: of the period, and of the one before. */
export const MAX_SOLD_ORDERS = 200_000

/** The products with the most revenue that an answer names. */
export const TOP_PRODUCTS = 10

const REVENUE =
  'With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none.'

/** What several shapes say of sales. */
export const SALES = {
  OrderCount: Type.Integer({ description: 'Orders that were stored in this time.' }),
  Revenue: Type.Number({ description: REVENUE }),
}

/** The sales of a channel on a day. */
export const DaySales = Type.Object(
  {
    Date: Type.String({ description: 'The day, in the time zone of the merchant.' }),
    ChannelId: Type.Integer(),
    ...SALES,
  },
  { title: 'DaySales' },
)

const SalesTotal = Type.Object(
  {
    ...SALES,
    SoldCount: Type.Integer({ description: 'Orders with revenue.' }),
    AverageOrder: Nullable(
      Type.Number({ description: 'Revenue by order with revenue. Null without such an order.' }),
    ),
  },
  { title: 'SalesTotal' },
)

const ProductSales = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Name: Nullable(Type.String({ description: 'Null if the product is gone.' })),
    ImageUrl: Nullable(Type.String()),
    Units: Type.Integer({ description: 'Units that are neither cancelled nor returned.' }),
    Revenue: Type.Number({
      description: 'With VAT, without shipping costs, in the base currency.',
    }),
    Margin: Nullable(
      Type.Number({
        description:
          'Revenue without VAT, less the units at the current purchase price. Null without a purchase price.',
      }),
    ),
  },
  { title: 'ProductSales' },
)

const Margin = Type.Object(
  {
    Amount: Type.Number({
      description: 'Revenue of goods without VAT, less their units at current purchase prices.',
    }),
    Revenue: Type.Number({
      description:
        'The revenue without VAT of products with a purchase price, of which it is the margin.',
    }),
    KnownPercent: Type.Number({
      description: 'The part of the revenue of goods without VAT for which the margin is known.',
    }),
  },
  { title: 'SalesMargin' },
)

/** The query of GET /figures/sales. */
export const SalesQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Unsafe<(typeof SALES_DAYS)[number]>({
        type: 'integer',
        enum: [...SALES_DAYS],
        description: 'Days up to now, today included; 30 when left out.',
      }),
    ),
  },
  STRICT,
)
export type SalesQuery = Static<typeof SalesQuery>

/** The answer of GET /figures/sales. */
export const Sales = Type.Object(
  {
    At: Type.String({ format: 'date-time' }),
    TimeZone: Type.String({ description: 'In which the days are counted: that of the merchant.' }),
    FirstDay: Type.String({ description: 'The first day of the period.' }),
    LastDay: Type.String({ description: 'Today.' }),
    Total: SalesTotal,
    Before: Type.Unsafe<Static<typeof SalesTotal>>({
      ...SalesTotal,
      title: 'SalesBefore',
      description: 'The same number of days before, up to the same time of the day.',
    }),
    Days: Type.Array(DaySales, {
      description: 'Oldest first, without days and channels that have no orders.',
    }),
    Products: Type.Union([Type.Array(ProductSales), Type.Null()], {
      description: `The ${TOP_PRODUCTS} products with the most revenue. Null without the scope products:read.`,
    }),
    Margin: Type.Union([Margin, Type.Null()], {
      description: 'Null if no product has a purchase price, and without the scope products:read.',
    }),
    UnitsReturned: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Units of the returns that were created in the period. Null without the scope fulfilment:read.',
    }),
    IsComplete: Type.Boolean({
      description: `False if there are more than ${MAX_SOLD_ORDERS.toLocaleString('en')} orders in both periods: the newest are counted.`,
    }),
  },
  { title: 'Sales' },
)
export type Sales = Static<typeof Sales>

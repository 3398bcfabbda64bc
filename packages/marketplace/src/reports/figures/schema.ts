/** Wire shape of the overview of a merchant. */
import { type Static, Type } from 'typebox'
import { CAUSES } from '../../channels/copy/offers/hold-schema.ts'
import { Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { DaySales, SALES } from './sales-schema.ts'

const Moment = Nullable(Type.String({ format: 'date-time' }))

/** Number of days in the overview, today included. */
export const OVERVIEW_DAYS = 30

/** Maximum number of keys in the overview. */
export const MAX_ENDING_KEYS = 100

/** Maximum number of webhooks in the overview. */
export const MAX_FAILING_WEBHOOKS = 100

const OrderFigures = Type.Object(
  {
    ToAcknowledge: Type.Integer({ description: 'Orders with the status NEW.' }),
    OldestToAcknowledge: Moment,
    ToCorrect: Type.Integer({ description: 'Orders with the status REQUIRES_CORRECTION.' }),
    ToShip: Type.Integer({ description: 'Acknowledged orders with open units.' }),
    InBackorder: Type.Integer({
      description: 'Those of `ToShip` whose open units all wait for stock.',
    }),
    Late: Type.Integer({
      description: 'Orders with units to ship whose `ShipBy` has passed, acknowledged or not.',
    }),
    OldestShipBy: Moment,
    Short: Type.Integer({
      description:
        'Orders with units for which the stock does not suffice, and that are not in backorder.',
    }),
    OldestOpen: Type.Union(
      [
        Type.Object(
          {
            Id: Type.Integer(),
            Reference: Type.String({ description: 'Of the merchant, or else of the channel.' }),
            OrderDate: Type.String({ format: 'date-time' }),
          },
          { title: 'OldestOrder' },
        ),
        Type.Null(),
      ],
      { description: 'The order with the oldest OrderDate that has units to ship.' },
    ),
  },
  { title: 'OrderFigures' },
)

const SalesComparison = Type.Object(
  {
    Today: Type.Object({ Date: Type.String(), ...SALES }, { title: 'SalesToday' }),
    WeekBefore: Type.Object(
      { Date: Type.String(), ...SALES },
      {
        title: 'SalesWeekBefore',
        description: 'The same weekday of the week before, up to the same time of the day.',
      },
    ),
  },
  { title: 'SalesComparison' },
)

const ChannelFigures = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    IsActive: Type.Boolean(),
    HasKeys: Type.Boolean({
      description:
        'Whether a program can poll for it. Orders of a channel without keys are entered by hand.',
    }),
    LastPoll: Moment,
    Pending: Type.Integer({
      description: 'Products and offers to be sent, as of the last poll or acknowledgement.',
    }),
  },
  { title: 'ChannelFigures' },
)

const FailingWebhook = Type.Object(
  {
    Id: Type.Integer(),
    Label: Type.String(),
    Url: Type.String(),
    FailingSince: Moment,
    DisabledAt: Moment,
  },
  { title: 'FailingWebhook' },
)

const ConnectionFigures = Type.Object(
  {
    Failing: Type.Integer({ description: 'Connections whose shop cannot be used.' }),
    Offline: Type.Integer({
      description: 'Connections that no connector has served for 5 minutes.',
    }),
    Problems: Type.Integer({ description: 'Records with a problem in a shop.' }),
  },
  { title: 'ConnectionFigures' },
)

const EndingKey = Type.Object(
  {
    Id: Type.Integer(),
    Label: Type.String(),
    ExpiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'EndingKey' },
)

const OfferFigures = Type.Object(
  {
    ToReview: Type.Array(
      Type.Object(
        {
          ChannelId: Type.Integer(),
          Cause: OneOf(CAUSES, 'What has changed the prices, as in their history.'),
          Count: Type.Integer(),
        },
        { title: 'PricesToReview' },
      ),
      { description: 'Prices that wait for a person, by channel and cause.' },
    ),
    Problems: Type.Array(
      Type.Object(
        { ChannelId: Type.Integer(), Count: Type.Integer() },
        { title: 'ProductsHeldBack' },
      ),
      { description: 'Products whose offer cannot be computed, by channel.' },
    ),
  },
  { title: 'OfferFigures' },
)

/** Wraps a part of the overview that needs a scope. */
const part = <T extends Parameters<typeof Nullable>[0]>(schema: T, scope: string) =>
  Type.Union([schema, Type.Null()], { description: `Null without the scope ${scope}.` })

/** The query of GET /figures/overview. */
export const OverviewQuery = Type.Object(
  {
    sales: Type.Optional(
      Type.Boolean({
        description:
          'False: without `Sales`, of which the hub reads the orders of 30 days. True when left out.',
      }),
    ),
  },
  STRICT,
)
export type OverviewQuery = Static<typeof OverviewQuery>

/** The answer of GET /figures/overview. */
export const Overview = Type.Object(
  {
    At: Type.String({ format: 'date-time' }),
    Orders: part(OrderFigures, 'orders:read'),
    Sales: Type.Union(
      [
        Type.Array(DaySales, {
          description: `The last ${OVERVIEW_DAYS} days, oldest first, without days and channels that have no orders.`,
        }),
        Type.Null(),
      ],
      { description: 'Null without the scope orders:read, and with `sales=false`.' },
    ),
    Comparison: part(SalesComparison, 'orders:read'),
    ReturnsToDecide: part(
      Type.Integer({ description: 'Returns with units that are not decided.' }),
      'fulfilment:read',
    ),
    UnitsReturned: part(
      Type.Integer({
        description: `Units of the returns that were created in the last ${OVERVIEW_DAYS} days.`,
      }),
      'fulfilment:read',
    ),
    Offers: part(OfferFigures, 'products:read'),
    FailingWebhooks: part(
      Type.Array(FailingWebhook, {
        maxItems: MAX_FAILING_WEBHOOKS,
        description:
          'Webhooks whose last delivery failed, and those that were disabled because of it.',
      }),
      'webhooks:read',
    ),
    Channels: part(Type.Array(ChannelFigures), 'channels:read'),
    Connections: part(ConnectionFigures, 'connections:read'),
    EndingKeys: part(
      Type.Array(EndingKey, {
        maxItems: MAX_ENDING_KEYS,
        description: 'Keys that end within 30 days and have no successor, first the next to end.',
      }),
      'keys:read',
    ),
  },
  { title: 'Overview' },
)
export type Overview = Static<typeof Overview>

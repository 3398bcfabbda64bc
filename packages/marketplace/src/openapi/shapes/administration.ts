/** The shapes of channels that a merchant adds, of keys, settings, exchange rates, figures and search. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const KEY = {
  Id: 3,
  Kind: 'merchant',
  Label: 'ERP',
  Scopes: ['orders:read', 'orders:write'],
  State: 'good',
  CreatedAt: '2026-11-20T08:00:00.000Z',
  LastUsedAt: '2026-11-22T08:30:00.000Z',
}

const SETTINGS = {
  Name: 'Corner shop',
  BaseCurrency: 'EUR',
  DefaultVatRate: 21,
  TimeZone: 'Europe/Amsterdam',
  CountryIso: 'NL',
  VatRule: 'destination',
  ZeroVatForBusinesses: true,
  UnsellableLines: 'flag',
  HandlingDays: 2,
  StockKeeper: 'merchant',
  StockLag: 60,
  RestockReturns: false,
  SenderName: 'Corner shop',
  SenderAddress: 'Harbour street 1\n1011 AB Amsterdam',
  Languages: ['nl', 'de', 'en'],
}

const VIEW = {
  Name: 'Germany, late',
  List: 'orders',
  Filter: { isLate: true, country: 'DE' },
  Columns: ['order', 'buyer', 'shipBy', 'total'],
  IsShared: true,
}

const RATE = { CurrencyCode: 'USD', Date: '2026-11-20', Rate: 0.924385 }

const VAT_RATE = { CountryIso: 'DE', VatClass: 'standard', Rate: 19 }

const ORDERS = {
  ToAcknowledge: 3,
  OldestToAcknowledge: '2026-11-22T07:10:00.000Z',
  ToCorrect: 1,
  ToShip: 12,
  InBackorder: 2,
  Late: 2,
  OldestShipBy: '2026-11-20T15:40:00.000Z',
  Short: 1,
  OldestOpen: { Id: 31, Reference: 'A-31', OrderDate: '2026-11-18T15:40:00.000Z' },
}
const TODAY = { Date: '2026-11-22', OrderCount: 14, Revenue: 512.4 }
const WEEK_BEFORE = { Date: '2026-11-15', OrderCount: 11, Revenue: 430.95 }
const OFFERS = {
  ToReview: [{ ChannelId: 1, Cause: 'rule', Count: 12 }],
  Problems: [{ ChannelId: 1, Count: 3 }],
}
const DAY = { Date: '2026-11-21', ChannelId: 1, OrderCount: 25, Revenue: 901.5 }
const SOLD = { OrderCount: 240, SoldCount: 231, Revenue: 8915.2, AverageOrder: 38.59 }
const SOLD_BEFORE = { OrderCount: 210, SoldCount: 204, Revenue: 7802.5, AverageOrder: 38.25 }
const PRODUCT_SALES = {
  MerchantProductReference: 'CAP',
  Name: 'Cap',
  Units: 61,
  Revenue: 1213.9,
  Margin: 412.4,
}
const MARGIN = { Amount: 2310.75, Revenue: 5893.1, KnownPercent: 82.4 }
const CHANNEL = {
  Id: 1,
  Name: 'Web shop',
  IsActive: true,
  HasKeys: true,
  LastPoll: '2026-11-22T08:29:30.000Z',
  Pending: 4,
}
const FAILING_WEBHOOK = {
  Id: 5,
  Label: 'ERP',
  Url: 'https://erp.example.com/hooks/entrepot',
  FailingSince: '2026-11-22T06:00:00.000Z',
}
const CONNECTIONS = { Failing: 0, Offline: 0, Problems: 3 }

const ENDING_KEY = { Id: 3, Label: 'ERP', ExpiresAt: '2026-12-01T00:00:00.000Z' }

const FOUND_ORDER = {
  Id: 7,
  MerchantReference: 'A-1',
  ChannelReference: 'shop-1001',
  ChannelId: 1,
  Status: 'IN_PROGRESS',
  Email: 'ann@example.com',
  Name: 'Ann Archer',
  OrderDate: '2026-11-21T09:00:00.000Z',
  Match: { Field: 'city', Value: 'Utrecht' },
}
const FOUND_PRODUCT = {
  MerchantProductReference: 'CAP',
  Name: 'Cap',
  Ean: '4006381333931',
  IsActive: true,
}
const FOUND_CHANNEL = { Id: 1, Name: 'Web shop', IsActive: true }

/** The shapes of the administration, by title. */
export const ADMINISTRATION_SHAPES: Shapes = {
  ChannelRequest: {
    description: 'A new channel.',
    example: { Name: 'Marketplace', Mode: 'grouped', CanShipPartialOrderLines: false },
  },
  KeyRequest: {
    description:
      'A new API key. Without `Scopes` it has all scopes of its kind except those of administration, which must be listed.',
    example: { Label: 'ERP', Scopes: ['orders:read', 'orders:write'] },
  },
  KeyChange: { description: 'Changes of an API key.', example: { Label: 'Old ERP' } },
  KeyRotation: {
    description: 'How an API key is replaced by a new one.',
    example: { OverlapSeconds: 3_600 },
  },
  KeyResponse: { description: 'An API key without its secret.', example: KEY },
  IssuedKeyResponse: {
    description: 'A new API key with its secret, which is not shown again.',
    example: {
      ...KEY,
      LastUsedAt: null,
      Key: 'ent_m1_...',
    },
  },
  CustomerSettings: {
    description: 'Changes of the settings. Settings that are left out do not change.',
    example: { DefaultVatRate: 21, UnsellableLines: 'refuse', HandlingDays: 1 },
  },
  CustomerResponse: {
    description: 'The merchant and its settings.',
    example: { Id: 1, ...SETTINGS },
  },
  ViewRequest: { description: 'A new view.', example: VIEW },
  ViewChange: { description: 'Changes of a view.', example: { IsShared: false } },
  View: {
    description: 'A filter and columns of a list under a name.',
    example: { Id: 4, ...VIEW, UpdatedAt: '2026-11-22T08:30:00.000Z' },
  },
  RateRequest: { description: 'The exchange rate of a currency on a day.', example: RATE },
  RateResponse: {
    description: 'The exchange rate of a currency on a day.',
    example: { ...RATE, Source: 'OWN' },
  },
  VatRateRequest: {
    description: 'The VAT rate of a class of products in a country.',
    example: VAT_RATE,
  },
  VatRateResponse: {
    description: 'The VAT rate of a class of products in a country.',
    example: VAT_RATE,
  },
  VatRatesResult: {
    description: 'What storing VAT rates has changed.',
    example: { StoredCount: 1, ChangedCountries: ['DE'] },
  },
  EuVatRates: {
    description:
      'The VAT rates of the European Union, to begin with. Verify them before you store them.',
    example: { Date: '2026-01-01', Note: 'Verify the rates.', Rates: [VAT_RATE] },
  },
  RatesResult: {
    description: 'What storing exchange rates has changed.',
    example: { StoredCount: 1, RepricedCount: 2, IsComplete: true },
  },
  OrderFigures: { description: 'Orders that need work.', example: ORDERS },
  PricesToReview: {
    description: 'Prices of a channel that wait for a person.',
    example: OFFERS.ToReview[0],
  },
  ProductsHeldBack: {
    description: 'Products that a channel cannot be offered.',
    example: OFFERS.Problems[0],
  },
  OfferFigures: { description: 'What is held back from channels.', example: OFFERS },
  DaySales: { description: 'The sales of a channel on a day.', example: DAY },
  SalesToday: { description: 'The sales of today until now.', example: TODAY },
  SalesWeekBefore: { description: 'The sales a week ago.', example: WEEK_BEFORE },
  SalesComparison: {
    description: 'The sales of today, and of the same weekday of the week before.',
    example: { Today: TODAY, WeekBefore: WEEK_BEFORE },
  },
  SalesTotal: { description: 'The sales of a period.', example: SOLD },
  SalesBefore: { description: 'The sales of the period before.', example: SOLD_BEFORE },
  ProductSales: { description: 'What was sold of a product.', example: PRODUCT_SALES },
  SalesMargin: { description: 'The margin, as far as it is known.', example: MARGIN },
  Sales: {
    description: 'The sales of the last days, and of as many days before.',
    example: {
      ...{ At: '2026-11-22T08:30:00.000Z', TimeZone: 'Europe/Amsterdam' },
      ...{ FirstDay: '2026-10-24', LastDay: '2026-11-22', Total: SOLD, Before: SOLD_BEFORE },
      ...{
        Days: [DAY],
        Products: [PRODUCT_SALES],
        Margin: MARGIN,
        UnitsReturned: 9,
        IsComplete: true,
      },
    },
  },
  ChannelFigures: { description: 'What waits for a channel.', example: CHANNEL },
  FailingWebhook: { description: 'A webhook that fails.', example: FAILING_WEBHOOK },
  OldestOrder: { description: 'The oldest open order.', example: ORDERS.OldestOpen },
  ConnectionFigures: { description: 'What is wrong with shops.', example: CONNECTIONS },
  EndingKey: { description: 'An API key that ends soon.', example: ENDING_KEY },
  Overview: {
    description: 'What needs attention, and how sales develop.',
    example: {
      At: '2026-11-22T08:30:00.000Z',
      Orders: ORDERS,
      Sales: [DAY],
      Comparison: { Today: TODAY, WeekBefore: WEEK_BEFORE },
      ReturnsToDecide: 2,
      UnitsReturned: 9,
      Offers: OFFERS,
      FailingWebhooks: [FAILING_WEBHOOK],
      Channels: [CHANNEL],
      Connections: CONNECTIONS,
      EndingKeys: [ENDING_KEY],
    },
  },
  SearchMatch: {
    description: 'The value by which an order was found.',
    example: { Field: 'city', Value: 'Utrecht' },
  },
  FoundOrder: { description: 'An order that was found.', example: FOUND_ORDER },
  FoundProduct: { description: 'A product that was found.', example: FOUND_PRODUCT },
  FoundChannel: { description: 'A channel that was found.', example: FOUND_CHANNEL },
  SearchResult: {
    description: 'What was found, at most 20 of each kind.',
    example: { Orders: [FOUND_ORDER], Products: [FOUND_PRODUCT], Channels: [FOUND_CHANNEL] },
  },
}

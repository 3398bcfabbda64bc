/** The shapes of orders. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const ADDRESS = {
  Gender: 'FEMALE',
  FirstName: 'Ann',
  LastName: 'Archer',
  StreetName: 'Main Street',
  HouseNr: '12',
  HouseNrAddition: 'a',
  ZipCode: '1234 AB',
  City: 'Utrecht',
  CountryIso: 'NL',
}

const LINE = {
  ChannelReference: 'line-1',
  MerchantProductReference: 'MUG-BLUE',
  Quantity: 2,
  UnitPriceInclVat: 12.5,
  FeeRate: 15,
}

const ORDER = {
  ChannelReference: 'shop-1001',
  Email: 'ann@example.com',
  Phone: '+31 30 1234567',
  CurrencyCode: 'EUR',
  ShippingCostsInclVat: 4.95,
  OrderDate: '2026-11-21T10:00:00+01:00',
  ShippingAddress: ADDRESS,
  Lines: [LINE],
}

const LINE_ANSWER = {
  Id: 71,
  MerchantReference: 'A-1-1',
  ChannelReference: 'line-1',
  MerchantProductReference: 'MUG-BLUE',
  ChannelProductReference: 'shop-mug-blue',
  Quantity: 2,
  VatRate: 21,
  VatSource: 'product',
  UnitPriceInclVat: 12.5,
  UnitVat: 2.17,
  OriginalUnitPriceInclVat: 12.5,
  OriginalUnitVat: 2.17,
  DiscountInclVat: 0,
  OriginalDiscountInclVat: 0,
  OriginalOrderDiscountInclVat: 0,
  FeeRate: 15,
  DeliveryTimeIndication: '2 to 3 days',
  Status: 'IN_PROGRESS',
  ShippedQuantity: 0,
  CancelledQuantity: 0,
  MancoQuantity: 0,
  BackorderQuantity: 0,
  ReturnedQuantity: 0,
  OpenQuantity: 2,
  ShortUnits: 0,
  ReturnableQuantity: 0,
  RefundedInclVat: 0,
}

const ORDER_ANSWER = {
  Id: 42,
  MerchantReference: 'A-1',
  ChannelReference: 'shop-1001',
  ChannelId: 1,
  ChannelName: 'Web shop',
  Status: 'IN_PROGRESS',
  Corrections: [],
  Warnings: [],
  CanShipPartialOrderLines: true,
  Email: 'ann@example.com',
  Phone: '+31 30 1234567',
  CurrencyCode: 'EUR',
  RateToBaseCurrency: 1,
  OrderDate: '2026-11-21T09:00:00.000Z',
  ShipBy: '2026-11-23T09:00:00.000Z',
  ShippingCostsInclVat: 4.95,
  ShippingCostsVat: 0.86,
  ShippingVatRate: 21,
  ShippingVatSource: 'product',
  TotalInclVat: 29.95,
  TotalVat: 5.2,
  OriginalShippingCostsInclVat: 4.95,
  OriginalShippingCostsVat: 0.86,
  OriginalTotalInclVat: 29.95,
  OriginalTotalVat: 5.2,
  RefundedInclVat: 0,
  DiscountInclVat: 0,
  OriginalDiscountInclVat: 0,
  MaxVatRate: 21,
  BillingAddress: ADDRESS,
  ShippingAddress: ADDRESS,
  Lines: [LINE_ANSWER],
  AcknowledgedDate: '2026-11-21T09:05:00.000Z',
  CreatedAt: '2026-11-21T09:00:01.000Z',
  UpdatedAt: '2026-11-21T09:05:00.000Z',
}

const ORDER_ACTION = { Name: 'ship', IsAllowed: true }

const ACKNOWLEDGEMENT = {
  OrderId: 42,
  MerchantOrderReference: 'A-1',
  Lines: [{ OrderLineId: 71, MerchantOrderLineReference: 'A-1-1' }],
}

const BATCH_ISSUE = { path: '/Lines/0/MerchantProductReference', message: 'is not a product' }

/** The shapes of orders, by title. */
export const ORDER_SHAPES: Shapes = {
  AcknowledgementBatch: {
    description: 'Orders to acknowledge in one call.',
    example: { Acknowledgements: [ACKNOWLEDGEMENT, { OrderId: 58 }] },
  },
  AcknowledgementOutcome: {
    description: 'What became of one acknowledgement.',
    example: {
      OrderId: 58,
      Outcome: 'refused',
      Code: 'MARKET_ORDER_STATUS',
      Detail: 'The order requires correction before it can be acknowledged.',
      Errors: [BATCH_ISSUE],
    },
  },
  BatchIssue: { description: 'An issue of an item of a batch.', example: BATCH_ISSUE },
  OrderJobRequest: {
    description: 'Something to do with many orders.',
    example: {
      Action: 'acknowledge',
      Filter: { status: ['NEW'], country: 'DE' },
      ReferenceFrom: 'channel',
    },
  },
  OrderJobResponse: {
    description: 'A job of orders: its state, and how many orders have had their turn.',
    example: {
      Id: 4,
      Action: 'acknowledge',
      Status: 'running',
      OrderCount: 187,
      WaitingCount: 60,
      DoneCount: 125,
      UnchangedCount: 1,
      RefusedCount: 1,
      Actor: { Kind: 'person', Id: '7', Label: 'Ann Archer' },
      CreatedAt: '2026-11-22T08:30:00.000Z',
      StartedAt: '2026-11-22T08:30:01.000Z',
    },
  },
  OrderJobOutcome: {
    description: 'What became of one order of a job.',
    example: {
      OrderId: 58,
      ChannelReference: 'shop-1001',
      Outcome: 'refused',
      Code: 'MARKET_ORDER_STATUS',
      Detail: 'The order requires correction before it can be acknowledged.',
    },
  },
  ProposedReference: {
    description: 'The reference that an order gets if it is acknowledged now without one.',
    example: { OrderId: 58, MerchantOrderReference: 'shop-1001' },
  },
  OrderNeighbour: {
    description: 'An order beside another one in a list.',
    example: { Id: 59, ChannelReference: 'shop-1002' },
  },
  OrderNeighbours: {
    description: 'The orders before and behind one in a list; null at its ends.',
    example: {
      Next: { Id: 59, ChannelReference: 'shop-1002' },
    },
  },
  Address: {
    description:
      'A billing or shipping address. No order is refused for it: line breaks, tabs and control characters become blanks, parts have up to 255 characters, and what is cut, corrected, left out or missing is in the Warnings of the order.',
    example: ADDRESS,
  },
  AddressResponse: {
    description: 'A billing or shipping address. Parts without a value are null.',
    example: ADDRESS,
  },
  OrderLineRequest: { description: 'A line of an order: units of one product.', example: LINE },
  OrderRequest: { description: 'An order of a channel, or of a merchant.', example: ORDER },
  OrderLineResponse: {
    description:
      'A line of an order. Amounts whose name begins with Original are in the currency of the order, and the others in the base currency of the merchant.',
    example: LINE_ANSWER,
  },
  OrderResponse: {
    description:
      'An order. Amounts whose name begins with Original are in the currency in which it was paid, and the others in the base currency of the merchant. VAT is null while a product is unknown.',
    example: {
      ...ORDER_ANSWER,
      Actions: [
        ORDER_ACTION,
        {
          Name: 'return',
          IsAllowed: false,
          Reason: {
            Code: 'MARKET_QUANTITY_EXCEEDED',
            Message: 'No units of the order are shipped and not returned.',
          },
        },
      ],
    },
  },
  OrderRecord: {
    description: 'An order as webhooks send it, without Actions, because a message has no caller.',
    example: ORDER_ANSWER,
  },
  OrderAction: {
    description: 'An action on an order, and whether the caller may do it now.',
    example: ORDER_ACTION,
  },
  WarningResponse: {
    description: 'What is odd about an order, without keeping it from being shipped.',
    example: {
      Code: 'COUNTRY_CORRECTED',
      Path: '/ShippingAddress/CountryIso',
      Message: '"UK" is GB',
    },
  },
  CorrectionResponse: {
    description: 'A reason why an order has the status REQUIRES_CORRECTION.',
    example: {
      Code: 'UNKNOWN_PRODUCT',
      Path: '/Lines/0/MerchantProductReference',
      Message: 'Product "MUG-BLUE" does not exist. Create it, or correct the line.',
    },
  },
  AcknowledgementRequest: {
    description:
      'The references that a merchant gives an order and each of its lines. Each line is named exactly once.',
    example: ACKNOWLEDGEMENT,
  },
  OrderCorrection: {
    description:
      'The values of an order that the merchant corrects. Values that are left out stay.',
    example: { Lines: [{ Id: 71, MerchantProductReference: 'MUG-BLUE' }] },
  },
  OrderCombination: {
    description: 'The orders with which an order is combined.',
    example: { MerchantOrderReferences: ['A-2', 'A-3'] },
  },
  StatusCount: {
    description: 'The number of orders of a status.',
    example: { Status: 'NEW', Count: 12 },
  },
  OrderCounts: {
    description: 'The number of orders of each status.',
    example: {
      Total: 43,
      ByStatus: [
        { Status: 'NEW', Count: 12 },
        { Status: 'IN_PROGRESS', Count: 31 },
      ],
      IsComplete: true,
    },
  },
  OrderEvent: {
    description: 'Something that happened to an order, with who did it.',
    example: {
      Type: 'SHIPPED',
      OccurredAt: '2026-11-22T08:30:00.000Z',
      Status: 'SHIPPED',
      Key: { Id: 3, Kind: 'merchant', Label: 'ERP' },
      Actor: { Kind: 'key', Id: '3', Label: 'ERP' },
      Record: { Kind: 'shipment', Reference: 'S-1' },
    },
  },
  OrderComment: {
    description: 'A comment on an order.',
    example: { Comment: 'The buyer called: leave it with the neighbours.' },
  },
}

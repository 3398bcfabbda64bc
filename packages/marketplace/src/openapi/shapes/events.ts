/** The shapes of events. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const RECORD = { Kind: 'shipment', Reference: 'S-1' }

/** The shapes of the log of events, by title. */
export const EVENT_SHAPES: Shapes = {
  Event: {
    description:
      'What happened to a record. The actor and the request are null for a channel if it was not done with one of its keys.',
    example: {
      Id: 'evt_4711',
      Type: 'shipment.created',
      OccurredAt: '2026-11-21T10:00:00.000Z',
      Actor: { Kind: 'key', Id: '3', Label: 'ERP' },
      Subject: {
        Kind: 'order',
        Id: '17',
        References: { MerchantOrderReference: 'A-1', ChannelOrderReference: 'shop-1001' },
      },
      Sequence: 4,
      RequestId: '0123456789abcdef',
      Data: { Status: 'SHIPPED', Record: RECORD },
    },
  },
  OrderEventData: { description: 'The data of an event of an order.', example: { Status: 'NEW' } },
  OrderStatusEventData: {
    description: 'The data of an event about the status of an order.',
    example: { Status: 'SHIPPED', StatusBefore: 'IN_PROGRESS' },
  },
  OrderCorrectionEventData: {
    description: 'The data of an event about a correction of an order.',
    example: {
      Status: 'NEW',
      Replaced: [{ MerchantProductReferenceBefore: 'MUG', MerchantProductReference: 'MUG-RED' }],
    },
  },
  OrderCombinationEventData: {
    description: 'The data of an event about a combination of orders.',
    example: { Status: 'IN_PROGRESS', IsCombined: true },
  },
  OrderCommentEventData: {
    description: 'The data of an event about a comment on an order.',
    example: { Status: 'IN_PROGRESS', Comment: 'The buyer called: leave it with the neighbours.' },
  },
  FulfilmentEventData: {
    description: 'The data of an event of a shipment, cancellation, backorder or return.',
    example: { Status: 'SHIPPED', Record: RECORD },
  },
  ProductsEventData: {
    description: 'The data of an event about a write of products.',
    example: { References: ['MUG-BLUE', 'MUG-RED'], More: 0 },
  },
  StockShortEventData: {
    description:
      'The data of an event about a product of which more units are ordered than before.',
    example: { MerchantProductReference: 'MUG-BLUE', ShortUnits: 10, Orders: [17, 18] },
  },
  ChannelEventData: {
    description: 'The data of an event of a channel.',
    example: { Name: 'Web shop' },
  },
  KeyEventData: {
    description: 'The data of an event of an API key.',
    example: { Kind: 'merchant', Label: 'ERP' },
  },
  CustomerEventData: {
    description: 'The settings of the merchant that were changed, with their new values.',
    example: { VatRule: 'destination' },
  },
  VatRatesEventData: {
    description: 'What has changed in the table of VAT rates.',
    example: { Count: 74, Countries: ['DE'] },
  },
  WebhookEventData: {
    description: 'Why a webhook was disabled.',
    example: { Reason: 'failing' },
  },
  EmptyEventData: { description: 'The event has no further data.', example: {} },
}

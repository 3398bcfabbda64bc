/** The shapes of shipments, cancellations, backorders and returns. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const LINE = { MerchantOrderLineReference: 'A-1-1', Quantity: 1 }
const CHANNEL_LINE = { ChannelOrderLineReference: 'line-1', Quantity: 1 }
const LINE_ANSWER = { ...LINE, ...CHANNEL_LINE }

const ANSWER = {
  Id: 12,
  OrderId: 42,
  ChannelId: 1,
  MerchantOrderReference: 'A-1',
  ChannelOrderReference: 'shop-1001',
}
const DATES = { CreatedAt: '2026-11-22T08:30:00.000Z', UpdatedAt: '2026-11-22T08:30:00.000Z' }

const METHOD = { Id: 4, Name: 'Parcel' }

const TRACKING = {
  TrackTraceNo: '3SABC1234567890',
  TrackTraceUrl: 'https://example.com/track/3SABC1234567890',
  Method: 'Parcel',
}

const PARCEL_ANSWER = {
  ...TRACKING,
  TrackingPage: TRACKING.TrackTraceUrl,
  Lines: [LINE_ANSWER],
}

const SECOND_PARCEL = { ...TRACKING, TrackTraceNo: '3SABC1234567891', TrackTraceUrl: null }

const DECISION = { MerchantOrderLineReference: 'A-1-1', AcceptedQuantity: 1, RejectedQuantity: 0 }

const RETURN_LINE_ANSWER = {
  ...LINE_ANSWER,
  MerchantProductReference: 'MUG-BLUE',
  AcceptedQuantity: 1,
  RejectedQuantity: 0,
  RefundInclVat: 12.5,
  RefundExclVat: 10.33,
}

const SHIPMENT_ANSWER = {
  MerchantShipmentReference: 'S-1',
  ...ANSWER,
  Status: 'SHIPPED',
  ...TRACKING,
  ShipmentMethod: METHOD,
  ShipmentMethodId: 4,
  Parcels: [PARCEL_ANSWER, { ...SECOND_PARCEL, Lines: [LINE_ANSWER] }],
  Lines: [LINE_ANSWER],
  ...DATES,
}

const CHANGE = { Name: 'change', IsAllowed: true }
const VOID = { ...CHANGE, Name: 'void' }

const RETURN_ANSWER = {
  MerchantReturnReference: 'R-1',
  ...ANSWER,
  Status: 'ACCEPTED',
  Reason: 'PRODUCT_DEFECT',
  CurrencyCode: 'EUR',
  RefundInclVat: 12.5,
  RefundExclVat: 10.33,
  Lines: [RETURN_LINE_ANSWER],
  ...DATES,
}

const DECIDE = {
  Name: 'decide',
  IsAllowed: false,
  Reason: {
    Code: 'MARKET_RETURN_DECIDED',
    Message:
      'The return is ACCEPTED: all of its units are already decided, and decisions cannot be changed. Create another return for further units.',
  },
}

const REFUND_ANSWER = {
  MerchantReference: 'M-1',
  ...ANSWER,
  CurrencyCode: 'EUR',
  RefundInclVat: 5,
  RefundExclVat: 4.13,
  RefundShippingInclVat: 0,
  Reason: 'The box was scratched: the buyer keeps it for less.',
  Lines: [
    { MerchantOrderLineReference: 'A-1-1', ChannelOrderLineReference: 'line-1', RefundInclVat: 5 },
  ],
  CreatedAt: DATES.CreatedAt,
}

/** The shapes of fulfilment, by title. */
export const FULFILMENT_SHAPES: Shapes = {
  QuantityLine: {
    description: 'Units of a line, named by the reference of the merchant or of the channel.',
    example: LINE,
  },
  LineResponse: { description: 'Units of a line of the order.', example: LINE_ANSWER },
  ShipmentLine: {
    description: 'A line that is shipped. Without Quantity, all its open units are.',
    example: LINE,
  },
  ShipmentMethod: { description: 'A way to ship.', example: METHOD },
  ShipmentMethodResponse: { description: 'A way to ship.', example: METHOD },
  Parcel: {
    description:
      'A parcel of a shipment. Lines may say which units it contains; a unit may be in several parcels.',
    example: { ...TRACKING, Lines: [LINE] },
  },
  ParcelResponse: {
    description: 'A parcel of a shipment. Lines is empty if it is not known what it contains.',
    example: PARCEL_ANSWER,
  },
  ShipmentRequest: {
    description: 'A shipment to create.',
    example: {
      MerchantShipmentReference: 'S-1',
      MerchantOrderReference: 'A-1',
      ...TRACKING,
      Lines: [LINE],
    },
  },
  ShipmentBatch: {
    description: 'Shipments to create in one call.',
    example: {
      Shipments: [
        { MerchantShipmentReference: 'S-1', MerchantOrderReference: 'A-1', ...TRACKING },
        { MerchantShipmentReference: 'S-2', MerchantOrderReference: 'A-2', Lines: [LINE] },
      ],
    },
  },
  ShipmentOutcome: {
    description: 'What became of one shipment of a batch.',
    example: {
      MerchantShipmentReference: 'S-1',
      MerchantOrderReference: 'A-1',
      OrderId: 42,
      Units: 2,
      Outcome: 'done',
      Errors: [],
    },
  },
  ShipmentChange: {
    description: 'The tracking of a shipment to change. Values that are left out stay.',
    example: { Parcels: [TRACKING, SECOND_PARCEL] },
  },
  ShipmentResponse: {
    description:
      'A shipment. Its own tracking is that of its first parcel. A shipment that is VOIDED does not count.',
    example: { ...SHIPMENT_ANSWER, Actions: [CHANGE, VOID] },
  },
  ShipmentRecord: {
    description: 'A shipment as webhooks send it, without Actions.',
    example: SHIPMENT_ANSWER,
  },
  ShipmentAction: {
    description: 'An action on a shipment, and whether the caller may do it now.',
    example: CHANGE,
  },
  CancellationRequest: {
    description: 'A cancellation by the merchant, who names the order by either of its references.',
    example: {
      MerchantReference: 'C-1',
      MerchantOrderReference: 'A-1',
      ReasonCode: 'NOT_IN_STOCK',
      Lines: [LINE],
    },
  },
  ChannelCancellationRequest: {
    description: 'A cancellation by the channel, of an order that is not acknowledged yet.',
    example: {
      ChannelCancellationReference: 'shop-c-1',
      ChannelOrderReference: 'shop-1001',
      ReasonCode: 'CLIENT_CANCELLED',
      Lines: [CHANNEL_LINE],
    },
  },
  CancellationResponse: {
    description: 'A cancellation.',
    example: {
      MerchantReference: 'C-1',
      ...ANSWER,
      ReasonCode: 'NOT_IN_STOCK',
      Lines: [LINE_ANSWER],
      ...DATES,
    },
  },
  BackorderRequest: {
    description: 'A backorder to create.',
    example: { MerchantBackorderReference: 'B-1', MerchantOrderReference: 'A-1', Lines: [LINE] },
  },
  BackorderResponse: {
    description: 'A backorder.',
    example: { MerchantBackorderReference: 'B-1', ...ANSWER, Lines: [LINE_ANSWER], ...DATES },
  },
  ReturnLine: {
    description: 'Units of a line that come back, with the decision if there is one.',
    example: { ...DECISION, Quantity: 1 },
  },
  ReturnLineDecision: { description: 'The decision on the units of a line.', example: DECISION },
  ReturnLineResponse: {
    description: 'Units of a line that come back, with the decision on them.',
    example: RETURN_LINE_ANSWER,
  },
  ReturnRequest: {
    description: 'A return as the merchant creates it.',
    example: {
      MerchantReturnReference: 'R-1',
      MerchantOrderReference: 'A-1',
      Status: 'ACCEPTED',
      Reason: 'PRODUCT_DEFECT',
      Lines: [LINE],
    },
  },
  ChannelReturnRequest: {
    description: 'A return as the channel announces it. The merchant decides on it later.',
    example: {
      ChannelReturnReference: 'shop-r-1',
      ChannelOrderReference: 'shop-1001',
      Reason: 'PRODUCT_UNSATISFACTORY',
      CustomerComment: 'The colour is different.',
      Lines: [CHANNEL_LINE],
    },
  },
  ReturnDecision: {
    description:
      'The decision of the merchant on a return, as a whole or line by line. Values that are left out stay.',
    example: { Lines: [DECISION] },
  },
  ReturnResponse: {
    description: 'A return. Amounts are in the currency in which the order was paid.',
    example: { ...RETURN_ANSWER, Actions: [DECIDE] },
  },
  ReturnRecord: {
    description: 'A return as webhooks send it, without Actions.',
    example: RETURN_ANSWER,
  },
  RefundLine: {
    description: 'A line of the order, and the part of the refund for it.',
    example: { MerchantOrderLineReference: 'A-1-1', RefundInclVat: 5 },
  },
  RefundLineResponse: {
    description: 'A line that the refund counts against.',
    example: REFUND_ANSWER.Lines[0],
  },
  RefundRequest: {
    description: 'A refund to create. It needs no return.',
    example: {
      MerchantReference: 'M-1',
      MerchantOrderReference: 'A-1',
      RefundInclVat: 5,
      Reason: 'The box was scratched: the buyer keeps it for less.',
    },
  },
  RefundResponse: {
    description:
      'A refund without a return, in the currency in which the order was paid. CreatedBy is null for channels.',
    example: {
      ...REFUND_ANSWER,
      CreatedBy: { Kind: 'key', Id: '7', Label: 'ERP' },
    },
  },
  RefundRecord: {
    description: 'A refund as webhooks send it, without CreatedBy.',
    example: REFUND_ANSWER,
  },
  ReturnAction: {
    description: 'An action on a return, and whether the caller may do it now.',
    example: DECIDE,
  },
}

/** Wire shapes of what merchants send about orders. */
import { type Static, Type } from 'typebox'
import { Count, Line, MAX_REFERENCE, Maybe, Reference, STRICT } from '../../kit/shared/wire.ts'
import { Address } from './addresses/schema.ts'
import { Email, MAX_LINES } from './schema.ts'

/** The references that a merchant gives an order and each of its lines. */
export const AcknowledgementRequest = Type.Object(
  {
    OrderId: Count(1, Number.MAX_SAFE_INTEGER, 'Id of the order.'),
    MerchantOrderReference: Reference(
      50,
      "The merchant's reference of the order; unique, case-sensitive.",
      'order-reference',
    ),
    Lines: Type.Array(
      Type.Object(
        {
          OrderLineId: Count(1, Number.MAX_SAFE_INTEGER, 'Id of the line.'),
          MerchantOrderLineReference: Reference(
            50,
            "The merchant's reference of the line; unique among all lines of the customer.",
          ),
        },
        STRICT,
      ),
      { minItems: 1, maxItems: MAX_LINES },
    ),
  },
  { ...STRICT, title: 'AcknowledgementRequest' },
)
export type AcknowledgementRequest = Static<typeof AcknowledgementRequest>

/** The values of an order with the status REQUIRES_CORRECTION that a merchant can correct. Other values stay. */
export const OrderCorrection = Type.Object(
  {
    Email: Maybe(Email),
    Phone: Maybe(Line(50)),
    BillingAddress: Type.Optional(Address),
    ShippingAddress: Type.Optional(Address),
    Lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            Id: Count(1, Number.MAX_SAFE_INTEGER, 'Id of the line to correct.'),
            MerchantProductReference: Reference(
              MAX_REFERENCE,
              'The product it is.',
              'product-reference',
            ),
          },
          STRICT,
        ),
        { maxItems: MAX_LINES },
      ),
    ),
  },
  { ...STRICT, title: 'OrderCorrection' },
)
export type OrderCorrection = Static<typeof OrderCorrection>

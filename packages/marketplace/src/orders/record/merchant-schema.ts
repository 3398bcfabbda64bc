/** Wire shapes of what merchants send about orders. */
import { type Static, Type } from 'typebox'
import {
  Count,
  Line,
  MAX_REFERENCE,
  Maybe,
  OneOf,
  Reference,
  STRICT,
} from '../../kit/shared/wire.ts'
import { Address } from './addresses/schema.ts'
import { Email, MAX_LINES } from './schema.ts'

/**
 * From what the hub takes the reference of an order: that of the channel, that of the channel behind a prefix, or the Id at the hub. If another
 * order has the reference, it takes one that is like it.
 */
export const NAMINGS = ['channel', 'prefix', 'id'] as const

/** How the hub names orders that are acknowledged without a reference. */
export const NAMING = {
  ReferenceFrom: Maybe(
    OneOf(
      NAMINGS,
      "From what the hub takes the reference, without MerchantOrderReference. 'channel', when left out: the reference of the channel, and if another order has it, with the name of the channel before it. 'prefix': the reference of the channel behind Prefix. 'id': the Id of the order.",
    ),
  ),
  Prefix: Maybe(Line(20, "What is put before the reference of the channel, for 'prefix'.")),
}

/** The references that a merchant gives an order and each of its lines. */
export const AcknowledgementRequest = Type.Object(
  {
    OrderId: Count(1, Number.MAX_SAFE_INTEGER, 'Id of the order.'),
    MerchantOrderReference: Type.Optional(
      Reference(
        50,
        "The merchant's reference of the order; unique, case-sensitive. When left out, the hub gives the order one: see ReferenceFrom.",
        'order-reference',
      ),
    ),
    ...NAMING,
    Lines: Type.Optional(
      Type.Array(
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
        {
          minItems: 1,
          maxItems: MAX_LINES,
          description: 'Every line once. When left out, the hub gives the lines references.',
        },
      ),
    ),
  },
  { ...STRICT, title: 'AcknowledgementRequest' },
)
export type AcknowledgementRequest = Static<typeof AcknowledgementRequest>

/** The references of an acknowledgement, as they are stored. */
export interface GivenReferences {
  readonly OrderId: number
  readonly MerchantOrderReference: string
  readonly Lines: readonly {
    readonly OrderLineId: number
    readonly MerchantOrderLineReference: string
  }[]
}

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

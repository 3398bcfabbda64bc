/** Where an order comes from, in requests. */
import { Count, Maybe, Reference } from '../../kit/shared/wire.ts'

/** The channel of an order, and its reference there. */
export const ORDER_ORIGIN = {
  ChannelReference: Maybe(
    Reference(
      50,
      "The channel's reference of the order; unique per channel. Only a merchant may leave it out: the order then gets one like HUB-1042.",
    ),
  ),
  ChannelId: Maybe(
    Count(
      1,
      Number.MAX_SAFE_INTEGER,
      'The channel of the order. A merchant has to name it; of a channel, the API key says it anyway.',
    ),
  ),
}

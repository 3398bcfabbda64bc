/** The input that creates a channel. */
import { type Static, Type } from 'typebox'
import { CHANNEL_MODES } from '../../kit/principals/channel.ts'
import { Line, OneOf, STRICT } from '../../kit/shared/wire.ts'

/** The input of `createChannel`. */
export const NewChannel = Type.Object(
  {
    name: Type.Unsafe<string>({ ...Line(256), minLength: 1 }),
    mode: Type.Optional(OneOf(CHANNEL_MODES, "'flat' when left out.")),
    canShipPartialOrderLines: Type.Optional(Type.Boolean()),
  },
  STRICT,
)
export type NewChannel = Static<typeof NewChannel>

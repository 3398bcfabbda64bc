/** A channel: a shop or marketplace that sells a customer's products. */
import { type Static, Type } from 'typebox'
import { Line, OneOf, STRICT } from '../shared/wire.ts'

/** `flat`: parents are ignored; `grouped`: parents are sent too. */
export const CHANNEL_MODES = ['flat', 'grouped'] as const

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

/** A channel of a customer. */
export interface Channel {
  readonly channelId: number
  readonly name: string
  readonly mode: (typeof CHANNEL_MODES)[number]
  readonly canShipPartialOrderLines: boolean
  /** The keys of a channel that is not active are refused. */
  readonly isActive: boolean
}

/** The channel for which a request acts. */

/** `flat`: parents are ignored; `grouped`: parents are sent too. */
export const CHANNEL_MODES = ['flat', 'grouped'] as const

/** A channel of a customer: a shop or marketplace that sells its products. */
export interface Channel {
  readonly channelId: number
  readonly name: string
  readonly mode: (typeof CHANNEL_MODES)[number]
  readonly canShipPartialOrderLines: boolean
  /** The keys of a channel that is not active are refused. */
  readonly isActive: boolean
}

/** The names of an order. Pure. */

/** An order, or what is listed of it. */
interface Named {
  readonly MerchantReference: string | null
  readonly ChannelReference: string
}

/** The names of an order: the one under which people know it, and the reference of the channel if it is another one. */
export interface OrderNames {
  readonly main: string
  readonly other: string | null
}

/**
 * An acknowledged order has the reference of the merchant. That of the channel stays visible, because buyers and the channel name the order by it.
 *
 * @example orderNames({ MerchantReference: '185', ChannelReference: 'WEB-1183' }) // { main: '185', other: 'WEB-1183' }
 */
export function orderNames({ MerchantReference, ChannelReference }: Named): OrderNames {
  const main = MerchantReference ?? ChannelReference
  return { main, other: main === ChannelReference ? null : ChannelReference }
}

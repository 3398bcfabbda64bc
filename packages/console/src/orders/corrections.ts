/** What keeps an order from being acknowledged. Pure. */
import { orderNames } from './names.ts'
import type { Order } from './order.ts'
import type { Line } from './units.ts'

/** A reason, as the hub says it. */
export type Correction = Order['Corrections'][number]

/** The code of a line whose product the hub does not know. */
export const UNKNOWN_PRODUCT = 'UNKNOWN_PRODUCT'

/** The code of an order in a currency without a rate. */
export const NO_EXCHANGE_RATE = 'NO_EXCHANGE_RATE'

/** What else than a change of its lines releases an order, in words; empty if nothing does. */
export function releaseWords({ Corrections }: Pick<Order, 'Corrections'>): string {
  const has = (code: string) => Corrections.some(({ Code }) => Code === code)
  const missing = [
    ...(has(UNKNOWN_PRODUCT) ? ['the missing product is created'] : []),
    ...(has(NO_EXCHANGE_RATE) ? ['the exchange rate is set'] : []),
  ]
  return missing.length === 0
    ? ''
    : `When ${missing.join(' and ')}, the order becomes New by itself.`
}

/** What a correction is confirmed with: the name of the order, and whether it still requires a correction. */
export function correctedText(
  order: Pick<Order, 'MerchantReference' | 'ChannelReference' | 'Corrections'>,
): string {
  const { main } = orderNames(order)
  return order.Corrections.length === 0
    ? `Order ${main} is corrected.`
    : `Order ${main} was checked again, and still requires a correction.`
}

/** The reasons of each line, by its id; those of the whole order, such as a missing exchange rate, under `undefined`. */
export function correctionsByLine({
  Corrections,
  Lines,
}: Pick<Order, 'Corrections'> & {
  readonly Lines: readonly Pick<Line, 'Id'>[]
}): ReadonlyMap<number | undefined, readonly Correction[]> {
  return Map.groupBy(Corrections, ({ Path }) => {
    const index = /^\/Lines\/(\d+)\//.exec(Path)?.[1]
    return index === undefined ? undefined : Lines[Number(index)]?.Id
  })
}

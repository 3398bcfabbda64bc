/** What keeps an order from being acknowledged. Pure. */
import type { Order } from './order.ts'
import type { Line } from './units.ts'

/** A reason, as the hub says it. */
export type Correction = Order['Corrections'][number]

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

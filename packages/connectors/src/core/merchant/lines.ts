/** Lines of the hub for units of the shop. */
import type { ShopUnits } from '../../adapter/merchant.ts'
import type { RecordProblem } from '../../adapter/outcomes.ts'
import { orderDataOf, type Pair } from '../records/pairs.ts'
import type { Order } from './order-records.ts'

/** Units of a line that the order of the hub does not have. */
export class UnknownLineError extends Error {
  override readonly name = 'UnknownLineError'
  readonly problem: RecordProblem

  constructor(shopLineId: string, reference: string) {
    super(`The order ${reference} has no line ${shopLineId}.`)
    this.problem = {
      code: 'unknown_line',
      message: `The shop names units of the line ${shopLineId}, which is not a line that the hub knows of order ${reference}: it was added in the shop.`,
      remedy: 'Record this in the hub by hand, or undo it in the shop.',
    }
  }
}

/**
 * The lines of a record of the hub, named by the references of the channel.
 *
 * @throws UnknownLineError
 */
export function linesOfUnits(
  order: Order,
  pair: Pair,
  units: readonly ShopUnits[],
): { readonly ChannelOrderLineReference: string; readonly Quantity: number }[] {
  const { lines } = orderDataOf(pair)
  const byShopId = new Map(Object.entries(lines).map(([lineId, shopId]) => [shopId, lineId]))
  const byId = new Map(order.Lines.map((line) => [String(line.Id), line.ChannelReference]))
  return units.map(({ shopLineId, quantity }) => {
    const reference = byId.get(byShopId.get(shopLineId) ?? '')
    if (reference === undefined) throw new UnknownLineError(shopLineId, order.ChannelReference)
    return { ChannelOrderLineReference: reference, Quantity: quantity }
  })
}

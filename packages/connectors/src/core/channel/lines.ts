/** Lines of the hub, which a channel's shop names by its own ids. */
import type { ShopUnits } from '../../adapter/merchant.ts'

interface LineUnits {
  readonly ChannelOrderLineReference: string
  readonly Quantity: number
}

export function toLines(units: readonly ShopUnits[]): LineUnits[] {
  return units.map(({ shopLineId, quantity }) => ({
    ChannelOrderLineReference: shopLineId,
    Quantity: quantity,
  }))
}

export function toUnits(lines: readonly LineUnits[]): ShopUnits[] {
  return lines.map(({ ChannelOrderLineReference, Quantity }) => ({
    shopLineId: ChannelOrderLineReference,
    quantity: Quantity,
  }))
}

/** Ships an acknowledged order, in one or two shipments. */
import type { HubClient } from './hub-client.ts'
import type { OrderAnswer } from './orders.ts'
import type { Outcome } from './outcome.ts'

/**
 * Ships all units of an order. The number of the order decides how, so that a repeated run sends the same shipments: one third of the
 * orders in two shipments with some lines each, one third in two shipments with a part of each line, and one third in one shipment.
 *
 * @returns whether the hub has accepted all shipments
 */
export async function shipOrder(
  client: HubClient,
  outcome: Outcome,
  order: OrderAnswer,
  rows: number,
): Promise<boolean> {
  for (const body of toShipments(order)) {
    const answer = await client.send({
      as: 'merchant',
      method: 'POST',
      path: '/v2/shipments',
      body,
    })
    if (answer.status !== 200 && answer.status !== 201) {
      const { code, detail } = answer.body as { code?: string; detail?: string }
      outcome.refuse(
        `shipment: ${answer.status} ${code}`,
        rows,
        `${order.ChannelReference}: ${detail}`,
      )
      return false
    }
    outcome.shipments.add(body.MerchantShipmentReference)
  }
  return true
}

interface ShipmentLine {
  readonly MerchantOrderLineReference: string | null
  readonly Quantity: number
}

/** The shipments of an order. */
export function toShipments({ ChannelReference, MerchantReference, Lines }: OrderAnswer) {
  const all = Lines.map(({ MerchantReference: name, Quantity }) => ({
    MerchantOrderLineReference: name,
    Quantity,
  }))
  return partsOf(Number(ChannelReference) % 3, all)
    .filter((lines) => lines.length > 0)
    .map((lines, index) => ({
      MerchantShipmentReference: `${ChannelReference}-S${index + 1}`,
      MerchantOrderReference: MerchantReference,
      Lines: lines,
    }))
}

function partsOf(
  manner: number,
  all: readonly ShipmentLine[],
): readonly (readonly ShipmentLine[])[] {
  if (manner === 0) {
    const half = Math.ceil(all.length / 2)
    return [all.slice(0, half), all.slice(half)]
  }
  if (manner === 1) {
    const first = all.map((line) => ({ ...line, Quantity: Math.ceil(line.Quantity / 2) }))
    const rest = all.map((line) => ({ ...line, Quantity: Math.floor(line.Quantity / 2) }))
    return [first, rest.filter((line) => line.Quantity > 0)]
  }
  return [all]
}

/** What Tryton has done with a sale, as shipments, cancellations and returns of the hub. */
import type {
  ShopFulfilments,
  ShopReturn,
  ShopShipment,
  ShopUnits,
} from '../../../adapter/merchant.ts'
import { joinUnits } from '../../../adapter/units.ts'
import { MARK_PREFIX } from './mark.ts'
import { SHIPPING_SEQUENCE } from './order.ts'

/** A sale with its lines. Lines without quantity are titles and comments. */
export interface Sale {
  readonly id: number
  readonly state: string
  /** With VAT, as a text: `-24.20`. */
  readonly total: string
  readonly lines: readonly SaleLine[]
}

export interface SaleLine {
  readonly id: number
  /** The id of the hub's line; copies of a sale keep it. */
  readonly sequence: number | null
  readonly product: number | null
  readonly quantity: number
  /** Moves that were cancelled, and that a person has decided not to make again. */
  readonly ignoredMoves: readonly number[]
}

/** A move of goods to the buyer, or back. */
export interface Move {
  readonly id: number
  /** The line of the sale. */
  readonly line: number
  readonly quantity: number
  readonly state: string
  /** Its shipment: `stock.shipment.out,7`. */
  readonly shipment: string | null
}

export interface Shipment {
  readonly id: number
  readonly state: string
  readonly reference: string | null
  readonly carrier: string | undefined
  readonly packages: readonly Package[]
}

/** A package that a carrier has numbered. */
export interface Package {
  readonly reference: string
  readonly url: string | undefined
}

/** Shipments that are done, and units that a person in Tryton has decided not to deliver. */
export function mapFulfilments(
  sale: Sale,
  moves: readonly Move[],
  shipments: readonly Shipment[],
): ShopFulfilments {
  const byId = new Map(shipments.map((shipment) => [`stock.shipment.out,${shipment.id}`, shipment]))
  const shipped = shipments.filter(({ state }) => state === 'done')
  return {
    shopOrderId: String(sale.id),
    shipments: shipped.map((shipment) => mapShipment(shipment, moves)),
    cancellations: sale.state === 'cancelled' ? [whole(sale)] : ignored(sale, moves, byId),
  }
}

function mapShipment(shipment: Shipment, moves: readonly Move[]): ShopShipment {
  const own = moves.filter(
    (move) => move.shipment === `stock.shipment.out,${shipment.id}` && move.state === 'done',
  )
  return {
    shopId: String(shipment.id),
    units: unitsOf(own),
    ...(shipment.carrier === undefined ? {} : { carrier: shipment.carrier }),
    ...trackingOf(shipment),
  }
}

/** The numbers of the packages; without any, the reference that a person has given the shipment. */
function trackingOf({ packages, reference }: Shipment) {
  const url = packages.find((one) => one.url !== undefined)?.url
  const number = packages.map((one) => one.reference).join(', ') || reference
  return {
    ...(number ? { trackingNumber: number } : {}),
    ...(url === undefined ? {} : { trackingUrl: url }),
  }
}

/** Each move is a cancellation of its own, since people decide on moves one by one. Those that the hub has asked for are left out. */
function ignored(sale: Sale, moves: readonly Move[], shipments: ReadonlyMap<string, Shipment>) {
  const decided = new Set(sale.lines.flatMap(({ ignoredMoves }) => ignoredMoves))
  return moves
    .filter((move) => move.state === 'cancelled' && decided.has(move.id))
    .filter(({ shipment }) => !isMark(shipments.get(shipment ?? '')?.reference))
    .map(({ id, line, quantity }) => ({
      shopId: `move-${id}`,
      units: unitsOf([{ line, quantity }]),
    }))
}

const isMark = (reference: string | null | undefined) => reference?.startsWith(MARK_PREFIX) ?? false

function whole(sale: Sale) {
  const lines = sale.lines.filter((line) => line.quantity > 0 && isOfHub(line))
  const units = unitsOf(lines.map(({ id, quantity }) => ({ line: id, quantity })))
  return { shopId: `sale-${sale.id}`, units, reason: 'The sale was cancelled in Tryton.' }
}

function unitsOf(
  parts: readonly { readonly line: number; readonly quantity: number }[],
): readonly ShopUnits[] {
  return joinUnits(parts.map(({ line, quantity }) => ({ shopLineId: String(line), quantity })))
}

/** The sale of a return: a copy of the sale with negative quantities. */
export interface ReturnSale {
  readonly sale: Sale
  readonly origin: Sale
  readonly moves: readonly Move[]
  /** States of the shipments that bring the goods back. */
  readonly shipmentStates: readonly string[]
}

/**
 * A return is accepted once all goods have come back. One without goods is a refund of an amount.
 *
 * @returns undefined while goods are on their way
 */
export function mapReturn(returned: ReturnSale): ShopReturn | undefined {
  const { sale, origin, moves, shipmentStates } = returned
  if (shipmentStates.some((state) => state !== 'done' && state !== 'cancelled')) return undefined
  const done = moves.filter(({ state }) => state === 'done')
  const parts = done.flatMap(({ line, quantity }) => {
    const own = sale.lines.find(({ id }) => id === line)
    const original = own && origin.lines.find((other) => isSameLine(own, other))
    return original === undefined ? [] : [{ line: original.id, quantity }]
  })
  return {
    shopId: String(sale.id),
    shopOrderId: String(origin.id),
    units: unitsOf(parts),
    refundInclVat: -Number(sale.total),
    ...(done.length === 0 ? {} : { restocked: true }),
  }
}

function isSameLine(one: SaleLine, other: SaleLine): boolean {
  if (one.sequence !== null) return one.sequence === other.sequence
  return one.product === other.product && isOfHub(other)
}

const isOfHub = ({ sequence }: SaleLine) => sequence !== null && sequence < SHIPPING_SEQUENCE

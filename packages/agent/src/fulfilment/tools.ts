/** The tools of fulfilment. */
import type { Tool } from '../kit/tool.ts'
import { changeShipment, shipOrders } from './ship.ts'
import { backorderUnits, cancelUnits } from './units.ts'

/** All tools of fulfilment. */
export const fulfilmentTools: readonly Tool[] = [
  shipOrders,
  changeShipment,
  cancelUnits,
  backorderUnits,
]

/** Kills a connector at a chosen call: from then on, each call of it fails, as those of a process that has ended. */

import type { FakeMerchant } from './fake-merchant.ts'
import { faultySender } from './harness.ts'

export class Killed extends Error {
  override readonly name = 'Killed'
}

export interface Killer {
  /** Sends the calls of the hub. */
  readonly rest: ReturnType<typeof faultySender>
  /** Whether the process has ended. */
  readonly isDead: boolean
  /** How many moments there were. */
  readonly moments: number
}

/**
 * Makes a killer for one process.
 *
 * @param at the moment at which the process ends: each call of the hub or of the shop has two, before and after it
 */
export function killAt(at: number, shop: Pick<FakeMerchant, 'onCall'>): Killer {
  let moments = 0
  const tick = () => {
    if (moments >= at) throw new Killed('The process has ended.')
    moments += 1
    if (moments >= at) throw new Killed('The process has ended.')
  }
  shop.onCall = tick
  return {
    rest: faultySender(tick),
    get isDead() {
      return moments >= at
    },
    get moments() {
      return moments
    },
  }
}

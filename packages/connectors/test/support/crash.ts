/** Kills a connector at a chosen call: from then on, each call of it fails, as those of a process that has ended. */
import type { Adapter } from '../../src/adapter/adapter.ts'
import type { FakeMerchant } from './fake-merchant.ts'
import { faultySender, type Harness } from './harness.ts'

export class Killed extends Error {
  override readonly name = 'Killed'
}

export interface Killer {
  /** Sends the calls of the hub. */
  readonly rest: ReturnType<typeof faultySender>
  /** Whether the process has ended. */
  readonly isDead: boolean
}

/**
 * Makes a killer for one process.
 *
 * @param at the moment at which the process ends: each call of the hub or of the shop has two, before and after it
 */
export function killAt(at: number, shop: Pick<Crashing, 'onCall'>): Killer {
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
  }
}

/**
 * Runs a connection in a process that ends at a moment, and what it has left in the next one.
 *
 * @param options.runs how often the next process runs the connection
 * @returns whether the first process was killed; otherwise there is no such moment
 */
export async function runKilledAt(
  harness: Harness,
  shop: Crashing,
  id: number,
  { at, key = harness.merchantKey, runs = 1, between }: KilledRun,
): Promise<boolean> {
  const killer = killAt(at, shop)
  const { rest } = killer
  await harness
    .connector(shop.adapter(), { rest, key })
    .runOnce(id)
    .catch(() => [])
  await rest.close()
  await between?.()
  await harness.expireLeases()
  shop.onCall = () => {}
  const next = harness.connector(shop.adapter(), { key })
  for (let run = 0; run < runs; run += 1) await next.runOnce(id)
  await next.close()
  return killer.isDead
}

/** A shop of a test. */
interface Crashing {
  onCall: FakeMerchant['onCall']
  adapter(): Adapter
}

interface KilledRun {
  readonly at: number
  /** @default that of the merchant */
  readonly key?: string
  /** @default 1 */
  readonly runs?: number
  /** What happens between the two processes. */
  between?(): Promise<unknown>
}

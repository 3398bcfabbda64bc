/** The connections that a process serves. */
import type { Runner } from '../run/runner.ts'
import type { Account } from './accounts.ts'
import type { Sleeper } from './wakes.ts'

/** A connection that is served. */
export interface Served {
  readonly runner: Runner
  readonly account: Account
  readonly sleeper: Sleeper
  /** How many runs have failed in a row. */
  failures: number
  /** Until when the shop is left alone. */
  waitUntil: number
  turns: number
  isOver: boolean
}

/**
 * All of them, or the one with an id.
 *
 * @throws Error if there is none with the id
 */
export function chosenOf(
  served: ReadonlyMap<number, Served>,
  connectionId: number | undefined,
): readonly Served[] {
  if (connectionId === undefined) return [...served.values()]
  const chosen = served.get(connectionId)
  if (chosen !== undefined) return [chosen]
  throw new Error(
    `The keys of this connector serve no connection ${connectionId}. A connection of a channel needs a key of the channel.`,
  )
}

/** How many connections are served, by shop. */
export function countByShop(served: ReadonlyMap<number, Served>): ReadonlyMap<string, number> {
  const shops = [...served.values()].map(({ runner }) => runner.connection.Shop)
  return new Map([...Map.groupBy(shops, (shop) => shop)].map(([shop, all]) => [shop, all.length]))
}

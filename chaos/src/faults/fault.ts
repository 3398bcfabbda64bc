/** What a fault is. */
import type { Random } from '../random.ts'
import type { HubNode } from '../world/hub-node.ts'
import type { World } from '../world/world.ts'

/** What a fault works with. */
export interface FaultContext {
  readonly world: World
  readonly random: Random
  /** The longest that a fault lasts, in milliseconds. */
  readonly longestMs: number
}

/** What a fault has done. */
export interface FaultOutcome {
  readonly detail: string
  readonly nodes: readonly HubNode[]
}

/** A kind of fault. */
export interface Fault {
  readonly name: string
  /** Why this world cannot have it; undefined when it can. */
  impossible?(world: World): string | undefined
  /** Causes the fault, and removes its cause. Resolves when the cause is gone; the hubs must recover from then on. */
  run(context: FaultContext): Promise<FaultOutcome>
}

/** How long this fault lasts: 0.3 s up to the longest, short ones more often. */
export function duration({ random, longestMs }: FaultContext): number {
  const most = random.chance(0.3) ? longestMs : Math.max(300, longestMs / 4)
  return random.int(300, Math.max(300, Math.round(most)))
}

/** Types of faults. */
import type { Random } from '@entrepot/test-support/random'
import type { HubNode } from '../world/hub-node.ts'
import type { World } from '../world/world.ts'

/** The input of a fault. */
export interface FaultContext {
  readonly world: World
  readonly random: Random
  /** Maximum duration of a fault, in milliseconds. */
  readonly longestMs: number
}

/** The effect of a fault. */
export interface FaultOutcome {
  readonly detail: string
  readonly nodes: readonly HubNode[]
}

/** A kind of fault. */
export interface Fault {
  readonly name: string
  /** Why this world cannot cause the fault. Undefined if it can. */
  impossible?(world: World): string | undefined
  /** Causes the fault, and removes its cause. Resolves when the cause is removed; from then on the hubs must recover. */
  run(context: FaultContext): Promise<FaultOutcome>
}

/** Duration of a fault: 0.3 s up to the maximum. Short durations are more frequent. */
export function duration({ random, longestMs }: FaultContext): number {
  const most = random.chance(0.3) ? longestMs : Math.max(300, longestMs / 4)
  return random.int(300, Math.max(300, Math.round(most)))
}

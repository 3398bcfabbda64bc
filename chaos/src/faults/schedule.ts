/** Decides which faults a run causes, and when. */
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom, type Random } from '@entrepot/test-support/random'
import { moment } from '../entries.ts'
import type { World } from '../world/world.ts'
import type { Fault, FaultContext } from './fault.ts'
import { hubFaults } from './hub-faults.ts'
import { networkFaults } from './network-faults.ts'
import { postgresFaults } from './postgres-faults.ts'
import { recoveredHubs } from './recovery-watch.ts'

/** Every kind of fault. */
export const ALL_FAULTS: readonly Fault[] = [...hubFaults, ...postgresFaults, ...networkFaults]

/** Options of {@link makeFaults}. */
export interface FaultPlan {
  readonly random: Random
  readonly longestMs: number
  /** Maximum time to wait for a recovery before the next fault, in milliseconds. */
  readonly patienceMs: number
  /** Probability that two faults happen at once. */
  readonly overlap: number
  /** Kinds of faults to cause. All kinds if undefined. */
  readonly only?: readonly string[] | undefined
  /** Whether to cause another fault. */
  goesOn(made: number): boolean
  onFault?(name: string, made: number): void
}

/** The order of faults: every kind once in random order, then every kind again, and so on. Twenty faults therefore include every kind. */
export function* faultOrder(random: Random, faults: readonly Fault[]): Generator<Fault> {
  for (;;) {
    const left = [...faults]
    while (left.length > 0) yield* left.splice(random.int(0, left.length - 1), 1)
  }
}

/** Faults that this world cannot cause, each with the reason. */
export function impossibleFaults(world: World): ReadonlyMap<string, string> {
  const reasons = ALL_FAULTS.map((fault) => [fault.name, fault.impossible?.(world)] as const)
  return new Map(reasons.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Causes faults until the plan says that there are enough. Returns their number. */
export async function makeFaults(world: World, plan: FaultPlan): Promise<number> {
  const impossible = impossibleFaults(world)
  const order = faultOrder(
    plan.random,
    ALL_FAULTS.filter(({ name }) => !impossible.has(name) && (plan.only?.includes(name) ?? true)),
  )
  let made = 0
  for (let round = 1; plan.goesOn(made); round += 1) {
    await delay(plan.random.int(100, 600))
    const count = plan.random.chance(plan.overlap) ? 2 : 1
    const faults = Array.from({ length: count }, () => order.next().value as Fault)
    // Each fault has its own generator: faults that run at the same time would use a shared one in an undefined order.
    const seeds = faults.map(() => plan.random.int(0, 0x7fff_ffff))
    await Promise.all(
      faults.map((fault, index) =>
        makeFault(world, fault, round, {
          world,
          random: createRandom(seeds[index] as number),
          longestMs: plan.longestMs,
        }),
      ),
    )
    made += faults.length
    plan.onFault?.(faults.map(({ name }) => name).join(' + '), made)
    await recoveredHubs(world, plan.patienceMs)
  }
  return made
}

async function makeFault(
  world: World,
  fault: Fault,
  round: number,
  context: FaultContext,
): Promise<void> {
  const at = moment()
  const { detail, nodes } = await fault.run(context)
  world.history.add({
    kind: 'fault',
    at,
    end: moment(),
    round,
    fault: fault.name,
    detail,
    nodes: nodes.map(({ name }) => name),
  })
}

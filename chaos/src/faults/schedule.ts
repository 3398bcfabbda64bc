/** Which faults a run makes, and when. */
import { setTimeout as delay } from 'node:timers/promises'
import { moment } from '../entries.ts'
import { createRandom, type Random } from '../random.ts'
import type { World } from '../world/world.ts'
import type { Fault, FaultContext } from './fault.ts'
import { hubFaults } from './hub-faults.ts'
import { networkFaults } from './network-faults.ts'
import { postgresFaults } from './postgres-faults.ts'
import { recoveredHubs } from './recovery-watch.ts'

/** Every kind of fault. */
export const ALL_FAULTS: readonly Fault[] = [...hubFaults, ...postgresFaults, ...networkFaults]

/** What {@link makeFaults} may be told. */
export interface FaultPlan {
  readonly random: Random
  readonly longestMs: number
  /** How long to wait for a recovery before the next fault all the same, in milliseconds. */
  readonly patienceMs: number
  /** How likely two faults come at once. */
  readonly overlap: number
  /** Kinds of faults that are made; all when left out. */
  readonly only?: readonly string[] | undefined
  /** Whether to make another one. */
  goesOn(made: number): boolean
  onFault?(name: string, made: number): void
}

/**
 * The order of faults: every kind once in an order of the generator's choice, then every kind again, and so on. So twenty
 * faults have every kind among them.
 */
export function* faultOrder(random: Random, faults: readonly Fault[]): Generator<Fault> {
  for (;;) {
    const left = [...faults]
    while (left.length > 0) yield* left.splice(random.int(0, left.length - 1), 1)
  }
}

/** Faults that this world cannot have, each with the reason. */
export function impossibleFaults(world: World): ReadonlyMap<string, string> {
  const reasons = ALL_FAULTS.map((fault) => [fault.name, fault.impossible?.(world)] as const)
  return new Map(reasons.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Makes faults until the plan says that it is enough. Answers how many. */
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
    // A generator of its own each: faults at the same time would draw from one in whatever order they happen to run.
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

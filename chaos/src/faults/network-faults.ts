/** Faults of the network between hubs and PostgreSQL. */
import { setTimeout as delay } from 'node:timers/promises'
import type { HubNode } from '../world/hub-node.ts'
import { duration, type Fault, type FaultContext } from './fault.ts'

/** Maximum time to wait for an answer that can be cut, in milliseconds. */
const CUT_WAIT_MS = 1_000

/** Connections end in the middle of a result: some bytes arrive, and then the connection ends. */
const cutInResult: Fault = {
  name: 'link-cut-in-result',
  async run(context) {
    const { random } = context
    const hubs = chooseHubs(context)
    const counts = await Promise.all(
      hubs.map((hub) =>
        hub.link.cutAnswers(
          random.int(1, 8),
          (length) => random.int(0, Math.max(0, length - 1)),
          CUT_WAIT_MS,
        ),
      ),
    )
    const count = counts.reduce((sum, one) => sum + one, 0)
    return { detail: `${count} connections of ${names(hubs)} cut within a result`, nodes: hubs }
  },
}

/** Connections are reset. */
const reset: Fault = {
  name: 'link-reset',
  async run(context) {
    const hubs = chooseHubs(context)
    const most = context.random.pick([1, 3, 1_000])
    const count = hubs.reduce((sum, hub) => sum + hub.link.reset(most), 0)
    return { detail: `${count} connections of ${names(hubs)} reset`, nodes: hubs }
  },
}

/** No bytes pass for a while. Bytes that were sent meanwhile arrive afterwards, as with TCP retransmission. */
const stall: Fault = {
  name: 'hole-that-heals',
  async run(context) {
    const hubs = chooseHubs(context)
    const time = duration(context)
    for (const hub of hubs) hub.link.stall('pass')
    await delay(time)
    for (const hub of hubs) hub.link.resume()
    return {
      detail: `no bytes passed between ${names(hubs)} and PostgreSQL for ${time} ms`,
      nodes: hubs,
    }
  },
}

/** Existing connections are dead without notice, and new ones work: a failover, or a firewall that has dropped its state. */
const abandonOld: Fault = {
  name: 'hole-for-old-connections',
  async run(context) {
    const hubs = chooseHubs(context)
    const count = hubs.reduce((sum, hub) => sum + hub.link.abandon('pass'), 0)
    return { detail: `${count} connections of ${names(hubs)} dead without notice`, nodes: hubs }
  },
}

/** Existing connections are dead without notice, and new ones are not answered for a while. */
const abandonAll: Fault = {
  name: 'hole-for-all',
  async run(context) {
    const hubs = chooseHubs(context)
    const time = duration(context)
    for (const hub of hubs) hub.link.abandon('drop')
    await delay(time)
    for (const hub of hubs) hub.link.resume()
    return { detail: `connections of ${names(hubs)} not answered for ${time} ms`, nodes: hubs }
  },
}

/** PostgreSQL is unreachable: every connection is reset, including new ones. */
const refuse: Fault = {
  name: 'link-refused',
  async run(context) {
    const hubs = chooseHubs(context)
    const time = duration(context)
    for (const hub of hubs) {
      hub.link.admit('refuse')
      hub.link.reset(1_000)
    }
    await delay(time)
    for (const hub of hubs) hub.link.admit('pass')
    return { detail: `connections of ${names(hubs)} refused for ${time} ms`, nodes: hubs }
  },
}

/** All faults of the network. */
export const networkFaults: readonly Fault[] = [
  cutInResult,
  reset,
  stall,
  abandonOld,
  abandonAll,
  refuse,
]

function chooseHubs({ world, random }: FaultContext): readonly HubNode[] {
  return random.chance(0.5) ? world.hubs : [random.pick(world.hubs)]
}

function names(hubs: readonly HubNode[]): string {
  return hubs.map(({ name }) => name).join(' and ')
}

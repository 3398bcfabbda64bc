/** Faults of the network between hubs and PostgreSQL. */
import { setTimeout as delay } from 'node:timers/promises'
import type { HubNode } from '../world/hub-node.ts'
import { duration, type Fault, type FaultContext } from './fault.ts'

/** Maximum time to wait for an answer that can be cut, in milliseconds. */
const CUT_WAIT_MS = 1_000

/** A fault of the connections of one hub, or of all. `act` causes it, and says what happened to the connections of the hubs with these names. */
function onLinks(
  name: string,
  act: (hubs: readonly HubNode[], names: string, context: FaultContext) => Promise<string> | string,
): Fault {
  return {
    name,
    async run(context) {
      const { world, random } = context
      const hubs = random.chance(0.5) ? world.hubs : [random.pick(world.hubs)]
      const names = hubs.map((hub) => hub.name).join(' and ')
      return { detail: await act(hubs, names, context), nodes: hubs }
    },
  }
}

/** Connections end in the middle of a result: some bytes arrive, and then the connection ends. */
const cutInResult = onLinks('link-cut-in-result', async (hubs, names, { random }) => {
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
  return `${count} connections of ${names} cut within a result`
})

/** Connections are reset. */
const reset = onLinks('link-reset', (hubs, names, { random }) => {
  const most = random.pick([1, 3, 1_000])
  const count = hubs.reduce((sum, hub) => sum + hub.link.reset(most), 0)
  return `${count} connections of ${names} reset`
})

/** No bytes pass for a while. Bytes that were sent meanwhile arrive afterwards, as with TCP retransmission. */
const stall = onLinks('hole-that-heals', async (hubs, names, context) => {
  const time = duration(context)
  for (const hub of hubs) hub.link.stall('pass')
  await delay(time)
  for (const hub of hubs) hub.link.resume()
  return `no bytes passed between ${names} and PostgreSQL for ${time} ms`
})

/** Existing connections are dead without notice, and new ones work: a failover, or a firewall that has dropped its state. */
const abandonOld = onLinks('hole-for-old-connections', (hubs, names) => {
  const count = hubs.reduce((sum, hub) => sum + hub.link.abandon('pass'), 0)
  return `${count} connections of ${names} dead without notice`
})

/** Existing connections are dead without notice, and new ones are not answered for a while. */
const abandonAll = onLinks('hole-for-all', async (hubs, names, context) => {
  const time = duration(context)
  for (const hub of hubs) hub.link.abandon('drop')
  await delay(time)
  for (const hub of hubs) hub.link.resume()
  return `connections of ${names} not answered for ${time} ms`
})

/** PostgreSQL is unreachable: every connection is reset, including new ones. */
const refuse = onLinks('link-refused', async (hubs, names, context) => {
  const time = duration(context)
  for (const hub of hubs) {
    hub.link.admit('refuse')
    hub.link.reset(1_000)
  }
  await delay(time)
  for (const hub of hubs) hub.link.admit('pass')
  return `connections of ${names} refused for ${time} ms`
})

/** All faults of the network. */
export const networkFaults: readonly Fault[] = [
  cutInResult,
  reset,
  stall,
  abandonOld,
  abandonAll,
  refuse,
]

/** Faults of hubs: kills, restarts, pauses, a wrong clock, and clients that close their connections. */
import { setTimeout as delay } from 'node:timers/promises'
import { duration, type Fault } from './fault.ts'

const MINUTE = 60_000

/** SIGKILL of a hub. The hub is restarted immediately. */
const killHub: Fault = {
  name: 'hub-kill',
  async run({ world, random }) {
    const hub = random.pick(world.hubs)
    await hub.end('SIGKILL')
    await hub.ready()
    return { detail: `SIGKILL of ${hub.name}`, nodes: [hub] }
  },
}

/** SIGKILL of a hub while it starts. */
const killStartingHub: Fault = {
  name: 'hub-kill-starting',
  async run({ world, random }) {
    const hub = random.pick(world.hubs)
    await hub.end('SIGKILL')
    await delay(random.int(50, 800))
    await hub.end('SIGKILL')
    await hub.ready()
    return { detail: `SIGKILL of ${hub.name}, and again while it starts`, nodes: [hub] }
  },
}

/** An orderly restart. */
const restartHub: Fault = {
  name: 'hub-restart',
  async run({ world, random }) {
    const hub = random.pick(world.hubs)
    await hub.end('SIGTERM')
    await hub.ready()
    return { detail: `SIGTERM of ${hub.name}`, nodes: [hub] }
  },
}

/** A hub is paused for a while. */
const stopHub: Fault = {
  name: 'hub-stop',
  async run(context) {
    const { world, random } = context
    const hub = random.pick(world.hubs)
    const time = duration(context)
    hub.signal('SIGSTOP')
    await delay(time)
    hub.signal('SIGCONT')
    return { detail: `SIGSTOP of ${hub.name} for ${time} ms`, nodes: [hub] }
  },
}

/** The clock of a hub is wrong by minutes or hours for a while. */
const shiftClock: Fault = {
  name: 'hub-clock',
  async run(context) {
    const { world, random } = context
    const hub = random.pick(world.hubs)
    const shift = random.pick([-1, 1]) * random.pick([2, 10, 90, 300]) * MINUTE
    const time = duration(context)
    hub.setClock(shift)
    await delay(time)
    hub.setClock(0)
    const detail = `clock of ${hub.name} off by ${shift / MINUTE} min for ${time} ms`
    return { detail, nodes: [hub] }
  },
}

/** Clients close their connections while they send or wait. */
const cutClients: Fault = {
  name: 'clients-cut',
  async run(context) {
    const { world } = context
    const time = duration(context)
    world.isCutting = true
    await delay(time)
    world.isCutting = false
    return { detail: `half of all requests cut by their clients for ${time} ms`, nodes: world.hubs }
  },
}

/** All faults of hubs. */
export const hubFaults: readonly Fault[] = [
  killHub,
  killStartingHub,
  restartHub,
  stopHub,
  shiftClock,
  cutClients,
]

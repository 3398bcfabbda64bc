/** Faults of PostgreSQL: the postmaster or backends are killed or paused, the disk is full, or the server is read-only. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Postgres } from '../world/postgres.ts'
import { duration, type Fault, type FaultContext } from './fault.ts'

/** SIGKILL of the postmaster. It is restarted immediately. */
const killPostmaster: Fault = {
  name: 'postmaster-kill',
  async run({ world }) {
    const { pid } = world.postgres
    signal(pid, 'SIGKILL')
    // The old backends continue for a moment. Waits until the launcher has noticed.
    while (world.postgres.pid === pid) await delay(10)
    await world.postgres.reachable()
    return { detail: `SIGKILL of postmaster ${pid}`, nodes: world.hubs }
  },
}

/** The postmaster is paused: existing sessions continue, new ones wait. */
const stopPostmaster: Fault = {
  name: 'postmaster-stop',
  async run(context) {
    const { world } = context
    const { pid } = world.postgres
    const time = duration(context)
    signal(pid, 'SIGSTOP')
    await delay(time)
    signal(pid, 'SIGCONT')
    await world.postgres.reachable()
    return { detail: `SIGSTOP of the postmaster for ${time} ms`, nodes: world.hubs }
  },
}

/** Some backends are terminated, as an administrator does it. */
const terminateBackends: Fault = {
  name: 'backend-terminate',
  async run(context) {
    const pids = await chooseBackends(context)
    for (const pid of pids) signal(pid, 'SIGTERM')
    return { detail: `${pids.length} backends terminated`, nodes: context.world.hubs }
  },
}

/** SIGKILL of a backend: PostgreSQL ends all sessions and recovers. */
const killBackend: Fault = {
  name: 'backend-kill',
  async run(context) {
    const { world } = context
    const [pid] = await chooseBackends(context)
    if (pid !== undefined) signal(pid, 'SIGKILL')
    await recovered(world.postgres, pid)
    return { detail: `SIGKILL of backend ${pid}`, nodes: world.hubs }
  },
}

/** Backends are paused while they hold their locks. */
const stopBackends: Fault = {
  name: 'backend-stop',
  async run(context) {
    const pids = await chooseBackends(context)
    const time = duration(context)
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await delay(time)
    for (const pid of pids) signal(pid, 'SIGCONT')
    const detail = `SIGSTOP of ${pids.length} backends for ${time} ms`
    return { detail, nodes: context.world.hubs }
  },
}

/** The disk of the tables is full (SQLSTATE 53100). */
const fillDisk: Fault = {
  name: 'disk-full',
  impossible: ({ postgres }) =>
    postgres.disk ? undefined : 'needs root on Linux, to mount a small disk (tmpfs)',
  async run(context) {
    const { world } = context
    const time = duration(context)
    world.postgres.disk?.fill()
    await delay(time)
    world.postgres.disk?.empty()
    return { detail: `disk full for ${time} ms`, nodes: world.hubs }
  },
}

/** All transactions are read-only, as on a standby after a failover (SQLSTATE 25006). */
const readOnly: Fault = {
  name: 'read-only',
  async run(context) {
    const { world } = context
    const time = duration(context)
    await world.postgres.run('alter system set default_transaction_read_only = on')
    await world.postgres.run('select pg_reload_conf()')
    await delay(time)
    await world.postgres.run('alter system reset default_transaction_read_only')
    await world.postgres.run('select pg_reload_conf()')
    return { detail: `read-only for ${time} ms`, nodes: world.hubs }
  },
}

/** All faults of PostgreSQL. */
export const postgresFaults: readonly Fault[] = [
  killPostmaster,
  stopPostmaster,
  terminateBackends,
  killBackend,
  stopBackends,
  fillDisk,
  readOnly,
]

async function chooseBackends({ world, random }: FaultContext): Promise<readonly number[]> {
  const pids = [...(await world.postgres.backends())]
  const count = Math.min(pids.length, random.pick([1, 1, 2, 4, 16]))
  return Array.from({ length: count }, () => pids.splice(random.int(0, pids.length - 1), 1)).flat()
}

/** Waits until PostgreSQL has noticed that a backend died, and accepts connections again. */
async function recovered(postgres: Postgres, pid: number | undefined): Promise<void> {
  await postgres.reachable()
  while (pid !== undefined && isRunning(pid)) await delay(10)
  await postgres.reachable()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Ignores processes that have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

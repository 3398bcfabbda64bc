/**
 * Says where the time goes: for an order, a poll, an acknowledgement, a row of an import and a delivery of an event, the microseconds of the
 * hub's thread by part, and those of PostgreSQL by statement. The hub's stacks are sampled under load (`node:inspector`); the statements are
 * counted by pg_stat_statements. Both cost some time themselves, so compare the parts with each other, and rates with the other benchmarks.
 *
 * The floor of an order: the same rows by one raw SQL statement, and an empty route of Fastify that parses the same body. No targets.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createHttpClient } from '@entrepot/test-support/http-client'
import type { BedHub } from './hub.ts'
import { CONNECTIONS, makeBed } from './hub.ts'
import { brief, measure, printTable, say } from './measure.ts'
import { anOrder, makeBaseline } from './orders.ts'
import { useOf } from './peers/processes.ts'
import { type Look, noSight, type Sight, startSeen } from './profile/lens.ts'
import {
  profileDeliveries,
  profileImport,
  profileOrders,
  profileSync,
  type Sights,
} from './profile/loads.ts'
import type { BenchResult } from './run.ts'

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const times = quick ? 1 : 5
  const bed = await makeBed()
  try {
    const { hub, look } = await startSeen(bed, 'webhooks: {allowHosts: [127.0.0.1]}\n')
    const ratios: Record<string, number> = {}
    const report = (sights: Sights) => {
      for (const [name, sight] of Object.entries(sights)) {
        printSight(name, sight)
        ratios[`${name}, hub CPU us`] = perOperation(sight.hubCpu, sight.operations)
        ratios[`${name}, PostgreSQL CPU us`] = perOperation(sight.postgresCpu, sight.operations)
      }
    }
    report(await profileOrders(hub, look, 2_000 * times))
    const floor = await measureFloor(hub, look, 2_000 * times)
    report(await profileSync(hub, look, 4 * times))
    report(await profileImport(hub, look, 10_000 * times))
    report(await profileDeliveries(hub, look, 2_000 * times))
    return { ratios: { ...ratios, ...floor }, targets: {} }
  } finally {
    await bed.close()
  }
}

const MICROS = 1_000_000

const perOperation = (seconds: number, operations: number) => brief((seconds * MICROS) / operations)

/** What takes less than this part of the time is added up. */
const LEAST = 0.02

function printSight(name: string, { parts, others, statements, hubCpu, operations }: Sight): void {
  const idle = parts.get('idle') ?? 0
  const busy = [...parts.values()].reduce((sum, micros) => sum + micros, 0) - idle
  // Samples say where the time went. How much of it there was says the CPU time: other programs may have had the processor meanwhile.
  const scale = (hubCpu * MICROS) / busy
  say(`${name}: ${operations} times, microseconds of each (hub: CPU; PostgreSQL: time)`)
  const rows = [...parts].filter(([part]) => part !== 'idle').toSorted(([, a], [, b]) => b - a)
  printTable(
    [...rows, ['all of the hub', busy] as const].map(([part, micros]) => ({
      part,
      us: brief((scale * micros) / operations),
      '%': Math.round((100 * micros) / busy),
    })),
  )
  const spent = [...statements.values()].toSorted((a, b) => b.micros - a.micros)
  const all = spent.reduce((sum, { micros }) => sum + micros, 0)
  const shown = spent.filter(({ micros }) => micros >= LEAST * all)
  const rest = all - shown.reduce((sum, { micros }) => sum + micros, 0)
  printTable([
    ...shown.map(({ text, calls, micros }) => ({
      us: brief(micros / operations),
      'calls of each': brief(calls / operations),
      statement: text,
    })),
    { us: brief(rest / operations), 'calls of each': '', statement: 'others' },
    { us: brief(all / operations), 'calls of each': '', statement: 'all of PostgreSQL' },
  ])
  const unknown = [...others].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  for (const [frame, micros] of unknown)
    if (micros >= LEAST * busy)
      say(`  in Node: ${brief((scale * micros) / operations)} us in ${frame}`)
}

async function measureFloor(
  hub: BedHub,
  look: Look,
  count: number,
): Promise<Record<string, number>> {
  const raw = await makeBaseline(hub)
  const insert = async (name: string) =>
    await measure(count, CONNECTIONS, (number) => raw(`raw-${name}-${number}`))
  await insert('warm')
  const sight = noSight()
  await look(sight, count, async () => await insert('seen'))
  const statements = [...sight.statements.values()].reduce((sum, { micros }) => sum + micros, 0)
  return {
    'floor: rows of an order by raw SQL, PostgreSQL us': brief(statements / count),
    'floor: rows of an order by raw SQL, PostgreSQL CPU us': perOperation(sight.postgresCpu, count),
    'floor: empty route with the body of an order, CPU us': await measureEmptyRoute(count),
  }
}

async function measureEmptyRoute(count: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('./profile/empty-server.ts', import.meta.url)))
  const client = createHttpClient({ connections: CONNECTIONS })
  try {
    const [port] = (await once(child, 'message')) as [number]
    const origin = `http://127.0.0.1:${port}`
    const requests = async () =>
      await measure(count, CONNECTIONS, async (number) => {
        const body = JSON.stringify(anOrder(`empty-${number}`))
        await client.send({ method: 'POST', origin, path: '/empty', body })
      })
    await requests()
    const before = await useOf(child.pid ?? 0)
    await requests()
    return perOperation((await useOf(child.pid ?? 0)).cpu - before.cpu, count)
  } finally {
    await client.close()
    child.disconnect()
  }
}

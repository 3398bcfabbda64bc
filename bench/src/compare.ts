/** Compares two ways to call hubs, in turn: throughput, latencies and the CPU time of the hub. */
import { readFile } from 'node:fs/promises'
import { type BedHub, CONNECTIONS } from './hub.ts'
import { brief, type Measurement, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

/** One comparison. Each side runs an operation by its number, which is never used twice. */
export interface Comparison {
  readonly label: string
  readonly target: string
  readonly count: number
  readonly edge: (number: number) => Promise<unknown>
  readonly plain: (number: number) => Promise<unknown>
  /** The hubs of both sides. */
  readonly hubs: readonly [edge: BedHub, plain: BedHub]
}

/** The result of one round of one side. */
interface Side extends Measurement {
  /** CPU time of the hub per request, without PostgreSQL. */
  readonly cpuMicros: number
}

/** Runs comparisons, and returns the ratios by their labels. */
export async function compareAll(
  comparisons: readonly Comparison[],
  rounds: number,
): Promise<BenchResult> {
  const ratios: Record<string, number> = {}
  for (const comparison of comparisons) {
    ratios[comparison.label] = brief(await compare(comparison, rounds))
  }
  const targets = Object.fromEntries(comparisons.map(({ label, target }) => [label, target]))
  return { ratios, targets }
}

/** Runs both sides in turn, the first one changing from round to round, and returns the median of the ratios. */
async function compare(
  { label, count, edge, plain, hubs: [edgeHub, plainHub] }: Comparison,
  rounds: number,
): Promise<number> {
  say(`${label}: ${rounds} rounds of ${count} requests each, ${CONNECTIONS} in flight`)
  let next = 0
  const runSide = async ({ hub }: BedHub, operation: Comparison['edge']): Promise<Side> => {
    const from = next
    next += count
    const before = await cpuMicrosOf(hub.pid)
    const measured = await measure(count, CONNECTIONS, async (number) => {
      await operation(from + number)
    })
    return { ...measured, cpuMicros: ((await cpuMicrosOf(hub.pid)) - before) / count }
  }
  const runEdge = async () => await runSide(edgeHub, edge)
  const runPlain = async () => await runSide(plainHub, plain)
  await runEdge()
  await runPlain()
  const rows: { edge: Side; plain: Side }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const isEdgeFirst = round % 2 === 0
    const first = await (isEdgeFirst ? runEdge() : runPlain())
    const second = await (isEdgeFirst ? runPlain() : runEdge())
    rows.push(isEdgeFirst ? { edge: first, plain: second } : { edge: second, plain: first })
  }
  printTable(
    rows.map((row, round) => ({
      round,
      'with, per s': Math.round(row.edge.perSecond),
      'p99 ms': brief(row.edge.p99),
      'without, per s': Math.round(row.plain.perSecond),
      'without p99': brief(row.plain.p99),
      ratio: brief(row.edge.perSecond / row.plain.perSecond),
      'CPU us': brief(row.edge.cpuMicros),
      'without CPU us': brief(row.plain.cpuMicros),
    })),
  )
  // Meaningful also on a busy machine, where throughput varies by more than the measured difference.
  const cpu = median(rows.map((row) => row.plain.cpuMicros / row.edge.cpuMicros))
  say(`CPU time of the hub per request, without / with: ${brief(cpu)}`)
  return median(rows.map((row) => row.edge.perSecond / row.plain.perSecond))
}

/** Microseconds of a clock tick of Linux (`getconf CLK_TCK` is 100). */
const TICK_MICROS = 10_000

/** The CPU time of a process until now (proc_pid_stat(5): utime and stime). */
async function cpuMicrosOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS
}

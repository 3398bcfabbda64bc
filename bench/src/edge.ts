/**
 * Measures what the edge of /v2 costs: `POST /v2/orders` with an Idempotency-Key and limits (target: >= 0.85 of the throughput without both),
 * and a GET with limits (target: >= 0.98). Two hubs run the same calls in turn; one of them has no limits. And what a session or an access
 * token costs against a key, on the first hub (target: >= 0.90).
 */
import { readFile } from 'node:fs/promises'
import { admitPerson } from './edge/people.ts'
import { type BedHub, CONNECTIONS, makeBed } from './hub.ts'
import { brief, type Measurement, measure, median, printTable, say } from './measure.ts'
import { anOrder } from './orders.ts'
import type { BenchResult } from './run.ts'

/** One comparison. Each side runs an operation by its number, which is never used twice. */
interface Comparison {
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

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 5 : 11
  const bed = await makeBed()
  try {
    const edge = await bed.hub('edge', undefined, 'mcp: {enabled: true}\n')
    const plain = await bed.hub('plain', 0)
    const comparisons = [
      compareOrders(edge, plain, quick ? 1_500 : 6_000),
      await compareReads(edge, plain, quick ? 4_000 : 15_000),
      ...(await compareCredentials(edge, quick ? 4_000 : 15_000)),
    ]
    const ratios: Record<string, number> = {}
    for (const comparison of comparisons) {
      ratios[comparison.label] = brief(await compare(comparison, rounds))
    }
    const targets = Object.fromEntries(comparisons.map(({ label, target }) => [label, target]))
    return { ratios, targets }
  } finally {
    await bed.close()
  }
}

function compareOrders(edge: BedHub, plain: BedHub, count: number): Comparison {
  const create = async ({ hub, send }: BedHub, number: number, headers = {}) => {
    const key = hub.channels[0]?.key as string
    const body = JSON.stringify(anOrder(`edge-${number}`))
    await send('POST', '/v2/orders', key, 201, body, headers)
  }
  return {
    label: 'orders with key and limits/without',
    target: '>=0.85',
    count,
    edge: async (number) =>
      await create(edge, number, { 'idempotency-key': `order-key-${number}` }),
    plain: async (number) => await create(plain, number),
    hubs: [edge, plain],
  }
}

async function compareReads(edge: BedHub, plain: BedHub, count: number): Promise<Comparison> {
  const prepare = async ({ hub, call, send }: BedHub) => {
    const body = JSON.stringify(anOrder('edge-read'))
    const { Id } = await call('POST', '/v2/orders', hub.channels[0]?.key as string, 201, body)
    return async () => await send('GET', `/v2/orders/id/${Id}`, hub.merchantKey as string, 200)
  }
  return {
    label: 'GET with limits/without',
    target: '>=0.98',
    count,
    edge: await prepare(edge),
    plain: await prepare(plain),
    hubs: [edge, plain],
  }
}

/** The same GET by a person with a session, by an agent with a token, and by a key. */
async function compareCredentials(bed: BedHub, count: number): Promise<readonly Comparison[]> {
  const { call, hub, send } = bed
  const body = JSON.stringify(anOrder('edge-credentials'))
  const { Id } = await call('POST', '/v2/orders', hub.channels[0]?.key as string, 201, body)
  const path = `/v2/orders/id/${Id}`
  const plain = async () => await send('GET', path, hub.merchantKey as string, 200)
  const { session, token } = await admitPerson(bed)
  const compareWith = (name: string, headers: Readonly<Record<string, string>>): Comparison => ({
    label: `GET by ${name}/by key`,
    target: '>=0.90',
    count,
    edge: async () => await send('GET', path, undefined, 200, undefined, headers),
    plain,
    hubs: [bed, bed],
  })
  return [compareWith('session', session), compareWith('token', token)]
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

/**
 * Measures what the edge of /v2 costs: `POST /v2/orders` with an Idempotency-Key and limits (target: >= 0.85 of the throughput without both),
 * and a GET with limits (target: >= 0.98). Two hubs run the same calls in turn; one of them has no limits. And what a session or an access
 * token costs against a key, on the first hub (target: >= 0.90).
 */
import { type Comparison, compareAll } from './compare.ts'
import { admitPerson } from './edge/people.ts'
import { type BedHub, makeBed } from './hub.ts'
import { anOrder } from './orders.ts'
import type { BenchResult } from './run.ts'

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
    return await compareAll(comparisons, rounds)
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

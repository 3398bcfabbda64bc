/**
 * Measures the hub beside Medusa and Vendure, each with a database of its own on the same PostgreSQL, among 100,000 products (2,000 with
 * --quick), by the public API of each:
 *
 * 1. accept an order of three lines, 8 in flight;
 * 2. change names and prices of 1,000 products;
 * 3. list 100 changed products with their prices, 4 in flight;
 * 4. read one order, 8 in flight.
 *
 * The hub checks stock, stores an event and applies limits; it does not take payments. Medusa and Vendure calculate taxes and promotions,
 * and reserve stock. Target: no less than each of them in a second.
 *
 * Needs `npm run connectors:prepare -- medusa vendure`.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { executeScript, openDatabase } from '@entrepot/database'
import { openCluster } from '@entrepot/embedded-postgres/testing'
import { type BedHub, makeBed } from './hub.ts'
import { brief, measure, median, printTable, say } from './measure.ts'
import { hubPeer } from './peers/hub.ts'
import { medusaPeer } from './peers/medusa.ts'
import { KINDS, type Kind, type Peer } from './peers/peer.ts'
import { postmasterOf, useOf } from './peers/processes.ts'
import { vendurePeer } from './peers/vendure.ts'
import type { BenchResult } from './run.ts'

interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Milliseconds for each operation. */
  readonly serverCpu: number
  readonly postgresCpu: number
  readonly megabytes: number
}

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  for (const shop of ['medusa', 'vendure']) requirePrepared(shop)
  const bed = await makeBed()
  const closers: (() => Promise<unknown>)[] = []
  try {
    // So that its role can create the databases of the others.
    await openCluster(bed.directoryOf('peers'), 'superuser')
    const hub = await bed.hub('peers')
    const products = quick ? 2_000 : 100_000
    const peers: Peer[] = []
    for (const start of [hubPeerOf, medusaPeerOf, vendurePeerOf]) {
      const peer = await start(hub, products)
      closers.push(async () => await peer.close())
      peers.push(peer)
      say(`${peer.name} has ${products} products`)
    }
    const ratios: Record<string, number> = {}
    for (const kind of KINDS) {
      const [own, ...others] = await compare(peers, kind, quick)
      for (const [index, other] of others.entries())
        ratios[`${kind}, Entrepot/${peers[index + 1]?.name}`] = brief((own ?? 0) / other)
    }
    return {
      ratios,
      targets: Object.fromEntries(Object.keys(ratios).map((label) => [label, '>=1'])),
    }
  } finally {
    for (const close of closers.toReversed()) await close()
    await bed.close()
  }
}

const hubPeerOf = async (hub: BedHub, products: number) => await hubPeer(hub, products)

const medusaPeerOf = async (hub: BedHub, products: number) =>
  await onSamePostgres(hub, 'medusa', products, medusaPeer)

const vendurePeerOf = async (hub: BedHub, products: number) =>
  await onSamePostgres(hub, 'vendure', products, vendurePeer)

async function onSamePostgres(
  { database, databaseUrl }: BedHub,
  name: string,
  products: number,
  start: typeof medusaPeer,
): Promise<Peer> {
  await executeScript(database, `create database ${name}`)
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
  const own = await openDatabase({ url, maxConnections: 2, statementTimeout: 0 })
  const peer = await start(own, url, products)
  return {
    ...peer,
    async close() {
      await peer.close()
      await own.end()
    },
  }
}

function requirePrepared(shop: string): void {
  const folder = new URL(`../../packages/connectors/shops/${shop}/node_modules`, import.meta.url)
  if (existsSync(fileURLToPath(folder))) return
  throw new Error(`${shop} is not prepared. Run: npm run connectors:prepare -- medusa vendure`)
}

/** Measures one kind of work at all peers in turn. @returns the median of operations per second of each */
async function compare(
  peers: readonly Peer[],
  kind: Kind,
  quick: boolean,
): Promise<readonly number[]> {
  const rounds = quick ? 2 : 5
  const seconds = quick ? 2 : 8
  const runs = peers.map((peer) => new Runs(peer, kind))
  say(`${kind}: ${rounds} rounds of about ${seconds} s for each`)
  for (const one of runs) await one.warmUp(seconds)
  for (let round = 0; round < rounds; round += 1) for (const one of runs) await one.round()
  printTable(runs.map((one) => one.row()))
  return runs.map((one) => one.medianOf('perSecond'))
}

/** The rounds of one peer with one kind of work. */
class Runs {
  readonly #peer: Peer
  readonly #kind: Kind
  readonly #rounds: Round[] = []
  #next = 1
  #count = 0

  constructor(peer: Peer, kind: Kind) {
    this.#peer = peer
    this.#kind = kind
  }

  /** Finds how many operations a round has. */
  async warmUp(seconds: number): Promise<void> {
    const { inFlight } = this.#peer.operations[this.#kind]
    await this.#measure(1, 1)
    const { perSecond } = await this.#measure(4 * inFlight, inFlight)
    this.#count = Math.max(2 * inFlight, Math.round(perSecond * seconds))
  }

  async round(): Promise<void> {
    const { pid, database, operations } = this.#peer
    const postgres = await postmasterOf(database)
    const before = await Promise.all([useOf(pid, postgres), useOf(postgres)])
    const measured = await this.#measure(this.#count, operations[this.#kind].inFlight)
    const after = await Promise.all([useOf(pid, postgres), useOf(postgres)])
    const cpuOf = (index: 0 | 1) => (1_000 * (after[index].cpu - before[index].cpu)) / this.#count
    this.#rounds.push({
      ...measured,
      serverCpu: cpuOf(0),
      postgresCpu: cpuOf(1),
      megabytes: after[0].megabytes,
    })
  }

  async #measure(count: number, inFlight: number) {
    const from = this.#next
    this.#next += count
    const operation = this.#peer.operations[this.#kind]
    return await measure(count, inFlight, async (number) => await operation.run(from + number))
  }

  medianOf(name: keyof Round): number {
    return median(this.#rounds.map((round) => round[name]))
  }

  row() {
    const of = (name: keyof Round) => brief(this.medianOf(name))
    return {
      [this.#kind]: this.#peer.name,
      'per s': of('perSecond'),
      'p50 ms': of('p50'),
      'p95 ms': of('p95'),
      'p99 ms': of('p99'),
      'server CPU ms': of('serverCpu'),
      'PostgreSQL CPU ms': of('postgresCpu'),
      'server MB': of('megabytes'),
      'operations a round': this.#count,
    }
  }
}

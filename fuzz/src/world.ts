/** A hub with two customers, and all kinds of principals, on a fresh database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '@entrepot/marketplace'
import { startHubHere } from '@entrepot/server/testing'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { type Checksum, compareSums, listTables, sumTables, workEnds } from './checksum.ts'
import { fill } from './fill.ts'
import { addCustomer, addPeople, type Credential, STRANGERS } from './parties.ts'
import { Pool } from './pool.ts'
import { startReceiver } from './receiver.ts'

export interface World {
  readonly origin: string
  readonly agent: Agent
  readonly principals: readonly Credential[]
  /** What answers to a principal have contained; strangers have the one of the first customer. */
  poolOf(credential: Credential): Pool
  /** Forgets the checksum, after a change. */
  changed(): void
  /** Remembers the checksum, unless it is known. */
  remember(): Promise<void>
  /** The tables that differ from what is remembered. */
  differences(): Promise<readonly string[]>
  /** What the hub has logged so far. */
  log(): string
  close(): Promise<void>
}

/** Requests per minute, by class; 0 for no limit. */
export type Limits = Readonly<
  Record<'read' | 'write' | 'bulk' | 'sync' | 'unauthenticated', number>
>

export async function createWorld(limits: Limits): Promise<World> {
  const store = await createTestDatabase({ migrations: [migrations] })
  const { database } = store
  const parties = [await addCustomer(database, 'North'), await addCustomer(database, 'South')]
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-fuzz-'))
  const config = join(folder, 'entrepot.yaml')
  const receiver = await startReceiver()
  const webhooks = { allowHosts: [receiver.host] }
  await writeFile(config, JSON.stringify({ mcp: { enabled: true }, limits, webhooks }))
  const hub = await startHubHere({
    ...{ NODE_ENV: 'development', DATABASE_URL: store.url, LOG_LEVEL: 'error' },
    ...{ ENTREPOT_CONFIG: config, ENTREPOT_DATA: folder, ENTREPOT_SECRET: 's'.repeat(40) },
  })
  const people = await addPeople(hub, store.url, parties)
  const pools = new Map(parties.map(({ customerId }) => [customerId, new Pool()]))
  const poolOf = ({ customerId = parties[0]?.customerId ?? '' }: Pick<Credential, 'customerId'>) =>
    pools.get(customerId) as Pool
  for (const party of parties)
    await fill({ origin: hub.url, party, pool: poolOf(party), receiver: `http://${receiver.host}` })
  const principals = [...STRANGERS, ...parties.flatMap((party) => party.credentials), ...people]
  const tables = await listTables(database)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sums: Checksum | undefined
  return {
    ...{ origin: hub.url, agent, principals, poolOf, log: hub.log },
    changed() {
      sums = undefined
    },
    async remember() {
      if (sums !== undefined) return
      await workEnds(database)
      sums = await sumTables(database, tables)
    },
    async differences() {
      const before = sums
      sums = await sumTables(database, tables)
      return before === undefined ? [] : compareSums(before, sums)
    },
    async close() {
      agent.destroy()
      await hub.end()
      await receiver.close()
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

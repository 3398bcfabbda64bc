/** Measures connections without changes: the memory of one process that serves many, and the calls of the hub for each. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '@entrepot/client'
import type { Database } from '@entrepot/database'
import { createApiKey, createCustomer, expectDone, SCOPES } from '@entrepot/marketplace'
import { makeBed } from '../hub.ts'
import { printTable, say } from '../measure.ts'

const PROCESS = fileURLToPath(new URL('./idle-process.ts', import.meta.url))

/** Connections of one customer. */
const PER_CUSTOMER = 200

/** Rounds that count. The ones before fill caches, and read what is new once. */
const [SETTLING, ROUNDS] = [6, 4]

export interface Idle {
  readonly connections: number
  readonly megabytes: number
  /** Calls of the hub for each connection and interval. */
  readonly calls: number
}

interface Round {
  readonly runs: number
  readonly hubReads: number
  readonly hubWrites: number
  readonly megabytes: number
}

export async function idle({ quick }: { readonly quick: boolean }): Promise<Idle> {
  const connections = quick ? 200 : 1_000
  const bed = await makeBed()
  try {
    const { hub, database } = await bed.hub('idle')
    const keys: string[] = []
    for (let made = 0; made < connections; made += PER_CUSTOMER) {
      keys.push(await createConnections(database, hub.url, Math.min(PER_CUSTOMER, connections)))
    }
    const rounds = await runRounds(hub.url, keys, connections)
    const measured = rounds.slice(SETTLING)
    const sum = (pick: (round: Round) => number) =>
      measured.reduce((all, round) => all + pick(round), 0)
    const calls = sum((one) => one.hubReads + one.hubWrites) / sum((one) => one.runs)
    const megabytes = Math.max(...measured.map((one) => one.megabytes))
    say(
      `${connections} idle connections: ${megabytes.toFixed(0)} MB, ${calls.toFixed(3)} calls each`,
    )
    printTable([{ name: 'calls of an interval', perSecond: Math.round(calls * connections) }])
    return { connections, megabytes, calls }
  } finally {
    await bed.close()
  }
}

async function runRounds(
  hub: string,
  keys: readonly string[],
  connections: number,
): Promise<readonly Round[]> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--conditions=@entrepot/source', PROCESS],
    {
      env: {
        PATH: process.env.PATH,
        ...{ HUB: hub, KEYS: keys.join(','), CONNECTIONS: String(connections), INTERVAL: '10000' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const rounds: Round[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    rounds.push(JSON.parse(line) as Round)
    if (rounds.length === SETTLING + ROUNDS) break
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  return rounds
}

/** @returns a key of a new customer with connections */
async function createConnections(database: Database, hub: string, count: number): Promise<string> {
  const settings = { name: 'Merchant', baseCurrency: 'EUR', defaultVatRate: 21 }
  const { customerId } = expectDone(await createCustomer(database, settings))
  const scopes = [...SCOPES.merchant]
  const { key } = expectDone(
    await createApiKey(database, customerId, { kind: 'merchant', label: 'Benchmark', scopes }),
  )
  const client = createClient({ hub, key })
  for (let index = 0; index < count; index += 1) {
    const body = { Name: `Idle ${index}`, Shop: 'idle', Role: 'merchant', Settings: {} } as const
    await client.createConnection({ body })
  }
  await client.close()
  return key
}

/**
 * The model of events: random writes on two nodes, webhooks whose receivers fail in every way, nodes and PostgreSQL that are killed, and a
 * clock that moves. It evaluates what the receivers got by the log.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  closeDatabase,
  type Database,
  execute,
  migrate,
  openDatabase,
  sql,
} from '@entrepot/database'
import { startForTests } from '@entrepot/embedded-postgres/testing'
import {
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  migrations,
  SCOPES,
} from '@entrepot/marketplace'
import { createRandom, type Random } from '@entrepot/test-support/random'
import { type Evaluation, evaluateDisabled, evaluateEvents, type WebhookIds } from './evaluate.ts'
import { type Followers, startFollowers } from './followers.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { createTime } from './time.ts'
import { insist, type Keys, writeOrders } from './writers.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Orders that one writer creates in a round, and writers. */
const ORDERS = 4
const WRITERS = 4

/** Clients of the stream. */
const FOLLOWERS = 3

/** What a run has done, and what was wrong. */
export interface ModelResult extends Evaluation {
  readonly eventIds: readonly string[]
  /** Number of connections of all clients of the stream. */
  readonly connections: number
  readonly receipts: number
  readonly failures: readonly string[]
}

/**
 * Runs the model.
 *
 * @param rounds number of rounds: in each, some orders are written while something is killed
 */
export async function runEventModel(seed: number, rounds: number): Promise<ModelResult> {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-events-'))
  const closers = [async () => await rm(directory, { recursive: true, force: true })]
  try {
    // What a killed PostgreSQL has written stays in the memory of the system: `fsync` would protect against power failures only.
    const settings = { fsync: 'off', synchronous_commit: 'on' }
    const postgres = await startForTests({ directory: join(directory, 'database'), settings })
    closers.push(async () => await postgres.stop())
    const database = await openDatabase({ url: postgres.url, maxConnections: 4 })
    closers.push(async () => await closeDatabase(database, 5_000))
    await migrate(database, migrations)
    const receivers = await startReceivers(createRandom(seed, 1))
    closers.push(async () => await receivers.close())
    const nodes = await startNodes(postgres.url)
    closers.push(async () => await nodes.stop())
    const leaving = createRandom(seed, 2)
    const parts = { database, nodes, receivers, postgres, random: createRandom(seed), leaving }
    return await run(parts, rounds)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

interface Parts {
  readonly database: Database
  readonly nodes: Nodes
  readonly receivers: Receivers
  readonly postgres: { readonly pid: number }
  readonly random: Random
  /** When clients of the stream leave. Their number of messages depends on the machine, so they have random numbers of their own. */
  readonly leaving: Random
}

async function run(parts: Parts, rounds: number): Promise<ModelResult> {
  const { database, nodes } = parts
  const keys = await createKeys(database)
  const webhooks = await addWebhooks(parts, keys)
  const followers = await startFollowers(nodes, parts.leaving, keys.merchant, FOLLOWERS)
  try {
    return await runRounds({ ...parts, followers }, rounds, keys, webhooks)
  } finally {
    await followers.stop()
  }
}

async function runRounds(
  parts: Parts & { readonly followers: Followers },
  rounds: number,
  keys: Keys & { readonly admin: string },
  webhooks: WebhookIds,
): Promise<ModelResult> {
  const { database, followers, nodes, receivers, random } = parts
  const expected = new Map<string, string[]>()
  const time = createTime(database, nodes.shiftTo, () => receivers.receipts.length)
  for (let round = 0; round < rounds; round += 1) {
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const names = Array.from({ length: ORDERS }, (_, order) => `R${round}-${writer}-${order}`)
      const own = createRandom(random.int(0, 1e9), writer)
      await writeOrders(nodes, own, keys, names, expected)
    })
    await Promise.all([...writers, breakSomething(parts, round)])
    // Of the retries, some become due.
    time.advance(random.int(1, 3) * HOUR)
  }
  // The receiver that fails is down for a week: its webhook is disabled. Then it works again, and is sent what it has lost.
  await time.pass(7 * DAY)
  await writeOrders(nodes, random, keys, ['week-1', 'week-2'], expected)
  await time.settle()
  const disabled = await evaluateDisabled(database, webhooks, { gone: 'gone', dead: 'failing' })
  receivers.heal()
  await restore(parts, keys, webhooks.dead)
  await time.passAll()
  const evaluation = await evaluateEvents(database, receivers.receipts, expected, webhooks)
  return {
    ...evaluation,
    missing: [...evaluation.missing, ...(await followers.waitFor(evaluation.eventIds))],
    wrong: [...disabled, ...evaluation.wrong],
    connections: followers.all.reduce((sum, { connections }) => sum + connections, 0),
    receipts: receivers.receipts.length,
    failures: [...receivers.failures],
  }
}

async function createKeys(database: Database): Promise<Keys & { readonly admin: string }> {
  const input = { name: 'Model', baseCurrency: 'EUR', defaultVatRate: 21 }
  const { customerId } = expectDone(await createCustomer(database, input))
  const { channelId } = expectDone(await createChannel(database, customerId, { name: 'Shop' }))
  const issue = async (rights: {
    kind: 'merchant' | 'channel'
    channelId?: number
    scopes?: string[]
  }) => expectDone(await createApiKey(database, customerId, { label: 'Model', ...rights })).key
  return {
    merchant: await issue({ kind: 'merchant' }),
    channel: await issue({ kind: 'channel', channelId }),
    admin: await issue({ kind: 'merchant', scopes: [...SCOPES.merchant] }),
  }
}

async function addWebhooks(
  { nodes, random, receivers }: Parts,
  { admin, merchant }: Keys & { readonly admin: string },
): Promise<WebhookIds> {
  const add = async (path: string) => {
    const body = { Url: `${receivers.url}/${path}`, Types: ['order.*', 'shipment.*'] }
    const request = { method: 'POST', path: '/v2/webhooks', key: admin, body }
    return (await insist(nodes, random, request)).Id as number
  }
  const product = { MerchantProductReference: 'CAP', Name: 'Cap', Price: 10, Stock: 1_000 }
  await insist(nodes, random, {
    ...{ method: 'POST', path: '/v2/products', key: merchant, body: [product] },
  })
  return {
    steady: await add('steady'),
    moody: await add('moody'),
    gone: await add('gone'),
    dead: await add('dead'),
  }
}

/** Kills a node, PostgreSQL, or PostgreSQL and then both nodes. What was killed is started again. */
async function breakSomething(parts: Parts, round: number): Promise<void> {
  const { nodes, postgres, random, database } = parts
  await delay(random.int(50, 300))
  if (round % 6 === 5 || round % 3 === 1) process.kill(postgres.pid, 'SIGKILL')
  if (round % 6 === 5) return
  await delay(random.int(0, 300))
  const killed = round % 3 !== 0 ? [0, 1] : [random.int(0, 1)]
  await endLeases(database, await Promise.all(killed.map((index) => nodes.replace(index))))
}

/** The leases of a dead node end after half a minute. This is how that time passes: its node is not alive any more. */
async function endLeases(database: Database, leaseIds: readonly string[]): Promise<void> {
  const ending = sql`update marketplace.webhooks set leased_until = clock_timestamp(), due_at = clock_timestamp()
    where leased_until > clock_timestamp() and lease_id = any(${leaseIds as string[]}::uuid[])`
  for (;;) {
    const isDone = await execute(database, ending).catch(() => undefined)
    if (isDone !== undefined) return
    await delay(50)
  }
}

async function restore(
  { nodes, random }: Parts,
  { admin }: { readonly admin: string },
  webhookId: number,
): Promise<void> {
  const path = `/v2/webhooks/${webhookId}`
  await insist(nodes, random, { method: 'POST', path: `${path}/enable`, key: admin })
  const Since = new Date(Date.now() - DAY).toISOString()
  const replay = {
    method: 'POST',
    path: `${path}/replay`,
    key: admin,
    body: { Since, FailedOnly: true },
  }
  await insist(nodes, random, replay)
}

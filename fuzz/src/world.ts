/** The API with two customers, and all kinds of principals, on a fresh database. */
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@entrepot/database'
import {
  type Actor,
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  marketplace,
  migrations,
  type PrincipalSource,
  SCOPES,
} from '@entrepot/marketplace'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { type Checksum, compareSums, listTables, sumTables } from './checksum.ts'
import { type Json, Pool } from './pool.ts'
import type { Headers } from './requests.ts'

/** The headers of a principal, and its kind; undefined if the headers are not valid. */
export interface Credential {
  readonly kind: 'merchant' | 'channel' | undefined
  readonly headers: Headers
}

export interface World {
  readonly origin: string
  readonly agent: Agent
  readonly database: Database
  readonly principals: readonly Credential[]
  readonly pool: Pool
  /** Forgets the checksum, after a change. */
  changed(): void
  /** Remembers the checksum, unless it is known. */
  remember(): Promise<void>
  /** The tables that differ from what is remembered. */
  differences(): Promise<readonly string[]>
  /** Errors that the application logged. */
  readonly logged: string[]
  close(): Promise<void>
}

const UNLIMITED = { requests: 0, seconds: 60 }
const LIMITS = {
  read: UNLIMITED,
  write: UNLIMITED,
  bulk: UNLIMITED,
  sync: UNLIMITED,
  unauthenticated: UNLIMITED,
}

export async function createWorld(): Promise<World> {
  const { database, drop } = await createTestDatabase({ migrations: [migrations] })
  const logged: string[] = []
  const app = Fastify({
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } },
  })
  const people = new Map<string, Awaited<ReturnType<PrincipalSource>>>()
  await app.register(marketplace, { database, limits: LIMITS, principals: [sourceOf(people)] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const pool = new Pool()
  const principals: Credential[] = [
    { kind: undefined, headers: {} },
    { kind: undefined, headers: { 'x-api-key': `ent_m1_${'x'.repeat(43)}` } },
  ]
  for (const name of ['North', 'South']) {
    const parties = await addCustomer(database, name, people)
    principals.push(...parties.principals)
    await fill(origin, parties.merchantKey, parties.channelKey, pool)
  }
  const tables = await listTables(database)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sums: Checksum | undefined
  return {
    ...{ origin, agent, database, principals, pool, logged },
    changed() {
      sums = undefined
    },
    async remember() {
      sums ??= await sumTables(database, tables)
    },
    async differences() {
      const before = sums
      sums = await sumTables(database, tables)
      return before === undefined ? [] : compareSums(before, sums)
    },
    async close() {
      agent.destroy()
      await app.close()
      await drop()
    },
  }
}

/** People and agents by the header `X-Fuzz-Person`. */
function sourceOf(
  people: ReadonlyMap<string, Awaited<ReturnType<PrincipalSource>>>,
): PrincipalSource {
  return Object.assign(
    async ({ headers }: Parameters<PrincipalSource>[0]) => {
      const name = headers['x-fuzz-person']
      return typeof name === 'string' ? people.get(name) : undefined
    },
    { howToSend: 'a person as the header X-Fuzz-Person', challenge: () => 'Bearer' },
  )
}

async function addCustomer(
  database: Database,
  name: string,
  people: Map<string, Awaited<ReturnType<PrincipalSource>>>,
) {
  const customer = expectDone(
    await createCustomer(database, { name, baseCurrency: 'EUR', defaultVatRate: 21 }),
  )
  const { customerId } = customer
  const all = { kind: 'merchant' as const, label: 'All', scopes: [...SCOPES.merchant] }
  const { key: merchantKey } = expectDone(await createApiKey(database, customerId, all))
  const few = {
    kind: 'merchant' as const,
    label: 'Few',
    scopes: ['orders:read'] satisfies string[],
  }
  const { key: fewKey } = expectDone(await createApiKey(database, customerId, few))
  const keys: string[] = []
  for (const mode of ['flat', 'grouped'] as const) {
    const { channelId } = expectDone(
      await createChannel(database, customerId, { name: `Shop ${mode}`, mode }),
    )
    const input = { kind: 'channel', channelId, label: mode } as const
    keys.push(expectDone(await createApiKey(database, customerId, input)).key)
  }
  const person: Actor = { kind: 'person', id: `u-${name}`, label: `${name}@example.com` }
  const agent: Actor = { kind: 'agent', id: `https://${name}.example/`, label: 'Agent', person }
  const common = { kind: 'merchant', channel: null, customer } as const
  people.set(`${name}-person`, { ...common, actor: person, scopes: SCOPES.merchant })
  people.set(`${name}-agent`, {
    ...common,
    actor: agent,
    scopes: ['orders:read', 'orders:write', 'products:read'],
  })
  const [channelKey = ''] = keys
  const ofMerchant = [
    ...[merchantKey, merchantKey, fewKey].map((key) => ({ 'x-api-key': key })),
    ...[`${name}-person`, `${name}-agent`].map((who) => ({ 'x-fuzz-person': who })),
  ]
  const principals: Credential[] = [
    ...ofMerchant.map((headers) => ({ kind: 'merchant', headers }) as const),
    ...keys.map((key) => ({ kind: 'channel', headers: { 'x-api-key': key } }) as const),
  ]
  return { merchantKey, channelKey, principals }
}

const REFERENCES = Array.from({ length: 8 }, (_, index) => `P-${index}`)

/** Products, and orders in each status with fulfilments. */
async function fill(
  origin: string,
  merchantKey: string,
  channelKey: string,
  pool: Pool,
): Promise<void> {
  const call = async (key: string, method: string, path: string, body?: Json) => {
    const answer = await fetch(`${origin}/v2${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const value = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    pool.learn(value)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return value as any
  }
  const products = REFERENCES.map((MerchantProductReference) => ({
    ...{ MerchantProductReference, Name: 'Mug', Price: 10, Stock: 1000 },
  }))
  pool.learn(products)
  await call(merchantKey, 'POST', '/products', products)
  for (let number = 1; number <= 6; number += 1) {
    const order = await call(channelKey, 'POST', '/orders', anOrder(number))
    if (number === 1) continue
    const Lines = order.Lines.map(({ Id }: { Id: number }, index: number) => ({
      ...{ OrderLineId: Id, MerchantOrderLineReference: `A-${number}-${index}` },
    }))
    const MerchantOrderReference = `A-${number}`
    await call(merchantKey, 'POST', '/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference,
      Lines,
    })
    const lines = [{ MerchantOrderLineReference: `A-${number}-0`, Quantity: 1 }]
    const shipment = {
      MerchantShipmentReference: `S-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number >= 3) await call(merchantKey, 'POST', '/shipments', shipment)
    const cancellation = {
      MerchantReference: `C-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number === 4) await call(merchantKey, 'POST', '/cancellations', cancellation)
    const returned = {
      MerchantReturnReference: `R-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number >= 5) await call(merchantKey, 'POST', '/returns', returned)
    if (number === 6) await call(merchantKey, 'POST', `/orders/${MerchantOrderReference}/close`)
    await call(merchantKey, 'GET', `/orders/id/${order.Id}`)
  }
  for (const list of ['channels', 'keys', 'returns', 'shipments'])
    await call(merchantKey, 'GET', `/${list}`)
}

function anOrder(number: number): Json {
  return {
    ...{ ChannelReference: `O-${number}`, Email: 'ann@example.com', CurrencyCode: 'EUR' },
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: ['P-1', 'P-2'].map((MerchantProductReference, index) => ({
      ...{
        ChannelReference: `${index}`,
        MerchantProductReference,
        Quantity: 5,
        UnitPriceInclVat: 10,
      },
    })),
  }
}

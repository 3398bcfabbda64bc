/** The primary PostgreSQL fails under load, and its standby takes over. */
import { closeDatabase, type Database, migrate, openDatabase, query, sql } from '@entrepot/database'
import { migrations } from '@entrepot/marketplace'
import { startHubOn, type TestHub } from '@entrepot/test-support/hub'
import { failureOf, until } from '@entrepot/test-support/outcomes'
import { type ReplicatedServers, startReplicatedServers } from '@entrepot/test-support/standby'
import { afterAll, beforeAll, expect, test } from 'vitest'

const WORKERS = 6

/** Ids of events that a promoted standby leaves out, and more events than the primary writes before it fails. */
const [ID_GAP, MOST_EVENTS] = [1e12, 1e6]

/** A hub on two servers, with one product. */
interface World {
  readonly servers: ReplicatedServers
  readonly hub: TestHub
  readonly channelKey: string
}

async function createWorld(): Promise<World> {
  const servers = await startReplicatedServers()
  const database = await openDatabase({ url: servers.url })
  await migrate(database, migrations)
  const hub = await startHubOn(database, () => closeDatabase(database, 10_000))
  await hub.merchant('POST', '/v2/products', {
    MerchantProductReference: 'MUG',
    Name: 'Mug',
    Price: 9.95,
    Stock: 100_000,
  })
  return { servers, hub, channelKey: await hub.addChannel({ mode: 'flat' }) }
}

let world: World

beforeAll(async () => {
  world = await createWorld()
})

afterAll(async () => await end(world))

async function end(ended: World | undefined): Promise<void> {
  await ended?.hub.close()
  await ended?.servers.stop()
}

test('a standby alone is refused, and no error contains the password', async () => {
  const url = `${world.servers.standbyUrl}&target_session_attrs=read-write`
  const password = new URL(url).password
  const single = await failureOf(openDatabase({ url }))
  expect(single.code).toBe('DATABASE_READ_ONLY')
  const several = url.replace('127.0.0.1:', '127.0.0.1:1,127.0.0.1:')
  const both = await failureOf(openDatabase({ url: several }))
  expect(both.code).toBe('DATABASE_UNREACHABLE')
  expect(both.message).toContain('read-only')
  expect(both.message).toContain('127.0.0.1:1/')
  expect(`${single.message}${both.message}`).not.toContain(password)
})

test('the primary is chosen also if the standby is named first', async () => {
  const [, start, one, other, rest] = /^(.*@)(.*),(.*)(\/.*)$/.exec(world.servers.url) ?? []
  const database = await openDatabase({ url: `${start}${other},${one}${rest}` })
  expect(await query(database, sql`select pg_is_in_recovery() as standby`)).toEqual([
    { standby: false },
  ])
  await closeDatabase(database, 10_000)
})

test('the hub goes on by itself after its primary was killed, and has each answered order once', async () => {
  await failOver(world, async ({ killPrimary }) => await killPrimary())
})

test('the hub goes on by itself after its primary fell silent, and has each answered order once', async () => {
  const other = await createWorld()
  try {
    await failOver(other, async ({ silencePrimary }) => await silencePrimary())
  } finally {
    await end(other)
  }
})

/** Fails over while orders are sent, and checks that no answered order is lost. */
async function failOver(
  { servers, hub, channelKey }: World,
  fail: (servers: ReplicatedServers) => Promise<void>,
): Promise<void> {
  const answered: string[] = []
  const load = { isOn: true }
  const send = async (reference: string) => await sendOrder(hub, channelKey, reference)
  const workers = Array.from({ length: WORKERS }, (_, index) =>
    sendOrders(index, load, answered, send),
  )
  await until('orders are answered', () => answered.length > 50)
  const [lastId = 0] = (await readEventIds(hub.database)).slice(-1)
  await fail(servers)
  await servers.promote()
  const before = answered.length
  await until('orders are answered again', () => answered.length > before + 50)
  load.isOn = false
  const statuses = new Set((await Promise.all(workers)).flat())
  expect([0, 201, 503]).toEqual(expect.arrayContaining([...statuses]))
  const stored = await readReferences(hub.database)
  expect(new Set(stored).size).toBe(stored.length)
  expect(answered.filter((reference) => !stored.includes(reference))).toEqual([])
  // The lost primary may have given ids that its standby never heard of: none below the gap is given again.
  const ids = (await readEventIds(hub.database)).filter((id) => id > lastId)
  expect(Math.max(...ids)).toBeGreaterThan(ID_GAP)
  expect(ids.filter((id) => id > lastId + MOST_EVENTS && id < ID_GAP)).toEqual([])
}

/** Sends one order after the other, each once, and returns the statuses of the answers. */
async function sendOrders(
  worker: number,
  load: { readonly isOn: boolean },
  answered: string[],
  send: (reference: string) => Promise<number>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 1; load.isOn; count += 1) {
    const reference = `${worker}-${count}`
    const status = await send(reference)
    statuses.push(status)
    if (status < 300) answered.push(reference)
  }
  return statuses
}

/** The status; 0 if the hub closes the connection, because it cannot know whether the order was stored. */
async function sendOrder({ url }: TestHub, channelKey: string, reference: string): Promise<number> {
  const answer = await fetch(`${url}/v2/orders`, {
    method: 'POST',
    headers: { 'X-Api-Key': channelKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ChannelReference: reference,
      Email: 'ann@example.com',
      CurrencyCode: 'EUR',
      ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
      Lines: [
        {
          ChannelReference: '1',
          MerchantProductReference: 'MUG',
          Quantity: 1,
          UnitPriceInclVat: 9.95,
        },
      ],
    }),
  }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

async function readReferences(database: Database): Promise<string[]> {
  const rows = await query<{ reference: string }>(
    database,
    sql`select channel_reference as reference from marketplace.orders`,
  )
  return rows.map((row) => row.reference)
}

async function readEventIds(database: Database): Promise<number[]> {
  const rows = await query<{ id: string }>(
    database,
    sql`select event_id::text as id from marketplace.events order by event_id`,
  )
  return rows.map((row) => Number(row.id))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  execute,
  query,
  queryOne,
  raw,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import type { Browser } from '@entrepot/test-support/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertStop, selectOpenStop } from '../src/agents/stops/store.ts'
import { listTables } from '../src/operations/backup/store.ts'
import {
  AGENT_KEYS,
  carriedTables,
  NOT_CARRIED,
  rowsOf,
  USER_COLUMNS,
} from '../src/operations/moves/tables-store.ts'
import { agentId } from '../src/people/agent-events/agent-id.ts'
import { invite } from '../src/people/invitations/invitations.ts'
import { selectInvitations } from '../src/people/invitations/store.ts'
import { addMember } from '../src/people/members/members.ts'
import { addUser } from '../src/people/users/users.ts'
import { selectOwnAgents } from '../src/provisioning/access/store.ts'
import { runEntrepot } from '../src/testing.ts'
import { type Cell, CUSTOMER, orderOf, startCell } from './cell.ts'
import { asPage, callApi, signIn } from './two-hubs.ts'

let folder: string
let one: Cell
let two: Cell
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-moves-'))
  one = await startCell(folder, '1')
  two = await startCell(folder, '2')
})
afterAll(async () => {
  await Promise.all([one.end(), two.end()])
  await rm(folder, { recursive: true, force: true })
})

interface Call {
  readonly body?: unknown
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the API of a cell, as the merchant of the customer unless a key is given. */
async function call({ hub }: Cell, path: string, { body, key, headers }: Call = {}) {
  const answer = await fetch(`${hub.url}/v2${path}`, {
    headers: {
      'x-api-key': key ?? (one.hub.merchantKey as string),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const json: any = await answer.json()
  return { status: answer.status, headers: answer.headers, body: json }
}

const channelKey = () => one.hub.channels[0]?.key

async function sendOrder(
  cell: Cell,
  reference: string,
  idempotencyKey = `of-the-test-${reference}`,
) {
  return await call(cell, '/orders', {
    body: orderOf(reference),
    key: channelKey(),
    headers: { 'idempotency-key': idempotencyKey },
  })
}

/** The rows of the customer in each table that is carried, without what a move changes. */
async function rowsIn({ store: { database } }: Cell) {
  const all: Record<string, readonly string[]> = {}
  for (const table of carriedTables(await listTables(database))) {
    if (table.name in USER_COLUMNS || table.name in AGENT_KEYS) continue
    const rows = await query<{ row: string }>(
      database,
      sql`
      select (to_jsonb(t) - array['event_bounds', 'written_by', 'move', 'after_order_id', 'asked_by', 'decided_by'])::text as row from ${raw(table.name)} t
      where ${raw(rowsOf(table, CUSTOMER))} order by 1`,
    )
    all[table.name] = rows.map(({ row }) => row)
  }
  return all
}

/** The ids of the events after a cursor, and the cursor after them. */
async function readEvents(cell: Cell, after: string) {
  const ids: string[] = []
  let cursor = after
  for (;;) {
    const position = cursor === '' ? '' : `&after=${cursor}`
    const { body, headers } = await call(cell, `/events?pageSize=5${position}`)
    ids.push(...body.map((event: { Id: string }) => event.Id))
    cursor = headers.get('entrepot-cursor') as string
    if (!headers.has('link')) return { ids, cursor }
  }
}

test('each table of the hub is carried when a customer moves, or left behind for a reason', async () => {
  const tables = await listTables(one.store.database)
  const carried = carriedTables(tables).map(({ name }) => name)
  const known = new Set([...carried, ...Object.keys(NOT_CARRIED)])
  const unknown = tables.map(({ name }) => name).filter((name) => !known.has(name))
  // People and their agents sign in again at the other hub: nothing of the sign-in belongs to a customer.
  expect(unknown.filter((name) => !name.startsWith('oauth.'))).toEqual([])
  expect(Object.keys(NOT_CARRIED).filter((name) => carried.includes(name))).toEqual([])
})

test('each number of a user in a row that is carried is changed to that of the other hub', async () => {
  const columns = await query<{ name: string }>(
    one.store.database,
    sql`
    select format('%I.%I.%I', n.nspname, c.relname, a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('marketplace', 'hub') and c.relkind = 'r' and a.attnum > 0 and (
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
        and k.confrelid = 'hub.users'::regclass and a.attnum = any(k.conkey))
      or (a.attname like '%user_id' and a.atttypid = 'bigint'::regtype))`,
  )
  const known = Object.entries(USER_COLUMNS).map(([table, column]) => `${table}.${column}`)
  const left = Object.keys(NOT_CARRIED)
  const unknown = columns
    .map(({ name }) => name)
    .filter((name) => !known.includes(name) && !left.some((table) => name.startsWith(`${table}.`)))
  expect(unknown).toEqual([])
})

test('customers of two cells never have the same number', async () => {
  const ids = async (cell: Cell) =>
    (await cell.run('customers', 'list', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).customerId)
  expect(await ids(one)).toEqual([1_000_000_001])
  expect(await ids(two)).toEqual([2_000_000_001])
})

describe('a customer that moves', () => {
  const file = () => join(folder, 'customer.move')
  let before: Awaited<ReturnType<typeof rowsIn>>
  let seen: Awaited<ReturnType<typeof readEvents>>

  const email = 'bo@example.com'
  const openOrders = async ({ hub }: Cell, browser: Browser) => {
    const headers = asPage(hub, browser, { customer: { customerId: CUSTOMER } })
    return await callApi(hub, '/orders', headers)
  }
  let bo: Browser
  beforeAll(async () => {
    const { database } = one.store
    await addUser(database, { email })
    expectDone(await addMember(database, { email, customerId: CUSTOMER, role: 'viewer' }))
    bo = await signIn(one.hub, 'bo')
    expect((await openOrders(one, bo)).status).toBe(200)
  })

  const CLIENT = 'https://agent.example/client.json'
  let cy: { readonly userId: string }
  beforeAll(async () => {
    const { database } = one.store
    const email = 'cy@example.com'
    cy = expectDone(await addUser(two.store.database, { email }))
    const { userId: id } = expectDone(await addUser(database, { email }))
    expect(cy.userId).not.toBe(id)
    expectDone(await addMember(database, { email, customerId: CUSTOMER, role: 'owner' }))
    const by = { kind: 'person', id, label: email } as const
    const invited = { email: 'di@example.com', role: 'viewer', invitedBy: by } as const
    expectDone(await invite(database, { customerId: CUSTOMER, ...invited }))
    const asked = JSON.stringify(by)
    await execute(
      database,
      sql`
      insert into hub.headless_agents (customer_id, client_id, name, scopes, public_key, status, asked_by, decided_by, decided_at)
      values (${CUSTOMER}::bigint, 'agent-of-the-test', 'Robot', array['orders:read'], '{}', 'ACTIVE', ${asked}::jsonb, ${asked}::jsonb, now())`,
    )
    await transaction(database, async (tx) => {
      const stop = { agentKey: agentId(id, CLIENT), reason: 'odd', stoppedBy: by }
      await insertStop(tx, { customerId: CUSTOMER, ...stop })
    })
  })

  test('is exported only when it is frozen', async () => {
    const refused = await one.run('customers', 'export', CUSTOMER, file())
    expect(refused.stderr).toContain(`entrepot customers freeze ${CUSTOMER}`)
    expect(refused.stderr).toContain('(MOVE_STATE)')
    expect(refused.code).toBe(1)
  })

  test('is read-only while it is frozen, and its calls that write answer 503', async () => {
    for (const name of ['A', 'B', 'C'])
      expect(await sendOrder(one, name)).toMatchObject({ status: 201 })
    await call(one, '/products/data', { key: channelKey() })
    const webhook = { Url: 'https://receiver.example/hook', Label: 'ERP', Types: ['order.created'] }
    const options = `--customer ${CUSTOMER} --kind merchant --label Hooks --json --scopes webhooks:write orders:read orders:write products:read`
    const issued = await one.run('keys', 'create', ...options.split(' '))
    const { key } = JSON.parse(issued.stdout)
    const created = await call(one, '/webhooks', { body: webhook, key })
    expect(created.body).not.toHaveProperty('detail')
    expect(created.status).toBe(201)
    seen = await readEvents(one, '')
    expect((await sendOrder(one, 'D')).status).toBe(201)
    const { code, stderr } = await one.run('customers', 'freeze', CUSTOMER)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const refused = await sendOrder(one, 'E')
    expect(refused).toMatchObject({ status: 503, body: { code: 'MARKET_CUSTOMER_FROZEN' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await call(one, '/orders')).status).toBe(200)
    // A poll stores what it has served.
    const polled = await call(one, '/products/data', { key: channelKey() })
    expect(polled).toMatchObject({ status: 503, body: { code: 'MARKET_CUSTOMER_FROZEN' } })
  })

  test('is loaded into another hub with all of its rows', async () => {
    const written = await one.run('customers', 'export', CUSTOMER, file())
    expect(written).toMatchObject({ code: 0, stderr: '' })
    before = await rowsIn(one)
    const loaded = await two.run('customers', 'import', file())
    expect(loaded).toMatchObject({ code: 0, stderr: '' })
    expect(loaded.stdout).toContain(`entrepot customers thaw ${CUSTOMER}`)
    expect(await rowsIn(two)).toEqual(before)
    expect(before['marketplace.orders']?.length).toBe(4)
    expect((await sendOrder(two, 'E')).body.code).toBe('MARKET_CUSTOMER_FROZEN')
  })

  test('is not loaded twice', async () => {
    const again = await two.run('customers', 'import', file())
    expect(again.stderr).toContain('(MOVE_EXISTS)')
  })

  test('is not loaded by a hub with another secret, and not restored as a hub', async () => {
    const env = { DATABASE_URL: two.store.url, ENTREPOT_SECRET: 'x'.repeat(40) }
    const other = await runEntrepot(['customers', 'import', file()], env)
    expect(other.stderr).toContain('(MOVE_SECRET)')
    const restored = await runEntrepot(['restore', file()], env)
    expect(restored.stderr).toContain('entrepot customers import')
  })

  test('is refused by the first hub after it has moved', async () => {
    expect(await one.run('customers', 'moved', CUSTOMER)).toMatchObject({ code: 0, stderr: '' })
    await expect
      .poll(async () => (await call(one, '/orders')).body.code)
      .toBe('MARKET_CUSTOMER_MOVED')
    expect((await one.run('customers', 'thaw', CUSTOMER)).stderr).toContain('(MOVE_STATE)')
  })

  test('goes on in the other hub: keys, numbers, repeated requests, events and synchronisation', async () => {
    expect(await two.run('customers', 'thaw', CUSTOMER)).toMatchObject({ code: 0, stderr: '' })
    await expect.poll(async () => (await sendOrder(two, 'E')).status).toBe(201)
    // The same request as before the move has no further effect.
    expect((await sendOrder(two, 'B')).headers.get('idempotent-replayed')).toBe('true')
    const { body } = await call(two, '/orders')
    const ids = body.map(({ Id }: { Id: number }) => Id).sort((a: number, b: number) => a - b)
    expect(ids).toEqual([1, 2, 3, 4, 5])
    const after = await readEvents(two, seen.cursor)
    const all = await readEvents(two, '')
    expect(all.ids).toEqual([...seen.ids, ...after.ids])
    expect(new Set(all.ids).size).toBe(all.ids.length)
    // Nodes know a customer that is frozen for a second, each key by itself.
    const poll = async () => (await call(two, '/products/data', { key: channelKey() })).status
    await expect.poll(poll).toBe(200)
  })

  test('is open to its members, who sign in at the other hub and are the same persons there', async () => {
    expect((await openOrders(one, bo)).body.code).toBe('MARKET_CUSTOMER_MOVED')
    const answer = await openOrders(two, await signIn(two.hub, 'bo'))
    expect(answer.body).toHaveLength(5)
    const users = sql`select email from hub.users where email = ${email}`
    expect(await query(two.store.database, users)).toEqual([{ email }])
  })

  test('has the invitations of its owners, and their agents with their stops, although the owners have other numbers there', async () => {
    const { database } = two.store
    const [invitation] = await selectInvitations(database, CUSTOMER, undefined, 10)
    expect(invitation).toMatchObject({ email: 'di@example.com', isOver: false })
    expect(invitation?.invitedBy.id).toBe(cy.userId)
    const stop = await selectOpenStop(database, CUSTOMER, agentId(cy.userId, CLIENT))
    expect(stop).toMatchObject({ reason: 'odd' })
    // A directory that removes the owner ends the agents that only the owner has approved.
    const own = async (tx: Transaction) => await selectOwnAgents(tx, CUSTOMER, cy.userId)
    expect(await transaction(database, own)).toHaveLength(1)
  })

  test('gets events of late transactions of the hub that has written them, and of no transaction with the same id', async () => {
    const { database } = two.store
    const ofCustomer = sql`customer_id = ${CUSTOMER}::bigint`
    const { bound, last } = await queryOne<{ bound: string; last: string }>(
      database,
      sql`
      select event_bounds[1]::text as bound, (select max(event_id)::text from marketplace.events where ${ofCustomer}) as last
      from marketplace.customers where ${ofCustomer}`,
    )
    const { id, xid } = await queryOne<{ id: string; xid: string }>(
      database,
      sql`
      select event_id::text as id, changed::text as xid from marketplace.events
      where ${ofCustomer} and type = 'order.created' order by event_id limit 1`,
    )
    expect(Number(last)).toBeGreaterThan(Number(bound))
    const cursorAt = (after: string) =>
      ['1', ...[after, xid].map((part) => BigInt(part).toString(36))].join('.')
    expect((await readEvents(two, cursorAt(bound))).ids).toContain(`evt_${id}`)
    expect((await readEvents(two, cursorAt(last))).ids).toEqual([])
  })

  test('is deleted in the first hub, which keeps nothing of it', async () => {
    expect(await one.run('customers', 'delete', CUSTOMER)).toMatchObject({ code: 0, stderr: '' })
    const { database } = one.store
    for (const { name, columns } of await listTables(database)) {
      if (!columns.includes('customer_id')) continue
      const { count } = await queryOne<{ count: number }>(
        database,
        sql`select count(*)::int as count from ${raw(name)} where customer_id = ${CUSTOMER}::bigint`,
      )
      expect({ name, count }).toEqual({ name, count: 0 })
    }
    // Nodes know a key for a second.
    await expect.poll(async () => (await call(one, '/orders')).status).toBe(401)
    expect((await call(two, '/orders')).status).toBe(200)
  })
})

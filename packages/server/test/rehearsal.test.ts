/** Calls of the hub that write can be rehearsed; see the file of this name in the marketplace for the other calls. */
import { readFile } from 'node:fs/promises'
import { execute, rehearse, sql } from '@entrepot/database'
import { expectDone, marketplace, migrations } from '@entrepot/marketplace'
import { comparable } from '@entrepot/test-support/comparable'
import { collectRoutes } from '@entrepot/test-support/isolation'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { changedTables, sumRows } from '@entrepot/test-support/sum-rows'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubMigrations } from '../src/database/migrations.ts'
import { administration } from '../src/host/administration.ts'
import { addMember } from '../src/people/members/members.ts'
import { createPeople } from '../src/people/members/people.ts'
import { addUser } from '../src/people/users/users.ts'
import { newKey } from './two-hubs.ts'
import { storeWaitingCall } from './waiting-call.ts'

let store: TestDatabase
let app: FastifyInstance
let shop: Shop
let key: string
/** The calls of the marketplace alone. */
let others: ReturnType<typeof collectRoutes>
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  const { database } = store
  const marketplaceOnly = Fastify()
  others = collectRoutes(marketplaceOnly)
  await marketplaceOnly.register(marketplace, { database, background: false })
  await marketplaceOnly.close()
  app = Fastify()
  const publicUrl = 'https://hub.example'
  await app.register(marketplace, {
    ...{ database, background: false },
    ...administration({
      database,
      log: app.log,
      entrance: undefined,
      publicUrl,
      mcpUrl: publicUrl,
    }),
  })
  shop = await createShop(database, 'Corner Shop')
  key = await newKey({ store }, shop)
  await member('owner@shop.example', 'owner')
  await send('GET', '/v2/members')
})
afterAll(async () => {
  await app.close()
  await store.drop()
})

async function member(email: string, role: 'owner' | 'viewer'): Promise<string> {
  await addUser(store.database, { email })
  const { customerId } = shop.customer
  return expectDone(await addMember(store.database, { email, customerId, role })).userId
}

async function send(method: string, url: string, payload?: object) {
  const answer = await app.inject({
    ...{ method: method as 'GET', url, headers: { 'x-api-key': key } },
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : answer.json(),
  }
}

const agent = async (Name: string): Promise<string> => {
  const { body } = await send('POST', '/v2/headless-agents', { Name, Scopes: ['orders:read'] })
  return `/v2/headless-agents/${body.Id}`
}

const waitingAgent = async (): Promise<string> => {
  const path = await agent('Waits')
  const id = path.split('/').at(-1)
  await execute(
    store.database,
    sql`update hub.headless_agents set status = 'WAITING', decided_at = null, decided_by = null
      where agent_id = ${id}`,
  )
  return path
}

const newAgent = async (): Promise<string> => {
  const { body } = await send('POST', '/v2/headless-agents', {
    ...{ Name: 'Busy', Scopes: ['orders:read'] },
  })
  return body.ClientId
}

const waitingCall = async (reference: string) =>
  await storeWaitingCall(store.database, shop.customer.customerId, reference)

const WORKLOAD = { Issuer: 'https://ci.example', Subject: 'repo:acme/shop:pull_request' }

const CALLS: Readonly<Record<string, () => Promise<readonly [path: string, body?: object]>>> = {
  'POST /v2/invitations': async () => [
    '/v2/invitations',
    { Email: 'bo@shop.example', Role: 'viewer' },
  ],
  'DELETE /v2/invitations/:id': async () => {
    const invitation = { Email: 'cy@shop.example', Role: 'viewer' }
    return [`/v2/invitations/${(await send('POST', '/v2/invitations', invitation)).body.Id}`]
  },
  'DELETE /v2/members/:id': async () => [
    `/v2/members/${await member('di@shop.example', 'viewer')}`,
  ],
  'DELETE /v2/members/:id/sessions': async () => {
    const id = await member('al@shop.example', 'viewer')
    await execute(
      store.database,
      sql`insert into hub.sessions (id_hash, user_id, data, expires_at)
        values (sha256('al'), ${id}, '{}', now() + interval '1 day')`,
    )
    return [`/v2/members/${id}/sessions`]
  },
  'PATCH /v2/provisioning': async () => [
    '/v2/provisioning',
    { Roles: [{ Group: 'Warehouse', Role: 'viewer' }] },
  ],
  'POST /v2/headless-agents': async () => [
    '/v2/headless-agents',
    { Name: 'Stock agent', Scopes: ['orders:read'] },
  ],
  'DELETE /v2/headless-agents/:id': async () => [await agent('Ends')],
  'POST /v2/headless-agents/:id/keys': async () => [`${await agent('Keys')}/keys`, {}],
  'DELETE /v2/headless-agents/:id/keys/:keyId': async () => {
    const path = `${await agent('Loses a key')}/keys`
    const { body } = await send('POST', path, {})
    return [`${path}/${body.Keys?.at(-1)?.Id ?? body.Id}`]
  },
  'POST /v2/headless-agents/:id/workloads': async () => [
    `${await agent('CI')}/workloads`,
    WORKLOAD,
  ],
  'DELETE /v2/headless-agents/:id/workloads/:workloadId': async () => {
    const path = `${await agent('Old CI')}/workloads`
    const other = { ...WORKLOAD, Subject: 'repo:acme/shop:ref:refs/heads/main' }
    const { body } = await send('POST', path, other)
    return [`${path}/${body.Workloads?.at(-1)?.Id ?? body.Id}`]
  },
  'POST /v2/headless-agents/:id/approve': async () => [`${await waitingAgent()}/approve`],
  'POST /v2/headless-agents/:id/reject': async () => [`${await waitingAgent()}/reject`],
  'PUT /v2/agent-rules': async () => ['/v2/agent-rules', { Rules: [], ExpiryHours: 1 }],
  'POST /v2/agent-approvals/:id/reject': async () => [
    `${await waitingCall('A')}/reject`,
    { Reason: 'No' },
  ],
  'POST /v2/agent-stops': async () => ['/v2/agent-stops', { AgentId: await newAgent() }],
  'DELETE /v2/agent-stops/:id': async () => {
    const { body } = await send('POST', '/v2/agent-stops', { AgentId: await newAgent() })
    return [`/v2/agent-stops/${body.Id}`]
  },
  'PUT /v2/agent-caps': async () => ['/v2/agent-caps', { Writes: 7 }],
  'PUT /v2/agents/:id/caps': async () => [`/v2/agents/${await newAgent()}/caps`, { Writes: 7 }],
  'DELETE /v2/agents/:id/caps': async () => {
    const path = `/v2/agents/${await newAgent()}/caps`
    await send('PUT', path, { Writes: 7 })
    return [path]
  },
}

/**
 * Only people in sessions may call them, or they have effects outside of the transaction: the end of the access of an agent, and a call
 * that was approved.
 */
const NOT_REHEARSED = [
  'PATCH /v2/members/:id',
  'DELETE /v2/me/sessions',
  'DELETE /v2/me/sessions/:id',
  'PATCH /v2/me/passkeys/:id',
  'DELETE /v2/me/passkeys/:id',
  'DELETE /v2/agents/:id',
  'POST /v2/agent-approvals/:id/approve',
]

test('each call of the hub that writes has an entry', async () => {
  const file = new URL('../../../docs/reference/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as { paths: Record<string, object> }
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => /^(post|put|patch|delete)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const own = calls.filter((name) => !others.has(name))
  expect([...Object.keys(CALLS), ...NOT_REHEARSED].sort()).toEqual(own.sort())
})

const rows = async () => await sumRows(store.database, { tables: ['rate_windows'], columns: [] })

/** Cryptographic keys, links, and what takes its number from a sequence. */
const VARYING = /Id$|Url$|^(kid|d|x|Kid|Link)$/

test.each(Object.entries(CALLS))(
  '%s is rehearsed, changes nothing, and then does what it said',
  async (name, prepare) => {
    const [path, body] = await prepare()
    const [method = ''] = name.split(' ')
    const call = async () => await send(method, path, body)
    const before = await rows()
    const rehearsed = await rehearse(store.database, call)
    expect(changedTables(before, await rows())).toEqual([])
    expect(rehearsed.status, JSON.stringify(rehearsed.body)).toBeLessThan(300)
    const real = await call()
    expect([real.status, comparable(real.body, VARYING)]).toEqual([
      rehearsed.status,
      comparable(rehearsed.body, VARYING),
    ])
    expect(changedTables(before, await rows())).not.toEqual([])
  },
)

test('an approval in a rehearsal makes no call, and does not remain', async () => {
  const path = await waitingCall('B')
  const approve = async () => await send('POST', `${path}/approve`)
  const before = await rows()
  expect((await rehearse(store.database, approve)).status).toBe(500)
  expect(changedTables(before, await rows())).toEqual([])
  expect((await approve()).body.Status).toBe('FAILED')
})

test('what nodes keep of people in memory is never that of a rehearsal', async () => {
  const findPerson = createPeople(store.database)
  const id = await member('ed@shop.example', 'viewer')
  const rolesOf = async () => (await findPerson(id))?.memberships.map(({ role }) => role)
  await rehearse(store.database, async () => {
    expect((await send('DELETE', `/v2/members/${id}`)).status).toBe(204)
    expect(await rolesOf()).toEqual(['viewer'])
  })
  expect(await rolesOf()).toEqual(['viewer'])
})

/** Every POST and PUT of the hub whose answer is lost takes effect once; see the file of this name in the marketplace for the other calls. */
import { readFile } from 'node:fs/promises'
import { marketplace, migrations } from '@entrepot/marketplace'
import { collectRoutes } from '@entrepot/test-support/isolation'
import { loseAnswer } from '@entrepot/test-support/lost-answer'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop } from '@entrepot/test-support/shop'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExecutor } from '../src/agents/approvals/execute.ts'
import { approvalRoutes } from '../src/agents/approvals/routes.ts'
import { agentRuleRoutes } from '../src/agents/approvals/rules/routes.ts'
import { agentCapRoutes } from '../src/agents/caps/routes.ts'
import { headlessAgentRoutes } from '../src/agents/headless-agents/routes.ts'
import { agentStopRoutes } from '../src/agents/stops/routes.ts'
import { hubMigrations } from '../src/database/migrations.ts'
import { invitationRoutes } from '../src/people/invitations/routes.ts'
import { newKey } from './two-hubs.ts'
import { storeWaitingCall } from './waiting-call.ts'

let store: TestDatabase
let app: FastifyInstance
let key: string
let shopId: string
/** The calls of the marketplace alone. */
let others: ReturnType<typeof collectRoutes>
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  const { database } = store
  app = Fastify()
  const marketplaceOnly = Fastify()
  others = collectRoutes(marketplaceOnly)
  await marketplaceOnly.register(marketplace, { database, background: false })
  await marketplaceOnly.close()
  await app.register(marketplace, {
    ...{ database, background: false },
    routes(scope) {
      invitationRoutes(scope, database, 'https://hub.example')
      agentStopRoutes(scope, database)
      agentCapRoutes(scope, database)
      agentRuleRoutes(scope, database)
      approvalRoutes(scope, database, createExecutor(scope, database))
      headlessAgentRoutes(scope, database, 'https://hub.example/token', 'https://hub.example')
    },
  })
  const shop = await createShop(database, 'Corner Shop')
  shopId = shop.customer.customerId
  key = await newKey({ store }, shop)
})
afterAll(async () => {
  await app.close()
  await store.drop()
})

async function send(
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' = 'POST',
) {
  const sent = { 'x-api-key': key, ...headers }
  const answer = await app.inject({
    ...{ method, url: path, headers: sent },
    ...(payload && { payload }),
  })
  const { statusCode: status, headers: answered } = answer
  return { status, body: answer.json(), isReplayed: answered['idempotent-replayed'] === 'true' }
}

const waitingAgent = async (): Promise<number> => {
  const path = '/v2/headless-agents'
  const { body } = await send(path, { Name: 'Waits', Scopes: ['orders:read'] })
  await store.database.query(`update hub.headless_agents set status = 'WAITING', decided_at = null,
    decided_by = null where agent_id = ${Number(body.Id)}`)
  return body.Id
}

const CALLS: Readonly<Record<string, () => Promise<readonly [path: string, body?: object]>>> = {
  'POST /v2/invitations': async () => [
    '/v2/invitations',
    { Email: 'bo@shop.example', Role: 'viewer' },
  ],
  'POST /v2/headless-agents': async () => [
    '/v2/headless-agents',
    { Name: 'Stock agent', Scopes: ['orders:read'] },
  ],
  'POST /v2/headless-agents/:id/keys': async () => {
    const { body } = await send('/v2/headless-agents', { Name: 'Keys', Scopes: ['orders:read'] })
    return [`/v2/headless-agents/${body.Id}/keys`, {}]
  },
  'POST /v2/headless-agents/:id/workloads': async () => {
    const { body } = await send('/v2/headless-agents', { Name: 'CI', Scopes: ['orders:read'] })
    const workload = { Issuer: 'https://ci.example', Subject: 'repo:acme/shop:pull_request' }
    return [`/v2/headless-agents/${body.Id}/workloads`, workload]
  },
  'POST /v2/headless-agents/:id/approve': async () => [
    `/v2/headless-agents/${await waitingAgent()}/approve`,
  ],
  'POST /v2/headless-agents/:id/reject': async () => [
    `/v2/headless-agents/${await waitingAgent()}/reject`,
  ],
  'PUT /v2/agent-rules': async () => ['/v2/agent-rules', { Rules: [], ExpiryHours: 1 }],
  'POST /v2/agent-approvals/:id/approve': async () => [`${await waitingCall('A')}/approve`],
  'POST /v2/agent-approvals/:id/reject': async () => [
    `${await waitingCall('B')}/reject`,
    { Reason: 'No' },
  ],
  'POST /v2/agent-stops': async () => ['/v2/agent-stops', { AgentId: await newAgent() }],
  'PUT /v2/agent-caps': async () => ['/v2/agent-caps', { Writes: 7 }],
  'PUT /v2/agents/:id/caps': async () => [`/v2/agents/${await newAgent()}/caps`, { Writes: 7 }],
}

const waitingCall = async (reference: string) =>
  await storeWaitingCall(store.database, shopId, reference)

const newAgent = async (): Promise<string> => {
  const { body } = await send('/v2/headless-agents', { Name: 'Busy', Scopes: ['orders:read'] })
  return body.ClientId
}

test('each POST and PUT of the reference that is not of the marketplace has an entry in the table', async () => {
  const file = new URL('../../../docs/reference/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as { paths: Record<string, object> }
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method === 'post' || method === 'put')
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const keyed = [...others.keys()].filter((route) => /^(POST|PUT) /.test(route))
  expect([...Object.keys(CALLS), ...keyed].sort()).toEqual(calls.sort())
})

test.each(Object.entries(CALLS))(
  '%s takes effect once if its answer is lost, and a repeat gets it',
  async (name, prepare) => {
    const [path, body] = await prepare()
    const headers = { 'idempotency-key': name.replaceAll(' ', '-') }
    const { first, repeat, changed } = await loseAnswer(
      store.database,
      async () => await send(path, body, headers, name.startsWith('PUT') ? 'PUT' : 'POST'),
    )
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    expect(changed.first, 'the call has an effect').not.toEqual([])
    expect(changed.repeat).toEqual([])
    expect(repeat).toEqual({ ...first, isReplayed: true })
  },
)

/** Agents that sign in by tokens of platforms: who may let them in, and which tokens get in. Two nodes. */
import { type IssuerKey, makeIssuerKey, signToken } from '@entrepot/test-support/asserting-issuer'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEntrepot } from '../../src/testing.ts'
import { callApi, keyOf, startTwoHubs, type TwoHubs } from '../two-hubs.ts'

type Headers = Readonly<Record<string, string>>

const ISSUER = 'https://kubernetes.default.svc.cluster.local'
const SUBJECT = 'system:serviceaccount:shop:importer'

let hubs: TwoHubs
let owner: Headers
let other: Headers
let key: IssuerKey
beforeAll(async () => {
  hubs = await startTwoHubs()
  owner = await keyOf(hubs, hubs.corner, ['agents:read', 'agents:write', 'orders:read'])
  other = await keyOf(hubs, hubs.kiosk, ['agents:read', 'agents:write', 'orders:read'])
  key = await makeIssuerKey()
})
afterAll(async () => await hubs?.end())

const call = async (path: string, headers: Headers, method = 'GET', body?: unknown) =>
  await callApi(hubs.one, path, headers, { method, body })

/** The entry that trusts {@link key}. */
const workload = (more: object = {}) => ({
  ...{ Issuer: ISSUER, Subject: SUBJECT, Keys: [{ ...key.jwk, use: 'sig' }] },
  ...more,
})

const create = async (headers: Headers, more: object = {}) =>
  await call('/headless-agents', headers, 'POST', {
    ...{ Name: 'Importer', Scopes: ['orders:read'], Workload: workload() },
    ...more,
  })

/** What a program does: presents the token of its platform. */
async function present(
  claims: Record<string, unknown> = {},
  { resource = '/v2', ...more }: Readonly<Record<string, string>> = {},
  node = hubs.one,
) {
  const now = Math.floor(Date.now() / 1_000)
  const all = { iss: ISSUER, sub: SUBJECT, aud: hubs.one.url, iat: now, exp: now + 3_600 }
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signToken(key, { ...all, ...claims }),
    resource: `${hubs.one.url}${resource}`,
    ...more,
  })
  const response = await fetch(`${node.url}/oauth/mcp/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const asAgent = ({ body }: Awaited<ReturnType<typeof present>>): Headers => ({
  authorization: `Bearer ${body.access_token}`,
})

test('an agent signs in by the tokens of a platform on every node, without a key, and ends within seconds', async () => {
  const { status, body: agent } = await create(owner)
  expect([status, agent]).toMatchObject([
    201,
    {
      ...{ Status: 'ACTIVE', PrivateKey: null, Keys: [], PublicKey: { kty: '', crv: '', x: '' } },
      Workloads: [
        {
          ...{ Issuer: ISSUER, Audience: hubs.one.url, Subject: SUBJECT, Claims: {} },
          HasKeys: true,
        },
      ],
    },
  ])
  for (const node of hubs.nodes) {
    const token = await present({}, {}, node)
    expect(token).toMatchObject({ status: 200, body: { scope: 'orders:read' } })
    const { status: read, body: orders } = await callApi(node, '/orders/new', asAgent(token))
    expect([read, orders[0].Id]).toEqual([200, hubs.corner.orders[0]?.Id])
  }
  const token = await present()
  expect((await call('/products', asAgent(token))).status).toBe(403)
  const kiosk = { ...asAgent(token), 'entrepot-customer': hubs.kiosk.customer.customerId }
  expect((await call('/orders/new', kiosk)).body.code).toBe('MARKET_NOT_FOUND')
  await expect
    .poll(async () => (await call(`/headless-agents/${agent.Id}`, owner)).body.UsedAt)
    .toEqual(expect.any(String))
  expect((await present({ sub: 'system:serviceaccount:shop:other' })).body.error).toBe(
    'invalid_grant',
  )
  await call(`/headless-agents/${agent.Id}`, owner, 'DELETE')
  expect((await present()).body.error).toBe('invalid_grant')
  await expect.poll(async () => (await call('/orders/new', asAgent(token))).status).toBe(401)
})

test('keys and entries of an agent replace each other, and the last of both stays', async () => {
  const { body: agent } = await create(owner)
  const path = `/headless-agents/${agent.Id}`
  const entry = `${path}/workloads/${agent.Workloads[0].Id}`
  const last = await call(entry, owner, 'DELETE')
  expect([last.status, last.body.code]).toEqual([409, 'MARKET_LAST_AGENT_KEY'])
  const { publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  const added = await call(`${path}/keys`, owner, 'POST', { PublicKey: await exportJWK(publicKey) })
  expect(added.body.Keys).toHaveLength(1)
  expect((await call(entry, owner, 'DELETE')).body).toMatchObject({ Workloads: [] })
  expect((await present()).body.error).toBe('invalid_grant')
  expect((await call(entry, owner, 'DELETE')).body.code).toBe('MARKET_NOT_FOUND')
  const again = await call(`${path}/workloads`, owner, 'POST', workload())
  expect([again.status, again.body.Workloads.length]).toEqual([201, 1])
  const keyless = await call(`${path}/keys/${added.body.Keys[0].Id}`, owner, 'DELETE')
  expect(keyless.body).toMatchObject({ Keys: [], Workloads: [{ Issuer: ISSUER }] })
  expect((await present()).status).toBe(200)
  await call(path, owner, 'DELETE')
})

test('an agent that waits for an approval gets no token, and one with more scopes than the approver is not approved', async () => {
  const reader = await keyOf(hubs, hubs.corner, ['agents:read', 'orders:read'])
  const { body: agent } = await create(reader)
  expect(agent.Status).toBe('WAITING')
  expect((await present()).body.error).toBe('invalid_grant')
  const denied = await call(`/headless-agents/${agent.Id}/workloads`, reader, 'POST', workload())
  expect(denied.status).toBe(403)
  await call(`/headless-agents/${agent.Id}/approve`, owner, 'POST')
  expect((await present()).status).toBe(200)
  const wide = await create(owner, { Scopes: ['products:write'] })
  expect([wide.status, wide.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  const admin = await keyOf(hubs, hubs.corner, ['agents:read', 'agents:write', 'products:write'])
  const { body: writer } = await create(admin, { Scopes: ['products:write'], Workload: null })
  const widened = await call(`/headless-agents/${writer.Id}/workloads`, owner, 'POST', workload())
  expect([widened.status, widened.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  const token = await present()
  expect((await create(asAgent(token))).status).toBe(403)
  for (const { Id } of [agent, writer]) await call(`/headless-agents/${Id}`, admin, 'DELETE')
})

test('the entry of one customer is not seen, changed or used by another one', async () => {
  const { body: agent } = await create(owner)
  const path = `/headless-agents/${agent.Id}/workloads`
  const unknown = await call('/headless-agents/999999/workloads', other, 'POST', workload())
  const foreign = await call(path, other, 'POST', workload())
  expect([foreign.status, foreign.body.code]).toEqual([unknown.status, 'MARKET_NOT_FOUND'])
  const ended = await call(`${path}/${agent.Workloads[0].Id}`, other, 'DELETE')
  expect([ended.status, ended.body.code]).toEqual([404, 'MARKET_NOT_FOUND'])
  // Its own entry for the same tokens makes them ambiguous, so that a program must name its agent.
  const { body: rival } = await create(other)
  expect((await present()).body.error).toBe('invalid_request')
  const token = await present({}, { client_id: agent.ClientId })
  const orders = await call('/orders/new', asAgent(token))
  expect(orders.body[0].Id).toBe(hubs.corner.orders[0]?.Id)
  // Keys of its own make it the issuer of nothing that others trust.
  const forger = await makeIssuerKey()
  await call(`/headless-agents/${rival.Id}/workloads`, other, 'POST', {
    ...workload({ Keys: [forger.jwk] }),
  })
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: ISSUER, sub: SUBJECT, aud: hubs.one.url, iat: now, exp: now + 300 }
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signToken(forger, claims),
    client_id: agent.ClientId,
  })
  const forged = await fetch(`${hubs.one.url}/oauth/mcp/token`, { method: 'POST', body })
  expect([forged.status, await forged.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  await call(`/headless-agents/${agent.Id}`, owner, 'DELETE')
  await call(`/headless-agents/${rival.Id}`, other, 'DELETE')
})

test.each([
  [{ Issuer: 'http://ci.example' }, '/Workload/Issuer'],
  [{ Issuer: 'https://ci.example/?x' }, '/Workload/Issuer'],
  [{ Issuer: 'https://user:secret@ci.example' }, '/Workload/Issuer'],
  [{ Subject: 'repo:*' }, '/Workload/Subject'],
  [{ Subject: 'repo:acme*/shop:pull_request' }, '/Workload/Subject'],
  [{ Claims: { repository: 'ac*e/shop' } }, '/Workload/Claims/repository'],
  [{ Keys: [{ kty: 'oct', k: 'AAAA' }] }, '/Workload/Keys/0'],
])('an entry with %j is refused', async (more, path) => {
  const { status, body } = await create(owner, { Workload: workload(more) })
  expect([status, body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
  expect(body.errors.map((issue: { path: string }) => issue.path)).toEqual([path])
})

test('an agent has a key or an entry when it is created, not both, and at most ten entries', async () => {
  const jwk = await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).publicKey)
  expect((await create(owner, { PublicKey: jwk })).status).toBe(400)
  const { body: agent } = await create(owner)
  const path = `/headless-agents/${agent.Id}`
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const more = { Subject: `system:serviceaccount:shop:job-${index}` }
      return (await call(`${path}/workloads`, owner, 'POST', workload(more))).status
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(9)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  await call(path, owner, 'DELETE')
})

test('the operator creates, lists and ends such agents by the command', async () => {
  const env = { DATABASE_URL: hubs.store.url, ENTREPOT_PUBLIC_URL: hubs.one.url }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runEntrepot(['agents', ...args, '--json'], env)
    return {
      code,
      stderr,
      row: stdout === '' ? undefined : JSON.parse(stdout.split('\n')[0] ?? ''),
    }
  }
  const { customerId } = hubs.kiosk.customer
  const of = ['--customer', customerId]
  const trust = ['--issuer', 'https://token.actions.githubusercontent.com']
  const created = await run(
    ...['create', ...of, '--name', 'Deploy', '--scopes', 'products:write', ...trust],
    ...['--subject', 'repo:acme/*:environment:production', '--audience', 'hub'],
    ...['--claims', 'ref=refs/heads/main', 'repository_owner_id=1'],
  )
  expect(created).toMatchObject({ code: 0, row: { name: 'Deploy', status: 'ACTIVE', keys: 0 } })
  const id = String(created.row.agentId)
  const more = await run('trust', id, ...of, ...trust, '--subject', 'repo:acme/shop:pull_request')
  expect(more.row.trusts).toHaveLength(2)
  const [first = ''] = more.row.trusts
  expect(first).toContain('repo:acme/*:environment:production at https://token.actions')
  const left = await run('untrust', id, first.split(':')[0] ?? '', ...of)
  expect(left.row.trusts).toHaveLength(1)
  expect((await run('list', ...of)).row).toEqual(left.row)
  const wrong = await run('trust', id, ...of, ...trust, '--subject', 'repo:*')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--subject must begin')])
  const unknown = await run(
    'create',
    ...of,
    '--name',
    'x',
    '--scopes',
    'all',
    ...trust,
    '--subject',
    'a:b',
  )
  expect(unknown.stderr).toContain('is not a scope')
  const nobody = await run('trust', '999999', ...of, ...trust, '--subject', 'a:b')
  expect(nobody.stderr).toContain('MARKET_NOT_FOUND')
})

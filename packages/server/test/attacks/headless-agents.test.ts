/** Agents without a person: what they may do, who lets them in, and who tries to get in as one. Two nodes. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectDone } from '@entrepot/marketplace'
import { importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addMember } from '../../src/people/members/members.ts'
import type { Role } from '../../src/people/members/roles.ts'
import {
  type ApiAnswer,
  asPage,
  bearer,
  callApi,
  connectAgent,
  keyOf,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'

type Headers = Readonly<Record<string, string>>

let hubs: TwoHubs
let owner: Headers
let operator: Headers
let key: Headers
beforeAll(async () => {
  hubs = await startTwoHubs()
  owner = await admit('ann', 'owner')
  operator = await admit('bo', 'operator')
  key = await keyOf(hubs, hubs.corner, ['agents:read', 'agents:write', 'orders:read'])
})
afterAll(async () => await hubs?.end())

/** The headers of a sample person as a member. */
async function admit(person: string, role: Role): Promise<Headers> {
  const browser = await signIn(hubs.one, person)
  const { customerId } = hubs.corner.customer
  const email = `${person}@example.com`
  expectDone(await addMember(hubs.store.database, { email, customerId, role }))
  return asPage(hubs.one, browser, hubs.corner)
}

const call = async (path: string, headers: Headers, method = 'GET', body?: unknown) =>
  await callApi(hubs.one, path, headers, { method, body })

const create = async (headers: Headers, more: object = {}): Promise<ApiAnswer> =>
  await call('/headless-agents', headers, 'POST', {
    Name: 'Robot',
    Scopes: ['orders:read'],
    ...more,
  })

/** What a program without a person does: signs an assertion with its key, and asks for a token. */
async function askForToken(
  { ClientId, PrivateKey }: { readonly ClientId: string; readonly PrivateKey: JWK },
  { resource = '/v2', signed, ...more }: Readonly<Record<string, string | undefined>> = {},
  node = hubs.one,
) {
  const assertion = signed ?? (await sign(ClientId, PrivateKey))
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    resource: `${hubs.one.url}${resource}`,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...(more as Record<string, string>),
  })
  const response = await fetch(`${node.url}/oauth/mcp/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

interface SigningOptions {
  readonly audience?: string
  readonly alg?: string
  readonly kid?: string
  readonly iat?: false
}

async function sign(
  clientId: string,
  privateKey: JWK,
  { audience = hubs.one.url, alg = 'EdDSA', kid, iat }: SigningOptions = {},
): Promise<string> {
  const token = new SignJWT({ iss: clientId, sub: clientId, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .setAudience(audience)
    .setExpirationTime('60 s')
  if (iat !== false) token.setIssuedAt()
  return await token.sign(await importJWK(privateKey, alg))
}

const asAgent = (token: Awaited<ReturnType<typeof askForToken>>): Headers => ({
  authorization: `Bearer ${token.body.access_token}`,
})

/** The tools that an agent sees at a node. */
const listTools = async (headers: Headers, { url } = hubs.one) => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, text: await response.text(), challenge }
}

test('an agent of an owner gets tokens with its key, acts for its customer on every node, and for no other one', async () => {
  const { status, body: agent } = await create(owner)
  expect([status, agent]).toMatchObject([
    201,
    { Status: 'ACTIVE', TokenUrl: `${hubs.one.url}/oauth/mcp/token`, UsedAt: null },
  ])
  const token = await askForToken(agent)
  expect(token).toMatchObject({ status: 200, body: { scope: 'orders:read', expires_in: 300 } })
  for (const node of hubs.nodes) {
    const { status: read, body: orders } = await callApi(node, '/orders/new', asAgent(token))
    expect([read, orders[0].Id]).toEqual([200, hubs.corner.orders[0]?.Id])
  }
  const kiosk = { ...asAgent(token), 'entrepot-customer': hubs.kiosk.customer.customerId }
  expect((await call('/orders/new', kiosk)).body.code).toBe('MARKET_NOT_FOUND')
  const beyond = await call('/products', asAgent(token))
  expect([beyond.status, beyond.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  await expect
    .poll(async () => (await call(`/headless-agents/${agent.Id}`, owner)).body.UsedAt)
    .toEqual(expect.any(String))
  const { body: stored } = await call('/headless-agents', owner)
  expect(JSON.stringify(stored)).not.toContain(agent.PrivateKey.d)
  const { body: events } = await call('/events?types=agent.*', owner)
  expect(
    events.filter((one: { Subject: { Id: string } }) => one.Subject.Id === agent.ClientId),
  ).toMatchObject([
    { Type: 'agent.connected', Actor: { Kind: 'person' }, Data: { Name: 'Robot', PersonId: null } },
  ])
})

test('an agent that has ended is told at /mcp where tokens come from, as at /v2', async () => {
  const { body: agent } = await create(owner)
  const headers = asAgent(await askForToken(agent, { resource: '/mcp' }))
  expect((await listTools(headers)).status).toBe(200)
  await call(`/headless-agents/${agent.Id}`, owner, 'DELETE')
  await expect
    .poll(async () => await listTools(headers))
    .toMatchObject({
      status: 401,
      text: expect.stringContaining('The agent has no access any more.'),
      challenge: expect.stringMatching(
        /^Bearer error="invalid_token", .*scope="orders:read", resource_metadata="http.*\/mcp", DPoP algs=/,
      ),
    })
})

test('the guide gets a token by its own lines', async () => {
  const { body: agent } = await create(owner)
  const guide = await readFile(
    new URL('../../../../docs/guides/agents.md', import.meta.url),
    'utf8',
  )
  const [, lines = ''] = /^cat > get-token\.mjs <<'END'\n(.*?)^END$/ms.exec(guide) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-guide-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'get-token.mjs'), lines)
  const { getToken } = (await import(join(folder, 'get-token.mjs'))) as {
    getToken(hub: string, agent: object, resource?: string): Promise<string>
  }
  const asked = async (resource?: string) => ({
    authorization: `Bearer ${await getToken(hubs.one.url, agent, resource)}`,
  })
  expect((await call('/orders/new', await asked())).status).toBe(200)
  expect((await call('/orders/new', await asked('/mcp'))).status).toBe(401)
  await call(`/headless-agents/${agent.Id}`, owner, 'DELETE')
  await expect(getToken(hubs.one.url, agent)).rejects.toThrow('invalid_client')
})

test('what an agent does is recorded under its name, and MCP takes its tokens for MCP only', async () => {
  const scopes = ['orders:read', 'orders:write']
  const { body: agent } = await create(owner, { Name: 'Acknowledger', Scopes: scopes })
  const token = await askForToken(agent)
  const [order] = hubs.corner.orders
  const acknowledged = await call('/orders/acknowledge', asAgent(token), 'POST', {
    OrderId: order?.Id,
    MerchantOrderReference: 'A-1',
    Lines: [{ OrderLineId: order?.Lines[0]?.Id, MerchantOrderLineReference: 'A-1-1' }],
  })
  expect(acknowledged.status).toBeLessThan(300)
  const { body: history } = await call(`/orders/id/${order?.Id}/history`, owner)
  expect(history.at(-1).Actor).toMatchObject({
    Kind: 'agent',
    Id: agent.ClientId,
    Label: 'Acknowledger',
  })
  expect((await listTools(asAgent(token))).status).toBe(401)
  const forMcp = asAgent(await askForToken(agent, { resource: '/mcp', scope: 'orders:read' }))
  expect(await listTools(forMcp)).toMatchObject({
    status: 200,
    text: expect.stringContaining('order'),
  })
  expect((await call('/orders/new', forMcp)).status).toBe(401)
})

test('an agent that ends is refused on every node, with the tokens that it has', async () => {
  const { body: agent } = await create(key)
  const token = await askForToken(agent)
  expect((await call('/orders/new', asAgent(token))).status).toBe(200)
  const forMcp = asAgent(await askForToken(agent, { resource: '/mcp' }))
  expect((await listTools(forMcp)).status).toBe(200)
  expect((await call(`/headless-agents/${agent.Id}`, key, 'DELETE')).status).toBe(204)
  expect((await call(`/headless-agents/${agent.Id}`, key, 'DELETE')).status).toBe(404)
  for (const node of hubs.nodes) {
    await expect
      .poll(async () => (await callApi(node, '/orders/new', asAgent(token))).status)
      .toBe(401)
    expect((await askForToken(agent, {}, node)).body.error).toBe('invalid_client')
    expect(await listTools(forMcp, node)).toMatchObject({
      status: 401,
      text: expect.stringContaining('invalid_token'),
    })
  }
})

test('who may not change agents asks for one, which gets nothing before it is approved, and one decision counts', async () => {
  const { status, body: agent } = await create(operator, { Scopes: ['orders:read', 'keys:write'] })
  expect([status, agent.Status]).toEqual([201, 'WAITING'])
  expect((await askForToken(agent)).status).toBe(401)
  const path = `/headless-agents/${agent.Id}`
  const own = await call(`${path}/approve`, operator, 'POST')
  expect([own.status, own.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
  // The key may change agents, but not give what it does not have.
  expect((await call(`${path}/approve`, key, 'POST')).body.detail).toContain('keys:write')
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const node = hubs.nodes[number % 2] as TwoHubs['one']
      const decision = number % 3 === 0 ? 'reject' : 'approve'
      const options = { method: 'POST' }
      const answer = await callApi(node, `${path}/${decision}`, owner, options)
      return answer.status === 200 ? decision : answer.body.code
    }),
  )
  const [decided, ...others] = answers.toSorted((one) => (one === 'MARKET_AGENT_DECIDED' ? 1 : -1))
  expect(new Set(others)).toEqual(new Set(['MARKET_AGENT_DECIDED']))
  const { body: after } = await call(path, operator)
  expect(after.Status).toBe(decided === 'approve' ? 'ACTIVE' : 'REJECTED')
  expect((await askForToken(agent)).status).toBe(decided === 'approve' ? 200 : 401)
  const { body: rejected } = await create(operator)
  expect((await call(`/headless-agents/${rejected.Id}/reject`, owner, 'POST')).status).toBe(200)
  expect((await askForToken(rejected)).status).toBe(401)
  const late = await call(`/headless-agents/${rejected.Id}/approve`, owner, 'POST')
  expect(late.body.code).toBe('MARKET_AGENT_DECIDED')
})

test('nobody gives an agent more than they may do, and agents make no agents', async () => {
  const unnamed = await create(key, { Name: '' })
  expect([unnamed.status, unnamed.body.errors[0].path]).toEqual([400, '/Name'])
  const wide = await create(key, { Scopes: ['orders:read', 'orders:write'] })
  expect([wide.status, wide.body.detail]).toEqual([403, expect.stringContaining('orders:write')])
  const scopes = ['agents:read', 'agents:write', 'orders:read'] as const
  const { body: agent } = await create(owner, { Scopes: [...scopes] })
  const headless = asAgent(await askForToken(agent))
  const ofAnn = bearer(await connectAgent(hubs.one, 'ann', { scope: scopes.join(' ') }))
  const { body: waiting } = await create(operator)
  for (const headers of [headless, ofAnn]) {
    expect((await create(headers)).body.code).toBe('MARKET_FORBIDDEN')
    const approval = await call(`/headless-agents/${waiting.Id}/approve`, headers, 'POST')
    expect(approval.body.code).toBe('MARKET_FORBIDDEN')
  }
  const token = await askForToken(agent, { scope: 'orders:write' })
  expect(token.body.error).toBe('invalid_scope')
})

test('a used assertion, another key, another audience and a secret as a key get no token', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { kty, crv, x, d } = privateKey.export({ format: 'jwk' })
  const { body: agent } = await create(owner, { PublicKey: { kty, crv, x } })
  expect([agent.PrivateKey, agent.PublicKey]).toEqual([null, { kty, crv, x }])
  const own = { ClientId: agent.ClientId, PrivateKey: { kty, crv, x, d } as JWK }
  const signed = await sign(own.ClientId, own.PrivateKey)
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const answer = await askForToken(own, { signed }, hubs.nodes[number % 2])
      return answer.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const { body: other } = await create(owner)
  expect((await askForToken({ ...own, PrivateKey: other.PrivateKey })).status).toBe(401)
  const elsewhere = await sign(own.ClientId, own.PrivateKey, { audience: 'https://other.example' })
  expect((await askForToken(own, { signed: elsewhere })).status).toBe(401)
  for (const PublicKey of [
    { kty: 'oct', k: 'c2VjcmV0' },
    { kty, crv, x, d },
    { kty, crv, x: 'short' },
  ]) {
    expect((await create(owner, { PublicKey })).body.code).toBe('MARKET_INVALID_INPUT')
  }
})

test('what belongs to another customer answers as what does not exist', async () => {
  const { body: agent } = await create(owner)
  const theirs = await keyOf(hubs, hubs.kiosk, ['agents:read', 'agents:write'])
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/approve'],
    ['POST', '/reject'],
  ] as const) {
    const [found, missing] = [
      await call(`/headless-agents/${agent.Id}${rest}`, theirs, method),
      await call(`/headless-agents/999999${rest}`, theirs, method),
    ]
    expect([found.status, missing.status]).toEqual([404, 404])
    expect(found.body.detail.replace(agent.Id, '')).toBe(missing.body.detail.replace('999999', ''))
  }
  expect((await call('/headless-agents', theirs)).body).toEqual([])
  expect((await call(`/headless-agents/${agent.Id}`, owner)).body.Status).toBe('ACTIVE')
})

test('a customer has at most 100 agents, also if many are created at once', async () => {
  const theirs = await keyOf(hubs, hubs.kiosk, ['agents:read', 'agents:write', 'orders:read'])
  const PublicKey = { kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43) }
  const answers = await Promise.all(
    Array.from({ length: 104 }, async (_, number) => {
      const body = { Name: `Robot ${number}`, Scopes: ['orders:read'], PublicKey }
      const node = hubs.nodes[number % 2] as TwoHubs['one']
      return await callApi(node, '/headless-agents', theirs, { method: 'POST', body })
    }),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ body }) => body.code)).toEqual(
    Array.from({ length: 4 }, () => 'MARKET_TOO_MANY_AGENTS'),
  )
  const first = await call('/headless-agents?pageSize=60', theirs)
  const next = /<\/v2([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await call(next, theirs)
  const ids = [...first.body, ...second.body].map(({ Id }: { Id: number }) => Id)
  expect([first.body.length, new Set(ids).size]).toEqual([60, 100])
})

const KINDS = [
  ['EdDSA', () => generateKeyPairSync('ed25519')],
  ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
] as const

/** A key pair of a kind, as a program makes it. */
function makePair(alg: string): { readonly publicKey: JWK; readonly privateKey: JWK } {
  const [, make] = KINDS.find(([name]) => name === alg) ?? KINDS[0]
  const { publicKey, privateKey } = make()
  return {
    publicKey: publicKey.export({ format: 'jwk' }) as JWK,
    privateKey: privateKey.export({ format: 'jwk' }) as JWK,
  }
}

test('an agent brings a key of each announced kind, with the members that libraries write, and needs no iat', async () => {
  for (const [alg] of KINDS) {
    const { publicKey, privateKey } = makePair(alg)
    const named = { ...publicKey, kid: `${alg}/1`, use: 'sig', alg, key_ops: ['verify'] }
    const { status, body: agent } = await create(owner, { PublicKey: { ...named, x5t: 'ignored' } })
    expect([alg, status, agent.PrivateKey]).toEqual([alg, 201, null])
    expect(agent.Keys).toMatchObject([{ Kid: `${alg}/1`, Algorithm: alg }])
    const ask = async (options: SigningOptions) => {
      const signed = await sign(agent.ClientId, privateKey, { alg, ...options })
      return (await askForToken(agent, { signed })).status
    }
    expect([alg, await ask({ kid: `${alg}/1` })]).toEqual([alg, 200])
    expect([alg, await ask({ iat: false })]).toEqual([alg, 200])
    expect([alg, await ask({ kid: 'another' })]).toEqual([alg, 401])
  }
})

test('an assertion may name a key that was sent without a name', async () => {
  const { publicKey, privateKey } = makePair('EdDSA')
  const { body: agent } = await create(owner, { PublicKey: publicKey })
  const signed = await sign(agent.ClientId, privateKey, { kid: 'of-the-library' })
  expect((await askForToken(agent, { signed })).status).toBe(200)
})

test('a key that must not sign, or that everybody could know, is refused with the member that is wrong', async () => {
  const { publicKey: edwards, privateKey } = makePair('EdDSA')
  const { publicKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  for (const [key, message] of [
    [privateKey, 'public keys only'],
    [{ ...edwards, use: 'enc' }, 'use'],
    [{ ...edwards, alg: 'ES256' }, 'alg'],
    [{ ...edwards, key_ops: ['sign'] }, 'key_ops'],
    [{ ...edwards, kid: 'two words' }, 'kid'],
    [{ ...edwards, x: 'AAAA' }, 'not a key'],
    [{ ...edwards, x: `${edwards.x}\0` }, 'base64url'],
    [{ ...edwards, x: undefined }, 'base64url'],
    [short.export({ format: 'jwk' }), '2048'],
    [{ ...other.export({ format: 'jwk' }), crv: 'P-256' }, 'not a key'],
    [{ ...makePair('RS256').publicKey, e: 'AQ' }, 'exponent'],
  ] as const) {
    const { status, body } = await create(owner, { PublicKey: key })
    expect([message, status]).toEqual([message, 400])
    expect(body.errors[0]).toMatchObject({
      path: '/PublicKey',
      message: expect.stringContaining(message),
    })
  }
})

test('an agent changes its key without an interruption: both work, and then only the new one', async () => {
  const { body: agent } = await create(owner)
  const path = `/headless-agents/${agent.Id}/keys`
  const { status, body: added } = await call(path, owner, 'POST', {})
  expect([status, added.Keys.length]).toEqual([201, 2])
  const both = [agent, { ...agent, PrivateKey: added.PrivateKey }]
  for (const one of both) {
    for (const node of hubs.nodes) expect((await askForToken(one, {}, node)).status).toBe(200)
    const { kid } = one.PrivateKey
    const signed = await sign(agent.ClientId, one.PrivateKey, { kid })
    expect((await askForToken(one, { signed })).status).toBe(200)
  }
  const crossed = await sign(agent.ClientId, added.PrivateKey, { kid: agent.PrivateKey.kid })
  expect((await askForToken(agent, { signed: crossed })).status).toBe(401)
  const [first, second] = added.Keys
  const { status: deleted, body: after } = await call(`${path}/${first.Id}`, owner, 'DELETE')
  expect([deleted, after.Keys]).toEqual([200, [second]])
  for (const node of hubs.nodes) {
    const [old, current] = await Promise.all(both.map((one) => askForToken(one, {}, node)))
    expect([old?.status, current?.status]).toEqual([401, 200])
  }
  expect((await call(`${path}/${first.Id}`, owner, 'DELETE')).status).toBe(404)
  const last = await call(`${path}/${second.Id}`, owner, 'DELETE')
  expect([last.status, last.body.code]).toEqual([409, 'MARKET_LAST_AGENT_KEY'])
  const { body: events } = await call('/events?types=agent.updated', owner)
  const own = events.filter((one: { Subject: { Id: string } }) => one.Subject.Id === agent.ClientId)
  expect(own).toHaveLength(2)
})

test('nobody adds a key to an agent that may do more than they, and agents add none, also not to themselves', async () => {
  const scopes = ['orders:read', 'agents:write', 'keys:write']
  const { body: agent } = await create(owner, { Scopes: scopes })
  const path = `/headless-agents/${agent.Id}/keys`
  const headless = asAgent(await askForToken(agent))
  const theirs = await keyOf(hubs, hubs.kiosk, ['agents:read', 'agents:write', 'orders:read'])
  for (const [who, status] of [
    [key, 403],
    [operator, 403],
    [headless, 403],
    [theirs, 404],
  ] as const) {
    expect((await call(path, who, 'POST', {})).status).toBe(status)
    // A key of the agent can be taken away by whoever may end the agent.
    if (who === key) continue
    expect((await call(`${path}/${agent.Keys[0].Id}`, who, 'DELETE')).status).toBe(status)
  }
  expect((await call(`/headless-agents/${agent.Id}`, owner)).body.Keys).toEqual(agent.Keys)
})

test('an agent has at most four keys, each once, also if many are added and deleted at once', async () => {
  const { body: agent } = await create(owner)
  const path = `/headless-agents/${agent.Id}/keys`
  const node = (number: number) => hubs.nodes[number % 2] as TwoHubs['one']
  const { publicKey } = makePair('ES256')
  const same = await Promise.all(
    Array.from({ length: 6 }, async (_, number) => {
      const body = { PublicKey: { ...publicKey, kid: `k${number}` } }
      return await callApi(node(number), path, owner, { method: 'POST', body })
    }),
  )
  expect(same.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
  const more = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, number) => await callApi(node(number), path, owner, { method: 'POST', body: {} }),
    ),
  )
  const codes = more.filter(({ status }) => status !== 201).map(({ body }) => body.code)
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'MARKET_TOO_MANY_AGENT_KEYS'))
  const { body: full } = await call(`/headless-agents/${agent.Id}`, owner)
  const deletions = await Promise.all(
    full.Keys.map(async ({ Id }: { Id: string }, number: number) => {
      const answer = await callApi(node(number), `${path}/${Id}`, owner, { method: 'DELETE' })
      return answer.status
    }),
  )
  expect(deletions.sort()).toEqual([200, 200, 200, 409])
})

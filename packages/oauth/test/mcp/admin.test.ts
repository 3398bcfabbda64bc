/** What operators see and do: `app.oauth.admin`. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { FAILURE_REASONS } from '../../src/failure-reasons.ts'
import { GRANT_TYPES } from '../../src/mcp/client.ts'
import { GRANTS, SIGN_IN_OUTCOMES } from '../../src/metrics.ts'
import { adminRoutes } from '../support/admin-routes.ts'
import { freePort, startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { startHostileProvider } from '../support/hostile-provider.ts'
import {
  authorizeUrl,
  CALLBACK,
  call,
  getCode,
  type McpApp,
  mcpOf,
  pkce,
  post,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const DOCUMENT = 'https://robot.example/client.json'
const AGENT = { 'user-agent': 'Robot/1.0' }
const store = memoryStore()
let app: McpApp

beforeAll(async () => {
  app = await startMcp({
    store,
    mcp: {
      scopes: { read: 'Read things', write: 'Write things' },
      clients: {
        helper: { name: 'Helper', redirectUris: [CALLBACK], clientSecret: 's'.repeat(40) },
        assistant: { name: 'Assistant', redirectUris: [CALLBACK] },
      },
    },
  })
})
afterAll(async () => await app.close())

const admin = () => app.app.oauth.admin

/** A client with tokens of Ann. */
async function connected(clientId?: string) {
  const code = await getCode(app, { scope: 'read', ...(clientId && { clientId }) })
  const { json } = await redeem(app, code, {})
  return {
    clientId: code.clientId,
    accessToken: json.access_token,
    refreshToken: json.refresh_token,
  }
}

/** All that an iteration gives. */
async function readAll<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}

/** All items of a list. */
async function all<Item>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ items: readonly Item[]; next: string | undefined }>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor)
    items.push(...page.items)
    if (page.next === undefined) return items
    cursor = page.next
  }
}

test('clients of every kind are listed once, in pages, and filtered by kind and text', async () => {
  const name = `Lister ${crypto.randomUUID()}`
  const ids = []
  for (let index = 0; index < 3; index += 1) {
    ids.push((await register(app, { client_name: name })).client_id)
  }
  const document = { client_id: DOCUMENT, client_name: 'Published', redirect_uris: [CALLBACK] }
  await store.mcp.documents.save(DOCUMENT, JSON.stringify(document), 60)
  const listed = await all((cursor) => admin().listClients({ cursor, limit: 2 }))
  const known = listed.map(({ clientId }) => clientId)
  expect(new Set(known).size).toBe(known.length)
  expect(known).toEqual(expect.arrayContaining([...ids, DOCUMENT, 'helper', 'assistant']))
  const ofText = await all((cursor) =>
    admin().listClients({ cursor, limit: 1, text: name.toUpperCase() }),
  )
  expect(ofText.map(({ clientId }) => clientId).toSorted()).toEqual(ids.toSorted())
  const { items } = await admin().listClients({ kind: 'configured' })
  expect(items.map(({ clientId, name }) => [clientId, name])).toEqual([
    ['assistant', 'Assistant'],
    ['helper', 'Helper'],
  ])
  const documents = await admin().listClients({ kind: 'document', text: 'robot.example' })
  expect(documents.items).toMatchObject([
    {
      clientId: DOCUMENT,
      kind: 'document',
      name: 'Published',
      details: { redirectUris: [CALLBACK] },
    },
  ])
  expect(await admin().findClient(ids[0])).toMatchObject({
    kind: 'registered',
    name,
    registeredAt: expect.any(Date),
    details: { redirectUris: [CALLBACK], authMethod: 'none', trusted: false },
  })
  expect(await admin().findClient('nobody')).toBeUndefined()
})

test('a disabled client gets no code, token or refresh, its tokens are void, and it goes on once it is enabled', async () => {
  const { clientId, accessToken, refreshToken } = await connected()
  expect(await admin().disableClient(clientId, { reason: 'complaints', by: 'Zoe' })).toBe(true)
  expect(await admin().disableClient(clientId)).toBe(false)
  const guarded = await call(app, accessToken)
  expect(guarded.status).toBe(401)
  expect(guarded.json).toEqual({
    error: 'invalid_token',
    error_description: 'The client of the access token is disabled.',
  })
  // Not invalid_client: clients throw their refresh tokens away for that.
  const refused = { status: 400, json: { error: 'access_denied' } }
  expect(await refresh(app, clientId, refreshToken)).toMatchObject(refused)
  expect(await redeem(app, { clientId, code: 'x', verifier: 'y'.repeat(43) })).toMatchObject(
    refused,
  )
  const url = authorizeUrl(app, { client_id: clientId, code_challenge: pkce().challenge })
  const page = await createBrowser().get(url, { headers: { accept: 'text/html' } })
  expect([page.status, page.location]).toEqual([400, undefined])
  expect(page.text).toContain('The operator of this server has disabled the client.')
  const [connection] = await mcpOf(app).connectedClients('ann@example.com')
  expect(connection).toMatchObject({ clientId, active: false })
  expect((await admin().findClient(clientId))?.disabled).toEqual({
    since: expect.any(Date),
    reason: 'complaints',
  })
  expect(await admin().enableClient(clientId, { by: 'Zoe' })).toBe(true)
  expect(await admin().enableClient(clientId)).toBe(false)
  expect((await call(app, accessToken)).status).toBe(200)
  expect((await refresh(app, clientId, refreshToken)).status).toBe(200)
  const events = (await admin().listAudit({ clientId })).slice(0, 3)
  expect(events.map(({ event, detail }) => [event.split('.').at(-1), detail?.by])).toEqual([
    ['refreshed', undefined],
    ['enabled', 'Zoe'],
    ['disabled', 'Zoe'],
  ])
  expect(events[2]?.detail).toEqual({ reason: 'complaints', by: 'Zoe' })
})

test('a disabled client may still give its tokens up', async () => {
  const { clientId, refreshToken } = await connected()
  await admin().disableClient(clientId)
  const token = { client_id: clientId, token: refreshToken }
  expect((await post(`${app.origin}/oauth/mcp/revoke`, token)).status).toBe(200)
  await admin().enableClient(clientId)
  expect((await refresh(app, clientId, refreshToken)).json.error).toBe('invalid_grant')
})

test('a disabled client is told so however it encodes its id in Basic, so that it keeps its tokens', async () => {
  const clientId = 'desk top+'
  await admin().disableClient(clientId)
  const ask = async (id: string) => {
    const headers = { authorization: `Basic ${btoa(`${id}:secret`)}` }
    const grant = { grant_type: 'refresh_token', refresh_token: 'x' }
    return (await post(`${app.origin}/oauth/mcp/token`, grant, headers)).json.error
  }
  expect([await ask(clientId), await ask(encodeURIComponent(clientId))]).toEqual([
    'access_denied',
    'access_denied',
  ])
})

test('a client that is disabled before it is known is not even looked up', async () => {
  const clientId = 'https://unknown.example/client.json'
  expect(await admin().disableClient(clientId)).toBe(true)
  expect(await admin().findClient(clientId)).toMatchObject({ kind: 'document', details: undefined })
  const url = authorizeUrl(app, { client_id: clientId, code_challenge: pkce().challenge })
  const page = await createBrowser().get(url)
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('access_denied')])
  expect(await admin().deleteClient(clientId)).toBe('deleted')
  // Deleting does not let it in again.
  expect((await admin().findClient(clientId))?.disabled).toBeDefined()
  expect(await admin().disableClient('no\0client')).toBe(false)
})

test('a deleted client is gone with all it had; one of the configuration stays', async () => {
  const { clientId, accessToken, refreshToken } = await connected()
  expect(await admin().deleteClient(clientId, { by: 'Zoe' })).toBe('deleted')
  expect(await admin().deleteClient(clientId)).toBe('unknown')
  expect(await admin().deleteClient('assistant')).toBe('configured')
  expect((await call(app, accessToken)).status).toBe(401)
  expect((await refresh(app, clientId, refreshToken)).json.error).toBe('invalid_client')
  expect(await admin().listGrants({ clientId })).toEqual({ items: [], next: undefined })
  const [deleted] = await admin().listAudit({ clientId, limit: 1 })
  expect(deleted).toMatchObject({ event: 'oauth.mcp.client.deleted', detail: { by: 'Zoe' } })
})

test('grants and connections are listed with the scopes in force, and ended one by one or together', async () => {
  const user = 'ann@example.com'
  const { clientId, refreshToken, accessToken } = await connected('assistant')
  await refresh(app, clientId, refreshToken)
  await connected('assistant')
  const connections = await admin().listConnections({ user, clientId })
  expect(connections.items).toMatchObject([
    { user, clientId, clientName: 'Assistant', scopes: ['read'], active: true },
  ])
  const grants = await all((cursor) => admin().listGrants({ clientId, cursor, limit: 1 }))
  expect(grants).toHaveLength(2)
  for (const grant of grants) {
    expect(grant).toMatchObject({ user, clientId, scopes: ['read'], refreshable: true })
    expect(grant.expiresAt.getTime()).toBeGreaterThan(grant.createdAt.getTime())
  }
  const [familyId = ''] = refreshToken.split('.')
  expect(await admin().revokeGrant(familyId, { by: 'Zoe' })).toBe(true)
  expect(await admin().revokeGrant(familyId)).toBe(false)
  expect((await call(app, accessToken)).status).toBe(401)
  expect((await admin().listGrants({ clientId })).items).toHaveLength(1)
  const [audited] = await admin().listAudit({ clientId, limit: 1 })
  expect(audited).toMatchObject({ event: 'oauth.mcp.token.revoked', detail: { by: 'Zoe' } })
  expect(await admin().revokeGrants({ clientId })).toBe(true)
  expect(await admin().revokeGrants({ clientId })).toBe(false)
  expect((await admin().listGrants({ clientId })).items).toEqual([])
  expect((await admin().listConnections({ clientId })).items).toEqual([])
  // The client itself stays, and may ask again at once.
  expect((await call(app, (await connected('assistant')).accessToken)).status).toBe(200)
})

test('all grants of a person end, those of a quarantined person too, and nobody else loses anything', async () => {
  const sub = `unverified:${crypto.randomUUID()}`
  const common = { clientId: 'assistant', codeChallenge: 'x', resource: app.resource }
  const grant = async (user: string, familyId: string) => {
    const code = { ...common, codeHash: familyId, sub: user, redirectUri: CALLBACK, scope: 'read' }
    await store.mcp.grants.saveCode({ ...code, offline: true, authentication: null }, 60)
    const ids = { codeHash: familyId, familyId, tokenHash: familyId, jti: familyId }
    const ttl = { familyTtl: 60, accessTtl: 60, redirectUri: undefined, allowed: undefined }
    await store.mcp.grants.redeem({ ...common, ...ids, ...ttl })
  }
  await grant(sub, 'quarantined-1')
  await grant(sub, 'quarantined-2')
  await grant('bob', 'bob-1')
  expect((await admin().listGrants({ user: sub })).items).toHaveLength(2)
  expect(await admin().revokeGrants({ user: sub })).toBe(true)
  expect((await admin().listGrants({ user: sub })).items).toEqual([])
  expect(await admin().revokeGrants({ user: sub })).toBe(false)
  expect((await admin().listGrants({ user: 'bob' })).items).toHaveLength(1)
  expect(await admin().revokeGrants({} as { user: string })).toBe(false)
  expect((await admin().listGrants({} as { user: string })).items).toEqual([])
})

test('sign-ins say when and from where, and are ended one by one', async () => {
  const user = 'ann@example.com'
  const browser = createBrowser()
  await browser.follow(`${app.origin}/oauth/acme/login?redirect=/me`)
  const [signIn] = (await admin().listSignIns({ user })).items
  expect(signIn).toMatchObject({ user, provider: 'acme', address: '127.0.0.1' })
  expect(signIn?.userAgent).toBeTruthy()
  await connected('assistant')
  const [forClient] = (await admin().listClientSignIns({ clientId: 'assistant' })).items
  expect(forClient).toMatchObject({
    ...{ user, clientId: 'assistant', provider: 'acme', scopes: ['read'], address: '127.0.0.1' },
  })
  const ofPerson = await all((cursor) => admin().listClientSignIns({ user, cursor, limit: 2 }))
  expect(ofPerson.length).toBeGreaterThan(2)
  await admin().endSignIn(signIn?.signInId ?? '')
  const left = (await admin().listSignIns({ user })).items
  expect(left.map(({ signInId }) => signInId)).not.toContain(signIn?.signInId)
})

test('every event of a client says which request caused it', async () => {
  const code = await getCode(app, { scope: 'read' })
  const { clientId } = code
  const token = `${app.origin}/oauth/mcp/token`
  const form = { grant_type: 'authorization_code', client_id: clientId, code: code.code }
  const redirect = { code_verifier: code.verifier, redirect_uri: CALLBACK }
  const { json } = await post(token, { ...form, ...redirect }, AGENT)
  const again = { grant_type: 'refresh_token', client_id: clientId }
  const next = await post(token, { ...again, refresh_token: json.refresh_token }, AGENT)
  const revoked = { client_id: clientId, token: next.json.refresh_token }
  await post(`${app.origin}/oauth/mcp/revoke`, revoked, AGENT)
  const rows = (await admin().listAudit({ clientId })).toReversed()
  expect(rows.map(({ address }) => address)).toEqual(Array(5).fill('127.0.0.1'))
  expect(rows.slice(2).map(({ event, userAgent }) => [event.split('.').at(-1), userAgent])).toEqual(
    [
      ['issued', 'Robot/1.0'],
      ['refreshed', 'Robot/1.0'],
      ['revoked', 'Robot/1.0'],
    ],
  )
  const lines = app.log.filter((line) => line.includes(clientId) && line.includes('"MCP audit"'))
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    address: '127.0.0.1',
    user_agent: 'Robot/1.0',
  })
})

test('the audit is exported as lines of JSON, page by page, and from where an export ended', async () => {
  const clientId = `exported-${crypto.randomUUID()}`
  const entries = Array.from({ length: 1_201 }, (_, number) => ({
    ...{ event: 'x', clientId, detail: { number } },
  }))
  await store.mcp.audit.add(entries)
  const numbers: unknown[] = []
  let first: number | undefined
  for await (const entry of admin().auditEntries({ clientId })) {
    first ??= entry.id
    numbers.push(entry.detail?.number)
  }
  expect(numbers).toEqual(entries.map(({ detail }) => detail.number).toReversed())
  await store.mcp.audit.add([{ event: 'fresh', clientId }])
  const lines = await readAll(admin().auditLines({ clientId, after: first }))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'fresh', client_id: clientId },
  ])
  const few = await readAll(admin().auditEntries({ clientId, limit: 3 }))
  expect(few).toHaveLength(3)
})

test('counters tell of tokens, sign-ins, registrations and refusals, with labels that stay the same', async () => {
  const read = () =>
    new Map(
      app.app.oauth
        .metrics()
        .map(({ name, labels, value }) => [`${name} ${Object.values(labels).join(' ')}`, value]),
    )
  const before = read()
  const { clientId, refreshToken } = await connected()
  await refresh(app, clientId, refreshToken)
  await refresh(app, clientId, 'no token')
  await call(app)
  await call(app, 'no.token')
  const after = read()
  expect([...after.keys()]).toEqual([...before.keys()])
  const grown = [...after].filter(([key, value]) => value !== before.get(key))
  expect(
    Object.fromEntries(grown.map(([key, value]) => [key, value - (before.get(key) ?? 0)])),
  ).toEqual({
    'oauth_tokens_issued_total authorization_code': 1,
    'oauth_tokens_issued_total refresh_token': 1,
    'oauth_tokens_refused_total invalid_grant': 1,
    'oauth_sign_ins_total acme for_client': 1,
    'oauth_registrations_total registered': 1,
    'oauth_guard_refusals_total missing': 1,
    'oauth_guard_refusals_total invalid': 1,
  })
})

test('every grant, and every reason for which a sign-in fails, has a counter of its own', () => {
  expect(GRANTS).toEqual(expect.arrayContaining([...GRANT_TYPES]))
  expect(SIGN_IN_OUTCOMES).toEqual(expect.arrayContaining([...FAILURE_REASONS]))
})

test('a cursor that is not one is refused as an error of the caller', async () => {
  const bad = [
    'x',
    '',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["a\\u0000","b"]').toString('base64url'),
  ]
  for (const cursor of bad) {
    const refused = { code: 'OAUTH_CURSOR', statusCode: 400 }
    await expect(admin().listClients({ cursor })).rejects.toMatchObject(refused)
    await expect(admin().listGrants({ user: 'ann', cursor })).rejects.toMatchObject(refused)
    await expect(admin().listSignIns({ user: 'ann', cursor })).rejects.toMatchObject(refused)
  }
  for (const limit of [0, -1, 1e9, Number.NaN, 1.5]) {
    await expect(admin().listClients({ limit })).resolves.toBeDefined()
    await expect(admin().listAudit({ limit, before: limit, sub: 'a\0' })).resolves.toEqual([])
  }
})

test('the routes of the documentation serve administrators, and nobody else', async () => {
  const idp = await startHostileProvider()
  onTestFinished(() => idp.close())
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const port = await freePort()
  const shop = await startApp({
    port,
    oauth: {
      providers: { acme: { ...acme, defaultRole: 'admin' } },
      mcp: {
        enabled: true,
        issuer: `http://127.0.0.1:${port}`,
        clients: { robot: { redirectUris: [CALLBACK] } },
      },
    },
    setUp: (server) => {
      server.oauth.registerHooks({ onLogin: async () => ({ user: 'zoe' }) })
      adminRoutes(server)
    },
  })
  onTestFinished(() => shop.close())
  const anybody = createBrowser()
  for (const path of ['clients', 'grants?user=zoe', 'sign-ins?user=zoe', 'audit.jsonl']) {
    expect((await anybody.get(`${shop.origin}/admin/${path}`)).status).toBe(401)
  }
  const zoe = createBrowser()
  await zoe.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
  const ask = async (method: string, path: string) =>
    (await zoe.get(`${shop.origin}/admin/${path}`, { method })).json
  expect((await ask('GET', 'clients')).items).toMatchObject([{ clientId: 'robot' }])
  expect(await ask('PUT', 'disabled-clients?client=robot&text=spam')).toEqual({ changed: true })
  expect((await ask('GET', 'clients?kind=configured')).items[0].disabled.reason).toBe('spam')
  expect(await ask('DELETE', 'disabled-clients?client=robot')).toEqual({ changed: true })
  expect(await ask('DELETE', 'clients?client=robot')).toEqual({ outcome: 'configured' })
  expect(await ask('GET', 'grants?user=zoe')).toEqual({ items: [] })
  expect(await ask('DELETE', 'grants')).toEqual({ changed: false })
  expect((await ask('GET', 'sign-ins?user=zoe')).items).toMatchObject([{ user: 'zoe' }])
  for (const path of ['clients?cursor=x', 'clients?text=a&text=b', 'clients?kind=x']) {
    expect((await zoe.get(`${shop.origin}/admin/${path}`)).status).toBe(400)
  }
  const { text } = await zoe.get(`${shop.origin}/admin/audit.jsonl`)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ event, detail }) => [event, detail.by])).toEqual([
    ['oauth.mcp.client.enabled', 'zoe'],
    ['oauth.mcp.client.disabled', 'zoe'],
  ])
  expect((await anybody.get(`${shop.origin}/metrics`)).text).toContain(
    'oauth_sign_ins_total{provider="acme",outcome="signed_in"} 1\n',
  )
})

/** Rules of `signIn.stepUp`: people, and agents that act for them, need a recent or strong sign-in. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, query, sql } from '@entrepot/database'
import { expectDone, migrations } from '@entrepot/marketplace'
import { Browser } from '@entrepot/test-support/browser'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { neededBy } from '../src/config/step-up.ts'
import { hubMigrations } from '../src/database/migrations.ts'
import { readConfig } from '../src/index.ts'
import { addMember } from '../src/people/members/members.ts'
import { addUser } from '../src/people/users/users.ts'
import { type LocalHub, startHubHere } from '../src/testing.ts'
import { asPage, bearer, callApi, connectAgent, keyOf, signIn } from './two-hubs.ts'

let folder: string
let store: TestDatabase
let hub: LocalHub
let shop: Shop

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-step-up-'))
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  shop = await createShop(store.database, 'Corner Shop')
  for (const [name, role] of [
    ['ann', 'owner'],
    ['bo', 'viewer'],
  ] as const) {
    const email = `${name}@example.com`
    expectDone(await addUser(store.database, { email }))
    const { customerId } = shop.customer
    expectDone(await addMember(store.database, { email, customerId, role }))
  }
  const port = await freePort()
  const lines = [
    `publicUrl: http://127.0.0.1:${port}`,
    'mcp: {enabled: true}',
    'signIn:',
    '  stepUp:',
    '    - {roles: [owner], maxAge: 3600}',
    '    - {calls: access, acr: [mfa]}',
  ]
  hub = await startHubHere({
    DATABASE_URL: store.url,
    ENTREPOT_CONFIG: await write('entrepot.yaml', lines),
    ENTREPOT_DATA: join(folder, 'data'),
    PORT: String(port),
  })
})
afterAll(async () => {
  await hub?.end()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string, lines: readonly string[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, lines.join('\n'))
  return file
}

const call = async (browser: Browser, path: string, method = 'GET', body?: unknown) =>
  await callApi(hub, path, asPage(hub, browser, shop), { method, body })

const KEY = { Kind: 'merchant', Label: 'Till', Scopes: ['orders:read'] }

/** Goes to /step-up as the console does, and chooses the person again if the provider asks. */
async function stepUp(browser: Browser, person: string, purpose: '' | '&for=access' = '') {
  const page = await browser.open(`${hub.url}/step-up?redirect=/console/team${purpose}`)
  return page.body.includes('name="person"') ? await browser.submit(page, { person }) : page
}

/** Moves the time at which people authenticated into the past, in all sessions. */
async function age(seconds: number) {
  await execute(
    store.database,
    sql`update hub.sessions set data = jsonb_set(data::jsonb, '{oauthUser,authentication,auth_time}',
      to_jsonb(extract(epoch from now())::int - ${seconds}::int))::text`,
  )
}

describe('a session', () => {
  test('of an owner that does not say when the person authenticated leads to a sign-in, and back to the page', async () => {
    const browser = await signIn(hub, 'ann')
    const refused = await call(browser, '/me')
    expect([refused.status, refused.body.code]).toEqual([401, 'MARKET_STEP_UP'])
    expect(refused.body.detail).toContain('within the last 3600 seconds')
    const page = await stepUp(browser, 'ann')
    expect(page.url).toBe(`${hub.url}/console/team`)
    expect((await call(browser, '/me')).status).toBe(200)
  })

  test('that suffices for orders does not suffice for keys, members and agents', async () => {
    const browser = await signIn(hub, 'ann')
    await stepUp(browser, 'ann')
    expect((await call(browser, '/orders')).status).toBe(200)
    expect((await call(browser, '/keys')).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', '/keys', KEY],
      ['POST', '/invitations', { Email: 'x@y.example', Role: 'viewer' }],
      ['DELETE', '/members/1', undefined],
      ['POST', '/headless-agents/1/approve', undefined],
    ] as const) {
      const refused = await call(browser, path, method, body)
      expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'MARKET_STEP_UP'])
      expect(refused.body.detail).toContain('by mfa (acr)')
    }
    expect((await call(browser, '/me/sessions')).status).toBe(200)
    await stepUp(browser, 'ann', '&for=access')
    expect((await call(browser, '/keys', 'POST', KEY)).status).toBe(201)
  })

  test('that has become too old is asked for again', async () => {
    const browser = await signIn(hub, 'ann')
    await stepUp(browser, 'ann')
    expect((await call(browser, '/orders')).status).toBe(200)
    await age(3_700)
    await expect.poll(async () => (await call(browser, '/orders')).status).toBe(401)
    const asked = await fetch(`${hub.url}/step-up?redirect=/console/`, {
      redirect: 'manual',
      headers: { cookie: browser.cookiesFor(hub.url), accept: 'text/html' },
    })
    const { searchParams } = new URL(asked.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      max_age: '3600',
      prompt: 'login',
      redirect: '/step-up?redirect=/console/',
    })
  })

  test('of a viewer is not concerned by a rule for owners', async () => {
    const browser = await signIn(hub, 'bo')
    expect((await call(browser, '/orders')).status).toBe(200)
  })

  test('that is none is led to the start page, and then to the console', async () => {
    const page = await new Browser().open(`${hub.url}/step-up?redirect=/console/team`)
    expect(page.url).toBe(`${hub.url}/?redirect=%2Fconsole%2Fteam`)
    const foreign = await new Browser().open(`${hub.url}/step-up?redirect=https://evil.example/`)
    expect(foreign.url).toBe(`${hub.url}/?redirect=%2Fconsole%2F`)
  })
})

test('a refused stronger sign-in says what happened, with the reference of the log', async () => {
  const browser = await signIn(hub, 'bo')
  const query = 'error=auth_failed&reason=unmet_authentication_requirements&reference=ABCD2345'
  const page = await browser.open(`${hub.url}/?${query}`)
  expect(page.body).toContain('This needs a stronger sign-in')
  expect(page.body).toContain('ABCD2345')
  const signedOut = await new Browser().open(`${hub.url}/?${query}`)
  expect(signedOut.body).toContain('/oauth/dev/login?prompt&#61;login')
  const unstated = await new Browser().open(`${hub.url}/?error=x&reason=authentication_not_stated`)
  expect(unstated.body).toContain('does not say how or when you signed in')
})

describe('the token of an agent that acts for an owner', () => {
  test('gets the challenge of RFC 9470 at /v2 and at /mcp', async () => {
    const agent = await connectAgent(hub, 'ann', { scope: 'orders:read keys:read' })
    const { status, headers, body } = await callApi(hub, '/orders', bearer(agent))
    expect([status, body.code]).toEqual([401, 'MARKET_STEP_UP'])
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication", .*scope="orders:read keys:read", max_age="3600", resource_metadata="/,
    )
    const other = await connectAgent(hub, 'ann', { resource: '/mcp' })
    const answer = await fetch(`${hub.url}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(other),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('max_age="3600"')
  })

  test('that is bound to a key gets a challenge of DPoP with the scopes that it has', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const prove = async (url: string, accessToken = '') => {
      const ath = createHash('sha256').update(accessToken).digest('base64url')
      const claims = { htm: 'POST', htu: url, jti: randomUUID(), ...(accessToken && { ath }) }
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk }
      return await new SignJWT(claims).setProtectedHeader(header).setIssuedAt().sign(privateKey)
    }
    const { clientId, refresh_token = '' } = await connectAgent(hub, 'ann', { resource: '/mcp' })
    const token = `${hub.url}/oauth/mcp/token`
    const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token }
    const refreshed = await fetch(token, {
      method: 'POST',
      headers: { dpop: await prove(token) },
      body: new URLSearchParams(grant),
    })
    const bound = (await refreshed.json()) as Record<string, string>
    const { access_token = '', scope } = bound
    expect(bound.token_type).toBe('DPoP')
    const url = `${hub.url}/mcp`
    const headers = { authorization: `DPoP ${access_token}`, dpop: await prove(url, access_token) }
    const answer = await fetch(url, { method: 'POST', headers })
    const challenge = answer.headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(/^DPoP error="insufficient_user_authentication", .*max_age="3600"/)
    expect(challenge).toContain(`scope="${scope}"`)
  })

  test('for a viewer passes', async () => {
    const agent = await connectAgent(hub, 'bo', { scope: 'orders:read' })
    expect((await callApi(hub, '/orders', bearer(agent))).status).toBe(200)
  })
})

test('a key is not concerned', async () => {
  const key = await keyOf({ store }, shop, ['orders:read'])
  expect((await callApi(hub, '/orders', key)).status).toBe(200)
})

test('several rules are fulfilled together', () => {
  const rules = [
    { roles: ['owner' as const], calls: 'all' as const, acr: ['mfa', 'phr'], maxAge: 3_600 },
    { calls: 'access' as const, acr: ['phr'], maxAge: 900 },
  ]
  const roles = ['owner'] as const
  expect(neededBy(rules, { roles, changesAccess: true })).toEqual({ acr: ['phr'], maxAge: 900 })
  expect(neededBy(rules, { roles, changesAccess: false })).toEqual({
    acr: ['mfa', 'phr'],
    maxAge: 3_600,
  })
  expect(neededBy(rules, { roles: ['viewer'], changesAccess: false })).toBeUndefined()
})

test.each([
  ['{roles: [owner]}', 'needs acr or maxAge'],
  ['{acr: ["a b"]}', 'without spaces and quotes'],
  ['{maxAge: 5}', '60'],
  ['{roles: [king], maxAge: 600}', 'owner'],
  ['{acr: [a]}, {calls: access, acr: [b]}', 'no value in common'],
])('the rules [%s] are refused', async (rules, message) => {
  const file = await write('bad.yaml', ['signIn:', `  stepUp: [${rules}]`])
  await expect(readConfig({ ENTREPOT_CONFIG: file })).rejects.toThrow(message)
})

test('no session and no refusal contains a token of the provider in clear', async () => {
  const rows = await query<{ data: string }>(store.database, sql`select data from hub.sessions`)
  for (const { data } of rows) expect(data).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

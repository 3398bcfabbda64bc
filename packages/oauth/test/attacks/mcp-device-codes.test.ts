/**
 * Codes of devices (RFC 8628, section 5): guessing them, sending them to people, showing them twice, and deciding on them twice. Several
 * processes share one PostgreSQL.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUserCodes } from '../../src/mcp/authorize/device/user-code.ts'
import { freePort } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { post, refresh, register, submit } from '../support/mcp.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../support/oidc-server.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const WRONG = 'BBBB-BBBB'
let cluster: Cluster
let idp: OidcServer
let clientId: string

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 3 }, freePort))
  const origin = `http://127.0.0.1:${ports[0]}`
  idp = await startOidcServer([`${origin}/oauth/acme/callback`])
  const acme = {
    ...{ provider: 'oidc', issuer: idp.issuer },
    ...{ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
  }
  cluster = await startCluster(ports, {
    providers: { acme },
    mcp: {
      enabled: true,
      issuer: origin,
      deviceAuthorization: { enabled: true, rateLimit: 500 },
    },
  })
  const metadata = { grant_types: [DEVICE_GRANT, 'refresh_token'] }
  clientId = (await register(node(0), metadata)).client_id
})
afterAll(async () => {
  await cluster.close()
  await idp.close()
})

const node = (index: number) => ({ origin: cluster.origins[index % 3] ?? '' })

async function start() {
  const { json } = await post(`${node(0).origin}/oauth/mcp/device_authorization`, {
    client_id: clientId,
    scope: 'read',
  })
  const grant = { grant_type: DEVICE_GRANT, client_id: clientId, device_code: json.device_code }
  const poll = async (index = 0) => await post(`${node(index).origin}/oauth/mcp/token`, grant)
  return { ...json, poll }
}

/** Entries of one address are limited, and each test has the same one. */
async function forgetEntries(): Promise<void> {
  await cluster.database.sql`delete from oauth.mcp_limits where key like 'device entr%'`
}

async function enter(code: string, index = 0) {
  const browser = createBrowser()
  const body = new URLSearchParams({ user_code: code })
  const page = await browser.get(`${node(index).origin}/device`, { method: 'POST', body })
  return { browser, page }
}

/** The consent page of a code. */
async function open(code: string) {
  const { browser, page } = await enter(code)
  return { browser, page: await browser.follow(page.location ?? '') }
}

async function allow(code: string) {
  const { browser, page } = await open(code)
  const next = await submit(browser, page)
  return await browser.follow(next.location ?? '')
}

test('of a hundred guesses at once, over all nodes, ten are looked up, and then the right code is not either', async () => {
  await forgetEntries()
  const device = await start()
  const guesses = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => (await enter(WRONG, index)).page),
  )
  const count = (status: number) => guesses.filter((page) => page.status === status).length
  expect([count(400), count(429)]).toEqual([10, 90])
  const locked = (await enter(device.user_code)).page
  expect([locked.status, locked.location]).toEqual([429, undefined])
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(locked.text).toContain('Too many codes were entered')
})

test('guesses from many addresses are limited together', async () => {
  await forgetEntries()
  const device = await start()
  await cluster.database.sql`
    insert into oauth.mcp_limits (key, count, expires_at) values ('device entries', 1000, now() + interval '500 seconds')`
  expect((await enter(device.user_code, 1)).page.status).toBe(429)
})

test('a page that was opened by a link alone connects nothing: the person has to enter, to allow and to sign in', async () => {
  await forgetEntries()
  const device = await start()
  const browser = createBrowser()
  const page = await browser.get(device.verification_uri_complete)
  expect(page.text).toContain('Never enter a code that somebody has sent you')
  expect((await device.poll()).json.error).toBe('authorization_pending')
  // The consent page belongs to the browser in which the code was entered.
  const opened = await open(device.user_code)
  const elsewhere = await submit(createBrowser(), opened.page)
  expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined])
})

test('of many people who allow one code at once, one is connected', async () => {
  await forgetEntries()
  const device = await start()
  const pages = []
  for (let count = 0; count < 6; count += 1) pages.push(await open(device.user_code))
  const results = await Promise.all(
    pages.map(async ({ browser, page }) => {
      const next = await submit(browser, page)
      return (await browser.follow(next.location ?? '')).text
    }),
  )
  expect(results.filter((text) => text.includes('device is connected'))).toHaveLength(1)
  expect(results.filter((text) => text.includes('was not connected'))).toHaveLength(5)
  expect((await device.poll()).status).toBe(200)
})

test('of a hundred polls at once one gets tokens, which end because the code was shown again', async () => {
  await forgetEntries()
  const device = await start()
  await allow(device.user_code)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => device.poll(index)))
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  const errors = answers.filter(({ status }) => status !== 200).map(({ json }) => json.error)
  expect(new Set(errors)).toEqual(new Set(['invalid_grant']))
  const next = await refresh(node(1), clientId, winners[0]?.json.refresh_token)
  expect(next.json.error).toBe('invalid_grant')
})

test('a code of another client gives nothing, and nothing of it changes', async () => {
  await forgetEntries()
  const device = await start()
  await allow(device.user_code)
  const thief = await register(node(0), { grant_types: [DEVICE_GRANT] })
  const grant = { grant_type: DEVICE_GRANT, client_id: thief.client_id }
  const stolen = { ...grant, device_code: device.device_code }
  const answer = await post(`${node(2).origin}/oauth/mcp/token`, stolen)
  expect(answer.json.error).toBe('invalid_grant')
  expect((await device.poll()).status).toBe(200)
})

test('the database holds neither code, and the short one cannot be found out from its hash', async () => {
  const device = await start()
  const [row] = await cluster.database.sql`
    select row_to_json(d)::text as text, user_hash from oauth.mcp_device_codes d order by good_until desc limit 1`
  expect(row?.text).not.toContain(device.device_code)
  expect(row?.text).not.toContain(device.user_code.replace('-', ''))
  const guessed = createUserCodes(['another secret'.repeat(4)]).hashesOf(device.user_code)
  expect(guessed).not.toContain(row?.user_hash)
})

test('codes have no letters that look like others, are read as people write them, and work while the secret changes', () => {
  const old = createUserCodes(['a'.repeat(40)])
  const both = createUserCodes(['b'.repeat(40), 'a'.repeat(40)])
  const codes = Array.from({ length: 1_000 }, () => old.create())
  expect(new Set(codes).size).toBe(1_000)
  expect(codes.join('')).not.toMatch(/[AEIOUY0-9]/)
  const [code = ''] = codes
  expect(old.hashesOf(` ${code.toLowerCase().replace('-', ' – ')} `)).toEqual(old.hashesOf(code))
  expect(both.hashesOf(code)).toContain(old.hashesOf(code)?.[0])
  for (const bad of ['', 'BBBB-BBB', 'BBBB-BBBBB', 'AAAA-AAAA', '\0'.repeat(8)]) {
    expect([bad, old.hashesOf(bad)]).toEqual([bad, undefined])
  }
})

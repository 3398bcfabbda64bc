/** What operators see is neither worth stealing nor forged by strangers. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../src/shared/secrets.ts'
import { createBrowser } from '../support/browser.ts'
import {
  CALLBACK,
  getCode,
  type McpApp,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const OWN_SECRET = 'the secret of a client of the configuration'
const store = memoryStore()
let app: McpApp

beforeAll(async () => {
  app = await startMcp({
    store,
    fastify: { trustProxy: true },
    mcp: { clients: { helper: { redirectUris: [CALLBACK], clientSecret: OWN_SECRET } } },
  })
})
afterAll(async () => await app.close())

const admin = () => app.app.oauth.admin

test('lists of clients, grants, sign-ins and the audit hold no token, no secret, and no hash of one', async () => {
  const browser = createBrowser()
  await browser.follow(`${app.origin}/oauth/acme/login?redirect=/me`)
  const client = await register(app, { token_endpoint_auth_method: 'client_secret_post' })
  const { client_id: clientId, client_secret } = client
  const code = await getCode(app, { clientId })
  const { json } = await redeem(app, code, { client_secret })
  const next = await refresh(app, clientId, json.refresh_token, { client_secret })
  const user = 'ann@example.com'
  const owner = { user }
  const shown = [
    await admin().listClients(),
    await admin().findClient(clientId),
    await admin().findClient('helper'),
    await admin().listConnections(owner),
    await admin().listGrants(owner),
    await admin().listSignIns(owner),
    await admin().listClientSignIns(owner),
    await admin().listAudit(),
    app.app.oauth.metrics(),
  ]
  const text = JSON.stringify(shown)
  expect(text).toContain(clientId)
  expect((await admin().listSignIns(owner)).items).toHaveLength(1)
  expect((await admin().listGrants(owner)).items).toHaveLength(1)
  const secrets = [
    ...[client_secret, client.registration_access_token, OWN_SECRET, code.code, code.verifier],
    ...[json.access_token, json.refresh_token, next.json.access_token, next.json.refresh_token],
  ]
  for (const secret of secrets) {
    expect(secret).toMatch(/.{20}/)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(hashSecret(secret))
  }
  expect(text).not.toMatch(/secretHash|registrationHash|current_?hash|"session"|"tokens"/i)
})

const FORGED = '{"event":"oauth.mcp.client.deleted","client_id":"helper"}'
const BREAKS = [
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['an escape sequence', '\u001b[2K'],
  ['a change of direction', '\u202e'],
  ['a NUL', '\0'],
] as const

test.each(BREAKS)(
  'a user agent, an address and a note with %s forge no line of log or export',
  async (_, character) => {
    const hostile = `x${character}${FORGED}`
    const lines = app.log.length
    const response = await app.app.inject({
      method: 'POST',
      url: '/oauth/mcp/register',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${hostile}${'y'.repeat(5_000)}`,
        'x-forwarded-for': hostile,
      },
      payload: JSON.stringify({ client_name: 'Robot', redirect_uris: [CALLBACK] }),
    })
    expect(response.statusCode).toBe(201)
    const clientId = response.json().client_id
    await admin().disableClient(clientId, { reason: hostile, by: hostile })
    expect((await admin().findClient(clientId))?.disabled?.reason).toMatch(/^[\x20-\x7E]+$/)
    const rows = await admin().listAudit({ clientId })
    expect(rows.map(({ address }) => address)).toEqual([undefined, undefined])
    expect(rows[1]?.userAgent).toMatch(/^[\x20-\x7E]{256}$/)
    const exported: string[] = []
    for await (const line of admin().auditLines({ clientId })) exported.push(line)
    expect(exported).toHaveLength(2)
    for (const line of exported) {
      expect(line).toMatch(/^[\x20-\x7E]+\n$/)
      expect(JSON.parse(line).client_id).toBe(clientId)
    }
    for (const line of app.log.slice(lines)) {
      expect(line.trimEnd()).not.toMatch(/[\n\r]/)
      expect(JSON.parse(line).audit).not.toBe('oauth.mcp.client.deleted')
    }
  },
)

test('a name of a client is exported in ASCII, whatever it holds', async () => {
  const clientId = 'named'
  await store.mcp.audit.add([
    { event: 'x', clientId, detail: { client_name: 'a\u2028\u0085\u{1f600}\u007f' } },
  ])
  for await (const line of admin().auditLines({ clientId })) {
    expect(line).toMatch(/^[\x20-\x7E]+\n$/)
    expect(JSON.parse(line).detail.client_name).toBe('a\u2028\u0085\u{1f600}\u007f')
  }
})

test('addresses are recorded as they are, however they are written', async () => {
  const addresses = [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    [`fe80::1%${'z'.repeat(200)}`, 'fe80::1'],
    ['unknown', undefined],
  ] as const
  for (const [sent, recorded] of addresses) {
    const response = await app.app.inject({
      method: 'POST',
      url: '/oauth/mcp/register',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sent },
      payload: JSON.stringify({ client_name: 'Robot', redirect_uris: [CALLBACK] }),
    })
    const [row] = await admin().listAudit({ clientId: response.json().client_id })
    expect(row?.address).toBe(recorded)
    expect((row?.address ?? '').length).toBeLessThanOrEqual(45)
  }
})

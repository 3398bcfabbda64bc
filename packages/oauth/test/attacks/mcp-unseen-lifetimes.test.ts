/** A client that did not ask to stay connected got a refresh token for a year, and no page said so. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lifetimesOf } from '../../src/mcp/authorize/staying.ts'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  getCode,
  type McpApp,
  type McpSettings,
  mcpOf,
  pkce,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const ANN = 'ann@example.com'
const DAY = 86_400
const store = memoryStore()
let app: McpApp
beforeAll(async () => {
  const clients = { helper: { redirectUris: [CALLBACK], trusted: true } }
  app = await startMcp({ store, mcp: { scopes: { read: 'Read things' }, clients } })
})
afterAll(async () => await app.close())

/** The consent page of a new client that asks for `read`. */
async function pageOf(to: McpApp, metadata: object = {}, scope = 'read') {
  const { client_id } = await register(to, metadata)
  const asked = { client_id, scope, code_challenge: pkce().challenge }
  return (await createBrowser().get(authorizeUrl(to, asked))).text
}

async function startWith(mcp: McpSettings): Promise<McpApp> {
  const own = await startMcp({ mcp: { scopes: { read: 'Read things' }, ...mcp } })
  onTestFinished(() => own.close())
  return own
}

const YEAR = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
  Date.now() + 365 * DAY * 1_000,
)

describe('the consent page says how long a client may act', () => {
  test.each(['read', 'read offline_access'])('if it asks for %s', async (scope) => {
    const text = await pageOf(app, {}, scope)
    expect(text).toContain(`It can act for you until ${YEAR}, or until you take it back.`)
    expect(text).toContain('Without this, it can act for you for 1 hour.')
    expect(text).toMatch(/value="offline_access" checked/)
  })

  test.each([
    ['it cannot refresh', {}, { grant_types: ['authorization_code'] }],
    ['the settings give it no refresh token', { refreshTokenRequiresOfflineAccess: true }, {}],
  ])('if %s', async (_title, settings, metadata) => {
    const text = await pageOf(await startWith({ accessTokenTtl: 900, ...settings }), metadata)
    expect(text).toContain('It can act for you for 15 minutes.')
    expect(text).not.toContain('offline_access')
  })

  test.each([
    [3_600, 30 * DAY, 'en', '1 hour', 'January 31, 1970'],
    [86_400, 30 * DAY, 'de', '1 Tag', '31. Januar 1970'],
    [5_400, 3_600, 'en-GB', '90 minutes', '1 January 1970 at 01:00:00 UTC'],
    [45, 30 * DAY, 'nl', '45 seconden', '31 januari 1970'],
    [3_601, 30 * DAY, 'en', '60 minutes', 'January 31, 1970'],
  ])('%d and %d seconds in %s', (accessTokenTtl, refreshTokenTtl, language, duration, date) => {
    const lives = { accessTokenTtl, refreshTokenTtl }
    expect(lifetimesOf(lives, language, 0)).toEqual({ duration, date })
  })
})

describe('a client that did not ask to stay connected', () => {
  test('gets a refresh token if the person leaves the box ticked, and no scope that it has not asked for', async () => {
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeem(app, code)
    expect(json).toMatchObject({ scope: 'read', refresh_token: expect.any(String) })
    const next = await refresh(app, code.clientId, json.refresh_token)
    expect(next.json).toMatchObject({ scope: 'read', refresh_token: expect.any(String) })
  })

  test('gets none if the person unticks it, and is asked about again', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    const asked = { clientId: client_id, scope: 'read', browser }
    const { json } = await redeem(app, await getCode(app, { ...asked, untick: ['offline_access'] }))
    expect(json).toMatchObject({ scope: 'read' })
    expect(json.refresh_token).toBeUndefined()
    const again = { client_id, scope: 'read', code_challenge: pkce().challenge }
    expect((await browser.get(authorizeUrl(app, again))).text).toContain('<form')
  })

  test('gets none where the box is not ticked, unless the person ticks it', async () => {
    const own = await startWith({ stayConnected: 'unticked' })
    expect(await pageOf(own)).toMatch(/value="offline_access"><span>/)
    expect((await redeem(own, await getCode(own))).json.refresh_token).toBeUndefined()
    const asked = await redeem(own, await getCode(own, { scope: 'read offline_access' }))
    expect(asked.json.refresh_token).toEqual(expect.any(String))
  })

  test('is asked about again if the earlier consent did not say that it stays connected', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    const key = { sub: ANN, clientId: client_id, resource: app.resource }
    const names = { clientName: 'Robot', redirectHost: '127.0.0.1:4001' }
    await store.mcp.connections.remember({ ...key, ...names, scope: 'read' }, ['offline_access'], 9)
    const again = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const page = await browser.follow(authorizeUrl(app, again))
    expect(page.text).toContain('You are signed in as')
  })

  test('may be trusted by the operator: then nobody is asked', async () => {
    const { json } = await redeem(app, await getCode(app, { clientId: 'helper', scope: 'read' }))
    expect(json.refresh_token).toEqual(expect.any(String))
  })
})

describe('the list of connected clients says until when each may act', () => {
  const listed = async (clientId: string) =>
    (await mcpOf(app).connectedClients(ANN)).find((one) => one.clientId === clientId)

  test('by refreshing, or with its last access token', async () => {
    const [stays, leaves] = [await getCode(app), await getCode(app, { untick: ['offline_access'] })]
    await Promise.all([redeem(app, stays), redeem(app, leaves)])
    const until = async ({ clientId }: { clientId: string }) =>
      ((await listed(clientId))?.actsUntil?.getTime() ?? 0) - Date.now()
    const [long, short] = [await until(stays), await until(leaves)]
    expect([long > 364 * DAY * 1_000, long <= 365 * DAY * 1_000]).toEqual([true, true])
    expect([short > 3_000_000, short <= 3_600_000]).toEqual([true, true])
    expect((await listed(stays.clientId))?.scopes).toEqual(['read'])
    const rows = await app.app.oauth.admin.connectionsOf([ANN])
    const admin = rows.find(({ clientId }) => clientId === stays.clientId)
    expect(admin?.actsUntil).toEqual((await listed(stays.clientId))?.actsUntil)
  })

  test('and nothing for one that has got no token yet', async () => {
    const { clientId } = await getCode(app)
    expect(await listed(clientId)).toMatchObject({ active: false, actsUntil: undefined })
  })
})
